//! A line of moves as the moments of a film.
//!
//! Each move is a motion from one picture to the next, through the frames that the game gives, with moments in
//! between so that it looks smooth. What runs by itself after the last move follows. A film has a limited number of
//! moments: a longer one has fewer in between, then none, and at last leaves moves out.

use unriddle_kit::{Frame, Level, Path, Picture, Piece, PlayError, Position, tween};

/// Hundredths of a second.
type Delay = u16;

/// The time between two moments of a motion.
const TICK: Delay = 4;

/// The moments of the way over a cell: as many as there may be, of these.
const IN_BETWEEN: [usize; 3] = [4, 3, 2];

/// The most moments of one way, however far it is.
const MAX_WAY_SHARE: usize = 24;

/// The time of the first moment and of the last.
const ENDS: (Delay, Delay) = (80, 250);

/// The rest between two moves: this divided by the number of moves, but at most the second number.
const REST: (usize, Delay) = (800, 28);

/// The time of a move where there is nothing in between.
const STEP: Delay = 12;

/// The most moments of a film, whatever its board and its size.
const MAX_MOMENTS: usize = 600;

/// The most cells that all pictures of a film have together.
const MAX_CELLS: usize = 10_000_000;

/// The most pixels that all images of a film have together.
const MAX_PIXELS: usize = 300_000_000;

/// How a line of moves is shown.
pub(super) struct Reel<'a> {
    level: &'a dyn Level,
    moves: &'a [String],
    /// The moves after which there is a picture, by number.
    stops: Vec<usize>,
    /// The moments of the way over a cell; 1 if there are none in between.
    smooth: usize,
    /// Whether the frames of the game are shown.
    frames: bool,
    /// The steps of what runs by itself.
    steps: usize,
}

/// A moment: the picture with what lies below, the pieces, and how long it is seen.
pub(super) struct Moment<'a> {
    pub(super) ground: &'a Picture,
    pub(super) pieces: &'a [Piece],
    pub(super) delay: Delay,
}

impl<'a> Reel<'a> {
    /// Plans the film of moves from the start, in images of this many pixels, with at most this many steps of what runs
    /// by itself.
    pub(super) fn new(
        level: &'a dyn Level,
        moves: &'a [String],
        steps: usize,
        pixels: usize,
    ) -> Result<Self, PlayError> {
        let cells = level.start().picture().cells.len().max(1);
        let most = (MAX_CELLS / cells).min(MAX_PIXELS / pixels.max(1)).clamp(8, MAX_MOMENTS);
        let steps = steps.min(most / 2 / IN_BETWEEN[0]);
        let room = most - IN_BETWEEN[0] * steps;
        let shown = moves.len().min(room - 1);
        // The last is always among them.
        let stops = (1..=shown).map(|n| n * moves.len() / shown).collect();
        let mut reel = Reel { level, moves, stops, smooth: 1, frames: false, steps };
        if shown == moves.len() {
            for smooth in IN_BETWEEN.into_iter().chain([1]) {
                if reel.count(smooth)? < room {
                    (reel.smooth, reel.frames) = (smooth, true);
                    break;
                }
            }
        }
        Ok(reel)
    }

    /// The moments of all motions, where the way over a cell has this many.
    fn count(&self, smooth: usize) -> Result<usize, PlayError> {
        let mut position = self.level.start();
        let (mut before, mut all) = (position.picture().pieces, 0);
        for name in self.moves {
            position.advance(name)?;
            for frame in motion(position.as_ref(), true) {
                all += moments(&before, &frame, smooth);
                before = frame.pieces;
            }
            if all > MAX_MOMENTS {
                break;
            }
        }
        Ok(all)
    }

    /// The number of moves after which there is a picture.
    pub(super) fn shown(&self) -> usize {
        self.stops.len()
    }

    /// Shows all moments in order, until one of them fails.
    pub(super) fn show<E: From<PlayError>>(
        &self,
        mut visit: impl FnMut(Moment<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut position = self.level.start();
        let mut picture = position.picture();
        let mut film = Vec::new();
        let mut made = 0;
        let last_stop = self.stops.len();
        if last_stop == 0 {
            film = position.film(self.steps);
        }
        let first = if last_stop == 0 && film.len() < 2 { ENDS.1 } else { ENDS.0 };
        visit(Moment { ground: &picture, pieces: &picture.pieces, delay: first })?;
        for (at, &stop) in self.stops.iter().enumerate() {
            for name in &self.moves[made..stop] {
                position.advance(name)?;
            }
            made = stop;
            let after = position.picture();
            let mut rest = self.rest();
            if at + 1 == last_stop {
                film = position.film(self.steps);
                rest = if film.len() < 2 { ENDS.1 } else { ENDS.0 };
            }
            self.motion(position.as_ref(), (&picture, &after), rest, &mut visit)?;
            picture = after;
        }
        let count = film.len();
        for (at, pair) in film.windows(2).enumerate() {
            let rest = if at + 2 == count { ENDS.1 } else { 0 };
            let frame = Frame::new(pair[1].pieces.clone());
            let from = (&pair[0], &pair[0].pieces[..]);
            way(from, (&pair[1], &frame), (IN_BETWEEN[0], rest), &mut visit)?;
        }
        Ok(())
    }

    /// The time between two moves, beside that of their motion.
    fn rest(&self) -> Delay {
        let each = REST.0 / self.stops.len().max(1);
        Delay::try_from(each).unwrap_or(REST.1).min(REST.1)
    }

    /// What happens between two pictures.
    fn motion<E>(
        &self,
        position: &dyn Position,
        (before, after): (&Picture, &Picture),
        rest: Delay,
        visit: &mut impl FnMut(Moment<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let frames = motion(position, self.frames);
        let mut pieces = &before.pieces[..];
        for (at, frame) in frames.iter().enumerate() {
            let (ground, rest) = if at + 1 == frames.len() { (after, rest) } else { (before, 0) };
            way((before, pieces), (ground, frame), (self.smooth, rest), visit)?;
            pieces = &frame.pieces;
        }
        Ok(())
    }
}

/// The frames of the last move, by the game if it has some. The last is the picture after it.
fn motion(position: &dyn Position, by_game: bool) -> Vec<Frame> {
    let mut frames = if by_game { position.motion(1) } else { Vec::new() };
    let path = frames.pop().map_or(Path::Straight, |frame| frame.path);
    frames.push(Frame { pieces: position.picture().pieces, path });
    frames
}

/// The moments of a way, where the way over one cell has this many. The last is always among them.
fn moments(before: &[Piece], frame: &Frame, smooth: usize) -> usize {
    if smooth == 1 {
        return 1;
    }
    let many = (frame.span(before) * smooth as f32).round();
    (many as usize).clamp(1, MAX_WAY_SHARE)
}

/// Shows pieces on their way in some moments, and where they come to rest for some time.
fn way<E>(
    (ground, before): (&Picture, &[Piece]),
    (end, frame): (&Picture, &Frame),
    (smooth, rest): (usize, Delay),
    visit: &mut impl FnMut(Moment<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let many = moments(before, frame, smooth);
    let tick = if many == 1 { STEP } else { TICK };
    for n in 1..many {
        let pieces = tween(before, frame, n as f32 / many as f32);
        visit(Moment { ground, pieces: &pieces, delay: tick })?;
    }
    visit(Moment { ground: end, pieces: &frame.pieces, delay: tick.saturating_add(rest) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places of a piece, and the time of the film.
    fn shown(text: &str, moves: &str, name: &str) -> (Vec<(f32, f32)>, usize) {
        let level = unriddle_games::read(text, &[]).expect("a level");
        let moves = level.start().split(moves).expect("moves");
        let reel = Reel::new(level.as_ref(), &moves, 0, 1).expect("they can be made");
        let (mut places, mut time) = (Vec::new(), 0);
        let seen = reel.show(|moment| {
            let piece = moment.pieces.iter().find(|piece| piece.name.contains(name)).expect("it is there");
            places.push((piece.x, piece.y));
            time += usize::from(moment.delay);
            Ok::<(), PlayError>(())
        });
        assert_eq!(seen, Ok(()));
        (places, time)
    }

    #[test]
    fn a_piece_glides_from_cell_to_cell() {
        let (places, time) = shown("#####\n#S.E#\n#####", "FF", "reindeer");
        assert_eq!((places.first(), places.last()), (Some(&(1.0, 1.0)), Some(&(3.0, 1.0))));
        assert_eq!(places.len(), 1 + 2 * IN_BETWEEN[0]);
        assert!(places.windows(2).all(|pair| pair[1].0 - pair[0].0 <= 0.26), "{places:?}");
        assert!(time > usize::from(ENDS.0 + ENDS.1), "{time}");
    }

    #[test]
    fn a_long_line_has_no_more_moments_than_a_short_one() {
        let corridor = format!("S{}E", ".".repeat(5000));
        let (places, _) = shown(&corridor, "F5001", "reindeer");
        assert!(places.len() <= MAX_MOMENTS && places.len() > MAX_MOMENTS / 2, "{}", places.len());
        assert_eq!(places.last(), Some(&(5001.0, 0.0)));
    }

    #[test]
    fn no_moves_are_one_moment() {
        assert_eq!(shown("S.E", "", "reindeer").0.len(), 1);
    }
}
