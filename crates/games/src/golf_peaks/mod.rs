//! Golf Peaks.
//!
//! - A ball lies on a board of cells of different heights, some of them nothing at all.
//! - You hold cards. Each is played once, in one of four directions: the ball jumps so many
//!   cells, then rolls so many.
//! - A rolling ball falls down steps and bounces off whatever is higher; it climbs slopes.
//! - Slopes, belts and ice carry a ball on that would come to rest; angled walls turn it; a
//!   spring makes it jump what it had left to roll; a warp takes it to its twin.
//! - On sand a ball does not roll. From water it returns to the last safe cell.
//! - Off the board, at rest on quicksand, or in a slide without end, the ball is lost.
//! - The level is won when the ball comes to rest on the flag, or lands on it.
//!
//! The fewest cards are looked for; each costs 1. Between cards only the ball's cell and the cards
//! left matter ([`state`]). What a card does hangs on neither the other cards nor the past
//! ([`moves`]), which is what the lower bound is made of ([`bound`]).

mod bound;
mod easel;
mod format;
mod level;
mod loops;
mod moves;
mod notation;
mod picture;
mod rolling;
mod search;
mod state;
#[cfg(test)]
mod tests;

use unriddle_search::{Cost, Monitor, Options, Puzzle, Report, Solutions};

use self::level::{Card, Course, Ground, Level};
use self::notation::Move;
use self::state::{Hand, Layout, State};
use crate::editing::Easel;
use crate::rules::meaningless;
use crate::{
    Board, Claims, Direction, Footprint, Game, Gesture, Handling, LevelError, Picture, PlayError, Rules,
};

/// The game.
pub(crate) struct GolfPeaks;

impl Game for GolfPeaks {
    fn id(&self) -> &'static str {
        "golf-peaks"
    }

    fn name(&self) -> &'static str {
        "Golf Peaks"
    }

    fn about(&self) -> &'static str {
        "Bring the ball to the flag over hills, ice and water with the cards in your hand."
    }

    fn format(&self) -> &'static str {
        format::HELP
    }

    fn notation(&self) -> &'static str {
        "card and arrow, ↗ up, ↙ down, ↖ left, ↘ right (or ^ v < >, u d l r): 1/2-↗ 3-↘"
    }

    fn move_word(&self) -> &'static str {
        "card"
    }

    fn handling(&self) -> Handling {
        Handling::Hand
    }

    fn easel(&self) -> &'static dyn Easel {
        &easel::CourseEasel
    }

    /// The table is that of the bound, which has a limit.
    fn footprint(&self) -> Footprint {
        Footprint { level: 96, scene: 120, drawing: 120, tables: 32 << 20 }
    }

    fn likeness(&self, text: &str) -> u8 {
        format::likeness(text)
    }

    fn read(&self, text: &str, _settings: &[(&str, u32)]) -> Result<Box<dyn crate::Level>, LevelError> {
        Ok(open(format::read(text)?))
    }
}

/// Makes a course ready for the search, with the smallest hand that holds its cards.
fn open(course: Course) -> Box<dyn crate::Level> {
    let counts: Vec<u32> = course.deck().into_iter().map(|(_, count)| count).collect();
    match Layout::new(&counts).bits {
        0..=32 => Box::new(Board(Level::<u32>::new(course))),
        33..=64 => Box::new(Board(Level::<u64>::new(course))),
        _ => Box::new(Board(Level::<Box<[u32]>>::new(course))),
    }
}

impl<H: Hand> Puzzle for Level<H> {
    type State = State<H>;
    type Move = Move;

    fn start(&self) -> State<H> {
        self.start.clone()
    }

    /// A ball at rest on the flag has won, and no other has.
    #[inline]
    fn is_solved(&self, state: &State<H>) -> bool {
        state.ball == self.ground.course.flag
    }

    fn expand(&self, state: &State<H>, visit: impl FnMut(Move, Cost, State<H>)) {
        self.expand_until(state, || false, visit);
    }

    fn least_cost(&self) -> Cost {
        1
    }

    fn lower_bound(&self, state: &State<H>) -> Option<Cost> {
        let Ground { course, deck, layout, bound } = &*self.ground;
        bound.of(course, deck, layout, state)
    }

    fn heap_bytes(&self, state: &State<H>) -> usize {
        state.hand.heap_bytes()
    }
}

impl<H: Hand> Rules for Level<H> {
    fn game(&self) -> &'static dyn Game {
        &GolfPeaks
    }

    fn texts(&self) -> Vec<(&'static str, String)> {
        vec![("text", format::write(&self.ground.course))]
    }

    fn claims(&self) -> Claims {
        Claims { optimal: None, solutions: self.ground.course.solutions.clone() }
    }

    fn starting_at(&self, state: State<H>) -> Self {
        Level { ground: self.ground.clone(), start: state }
    }

    /// Also cards that bring the ball back to its cell.
    fn legal(&self, state: &State<H>) -> Vec<Move> {
        let mut moves = Vec::new();
        for &card in &self.ground.deck {
            let all = Direction::ALL.map(|direction| Move { card, direction });
            moves.extend(all.into_iter().filter(|&mv| self.play(state, mv).is_ok()));
        }
        moves
    }

    fn play(&self, state: &State<H>, mv: Move) -> Result<(Cost, State<H>), String> {
        if self.is_solved(state) {
            return Err("the ball is at the flag already".into());
        }
        let (course, layout) = (&self.ground.course, &self.ground.layout);
        let Some(kind) = self.ground.deck.iter().position(|&card| card == mv.card) else {
            return Err(format!("the level has no card {}", mv.card));
        };
        if state.hand.count(layout, kind) == 0 {
            return Err(format!("no card {} is left", mv.card));
        }
        let ball = course.play(state.ball, mv.card, mv.direction).map_err(|lost| lost.tell(course))?;
        Ok((1, State { ball, hand: state.hand.without(layout, kind) }))
    }

    fn hand(&self, state: &State<H>) -> Vec<String> {
        self.cards(&state.hand).iter().map(ToString::to_string).collect()
    }

    fn meaning(&self, _: &State<H>, gesture: &Gesture) -> Result<Vec<Move>, String> {
        match gesture {
            Gesture::Play { card, direction } => match notation::card(card) {
                Ok((card, "")) => Ok(vec![Move { card, direction: *direction }]),
                _ => Err("this is no card".into()),
            },
            _ => meaningless(&GolfPeaks),
        }
    }

    fn move_name(&self, mv: Move) -> String {
        notation::name(mv)
    }

    fn write_moves(&self, moves: &[Move]) -> String {
        notation::write(moves)
    }

    fn read_moves(&self, text: &str) -> Result<Vec<Move>, PlayError> {
        notation::read(text)
    }

    fn picture(&self, moves: &[Move]) -> Picture {
        picture::draw(self, moves)
    }

    /// How many cards are left over.
    fn facts(&self, solution: &[Move], _: Option<&Solutions<Self>>) -> Vec<(&'static str, u64)> {
        let held = self.cards(&self.start.hand).len();
        vec![("spare", held.saturating_sub(solution.len()) as u64)]
    }

    /// Whether every card is needed: a shortest solution that leaves a card over does without it,
    /// and where it leaves none, neither does any other.
    fn search(&self, options: &Options, monitor: &mut Monitor<'_>, _: &mut Vec<String>) -> Report<Self> {
        search::search(self, options, monitor)
    }

    fn notes(&self, solution: &[Move], solutions: Option<&Solutions<Self>>) -> Vec<String> {
        let Some(solutions) = solutions else { return Vec::new() };
        if self.cards(&self.start.hand).len() == solution.len() {
            return vec!["every card is needed".into()];
        }
        let ends = || solutions.states().filter(|state| self.is_solved(state));
        let kinds = 0..self.ground.layout.kinds();
        let spared = |&kind: &usize| ends().any(|end| end.hand.count(&self.ground.layout, kind) > 0);
        let spare: Vec<Card> = kinds.filter(spared).map(|kind| self.ground.deck[kind]).collect();
        let names: Vec<String> = spare.iter().map(ToString::to_string).collect();
        vec![format!("not every card is needed: some shortest solution leaves over {}", names.join(" or "))]
    }
}
