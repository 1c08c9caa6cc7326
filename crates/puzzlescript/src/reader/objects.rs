//! The section OBJECTS: blocks of a line of names, a line of colours, and perhaps five rows of pixels.

use super::Reader;
use super::cursor::{Cursor, is_name, is_space};
use crate::palette::is_named;
use crate::script::{Meaning, ObjectText};

/// The length of the longest name of a colour: `transparent`.
const MAX_COLOUR_LENGTH: usize = 11;

/// The width and height of a sprite.
const SIDE: usize = 5;

/// What the next line of the block of an object holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Part {
    #[default]
    Name,
    NameOrColours,
    Colours,
    Pixels,
}

/// How far the block of an object is read.
#[derive(Default)]
pub(super) struct Progress {
    part: Part,
    rows: usize,
    /// The object of the block: an index into the objects of the script.
    current: Option<usize>,
}

impl Progress {
    /// The next line begins another object.
    pub(super) fn end_block(&mut self) {
        self.part = Part::Name;
    }
}

impl Reader {
    /// Reads a name, a colour or a pixel.
    pub(super) fn objects(&mut self, cursor: &mut Cursor, at_start: bool) {
        if at_start {
            self.objects.part = match self.objects.part {
                Part::NameOrColours => Part::Colours,
                Part::Colours => Part::Pixels,
                part => part,
            };
        }
        match self.objects.part {
            Part::Name | Part::NameOrColours => {
                self.objects.rows = 0;
                self.object_name(cursor, at_start);
            }
            Part::Colours => self.object_colour(cursor),
            Part::Pixels => self.object_pixel(cursor, at_start),
        }
    }

    /// The first name of an object is a word; the others, in the same line, are any characters but spaces.
    fn object_name(&mut self, cursor: &mut Cursor, at_start: bool) {
        let place = self.place(cursor);
        let from = cursor.at;
        let name = if at_start {
            cursor.take_while(is_name)
        } else {
            cursor.take_while(|c| !is_space(c) && c != '(' && c != ')')
        };
        let written = cursor.original_since(from);
        cursor.skip_space();
        if name.is_empty() {
            cursor.take_to_comment();
            self.problems.warning(place, "expected the name of an object: a word of letters and digits");
            return;
        }
        if matches!(self.script.names.get(&name), Some(Meaning::Object(object)) if *object == name) {
            self.problems.error(place, format!("the object `{name}` is declared twice"));
            return;
        }
        if self.script.names.contains_key(&name) {
            self.problems.error(place, format!("the name `{name}` is in use"));
        }
        self.warn_of_keyword(&name, place);
        self.script.called.learn(&name, &written);
        if at_start {
            self.objects.current = Some(self.script.objects.len());
            self.script.names.insert(name.clone(), Meaning::Object(name.clone()));
            let (colours, pixels) = (Vec::new(), Vec::new());
            self.script.objects.push(ObjectText { name, line: self.line, colours, pixels });
        } else if let Some(current) = self.objects.current {
            let meaning = Meaning::Object(self.script.objects[current].name.clone());
            self.script.names.insert(name.clone(), meaning);
            self.script.legend.push((name, self.line));
        }
        self.objects.part = Part::NameOrColours;
    }

    fn object_colour(&mut self, cursor: &mut Cursor) {
        let place = self.place(cursor);
        let Some(current) = self.objects.current else {
            cursor.take_to_comment();
            return;
        };
        // The longest name that fits, as in `redgreen`: no name of a colour has more letters than this.
        let word: String = (0..MAX_COLOUR_LENGTH).map_while(|n| cursor.ahead(n)).collect();
        let ends = word.char_indices().map(|(at, c)| at + c.len_utf8()).rev();
        let named = ends.map(|end| &word[..end]).find(|name| is_named(name));
        let colour = if let Some(name) = named {
            cursor.at += name.chars().count();
            name.to_string()
        } else {
            let digits =
                (1..=6).take_while(|&n| cursor.ahead(n).is_some_and(|c| c.is_ascii_hexdigit())).count();
            let digits = if digits < 6 { digits.min(3) } else { 6 };
            if cursor.peek() != Some('#') || digits < 3 {
                let mut found = cursor.take_while(is_name);
                if found.is_empty() {
                    found = cursor.take_to_comment();
                }
                let name = &self.script.objects[current].name;
                let message = format!("`{}` is not a colour for the object `{name}`", found.trim());
                self.problems.error(place, message);
                return;
            }
            let text: String = (0..=digits).filter_map(|n| cursor.ahead(n)).collect();
            cursor.at += digits + 1;
            text
        };
        cursor.skip_space();
        self.script.objects[current].colours.push(colour);
        if self.script.objects[current].colours.len() > 10 {
            self.problems.error(place, "a sprite has at most 10 colours");
        }
    }

    fn object_pixel(&mut self, cursor: &mut Cursor, at_start: bool) {
        let place = self.place(cursor);
        let Some(pixel) = cursor.peek().filter(|&c| c == '.' || c.is_ascii_digit()) else {
            if self.objects.rows == 0 {
                self.object_name(cursor, at_start);
                return;
            }
            cursor.take_to_comment();
            self.problems.error(place, "a pixel is a digit or `.`");
            return;
        };
        cursor.take();
        let Some(object) = self.objects.current.map(|current| &mut self.script.objects[current]) else {
            return;
        };
        if at_start || self.objects.rows == 0 {
            self.objects.rows += 1;
            object.pixels.push(Vec::new());
        }
        let Some(row) = object.pixels.last_mut() else {
            return;
        };
        if row.len() == SIDE {
            cursor.take_to_comment();
            self.problems.warning(place, "a sprite is 5 pixels wide and 5 high");
            return;
        }
        row.push(pixel.to_digit(10).map(|digit| digit as u8));
        if object.pixels.len() == SIDE && object.pixels[SIDE - 1].len() == SIDE {
            self.objects.part = Part::Name;
        }
        if let Some(colour) = pixel.to_digit(10).filter(|&colour| colour as usize >= object.colours.len()) {
            let (name, count) = (&object.name, object.colours.len());
            self.problems
                .error(place, format!("`{name}` has {count} colours, so there is no colour {colour}"));
        }
    }
}
