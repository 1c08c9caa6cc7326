//! Every game is won by keys in a pseudo-terminal.
//!
//! The keys are not written down here: the library solves the level, and each move is turned into
//! the gesture that means it.

use std::path::PathBuf;

use unriddle_games::GAMES;
use unriddle_kit::{Controls, Direction, Game, Gesture, Level, Position, Request};
use unriddle_search::Monitor;

use crate::play::{arrow, levels, play};
use crate::support::console::Console;

/// A shipped level of a game that takes a few moves, not the last one; with a best solution.
fn a_level(game: &dyn Game) -> (PathBuf, Box<dyn Level>, Vec<String>) {
    let folder = levels().join(game.id());
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the game has levels")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_file() && path.file_name().is_some_and(|name| name != "expected.json"))
        .collect();
    files.sort();
    files.pop();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a level is text");
        let level = unriddle_games::read(&text, &[]).expect("a shipped level");
        let answer = level.start().solve(&Request::default(), &mut Monitor::new());
        let moves = answer.outcome.solution().expect("a shipped level has a solution").moves.clone();
        if (3..30).contains(&moves.len()) {
            return (file, level, moves);
        }
    }
    panic!("{} has no small level", game.name());
}

/// The hands of a player: what they must know to turn gestures into keys.
struct Hands {
    cursor: (usize, usize),
    board: (usize, usize),
}

impl Hands {
    fn new(level: &dyn Level) -> (Self, String) {
        let picture = level.start().picture();
        let board = (picture.width, picture.height);
        // Wherever the cursor is, this brings it to the first cell.
        let keys = match level.game().controls() {
            Controls::Cells => arrow(Direction::Left).repeat(board.0) + &arrow(Direction::Up).repeat(board.1),
            Controls::Directions | Controls::Action | Controls::Hand => String::new(),
        };
        (Hands { cursor: (0, 0), board }, keys)
    }

    /// The keys for a move.
    fn keys(&mut self, controls: Controls, position: &dyn Position, name: &str) -> String {
        let means = |gesture: &Gesture| position.interpret(gesture).is_ok_and(|moves| moves == [name]);
        let gesture = self.gestures(controls, position).into_iter().find(means);
        match gesture.unwrap_or_else(|| panic!("no gesture means {name}")) {
            Gesture::Go { direction } => arrow(direction),
            Gesture::Play { card, direction } => {
                let place = position.hand().iter().position(|held| *held == card).expect("it is held");
                format!("{}{}", place + 1, arrow(direction))
            }
            Gesture::Lay { x, y, direction } => {
                let keys = self.point(x, y) + letter(direction);
                self.cursor = direction.step(self.cursor, self.board).unwrap_or(self.cursor);
                keys
            }
            Gesture::Clear { x, y } => self.point(x, y) + "x",
            Gesture::Act => "x".into(),
            Gesture::Tap { .. } => panic!("a tap is no key"),
        }
    }

    fn gestures(&self, controls: Controls, position: &dyn Position) -> Vec<Gesture> {
        let cells = (0..self.board.1).flat_map(|y| (0..self.board.0).map(move |x| (x, y)));
        let directions = Direction::ALL.into_iter();
        match controls {
            Controls::Directions => directions.map(|direction| Gesture::Go { direction }).collect(),
            Controls::Action => {
                directions.map(|direction| Gesture::Go { direction }).chain([Gesture::Act]).collect()
            }
            Controls::Hand => {
                let cards = position.hand().into_iter();
                cards
                    .flat_map(|card| {
                        Direction::ALL.map(|direction| Gesture::Play { card: card.clone(), direction })
                    })
                    .collect()
            }
            Controls::Cells => cells
                .flat_map(|(x, y)| {
                    let lay = Direction::ALL.map(|direction| Gesture::Lay { x, y, direction });
                    lay.into_iter().chain([Gesture::Clear { x, y }])
                })
                .collect(),
        }
    }

    /// Keys that bring the cursor to a cell.
    fn point(&mut self, x: usize, y: usize) -> String {
        let (from_x, from_y) = std::mem::replace(&mut self.cursor, (x, y));
        arrow(Direction::Right).repeat(x.saturating_sub(from_x))
            + &arrow(Direction::Left).repeat(from_x.saturating_sub(x))
            + &arrow(Direction::Down).repeat(y.saturating_sub(from_y))
            + &arrow(Direction::Up).repeat(from_y.saturating_sub(y))
    }
}

fn letter(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "w",
        Direction::Left => "a",
        Direction::Down => "s",
        Direction::Right => "d",
    }
}

/// All that a player may want to do, in one game.
fn is_played(game: &'static dyn Game) {
    let (file, level, solution) = a_level(game);
    let name = file.file_name().and_then(|name| name.to_str()).expect("a name").to_string();
    let count = |moves: usize| format!("{}s {moves}\n", game.move_word());
    let mut console = play(&file, &[], 110, 40);
    let see_count = |console: &Console, moves: usize| console.see(&count(moves));

    // The level is there, and its light goes on.
    console.see(game.name());
    console.see(&name);
    console.see("● can be won");
    assert!(console.look(vt100::Screen::alternate_screen) && console.is_raw());

    // It is won by its solution.
    let (mut hands, keys) = Hands::new(level.as_ref());
    console.press(&keys);
    let mut position = level.start();
    for mv in &solution {
        let keys = hands.keys(game.controls(), position.as_ref(), mv);
        console.press(&keys);
        position.play_strict(std::slice::from_ref(mv)).expect("a solution replays");
    }
    assert!(position.is_solved());
    console.see("★ solved");
    console.see("that is par");
    see_count(&console, solution.len());

    // Undo, redo, restart, and back.
    console.press("z");
    see_count(&console, solution.len() - 1);
    console.see("● can be won");
    console.press("y");
    console.see("★ solved");
    console.press("r");
    see_count(&console, 0);
    console.press("z");
    console.see("★ solved");
    console.press("r");
    see_count(&console, 0);

    // Hints by degree: where to look if that is worth saying, the move, all of it in words, and played.
    console.press("h");
    if level.start().focus(&solution).is_some() {
        console.see("Hint: look at ");
        console.press("h");
    }
    console.see("cost from here ");
    console.press("h");
    console.see("Solution: ");
    console.press("h");
    console.see("★ solved");
    console.see("that is par");

    // Any size will do, or says so.
    console.resize(50, 20);
    console.wait("a narrow screen", |text| text.contains("★ solved  ") && text.contains("? help"));
    console.resize(14, 5);
    console.see("too small");
    console.resize(100, 30);
    console.see("│★ solved");

    // The next level, and back to this one as it was left.
    let title = |text: &str| text.lines().next().map(str::to_string);
    let this = title(&console.text());
    console.press("n");
    console.wait("another level", |text| title(text) != this && text.contains("│● can be won"));
    console.press("b");
    console.wait("this level", |text| title(text) == this && text.contains("★ solved"));

    console.press("q");
    assert_eq!(console.end(), 0);
    console.is_clean();
}

#[test]
fn every_game_is_won_by_keys() {
    std::thread::scope(|scope| {
        for &game in GAMES {
            scope.spawn(move || is_played(game));
        }
    });
}
