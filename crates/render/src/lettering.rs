//! Letters, digits and signs as strokes, so that a picture looks the same wherever it is drawn.
//!
//! Neither a picture file nor a browser worker has fonts. The few characters that stand on pieces and cells are
//! drawn here, on a grid on which capitals are 80 high, from 0 at their top; most are some 46 wide. A stroke is a
//! list of corners, each with the radius by which it is rounded. What is not here, such as an ideogram, is drawn as
//! text where there are fonts, and as an empty box elsewhere.

use super::paint::LETTER;
use super::pen::{Pen, Spot};
use super::stroke::stroke;

/// A stroke of a letter: its corners as (x, y, radius), and whether its end meets its beginning.
struct Stroke(&'static [(i8, i8, i8)], bool);

type Letter = &'static [Stroke];

const fn line(corners: &'static [(i8, i8, i8)]) -> Stroke {
    Stroke(corners, false)
}

const fn ring(corners: &'static [(i8, i8, i8)]) -> Stroke {
    Stroke(corners, true)
}

/// The height of capitals on the grid.
const HEIGHT: f32 = 80.0;

/// Half of the width of strokes on the grid.
const HALF: f32 = 7.5;

/// The space between two letters of a word, beside their strokes.
const GAP: f32 = 12.0;

/// An empty box, for what cannot be written.
const BOX: Letter = &[ring(&[(0, 0, 0), (46, 0, 0), (46, 80, 0), (0, 80, 0)])];

/// The path data of a label in the middle of the unit square, if it can be written.
pub fn letter(label: char) -> Option<String> {
    has(label).then(|| {
        let mut path = String::new();
        write_in_middle(&mut path, label, (0.5, 0.5), LETTER);
        path
    })
}

/// Whether a character can be written.
pub(crate) fn has(character: char) -> bool {
    strokes(character).is_some()
}

/// Draws a character around a place, `height` being that of capitals.
pub(crate) fn write_in_middle(pen: &mut impl Pen, character: char, (x, y): Spot, height: f32) {
    let letter = strokes(character).unwrap_or(BOX);
    let (left, right) = sides(letter);
    let scale = height / HEIGHT;
    let middle = (left + right) / 2.0;
    draw(pen, letter, (x - middle * scale, y - height / 2.0), scale);
}

/// Draws a word whose top left corner is at a place; `height` is that of capitals.
pub(super) fn write_from(pen: &mut impl Pen, word: &str, (x, y): Spot, height: f32) {
    let scale = height / HEIGHT;
    let mut start = x;
    for character in word.chars() {
        let letter = strokes(character).unwrap_or(BOX);
        let (left, right) = sides(letter);
        draw(pen, letter, (start + (HALF - left) * scale, y), scale);
        start += (right - left + 2.0 * HALF + GAP) * scale;
    }
}

fn draw(pen: &mut impl Pen, letter: Letter, (x, y): Spot, scale: f32) {
    for Stroke(corners, closed) in letter {
        let place = |&(dx, dy, radius): &(i8, i8, i8)| {
            ((x + f32::from(dx) * scale, y + f32::from(dy) * scale), f32::from(radius) * scale)
        };
        let corners: Vec<(Spot, f32)> = corners.iter().map(place).collect();
        stroke(pen, &corners, HALF * scale, *closed);
    }
}

/// Where the corners of a letter begin and end.
fn sides(letter: Letter) -> (f32, f32) {
    let across = || letter.iter().flat_map(|stroke| stroke.0).map(|&(x, ..)| f32::from(x));
    (across().fold(f32::INFINITY, f32::min), across().fold(f32::NEG_INFINITY, f32::max))
}

fn strokes(character: char) -> Option<Letter> {
    let all = [CAPITALS, SMALL, DIGITS, SIGNS];
    all.into_iter().flatten().find(|entry| entry.0 == character).map(|entry| entry.1)
}

/// A to Z.
const CAPITALS: &[(char, Letter)] = &[
    ('A', &[line(&[(0, 80, 0), (26, 0, 0), (52, 80, 0)]), line(&[(15, 54, 0), (37, 54, 0)])]),
    (
        'B',
        &[
            ring(&[(0, 0, 0), (43, 0, 18), (43, 38, 18), (0, 38, 0)]),
            ring(&[(0, 38, 0), (47, 38, 20), (47, 80, 20), (0, 80, 0)]),
        ],
    ),
    ('C', &[line(&[(48, 20, 0), (48, 0, 22), (0, 0, 25), (0, 80, 25), (48, 80, 22), (48, 60, 0)])]),
    ('D', &[ring(&[(0, 0, 0), (50, 0, 28), (50, 80, 28), (0, 80, 0)])]),
    ('E', &[line(&[(44, 0, 0), (0, 0, 0), (0, 80, 0), (44, 80, 0)]), line(&[(0, 39, 0), (36, 39, 0)])]),
    ('F', &[line(&[(44, 0, 0), (0, 0, 0), (0, 80, 0)]), line(&[(0, 41, 0), (36, 41, 0)])]),
    (
        'G',
        &[line(&[(48, 18, 0), (48, 0, 22), (0, 0, 25), (0, 80, 25), (49, 80, 22), (49, 44, 0), (30, 44, 0)])],
    ),
    (
        'H',
        &[line(&[(0, 0, 0), (0, 80, 0)]), line(&[(49, 0, 0), (49, 80, 0)]), line(&[(0, 39, 0), (49, 39, 0)])],
    ),
    ('I', &[line(&[(0, 0, 0), (0, 80, 0)])]),
    ('J', &[line(&[(38, 0, 0), (38, 80, 22), (0, 80, 22), (0, 60, 0)])]),
    (
        'K',
        &[line(&[(0, 0, 0), (0, 80, 0)]), line(&[(46, 0, 0), (3, 48, 0)]), line(&[(17, 34, 0), (48, 80, 0)])],
    ),
    ('L', &[line(&[(0, 0, 0), (0, 80, 0), (42, 80, 0)])]),
    ('M', &[line(&[(0, 80, 0), (0, 0, 0), (30, 52, 0), (60, 0, 0), (60, 80, 0)])]),
    ('N', &[line(&[(0, 80, 0), (0, 0, 0), (49, 80, 0), (49, 0, 0)])]),
    ('O', &[ring(&[(0, 0, 27), (53, 0, 27), (53, 80, 27), (0, 80, 27)])]),
    ('P', &[line(&[(0, 80, 0), (0, 0, 0), (47, 0, 22), (47, 44, 22), (0, 44, 0)])]),
    ('Q', {
        &[ring(&[(0, 0, 27), (53, 0, 27), (53, 80, 27), (0, 80, 27)]), line(&[(34, 58, 0), (56, 84, 0)])]
    }),
    (
        'R',
        &[
            line(&[(0, 80, 0), (0, 0, 0), (46, 0, 21), (46, 42, 21), (0, 42, 0)]),
            line(&[(24, 44, 0), (47, 80, 0)]),
        ],
    ),
    (
        'S',
        &[line(&[
            (46, 17, 0),
            (46, 0, 20),
            (1, 0, 20),
            (1, 39, 20),
            (47, 39, 20),
            (47, 80, 20),
            (0, 80, 20),
            (0, 63, 0),
        ])],
    ),
    ('T', &[line(&[(0, 0, 0), (52, 0, 0)]), line(&[(26, 0, 0), (26, 80, 0)])]),
    ('U', &[line(&[(0, 0, 0), (0, 80, 25), (49, 80, 25), (49, 0, 0)])]),
    ('V', &[line(&[(0, 0, 0), (26, 80, 0), (52, 0, 0)])]),
    ('W', &[line(&[(0, 0, 0), (17, 80, 0), (37, 14, 0), (57, 80, 0), (74, 0, 0)])]),
    ('X', &[line(&[(0, 0, 0), (48, 80, 0)]), line(&[(48, 0, 0), (0, 80, 0)])]),
    ('Y', &[line(&[(0, 0, 0), (26, 42, 0), (52, 0, 0)]), line(&[(26, 42, 0), (26, 80, 0)])]),
    ('Z', &[line(&[(0, 0, 0), (46, 0, 0), (0, 80, 0), (48, 80, 0)])]),
];

/// a to z.
const SMALL: &[(char, Letter)] = &[
    (
        'a',
        &[ring(&[(0, 26, 20), (42, 26, 20), (42, 80, 20), (0, 80, 20)]), line(&[(42, 26, 0), (42, 80, 0)])],
    ),
    ('b', {
        &[ring(&[(0, 26, 20), (42, 26, 20), (42, 80, 20), (0, 80, 20)]), line(&[(0, 0, 0), (0, 80, 0)])]
    }),
    ('c', &[line(&[(40, 41, 0), (40, 26, 18), (0, 26, 21), (0, 80, 21), (40, 80, 18), (40, 65, 0)])]),
    ('d', {
        &[ring(&[(0, 26, 20), (42, 26, 20), (42, 80, 20), (0, 80, 20)]), line(&[(42, 0, 0), (42, 80, 0)])]
    }),
    ('e', &[line(&[(0, 53, 0), (42, 53, 0), (42, 26, 20), (0, 26, 21), (0, 80, 21), (38, 80, 14)])]),
    ('f', &[line(&[(36, 0, 0), (14, 0, 16), (14, 80, 0)]), line(&[(0, 28, 0), (32, 28, 0)])]),
    (
        'g',
        &[
            ring(&[(0, 26, 20), (42, 26, 20), (42, 78, 20), (0, 78, 20)]),
            line(&[(42, 26, 0), (42, 103, 18), (4, 103, 0)]),
        ],
    ),
    ('h', &[line(&[(0, 0, 0), (0, 80, 0)]), line(&[(0, 26, 0), (42, 26, 20), (42, 80, 0)])]),
    ('i', &[line(&[(0, 28, 0), (0, 80, 0)]), line(&[(0, 2, 0), (0, 3, 0)])]),
    ('j', &[line(&[(12, 28, 0), (12, 103, 16), (-6, 103, 0)]), line(&[(12, 2, 0), (12, 3, 0)])]),
    (
        'k',
        &[
            line(&[(0, 0, 0), (0, 80, 0)]),
            line(&[(38, 26, 0), (3, 57, 0)]),
            line(&[(14, 48, 0), (40, 80, 0)]),
        ],
    ),
    ('l', &[line(&[(0, 0, 0), (0, 80, 0)])]),
    (
        'm',
        &[
            line(&[(0, 26, 0), (0, 80, 0)]),
            line(&[(0, 26, 0), (34, 26, 17), (34, 80, 0)]),
            line(&[(34, 40, 0), (34, 26, 14), (68, 26, 17), (68, 80, 0)]),
        ],
    ),
    ('n', &[line(&[(0, 26, 0), (0, 80, 0)]), line(&[(0, 26, 0), (42, 26, 20), (42, 80, 0)])]),
    ('o', &[ring(&[(0, 26, 22), (44, 26, 22), (44, 80, 22), (0, 80, 22)])]),
    ('p', {
        &[ring(&[(0, 26, 20), (42, 26, 20), (42, 80, 20), (0, 80, 20)]), line(&[(0, 26, 0), (0, 103, 0)])]
    }),
    (
        'q',
        &[ring(&[(0, 26, 20), (42, 26, 20), (42, 80, 20), (0, 80, 20)]), line(&[(42, 26, 0), (42, 103, 0)])],
    ),
    ('r', &[line(&[(0, 26, 0), (0, 80, 0)]), line(&[(0, 50, 0), (0, 26, 16), (28, 26, 0)])]),
    (
        's',
        &[line(&[
            (37, 37, 0),
            (37, 26, 14),
            (1, 26, 14),
            (1, 53, 14),
            (38, 53, 14),
            (38, 80, 14),
            (0, 80, 14),
            (0, 69, 0),
        ])],
    ),
    ('t', &[line(&[(14, 4, 0), (14, 80, 16), (34, 80, 0)]), line(&[(0, 28, 0), (32, 28, 0)])]),
    ('u', {
        &[line(&[(0, 26, 0), (0, 80, 20), (42, 80, 20), (42, 26, 0)]), line(&[(42, 26, 0), (42, 80, 0)])]
    }),
    ('v', &[line(&[(0, 26, 0), (22, 80, 0), (44, 26, 0)])]),
    ('w', &[line(&[(0, 26, 0), (15, 80, 0), (32, 34, 0), (49, 80, 0), (64, 26, 0)])]),
    ('x', &[line(&[(0, 26, 0), (42, 80, 0)]), line(&[(42, 26, 0), (0, 80, 0)])]),
    ('y', &[line(&[(0, 26, 0), (23, 78, 0)]), line(&[(46, 26, 0), (14, 103, 0)])]),
    ('z', &[line(&[(0, 26, 0), (40, 26, 0), (0, 80, 0), (42, 80, 0)])]),
];

/// 0 to 9.
const DIGITS: &[(char, Letter)] = &[
    ('0', &[ring(&[(0, 0, 24), (46, 0, 24), (46, 80, 24), (0, 80, 24)])]),
    ('1', &[line(&[(0, 16, 0), (22, 0, 0), (22, 80, 0)])]),
    ('2', &[line(&[(0, 19, 0), (0, 0, 21), (44, 0, 21), (44, 36, 16), (0, 80, 0), (46, 80, 0)])]),
    (
        '3',
        &[
            line(&[(0, 15, 0), (0, 0, 18), (43, 0, 19), (43, 38, 19), (16, 38, 0)]),
            line(&[(16, 38, 0), (46, 38, 20), (46, 80, 20), (0, 80, 18), (0, 65, 0)]),
        ],
    ),
    ('4', &[line(&[(37, 80, 0), (37, 0, 0), (0, 58, 0), (50, 58, 0)])]),
    ('5', {
        &[line(&[(42, 0, 0), (2, 0, 0), (2, 34, 0), (46, 34, 22), (46, 80, 22), (0, 80, 18), (0, 66, 0)])]
    }),
    (
        '6',
        &[
            ring(&[(0, 36, 20), (46, 36, 20), (46, 80, 21), (0, 80, 21)]),
            line(&[(0, 58, 0), (0, 0, 24), (43, 0, 20), (43, 13, 0)]),
        ],
    ),
    ('7', &[line(&[(0, 0, 0), (46, 0, 0), (15, 80, 0)])]),
    (
        '8',
        &[
            ring(&[(3, 0, 18), (43, 0, 18), (43, 37, 18), (3, 37, 18)]),
            ring(&[(0, 37, 20), (46, 37, 20), (46, 80, 20), (0, 80, 20)]),
        ],
    ),
    (
        '9',
        &[
            ring(&[(0, 0, 21), (46, 0, 21), (46, 44, 20), (0, 44, 20)]),
            line(&[(46, 22, 0), (46, 80, 24), (3, 80, 20), (3, 67, 0)]),
        ],
    ),
];

/// Everything else.
const SIGNS: &[(char, Letter)] = &[
    ('+', &[line(&[(0, 44, 0), (50, 44, 0)]), line(&[(25, 19, 0), (25, 69, 0)])]),
    ('-', &[line(&[(0, 44, 0), (40, 44, 0)])]),
    ('−', &[line(&[(0, 44, 0), (40, 44, 0)])]),
    ('–', &[line(&[(0, 44, 0), (40, 44, 0)])]),
    ('=', &[line(&[(0, 30, 0), (46, 30, 0)]), line(&[(0, 58, 0), (46, 58, 0)])]),
    ('_', &[line(&[(0, 80, 0), (46, 80, 0)])]),
    ('×', &[line(&[(0, 22, 0), (42, 64, 0)]), line(&[(42, 22, 0), (0, 64, 0)])]),
    (
        '*',
        &[
            line(&[(22, 0, 0), (22, 46, 0)]),
            line(&[(0, 11, 0), (44, 35, 0)]),
            line(&[(44, 11, 0), (0, 35, 0)]),
        ],
    ),
    ('/', &[line(&[(36, 0, 0), (0, 80, 0)])]),
    ('\\', &[line(&[(0, 0, 0), (36, 80, 0)])]),
    ('|', &[line(&[(0, -4, 0), (0, 88, 0)])]),
    ('!', &[line(&[(0, 0, 0), (0, 48, 0)]), line(&[(0, 77, 0), (0, 80, 0)])]),
    (
        '?',
        &[
            line(&[(0, 16, 0), (0, 0, 19), (42, 0, 20), (42, 34, 17), (20, 40, 12), (20, 52, 0)]),
            line(&[(20, 77, 0), (20, 80, 0)]),
        ],
    ),
    ('.', &[line(&[(0, 77, 0), (0, 80, 0)])]),
    (',', &[line(&[(6, 77, 0), (0, 94, 0)])]),
    (':', &[line(&[(0, 34, 0), (0, 36, 0)]), line(&[(0, 77, 0), (0, 80, 0)])]),
    (';', &[line(&[(6, 34, 0), (6, 36, 0)]), line(&[(6, 77, 0), (0, 94, 0)])]),
    ('\'', &[line(&[(0, 0, 0), (0, 16, 0)])]),
    ('"', &[line(&[(0, 0, 0), (0, 16, 0)]), line(&[(24, 0, 0), (24, 16, 0)])]),
    ('·', &[line(&[(0, 42, 0), (0, 46, 0)])]),
    ('•', &[line(&[(0, 42, 0), (0, 46, 0)])]),
    ('°', &[ring(&[(0, 0, 13), (26, 0, 13), (26, 26, 13), (0, 26, 13)])]),
    ('(', &[line(&[(20, -4, 0), (0, 16, 18), (0, 68, 18), (20, 88, 0)])]),
    (')', &[line(&[(0, -4, 0), (20, 16, 18), (20, 68, 18), (0, 88, 0)])]),
    ('[', &[line(&[(20, -4, 0), (0, -4, 0), (0, 88, 0), (20, 88, 0)])]),
    (']', &[line(&[(0, -4, 0), (20, -4, 0), (20, 88, 0), (0, 88, 0)])]),
    (
        '{',
        &[line(&[
            (26, -4, 0),
            (10, -4, 12),
            (10, 38, 10),
            (0, 42, 4),
            (10, 46, 10),
            (10, 88, 12),
            (26, 88, 0),
        ])],
    ),
    (
        '}',
        &[line(&[
            (0, -4, 0),
            (16, -4, 12),
            (16, 38, 10),
            (26, 42, 4),
            (16, 46, 10),
            (16, 88, 12),
            (0, 88, 0),
        ])],
    ),
    ('`', &[line(&[(0, 0, 0), (12, 14, 0)])]),
    (
        '$',
        &[
            line(&[
                (44, 22, 0),
                (44, 8, 16),
                (2, 8, 18),
                (2, 40, 18),
                (45, 40, 18),
                (45, 74, 18),
                (0, 74, 18),
                (0, 60, 0),
            ]),
            line(&[(23, -6, 0), (23, 88, 0)]),
        ],
    ),
    ('<', &[line(&[(44, 16, 0), (0, 42, 0), (44, 68, 0)])]),
    ('>', &[line(&[(0, 16, 0), (44, 42, 0), (0, 68, 0)])]),
    ('^', &[line(&[(0, 34, 0), (23, 0, 0), (46, 34, 0)])]),
    ('~', &[line(&[(0, 50, 0), (12, 36, 12), (36, 52, 12), (48, 38, 0)])]),
    (
        '#',
        &[
            line(&[(18, 4, 0), (10, 76, 0)]),
            line(&[(44, 4, 0), (36, 76, 0)]),
            line(&[(2, 28, 0), (54, 28, 0)]),
            line(&[(0, 54, 0), (52, 54, 0)]),
        ],
    ),
    (
        '%',
        &[
            ring(&[(0, 0, 13), (24, 0, 13), (24, 28, 13), (0, 28, 13)]),
            ring(&[(38, 52, 13), (62, 52, 13), (62, 80, 13), (38, 80, 13)]),
            line(&[(54, 0, 0), (10, 80, 0)]),
        ],
    ),
    (
        '@',
        &[
            ring(&[(24, 28, 14), (50, 28, 14), (50, 58, 14), (24, 58, 14)]),
            line(&[
                (50, 28, 0),
                (50, 60, 8),
                (72, 60, 12),
                (72, 0, 28),
                (0, 0, 28),
                (0, 84, 28),
                (56, 84, 0),
            ]),
        ],
    ),
    (
        '&',
        &[line(&[
            (58, 80, 0),
            (8, 22, 14),
            (10, 0, 14),
            (40, 0, 16),
            (40, 28, 14),
            (0, 46, 16),
            (0, 80, 20),
            (40, 80, 18),
            (54, 46, 0),
        ])],
    ),
    ('←', &[line(&[(62, 42, 0), (0, 42, 0)]), line(&[(28, 14, 0), (0, 42, 0), (28, 70, 0)])]),
    ('→', &[line(&[(0, 42, 0), (62, 42, 0)]), line(&[(34, 14, 0), (62, 42, 0), (34, 70, 0)])]),
    ('↑', &[line(&[(28, 76, 0), (28, 8, 0)]), line(&[(0, 36, 0), (28, 8, 0), (56, 36, 0)])]),
    ('↓', &[line(&[(28, 8, 0), (28, 76, 0)]), line(&[(0, 48, 0), (28, 76, 0), (56, 48, 0)])]),
    ('↖', &[line(&[(52, 68, 0), (0, 16, 0)]), line(&[(0, 52, 0), (0, 16, 0), (36, 16, 0)])]),
    ('↗', &[line(&[(0, 68, 0), (52, 16, 0)]), line(&[(16, 16, 0), (52, 16, 0), (52, 52, 0)])]),
    ('↘', &[line(&[(0, 16, 0), (52, 68, 0)]), line(&[(16, 68, 0), (52, 68, 0), (52, 32, 0)])]),
    ('↙', &[line(&[(52, 16, 0), (0, 68, 0)]), line(&[(0, 32, 0), (0, 68, 0), (36, 68, 0)])]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_digits_and_signs_of_a_keyboard_can_be_written() {
        let missing: String = ('!'..='~').filter(|&c| !has(c)).collect();
        assert_eq!(missing, "");
        assert!("←↑→↓↖↗↘↙×·".chars().all(has) && !has('鹿') && !has(' '));
    }

    #[test]
    fn a_character_stands_in_the_middle() {
        let mut path = String::new();
        write_in_middle(&mut path, 'H', (5.0, 3.0), 0.4);
        let numbers: Vec<f32> =
            path.split(['M', 'L', 'z', ' ']).filter_map(|number| number.parse().ok()).collect();
        let across: Vec<f32> = numbers.iter().copied().step_by(2).collect();
        let middle =
            across.iter().copied().fold(f32::NAN, f32::min) + across.iter().copied().fold(f32::NAN, f32::max);
        assert!((middle - 10.0).abs() < 0.01, "{path}");
    }

    #[test]
    fn the_letters_of_a_word_stand_side_by_side() {
        let path = |word| {
            let mut path = String::new();
            write_from(&mut path, word, (1.0, 1.0), 0.2);
            path
        };
        assert!(path("17").starts_with(&path("1")) && path("17").len() > path("1").len());
        assert_ne!(path("6"), path("9"));
    }

    #[test]
    fn no_letter_is_large() {
        for character in ('!'..='~').filter(|&c| has(c)) {
            let mut path = String::new();
            write_in_middle(&mut path, character, (30.5, 30.5), 0.42);
            assert!(path.len() < 1000, "{character}: {} bytes", path.len());
        }
    }
}
