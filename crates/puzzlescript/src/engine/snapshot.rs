//! All that decides how a level goes on, so that it can be put aside and taken up again.
//!
//! The objects, and what few games need besides: where restarts lead, the random numbers, and movements that late
//! rules leave behind. Undo is not part of it.

use std::sync::Arc;

use super::{Board, Ending, Engine, Random};
use crate::game::{Compiled, Stage};

/// A level at rest.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Snapshot {
    /// The objects of each cell.
    pub objects: Arc<[u64]>,
    /// The movements of each cell; none if nothing moves.
    pub movements: Arc<[u64]>,
    /// Where restarts lead.
    pub restart_target: Arc<[u64]>,
    /// The random numbers, in a game that draws any.
    pub random: Option<Arc<Random>>,
    /// Whether the level is won.
    pub won: bool,
    /// How the move that led here ended.
    pub ending: Ending,
}

impl<'g> Engine<'g> {
    /// The level as it is now. `draws` says whether the game draws random numbers.
    pub fn snapshot(&self, draws: bool) -> Snapshot {
        let moving = self.board.movements.iter().any(|&word| word != 0);
        let unchanged = |stage: &Stage| match stage {
            Stage::Board(layout) => layout.objects == self.restart_target,
            Stage::Message { .. } => false,
        };
        let start = self.game.levels.get(self.level).is_some_and(unchanged);
        Snapshot {
            objects: self.board.objects.as_slice().into(),
            movements: if moving { self.board.movements.as_slice().into() } else { Arc::new([]) },
            restart_target: if start { Arc::new([]) } else { self.restart_target.as_slice().into() },
            random: draws.then(|| Arc::new(self.random.clone())),
            won: self.won > 0,
            ending: self.ending(),
        }
    }

    /// Takes a level up again. Its number counts messages; `None` if there is no such level, or the snapshot is of
    /// another one.
    pub fn resume(game: &'g Compiled, level: usize, snapshot: &Snapshot) -> Option<Engine<'g>> {
        let Some(Stage::Board(layout)) = game.levels.get(level) else {
            return None;
        };
        if layout.objects.len() != snapshot.objects.len() {
            return None;
        }
        let mut board = Board::new(game, layout);
        board.objects.copy_from_slice(&snapshot.objects);
        if snapshot.movements.len() == board.movements.len() {
            board.movements.copy_from_slice(&snapshot.movements);
        }
        let target: &[u64] =
            if snapshot.restart_target.is_empty() { &layout.objects } else { &snapshot.restart_target };
        let random = match &snapshot.random {
            Some(random) => Random::clone(random),
            None => Random::new(""),
        };
        Some(Engine::with_board(game, level, board, target.to_vec(), random))
    }
}
