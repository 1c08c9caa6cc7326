//! Where a player is told to look, and what a tap on the board means.

use unriddle_kit::{Direction, Focus, Rules};

use super::AnimaRules;
use super::level::{Actor, Colour, Tile};
use super::walkers::Walkers;

impl AnimaRules {
    /// Of the actors that the first move moves, the one that comes to a goal of its colour first, seen where it stands now.
    pub(super) fn look_at(&self, walkers: &Walkers, moves: &[Direction]) -> Option<Focus> {
        let rests = |actor: &Actor| self.tile(actor.at) == Tile::Goal(actor.colour);
        let mut first = walkers.clone();
        Rules::play(self, &mut first, *moves.first()?).ok()?;
        let moves_now = |at: &usize| first.0[*at].at != walkers.0[*at].at;
        let mut after = walkers.clone();
        for &direction in moves {
            let before = after.clone();
            Rules::play(self, &mut after, direction).ok()?;
            let comes = |at: &usize| rests(&after.0[*at]) && !rests(&before.0[*at]);
            if let Some(at) = (0..after.0.len()).filter(moves_now).find(comes) {
                let Actor { colour, at } = walkers.0[at];
                return Some(Focus::on(&format!("the {} block", colour.word()), at));
            }
        }
        None
    }

    /// A tap on a tile beside an actor makes that actor walk there, if all actors beside it agree on the way.
    pub(super) fn walk_to(
        &self,
        walkers: &Walkers,
        (x, y): (usize, usize),
    ) -> Result<Vec<Direction>, String> {
        let beside = |actor: &&Actor| actor.at.0.abs_diff(x) + actor.at.1.abs_diff(y) == 1;
        let mut ways = walkers.0.iter().filter(beside).filter_map(|actor| {
            let way = Direction::between(actor.at, (x, y))?;
            Some(if actor.colour == Colour::Red { way } else { way.opposite() })
        });
        match ways.next() {
            None => Err("choose a tile beside a block to make it walk there".into()),
            Some(way) if ways.all(|other| other == way) => Ok(vec![way]),
            Some(_) => Err("the blocks beside this tile would walk different ways: use a key".into()),
        }
    }
}
