//! Text from outside, such as names of files and words of level files, made safe to print.
//!
//! A terminal obeys control characters: they move its cursor, clear its screen, change its title.
//! Others show nothing but change how the rest is read: they turn the direction of writing, or
//! make two names look the same. Each of them is replaced by an escape such as `\n` or
//! `\u{202e}`; everything else stays as it is. Text that is harmless already is not copied.

use std::borrow::Cow;

/// Whether a character shows nothing of itself: it commands the terminal, breaks the line, turns
/// the direction of writing, or has no width.
///
/// These are the control characters, the line separators and the characters that Unicode calls
/// default-ignorable, among them the bidirectional controls. Marks that combine with a letter are
/// seen, and stay.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// The text in one line, with every [hidden](is_hidden) character escaped.
pub fn visible(text: &str) -> Cow<'_, str> {
    escaped(text, is_hidden)
}

/// The text with its line breaks, and every other [hidden](is_hidden) character escaped.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c| c != '\n' && is_hidden(c))
}

fn escaped(text: &str, hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    let Some(first) = text.find(&hidden) else { return Cow::Borrowed(text) };
    let mut shown = text[..first].to_owned();
    for c in text[first..].chars() {
        if hidden(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_commands_a_terminal_is_spelled_out() {
        assert_eq!(visible("a\nb\r\tc"), r"a\nb\r\tc");
        assert_eq!(visible("\x1b[2J\u{9b}2J\x07\x7f"), r"\u{1b}[2J\u{9b}2J\u{7}\u{7f}");
        assert_eq!(visible("\u{2028}\u{2029}"), r"\u{2028}\u{2029}");
    }

    #[test]
    fn what_turns_or_hides_text_is_spelled_out() {
        assert_eq!(visible("a\u{202e}txt.b"), r"a\u{202e}txt.b");
        assert_eq!(
            visible("\u{2066}\u{200f}\u{61c}\u{200b}\u{feff}"),
            r"\u{2066}\u{200f}\u{61c}\u{200b}\u{feff}"
        );
        assert_eq!(visible("\u{e0061}\u{fe0f}\u{ad}"), r"\u{e0061}\u{fe0f}\u{ad}");
    }

    #[test]
    fn ordinary_names_stay_as_they_are() {
        for name in ["levels/a b.txt", r"C:\levels\1.txt", "日本語", "e\u{301}té", "שלום", "🦌"] {
            assert!(matches!(visible(name), Cow::Borrowed(same) if same == name), "{name}");
        }
    }

    #[test]
    fn lines_stay_lines_where_they_may() {
        assert_eq!(visible_lines("a\n\x1bb\r\n"), "a\n\\u{1b}b\\r\n");
    }

    proptest! {
        #[test]
        fn nothing_hidden_is_left(text: String) {
            prop_assert!(!visible(&text).chars().any(is_hidden));
            prop_assert!(visible_lines(&text).chars().all(|c| c == '\n' || !is_hidden(c)));
        }
    }
}
