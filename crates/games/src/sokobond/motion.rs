//! What a move looks like on its way: molecules slide, turn about a corner as one body, bond and break.
//!
//! Two atoms whose bond is rotated go round the corner between them on arcs, and the bond turns with them. What
//! else is bonded to one of the two and moves the same way keeps its distance from it. Where that would ask for
//! two arcs at once, it goes straight. Everything is read off the pictures before and after the move, so it does
//! not depend on what atoms are drawn with: what lies on an atom moves with it, what lies between two is a bond.

use std::collections::HashMap;

use unriddle_kit::{Direction, Frame, Path, Piece};

use super::arrangement::Arrangement;
use super::level::{AtomId, Board};
use super::picture;

/// A turn is shown in steps of 15 degrees.
const STEPS: u8 = 6;

/// How large a bond is that begins to form.
const BUD: f32 = 0.1;

/// How far from the middle of an atom its parts lie at most, in cells.
const REACH: f32 = 0.45;

/// A quarter turn about a corner.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Turn {
    about: (f32, f32),
    /// Clockwise as seen on the screen: 1, or else -1.
    sign: f32,
}

impl Turn {
    /// Where a place is when a part of the turn is made.
    fn of(self, (x, y): (f32, f32), part: f32) -> (f32, f32) {
        let (sin, cos) = (self.sign * 90.0 * part).to_radians().sin_cos();
        let (dx, dy) = (x - self.about.0, y - self.about.1);
        (self.about.0 + dx * cos - dy * sin, self.about.1 + dx * sin + dy * cos)
    }
}

/// The frames of a move: everything moves, with the bonds that are not cut on the way; then neighbours bond.
pub(super) fn frames(
    board: &Board,
    before: &Arrangement,
    moved: &Arrangement,
    bonded: &Arrangement,
) -> Vec<Frame> {
    let draw = |atoms: &Arrangement| picture::draw(board, atoms).pieces;
    let (start, middle, end) = (draw(before), draw(moved), draw(bonded));
    let routes = Routes::new(board, before, moved);
    let mut frames = Vec::new();
    if routes.turning.is_empty() {
        frames.push(Frame::new(middle.clone()));
    } else {
        let step = |step: u8| Frame::new(routes.at(&start, &middle, f32::from(step) / f32::from(STEPS)));
        frames.extend((1..=STEPS).map(step));
        frames.push(Frame { pieces: middle.clone(), path: Path::Instant });
    }
    if middle != end {
        let stays = |piece: &Piece| middle.iter().any(|other| other.name == piece.name);
        let bud = |piece: &Piece| if stays(piece) { piece.clone() } else { piece.clone().scaled(BUD) };
        frames.push(Frame { pieces: end.iter().map(bud).collect(), path: Path::Instant });
        frames.push(Frame::new(end));
    }
    frames
}

/// How the atoms go.
struct Routes {
    /// By atom: where it is before and after.
    places: Vec<[(f32, f32); 2]>,
    /// The pairs whose bond is rotated.
    turning: Vec<([AtomId; 2], Turn)>,
    /// By atom: the atom whose arc it follows, which may be itself.
    leads: Vec<Option<(AtomId, Turn)>>,
}

impl Routes {
    fn new(board: &Board, before: &Arrangement, after: &Arrangement) -> Routes {
        let place = |atoms: &Arrangement, atom: AtomId| {
            let (x, y) = board.places[atoms.atoms[atom].cell.index()];
            (x as f32, y as f32)
        };
        let atoms = 0..before.atoms.len();
        let places: Vec<[(f32, f32); 2]> =
            atoms.clone().map(|atom| [place(before, atom), place(after, atom)]).collect();
        let way = |atom: AtomId| {
            let [(x, y), (to_x, to_y)] = places[atom];
            (to_x - x, to_y - y)
        };
        let mut turning = Vec::new();
        let mut rigid: Vec<Vec<AtomId>> = vec![Vec::new(); places.len()];
        for atom in atoms.clone() {
            for towards in Direction::ALL {
                if before.atoms[atom].bonds[towards as usize] == 0 {
                    continue;
                }
                let Some(mate) = before.neighbour(board, atom, towards) else { continue };
                if way(atom) == way(mate) {
                    rigid[atom].push(mate);
                    continue;
                }
                let (dx, dy) = towards.delta();
                let (dx, dy, (hx, hy)) = (dx as f32, dy as f32, way(atom));
                // The mate is dragged into the old cell of the atom that leads the turn.
                if places[mate][1] == places[atom][0] && (hx, hy) != (0.0, 0.0) {
                    let (x, y) = places[atom][0];
                    let turn =
                        Turn { about: (x + (dx + hx) / 2.0, y + (dy + hy) / 2.0), sign: dy * hx - dx * hy };
                    turning.push(([atom, mate], turn));
                }
            }
        }
        let leads = lead(&turning, &rigid);
        Routes { places, turning, leads }
    }

    /// The pieces when a part of the way is made.
    fn at(&self, start: &[Piece], end: &[Piece], part: f32) -> Vec<Piece> {
        let ends: HashMap<&str, &Piece> = end.iter().map(|piece| (piece.name.as_str(), piece)).collect();
        let on_its_way = |piece: &Piece| {
            let to = ends.get(piece.name.as_str())?;
            let from = (piece.x, piece.y);
            if from == (to.x, to.y) && piece.style == to.style {
                return Some(piece.clone());
            }
            let rotated =
                self.turning.iter().find(|(pair, _)| pair.iter().all(|&atom| self.touches(atom, from)));
            let mut piece = piece.clone();
            (piece.x, piece.y) = match (self.owner(from), rotated) {
                (Some(atom), _) => self.follow(atom, from, part),
                (None, Some((_, turn))) => {
                    piece.turn = turn.sign * 90.0 * part;
                    turn.of(from, part)
                }
                (None, None) => (from.0 + (to.x - from.0) * part, from.1 + (to.y - from.1) * part),
            };
            Some(piece)
        };
        start.iter().filter_map(on_its_way).collect()
    }

    /// The atom that something at this place is a part of.
    fn owner(&self, (x, y): (f32, f32)) -> Option<AtomId> {
        self.places.iter().position(|[from, _]| (from.0 - x).abs() < REACH && (from.1 - y).abs() < REACH)
    }

    /// Whether something between two atoms begins or ends at this one.
    fn touches(&self, atom: AtomId, (x, y): (f32, f32)) -> bool {
        let (dx, dy) = ((self.places[atom][0].0 - x).abs(), (self.places[atom][0].1 - y).abs());
        dx.max(dy) <= 0.5 && dx.min(dy) < REACH
    }

    /// Where something on an atom is when a part of the way is made.
    fn follow(&self, atom: AtomId, (x, y): (f32, f32), part: f32) -> (f32, f32) {
        let [from, to] = self.places[atom];
        let (dx, dy) = match self.leads[atom] {
            Some((lead, turn)) => {
                let centre = self.places[lead][0];
                let now = turn.of(centre, part);
                (now.0 - centre.0, now.1 - centre.1)
            }
            None => ((to.0 - from.0) * part, (to.1 - from.1) * part),
        };
        (x + dx, y + dy)
    }
}

/// By atom, the atom whose arc it follows: the only one that turns among those that it is joined to.
fn lead(turning: &[([AtomId; 2], Turn)], rigid: &[Vec<AtomId>]) -> Vec<Option<(AtomId, Turn)>> {
    let mut leads = vec![None; rigid.len()];
    let mut seen = vec![false; rigid.len()];
    for first in 0..rigid.len() {
        if std::mem::replace(&mut seen[first], true) {
            continue;
        }
        let mut body = vec![first];
        let mut next = 0;
        while let Some(&atom) = body.get(next) {
            next += 1;
            for &mate in &rigid[atom] {
                if !std::mem::replace(&mut seen[mate], true) {
                    body.push(mate);
                }
            }
        }
        let arcs = turning.iter().flat_map(|&(pair, turn)| pair.map(|atom| (atom, turn)));
        let arcs: Vec<(AtomId, Turn)> = arcs.filter(|(atom, _)| body.contains(atom)).collect();
        if let [arc] = arcs[..] {
            body.iter().for_each(|&atom| leads[atom] = Some(arc));
        }
    }
    leads
}
