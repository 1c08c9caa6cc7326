//! A board: the objects and the movements of every cell.
//!
//! Cells are numbered column by column. Movements live in the cell, not on the object, and are gone between turns.

use crate::game::{Compiled, Layout};
use crate::mask::Mask;

/// A board.
#[derive(Clone, Debug)]
pub struct Board {
    /// Its width in cells.
    pub width: usize,
    /// Its height in cells.
    pub height: usize,
    /// The objects of the cells, one after the other.
    pub objects: Vec<u64>,
    /// The movements of the cells.
    pub movements: Vec<u64>,
    /// For each layer of each cell: the rigid groups whose rules moved it.
    pub rigid_groups: Vec<u64>,
    /// The layers of each cell that rigid rules moved.
    pub rigid_layers: Vec<u64>,
    /// At least the objects that are anywhere on the board, and the movements: rules that need others are skipped.
    pub somewhere: (Mask, Mask),
    object_words: usize,
    movement_words: usize,
}

impl Board {
    /// The board of a level, before anything moved.
    pub fn new(game: &Compiled, layout: &Layout) -> Board {
        let movements = layout.width * layout.height * game.movement_words;
        Board {
            width: layout.width,
            height: layout.height,
            objects: layout.objects.clone(),
            movements: vec![0; movements],
            rigid_groups: vec![0; movements],
            rigid_layers: vec![0; movements],
            somewhere: (Mask::new(game.object_words), Mask::new(game.movement_words)),
            object_words: game.object_words,
            movement_words: game.movement_words,
        }
    }

    /// Finds out anew what is anywhere on the board.
    pub fn survey(&mut self) {
        let (objects, movements) = &mut self.somewhere;
        objects.0.fill(0);
        movements.0.fill(0);
        self.objects.chunks(self.object_words).for_each(|cell| objects.union(cell));
        self.movements.chunks(self.movement_words).for_each(|cell| movements.union(cell));
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.width * self.height
    }

    /// The words of a cell: what it takes to look at it.
    pub fn cell_words(&self) -> usize {
        self.object_words + self.movement_words
    }

    /// The objects of a cell.
    pub fn objects(&self, cell: usize) -> &[u64] {
        &self.objects[cell * self.object_words..][..self.object_words]
    }

    /// The movements of a cell.
    pub fn movements(&self, cell: usize) -> &[u64] {
        &self.movements[cell * self.movement_words..][..self.movement_words]
    }

    /// The words of the objects of a cell.
    pub fn object_range(&self, cell: usize) -> std::ops::Range<usize> {
        cell * self.object_words..(cell + 1) * self.object_words
    }

    /// The words of the movements of a cell.
    pub fn movement_range(&self, cell: usize) -> std::ops::Range<usize> {
        cell * self.movement_words..(cell + 1) * self.movement_words
    }

    /// Nothing moves any more.
    pub fn clear_movements(&mut self) {
        self.movements.fill(0);
        self.rigid_groups.fill(0);
        self.rigid_layers.fill(0);
    }

    /// Puts other objects on the board; nothing moves.
    pub fn restore(&mut self, objects: &[u64]) {
        self.objects.copy_from_slice(objects);
        self.clear_movements();
    }
}
