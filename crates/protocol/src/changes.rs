//! What differs between two drawings: what a page that shows the one needs to show the other.
//!
//! A move changes a few pieces of a board that may have thousands of cells. A request names the drawing that
//! its page shows by its [mark](Drawing::mark). The engine draws the session of the request once more, and if
//! that is the same drawing, the reply holds only what has changed since. Nothing is kept between requests, and
//! a page that shows anything else gets a whole drawing.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use super::drawing::{CellSign, Drawing, DrawnCell, DrawnPiece, Entry, Stamp, StampLayer, Styles};

/// What differs between the drawing that a page shows and the next.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Changes {
    /// The mark of the next drawing.
    pub mark: String,
    /// The ids of the styles that this reply refers to, by their places in this list.
    pub used: Vec<String>,
    /// Those of them that the page does not have.
    #[serde(rename = "looks", skip_serializing_if = "Vec::is_empty")]
    pub styles: Vec<Stamp>,
    /// The cells that look different.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<DrawnCell>,
    /// The ground, if it looks different.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground: Option<Vec<GroundPart>>,
    /// What is written on cells, if that has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signs: Option<Vec<CellSign>>,
    /// The names of the pieces that are no longer there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<String>,
    /// The pieces that were there and differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<DrawnPiece>,
    /// The pieces that are new, each with its place among all pieces, in the order of these places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub added: Vec<(usize, DrawnPiece)>,
    /// The names of all pieces, bottom to top, if those that stay have another order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<String>,
    /// What the styles mean, if that has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legend: Option<Vec<Entry>>,
    /// The line below the picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
    /// The description for screen readers, if it has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

/// A part of the ground.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum GroundPart {
    /// One that the page has, by its place in the ground of the drawing before.
    Kept(usize),
    /// A new one.
    New(StampLayer),
}

impl Changes {
    /// What differs between two drawings in the same styles; nothing if they are of different boards.
    pub(super) fn between(old: &Drawing, new: &Drawing) -> Option<Changes> {
        let same_board = (old.width, old.height, old.cells.len()) == (new.width, new.height, new.cells.len());
        let places = |drawing: &Drawing| drawing.pieces.iter().map(|piece| piece.name.clone()).collect();
        let (before, after): (HashSet<String>, HashSet<String>) = (places(old), places(new));
        let named = before.len() == old.pieces.len() && after.len() == new.pieces.len();
        if !same_board || !named {
            return None;
        }
        let mut cells = Vec::new();
        for (was, is) in old.cells.iter().zip(&new.cells) {
            if (was.x, was.y) != (is.x, is.y) {
                return None;
            }
            if was != is {
                cells.push(is.clone());
            }
        }
        let stood: HashMap<&str, &DrawnPiece> =
            old.pieces.iter().map(|piece| (piece.name.as_str(), piece)).collect();
        let (mut changed, mut added) = (Vec::new(), Vec::new());
        for (place, piece) in new.pieces.iter().enumerate() {
            match stood.get(piece.name.as_str()) {
                None => added.push((place, piece.clone())),
                Some(&was) if was != piece => changed.push(piece.clone()),
                Some(_) => {}
            }
        }
        let staying = |pieces: &[DrawnPiece], others: &HashSet<String>| -> Vec<String> {
            pieces.iter().map(|piece| piece.name.clone()).filter(|name| others.contains(name)).collect()
        };
        let in_order = staying(&old.pieces, &after) == staying(&new.pieces, &before);
        let order = if in_order { Vec::new() } else { staying(&new.pieces, &after) };
        let gone = old.pieces.iter().map(|piece| piece.name.clone()).filter(|name| !after.contains(name));
        Some(Changes {
            mark: new.mark.clone(),
            used: Vec::new(),
            styles: Vec::new(),
            cells,
            ground: None,
            signs: None,
            gone: gone.collect(),
            changed,
            added,
            order,
            legend: (old.legend != new.legend).then(|| new.legend.clone()),
            caption: new.caption.clone(),
            title: (old.title != new.title).then(|| new.title.clone()),
        })
    }

    /// Adds what differs in the ground of the two drawings.
    pub(super) fn compare_ground(&mut self, old: &Drawing, new: &Drawing) {
        let part = |part: &StampLayer| match old.ground.iter().position(|other| other == part) {
            Some(place) => GroundPart::Kept(place),
            None => GroundPart::New(part.clone()),
        };
        self.ground = (old.ground != new.ground).then(|| new.ground.iter().map(part).collect());
        self.signs = (old.signs != new.signs).then(|| new.signs.clone());
    }

    /// Numbers the styles that it refers to from 0, and adds those that come after the first `known`. Further
    /// references are passed in, too.
    pub(super) fn number_styles<'a>(
        &'a mut self,
        styles: &Styles,
        known: usize,
        further: impl IntoIterator<Item = &'a mut usize>,
    ) {
        let mut numbers: HashMap<usize, usize> = HashMap::new();
        let own = self.cells.iter_mut().map(|cell| &mut cell.style);
        let own = own.chain(self.changed.iter_mut().map(|piece| &mut piece.style));
        let own = own.chain(self.added.iter_mut().map(|(_, piece)| &mut piece.style));
        let own = own.chain(self.legend.iter_mut().flatten().map(|entry| &mut entry.style));
        for style in own.chain(further) {
            *style = *numbers.entry(*style).or_insert_with(|| {
                let stamp = &styles.stamps[*style];
                self.used.push(stamp.id.clone());
                if *style >= known {
                    self.styles.push(stamp.clone());
                }
                self.used.len() - 1
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unriddle_kit::Picture;

    fn changes(before: &Picture, after: &Picture) -> Option<Changes> {
        let mut styles = Styles::default();
        let old = Drawing::in_styles(before, &mut styles).expect("it is small");
        let known = styles.stamps.len();
        let new = Drawing::in_styles(after, &mut styles).expect("it is small");
        let mut changes = Changes::between(&old, &new)?;
        changes.number_styles(&styles, known, []);
        Some(changes)
    }

    #[test]
    fn a_step_changes_one_piece_and_leaves_one_behind() {
        let level = unriddle_games::read("######\n#S..E#\n######", &[]).expect("a maze");
        let position = level.start();
        let after = |moves: &str| position.after(moves).expect("it is free").picture();
        let changes = changes(&after("F"), &after("FF")).expect("the same board");
        let names: Vec<&str> = changes.changed.iter().map(|piece| piece.name.as_str()).collect();
        assert_eq!((names, changes.cells.len(), changes.gone.len()), (vec!["reindeer"], 0, 0));
        let added: Vec<(usize, &str)> =
            changes.added.iter().map(|(place, piece)| (*place, piece.name.as_str())).collect();
        assert_eq!(added, [(0, "step-2")]);
        assert!(changes.order.is_empty() && changes.used.len() <= 6, "{changes:?}");
    }

    #[test]
    fn pieces_of_another_order_are_listed() {
        let level = unriddle_games::read("######\n#S..E#\n######", &[]).expect("a maze");
        let mut before = level.start().after("FF").expect("it is free").picture();
        let mut after = before.clone();
        after.pieces.reverse();
        let changed = changes(&before, &after).expect("the same board");
        assert_eq!(changed.order, ["reindeer", "step-2"]);
        before.cells.pop();
        assert_eq!(changes(&before, &after), None, "another board");
    }
}
