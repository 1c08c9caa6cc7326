//! How much memory the levels of a game take.
//!
//! Whoever answers strangers must know that before the work is done. So each game says it for a
//! byte of a level's text, at most; the readers see to it that no text asks for more. The numbers
//! are checked against what is really allocated, for the heaviest texts of each game.

/// The most memory that a level takes, in bytes for each byte of its text, or for each cell of the
/// smallest rectangle around the text where that is larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footprint {
    /// To read it, and to have it.
    pub level: usize,
    /// To show it to a page beyond that: its picture, the moves that can be made, and both as JSON.
    pub scene: usize,
    /// To draw it as an SVG document, instead.
    pub drawing: usize,
    /// What a search prepares before it begins, however long the text is.
    pub tables: usize,
}

impl Default for Footprint {
    /// What is true of most games whose cells are written in a byte or two.
    fn default() -> Self {
        Footprint { level: 160, scene: 1200, drawing: 1800, tables: 0 }
    }
}

impl Footprint {
    /// The larger of both, number by number.
    pub fn max(self, other: Footprint) -> Footprint {
        Footprint {
            level: self.level.max(other.level),
            scene: self.scene.max(other.scene),
            drawing: self.drawing.max(other.drawing),
            tables: self.tables.max(other.tables),
        }
    }
}
