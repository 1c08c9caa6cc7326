//! Every level has its known optimum, also when it is rotated, mirrored or recoloured.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;
use unriddle_kit::{Direction, Symmetry};
use unriddle_search::Cost;

use super::{level, optimal};

/// The levels of a folder with the optimum that its `expected.json` gives them.
fn expected(folder: &Path) -> BTreeMap<PathBuf, Cost> {
    let text = std::fs::read_to_string(folder.join("expected.json")).unwrap();
    let facts: BTreeMap<String, Value> = serde_json::from_str(&text).unwrap();
    let optimum = |fact: &Value| Cost::try_from(fact["optimal"].as_u64().unwrap()).unwrap();
    facts.iter().map(|(file, fact)| (folder.join(file), optimum(fact))).collect()
}

fn shipped() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels/anima")
}

fn solves_at_its_optimum(folder: &Path) {
    for (file, optimum) in expected(folder) {
        let level = level(&std::fs::read_to_string(&file).unwrap());
        assert_eq!(optimal(&*level), Some(optimum), "{}", file.display());
        let claim = level.claims().optimal.map(|(cost, _)| cost);
        assert!(claim.is_none_or(|claim| claim == optimum), "{} claims {claim:?}", file.display());
    }
}

#[test]
fn shipped_levels_have_their_optimum() {
    solves_at_its_optimum(&shipped());
}

#[test]
fn every_shipped_level_is_expected() {
    let known = expected(&shipped());
    for entry in std::fs::read_dir(shipped()).unwrap() {
        let path = entry.unwrap().path();
        assert!(
            path.is_dir() || path.ends_with("expected.json") || known.contains_key(&path),
            "{}",
            path.display()
        );
    }
}

#[test]
fn outside_levels_have_their_optimum() {
    match std::env::var_os("UNRIDDLE_LEVELS") {
        Some(folder) => solves_at_its_optimum(&Path::new(&folder).join("anima")),
        None => println!("skipped: UNRIDDLE_LEVELS names no folder of levels"),
    }
}

/// The text of a level rotated or mirrored, with or without an exchange of red and blue.
fn turned(text: &str, symmetry: Symmetry, exchange: bool) -> String {
    let colour = |sign: char| match sign {
        'r' if exchange => 'b',
        'b' if exchange => 'r',
        'R' if exchange => 'B',
        'B' if exchange => 'R',
        other => other,
    };
    let (rows, actors) = text.split_once("\n\n").unwrap();
    let rows: Vec<Vec<char>> = rows.lines().map(|row| row.chars().collect()).collect();
    let size = (rows.iter().map(Vec::len).max().unwrap(), rows.len());
    let (width, height) = symmetry.size(size);
    let mut board = vec![vec![' '; width]; height];
    for (y, row) in rows.iter().enumerate() {
        for (x, &tile) in row.iter().enumerate() {
            let (x, y) = symmetry.cell((x, y), size);
            board[y][x] = colour(tile);
        }
    }
    let mut text: String = board.into_iter().map(|row| String::from_iter(row) + "\n").collect();
    text.push('\n');
    for line in actors.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let at = (words[1].parse().unwrap(), size.1 - 1 - words[2].parse::<usize>().unwrap());
        let (x, y) = symmetry.cell(at, size);
        text += &format!("{} {x} {}\n", colour(words[0].chars().next().unwrap()), height - 1 - y);
    }
    text
}

#[test]
fn a_rotated_mirrored_or_recoloured_level_has_the_same_optimum() {
    for (file, optimum) in expected(&shipped()) {
        let level_text = level(&std::fs::read_to_string(&file).unwrap()).encodings().swap_remove(0).1;
        // Larger levels take too long in sixteen variants.
        if level_text.matches(['R', 'B']).count() > 4 || optimum > 16 {
            continue;
        }
        for symmetry in Symmetry::all() {
            for exchange in [false, true] {
                let text = turned(&level_text, symmetry, exchange);
                let at = || format!("{} {symmetry:?} exchange {exchange}\n{text}", file.display());
                assert_eq!(optimal(&*level(&text)), Some(optimum), "{}", at());
            }
        }
    }
}

#[test]
fn moves_transformed_with_their_level_lead_to_the_image_of_its_end() {
    let text = "... ...\n. r . .\n... ..b\n\nR 0 2\nB 6 2\n";
    let solution = [Direction::Down, Direction::Down, Direction::Right, Direction::Right];
    let letter = |direction: Direction| direction.word().chars().next().unwrap();
    let original = level(text);
    let end = original.start().after(&solution.map(letter).iter().collect::<String>()).unwrap().picture();
    for symmetry in Symmetry::all() {
        for exchange in [false, true] {
            let level = level(&turned(text, symmetry, exchange));
            let turn = |direction: Direction| {
                let turned = symmetry.direction(direction);
                letter(if exchange { turned.opposite() } else { turned })
            };
            let picture =
                level.start().after(&solution.map(turn).iter().collect::<String>()).unwrap().picture();
            assert_eq!(picture.pieces.len(), end.pieces.len());
            for piece in end.pieces.iter().filter(|piece| !piece.name.contains("goal")) {
                let (x, y) = symmetry.cell((piece.x as usize, piece.y as usize), (7, 3));
                let found = picture.pieces.iter().find(|other| (other.x, other.y) == (x as f32, y as f32));
                assert_eq!(found.unwrap().name.starts_with("red"), piece.name.starts_with("red") != exchange);
            }
        }
    }
}
