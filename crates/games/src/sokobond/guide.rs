//! Where a player is told to look, and what a tap on the board means.

use unriddle_kit::{Direction, Focus, Rules};

use super::{PlayState, SokobondRules};

impl SokobondRules {
    /// The first atom beside the player's that is pushed, or gains or loses a bond.
    pub(super) fn look_at(&self, played: &PlayState, moves: &[Direction]) -> Option<Focus> {
        let board = &self.board;
        let before = &played.arrangement.atoms;
        let mut after = played.clone();
        for &direction in moves {
            Rules::play(self, &mut after, direction).ok()?;
            let changes = |&atom: &usize| {
                let (old, new) = (&before[atom], &after.arrangement.atoms[atom]);
                atom != board.player && (old.cell != new.cell || old.bonds != new.bonds)
            };
            if let Some(atom) = (0..before.len()).find(changes) {
                let what = format!("the {} atom", board.atoms[atom].word());
                return Some(Focus::on(&what, board.places[before[atom].cell.index()]));
            }
        }
        None
    }

    /// A tap on a cell beside the player's atom moves it there.
    pub(super) fn move_to(
        &self,
        played: &PlayState,
        (x, y): (usize, usize),
    ) -> Result<Vec<Direction>, String> {
        let player = played.arrangement.atoms[self.board.player].cell;
        let from = self.board.places[player.index()];
        match Direction::between(from, (x, y)) {
            Some(way) if from.0.abs_diff(x) + from.1.abs_diff(y) == 1 => Ok(vec![way]),
            _ => Err("choose a cell beside your atom to move it there".into()),
        }
    }
}
