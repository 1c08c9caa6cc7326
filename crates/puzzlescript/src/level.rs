//! A level of a script as the rest of the program plays it.
//!
//! A state is the board at rest: a move is a key and all turns that follow it by themselves. A key that changes
//! nothing is refused, as it does not count in the original either. Undo and restart are the session's; messages are
//! shown below the board.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use unriddle_kit::{
    AuditError, Direction, Explored, Focus, Frame, Gesture, Picture, PlayError, Request, Rules, TypedAnswer,
};
use unriddle_search::{Audit, Cost, Monitor, Options};

use super::decoration::undecorated;
use super::engine::{Ending, Engine, Halt, Input, Snapshot};
use super::game::{Compiled, Layout, Stage};
use super::gaps::{Gap, Reached};
use super::problem::Problem;
use super::script::LevelText;
use super::{aim, glide, notation, picture, search};

/// The seed of random numbers: every game is the same each time it is played.
const SEED: &str = "unriddle";

/// What a player does: a key, or waiting where time passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A key.
    Key(Input),
    /// A turn without a key.
    Wait,
}

/// A script that was read, shared by its levels.
pub struct Script {
    /// The game.
    pub game: Compiled,
    /// The lines before the first level.
    pub text: String,
    /// The levels and messages as written.
    pub levels: Vec<LevelText>,
    /// What is wrong or odd in it.
    pub problems: Vec<Problem>,
    /// The glyph and sprite of each object.
    pub looks: picture::Looks,
    /// Whether rules draw random numbers.
    pub draws: bool,
    /// The game without its decoration, if chance has a part in that alone.
    pub undecorated: Option<Arc<Script>>,
}

/// A level of a script.
#[derive(Clone)]
pub struct ScriptLevel {
    /// The script.
    pub script: Arc<Script>,
    /// Its number among all levels and messages, from 0.
    pub stage: usize,
    /// Its number among the levels, from 1.
    pub number: usize,
    /// How many levels there are.
    pub count: usize,
    /// The level without its decoration, if chance has a part in that alone.
    pub undecorated: Option<Arc<ScriptLevel>>,
}

/// A level being played.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The board and what belongs to it.
    pub snapshot: Snapshot,
    /// What the last turn, or the text before the level, says.
    pub message: Option<Arc<str>>,
}

impl ScriptLevel {
    /// A level of a script, given its number among all levels and messages, its number among the levels, and how many there
    /// are.
    pub fn new(script: Arc<Script>, stage: usize, number: usize, count: usize) -> ScriptLevel {
        let rest = script.undecorated.clone();
        let undecorated = rest.map(|rest| Arc::new(ScriptLevel::new(rest, stage, number, count)));
        ScriptLevel { script, stage, number, count, undecorated }
    }

    /// The level as it is searched, and a state of it.
    pub fn for_search<'a>(&'a self, state: &State) -> (&'a ScriptLevel, State) {
        let Some(level) = &self.undecorated else { return (self, state.clone()) };
        let (game, rest) = (self.game(), level.game());
        let strip = |board: &[u64]| -> Arc<[u64]> { undecorated(game, rest, board).into() };
        let mut state = state.clone();
        let snapshot = &mut state.snapshot;
        snapshot.objects = strip(&snapshot.objects);
        snapshot.restart_target = strip(&snapshot.restart_target);
        snapshot.random = None;
        (level, state)
    }

    /// The compiled game.
    pub fn game(&self) -> &Compiled {
        &self.script.game
    }

    /// The board as written.
    pub fn layout(&self) -> &Layout {
        match &self.game().levels[self.stage] {
            Stage::Board(layout) => layout,
            Stage::Message { .. } => unreachable!("a level is made of a board only"),
        }
    }

    /// The texts between the level before and this one.
    fn texts_before(&self) -> Option<Arc<str>> {
        let before = self.game().levels[..self.stage].iter().rev();
        let mut texts: Vec<&str> = before
            .map_while(|stage| match stage {
                Stage::Message { text, .. } => Some(text.as_str()),
                Stage::Board(_) => None,
            })
            .collect();
        texts.reverse();
        (!texts.is_empty()).then(|| texts.join("\n").into())
    }

    fn take_snapshot(&self, engine: &mut Engine<'_>) -> State {
        let snapshot = engine.snapshot(self.script.draws);
        let messages = engine.take_messages();
        let message = (!messages.is_empty()).then(|| messages.join("\n").into());
        State { snapshot, message }
    }

    /// An engine that goes on from a state.
    fn resume(&self, state: &State) -> Option<Engine<'_>> {
        Engine::resume(self.game(), self.stage, &state.snapshot)
    }

    fn turn(&self, engine: &mut Engine<'_>, mv: Move) {
        match mv {
            Move::Key(input) => engine.input(input),
            Move::Wait => engine.tick(),
        };
    }

    /// The state after a move, whether or not it changes anything.
    pub fn after(&self, state: &State, mv: Move) -> Option<State> {
        let mut engine = self.resume(state)?;
        self.turn(&mut engine, mv);
        engine.settle();
        Some(self.take_snapshot(&mut engine))
    }

    /// Where a move of a search leads, without random numbers. The move is given up when `halt` says so; lines whose rules
    /// match are noted in `fired`.
    pub fn search_move(&self, state: &State, mv: Move, halt: &Halt<'_>, fired: &[AtomicBool]) -> Reached {
        let Some(engine) = self.resume(state) else {
            unreachable!("a search stays in its level");
        };
        let mut engine = engine.halted_by(halt.clone()).watched_by(fired);
        self.turn(&mut engine, mv);
        engine.settle();
        match (engine.chance(), engine.ending()) {
            (Some(line), _) => Reached::Unknown(Gap::Chance { line }),
            (None, Ending::GivenUp { line }) => Reached::Unknown(Gap::GivenUp { line }),
            (None, Ending::Endless) => Reached::Endless,
            (None, Ending::Rest) => Reached::Rest(State { snapshot: engine.snapshot(false), message: None }),
        }
    }

    /// The line of a rule that lets chance decide how the level begins, if one does.
    pub fn chance_at_start(&self, halt: &Halt<'_>) -> Option<usize> {
        let begins_with_rules = self.script.draws && self.game().prelude.run_rules_on_level_start;
        let engine = Engine::unbegun(self.game(), self.stage, SEED).filter(|_| begins_with_rules)?;
        let mut engine = engine.halted_by(halt.clone());
        engine.begin();
        engine.settle();
        engine.chance()
    }

    /// The first state without random numbers; lines whose rules match are noted in `fired`.
    pub fn start_watched(&self, fired: &[AtomicBool]) -> State {
        let Some(engine) = Engine::unbegun(self.game(), self.stage, SEED) else {
            unreachable!("a level is made of a board only");
        };
        let mut engine = engine.watched_by(fired);
        engine.begin();
        engine.settle();
        State { snapshot: engine.snapshot(false), message: None }
    }

    /// All moves of the game.
    pub fn moves(&self) -> Vec<Move> {
        let prelude = &self.game().prelude;
        let keys = [Input::Up, Input::Left, Input::Down, Input::Right, Input::Action];
        let keys = keys.into_iter().filter(|&key| key != Input::Action || !prelude.no_action).map(Move::Key);
        keys.chain(prelude.realtime_interval.map(|_| Move::Wait)).collect()
    }
}

impl Rules for ScriptLevel {
    type State = State;
    type Move = Move;

    fn start(&self) -> State {
        let Some(mut engine) = Engine::single(self.game(), self.stage, SEED) else {
            unreachable!("a level is made of a board only");
        };
        engine.settle();
        let mut state = self.take_snapshot(&mut engine);
        state.message = self.texts_before().or(state.message);
        state
    }

    fn is_solved(&self, state: &State) -> bool {
        state.snapshot.won
    }

    fn legal(&self, state: &State) -> Vec<Move> {
        self.moves().into_iter().filter(|&mv| self.play(&mut state.clone(), mv).is_ok()).collect()
    }

    fn play(&self, state: &mut State, mv: Move) -> Result<Cost, String> {
        if state.snapshot.won {
            return Err("the level is won".into());
        }
        if let Some(reason) = restless(state.snapshot.ending) {
            return Err(reason);
        }
        let next = self.after(state, mv).ok_or("this is another level")?;
        if next.snapshot == state.snapshot {
            return Err(match next.message {
                Some(message) => format!("nothing changes, but for a text: {message}"),
                None => "nothing changes".into(),
            });
        }
        *state = next;
        Ok(1)
    }

    fn interpret(&self, _: &State, gesture: &Gesture) -> Result<Vec<Move>, String> {
        if *gesture == Gesture::Act {
            return match self.game().prelude.no_action {
                true => Err("there is no action in this game".into()),
                false => Ok(vec![Move::Key(Input::Action)]),
            };
        }
        let input = match gesture.direction()? {
            Direction::Up => Input::Up,
            Direction::Down => Input::Down,
            Direction::Left => Input::Left,
            Direction::Right => Input::Right,
        };
        Ok(vec![Move::Key(input)])
    }

    /// A tap on the board is the action key or, where that is of no use, a step towards the cell.
    fn tap(&self, state: &State, (x, y): (usize, usize), _: Option<&str>) -> Result<Vec<Move>, String> {
        if self.has_action() {
            return self.interpret(state, &Gesture::Act);
        }
        let (game, height) = (self.game(), self.layout().height);
        let cells = state.snapshot.objects.chunks(game.object_words).enumerate();
        let mut players = cells.filter(|(_, cell)| game.player.mask.meets(cell)).map(|(at, _)| at);
        let (Some(player), None) = (players.next(), players.next()) else {
            return Err("there is not one player who could go there".into());
        };
        let (left, top, ..) = picture::window(self, state);
        let across = (left + x) as isize - (player / height) as isize;
        let down = (top + y) as isize - (player % height) as isize;
        let input = match (across.abs() >= down.abs(), across.signum(), down.signum()) {
            (_, 0, 0) => return Err("the player is there".into()),
            (true, 1, _) => Input::Right,
            (true, ..) => Input::Left,
            (false, _, 1) => Input::Down,
            (false, ..) => Input::Up,
        };
        Ok(vec![Move::Key(input)])
    }

    fn move_name(&self, mv: Move) -> String {
        notation::letter(mv).to_string()
    }

    fn read_moves(&self, _: &State, text: &str) -> Result<Vec<Move>, PlayError> {
        notation::read(text)
    }

    fn words(&self, _: &State, moves: &[Move]) -> Option<String> {
        match moves {
            [Move::Key(Input::Action)] => Some("act".into()),
            [Move::Wait] => Some("wait".into()),
            _ => None,
        }
    }

    fn focus(&self, state: &State, moves: &[Move]) -> Option<Focus> {
        self.look_at(state, moves)
    }

    fn has_idle_keys(&self) -> bool {
        true
    }

    fn encodings(&self) -> Vec<(&'static str, String)> {
        vec![("script", self.alone())]
    }

    fn size(&self) -> (usize, usize) {
        (self.layout().width, self.layout().height)
    }

    fn picture(&self, state: &State) -> Picture {
        picture::picture(self, state)
    }

    /// What is pushed along, or the turns that follow by themselves, one frame each.
    fn motion(&self, state: &State, mv: Move) -> Vec<Frame> {
        let Some(mut engine) = self.resume(state) else { return Vec::new() };
        self.turn(&mut engine, mv);
        let mut frames = Vec::new();
        let mut turns = 0;
        if !engine.is_again() {
            return self.after(state, mv).map_or_else(Vec::new, |next| glide::frames(self, state, mv, &next));
        }
        let mut moving = 0;
        while engine.is_again() && turns < picture::MAX_FRAMES && moving <= picture::MAX_MOVING {
            let now = self.take_snapshot(&mut engine);
            let pieces = picture::picture(self, &now).pieces;
            moving += pieces.len();
            frames.push(Frame::new(pieces));
            engine.tick();
            turns += 1;
        }
        if !frames.is_empty() {
            engine.settle();
            let now = self.take_snapshot(&mut engine);
            frames.push(Frame::new(picture::picture(self, &now).pieces));
        }
        frames
    }

    fn status(&self, state: &State) -> Option<String> {
        restless(state.snapshot.ending)
    }

    fn undecided(&self, state: &State) -> Option<String> {
        let ending = state.snapshot.ending;
        matches!(ending, Ending::GivenUp { .. }).then(|| restless(ending)).flatten()
    }

    fn name(&self) -> Option<String> {
        let title = self.game().prelude.title.as_deref()?;
        Some(if self.count > 1 { format!("{title}, level {}", self.number) } else { title.to_string() })
    }

    fn aim(&self) -> Option<String> {
        aim::sentence(self.game())
    }

    fn has_action(&self) -> bool {
        aim::has_action(self.game())
    }

    fn warnings(&self) -> Vec<String> {
        let tell = |problem: &Problem| format!("line {}: {}", problem.line, problem.message);
        let problems = self.script.problems.iter().map(tell);
        // What holds for the whole script is said once.
        let unused = if self.number == 1 { super::unused::tell(self.game()) } else { Vec::new() };
        problems.chain(unused).collect()
    }

    fn survey(&self, options: &Options, monitor: &mut Monitor<'_>) -> Vec<String> {
        super::survey::survey(self, options, monitor)
    }

    fn solve(&self, from: &State, request: &Request, monitor: &mut Monitor<'_>) -> TypedAnswer<Move> {
        search::solve(self, from, request, monitor)
    }

    fn explore<'a>(
        &'a self,
        from: &State,
        options: &Options,
        monitor: &mut Monitor<'a>,
    ) -> Option<Box<dyn Explored<Move> + 'a>> {
        search::explore(self, from, options, monitor)
    }

    fn audit(&self, most: usize) -> Result<Audit, AuditError> {
        search::audit(self, most)
    }

    fn why_unsolvable(&self, _: &State) -> Option<String> {
        search::no_way_to_win(self.game()).then(|| "nothing in this script ever wins".into())
    }
}

/// Why nothing can be played after a move that ended like this, if so.
fn restless(ending: Ending) -> Option<String> {
    match ending {
        Ending::Rest => None,
        Ending::Endless => Some("the board never comes to rest".into()),
        Ending::GivenUp { line } => {
            Some(format!("the rules do too much here: the move was given up at line {line}"))
        }
    }
}
