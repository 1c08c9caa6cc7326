//! The section LEGEND: further names. `A = B` is another name, `A = B and C` all of them, `A = B or C` any.

use super::Reader;
use super::cursor::{Cursor, is_space};
use crate::script::Meaning;

impl Reader {
    /// Collects a word of the line, and checks that it can stand in its place.
    pub(super) fn legend(&mut self, cursor: &mut Cursor) {
        let place = self.place(cursor);
        match self.word {
            0 => {
                let from = cursor.at;
                let name = cursor.take_while(|c| !is_space(c) && c != '=' && c != '(');
                if !self.script.names.contains_key(&name) {
                    self.script.called.learn(&name, &cursor.original_since(from));
                }
                self.words.push((name, place.1));
            }
            1 if cursor.peek() == Some('=') => {
                cursor.take();
                self.words.push(("=".into(), place.1));
            }
            1 => {
                cursor.take_to_comment();
                self.problems
                    .error(place, "expected `=` after the name: `A = B`, `A = B and C` or `A = B or C`");
            }
            _ => {
                let word = cursor.take_while(|c| !is_space(c) && c != '(' && c != ')');
                if word.is_empty() {
                    cursor.take_to_comment();
                    self.problems.error(place, "expected a name");
                } else {
                    self.legend_word(&word, place);
                    self.words.push((word, place.1));
                }
            }
        }
        cursor.skip_space();
        self.word += 1;
    }

    /// Names and one of the words `and` and `or` alternate.
    fn legend_word(&mut self, word: &str, place: (usize, usize)) {
        if self.word.is_multiple_of(2) {
            return;
        }
        if !matches!(word, "and" | "or") {
            self.problems.error(place, format!("expected `and` or `or`, not `{word}`"));
        } else if self.word >= 5 && self.words.get(3).is_some_and(|(first, _)| first != word) {
            self.problems.error(place, "`and` and `or` cannot be mixed in one line");
        }
    }

    /// Defines the name of the line.
    pub(super) fn end_legend_line(&mut self) {
        let words = std::mem::take(&mut self.words);
        let Some((name, column)) = words.first().cloned() else {
            return;
        };
        let place = (self.line, column);
        if words.len() < 3 || words.len().is_multiple_of(2) {
            let message = "expected `A = B`, `A = B and C` or `A = B or C`";
            self.problems.error(place, message);
            return;
        }
        let is_used = self.script.names.contains_key(&name);
        if is_used {
            let line =
                self.script.legend.iter().rev().find(|(known, _)| *known == name).map(|&(_, line)| line);
            let object =
                self.script.objects.iter().find(|object| object.name == name).map(|object| object.line);
            let line = object.or(line).unwrap_or(self.line);
            self.problems.error(place, format!("the name `{name}` is in use since line {line}"));
        }
        self.warn_of_keyword(&name, place);
        let mut parts: Vec<&(String, usize)> = words[2..].iter().step_by(2).collect();
        if parts.iter().any(|(part, _)| *part == name) {
            self.problems.error(place, format!("`{name}` cannot be defined by itself"));
            parts.retain(|(part, _)| *part != name);
        }
        for (part, column) in &parts {
            if !self.script.names.contains_key(part) {
                let place = (self.line, *column);
                self.problems.error(place, format!("`{part}` is not the name of an object or of the legend"));
            }
        }
        if is_used {
            return;
        }
        let parts: Vec<(String, usize)> = parts.into_iter().cloned().collect();
        let joins: Vec<&str> = words[3..].iter().step_by(2).map(|(join, _)| join.as_str()).collect();
        // A member takes a text here, and a number where names are numbered.
        let members =
            |part: &String| self.script.members(part).iter().map(|member| member.len() + 96).sum::<usize>();
        let bytes = parts.iter().map(|(part, _)| members(part)).sum();
        let what = format!("`{name}` stands for too many objects: name fewer of them, or each only once");
        if !self.script.room.take_or_tell(bytes, &mut self.problems, place, &what) {
            return;
        }
        let is_lacking = |(part, _): &(String, usize)| {
            let meaning = self.script.meaning(part);
            matches!(meaning, None | Some(Meaning::Nothing | Meaning::Property(_)))
                || self.script.unplaced.contains(part)
        };
        let is_placed = !parts.iter().any(is_lacking);
        let meaning = match joins.first() {
            None => match parts.first() {
                Some((part, _)) => {
                    self.script.synonyms.insert(name.clone());
                    self.script.meaning(part).cloned().unwrap_or(Meaning::Nothing)
                }
                None => return,
            },
            Some(&"or") if joins.contains(&"and") => return,
            Some(&"and") => Meaning::Aggregate(self.flatten(&parts, true)),
            Some(&"or") => Meaning::Property(self.flatten(&parts, false)),
            Some(_) => {
                self.problems.error(place, "expected `A = B`, `A = B and C` or `A = B or C`");
                return;
            }
        };
        if matches!(meaning, Meaning::Aggregate(_)) && !is_placed {
            self.script.unplaced.insert(name.clone());
        }
        self.script.names.insert(name.clone(), meaning);
        self.script.legend.push((name, self.line));
    }

    /// The objects of an aggregate or a property. One cannot be made of the other.
    fn flatten(&mut self, parts: &[(String, usize)], aggregate: bool) -> Vec<String> {
        let mut members = Vec::new();
        for (part, column) in parts {
            let place = (self.line, *column);
            match self.script.names.get(part) {
                Some(Meaning::Property(_)) if aggregate => {
                    self.problems.error(place, "one of several objects (`or`) has no place in `and`");
                    let message = format!("`{part}` stands for one of several objects: which one is meant?");
                    self.problems.error(place, message);
                }
                Some(Meaning::Aggregate(_)) if !aggregate => {
                    self.problems.error(
                        place,
                        format!("`{part}` is several objects at once, so it has no place in `or`"),
                    );
                }
                _ => members.extend(self.script.members(part).iter().cloned()),
            }
        }
        members
    }
}
