//! Where the output goes: its colour, its width, and whether anyone watches.
//!
//! Text is written with its styles, and they are taken out on the way where colour is not
//! wanted: in a pipe, under NO_COLOR, with `--color never`. Lines are fitted to a terminal's
//! width and left as they are in a pipe. Results go to standard output, problems to standard
//! error. Every write can fail, and a reader that went away is no error: see `main`.
//!
//! Text that comes from outside is made [visible](unriddle_games::render::visible) before it is written.

use std::io::{self, IsTerminal, StdoutLock, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use terminal_size::{Width, terminal_size_of};
use unriddle_games::render::{Ink, visible_lines};

use crate::args::Colour;
use crate::exit::Exit;
use crate::input::Unread;

/// How a stream wants its text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// Whether colours are wanted.
    pub(crate) colour: bool,
    /// Whether a person looks on.
    pub(crate) terminal: bool,
    /// The columns of the terminal; `None` where lines may be of any length.
    pub(crate) width: Option<usize>,
}

/// Standard output. Styles in the text are taken out where colour is not wanted.
pub(crate) struct Screen {
    out: AutoStream<StdoutLock<'static>>,
    look: Look,
    choice: ColorChoice,
}

/// What is good.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// What is bad.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
/// What calls for attention.
pub(crate) const WARN: Style = AnsiColor::Yellow.on_default();
/// What matters less.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// What matters more.
pub(crate) const STRONG: Style = Style::new().bold();

impl Screen {
    /// Takes hold of standard output.
    pub(crate) fn new(colour: Colour) -> Self {
        let choice = match colour {
            Colour::Auto => ColorChoice::Auto,
            Colour::Always => ColorChoice::Always,
            Colour::Never => ColorChoice::Never,
        };
        let out = AutoStream::new(io::stdout().lock(), choice);
        let colour = out.current_choice() != ColorChoice::Never;
        let width = terminal_size_of(io::stdout()).map(|(Width(width), _)| usize::from(width));
        let look = Look { colour, terminal: io::stdout().is_terminal(), width };
        Screen { out, look, choice }
    }

    /// The columns of the terminal, if it is one.
    pub(crate) fn width(&self) -> Option<usize> {
        self.look.width
    }

    /// How pictures are to be drawn.
    pub(crate) fn ink(&self) -> Ink {
        if self.look.colour { Ink::Colour } else { Ink::Plain }
    }

    /// Writes a document, such as a level's own text: exactly, but for hidden characters on a
    /// terminal, which are escaped.
    pub(crate) fn document(&mut self, text: &str) -> io::Result<()> {
        if self.look.terminal {
            return self.write_all(visible_lines(text).as_bytes());
        }
        // Not through the stream that takes out styles: an escape sequence here is part of the text.
        self.flush()?;
        io::stdout().write_all(text.as_bytes())
    }

    /// Reports on standard error why something was not read, and what that says to the shell.
    pub(crate) fn report(&mut self, unread: &Unread) -> io::Result<Exit> {
        self.flush()?;
        let problem = match unread {
            Unread::Bad(problem) => problem,
            stopped @ Unread::Stopped(_) => {
                // Nobody is left to tell when standard error is gone.
                let _ = writeln!(io::stderr(), "unriddle: {stopped}");
                return Ok(Exit::Stopped);
            }
        };
        let mut err = AutoStream::new(io::stderr().lock(), self.choice);
        let width = terminal_size_of(io::stderr()).map(|(Width(width), _)| usize::from(width));
        let colour = err.current_choice() != ColorChoice::Never;
        let look = Look { colour, terminal: io::stderr().is_terminal(), width };
        // Nobody is left to tell when standard error is gone.
        let _ = write!(err, "{}", problem.draw(look));
        Ok(Exit::Bad)
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
