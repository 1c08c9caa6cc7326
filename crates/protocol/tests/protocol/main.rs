//! What requests and replies promise.

mod bytes_per_move;
mod files;
mod painting;
