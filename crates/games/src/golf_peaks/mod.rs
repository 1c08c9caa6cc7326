//! Golf Peaks.
//!
//! - A ball lies on a board of tiles of different heights; some cells hold nothing at all.
//! - You hold cards. Each is played once, in one of four directions: the ball jumps as far as the card
//!   says, then rolls as far as it says.
//! - A rolling ball falls down steps and bounces off whatever is higher; it climbs slopes.
//! - Slopes, belts and ice carry a ball on that would come to rest; angled walls turn it; a spring turns
//!   the rest of its roll into a jump; a warp takes it to its twin.
//! - On sand a ball does not roll. From water it returns to the last safe cell.
//! - Off the board, at rest on quicksand, or in a slide without end, the ball is lost.
//! - The level is won when the ball comes to rest on the flag, or lands on it.
//!
//! A solution is optimal if it plays the fewest cards; each costs 1. A state is the ball's cell and the
//! cards left ([`state`]). The effect of a card depends only on the ball's cell ([`moves`]), and the lower
//! bound makes use of that ([`bound`]).

mod bound;
mod editor;
mod format;
mod guide;
mod lessons;
mod level;
mod loops;
mod motion;
mod moves;
mod notation;
mod picture;
mod rolling;
mod search;
mod sprites;
mod state;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use unriddle_kit::editing::Editor;
use unriddle_kit::{
    AuditError, CardFace, Claims, Controls, Direction, Explored, Focus, Footprint, Frame, Game, GameInfo,
    Gesture, Level, LevelError, Picture, PlayError, Request, Rules, TypedAnswer, new_level,
};
use unriddle_search::{Audit, Cost, Monitor, Options};

use self::level::{Card, Course, Ground};
use self::notation::Move;
use self::state::State;

/// The game.
pub(crate) struct GolfPeaks;

const INFO: GameInfo = GameInfo {
    id: "golf-peaks",
    name: "Golf Peaks",
    summary: "Bring the ball to the flag over hills, ice and water with the cards in your hand.",
    click: "beside the ball",
    rules: include_str!("rules.md"),
    lessons: lessons::LESSONS,
    cost: "Every card played costs 1; cards left over cost nothing.",
    format: format::HELP,
    notation: "card and arrow, ↗ up, ↙ down, ↖ left, ↘ right (or ^ v < >, u d l r): 1/2-↗ 3-↘",
    move_word: "card",
    controls: Controls::Hand,
    // The lower bound has a table of limited size.
    footprint: Footprint { fixed: 0, level: 96, scene: 600, drawing: 1000, tables: 32 << 20 },
    shared_search: true,
    ..GameInfo::DEFAULT
};

impl Game for GolfPeaks {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn editor(&self) -> &'static dyn Editor {
        &editor::CourseEditor
    }

    fn detect(&self, text: &str) -> u8 {
        format::detect(text)
    }

    fn read(&self, text: &str, _settings: &[(&str, u32)]) -> Result<Box<dyn Level>, LevelError> {
        Ok(open(format::read(text)?))
    }
}

fn open(course: Course) -> Box<dyn Level> {
    new_level(&GolfPeaks, GolfRules { ground: Arc::new(Ground::new(course)) })
}

/// A level as it is played.
struct GolfRules {
    ground: Arc<Ground>,
}

impl GolfRules {
    fn cards(&self, state: &State) -> Vec<Card> {
        self.ground.cards(&state.hand)
    }
}

impl Rules for GolfRules {
    type State = State;
    type Move = Move;

    fn start(&self) -> State {
        let course = &self.ground.course;
        State { ball: course.ball, hand: course.deck().into_iter().map(|(_, count)| count).collect() }
    }

    fn is_solved(&self, state: &State) -> bool {
        self.ground.is_solved(state.ball)
    }

    /// Includes cards that bring the ball back to its cell.
    fn legal(&self, state: &State) -> Vec<Move> {
        let deck = self.ground.deck.iter();
        let all = deck.flat_map(|&card| Direction::ALL.map(|direction| Move { card, direction }));
        all.filter(|&mv| self.ground.play(state, mv).is_ok()).collect()
    }

    fn play(&self, state: &mut State, mv: Move) -> Result<Cost, String> {
        *state = self.ground.play(state, mv)?;
        Ok(1)
    }

    fn interpret(&self, _: &State, gesture: &Gesture) -> Result<Vec<Move>, String> {
        let Gesture::Play { card, direction } = gesture else { return Err("play a card".into()) };
        match notation::card(card) {
            Ok((card, "")) => Ok(vec![Move { card, direction: *direction }]),
            _ => Err("this is not a card".into()),
        }
    }

    fn tap(&self, state: &State, at: (usize, usize), picked: Option<&str>) -> Result<Vec<Move>, String> {
        self.play_towards(state, at, picked)
    }

    fn words(&self, _: &State, moves: &[Move]) -> Option<String> {
        GolfRules::say(moves)
    }

    fn focus(&self, _: &State, moves: &[Move]) -> Option<Focus> {
        GolfRules::look_at(moves)
    }

    fn move_name(&self, mv: Move) -> String {
        notation::name(mv)
    }

    fn write_moves(&self, _: &State, moves: &[Move]) -> String {
        notation::write(moves)
    }

    fn read_moves(&self, _: &State, text: &str) -> Result<Vec<Move>, PlayError> {
        notation::read(text)
    }

    fn encodings(&self) -> Vec<(&'static str, String)> {
        vec![("text", format::write(&self.ground.course))]
    }

    fn size(&self) -> (usize, usize) {
        self.ground.course.size
    }

    fn picture(&self, state: &State) -> Picture {
        picture::draw(&self.ground, state)
    }

    fn motion(&self, state: &State, mv: Move) -> Vec<Frame> {
        match self.ground.play(state, mv) {
            Ok(after) => motion::frames(&self.ground, state, mv, &after),
            Err(_) => Vec::new(),
        }
    }

    fn hand(&self, state: &State) -> Vec<String> {
        self.cards(state).iter().map(ToString::to_string).collect()
    }

    fn face(&self, card: &str) -> CardFace {
        guide::face(card)
    }

    fn claims(&self) -> Claims {
        Claims { optimal: None, solutions: self.ground.course.solutions.clone() }
    }

    fn solve(&self, from: &State, request: &Request, monitor: &mut Monitor<'_>) -> TypedAnswer<Move> {
        search::solve(&self.ground, from, request, monitor)
    }

    fn explore<'a>(
        &'a self,
        from: &State,
        options: &Options,
        monitor: &mut Monitor<'a>,
    ) -> Option<Box<dyn Explored<Move> + 'a>> {
        Some(search::explore(&self.ground, from, options, monitor))
    }

    fn why_unsolvable(&self, from: &State) -> Option<String> {
        let held = self.cards(from).len();
        match self.ground.cards_needed(from.ball)? {
            None => Some("the flag is out of reach, however often each card is played".into()),
            Some(needed) if needed as usize > held => {
                Some(format!("at least {needed} cards are needed to reach the flag, and {held} are left"))
            }
            Some(_) => None,
        }
    }

    fn audit(&self, most: usize) -> Result<Audit, AuditError> {
        search::audit(&self.ground, &self.start(), most)
    }
}
