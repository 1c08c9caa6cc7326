//! How a state changes: one move of all actors at once, in bit operations.
//!
//! Red and blue walk in opposite directions on every move. So a move has an axis, a colour that walks
//! *forward* (to larger tile numbers) and a colour that walks *backward*. Reversing the direction
//! exchanges the colours. All tiles are handled at once: a move takes about 30 word operations plus 14 for
//! each round of going back, and does not allocate (except on huge boards, whose sets are lists).

use unriddle_kit::Direction;

use super::level::{Axis, SearchLevel};
use super::state::State;
use crate::bits::Bits;

impl<B: Bits> SearchLevel<B> {
    /// The state after a move, which may be the same state.
    #[inline]
    pub(crate) fn after(&self, state: &State<B>, direction: Direction) -> State<B> {
        let ground = &*self.ground;
        let State { red, blue } = state;
        match direction {
            Direction::Right => slide(&ground.across, red, blue, |red, blue| State { red, blue }),
            Direction::Left => slide(&ground.across, blue, red, |blue, red| State { red, blue }),
            Direction::Down => slide(&ground.along, red, blue, |red, blue| State { red, blue }),
            Direction::Up => slide(&ground.along, blue, red, |blue, red| State { red, blue }),
        }
    }
}

/// Moves one colour forward and the other backward on an axis.
#[inline]
fn slide<B: Bits>(
    axis: &Axis<B>,
    forward: &B,
    backward: &B,
    join: impl FnOnce(B, B) -> State<B>,
) -> State<B> {
    // An actor whose target tile is impassable stays; the others step.
    let mut forward_stay = forward.outside(&axis.forward);
    let mut backward_stay = backward.outside(&axis.backward);
    let mut forward_step = forward.within(&axis.forward).forward(axis.by);
    let mut backward_step = backward.within(&axis.backward).backward(axis.by);
    // While two actors stand on the same tile, both go back to the tile they came from. At least one of
    // the two has stepped, as all actors were on different tiles before.
    loop {
        let standing = forward_stay.or(&backward_stay);
        let forward_back = forward_step.and(&standing.or(&backward_step));
        let backward_back = backward_step.and(&standing.or(&forward_step));
        if forward_back.or(&backward_back).is_empty() {
            return join(forward_stay.or(&forward_step), backward_stay.or(&backward_step));
        }
        forward_step = forward_step.and_not(&forward_back);
        forward_stay = forward_stay.or(&forward_back.backward(axis.by));
        backward_step = backward_step.and_not(&backward_back);
        backward_stay = backward_stay.or(&backward_back.forward(axis.by));
    }
}
