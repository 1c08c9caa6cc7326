//! What a position shows.

use unriddle_kit::{Game, Picture};

use super::super::Sokobond;

fn picture(text: &str) -> Picture {
    Sokobond.read(text, &[]).expect("a level").start().picture()
}

fn names<'a>(picture: &'a Picture, prefix: &str) -> Vec<&'a str> {
    let names = picture.pieces.iter().map(|piece| piece.name.as_str());
    names.filter(|name| name.starts_with(prefix)).collect()
}

#[test]
fn free_electrons_sit_where_there_is_no_bond() {
    let picture = picture("xxxxx\nxHc-x\nxx-xx\nxxxxx\n");
    assert_eq!(names(&picture, "bond"), ["bond-0-1"]);
    let electrons = names(&picture, "electron");
    assert_eq!(electrons.len(), 3, "{electrons:?}");
    assert!(!electrons.iter().any(|name| name.ends_with("left")), "{electrons:?}");
}

#[test]
fn modifiers_lie_above_atoms() {
    let picture = picture("v2\nx x x x\n\nx H o x\n   +\nx - - x\n\nx x x x\n");
    assert_eq!(picture.pieces.last().map(|piece| piece.name.as_str()), Some("modifier-1-1"));
}

#[test]
fn the_player_is_told_from_other_atoms_of_its_element_by_shape() {
    let picture = picture("xxxxxx\nxH--hx\nxxxxxx\n");
    let outlines = |name: &str| {
        let piece = picture.pieces.iter().find(|piece| piece.name == name).expect("an atom");
        piece.style.sprite().art().outlines
    };
    assert_ne!(outlines("atom-0"), outlines("atom-1"));
}
