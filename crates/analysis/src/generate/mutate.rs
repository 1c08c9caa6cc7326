//! Small random changes to the grid of a level, through the game's brushes.

use unriddle_kit::Direction;
use unriddle_kit::editing::{Edit, Editor, Spot, TextGrid, apply};

use super::chance::Chance;

/// Brings a grid to a size, by adding and removing rows and columns at alternating edges.
pub(super) fn resize(
    editor: &dyn Editor,
    grid: &mut TextGrid,
    (width, height): (usize, usize),
) -> Result<(), String> {
    let edges = [[Direction::Right, Direction::Left], [Direction::Down, Direction::Up]];
    for (side, [far, near]) in [width, height].into_iter().zip(edges) {
        for turn in 0.. {
            let now = if far == Direction::Right { grid.width } else { grid.height };
            let edge = if turn % 2 == 0 { far } else { near };
            match now.cmp(&side) {
                std::cmp::Ordering::Less => apply(editor, grid, &Edit::Grow { edge })?,
                std::cmp::Ordering::Greater => apply(editor, grid, &Edit::Shrink { edge })?,
                std::cmp::Ordering::Equal => break,
            };
        }
    }
    Ok(())
}

/// Paints cells all over the board, mostly with the brushes that are used most, so that no trace of the level
/// before is left but its single pieces.
pub(super) fn scramble(editor: &dyn Editor, grid: &mut TextGrid, chance: &mut Chance) {
    let brushes = editor.brushes();
    let usual: Vec<usize> = (0..brushes.len())
        .filter(|&at| brushes[at].spot == Spot::Cell && !brushes[at].single)
        .take(2)
        .collect();
    for _ in 0..grid.cells.len() {
        let (x, y) = (chance.below(grid.width), chance.below(grid.height));
        if let Some(&brush) = usual.get(chance.below(usual.len())).filter(|_| chance.is_likely(60)) {
            let variant = Some(variant(brushes[brush].words.len(), chance));
            // A place that cannot be painted stays as it is.
            let _ = apply(editor, grid, &Edit::Paint { brush, x, y, variant });
        }
    }
}

/// Changes a grid at one to three places. `hands` are the fields that hold cards or the like.
pub(super) fn mutate(editor: &dyn Editor, grid: &TextGrid, hands: &[usize], chance: &mut Chance) -> TextGrid {
    let mut grid = grid.clone();
    for _ in 0..1 + chance.below(3) {
        match chance.below(100) {
            0..55 => paint(editor, &mut grid, chance),
            55..70 => {
                let (x, y) = (chance.below(grid.width), chance.below(grid.height));
                let _ = apply(editor, &mut grid, &Edit::Erase { spot: Spot::Cell, x, y });
            }
            70..85 => {
                let (a, b) = (chance.below(grid.cells.len()), chance.below(grid.cells.len()));
                grid.cells.swap(a, b);
            }
            _ => match hands.get(chance.below(hands.len())) {
                Some(&field) => deal(&mut grid, field, chance),
                None => paint(editor, &mut grid, chance),
            },
        }
    }
    grid
}

/// Paints a spot with a brush, those that are used most more often.
fn paint(editor: &dyn Editor, grid: &mut TextGrid, chance: &mut Chance) {
    let brushes = editor.brushes();
    let range = if chance.is_likely(50) { brushes.len().min(6) } else { brushes.len() };
    let brush = chance.below(range);
    let Some(words) = brushes.get(brush).map(|brush| brush.words.len()) else { return };
    let (x, y) = (chance.below(grid.width), chance.below(grid.height));
    let variant = Some(variant(words, chance));
    let _ = apply(editor, grid, &Edit::Paint { brush, x, y, variant });
}

/// One of the words of a brush. Of a long list, such as heights, one of the first few: extremes are rare.
fn variant(words: usize, chance: &mut Chance) -> usize {
    chance.below(if words > 4 { 3 } else { words })
}

/// Adds, takes away or changes a word of a hand. A word changes by another digit.
fn deal(grid: &mut TextGrid, field: usize, chance: &mut Chance) {
    let mut words: Vec<String> = grid.fields[field].value.split_whitespace().map(String::from).collect();
    let Some(word) = words.get(chance.below(words.len())).cloned() else { return };
    let at = chance.below(words.len());
    match chance.below(3) {
        0 if words.len() > 1 => _ = words.remove(at),
        0 | 1 => words.push(word),
        _ => {
            let digit = char::from(b'1' + chance.below(4) as u8);
            words[at] = word.chars().map(|sign| if sign.is_ascii_digit() { digit } else { sign }).collect();
        }
    }
    grid.fields[field].value = words.join(" ");
}
