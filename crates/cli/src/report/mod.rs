//! How results are printed: as text, as a table, as JSON lines.

pub(crate) mod json;
pub(crate) mod table;
pub(crate) mod text;
