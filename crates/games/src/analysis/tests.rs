//! Every figure against a slow computation of its own, on small random levels of every game.
mod oracle;
