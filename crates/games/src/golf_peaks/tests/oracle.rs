//! The oracle: a slow, independent implementation of a turn. It works on the words of the cells instead of
//! types, and keeps a list of all positions to detect loops. Both must agree on random boards.

use proptest::prelude::*;
use unriddle_kit::{Direction, Game};

use crate::golf_peaks::format;
use crate::golf_peaks::level::{Card, Cell};

type Spot = (i64, i64);

/// A board as words, with heights.
struct Words {
    rows: Vec<Vec<Option<(i64, String)>>>,
}

fn side(name: &str) -> Spot {
    match name {
        "up" | "t" | "n" => (0, -1),
        "down" | "b" | "s" => (0, 1),
        "left" | "l" | "w" => (-1, 0),
        _ => (1, 0),
    }
}

fn minus((x, y): Spot) -> Spot {
    (-x, -y)
}

impl Words {
    fn read(rows: &[Vec<String>]) -> Words {
        let cell = |word: &String| {
            let (height, kind) = word.split_once(',').unwrap_or((word, ""));
            (word != "x").then(|| (height.parse().unwrap(), kind.to_string()))
        };
        Words { rows: rows.iter().map(|row| row.iter().map(cell).collect()).collect() }
    }

    fn at(&self, (x, y): Spot) -> Option<(i64, &str)> {
        let row = self.rows.get(usize::try_from(y).ok()?)?;
        row.get(usize::try_from(x).ok()?)?.as_ref().map(|(height, kind)| (*height, kind.as_str()))
    }

    /// The solid sides of an angled wall.
    fn solid(kind: &str) -> Option<(Spot, Spot)> {
        let corner =
            kind.strip_prefix('/').or(kind.strip_prefix("ice")).filter(|corner| corner.len() == 2)?;
        Some((side(&corner[..1]), side(&corner[1..])))
    }

    fn twin(&self, spot: Spot, kind: &str) -> Spot {
        let (width, height) = (self.rows[0].len() as i64, self.rows.len() as i64);
        let spots = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let mut twins =
            spots.filter(|&other| other != spot && self.at(other).is_some_and(|(_, k)| k == kind));
        twins.next().unwrap()
    }

    /// The cell where the ball comes to rest; `None` if it is lost.
    fn play(&self, from: Spot, mut jump: i64, mut roll: i64, mut to: Spot) -> Option<Spot> {
        let (mut ball, mut safe, mut left_start) = (from, from, false);
        let mut spent_at = Vec::new();
        while jump + roll > 0 {
            let before = ball;
            let jumped = jump > 0;
            if jumped {
                ball = (ball.0 + to.0 * jump, ball.1 + to.1 * jump);
                jump = 0;
            } else {
                let (height, kind) = self.at(ball)?;
                if kind == "sand" {
                    break;
                }
                roll -= 1;
                if let Some((a, b)) = Words::solid(kind) {
                    to = if to == a {
                        minus(b)
                    } else if to == b {
                        minus(a)
                    } else {
                        to
                    };
                }
                let ahead = (ball.0 + to.0, ball.1 + to.1);
                let (mut step, next) = self.at(ahead)?;
                if Words::solid(next).is_some_and(|(a, b)| minus(to) == a || minus(to) == b) {
                    step += 1;
                }
                let uphill = ["up", "down", "left", "right"].contains(&next) && side(next) == minus(to);
                if step <= height || (uphill && step == height + 1) {
                    ball = ahead;
                } else {
                    to = minus(to);
                }
            }
            let moved = ball != before;
            let (_, kind) = self.at(ball)?;
            left_start |= moved;
            let unsafe_kinds =
                ["up", "down", "left", "right", "quick", "water", "flag", "*n", "*e", "*s", "*w"];
            if moved && !unsafe_kinds.contains(&kind) {
                safe = ball;
            }
            let spent = jump + roll == 0;
            if spent {
                if spent_at.contains(&(ball, to)) {
                    return None;
                }
                spent_at.push((ball, to));
            }
            match kind {
                "water" => return Some(safe),
                "flag" if jumped || spent => return Some(ball),
                "up" | "down" | "left" | "right" if jumped || spent || side(kind) != minus(to) => {
                    to = side(kind);
                    roll = roll.max(1);
                }
                "boing" => (jump, roll) = (roll, 0),
                _ if kind.starts_with("warp") && (jumped || spent) => {
                    ball = self.twin(ball, kind);
                    safe = ball;
                }
                _ if kind.starts_with('*') && spent => (to, roll) = (side(&kind[1..]), 1),
                _ if kind.starts_with("ice") && spent && (moved || !left_start) => roll = 1,
                _ => {}
            }
        }
        (self.at(ball)?.1 != "quick").then_some(ball)
    }
}

/// A cell of a random board.
fn cell() -> impl Strategy<Value = String> {
    let kinds = [
        "", "", "", "", "up", "down", "left", "right", "/tl", "/tr", "/bl", "/br", "sand", "quick", "water",
        "boing", "ice", "ice", "icetl", "icetr", "icebl", "icebr", "*n", "*e", "*s", "*w",
    ];
    (0u32..3, prop::sample::select(kinds.to_vec()), 0u32..8).prop_map(|(height, kind, hole)| {
        match (hole, kind) {
            (0, _) => "x".to_string(),
            (_, "") => height.to_string(),
            _ => format!("{height},{kind}"),
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_card_ends_as_in_the_oracle(
        mut rows in (2usize..7, 2usize..6).prop_flat_map(|(width, height)| {
            prop::collection::vec(prop::collection::vec(cell(), width), height)
        }),
        places in prop::sample::subsequence((0usize..4).collect::<Vec<_>>(), 4).prop_shuffle(),
        warps: bool,
        cards in prop::collection::vec((0u32..4, 0u32..12), 1..4),
    ) {
        // The ball, the flag and two warps go to four different cells of the top left corner.
        for (&place, word) in places.iter().zip(["0,ball", "1,flag", "0,warp0", "1,warp0"]) {
            if warps || !word.contains("warp") {
                rows[place / 2][place % 2] = word.to_string();
            }
        }
        let text: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
        let text = format!("{}x{}\n{}\n\n1-\n", rows[0].len(), rows.len(), text.join("\n"));
        let (course, words) = (format::read(&text).unwrap(), Words::read(&rows));
        for (jump, roll) in cards.into_iter().filter(|&(jump, roll)| jump + roll > 0) {
            for (at, _) in course.tiles.iter().enumerate().filter(|(_, tile)| tile.is_some()) {
                let (x, y) = course.place(Cell(at as u32));
                // A ball never rests on water or on the flag.
                if words.at((x as i64, y as i64)).is_some_and(|(_, kind)| ["water", "flag"].contains(&kind)) {
                    continue;
                }
                for direction in Direction::ALL {
                    let (dx, dy) = direction.delta();
                    let slow = words.play((x as i64, y as i64), jump.into(), roll.into(), (dx as i64, dy as i64));
                    let end = course.play(Cell(at as u32), Card { jump, roll }, direction).ok();
                    let end = end.map(|end| course.place(end)).map(|(x, y)| (x as i64, y as i64));
                    prop_assert_eq!(end, slow, "{}/{}- {:?} from {:?}\n{}", jump, roll, direction, (x, y), text);
                }
            }
        }
    }

    #[test]
    fn every_method_finds_the_same_optimum(
        cells in prop::collection::vec(cell(), 16),
        cards in prop::collection::vec((0u32..3, 1u32..4), 1..5),
    ) {
        use unriddle_search::{Method, Monitor, Options};
        let mut cells = cells;
        (cells[0], cells[10]) = ("1,ball".into(), "1,flag".into());
        let rows: Vec<String> = cells.chunks(4).map(|row| row.join(" ")).collect();
        let cards: Vec<String> = cards.iter().map(|&(jump, roll)| Card { jump, roll }.to_string()).collect();
        let text = format!("4x4\n{}\n\n{}\n", rows.join("\n"), cards.join(" "));
        let level = crate::golf_peaks::GolfPeaks.read(&text, &[]).unwrap();
        let truth = level.audit(100_000).unwrap().optimal;
        for method in [Method::Auto, Method::BreadthFirst, Method::AStar, Method::IdaStar, Method::Anytime] {
            let request = unriddle_kit::Request { options: Options { method, ..Options::default() }, ..unriddle_kit::Request::default() };
            let cost = level.start().solve(&request, &mut Monitor::new()).outcome.cost();
            prop_assert_eq!(cost, truth, "{:?}\n{}", method, text);
        }
    }
}
