//! Errors in the input, drawn with their place in the text.
//!
//! Only an excerpt of the text is kept: the line in question with its neighbours, each cut to a
//! window around the column. A file of 100 MB in one line makes a report of five short lines.
//!
//! The excerpt holds the text as it is; hidden characters are escaped when it is drawn.

use std::fmt;
use std::str::Utf8Error;

use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, SourceCode,
    SourceSpan, SpanContents,
};
use unriddle_kit::{Game, LevelError, Place};
use unriddle_render::{visible, visible_lines};

use crate::screen::StreamStyle;

/// Lines shown before and after the one in question.
const AROUND: usize = 2;

/// The most characters shown before the column in question, and from it on.
const REACH: usize = 40;

/// Why a source has no level to offer.
#[derive(Debug)]
pub(crate) struct Diagnostic {
    /// Where the text came from.
    pub(crate) file: String,
    /// The id of the game that it was read as, if there is one.
    pub(crate) game: Option<&'static str>,
    /// What is wrong.
    pub(crate) message: String,
    /// Where, if it is in the text.
    pub(crate) place: Option<Place>,
    help: Option<String>,
    excerpt: Option<Excerpt>,
}

impl Diagnostic {
    /// An error that concerns the file as a whole.
    pub(crate) fn of_file(file: String, message: impl Into<String>) -> Self {
        Diagnostic { file, game: None, message: message.into(), place: None, help: None, excerpt: None }
    }

    /// A level that is not well-formed.
    pub(crate) fn of_level(
        file: String,
        text: &str,
        game: Option<&'static dyn Game>,
        error: LevelError,
    ) -> Self {
        Diagnostic {
            excerpt: Excerpt::cut(&file, text, error.place),
            file,
            game: game.map(Game::id),
            message: error.message,
            place: Some(error.place),
            help: error.help,
        }
    }

    /// A text that no game recognises.
    pub(crate) fn unrecognised(
        file: String,
        text: &str,
        closest: &'static dyn Game,
        error: LevelError,
    ) -> Self {
        let message =
            format!("no game recognises this level; {} comes closest: {}", closest.name(), error.message);
        let game = format!("`unriddle games {}` explains how its levels are written", closest.id());
        let help = Some(error.help.as_ref().map_or_else(|| game.clone(), |help| format!("{help}\n{game}")));
        Diagnostic { message, help, ..Diagnostic::of_level(file, text, None, error) }
    }

    /// Bytes that are not text.
    pub(crate) fn not_text(file: String, bytes: &[u8], error: Utf8Error) -> Self {
        let good = error.valid_up_to();
        let line_start = bytes[..good].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let line = bytes[..good].iter().filter(|&&byte| byte == b'\n').count() + 1;
        let column = String::from_utf8_lossy(&bytes[line_start..good]).chars().count() + 1;
        let message = format!("this is not text: byte {} ({:#04x}) is not UTF-8", good + 1, bytes[good]);
        let place = Some(Place::new(line, column));
        Diagnostic { place, ..Diagnostic::of_file(file, message) }
    }

    /// Moves from `origin`, a flag or a file, that cannot be played in the level of `file`. `place` is
    /// a place in the moves, which the excerpt shows; the level has none.
    pub(crate) fn of_moves(
        file: String,
        origin: &str,
        moves: &str,
        place: Option<Place>,
        message: String,
    ) -> Self {
        let excerpt = place.and_then(|place| Excerpt::cut(origin, moves, place));
        Diagnostic { excerpt, ..Diagnostic::of_file(file, message) }
    }

    /// The report for people.
    pub(crate) fn draw(&self, style: StreamStyle) -> String {
        let theme = match style {
            StreamStyle { colour: true, .. } => GraphicalTheme::unicode(),
            StreamStyle { terminal: true, .. } => GraphicalTheme::unicode_nocolor(),
            StreamStyle { .. } => GraphicalTheme::none(),
        };
        let handler = GraphicalReportHandler::new_themed(theme)
            .with_width(style.width.unwrap_or(100).max(40))
            .with_context_lines(AROUND);
        let mut drawn = String::new();
        match handler.render_report(&mut drawn, self) {
            Ok(()) => drawn,
            Err(fmt::Error) => format!("{self}\n"),
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", visible(&self.file))?;
        if let Some(Place { line, column, .. }) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        write!(f, "{}", visible(&self.message))
    }
}

impl std::error::Error for Diagnostic {}

impl miette::Diagnostic for Diagnostic {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(visible_lines(help)) as _)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.excerpt.as_ref().map(|excerpt| excerpt as _)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let excerpt = self.excerpt.as_ref()?;
        Some(Box::new(std::iter::once(LabeledSpan::new_with_span(Some("here".into()), excerpt.label))))
    }
}

/// The few lines around a place.
#[derive(Debug)]
struct Excerpt {
    file: String,
    text: String,
    /// The line in the file that the excerpt begins with, from 0.
    first_line: usize,
    /// The place in question, in the file, from 0.
    line: usize,
    column: usize,
    /// The place in question, in the excerpt.
    label: SourceSpan,
}

impl Excerpt {
    fn cut(file: &str, text: &str, place: Place) -> Option<Self> {
        let (line, column) = (place.line.checked_sub(1)?, place.column.checked_sub(1)?);
        let first_line = line.saturating_sub(AROUND);
        let from = column.saturating_sub(REACH);
        let window = 2 * REACH;
        let (mut excerpt, mut label) = (String::new(), None);
        for (number, whole) in text.lines().enumerate().skip(first_line).take(2 * AROUND + 1) {
            let start = excerpt.len();
            let mut rest = whole.chars().skip(from);
            let mut shown: Vec<String> = rest.by_ref().take(window).map(drawn).collect();
            if rest.next().is_some() {
                shown.push("…".into());
            }
            if from > 0 && !shown.is_empty() {
                shown[0] = "…".into();
            }
            if number == line {
                // The place may be just behind the end of the line.
                let at = (column - from).min(shown.len());
                shown.resize(shown.len().max(at + 1), " ".into());
                let end = (at + place.length).min(shown.len());
                let bytes = |shown: &[String]| shown.iter().map(String::len).sum::<usize>();
                label = Some((start + bytes(&shown[..at]), bytes(&shown[at..end])));
            }
            excerpt.extend(shown);
            excerpt.push('\n');
        }
        let file = visible(file).into_owned();
        (!text.is_empty()).then_some(())?;
        Some(Excerpt { file, text: excerpt, first_line, line, column, label: label?.into() })
    }
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        _after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        // miette asks for no context when it names the place, and for some when it draws it.
        let contents = if before == 0 {
            let bytes = self.text.as_bytes().get(span.offset()..span.offset() + span.len());
            let bytes = bytes.ok_or(MietteError::OutOfBounds)?;
            MietteSpanContents::new_named(self.file.clone(), bytes, *span, self.line, self.column, 1)
        } else {
            let all = (0, self.text.len()).into();
            let lines = self.text.lines().count();
            let bytes = self.text.as_bytes();
            MietteSpanContents::new_named(self.file.clone(), bytes, all, self.first_line, 0, lines)
        };
        Ok(Box::new(contents))
    }
}

/// A character of the level as it is drawn.
fn drawn(c: char) -> String {
    if c == '\t' { " ".into() } else { visible(c.encode_utf8(&mut [0; 4])).into_owned() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn drawn(text: &str, place: Place) -> String {
        let error = LevelError::new(place, "wrong").help("do it right");
        let style = StreamStyle { colour: false, terminal: false, width: None };
        let drawn = Diagnostic::of_level("a.txt".into(), text, None, error).draw(style);
        drawn.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn the_place_is_drawn_with_its_neighbours() {
        insta::assert_snapshot!(drawn("one\ntwo\nthree\nfour\nfive\nsix\n", Place::span(4, 2, 2)), @r"
          x a.txt: line 4, column 2: wrong
           ,-[a.txt:4:2]
         2 | two
         3 | three
         4 | four
           :  ^|
           :   `-- here
         5 | five
         6 | six
           `----
          help: do it right
        ");
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let text = format!("{}x{}", ".".repeat(1_000_000), "-".repeat(1_000_000));
        insta::assert_snapshot!(drawn(&text, Place::new(1, 1_000_001)), @r"
          x a.txt: line 1, column 1000001: wrong
           ,-[a.txt:1:1000001]
         1 | ….......................................x---------------------------------------…
           :                                         |
           :                                         `-- here
           `----
          help: do it right
        ");
    }

    #[test]
    fn the_end_of_a_line_is_a_place() {
        insta::assert_snapshot!(drawn("###\r\n#\r\n###", Place::new(2, 2)), @r"
          x a.txt: line 2, column 2: wrong
           ,-[a.txt:2:2]
         1 | ###
         2 | #
           :  |
           :  `-- here
         3 | ###
           `----
          help: do it right
        ");
    }

    proptest! {
        #[test]
        fn no_text_and_no_place_panic(text: String, line in 0usize..6, column in 0usize..90, length in 0usize..9) {
            drawn(&text, Place { line, column, length });
        }
    }
}
