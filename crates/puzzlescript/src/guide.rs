//! Where a player is told to look.

use unriddle_kit::Focus;

use super::level::{Move, ScriptLevel, State};
use super::mask::members;
use super::picture::window;

/// How many moves are tried to find what they move.
const MAX_TRIED: usize = 30;

impl ScriptLevel {
    /// The first thing that these moves take to a cell beside its own, except for players: whoever moves nothing else
    /// knows where to look.
    pub(super) fn look_at(&self, state: &State, moves: &[Move]) -> Option<Focus> {
        let (left, top, width, height) = window(self, state);
        let mut before = state.clone();
        for &mv in moves.iter().take(MAX_TRIED) {
            let after = self.after(&before, mv)?;
            for (x, y) in (left..left + width).flat_map(|x| (top..top + height).map(move |y| (x, y))) {
                if let Some(id) = self.goes_from((x, y), &before, &after) {
                    let what = format!("the {}", self.game().called(id));
                    return Some(Focus::on(&what, (x - left, y - top)));
                }
            }
            before = after;
        }
        None
    }

    /// An object that has left a cell for one beside it.
    fn goes_from(&self, (x, y): (usize, usize), before: &State, after: &State) -> Option<usize> {
        let (game, layout) = (self.game(), self.layout());
        let words = game.object_words;
        let objects = |state: &State, (x, y): (usize, usize)| -> Vec<usize> {
            members(&state.snapshot.objects[(x * layout.height + y) * words..][..words]).collect()
        };
        let left = objects(before, (x, y));
        let stays = objects(after, (x, y));
        let beside = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        let players: Vec<usize> = game.player.mask.members().collect();
        let is_new = |to: (usize, usize), id: usize| {
            objects(after, to).contains(&id) && !objects(before, to).contains(&id)
        };
        left.into_iter().filter(|id| !stays.contains(id) && !players.contains(id)).find(|&id| {
            let mut beside = beside.iter().filter(|(x, y)| *x < layout.width && *y < layout.height);
            beside.any(|&to| is_new(to, id))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::lessons::LESSONS;
    use crate::PuzzleScript;
    use unriddle_kit::Game;

    #[test]
    fn a_hint_looks_at_what_is_pushed_and_not_at_the_only_player() {
        let focus = |title: &str| {
            let lesson = LESSONS.iter().find(|lesson| lesson.title == title).expect("a lesson");
            let level = PuzzleScript.read(lesson.level, &[]).expect("a level");
            let moves: Vec<String> = lesson.moves.chars().map(String::from).collect();
            level.start().focus(&moves).map(|focus| focus.words)
        };
        assert_eq!(focus("Push").as_deref(), Some("the crate at column 3, row 2"));
        assert_eq!(focus("Win"), None);
    }
}
