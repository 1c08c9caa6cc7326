//! How the boards of a script are painted.
//!
//! A script is edited as text; a board of it is painted with the characters of its own legend. So there is an editor for
//! each text and board: its brushes are the legend's single characters, as objects or as several objects at once, and
//! look like the sprites of these. What comes before and after the board stays as it is written. A script that
//! cannot be played has no brushes: only its text can be mended.

use std::collections::HashSet;

use unriddle_kit::editing::{Brush, Editor, Spot, TextGrid, characters};
use unriddle_kit::{LevelError, Place, Style};

use super::compile::{Compilation, compile};
use super::game::Compiled;
use super::picture::Looks;
use super::reader::{self, is_row, is_space};
use super::script::{LevelText, Meaning, Script};
use super::unused::clip;

/// The most brushes.
const MAX_BRUSHES: usize = 60;

/// The editor of scripts, whatever they are: it knows no legend, so it has no brushes.
pub struct ScriptEditor;

/// The lines of a board, from 1, in order. Boards are numbered from 1.
fn board_lines(levels: &[LevelText], number: usize) -> Option<&[usize]> {
    let boards = levels.iter().filter_map(|level| match level {
        LevelText::Board { lines, .. } => Some(lines.as_slice()),
        LevelText::Message { .. } => None,
    });
    boards.skip(number.saturating_sub(1)).find(|lines| !lines.is_empty())
}

/// A board of a text, with the lines before it and after it.
///
/// Every line from the first row to the last one must be a row, and nothing else: only then does the text of the grid
/// give the same grid again.
fn board_grid(text: &str, levels: &[LevelText], number: usize, blank: &str) -> Result<TextGrid, LevelError> {
    let rows = board_lines(levels, number)
        .ok_or_else(|| LevelError::new(Place::new(1, 1), "there is no such level in this script"))?;
    let lines: Vec<&str> = text.split('\n').map(|line| line.trim_end_matches('\r')).collect();
    // A board has a line at least.
    let (start, end) = (rows[0] - 1, rows[rows.len() - 1].min(lines.len()));
    let is_plain =
        |at: &usize| is_row(lines[*at].trim_matches(is_space)) && rows.binary_search(&(at + 1)).is_ok();
    if let Some(at) = (start..end).find(|at| !is_plain(at)) {
        let message = "a comment or a line of `=` stands among the rows of this level: move it elsewhere, or edit the text";
        return Err(LevelError::new(Place::new(at + 1, 1), message));
    }
    let rows = lines[start..end].iter().map(|line| characters(line.trim_matches(is_space)));
    let mut grid = TextGrid::of_rows(rows, blank)?;
    grid.rest = vec![lines[..start].join("\n"), lines[end..].join("\n")];
    Ok(grid)
}

/// Why the rows of a grid cannot be written, if one of them would be read as something else.
fn misread(grid: &TextGrid) -> Option<String> {
    let row = grid.rows().map(<[String]>::concat).find(|row| !is_row(row))?;
    Some(format!("a row `{}` would not be read as a row of the level", clip(&row)))
}

fn write_board(grid: &TextGrid, around: &[String]) -> String {
    let part = |at: usize| grid.rest.get(at).or(around.get(at)).map_or("", String::as_str);
    format!("{}\n{}{}", part(0), grid.in_characters(), part(1))
}

impl Editor for ScriptEditor {
    fn brushes(&self) -> Vec<Brush> {
        Vec::new()
    }

    fn starter(&self) -> &'static str {
        super::lessons::STARTER
    }

    fn blank(&self) -> &str {
        "."
    }

    fn grid(&self, text: &str) -> Result<TextGrid, LevelError> {
        board_grid(text, &reader::read_levels(text), 1, ".")
    }

    fn write(&self, grid: &TextGrid) -> String {
        write_board(grid, &[])
    }

    fn misread(&self, grid: &TextGrid) -> Option<String> {
        misread(grid)
    }

    fn without(&self, _: &str) -> String {
        ".".into()
    }

    fn styles(&self, _: Spot, _: &str) -> Option<Vec<Style>> {
        None
    }
}

/// A character that stands in levels.
struct Key {
    /// The character, in lower case.
    word: String,
    name: String,
    /// The objects by number, without the background.
    objects: Vec<usize>,
    styles: Vec<Style>,
    is_player: bool,
}

/// The editor of one board of one script.
pub struct BoardEditor {
    number: usize,
    /// The text before the board and after it, for a grid that has lost them.
    around: Vec<String>,
    /// The background first.
    keys: Vec<Key>,
    blank: String,
    /// Whether no board has more than one player, and none need have one more.
    one_player: bool,
}

impl BoardEditor {
    /// The editor of a board; boards are numbered from 1. `None` if the script cannot be played.
    pub fn new(text: &str, number: usize) -> Option<BoardEditor> {
        let Compilation { game, script, .. } = compile(text);
        let game = game?;
        let looks = Looks::new(&game, &script);
        let mut keys = keys(&game, &script, &looks);
        if let Some(ground) = keys.iter().position(|key| key.objects.is_empty()) {
            keys[..=ground].rotate_right(1);
        }
        keys.truncate(MAX_BRUSHES);
        let blank = keys.first()?.word.clone();
        let players: HashSet<char> =
            keys.iter().filter(|key| key.is_player).filter_map(|key| key.word.chars().next()).collect();
        let is_player = |c: &char| players.contains(c);
        let one_on_each = script.levels.iter().all(|level| match level {
            LevelText::Board { rows, .. } => {
                rows.iter().flatten().filter(|c| is_player(c)).take(2).count() < 2
            }
            LevelText::Message { .. } => true,
        });
        // Without a character for the background alone, a player may be the only thing to paint over another one.
        let one_player = one_on_each && !keys[0].is_player;
        let around =
            board_grid(text, &script.levels, number, &blank).map(|grid| grid.rest).unwrap_or_default();
        Some(BoardEditor { number, around, keys, blank, one_player })
    }

    fn key(&self, word: &str) -> Option<&Key> {
        let word = word.to_lowercase();
        self.keys.iter().find(|key| key.word == word)
    }
}

/// The characters of a legend, in its order; of several for the same objects the first.
fn keys(game: &Compiled, script: &Script, looks: &Looks) -> Vec<Key> {
    let names =
        script.objects.iter().map(|object| &object.name).chain(script.legend.iter().map(|(name, _)| name));
    let ground = game.objects[game.background].layer;
    let id = |name: &String| game.objects.iter().rposition(|object| object.name == *name);
    let mut keys: Vec<Key> = Vec::new();
    for word in names.filter(|name| name.chars().count() == 1 && name.encode_utf16().count() == 1) {
        let members: &[String] = match script.meaning(word) {
            Some(Meaning::Object(object)) => std::slice::from_ref(object),
            Some(Meaning::Aggregate(members)) => members,
            _ => continue,
        };
        let mut ids: Vec<usize> = members.iter().take(64).filter_map(id).collect();
        ids.sort_unstable();
        ids.dedup();
        // What lies below is part of every cell.
        let below =
            ids.iter().copied().find(|&id| game.objects[id].layer == ground).unwrap_or(game.background);
        let objects: Vec<usize> =
            ids.iter().copied().filter(|&id| game.objects[id].layer != ground).collect();
        let styles: Vec<Style> = [below].iter().chain(&objects).map(|&id| looks.style(id)).collect();
        if keys.iter().any(|key| key.objects == objects && key.styles == styles)
            || keys.len() > 4 * MAX_BRUSHES
        {
            continue;
        }
        let called = |ids: &[usize]| {
            let names: Vec<String> = ids.iter().map(|&id| clip(game.called(id))).collect();
            names.join(" and ")
        };
        let mut name = if objects.is_empty() { called(&[below]) } else { called(&objects) };
        if keys.iter().any(|key| key.name == name) {
            name = format!("{name} ({word})");
        }
        let has = |id: usize| game.player.mask.0[id / 64] >> (id % 64) & 1 == 1;
        let is_player = objects.iter().any(|&id| has(id));
        keys.push(Key { word: word.clone(), name, objects, styles, is_player });
    }
    keys
}

impl Editor for BoardEditor {
    fn brushes(&self) -> Vec<Brush> {
        let brush = |key: &Key| {
            let brush = Brush::new(key.name.clone(), [key.word.clone()]);
            if key.is_player && self.one_player { brush.single() } else { brush }
        };
        self.keys.iter().map(brush).collect()
    }

    fn starter(&self) -> &'static str {
        ScriptEditor.starter()
    }

    fn blank(&self) -> &str {
        &self.blank
    }

    fn grid(&self, text: &str) -> Result<TextGrid, LevelError> {
        board_grid(text, &reader::read_levels(text), self.number, &self.blank)
    }

    fn write(&self, grid: &TextGrid) -> String {
        write_board(grid, &self.around)
    }

    fn misread(&self, grid: &TextGrid) -> Option<String> {
        misread(grid)
    }

    fn shows(&self, word: &str, paint: &str) -> bool {
        word.to_lowercase() == paint
    }

    /// What is left without the topmost object, if a character stands for that.
    fn without(&self, word: &str) -> String {
        let left = self.key(word).and_then(|key| {
            let (_, below) = key.objects.split_last()?;
            self.keys.iter().find(|other| other.objects == below && !below.is_empty())
        });
        left.map_or_else(|| self.blank.clone(), |key| key.word.clone())
    }

    fn styles(&self, _: Spot, word: &str) -> Option<Vec<Style>> {
        Some(self.key(word)?.styles.clone())
    }
}
