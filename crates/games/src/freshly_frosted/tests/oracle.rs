//! A second implementation of the tick, as simple as possible: every step scans the whole board, with
//! maps and without precomputed tables. It is slow, and shares only the tiles of the level with the
//! fast one. Both must agree on random boards, tick by tick.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use unriddle_kit::Direction;

use super::super::flow::Flow;
use super::super::format;
use super::super::judge::Judge;
use super::super::layout::Layout;
use super::super::level::{Cell, Factory, Kind, Tile};
use super::super::simulate::Simulation;
use super::flow_is_time;

/// A donut, as the rules describe it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Donut {
    kind: Kind,
    source: (usize, usize),
    waited: u32,
    /// Its heading; matters on a crossover.
    heading: Direction,
}

type At = (usize, usize);

#[derive(Default)]
struct Slow {
    donuts: BTreeMap<At, Donut>,
    source_waits: BTreeMap<At, u32>,
    splitters_turned: BTreeSet<At>,
    /// By crossover, whether it was last used horizontally.
    last_axis_level: BTreeMap<At, bool>,
    delivered: BTreeSet<(At, At, Kind)>,
}

fn level(way: Direction) -> bool {
    way == Direction::Left || way == Direction::Right
}

/// An intended move: from, to, heading, donut.
type Wish = (At, At, Direction, Donut);

impl Slow {
    fn tile(factory: &Factory, (x, y): At) -> Tile {
        factory.tiles[y * factory.size.0 + x]
    }

    /// Runs one tick. Returns whether it has no fault.
    fn step(&mut self, factory: &Factory, layout: &Layout) -> bool {
        let (width, height) = factory.size;
        let all: Vec<At> = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).collect();
        // 1. Intent.
        let mut wishes: Vec<Wish> = Vec::new();
        for &at in &all {
            let mut ways: Vec<Direction> = Vec::new();
            let mut jumps: Vec<At> = Vec::new();
            let donut;
            if let Tile::Source(way) = Slow::tile(factory, at) {
                let waited = self.source_waits.get(&at).copied().unwrap_or(0);
                donut = Donut { kind: Kind::Plain, source: at, waited, heading: way };
                ways.push(way);
            } else if let Some(&here) = self.donuts.get(&at) {
                donut = here;
                let bumpers = all.iter().filter_map(|&from| match Slow::tile(factory, from) {
                    Tile::Bumper(way, kind) if kind == here.kind => {
                        (way.step(from, factory.size) == Some(at)).then_some(way)
                    }
                    _ => None,
                });
                if let Some(way) = { bumpers }.next() {
                    ways.push(way);
                } else {
                    match Slow::tile(factory, at) {
                        Tile::Free => match layout.laid(Cell((at.1 * width + at.0) as u32)) {
                            Some(way) => ways.push(way),
                            None => return false,
                        },
                        Tile::Preset(way) | Tile::Exit(_, way) => ways.push(way),
                        Tile::Splitter(way) if self.splitters_turned.contains(&at) => ways.push(way.right()),
                        Tile::Splitter(way) => ways.push(way.left()),
                        Tile::Crossover => ways.push(here.heading),
                        Tile::Entrance(group) => {
                            let exit = |&&exit: &&At| matches!(Slow::tile(factory, exit), Tile::Exit(of, _) if of == group);
                            jumps.extend(all.iter().filter(exit));
                        }
                        other => panic!("a donut on {other:?}"),
                    }
                }
            } else {
                continue;
            }
            for way in ways {
                match way.step(at, factory.size) {
                    Some(to) if enters(Slow::tile(factory, to), way) => wishes.push((at, to, way, donut)),
                    _ => return false,
                }
            }
            wishes.extend(jumps.into_iter().map(|to| (at, to, donut.heading, donut)));
        }
        // 2. Crossover.
        wishes.retain(|&(_, to, way, _)| {
            Slow::tile(factory, to) != Tile::Crossover
                || !self.donuts.contains_key(&to) && self.last_axis_level.get(&to) != Some(&level(way))
        });
        // 3. Merge.
        let mut winners: Vec<Wish> = Vec::new();
        for &at in &all {
            let mut rivals: Vec<Wish> = wishes.iter().copied().filter(|wish| wish.1 == at).collect();
            // The sort is stable, so the first cell stays first among equals.
            rivals.sort_by_key(|wish| std::cmp::Reverse((wish.3.waited, wish.3.kind)));
            let looping = rivals.iter().copied().find(|rival| self.full_loop(&wishes, at, rival.0));
            winners.extend(looping.or(rivals.first().copied()));
        }
        // 4. Back-pressure.
        loop {
            let moves: BTreeSet<At> = winners.iter().map(|wish| wish.0).collect();
            let before = winners.len();
            winners.retain(|wish| !self.donuts.contains_key(&wish.1) || moves.contains(&wish.1));
            if winners.len() == before {
                break;
            }
        }
        // 5. Apply.
        let moved: BTreeSet<At> = winners.iter().map(|wish| wish.0).collect();
        for &at in &all {
            if let Tile::Source(_) = Slow::tile(factory, at) {
                let wait = self.source_waits.entry(at).or_insert(0);
                *wait = if moved.contains(&at) { 0 } else { *wait + 1 };
            }
            let Some(donut) = self.donuts.get_mut(&at) else { continue };
            donut.waited += 1;
            if moved.contains(&at) {
                match Slow::tile(factory, at) {
                    Tile::Splitter(_) if !self.splitters_turned.remove(&at) => {
                        self.splitters_turned.insert(at);
                    }
                    Tile::Crossover => {
                        self.last_axis_level.insert(at, level(donut.heading));
                    }
                    _ => {}
                }
                self.donuts.remove(&at);
            }
        }
        // 6. Arrive.
        let mut right = true;
        for (_, to, heading, donut) in winners {
            if let Tile::Target(_, wants) = Slow::tile(factory, to) {
                let listed = factory.list.is_empty() || factory.list.contains(&donut.kind);
                let open = all.iter().any(|&at| matches!(Slow::tile(factory, at), Tile::Target(_, None)));
                right &= wants.is_none_or(|kind| kind == donut.kind) && (!open || listed);
                self.delivered.insert((donut.source, to, donut.kind));
                continue;
            }
            let mut kind = donut.kind;
            for &from in &all {
                if let Tile::Topper(way, topping) = Slow::tile(factory, from)
                    && way.step(from, factory.size) == Some(to)
                    && topping as u8 == donut.kind as u8 + 1
                {
                    kind = topping;
                }
            }
            self.donuts.insert(to, Donut { kind, waited: 0, heading, ..donut });
        }
        right
    }

    /// Whether the donut on `at` belongs to a full loop whose last cell before it is `last`.
    fn full_loop(&self, wishes: &[Wish], at: At, last: At) -> bool {
        let mut here = at;
        let mut seen = BTreeSet::new();
        while self.donuts.contains_key(&here) && seen.insert(here) {
            let next: Vec<At> = wishes.iter().filter(|wish| wish.0 == here).map(|wish| wish.1).collect();
            match next[..] {
                [next] if next == at => return here == last,
                [next] => here = next,
                _ => return false,
            }
        }
        false
    }
}

fn enters(tile: Tile, way: Direction) -> bool {
    match tile {
        Tile::Free | Tile::Preset(_) | Tile::Crossover | Tile::Entrance(_) => true,
        Tile::Target(only, _) | Tile::Splitter(only) => only == way,
        _ => false,
    }
}

/// A board of scattered machines and belts, most of which are compatible.
fn boards() -> impl Strategy<Value = String> {
    let way = || prop::sample::select(vec!['^', '>', 'v', '<']);
    let kind = || prop::sample::select(vec!['0', '1', '3', '7', 'f']);
    let cell = prop_oneof![
        30 => way().prop_map(String::from),
        2 => way().prop_map(|way| format!("+{way}")),
        3 => way().prop_map(|way| format!("-{way}?")),
        1 => (way(), kind()).prop_map(|(way, kind)| format!("-{way}{kind}")),
        2 => (prop::sample::select(vec![1, 2, 4, 8]), way()).prop_map(|(topping, way)| format!("{topping}{way}")),
        3 => way().prop_map(|way| format!("x{way}")),
        2 => (way(), kind()).prop_map(|(way, kind)| format!("b{way}{kind}")),
        2 => Just("T-".to_string()),
        2 => way().prop_map(|way| format!("T+{way}")),
        4 => Just("*".to_string()),
        1 => Just("#".to_string()),
    ];
    (2usize..6, 2usize..6)
        .prop_flat_map(move |(width, height)| {
            prop::collection::vec(prop::collection::vec(cell.clone(), width), height)
        })
        .prop_map(|rows| {
            let mut rows: Vec<Vec<String>> = rows;
            // One source and one target, so that every board is a level.
            let last = rows.len() - 1;
            let end = rows[last].len() - 1;
            rows[0][0] = "+>".into();
            rows[last][end] = "->?".into();
            let lone =
                |rows: &[Vec<String>], has: &str| rows.iter().flatten().any(|cell| cell.starts_with(has));
            if lone(&rows, "T-") != lone(&rows, "T+") {
                rows.iter_mut()
                    .flatten()
                    .filter(|cell| cell.starts_with('T'))
                    .for_each(|cell| *cell = "*".into());
            }
            rows.iter().map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
        })
}

/// A board of belts, sources, targets and toppers only.
fn plain_boards() -> impl Strategy<Value = String> {
    let cell =
        prop::sample::select(vec![">", ">", "v", "v", "<", "^", "#", "->1", "-v0", "-v?", "1v", "1<", "2^"]);
    prop::collection::vec(prop::collection::vec(cell, 4), 3).prop_map(|mut rows| {
        (rows[0][0], rows[2][3]) = ("+>", "->?");
        rows.iter().map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
    })
}

proptest! {
    #[test]
    fn where_time_cannot_matter_both_judges_agree(text in plain_boards()) {
        let factory = format::read(&text).expect("a level");
        let layout = Layout::bare(&factory);
        prop_assume!(flow_is_time(&factory, &layout));
        let flow = Flow::new(&factory).judge(&factory, &layout);
        let judgement = Judge::new(&factory).judge(&layout);
        prop_assert_eq!(flow.is_ok(), judgement.is_solved(), "{:?}, {:?}\n{}", flow, judgement, text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]
    #[test]
    fn fast_and_slow_agree_tick_by_tick(text in boards()) {
        let factory = format::read(&text).expect("a level");
        let layout = Layout::bare(&factory);
        let mut fast = Simulation::new(&factory);
        fast.begin(&layout, 0);
        let mut slow = Slow::default();
        for tick in 1..=60 {
            let (fast_right, slow_right) = (fast.step().is_ok(), slow.step(&factory, &layout));
            prop_assert_eq!(fast_right, slow_right, "tick {}\n{}", tick, text);
            if !fast_right {
                break;
            }
            let held: BTreeMap<At, (Kind, At)> = fast.state().held.iter().map(|&cell| {
                let donut = fast.state().donuts[cell.index()];
                (factory.place(cell), (donut.kind(), factory.place(factory.sources[donut.source()])))
            }).collect();
            let other: BTreeMap<At, (Kind, At)> =
                slow.donuts.iter().map(|(&at, donut)| (at, (donut.kind, donut.source))).collect();
            prop_assert_eq!(held, other, "tick {}\n{}", tick, text);
        }
    }
}
