//! Which part of a large board is seen.
//!
//! The view follows the player: when what is in focus comes near an edge, the board moves on, and
//! stays where it is otherwise. A board that fits is shown in the middle.

/// The first column and row that are seen, in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Camera {
    /// The first column.
    pub(crate) left: usize,
    /// The first row.
    pub(crate) top: usize,
    /// What was in focus when the view was last moved.
    seen: Option<(usize, usize)>,
}

impl Camera {
    /// Brings the focus into view, if it has moved, and the view onto the board.
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

    /// Moves the view by so many columns and rows.
    pub(crate) fn shift(&mut self, columns: isize, rows: isize) {
        self.left = self.left.saturating_add_signed(columns);
        self.top = self.top.saturating_add_signed(rows);
    }

    /// Looks for the focus anew: the size of the view has changed.
    pub(crate) fn forget(&mut self) {
        self.seen = None;
    }
}

/// The first place of a view of this size that begins at `first`, moved so that `at` lies well
/// inside.
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
