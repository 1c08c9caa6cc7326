//! From rows of characters to boards.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::Numbering;
use crate::game::{Layout, Stage};
use crate::mask::Mask;
use crate::mask::movement_words;
use crate::problem::Problems;
use crate::room::Room;
use crate::script::{LevelText, Meaning, Script};

/// The most cells of a board.
const MAX_CELLS: usize = 1 << 18;

/// The bytes for each word of a cell of a board that is played, with copies of it.
const PLAYED: usize = 80;

/// The words of a cell.
fn words(numbering: &Numbering) -> usize {
    numbering.words + movement_words(numbering.layers.len())
}

/// The levels and messages of a script.
pub(super) fn levels(
    script: &Script,
    numbering: &Numbering,
    background: usize,
    room: &mut Room,
    problems: &mut Problems,
) -> Vec<Stage> {
    let mut stages = Vec::new();
    let mut largest = 0;
    for level in &script.levels {
        match level {
            LevelText::Message { text, line } => {
                stages.push(Stage::Message { text: text.clone(), line: *line });
            }
            LevelText::Board { rows, lines } => {
                if rows.len() * rows[0].len().max(1) > MAX_CELLS {
                    problems.error((lines[0], 1), format!("a level has at most {MAX_CELLS} cells"));
                    stages.push(Stage::Message { text: String::new(), line: lines[0] });
                    continue;
                }
                // The board as written, and the largest one as it is played: what there is, what moves, and what was.
                let cells = rows.len() * rows[0].len();
                let played = cells.saturating_sub(largest) * PLAYED * words(numbering);
                largest = largest.max(cells);
                let what = "the levels are too large for so many objects and layers: use smaller levels or fewer objects";
                let bytes = cells * numbering.words * 8 + played;
                if room.take_or_tell(bytes, problems, (lines[0], 1), what) {
                    stages.push(Stage::Board(board(script, numbering, background, rows, lines, problems)));
                }
            }
        }
    }
    stages
}

fn board(
    script: &Script,
    numbering: &Numbering,
    background: usize,
    rows: &[Vec<char>],
    lines: &[usize],
    problems: &mut Problems,
) -> Layout {
    let (width, height, words) = (rows[0].len(), rows.len(), numbering.words);
    let mut objects = vec![0; width * height * words];
    // Names may be long: each is looked up once.
    let mut ids_of_keys: HashMap<char, Vec<usize>> = HashMap::new();
    let places = (0..width).flat_map(|x| (0..height).map(move |y| (x, y)));
    let known = places.into_iter().try_for_each(|(x, y)| {
        let row = &rows[y];
        let Some(&key) = row.get(x).or(row.last()) else {
            return Ok(());
        };
        let ids = match ids_of_keys.entry(key) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let ids = ids_of(key, script, numbering);
                entry.insert(ids.map_err(|message| ((lines[y], x + 1), message))?)
            }
        };
        let cell = &mut objects[(x * height + y) * words..][..words];
        for id in ids.iter() {
            // Of two objects of one layer the first one stays.
            let layer = &numbering.layers[numbering.objects[*id].layer];
            if !layer.meets(cell) {
                cell[id / 64] |= 1 << (id % 64);
            }
        }
        Ok(())
    });
    // As in the original, a character without a meaning ends the board: the cells that follow stay empty.
    match known {
        Ok(()) => fill(&mut objects, numbering, background),
        Err((place, message)) => problems.error(place, message),
    }
    Layout { width, height, objects, line: lines[0] }
}

/// The objects that a character of a level stands for, or why it stands for none.
fn ids_of(key: char, script: &Script, numbering: &Numbering) -> Result<Vec<usize>, String> {
    let mut buffer = [0; 4];
    let name = &*key.encode_utf8(&mut buffer);
    match script.meaning(name) {
        Some(Meaning::Property(_)) => {
            Err(format!("`{key}` stands for one of several objects, so it has no place in a level"))
        }
        Some(Meaning::Object(_) | Meaning::Aggregate(_)) if !script.unplaced.contains(name) => {
            Ok(script.members(name).iter().filter_map(|name| numbering.ids.get(name).copied()).collect())
        }
        _ => Err(format!("`{key}` in a level is not defined")),
    }
}

/// Every cell without background gets that of the first cell which has one, or the default.
fn fill(objects: &mut [u64], numbering: &Numbering, background: usize) {
    let words = numbering.words;
    let layer = &numbering.layers[numbering.objects[background].layer];
    let mut filler = Mask::new(words);
    filler.insert(background);
    if let Some(cell) = objects.chunks(words).find(|cell| layer.meets(cell)) {
        filler.0.iter_mut().zip(cell).zip(&layer.0).for_each(|((word, cell), layer)| *word = cell & layer);
    }
    for cell in objects.chunks_mut(words).filter(|cell| !layer.meets(cell)) {
        cell.iter_mut().zip(&filler.0).for_each(|(word, filler)| *word |= filler);
    }
}
