//! The visible part of a large board.
//!
//! The view follows the player: it scrolls only when the focus comes near an edge. A board that fits
//! is centred.

/// The first visible column and row, in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Camera {
    /// The first column.
    pub(crate) left: usize,
    /// The first row.
    pub(crate) top: usize,
    /// The focus when the view was last moved.
    seen: Option<(usize, usize)>,
}

impl Camera {
    /// Scrolls to the focus if it has moved, and keeps the view on the board.
    pub(crate) fn follow(
        &mut self,
        focus: Option<(usize, usize)>,
        view: (usize, usize),
        board: (usize, usize),
    ) {
        if let Some((column, row)) = focus.filter(|_| self.seen != focus) {
            self.left = near(self.left, column, view.0);
            self.top = near(self.top, row, view.1);
            self.seen = focus;
        }
        self.left = self.left.min(board.0.saturating_sub(view.0));
        self.top = self.top.min(board.1.saturating_sub(view.1));
    }

    /// Moves the view by this many columns and rows.
    pub(crate) fn shift(&mut self, columns: isize, rows: isize) {
        self.left = self.left.saturating_add_signed(columns);
        self.top = self.top.saturating_add_signed(rows);
    }

    /// Scrolls to the focus again after the size of the view has changed.
    pub(crate) fn forget(&mut self) {
        self.seen = None;
    }
}

/// The new start of a view of this size that starts at `first`, so that `at` is well inside.
fn near(first: usize, at: usize, size: usize) -> usize {
    let margin = (size / 4).min(8);
    let low = (at + margin + 1).saturating_sub(size);
    let high = at.saturating_sub(margin);
    first.clamp(low.min(high), high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_focus_is_always_in_view() {
        let mut camera = Camera::default();
        for size in [1, 2, 3, 10, 40] {
            for at in (0..100).chain((0..100).rev()) {
                camera.forget();
                camera.follow(Some((at, at)), (size, size), (100, 100));
                let (left, top) = (camera.left, camera.top);
                assert!((left..left + size).contains(&at) && (top..top + size).contains(&at), "{size} {at}");
                assert!(left + size <= 100);
            }
        }
    }

    #[test]
    fn the_view_stays_while_the_focus_is_well_inside() {
        let mut camera = Camera { left: 50, top: 0, seen: None };
        camera.follow(Some((70, 5)), (40, 20), (200, 20));
        assert_eq!((camera.left, camera.top), (50, 0));
    }

    #[test]
    fn looking_around_stays_until_the_player_moves() {
        let mut camera = Camera::default();
        camera.follow(Some((0, 0)), (10, 10), (100, 100));
        camera.shift(30, 30);
        camera.follow(Some((0, 0)), (10, 10), (100, 100));
        assert_eq!((camera.left, camera.top), (30, 30));
        camera.follow(Some((1, 0)), (10, 10), (100, 100));
        assert_eq!((camera.left, camera.top), (0, 0));
    }
}
