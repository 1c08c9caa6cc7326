//! Small helps for reading text with places.

/// The words of a line, each with its column from 1, in characters.
pub(crate) fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = line;
    let mut column = 1;
    std::iter::from_fn(move || {
        let word = rest.trim_start();
        column += rest[..rest.len() - word.len()].chars().count();
        let (word, after) = word.split_at(word.find(char::is_whitespace).unwrap_or(word.len()));
        let at = column;
        column += word.chars().count();
        rest = after;
        (!word.is_empty()).then_some((at, word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_their_columns() {
        assert_eq!(words("  é ab\tc ").collect::<Vec<_>>(), [(3, "é"), (5, "ab"), (8, "c")]);
        assert_eq!(words(" \t").count(), 0);
    }
}
