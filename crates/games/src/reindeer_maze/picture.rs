//! What it looks like: the map, the way walked, the reindeer, and the tiles of all best routes.
//!
//! Each cell that the reindeer has left has its prints in the snow; the start keeps its stones. On a large
//! board the prints are a line, and the reindeer and its stable are larger than a cell. The `n`th step's arrow is called `step-n` in every picture, and the
//! reindeer is always `reindeer`. 32 bytes a cell and some 60 a step.

use unriddle_kit::{Direction, Picture, Piece, Style, Tone};

use super::format;
use super::level::Maze;
use super::sprites;
use super::state::{Cell, Pose, Walk};

pub(super) const WALL: Style = Style::new(sprites::HEDGE, Tone::Hedge, '#');
pub(super) const FLOOR: Style = Style::new(sprites::SNOW, Tone::Snow, '.');
pub(super) const START: Style = Style::new(sprites::START, Tone::Faint, 'S');
pub(super) const GOAL: Style = Style::new(sprites::STABLE, Tone::Red, 'E');
/// The reindeer at the start.
pub(super) const REINDEER: Style = Style::new(sprites::REINDEER, Tone::Player, '►');
const TILE: Style = Style::new(sprites::BEST, Tone::Mark, 'O');

/// Boards that are wider or higher have the way as a line, and the reindeer and the goal larger than a cell.
const LARGE: usize = 40;

/// The name of the reindeer.
pub(super) const REINDEER_NAME: &str = "reindeer";

impl Maze {
    /// The picture of a walk, with `tiles` (in the order of their numbers) pointed out.
    pub(super) fn draw(&self, walk: &Walk, tiles: &[Cell]) -> Picture {
        let Walk { pose, ref trail, turns } = *walk;
        let steps = trail.len() as u64;
        let left = (1..).zip(trail).filter(|(_, pose)| pose.cell() != self.origin);
        let mut pieces: Vec<Piece> = left
            .map(|(step, &pose)| self.piece(format!("step-{step}"), pose, self.step(pose.heading())))
            .collect();
        let trail = pieces.last().map(|piece| piece.style.glyph);
        let reindeer = reindeer(pose.heading());
        pieces.push(self.piece(REINDEER_NAME.to_string(), pose, self.enlarged(reindeer)));

        let cells = self.draw_cells(tiles);
        let mut legend = Vec::new();
        for (style, what) in [(WALL, "wall"), (FLOOR, "floor"), (START, "start"), (GOAL, "goal")] {
            if cells.iter().any(|cell| cell.style.glyph == style.glyph) {
                legend.push((style, what.to_string()));
            }
        }
        legend.push((reindeer, "reindeer".to_string()));
        legend.extend(
            trail.map(|glyph| (Style::new(sprites::PRINTS, Tone::Trail, glyph), "way walked".to_string())),
        );
        if !tiles.is_empty() {
            legend.push((TILE, "on some best route".to_string()));
        }
        let cost = steps * u64::from(self.step_cost) + turns * u64::from(self.turn_cost);
        let caption = (steps + turns > 0)
            .then(|| format!("{} and {} cost {cost}", count(steps, "step"), count(turns, "turn")));
        let (width, height) = (self.width, self.height);
        Picture { width, height, cells, pieces, legend, caption, ..Picture::default() }
    }

    fn draw_cells(&self, tiles: &[Cell]) -> Vec<unriddle_kit::Cell> {
        let mut cells = Vec::with_capacity(self.width * self.height);
        let mut tiles = tiles.iter().copied().peekable();
        for y in 0..self.height {
            for x in 0..self.width {
                let cell = self.cell((x, y));
                let style = match style(format::sign(self, cell)) {
                    Some(style) if style == GOAL => self.enlarged(GOAL),
                    Some(style) if style != FLOOR => style,
                    _ if tiles.peek() == Some(&cell) => TILE,
                    _ => FLOOR,
                };
                tiles.next_if_eq(&cell);
                cells.push(unriddle_kit::Cell { x, y, style });
            }
        }
        cells
    }

    /// How many times as large as a cell the reindeer and the goal are, so that they are found at a glance.
    fn scale(&self) -> u8 {
        let side = self.width.max(self.height);
        if side <= LARGE { 1 } else { (side / 24).clamp(2, 30) as u8 }
    }

    fn enlarged(&self, style: Style) -> Style {
        Style::new(style.sprite().scaled(self.scale()), style.tone, style.glyph)
    }

    /// What is left behind by a step.
    fn step(&self, heading: Direction) -> Style {
        let glyph = match heading {
            Direction::Right => '>',
            Direction::Up => '^',
            Direction::Left => '<',
            Direction::Down => 'v',
        };
        let sprite = if self.scale() == 1 { sprites::PRINTS } else { sprites::WAY };
        Style::new(sprite.turned(heading), Tone::Trail, glyph)
    }

    fn piece(&self, name: String, pose: Pose, style: Style) -> Piece {
        let (x, y) = self.place(pose.cell()).unwrap_or_default();
        Piece::new(name, x as f32, y as f32, style)
    }
}

/// How the cell of a character of the map is drawn.
fn style(sign: char) -> Option<Style> {
    match sign {
        '#' => Some(WALL),
        '.' => Some(FLOOR),
        'S' => Some(START),
        'E' => Some(GOAL),
        _ => None,
    }
}

fn reindeer(heading: Direction) -> Style {
    let glyph = match heading {
        Direction::Right => '►',
        Direction::Up => '▲',
        Direction::Left => '◄',
        Direction::Down => '▼',
    };
    Style::new(sprites::REINDEER.turned(heading), Tone::Player, glyph)
}

fn count(n: u64, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
