//! Tests of whole levels: a rotated or mirrored level has the same optimum, each hole of our course needs
//! what it teaches, and all solutions are counted.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use unriddle_kit::{Answer, Direction, Figure, Request, Symmetry};
use unriddle_search::{Cost, Goal, Monitor, Options, Outcome};

use crate::golf_peaks::level::{Card, Cell, Corner, Course, Kind, Tile};
use crate::golf_peaks::{format, open};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels/golf-peaks")
}

/// The levels of a folder, by name.
fn courses(folder: &Path) -> Vec<(String, Course)> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a text");
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, format::read(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
    };
    paths.into_iter().map(read).collect()
}

fn solve(course: Course, goal: Goal) -> Answer {
    open(course).start().solve(
        &Request { options: Options { goal, ..Options::default() }, ..Request::default() },
        &mut Monitor::new(),
    )
}

/// The fewest cards; `None` if there is no solution.
fn optimal(course: Course) -> Option<Cost> {
    let answer = solve(course, Goal::Optimal);
    assert!(matches!(answer.outcome, Outcome::Optimal(..) | Outcome::Unsolvable(_)));
    answer.outcome.cost()
}

fn again(course: &Course) -> Course {
    format::read(&format::write(course)).expect("what is written can be read")
}

/// The level rotated or mirrored, including its tiles.
fn turned(course: &Course, symmetry: Symmetry) -> Course {
    let size = symmetry.size(course.size);
    let moved = |cell: Cell| {
        let (x, y) = symmetry.cell(course.place(cell), course.size);
        Cell((y * size.0 + x) as u32)
    };
    let corner = |corner: Corner| {
        let solid = corner.solid().map(|side| symmetry.direction(side));
        let corners = [Corner::TopLeft, Corner::TopRight, Corner::BottomLeft, Corner::BottomRight];
        corners.into_iter().find(|other| other.solid().iter().all(|side| solid.contains(side))).unwrap()
    };
    let mut tiles = vec![None; course.tiles.len()];
    for (at, tile) in course.tiles.iter().enumerate() {
        tiles[moved(Cell(at as u32)).index()] = tile.map(|Tile { height, kind }| {
            let kind = match kind {
                Kind::Slope(down) => Kind::Slope(symmetry.direction(down)),
                Kind::Belt(to) => Kind::Belt(symmetry.direction(to)),
                Kind::Angle(solid) => Kind::Angle(corner(solid)),
                Kind::IceAngle(solid) => Kind::IceAngle(corner(solid)),
                other => other,
            };
            Tile { height, kind }
        });
    }
    let twins: HashMap<Cell, Cell> = course.twins.iter().map(|(&a, &b)| (moved(a), moved(b))).collect();
    let (ball, flag) = (moved(course.ball), moved(course.flag));
    Course { size, tiles, twins, ball, flag, cards: course.cards.clone(), solutions: Vec::new() }
}

/// A rotated or mirrored level must have the same optimum, and every card must end on the image of its
/// cell.
fn turns(name: &str, course: &Course) {
    let best = optimal(again(course));
    for symmetry in Symmetry::all() {
        // Written and read again, so that the names of the tiles are tested as well.
        let image = again(&turned(course, symmetry));
        for (card, _) in course.deck() {
            for (at, _) in course.tiles.iter().enumerate().filter(|(_, tile)| tile.is_some()) {
                let (x, y) = symmetry.cell(course.place(Cell(at as u32)), course.size);
                let from = Cell((y * image.size.0 + x) as u32);
                for direction in Direction::ALL {
                    let end = course.play(Cell(at as u32), card, direction);
                    let end = end.ok().map(|end| symmetry.cell(course.place(end), course.size));
                    let turned = image.play(from, card, symmetry.direction(direction)).ok();
                    assert_eq!(turned.map(|end| image.place(end)), end, "{name} {symmetry:?}");
                }
            }
        }
        assert_eq!(optimal(image), best, "{name} {symmetry:?}");
    }
}

#[test]
fn a_rotated_or_mirrored_level_has_the_same_optimum() {
    courses(&folder()).iter().for_each(|(name, course)| turns(name, course));
}

#[test]
fn a_rotated_or_mirrored_outside_level_has_the_same_optimum() {
    match std::env::var_os("UNRIDDLE_LEVELS") {
        Some(outside) => {
            let courses = courses(&Path::new(&outside).join("golf-peaks"));
            courses.iter().for_each(|(name, course)| turns(name, course));
        }
        None => println!("skipped: UNRIDDLE_LEVELS names no folder of levels"),
    }
}

/// What a hole of the course teaches.
#[derive(Clone, Copy)]
enum Lesson {
    Rolling,
    /// Without its steps the hole cannot be solved.
    Heights,
    /// With cards that roll as far as they jump it cannot be solved.
    Jumps,
    /// With these tiles made flat it cannot be solved.
    Tiles(fn(Kind) -> bool),
    /// With these tiles made flat it takes fewer cards.
    Danger(fn(Kind) -> bool),
    Everything,
}

/// The lessons of the course, by the number of the hole.
const LESSONS: [(&str, Lesson); 19] = [
    ("01", Lesson::Rolling),
    ("02", Lesson::Rolling),
    ("03", Lesson::Heights),
    ("04", Lesson::Heights),
    ("05", Lesson::Tiles(|kind| matches!(kind, Kind::Slope(_)))),
    ("06", Lesson::Jumps),
    ("07", Lesson::Jumps),
    ("08", Lesson::Tiles(|kind| matches!(kind, Kind::Slope(_)))),
    ("09", Lesson::Tiles(|kind| kind == Kind::Sand)),
    ("10", Lesson::Danger(|kind| kind == Kind::Quicksand)),
    ("11", Lesson::Tiles(|kind| kind == Kind::Water)),
    ("12", Lesson::Tiles(|kind| kind == Kind::Spring)),
    ("13", Lesson::Tiles(|kind| matches!(kind, Kind::Angle(_)))),
    ("14", Lesson::Tiles(|kind| matches!(kind, Kind::Warp(_)))),
    ("15", Lesson::Tiles(|kind| matches!(kind, Kind::Belt(_)))),
    ("16", Lesson::Tiles(|kind| kind == Kind::Ice)),
    ("17", Lesson::Tiles(|kind| matches!(kind, Kind::IceAngle(_)))),
    ("18", Lesson::Everything),
    ("19", Lesson::Everything),
];

/// The level with some tiles made flat.
fn flattened(mut course: Course, which: fn(Kind) -> bool) -> Course {
    for tile in course.tiles.iter_mut().flatten().filter(|tile| which(tile.kind)) {
        tile.kind = Kind::Flat;
    }
    course
}

#[test]
fn each_hole_of_the_course_needs_what_it_teaches_and_every_card() {
    let mut holes = courses(&folder());
    holes.retain(|(name, _)| name.as_bytes()[0].is_ascii_digit());
    assert_eq!(holes.len(), LESSONS.len());
    for ((name, mut course), (number, lesson)) in holes.into_iter().zip(LESSONS) {
        assert!(name.starts_with(number), "{name} is not hole {number}");
        let par = optimal(again(&course));
        assert_eq!(par, Some(course.cards.len() as Cost), "{name}");
        match lesson {
            Lesson::Rolling | Lesson::Everything => {}
            Lesson::Heights => {
                course.tiles.iter_mut().flatten().for_each(|tile| tile.height = 0);
                assert_eq!(optimal(course), None, "{name}");
            }
            Lesson::Jumps => {
                let roll = |card: &mut Card| *card = Card { jump: 0, roll: card.jump.max(card.roll) };
                course.cards.iter_mut().for_each(roll);
                assert_eq!(optimal(course), None, "{name}");
            }
            Lesson::Tiles(which) => assert_eq!(optimal(flattened(course, which)), None, "{name}"),
            Lesson::Danger(which) => assert!(optimal(flattened(course, which)) < par, "{name}"),
        }
    }
}

/// Counts the solutions of exactly `cards` cards by trying all of them.
fn ways(course: &Course, ball: Cell, hand: &[(Card, u32)], cards: Cost) -> u64 {
    if ball == course.flag {
        return u64::from(cards == 0);
    }
    if cards == 0 {
        return 0;
    }
    let mut sum = 0;
    for (at, &(card, count)) in hand.iter().enumerate().filter(|(_, (_, count))| *count > 0) {
        let mut rest = hand.to_vec();
        rest[at].1 = count - 1;
        for direction in Direction::ALL {
            if let Ok(end) = course.play(ball, card, direction) {
                sum += ways(course, end, &rest, cards - 1);
            }
        }
    }
    sum
}

#[test]
fn all_solutions_are_counted_and_equal_cards_are_not_distinguished() {
    for (name, course) in courses(&folder()) {
        let (hand, copy) = (course.deck(), again(&course));
        let answer = solve(course, Goal::All);
        let best = answer.outcome.cost().expect("a solution");
        if best <= 6 {
            let count = ways(&copy, copy.ball, &hand, best);
            assert_eq!(answer.solutions.expect("a count").to_string(), count.to_string(), "{name}");
        }
    }
}

#[test]
fn the_answer_names_the_cards_left_over() {
    let course = |cards: &str| format::read(&format!("3x1\nball 0 flag\n\n{cards}\n")).unwrap();
    let answer = solve(course("1- 2- 1- 2/"), Goal::All);
    let spare = |count| vec![Figure { name: "spare", noun: "spare card", count }];
    assert_eq!(answer.figures, spare(3));
    assert_eq!(answer.solutions.map(|count| count.to_string()).as_deref(), Some("2"));
    let note = "not every card is needed: some shortest solution leaves over 1- or 2- or 2/";
    assert_eq!(answer.notes, [note]);
    let answer = solve(course("1- 1-"), Goal::All);
    assert_eq!((answer.figures, answer.notes), (spare(0), vec!["every card is needed".to_string()]));
    assert_eq!(solve(course("2- 1-"), Goal::Optimal).figures, spare(1));
}

#[test]
fn a_level_without_a_solution_is_proved_unsolvable() {
    let course = format::read("3x1\nball x flag\n\n1- 1- 3/\n").unwrap();
    assert_eq!(optimal(course), None);
}

#[test]
fn a_board_of_300_by_300_with_any_number_of_cards_is_solved() {
    let mut text = String::from("300x300\nball");
    text += &(" 0".repeat(299) + "\n");
    text += &("0 ".repeat(300) + "\n").repeat(298);
    text += &("0 ".repeat(299) + "flag\n\n100- 199- 100/ 199-\n");
    assert_eq!(optimal(format::read(&text).unwrap()), Some(4));
    // Seventy distinct cards, of which two suffice.
    let many: Vec<String> = (2..72).map(|strength| format!("{strength}/")).collect();
    let text = format!("9x9\nball\n{}0 x x flag\n\n{}\n", "x\n".repeat(7), many.join(" "));
    assert_eq!(optimal(format::read(&text).unwrap()), Some(2));
}
