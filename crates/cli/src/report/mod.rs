//! How results are told: as text for people, as a table, as JSON lines.

pub(crate) mod json;
pub(crate) mod table;
pub(crate) mod text;
