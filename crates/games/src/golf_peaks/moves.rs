//! How a state changes: a card is played in a direction.
//!
//! The card gives the ball a jump strength and a roll strength. While strength is left, the ball
//! jumps, or else rolls one cell ([`rolling`](super::rolling)), and then the cell that it is on
//! acts. A turn hangs only on the ball's cell, the card and the direction, so everything here
//! knows the course and nothing of the hand.
//!
//! A turn costs a few nanoseconds for each cell rolled over. Strength that only goes round in
//! circles is skipped, see [`loops`](super::loops).

use super::level::{Card, Cell, Course, Kind};
use super::loops::{Rounds, Trace};
use super::rolling::Roll;
use crate::Direction;

/// How a move loses the ball, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lost {
    /// It rolls off the board; the last cell that it is on.
    RollsOff(Cell),
    /// It jumps off the board, or into a hole; the cell that it jumps from.
    JumpsOff(Cell),
    /// It slides for ever.
    Loops(Cell),
    /// It comes to rest on quicksand.
    Sinks(Cell),
}

impl Lost {
    /// What happens, in the words of the game.
    pub(crate) fn tell(self, course: &Course) -> String {
        let place = |cell| {
            let (x, y) = course.place(cell);
            format!("column {}, row {}", x + 1, y + 1)
        };
        match self {
            Lost::RollsOff(cell) => format!("the ball rolls off the board at {}", place(cell)),
            Lost::JumpsOff(cell) => format!("the ball jumps off the board from {}", place(cell)),
            Lost::Loops(cell) => {
                let on = match course.tile(cell).map(|tile| tile.kind) {
                    Some(Kind::Ice | Kind::IceAngle(_)) => "on the ice",
                    Some(Kind::Belt(_)) => "on the belts",
                    _ => "on the slopes",
                };
                format!("the ball loops for ever {on} at {}", place(cell))
            }
            Lost::Sinks(cell) => format!("the ball sinks in the quicksand at {}", place(cell)),
        }
    }
}

/// How the ball came to be on its cell just now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arrival {
    Jumped,
    Rolled,
    /// It was there before and has hit a wall.
    Bounced,
}

/// Whether the card goes on after the cell has acted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Then {
    GoOn,
    End,
}

/// A card being played.
struct Turn<'a> {
    course: &'a Course,
    ball: Cell,
    heading: Direction,
    jump: u32,
    roll: u32,
    /// Where the ball returns to from water.
    safe: Cell,
    /// Whether the ball has left the cell that it started the card on.
    has_left: bool,
    /// Where the ball has been with no strength left.
    trace: Trace<(Cell, Direction)>,
    rounds: Rounds<(Cell, Direction, Cell, bool)>,
    /// How often a cell has acted.
    steps: u32,
}

impl Course {
    /// Where a ball on `cell` comes to rest when `card` is played, or how it is lost.
    pub(crate) fn play(&self, cell: Cell, card: Card, direction: Direction) -> Result<Cell, Lost> {
        self.play_counted(cell, card, direction).0
    }

    /// The same, and how many cells have acted on the ball: the work that it took.
    pub(crate) fn play_counted(
        &self,
        cell: Cell,
        card: Card,
        direction: Direction,
    ) -> (Result<Cell, Lost>, u32) {
        let mut turn = Turn {
            course: self,
            ball: cell,
            heading: direction,
            jump: card.jump,
            roll: card.roll,
            safe: cell,
            has_left: false,
            trace: Trace::new(),
            rounds: Rounds::new(),
            steps: 0,
        };
        let end = turn.run();
        (end, turn.steps)
    }
}

impl Turn<'_> {
    fn run(&mut self) -> Result<Cell, Lost> {
        while self.strength_left() {
            let arrival = if self.jump > 0 { Some(self.jump()?) } else { self.roll()? };
            // On sand the rest of the card is lost.
            let Some(arrival) = arrival else { break };
            if self.act(arrival)? == Then::End {
                return Ok(self.ball);
            }
            if self.jump == 0 && self.roll > 0 {
                let here = (self.ball, self.heading, self.safe, self.has_left);
                self.roll = self.rounds.shorten(here, self.roll);
            }
        }
        // Coming to rest on quicksand loses.
        match self.kind() {
            Kind::Quicksand => Err(Lost::Sinks(self.ball)),
            _ => Ok(self.ball),
        }
    }

    fn strength_left(&self) -> bool {
        self.jump > 0 || self.roll > 0
    }

    fn kind(&self) -> Kind {
        self.course.tile(self.ball).map_or(Kind::Flat, |tile| tile.kind)
    }

    /// Jump n: land n cells ahead, whatever lies between, whatever the heights.
    fn jump(&mut self) -> Result<Arrival, Lost> {
        let steps = std::mem::take(&mut self.jump);
        let landed = self.course.ahead(self.ball, self.heading, steps);
        let (cell, _) = landed.ok_or(Lost::JumpsOff(self.ball))?;
        self.enter(cell);
        Ok(Arrival::Jumped)
    }

    /// Rolls one cell, which costs one; `None` when the ball does not roll here.
    fn roll(&mut self) -> Result<Option<Arrival>, Lost> {
        self.roll -= 1;
        match self.course.roll(self.ball, self.heading) {
            Roll::Onto(cell, heading) => {
                self.heading = heading;
                self.enter(cell);
                Ok(Some(Arrival::Rolled))
            }
            Roll::Bounce(heading) => {
                self.heading = heading;
                Ok(Some(Arrival::Bounced))
            }
            Roll::Stuck => Ok(None),
            Roll::Off => Err(Lost::RollsOff(self.ball)),
        }
    }

    /// The ball rolls or lands on a cell. That is the last safe one unless it is the flag, a
    /// slope, a belt, quicksand or water.
    fn enter(&mut self, cell: Cell) {
        self.ball = cell;
        self.has_left = true;
        self.safe = match self.kind() {
            Kind::Flat if cell == self.course.flag => self.safe,
            Kind::Slope(_) | Kind::Belt(_) | Kind::Quicksand | Kind::Water => self.safe,
            Kind::Flat | Kind::Angle(_) | Kind::Sand | Kind::Spring => cell,
            Kind::Ice | Kind::IceAngle(_) | Kind::Warp(_) => cell,
        };
    }

    /// The cell that the ball is on acts.
    fn act(&mut self, arrival: Arrival) -> Result<Then, Lost> {
        self.steps = self.steps.saturating_add(1);
        let spent = !self.strength_left();
        // The same cell and direction twice with no strength left: the ball loops for ever.
        if spent && !self.trace.add((self.ball, self.heading)) {
            return Err(Lost::Loops(self.ball));
        }
        match self.kind() {
            // The ball returns to the last safe cell and does not slide from there.
            Kind::Water => {
                self.ball = self.safe;
                return Ok(Then::End);
            }
            // After a jump, or with no strength left, the level is won.
            Kind::Flat if self.ball == self.course.flag => {
                if arrival == Arrival::Jumped || spent {
                    return Ok(Then::End);
                }
            }
            // Unless the ball is rolling straight uphill with strength left, it turns downhill.
            Kind::Slope(down) => {
                let climbing = arrival != Arrival::Jumped && self.heading == down.opposite() && !spent;
                if !climbing {
                    self.heading = down;
                    self.roll += u32::from(spent);
                }
            }
            // The roll strength that is left becomes jump strength.
            Kind::Spring => self.jump = std::mem::take(&mut self.roll),
            // After a jump, or with no strength left, the ball goes to the twin, which does not
            // act; but it is safe.
            Kind::Warp(_) => {
                if arrival == Arrival::Jumped || spent {
                    self.ball = self.course.twins.get(&self.ball).copied().unwrap_or(self.ball);
                    self.safe = self.ball;
                }
            }
            // With no strength left, the belt carries the ball on by one.
            Kind::Belt(to) => {
                if spent {
                    self.heading = to;
                    self.roll = 1;
                }
            }
            // With no strength left, a ball that has just moved slides on. One that has just
            // bounced stays, unless it has not left its starting cell: then it slides off.
            Kind::Ice | Kind::IceAngle(_) => {
                if spent && (arrival != Arrival::Bounced || !self.has_left) {
                    self.roll = 1;
                }
            }
            Kind::Flat | Kind::Angle(_) | Kind::Sand | Kind::Quicksand => {}
        }
        Ok(Then::GoOn)
    }
}
