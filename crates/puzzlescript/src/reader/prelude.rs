//! The prelude: settings, one a line, before the first section.

use super::Reader;
use super::cursor::{Cursor, is_space};
use crate::palette::{Palette, is_named};

/// The most characters of a title and of an author's name that the original shows.
const MAX_LENGTH: usize = 5 * 34;

impl Reader {
    /// Reads a setting: a name, and for most a value up to the end of the line. A later one wins.
    pub(super) fn prelude(&mut self, cursor: &mut Cursor) {
        let place = self.place(cursor);
        if self.in_value {
            self.problems.warning(place, "what follows a comment is not part of the value");
            cursor.take_to_comment();
            return;
        }
        let name = cursor.take_while(|c| !is_space(c) && c != '(');
        cursor.skip_space();
        let value = cursor.original_rest(Some('(')).trim().to_string();
        let value_place = self.place(cursor);
        cursor.take_to_comment();
        self.in_value = true;
        self.setting(&name, &value, place, value_place);
    }

    fn setting(&mut self, name: &str, value: &str, place: (usize, usize), value_place: (usize, usize)) {
        let prelude = &mut self.script.prelude;
        let text = (!value.is_empty()).then(|| value.to_string());
        let mut flag = None;
        self.script.doubtful_settings.remove(name);
        match name {
            "title" => prelude.title = text,
            "author" => prelude.author = text,
            "homepage" => prelude.homepage = text,
            "color_palette" => prelude.palette = text,
            "background_color" => prelude.background_colour = text,
            "text_color" => prelude.text_colour = text,
            "run_rules_on_level_start" => flag = Some(&mut prelude.run_rules_on_level_start),
            "require_player_movement" => flag = Some(&mut prelude.require_player_movement),
            "noaction" => flag = Some(&mut prelude.no_action),
            "noundo" => flag = Some(&mut prelude.no_undo),
            "norestart" => flag = Some(&mut prelude.no_restart),
            "debug" | "verbose_logging" | "scanline" | "throttle_movement" | "norepeat_action" => {
                if !value.is_empty() {
                    self.problems.warning(value_place, format!("`{name}` takes no value"));
                }
                return;
            }
            "realtime_interval" | "again_interval" | "key_repeat_interval" => {
                let seconds = leading_number(value).filter(|s| s.is_finite() && *s >= 0.0);
                match name {
                    "realtime_interval" => prelude.realtime_interval = seconds.map(|s| (s, place.0)),
                    "again_interval" => prelude.again_interval = seconds,
                    _ => {}
                }
            }
            "flickscreen" | "zoomscreen" if !value.is_empty() => {
                let size = screen_size(value);
                if name == "flickscreen" {
                    prelude.flickscreen = size;
                } else {
                    prelude.zoomscreen = size;
                }
                if size.is_none() {
                    self.problems.warning(value_place, format!("`{name}` takes a size such as 7x5"));
                }
                return;
            }
            "flickscreen" | "zoomscreen" => {}
            "youtube" if value.is_empty() => {}
            "youtube" => {
                self.problems.warning(place, "`youtube` has no effect");
                return;
            }
            "" => {
                self.problems.error(place, "this is not a setting");
                return;
            }
            _ => {
                self.problems.error(place, format!("`{name}` is not a setting"));
                return;
            }
        }
        if let Some(flag) = flag {
            *flag = true;
            if !value.is_empty() {
                self.problems.warning(value_place, format!("`{name}` takes no value"));
            }
            return;
        }
        if value.is_empty() {
            self.problems.error(place, format!("`{name}` needs a value"));
        } else if matches!(name, "title" | "author") && value.chars().count() > MAX_LENGTH {
            self.problems.warning(value_place, format!("the {name} is too long to be shown whole"));
        } else if name == "color_palette" && Palette::named(value).is_none() {
            let message = format!("there is no palette `{value}`; arnecolors is used");
            self.script.doubtful_settings.insert(name.into(), (value_place, message));
        } else if name.ends_with("_color") && !is_colour(&value.to_lowercase()) {
            let message = format!("`{value}` is not a colour: expected a name such as pink, or #rrggbb");
            self.script.doubtful_settings.insert(name.into(), (value_place, message));
        }
    }
}

/// The number that a text begins with.
fn leading_number(text: &str) -> Option<f64> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    text[..end].parse().ok()
}

/// A size such as `7x5`, each side from 1 to 1000.
fn screen_size(text: &str) -> Option<(usize, usize)> {
    let lower = text.to_lowercase();
    let (width, height) = lower.split_once('x')?;
    let side = |s: &str| s.trim().parse::<usize>().ok().filter(|n| (1..=1000).contains(n));
    Some((side(width)?, side(height)?))
}

/// Whether a text is the name of a colour, or `#` and three or six hexadecimal digits.
pub fn is_colour(text: &str) -> bool {
    match text.strip_prefix('#') {
        Some(digits) => matches!(digits.len(), 3 | 6) && digits.chars().all(|c| c.is_ascii_hexdigit()),
        None => is_named(text),
    }
}
