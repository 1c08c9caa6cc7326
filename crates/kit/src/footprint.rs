//! An upper bound on the memory that the levels of a game take.
//!
//! A server must know the cost of a request before it does the work. So each game states a bound per
//! byte of the level's text, and the parsers ensure that no text exceeds it. A test checks the
//! numbers against the actual allocations for the most expensive texts of each game.

/// The maximum memory of a level: in bytes, or in bytes per byte of its text, or per cell of the bounding
/// rectangle of the text if that is larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footprint {
    /// To parse and hold it, in bytes, whatever the length of the text.
    pub fixed: usize,
    /// In addition, per byte of the text.
    pub level: usize,
    /// In addition, to show it on a page: its picture, the legal moves, and both as JSON.
    pub scene: usize,
    /// Instead of `scene`, to draw it as an SVG document.
    pub drawing: usize,
    /// The tables of a search, in bytes, whatever the length of the text.
    pub tables: usize,
}

impl Footprint {
    /// Holds for most games whose cells are written in one or two bytes.
    pub const DEFAULT: Footprint = Footprint { fixed: 0, level: 160, scene: 1200, drawing: 1800, tables: 0 };

    /// The maximum of both, field by field.
    pub fn max(self, other: Footprint) -> Footprint {
        Footprint {
            fixed: self.fixed.max(other.fixed),
            level: self.level.max(other.level),
            scene: self.scene.max(other.scene),
            drawing: self.drawing.max(other.drawing),
            tables: self.tables.max(other.tables),
        }
    }
}
