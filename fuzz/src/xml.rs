//! Checks that a drawing is well-formed XML, and returns its attributes.
//!
//! Covers what the drawings use: elements, attributes, and text with the predefined entities. Comments,
//! processing instructions and declarations are not supported, since drawings have none.

/// An attribute: the name of the element, its own name, and its value.
pub type Attribute<'a> = (&'a str, &'a str, &'a str);

/// The attributes of a document, or why it is not well-formed.
pub fn attributes(document: &str) -> Result<Vec<Attribute<'_>>, String> {
    if let Some(bad) = document.chars().find(|&c| !is_allowed(c)) {
        return Err(format!("the character {bad:?} is not allowed in XML"));
    }
    let (mut open, mut attributes, mut roots) = (Vec::new(), Vec::new(), 0);
    let mut rest = document;
    while let Some(at) = rest.find('<') {
        check_text(&rest[..at], open.is_empty())?;
        let end = rest[at..].find('>').ok_or("a tag has no end")? + at;
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return Err(format!("</{name}> closes nothing"));
            }
            continue;
        }
        let (tag, is_empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, list) = tag.split_once(' ').unwrap_or((tag, ""));
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric()) {
            return Err(format!("<{name}> is not an element"));
        }
        read_attributes(name, list, &mut attributes)?;
        if open.is_empty() {
            roots += 1;
        }
        if !is_empty {
            open.push(name);
        }
    }
    check_text(rest, open.is_empty())?;
    match (open.pop(), roots) {
        (Some(name), _) => Err(format!("<{name}> is not closed")),
        (None, 1) => Ok(attributes),
        (None, _) => Err(format!("there are {roots} elements outside all others")),
    }
}

fn read_attributes<'a>(
    element: &'a str,
    list: &'a str,
    attributes: &mut Vec<Attribute<'a>>,
) -> Result<(), String> {
    let first = attributes.len();
    let mut rest = list.trim();
    while !rest.is_empty() {
        let (name, after) = rest.split_once("=\"").ok_or_else(|| format!("no value in {rest:?}"))?;
        let (value, after) = after.split_once('"').ok_or_else(|| format!("no end of the value of {name}"))?;
        if value.contains('<') {
            return Err(format!("a `<` in the value of {name}"));
        }
        check_text(value, false)?;
        if attributes[first..].iter().any(|&(_, other, _)| other == name) {
            return Err(format!("<{element}> has two attributes {name}"));
        }
        attributes.push((element, name, value));
        rest = after.trim_start();
    }
    Ok(())
}

/// Checks the text between tags.
fn check_text(text: &str, outside: bool) -> Result<(), String> {
    if outside && !text.trim().is_empty() {
        return Err(format!("{text:?} lies outside all elements"));
    }
    for after in text.split('&').skip(1) {
        let entity = after.split_once(';').map_or("", |(entity, _)| entity);
        if !["amp", "lt", "gt", "quot", "apos"].contains(&entity) {
            return Err(format!("a bare `&` in {text:?}"));
        }
    }
    Ok(())
}

/// Whether XML 1.0 allows a character.
fn is_allowed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_well_formed_is_told_from_what_is_not() {
        let good = "<a x=\"1\" y=\"&lt;\"><b/>c &amp; d<e f=\"\"></e></a>\n";
        assert_eq!(attributes(good), Ok(vec![("a", "x", "1"), ("a", "y", "&lt;"), ("e", "f", "")]));
        let bad = [
            "",
            "a",
            "<a>",
            "<a></b>",
            "<a/><b/>",
            "<a>&</a>",
            "<a>&x;</a>",
            "<a b></a>",
            "<a b=\"></a>",
            "<a b=\"1\" b=\"2\"/>",
            "<a>\u{1}</a>",
            "<a/>b",
            "<a",
            "< a/>",
        ];
        for text in bad {
            assert!(attributes(text).is_err(), "{text}");
        }
    }
}
