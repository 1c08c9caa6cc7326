//! What a level looks like: atoms as circles with their letter, free electrons as dots on them,
//! bonds as lines of their strength, modifiers on their corners.
//!
//! The player's atom is in upper case, with a ring around it in a drawing. In a terminal an atom's
//! free electrons stand to its right, as one to four dots in a sign. Atoms keep their names, so a
//! page can let them glide.

use super::bench::at_bench;
use super::level::{AtomId, Element, Lab, Modifier};
use super::scene::Scene;
use super::state::{State, Words};
use crate::{Cell, Direction, Look, Picture, Piece, Shape, Tone};

pub(crate) const WALL: Look = Look::new(Shape::Tile, Tone::Wall, '#');
pub(crate) const FLOOR: Look = Look::new(Shape::Tile, Tone::Floor, '.');
pub(crate) const PLAYER: Look = Look::new(Shape::Halo, Tone::Player, ' ');

/// One to four free electrons, as a terminal shows them.
const ELECTRONS: [char; 4] = ['·', ':', '∴', '∷'];
/// Bonds of one to four strengths, from left to right and from top to bottom.
const BARS: [char; 4] = ['─', '═', '≡', '≣'];
const POSTS: [char; 4] = ['│', '║', '⦀', '⦙'];

/// Where the free electrons of an atom are drawn, seen from its middle.
const RIM: [(f32, f32); 4] = [(0.3, 0.0), (-0.3, 0.0), (0.0, -0.3), (0.0, 0.3)];

/// The picture after these moves from a state.
pub(crate) fn draw(lab: &Lab, start: &State<impl Words>, moves: &[Direction]) -> Picture {
    at_bench(|bench| {
        bench.scene.load(lab, start);
        for &direction in moves {
            if bench.motion.run(lab, &bench.scene, direction).is_err() {
                break;
            }
            std::mem::swap(&mut bench.scene, &mut bench.motion.after);
        }
        let mut picture = board(lab);
        let mut bonds = [false; 4];
        for atom in 0..bench.scene.atoms.len() {
            for direction in [Direction::Right, Direction::Down] {
                let strength = bench.scene.atoms[atom].bonds[direction as usize];
                if strength > 0 {
                    bonds[usize::from(strength) - 1] = true;
                    picture.pieces.extend(bond(lab, &bench.scene, atom, direction, strength));
                }
            }
        }
        atoms(lab, &bench.scene, &mut picture.pieces);
        picture.legend = legend(lab, &bench.scene, bonds);
        picture
    })
}

/// The floor, the walls, the modifiers.
fn board(lab: &Lab) -> Picture {
    let sheet = &lab.sheet;
    let (width, height) = sheet.size;
    let cell = |(at, &floor): (usize, &bool)| {
        let look = if floor { FLOOR } else { WALL };
        Cell { x: at % width, y: at / width, look }
    };
    let modifier = |&(modifier, (x, y)): &(Modifier, (usize, usize))| {
        let name = format!("modifier-{x}-{y}");
        Piece { name, x: x as f32 + 0.5, y: y as f32 + 0.5, look: modifier_look(modifier) }
    };
    let cells = sheet.floor.iter().enumerate().map(cell).collect();
    let pieces = sheet.modifiers.iter().map(modifier).collect();
    Picture { width, height, cells, pieces, ..Picture::default() }
}

/// How a modifier looks.
pub(crate) fn modifier_look(modifier: Modifier) -> Look {
    Look::new(Shape::Sign, Tone::Trail, modifier.sign())
}

/// A bond as lines side by side, as many as its strength. Only one of them has a sign.
fn bond(
    lab: &Lab,
    scene: &Scene,
    atom: AtomId,
    direction: Direction,
    strength: u8,
) -> impl Iterator<Item = Piece> {
    let (x, y) = place(lab, scene, atom);
    let other = scene.neighbour(lab, atom, direction).unwrap_or(atom);
    let (one, other) = (atom.min(other), atom.max(other));
    (0..strength).map(move |line| {
        // Beginning with the last one: terminals round down.
        let aside = 0.16 * (f32::from(strength - 1) / 2.0 - f32::from(line));
        let sign = |signs: [char; 4]| if line == 0 { signs[usize::from(strength) - 1] } else { ' ' };
        let (x, y, look) = match direction {
            Direction::Right => (x + 0.5, y + aside, Look::new(Shape::Bar, Tone::Faint, sign(BARS))),
            _ => (x + aside, y + 0.5, Look::new(Shape::Post, Tone::Faint, sign(POSTS))),
        };
        Piece { name: format!("bond-{one}-{other}-{line}"), x, y, look }
    })
}

/// The atoms with their free electrons, the player's on its ring.
fn atoms(lab: &Lab, scene: &Scene, pieces: &mut Vec<Piece>) {
    for (id, atom) in scene.atoms.iter().enumerate() {
        let (x, y) = place(lab, scene, id);
        if id == lab.player {
            pieces.push(Piece { name: "player".into(), x, y, look: PLAYER });
        }
        pieces.push(Piece { name: format!("atom-{id}"), x, y, look: atom_look(lab, id) });
        for (electron, (dx, dy)) in RIM.into_iter().enumerate().take(usize::from(atom.free)) {
            let sign = if electron == 0 { ELECTRONS[usize::from(atom.free) - 1] } else { ' ' };
            let look = Look::new(Shape::Speck, Tone::Floor, sign);
            pieces.push(Piece { name: format!("electron-{id}-{electron}"), x: x + dx, y: y + dy, look });
        }
    }
}

fn place(lab: &Lab, scene: &Scene, atom: AtomId) -> (f32, f32) {
    let (x, y) = lab.places[scene.atoms[atom].cell.index()];
    (x as f32, y as f32)
}

fn atom_look(lab: &Lab, atom: AtomId) -> Look {
    let letter = lab.letter(atom);
    let sign = if atom == lab.player { letter.to_ascii_uppercase() } else { letter };
    element_look(lab.atoms[atom], sign)
}

/// How an atom looks whose sign this is.
pub(crate) fn element_look(element: Element, sign: char) -> Look {
    let tone = match element {
        Element::Helium => Tone::Trail,
        Element::Hydrogen => Tone::Faint,
        Element::Oxygen => Tone::Red,
        Element::Nitrogen => Tone::Blue,
        Element::Carbon => Tone::Goal,
    };
    Look::new(Shape::Disc, tone, sign)
}

/// What the signs mean, for those that occur.
fn legend(lab: &Lab, scene: &Scene, bonds: [bool; 4]) -> Vec<(Look, String)> {
    let mut legend = vec![(atom_look(lab, lab.player), format!("player ({})", word(lab.atoms[lab.player])))];
    for element in Element::ALL.into_iter().rev() {
        let other = (0..lab.atoms.len()).any(|id| id != lab.player && lab.atoms[id] == element);
        if other {
            legend.push((element_look(element, element.letter()), word(element).into()));
        }
    }
    if !scene.is_solved() {
        let meaning = "free electron (: two, ∴ three, ∷ four)";
        legend.push((Look::new(Shape::Dot, Tone::Faint, ELECTRONS[0]), meaning.into()));
    }
    for (strength, meaning) in ["bond", "double bond", "triple bond", "fourfold bond"].into_iter().enumerate()
    {
        if bonds[strength] {
            legend.push((Look::new(Shape::Bar, Tone::Faint, BARS[strength]), meaning.into()));
        }
    }
    for modifier in Modifier::ALL {
        if lab.sheet.modifiers.iter().any(|&(other, _)| other == modifier) {
            let meaning = match modifier {
                Modifier::Weaken => "weakens",
                Modifier::Strengthen => "strengthens",
                Modifier::Rotate => "rotates",
            };
            legend.push((modifier_look(modifier), meaning.into()));
        }
    }
    legend
}

fn word(element: Element) -> &'static str {
    match element {
        Element::Helium => "helium",
        Element::Hydrogen => "hydrogen",
        Element::Oxygen => "oxygen",
        Element::Nitrogen => "nitrogen",
        Element::Carbon => "carbon",
    }
}
