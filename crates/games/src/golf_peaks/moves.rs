//! How a state changes: a card is played in a direction.
//!
//! The card gives the ball a jump strength and a roll strength. While strength is left, the ball
//! jumps, or else rolls one cell ([`rolling`](super::rolling)), and then the cell that it is on
//! acts. A turn depends only on the ball's cell, the card and the direction, so nothing here needs the
//! hand.
//!
//! A turn takes a few nanoseconds per cell that the ball rolls over. Strength that would only be spent
//! on going round in circles is skipped ([`loops`](super::loops)).

use unriddle_kit::Direction;

use super::level::{Card, Cell, Course, Kind};
use super::loops::{Rounds, Trace};
use super::rolling::Roll;

/// How a card loses the ball, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lost {
    /// It rolls off the board, from this cell.
    RollsOff(Cell),
    /// It jumps off the board or into a hole, from this cell.
    JumpsOff(Cell),
    /// It slides for ever, over this cell.
    Loops(Cell),
    /// It comes to rest on this cell, which is quicksand.
    Sinks(Cell),
}

impl Lost {
    /// What would happen, as a message for users: such a card cannot be played.
    pub(crate) fn describe(self, course: &Course) -> String {
        let place = |cell| {
            let (x, y) = course.place(cell);
            format!("column {}, row {}", x + 1, y + 1)
        };
        match self {
            Lost::RollsOff(cell) => format!("the ball would roll off the board at {}", place(cell)),
            Lost::JumpsOff(cell) => format!("the ball would jump off the board from {}", place(cell)),
            Lost::Loops(cell) => {
                let on = match course.tile(cell).map(|tile| tile.kind) {
                    Some(Kind::Ice | Kind::IceAngle(_)) => "on the ice",
                    Some(Kind::Belt(_)) => "on the belts",
                    _ => "on the slopes",
                };
                format!("the ball would loop for ever {on} at {}", place(cell))
            }
            Lost::Sinks(cell) => format!("the ball would sink in the quicksand at {}", place(cell)),
        }
    }
}

/// How the ball has just arrived on its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Landing {
    Jumped,
    Rolled,
    /// It was there before and has bounced off something higher.
    Bounced,
}

/// What happens to a ball on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// It comes to a cell, or hits something with this heading and stays there.
    Lands(Cell, Landing, Direction),
    /// It is on another cell at once: the twin of a warp, or the last safe cell.
    Returns(Cell),
}

/// Whether the turn continues after the cell has acted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Then {
    GoOn,
    End,
}

/// A card being played.
struct Turn<'a, F> {
    course: &'a Course,
    /// Hears what happens on the way.
    observe: F,
    ball: Cell,
    heading: Direction,
    jump: u32,
    roll: u32,
    /// The last safe cell, to which the ball returns from water.
    safe: Cell,
    /// Whether the ball has left the cell that it started on.
    has_left: bool,
    /// Where the ball has been with no strength left.
    trace: Trace<(Cell, Direction)>,
    rounds: Rounds<(Cell, Direction, Cell, bool)>,
    /// How many times a cell has acted.
    steps: u32,
}

impl Course {
    /// The cell where a ball on `cell` comes to rest when `card` is played, or how it is lost.
    pub(crate) fn play(&self, cell: Cell, card: Card, direction: Direction) -> Result<Cell, Lost> {
        self.play_counted(cell, card, direction).0
    }

    /// The same, with the number of times that a cell has acted on the ball, which measures the work.
    pub(crate) fn play_counted(
        &self,
        cell: Cell,
        card: Card,
        direction: Direction,
    ) -> (Result<Cell, Lost>, u32) {
        let mut turn = Turn::new(self, cell, card, direction, |_| {});
        let end = turn.run();
        (end, turn.steps)
    }

    /// Plays a card and hands over what happens to the ball on its way.
    pub(crate) fn play_observed(
        &self,
        cell: Cell,
        card: Card,
        direction: Direction,
        observe: impl FnMut(Event),
    ) -> Result<Cell, Lost> {
        Turn::new(self, cell, card, direction, observe).run()
    }
}

impl<'a, F: FnMut(Event)> Turn<'a, F> {
    fn new(course: &'a Course, cell: Cell, card: Card, direction: Direction, observe: F) -> Self {
        Turn {
            course,
            observe,
            ball: cell,
            heading: direction,
            jump: card.jump,
            roll: card.roll,
            safe: cell,
            has_left: false,
            trace: Trace::new(),
            rounds: Rounds::new(),
            steps: 0,
        }
    }

    fn run(&mut self) -> Result<Cell, Lost> {
        while self.strength_left() {
            let arrival = if self.jump > 0 { Some(self.jump()?) } else { self.roll()? };
            // On sand the rest of the card is lost.
            let Some(arrival) = arrival else { break };
            let landed = self.ball;
            (self.observe)(Event::Lands(landed, arrival, self.heading));
            let then = self.act(arrival)?;
            if self.ball != landed {
                (self.observe)(Event::Returns(self.ball));
            }
            if then == Then::End {
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

    /// **Jump n**: the ball lands n cells ahead, whatever lies between and whatever the heights.
    fn jump(&mut self) -> Result<Landing, Lost> {
        let steps = std::mem::take(&mut self.jump);
        let landed = self.course.ahead(self.ball, self.heading, steps);
        let (cell, _) = landed.ok_or(Lost::JumpsOff(self.ball))?;
        self.enter(cell);
        Ok(Landing::Jumped)
    }

    /// **Roll**: the ball rolls one cell, which costs one strength. `None` if it does not roll here.
    fn roll(&mut self) -> Result<Option<Landing>, Lost> {
        self.roll -= 1;
        match self.course.roll(self.ball, self.heading) {
            Roll::Onto(cell, heading) => {
                self.heading = heading;
                self.enter(cell);
                Ok(Some(Landing::Rolled))
            }
            Roll::Bounce(heading) => {
                self.heading = heading;
                Ok(Some(Landing::Bounced))
            }
            Roll::Stuck => Ok(None),
            Roll::Off => Err(Lost::RollsOff(self.ball)),
        }
    }

    /// The ball rolls or lands on a cell, which becomes the last safe one unless it is the flag, a slope, a
    /// belt, quicksand or water.
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
    fn act(&mut self, arrival: Landing) -> Result<Then, Lost> {
        self.steps = self.steps.saturating_add(1);
        let spent = !self.strength_left();
        // A ball that is on the same cell with the same direction twice, both times with no strength left,
        // loops for ever.
        if spent && !self.trace.add((self.ball, self.heading)) {
            return Err(Lost::Loops(self.ball));
        }
        match self.kind() {
            // The ball returns to the last safe cell and does not slide from there.
            Kind::Water => {
                self.ball = self.safe;
                return Ok(Then::End);
            }
            // A ball that lands on the flag, or has no strength left there, wins.
            Kind::Flat if self.ball == self.course.flag => {
                if arrival == Landing::Jumped || spent {
                    return Ok(Then::End);
                }
            }
            // Unless the ball is rolling straight uphill with strength left, it turns downhill.
            Kind::Slope(down) => {
                let climbing = arrival != Landing::Jumped && self.heading == down.opposite() && !spent;
                if !climbing {
                    self.heading = down;
                    self.roll += u32::from(spent);
                }
            }
            // The roll strength that is left becomes jump strength.
            Kind::Spring => self.jump = std::mem::take(&mut self.roll),
            // After a jump, or with no strength left, the ball goes to the twin, which does not act but is
            // safe.
            Kind::Warp(_) => {
                if arrival == Landing::Jumped || spent {
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
                if spent && (arrival != Landing::Bounced || !self.has_left) {
                    self.roll = 1;
                }
            }
            Kind::Flat | Kind::Angle(_) | Kind::Sand | Kind::Quicksand => {}
        }
        Ok(Then::GoOn)
    }
}
