//! What a level looks like: atoms as spheres with their element, free electrons as beads on the sides
//! where they have no bond, bonds as rods of their strength, modifiers above everything on their corners.
//!
//! The player's atom is in upper case; in a drawing it has eyes and a ring. In a terminal an atom's
//! free electrons stand to its right, as one to four dots in a glyph. Atoms and bonds keep their names, so a
//! page can let them glide; an electron keeps its own as long as its side is free.

use unriddle_kit::{Cell, Direction, Picture, Piece, Style, Tone, sprite};

use super::arrangement::Arrangement;
use super::level::{AtomId, Board, Element, Modifier};
use super::sprites;

pub(crate) const WALL: Style = Style::new(sprite::WALL, Tone::Wall, '#');
pub(crate) const FLOOR: Style = Style::new(sprite::TILE, Tone::Bench, '.');

/// One to four free electrons, as a terminal shows them.
const ELECTRONS: [char; 4] = ['·', ':', '∴', '∷'];
/// Bonds of one to four strengths, from left to right and from top to bottom.
const BARS: [char; 4] = ['─', '═', '≡', '≣'];
const POSTS: [char; 4] = ['│', '║', '⦀', '⦙'];

/// The sides of an atom in the order in which free electrons take them, and how far out they sit.
const RIM: [(Direction, &str, (f32, f32)); 4] = [
    (Direction::Right, "right", (0.36, 0.0)),
    (Direction::Left, "left", (-0.36, 0.0)),
    (Direction::Up, "up", (0.0, -0.36)),
    (Direction::Down, "down", (0.0, 0.36)),
];

/// The picture of atoms and their bonds.
pub(crate) fn draw(board: &Board, atoms: &Arrangement) -> Picture {
    let mut picture = floor(board);
    let mut bonds = [false; 4];
    for atom in 0..atoms.atoms.len() {
        for direction in [Direction::Right, Direction::Down] {
            let strength = atoms.atoms[atom].bonds[direction as usize];
            if strength > 0 {
                bonds[usize::from(strength) - 1] = true;
                picture.pieces.push(bond(board, atoms, atom, direction, strength));
            }
        }
    }
    draw_atoms(board, atoms, &mut picture.pieces);
    picture.pieces.extend(board.plan.modifiers.iter().map(|&(modifier, (x, y))| {
        let name = format!("modifier-{x}-{y}");
        Piece::new(name, x as f32 + 0.5, y as f32 + 0.5, modifier_style(modifier))
    }));
    picture.legend = legend(board, atoms, bonds);
    picture
}

/// The floor and the walls.
fn floor(board: &Board) -> Picture {
    let plan = &board.plan;
    let (width, height) = plan.size;
    let cell = |(at, &floor): (usize, &bool)| {
        let style = if floor { FLOOR } else { WALL };
        Cell { x: at % width, y: at / width, style }
    };
    let cells = plan.floor.iter().enumerate().map(cell).collect();
    Picture { width, height, cells, ..Picture::default() }
}

/// How a modifier looks.
pub(crate) fn modifier_style(modifier: Modifier) -> Style {
    let (sprite, tone) = match modifier {
        Modifier::Weaken => (sprites::SAW, Tone::Red),
        Modifier::Strengthen => (sprites::PLUS, Tone::Goal),
        Modifier::Rotate => (sprites::PIVOT, Tone::Blue),
    };
    Style::new(sprite, tone, modifier.sign())
}

fn bond(board: &Board, atoms: &Arrangement, atom: AtomId, direction: Direction, strength: u8) -> Piece {
    let (x, y) = place(board, atoms, atom);
    let other = atoms.neighbour(board, atom, direction).unwrap_or(atom);
    let name = format!("bond-{}-{}", atom.min(other), atom.max(other));
    let strength = usize::from(strength) - 1;
    match direction {
        Direction::Right => Piece::new(name, x + 0.5, y, bar(strength)),
        _ => Piece::new(name, x, y + 0.5, Style::new(sprites::post(strength), Tone::Faint, POSTS[strength])),
    }
}

/// How a bond looks that is one stronger than `weaker`, from left to right.
fn bar(weaker: usize) -> Style {
    Style::new(sprites::BARS[weaker], Tone::Faint, BARS[weaker])
}

/// The atoms with their free electrons.
fn draw_atoms(board: &Board, atoms: &Arrangement, pieces: &mut Vec<Piece>) {
    for (id, atom) in atoms.atoms.iter().enumerate() {
        let (x, y) = place(board, atoms, id);
        pieces.push(Piece::new(format!("atom-{id}"), x, y, atom_style(board, id)));
        let free = usize::from(atom.free);
        if free == 0 {
            continue;
        }
        // Each bond takes at least one electron, so there are enough sides without one.
        let sides = RIM.into_iter().filter(|&(side, ..)| atom.bonds[side as usize] == 0);
        for (_, side, (dx, dy)) in sides.take(free) {
            pieces.push(Piece::new(format!("electron-{id}-{side}"), x + dx, y + dy, ELECTRON));
        }
        let count = Style::new(sprites::COUNT, Tone::Player, ELECTRONS[free - 1]);
        pieces.push(Piece::new(format!("count-{id}"), x + 0.3, y, count));
    }
}

/// A free electron in a drawing.
const ELECTRON: Style = Style::new(sprites::BEAD, Tone::Mark, ' ');

fn place(board: &Board, atoms: &Arrangement, atom: AtomId) -> (f32, f32) {
    let (x, y) = board.places[atoms.atoms[atom].cell.index()];
    (x as f32, y as f32)
}

fn atom_style(board: &Board, atom: AtomId) -> Style {
    element_style(board.atoms[atom], atom == board.player)
}

/// How an atom looks. The player's has its letter in upper case.
pub(crate) fn element_style(element: Element, is_player: bool) -> Style {
    let (sprites, tone) = match element {
        Element::Helium => (sprites::HELIUM, Tone::Trail),
        Element::Hydrogen => (sprites::HYDROGEN, Tone::Faint),
        Element::Oxygen => (sprites::OXYGEN, Tone::Red),
        Element::Nitrogen => (sprites::NITROGEN, Tone::Blue),
        Element::Carbon => (sprites::CARBON, Tone::Goal),
    };
    let letter = element.letter();
    let glyph = if is_player { letter.to_ascii_uppercase() } else { letter };
    Style::new(sprites[usize::from(is_player)], tone, glyph)
}

/// What the glyphs mean, for those that occur.
fn legend(board: &Board, atoms: &Arrangement, bonds: [bool; 4]) -> Vec<(Style, String)> {
    let mut legend =
        vec![(atom_style(board, board.player), format!("player ({})", board.atoms[board.player].word()))];
    for element in Element::ALL.into_iter().rev() {
        let other = (0..board.atoms.len()).any(|id| id != board.player && board.atoms[id] == element);
        if other {
            legend.push((element_style(element, false), element.word().into()));
        }
    }
    if !atoms.is_solved() {
        let meaning = "free electrons, 1 to 4";
        legend.push((Style::new(sprites::BEAD, Tone::Mark, ELECTRONS[0]), meaning.into()));
    }
    for (strength, meaning) in ["bond", "double bond", "triple bond", "fourfold bond"].into_iter().enumerate()
    {
        if bonds[strength] {
            legend.push((bar(strength), meaning.into()));
        }
    }
    for modifier in Modifier::ALL {
        if board.plan.modifiers.iter().any(|&(other, _)| other == modifier) {
            let meaning = match modifier {
                Modifier::Weaken => "weakens",
                Modifier::Strengthen => "strengthens",
                Modifier::Rotate => "rotates",
            };
            legend.push((modifier_style(modifier), meaning.into()));
        }
    }
    legend
}
