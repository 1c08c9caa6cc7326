//! Mazes with loops, from text to tiles: beside `astar_bag`, and beside a Dijkstra by hand.

use std::collections::HashSet;

use pathfinding::prelude::astar_bag;
use unriddle_games::reindeer_maze::{Axes, ReindeerMaze};
use unriddle_kit::Direction;
use unriddle_search::{Goal, Monitor, Options, Puzzle, solve_ranked};

use crate::Dice;
use crate::contest::{Timer, alone, contest, measure, versus};

/// A maze of odd size: corridors dug at random, then one wall in twenty taken away.
fn maze(size: usize, seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let mut rows = vec![vec![b'#'; size]; size];
    let mut path: Vec<Cell> = vec![(1, 1)];
    rows[1][1] = b'.';
    while let Some(&(x, y)) = path.last() {
        let mut ahead = Vec::new();
        for direction in Direction::ALL {
            let (dx, dy) = direction.delta();
            let to = (x as isize + 2 * dx, y as isize + 2 * dy);
            let inside = to.0 > 0 && to.1 > 0 && to.0 < size as isize && to.1 < size as isize;
            if inside && rows[to.1 as usize][to.0 as usize] == b'#' {
                ahead.push((direction, (to.0 as usize, to.1 as usize)));
            }
        }
        if ahead.is_empty() {
            path.pop();
            continue;
        }
        let (direction, to) = ahead[dice.roll(ahead.len())];
        let (dx, dy) = direction.delta();
        rows[y.wrapping_add_signed(dy)][x.wrapping_add_signed(dx)] = b'.';
        rows[to.1][to.0] = b'.';
        path.push(to);
    }
    for _ in 0..size * size / 40 {
        let (x, y) = (1 + dice.roll(size - 2), 1 + dice.roll(size - 2));
        if x % 2 != y % 2 {
            rows[y][x] = b'.';
        }
    }
    rows[size - 2][1] = b'S';
    rows[1][size - 2] = b'E';
    rows.into_iter().map(|row| String::from_utf8_lossy(&row).into_owned() + "\n").collect()
}

pub fn run() {
    let text = maze(141, 1);
    let ((taken, tiles), (theirs, same)) = contest(Timer::Clock, || ours(&text), || with_astar_bag(&text));
    assert_eq!(tiles, same);
    versus("maze of 141², text to tiles", taken, "`astar_bag`", theirs, "≥ 15× faster");
    let ((taken, tiles), (by_hand, same)) = contest(Timer::Clock, || ours(&text), || by_hand(&text));
    assert_eq!(tiles, same);
    versus("the same", taken, "Dijkstra by hand", by_hand, "≤ 2× its time");
    for (size, times, timer, aim) in [
        (141, 50, Timer::Clock, "≤ 32 bytes per cell"),
        (1001, 5, Timer::OneThread, "≤ 30 ns, ≤ 32 bytes per cell"),
        (5001, 5, Timer::OneThread, "≤ 35 ns, ≤ 32 bytes per cell"),
    ] {
        let text = maze(size, 1);
        let (taken, _) = measure(times, timer, || ours(&text));
        let cells = (size * size) as f64;
        let result = format!(
            "{:.1} ns and {:.1} bytes per cell",
            taken.seconds / cells * 1e9,
            taken.bytes as f64 / cells
        );
        alone(&format!("maze of {size}², text to tiles"), taken, &result, aim);
    }
}

fn ours(text: &str) -> u64 {
    let maze = ReindeerMaze.parse(text, &[]).expect("a maze");
    let options = Options { goal: Goal::All, ..Options::default() };
    let axes = Axes::new(&maze, maze.start());
    let report = solve_ranked(&axes, &options, &mut Monitor::new());
    axes.tiles(report.solutions.as_ref().expect("all routes")).len() as u64
}

type Cell = (usize, usize);

fn parse(text: &str) -> (Vec<&[u8]>, Cell, Cell) {
    let rows: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
    let find = |wanted: u8| {
        let y = rows.iter().position(|row| row.contains(&wanted)).expect("it is there");
        (rows[y].iter().position(|&cell| cell == wanted).expect("it is there"), y)
    };
    let (start, end) = (find(b'S'), find(b'E'));
    (rows, start, end)
}

fn with_astar_bag(text: &str) -> u64 {
    let (rows, start, end) = parse(text);
    let moves = |&((x, y), direction): &(Cell, Direction)| {
        let (dx, dy) = direction.delta();
        let ahead = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
        let step = (rows[ahead.1][ahead.0] != b'#').then_some(((ahead, direction), 1));
        let turns = [direction.left(), direction.right()].map(|turned| (((x, y), turned), 1000));
        turns.into_iter().chain(step)
    };
    let distance = |&((x, y), _): &(Cell, Direction)| (x.abs_diff(end.0) + y.abs_diff(end.1)) as u32;
    let (routes, _) =
        astar_bag(&(start, Direction::Right), moves, distance, |state| state.0 == end).expect("solvable");
    routes.flatten().map(|(cell, _)| cell).collect::<HashSet<_>>().len() as u64
}

/// What one would write for this puzzle alone: a flat array of costs for cell and heading, a list
/// for each of the two costs of a move, and the way back over states that cost exactly as much
/// less.
fn by_hand(text: &str) -> u64 {
    let width = text.find('\n').expect("a row") + 1;
    let cells = text.as_bytes();
    let start = text.find('S').expect("a start");
    let end = text.find('E').expect("an end");
    let ahead = [1, width.wrapping_neg(), usize::MAX, width];
    let mut costs = vec![u32::MAX; cells.len() * 4];
    let mut steps = std::collections::VecDeque::new();
    let mut turns = std::collections::VecDeque::new();
    costs[start * 4] = 0;
    steps.push_back((0, start * 4));
    let mut best = u32::MAX;
    loop {
        let from_steps = match (steps.front(), turns.front()) {
            (Some(step), Some(turn)) => step <= turn,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => break,
        };
        let next = if from_steps { steps.pop_front() } else { turns.pop_front() };
        let (cost, state) = next.expect("it has a front");
        if cost > best {
            break;
        }
        if cost > costs[state] {
            continue;
        }
        let (cell, heading) = (state / 4, state % 4);
        if cell == end {
            best = cost;
            continue;
        }
        let next = cell.wrapping_add(ahead[heading]);
        if cells[next] != b'#' && cost + 1 < costs[next * 4 + heading] {
            costs[next * 4 + heading] = cost + 1;
            steps.push_back((cost + 1, next * 4 + heading));
        }
        for heading in [(heading + 1) % 4, (heading + 3) % 4] {
            if cost + 1000 < costs[cell * 4 + heading] {
                costs[cell * 4 + heading] = cost + 1000;
                turns.push_back((cost + 1000, cell * 4 + heading));
            }
        }
    }
    let mut seen = vec![false; costs.len()];
    let mut tile = vec![false; cells.len()];
    let mut tiles = 0;
    let mut back: Vec<usize> = (0..4).map(|h| end * 4 + h).filter(|&state| costs[state] == best).collect();
    while let Some(state) = back.pop() {
        if std::mem::replace(&mut seen[state], true) {
            continue;
        }
        let (cell, heading) = (state / 4, state % 4);
        tiles += u64::from(!std::mem::replace(&mut tile[cell], true));
        let behind = cell.wrapping_sub(ahead[heading]) * 4 + heading;
        if costs[behind] != u32::MAX && costs[behind] + 1 == costs[state] {
            back.push(behind);
        }
        for turned in [cell * 4 + (heading + 1) % 4, cell * 4 + (heading + 3) % 4] {
            if costs[turned] != u32::MAX && costs[turned] + 1000 == costs[state] {
                back.push(turned);
            }
        }
    }
    tiles
}
