//! The tests of the server and the page, in one binary: it is linked once, and the modules share
//! [`support`].
//!
//! Tests that measure time or memory have the machine to themselves; the others run side by side.
//! `cargo test -p unriddle-web --test web NAME` runs those of one module.

#[cfg(feature = "browser")]
mod browser;
mod budget;
mod crowds;
mod guards;
mod interface;
mod malformed;
mod solving;
mod support;
