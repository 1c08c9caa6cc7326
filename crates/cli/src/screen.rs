//! Standard output: its colour, its width, and whether it is a terminal.
//!
//! Text is written with styles, which are stripped where colour is not wanted: in a pipe, under
//! NO_COLOR, with `--color never`. Lines are fitted to the width of a terminal and left as they are
//! in a pipe. Results go to standard output, errors to standard error. Every write can fail, and a
//! closed pipe is not an error: see `main`.
//!
//! Text from outside is made [visible](unriddle_render::visible) before it is written.

use std::io::{self, IsTerminal, StdoutLock, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use terminal_size::{Height, Width, terminal_size_of};
use unriddle_kit::Picture;
use unriddle_render::{Ink, Scale, terminal_at, visible_lines};

use crate::args::Colour;
use crate::exit::Exit;
use crate::input::Unread;
use crate::interrupt::writing;

/// How text is written to a stream.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StreamStyle {
    /// Whether colours are wanted.
    pub(crate) colour: bool,
    /// Whether it is a terminal.
    pub(crate) terminal: bool,
    /// The columns of the terminal; `None` if lines may have any length.
    pub(crate) width: Option<usize>,
}

impl StreamStyle {
    /// How pictures are drawn.
    pub(crate) fn ink(self) -> Ink {
        if self.colour { Ink::Colour } else { Ink::Plain }
    }
}

/// Standard output. Styles in the text are stripped where colour is not wanted.
pub(crate) struct Screen {
    out: AutoStream<StdoutLock<'static>>,
    style: StreamStyle,
    /// The rows of the terminal, if it is one.
    rows: Option<usize>,
    choice: ColorChoice,
}

/// The style of success.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// The style of failure.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
/// The style of warnings.
pub(crate) const WARN: Style = AnsiColor::Yellow.on_default();
/// The style of less important text.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// The style of more important text.
pub(crate) const STRONG: Style = Style::new().bold();

impl Screen {
    /// Locks standard output.
    pub(crate) fn new(colour: Colour) -> Self {
        let choice = match colour {
            Colour::Auto => ColorChoice::Auto,
            Colour::Always => ColorChoice::Always,
            Colour::Never => ColorChoice::Never,
        };
        let out = AutoStream::new(io::stdout().lock(), choice);
        let colour = out.current_choice() != ColorChoice::Never;
        let size = terminal_size_of(io::stdout());
        let width = size.map(|(Width(width), _)| usize::from(width));
        let rows = size.map(|(_, Height(rows))| usize::from(rows));
        let style = StreamStyle { colour, terminal: io::stdout().is_terminal(), width };
        Screen { out, style, rows, choice }
    }

    /// A picture drawn with characters: as it fits on a terminal, and always the same in a pipe.
    pub(crate) fn drawn(&self, picture: &Picture) -> String {
        let ink = self.style.ink();
        let scale = match self.style.width.zip(self.rows) {
            Some(size) => Scale::listed(picture, size, ink),
            None => Scale::of(picture),
        };
        terminal_at(picture, scale, ink)
    }

    /// The columns of the terminal, if it is one.
    pub(crate) fn width(&self) -> Option<usize> {
        self.style.width
    }

    /// How pictures are drawn on it.
    pub(crate) fn ink(&self) -> Ink {
        self.style.ink()
    }

    /// How text is written to it.
    pub(crate) fn style(&self) -> StreamStyle {
        self.style
    }

    /// Writes a document, such as a level's own text: exactly, but for hidden characters on a
    /// terminal, which are escaped.
    pub(crate) fn document(&mut self, text: &str) -> io::Result<()> {
        if self.style.terminal {
            return self.write_all(visible_lines(text).as_bytes());
        }
        // Not through the stream that strips styles: an escape sequence here is part of the text.
        self.flush()?;
        writing(|| io::stdout().write_all(text.as_bytes()))
    }

    /// Writes the contents of a file, exactly unless they are text for a terminal.
    pub(crate) fn bytes(&mut self, contents: &[u8]) -> io::Result<()> {
        match std::str::from_utf8(contents) {
            Ok(text) => self.document(text),
            Err(_) => {
                self.flush()?;
                writing(|| io::stdout().write_all(contents))
            }
        }
    }

    /// Reports on standard error why something was not read. Returns the exit status for it.
    pub(crate) fn report(&mut self, unread: &Unread) -> io::Result<Exit> {
        self.flush()?;
        let diagnostic = match unread {
            Unread::Bad(diagnostic) => diagnostic,
            stopped @ Unread::Stopped(_) => {
                // If standard error is closed, there is nobody to report to.
                let _ = writeln!(io::stderr(), "unriddle: {stopped}");
                return Ok(Exit::Stopped);
            }
        };
        let mut err = AutoStream::new(io::stderr().lock(), self.choice);
        let width = terminal_size_of(io::stderr()).map(|(Width(width), _)| usize::from(width));
        let colour = err.current_choice() != ColorChoice::Never;
        let style = StreamStyle { colour, terminal: io::stderr().is_terminal(), width };
        // If standard error is closed, there is nobody to report to.
        let _ = write!(err, "{}", diagnostic.draw(style));
        Ok(Exit::Bad)
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        writing(|| self.out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        writing(|| self.out.flush())
    }
}
