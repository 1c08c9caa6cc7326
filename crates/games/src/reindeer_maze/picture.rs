//! What it looks like: the map, the way walked, the reindeer, and the tiles of all best routes.
//!
//! Each cell that the reindeer has left carries an arrow head that points the way it left by; the
//! start keeps its letter. The `n`th step's arrow is called `step-n` in every picture, and the
//! reindeer is always `reindeer`. 32 bytes a cell and some 60 a step.

use super::format;
use super::level::Maze;
use super::moves::Move;
use super::state::{Cell, Pose};
use crate::{Direction, Look, Picture, Piece, Shape, Tone};

const WALL: Look = Look::new(Shape::Tile, Tone::Wall, '#');
const FLOOR: Look = Look::new(Shape::Tile, Tone::Floor, '.');
const START: Look = Look::new(Shape::Sign, Tone::Faint, 'S');
const GOAL: Look = Look::new(Shape::Flag, Tone::Goal, 'E');
const TILE: Look = Look::new(Shape::Tile, Tone::Mark, 'O');

impl Maze {
    /// The picture after `moves` from the start, with `tiles` (in the order of their numbers)
    /// pointed out.
    pub(super) fn draw(&self, moves: &[Move], tiles: &[Cell]) -> Picture {
        let (mut pieces, mut pose, mut steps, mut turns) = (Vec::new(), self.start, 0u64, 0u64);
        for &mv in moves {
            let Ok((_, next)) = self.play_move(pose, mv) else { break };
            if mv == Move::Forward {
                steps += 1;
                if pose.cell() != self.origin {
                    pieces.push(self.piece(format!("step-{steps}"), pose, trail(pose.heading())));
                }
            } else {
                turns += 1;
            }
            pose = next;
        }
        let reindeer = reindeer(pose.heading());
        let arrow = pieces.last().map(|piece: &Piece| piece.look);
        pieces.push(self.piece("reindeer".to_string(), pose, reindeer));

        let cells = self.draw_cells(tiles);
        let mut legend = Vec::new();
        for (look, what) in [(WALL, "wall"), (FLOOR, "floor"), (START, "start"), (GOAL, "goal")] {
            if cells.iter().any(|cell| cell.look == look) {
                legend.push((look, what.to_string()));
            }
        }
        legend.push((reindeer, "reindeer".to_string()));
        legend.extend(arrow.map(|look| (look, "way walked".to_string())));
        if !tiles.is_empty() {
            legend.push((TILE, "on some best route".to_string()));
        }
        let cost = steps * u64::from(self.step_cost) + turns * u64::from(self.turn_cost);
        let caption = (!moves.is_empty())
            .then(|| format!("{} and {} cost {cost}", count(steps, "step"), count(turns, "turn")));
        let (width, height) = (self.width, self.height);
        Picture { width, height, cells, pieces, legend, caption, ..Picture::default() }
    }

    fn draw_cells(&self, tiles: &[Cell]) -> Vec<crate::Cell> {
        let mut cells = Vec::with_capacity(self.width * self.height);
        let mut tiles = tiles.iter().copied().peekable();
        for y in 0..self.height {
            for x in 0..self.width {
                let cell = self.cell((x, y));
                let look = match look(format::sign(self, cell)) {
                    Some(look) if look != FLOOR => look,
                    _ if tiles.peek() == Some(&cell) => TILE,
                    _ => FLOOR,
                };
                tiles.next_if_eq(&cell);
                cells.push(crate::Cell { x, y, look });
            }
        }
        cells
    }

    fn piece(&self, name: String, pose: Pose, look: Look) -> Piece {
        let (x, y) = self.place(pose.cell()).unwrap_or_default();
        Piece { name, x: x as f32, y: y as f32, look }
    }
}

/// How the cell of a character of the map is drawn.
pub(super) fn look(sign: char) -> Option<Look> {
    match sign {
        '#' => Some(WALL),
        '.' => Some(FLOOR),
        'S' => Some(START),
        'E' => Some(GOAL),
        _ => None,
    }
}

fn trail(heading: Direction) -> Look {
    let sign = match heading {
        Direction::Right => '>',
        Direction::Up => '^',
        Direction::Left => '<',
        Direction::Down => 'v',
    };
    Look::new(heading.into(), Tone::Trail, sign)
}

pub(super) fn reindeer(heading: Direction) -> Look {
    let sign = match heading {
        Direction::Right => '►',
        Direction::Up => '▲',
        Direction::Left => '◄',
        Direction::Down => '▼',
    };
    Look::new(heading.into(), Tone::Player, sign)
}

fn count(n: u64, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
