//! After any moves, the position can be drawn: everything is on the board, the text contains no
//! terminal sequences except colours, and the SVG document is well-formed XML within its frame.

use unriddle_kit::Picture;
use unriddle_protocol::{Drawing, thumbnail};
use unriddle_render::{Canvas, Ink, Scale, svg, terminal, terminal_at};

use super::{Case, move_text};
use crate::checks::{is_a_picture, pieces_are_on_the_board};
use crate::{Input, Tally, Target, xml};

/// The target.
pub const TARGET: Target =
    Target { name: "drawing_fits_and_never_panics", run, executions: 1_500, vital: &["levels", "moves"] };

/// The maximum number of move texts played before the position is drawn.
const MAX_MOVES: usize = 8;

/// The maximum number of steps of a film.
const MAX_STEPS: usize = 6;

fn run(input: &mut Input<'_>, tally: &mut Tally) {
    let Some(case) = Case::any(input, tally) else { return };
    let game = case.game.id();
    let mut position = case.level.start();
    for _ in 0..input.below(MAX_MOVES) {
        let moves = move_text(input, &position.moves());
        input.show("moves", || format!("{moves:?}"));
        if position.advance(&moves).is_ok() {
            tally.count(game, "moves");
        }
    }
    draws(&position.picture());
    for picture in position.film(input.below(MAX_STEPS)) {
        tally.count(game, "steps");
        draws(&picture);
    }
    if input.one_in(8) {
        let small = thumbnail(case.level.as_ref());
        xml::attributes(&small).unwrap_or_else(|error| panic!("{error}\n{small}"));
    }
}

fn draws(picture: &Picture) {
    is_a_picture(picture);
    pieces_are_on_the_board(picture);
    draws_with_characters(picture);
    draws_with_lines(picture);
    let drawing = Drawing::of(picture).expect("no level here is too large for a page");
    let known = 0..drawing.styles.len();
    let mut styles = drawing.cells.iter().map(|cell| cell.style);
    assert!(styles.all(|style| known.contains(&style)));
    assert!(drawing.pieces.iter().all(|piece| known.contains(&piece.style)));
    assert!(drawing.legend.iter().all(|entry| known.contains(&entry.style)));
    assert_eq!(drawing.pieces.len(), picture.pieces.len());
    serde_json::to_string(&drawing).expect("a drawing is JSON");
}

fn draws_with_characters(picture: &Picture) {
    let (plain, colour) = (terminal(picture, Ink::Plain), terminal(picture, Ink::Colour));
    assert!(plain.chars().all(|c| c == '\n' || !c.is_control()), "a command in {plain:?}");
    assert_eq!(without_colours(&colour), plain);
    let canvas = Canvas::of(picture);
    let mut lines = plain.lines();
    for row in canvas.rows() {
        let drawn: String = row.iter().map(|spot| spot.glyph).collect();
        assert_eq!(lines.next(), Some(drawn.trim_end_matches(' ')));
    }
    // From half blocks to the largest cells.
    for space in [0, 40, 100, 400] {
        draws_at(picture, Scale::fitting(picture, (space, space), Ink::Colour));
        draws_at(picture, Scale::listed(picture, (space, space / 4), Ink::Colour));
    }
}

fn draws_at(picture: &Picture, scale: Scale) {
    let canvas = Canvas::at(picture, scale);
    let (columns, rows) = canvas.size();
    assert_eq!((columns, rows), scale.size_of(picture), "{scale:?}");
    let (across, down) = canvas.area(picture.width - 1, picture.height - 1);
    assert_eq!((columns, rows), (across.end, down.end), "{scale:?}");
    let (plain, colour) = (terminal_at(picture, scale, Ink::Plain), terminal_at(picture, scale, Ink::Colour));
    assert_eq!(without_colours(&colour), plain);
    let places = picture.cells.iter().map(|cell| (cell.x as f32, cell.y as f32));
    for (x, y) in places.chain(picture.pieces.iter().map(|piece| (piece.x, piece.y))) {
        if x >= 0.0 && y >= 0.0 {
            let (column, row) = canvas.spot(x, y).expect("it lies on the board");
            assert!(column < columns && row < rows, "{x}, {y} is drawn off the canvas at {scale:?}");
        }
    }
}

/// Removes the sequences that set colours from a text. Any other sequence stays.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let mut plain = parts.next().unwrap_or_default().to_string();
    for part in parts {
        match part.split_once('m') {
            Some((codes, rest)) if codes.bytes().all(|byte| byte.is_ascii_digit() || byte == b';') => {
                plain += rest;
            }
            _ => plain += part,
        }
    }
    plain
}

fn draws_with_lines(picture: &Picture) {
    let document = svg(picture);
    let attributes = xml::attributes(&document).unwrap_or_else(|error| panic!("{error}\n{document}"));
    let frame = attributes.iter().find(|(_, name, _)| *name == "viewBox").expect("a drawing has a frame").2;
    let frame = numbers(frame);
    let [left, top, width, height] = frame[..] else { panic!("a frame of {frame:?}") };
    assert!(width > 0.0 && height > 0.0, "a frame of {frame:?}");
    let (right, bottom) = (left + width, top + height);
    for (element, name, value) in attributes {
        match name {
            "width" | "height" | "font-size" | "stroke-width" => {
                assert!(numbers(value).iter().all(|&number| number >= 0.0), "{element} {name}={value}");
            }
            "x" => assert!(numbers(value).iter().all(|x| (left..=right).contains(x)), "{element} x={value}"),
            "y" => assert!(numbers(value).iter().all(|y| (top..=bottom).contains(y)), "{element} y={value}"),
            "d" => {
                for point in value.split(['M', 'L']).skip(1) {
                    let point = point.split(|c: char| c.is_ascii_alphabetic()).next().unwrap_or_default();
                    let [x, y] = numbers(point)[..] else { panic!("{point:?} is not a point") };
                    let inside = (left..=right).contains(&x) && (top..=bottom).contains(&y);
                    assert!(inside, "{point} lies outside {frame:?}");
                }
            }
            _ => {}
        }
    }
}

/// The numbers of a list, all of them finite.
fn numbers(list: &str) -> Vec<f64> {
    let number = |word: &str| match word.parse::<f64>() {
        Ok(number) if number.is_finite() => number,
        _ => panic!("{word:?} is not a number to draw with, in {list:?}"),
    };
    list.split([' ', ',']).filter(|word| !word.is_empty()).map(number).collect()
}
