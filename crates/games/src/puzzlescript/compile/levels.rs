//! From rows of characters to boards.

use std::collections::HashMap;

use super::Numbering;
use crate::puzzlescript::game::{Layout, Stage};
use crate::puzzlescript::mask::Mask;
use crate::puzzlescript::mask::movement_words;
use crate::puzzlescript::problem::Problems;
use crate::puzzlescript::room::Room;
use crate::puzzlescript::script::{LevelText, Meaning, Script};

/// The most cells of a board.
const MOST_CELLS: usize = 1 << 18;

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
    if script.levels.is_empty() {
        problems.error((1, 1), "there are no levels");
    }
    let mut stages = Vec::new();
    let mut largest = 0;
    for level in &script.levels {
        match level {
            LevelText::Message { text, line } => {
                stages.push(Stage::Message { text: text.clone(), line: *line });
            }
            LevelText::Board { rows, lines } => {
                if rows.len() * rows[0].len().max(1) > MOST_CELLS {
                    problems.error((lines[0], 1), format!("a level has at most {MOST_CELLS} cells"));
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
    for x in 0..width {
        for (y, (row, &line)) in rows.iter().zip(lines).enumerate() {
            let Some(&key) = row.get(x).or(row.last()) else {
                continue;
            };
            let place = (line, x + 1);
            let cell = &mut objects[(x * height + y) * words..][..words];
            match script.meaning(key.encode_utf8(&mut [0; 4])) {
                Some(Meaning::Property(_)) => {
                    problems.error(
                        place,
                        format!("`{key}` stands for one of several objects, so it has no place in a level"),
                    );
                }
                Some(Meaning::Nothing) => {}
                Some(_) => {
                    let ids = ids_of_keys.entry(key).or_insert_with(|| {
                        let members = script.members(key.encode_utf8(&mut [0; 4])).iter();
                        members.filter_map(|name| numbering.ids.get(name).copied()).collect::<Vec<_>>()
                    });
                    for id in ids.iter() {
                        // Of two objects of one layer the later one stays.
                        let layer = &numbering.layers[numbering.objects[*id].layer];
                        cell.iter_mut().zip(&layer.0).for_each(|(word, layer)| *word &= !layer);
                        cell[id / 64] |= 1 << (id % 64);
                    }
                }
                None => problems.error(place, format!("`{key}` in a level is not defined")),
            }
        }
    }
    fill(&mut objects, numbering, background);
    Layout { width, height, objects, line: lines[0] }
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
