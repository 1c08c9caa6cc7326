//! The level as a row of stages, one for each bond still to make: for just any solution.
//!
//! An estimate is soon led to where most bonds are made and the last ones can never be: from there
//! it looks at all the rest before it turns back. Here each number of bonds has a queue of its own,
//! and all take turns ([`Puzzle::stage`]): those with many bonds to make go on being looked at,
//! and one of them leads to the end in the end.
//!
//! The pushes are counted, not the steps between them. So it does not matter where a helium player
//! stands, only where it can walk to, and all these states count as one.

use unriddle_search::{Cost, Interrupt, Puzzle};

use super::bench::{Bench, at_bench};
use super::level::Cell;
use super::quest::{Leg, Quest};
use super::state::{State, Words};

/// What a push costs. The ways between atoms count half as much as pushes: with four times the
/// [estimate](Puzzle::estimate), as the engine takes it.
const PUSH: Cost = 8;

/// A level to be searched stage by stage.
pub(crate) struct Stages<'q, 'a, W>(pub(super) &'q Quest<'a, W>);

impl<W: Words> Puzzle for Stages<'_, '_, W> {
    type State = State<W>;
    type Move = Leg;

    fn start(&self) -> State<W> {
        self.0.start()
    }

    fn is_solved(&self, state: &State<W>) -> bool {
        self.0.is_solved(state)
    }

    fn expand(&self, state: &State<W>, mut visit: impl FnMut(Leg, Cost, State<W>)) {
        self.0.expand(state, |leg, _, next| visit(leg, PUSH, next));
    }

    fn least_cost(&self) -> Cost {
        PUSH
    }

    fn cost_scale(&self) -> Cost {
        PUSH
    }

    /// Only whether it is lost.
    fn lower_bound(&self, state: &State<W>) -> Option<Cost> {
        let lab = &*self.0.level.lab;
        at_bench(|bench| {
            bench.scene.load(lab, state);
            match bench.scene.is_solved() {
                true => Some(0),
                false => (!bench.marks.is_lost(lab, &bench.scene)).then_some(PUSH),
            }
        })
    }

    fn estimate(&self, state: &State<W>) -> Cost {
        let lab = &*self.0.level.lab;
        at_bench(|bench| {
            bench.scene.load(lab, state);
            bench.marks.gaps(lab, &bench.scene)
        })
    }

    /// The bonds still to make.
    fn stage(&self, state: &State<W>) -> u8 {
        at_bench(|bench| {
            bench.scene.load(&self.0.level.lab, state);
            (bench.scene.free() / 2).min(u8::MAX.into()) as u8
        })
    }

    fn heap_bytes(&self, state: &State<W>) -> usize {
        self.0.heap_bytes(state)
    }

    fn interrupt(&self) -> Option<&Interrupt<'_>> {
        self.0.interrupt
    }

    fn canonical(&self, state: State<W>) -> State<W> {
        if !self.0.walks {
            return self.0.canonical(state);
        }
        let lab = &*self.0.level.lab;
        at_bench(|bench| {
            bench.scene.load(lab, &state);
            bench.walk.flood(lab, &bench.scene);
            let Some(blur) = self.0.blur else {
                let first = bench.walk.reached.iter().copied().min();
                stand(bench, lab.player, first);
                return bench.scene.pack(lab);
            };
            // The cells that come first in some image of the board.
            let rank = |&cell: &Cell| blur.first_image(cell);
            let first = bench.walk.reached.iter().map(rank).min();
            let mut least: Option<State<W>> = None;
            for at in 0..bench.walk.reached.len() {
                let cell = bench.walk.reached[at];
                if Some(rank(&cell)) == first {
                    stand(bench, lab.player, Some(cell));
                    let state = blur.canonical(lab, &bench.scene, &mut bench.fields);
                    least = Some(least.map_or(state.clone(), |least| least.min(state)));
                }
            }
            least.unwrap_or(state)
        })
    }
}

/// Puts the player on a cell that it can walk to.
fn stand(bench: &mut Bench, player: usize, cell: Option<Cell>) {
    if let Some(cell) = cell {
        bench.scene.lift(player);
        // A cell that was walked to is empty.
        let _ = bench.scene.put(player, cell);
    }
}
