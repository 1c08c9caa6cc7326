//! The game as users see it: moves by name, grids, pictures.

use proptest::prelude::*;
use unriddle_kit::{Direction, Game, Level, Request, Symmetry, new_level};
use unriddle_search::{Goal, Monitor, Options, Outcome};

use super::super::judge::Judge;
use super::super::layout::Layout;
use super::super::level::Tile;
use super::super::sprites::{self, Bend};
use super::super::{FactoryRules, FreshlyFrosted, format, notation};
use super::turned;

const LEVEL: &str = ":comment Two corners\n+>  .   .   .\n1>  .   #   -v1\n";

fn level() -> Box<dyn Level> {
    FreshlyFrosted.read(LEVEL, &[]).expect("a level")
}

#[test]
fn belts_are_laid_turned_and_removed_by_name() {
    let level = level();
    let start = level.start();
    assert_eq!(level.name().as_deref(), Some("Two corners"));
    let laid = start.after("2,1> 3,1^ 3,1> 4,1v").expect("belts");
    assert_eq!(laid.history(), "+>  >   >   v\n1>  .   #   -v1");
    assert_eq!(laid.cost(), 4);
    let less = laid.after("3,1.").expect("a belt to remove");
    assert_eq!((less.cost(), less.history().as_str()), (4, "+>  >   .   v\n1>  .   #   -v1"));
    let refused = |moves: &str| start.after(moves).map(|_| ()).expect_err(moves).to_string();
    assert_eq!(refused("1,2>"), "belt 1, 1,2>: there is a topper at column 1, row 2");
    assert_eq!(refused("2,1."), "belt 1, 2,1.: there is no belt at column 2, row 1");
    assert_eq!(refused("2,1> 2,1>"), "belt 2, 2,1>: there is already such a belt at column 2, row 1");
    assert_eq!(refused("2,1> 9,1>"), "column 6: the board has 4 columns and 2 rows: there is no cell 9,1");
    assert!(refused("2,1x").starts_with("column 1: `2,1x` is not a belt: expected column, row and an arrow"));
}

#[test]
fn a_grid_is_read_in_every_form_and_replaces_what_lies() {
    let level = level();
    let wanted = "+>  v   .   .\n1>  >   #   -v1";
    for grid in [
        wanted,
        "+> v . . / 1> > # -v1",
        ":comment Two corners\n+> v . .\n\n1> > # -v1\n",
        "+↓..\n╠→#-",
        "+↓..;╠→#-",
    ] {
        let start = level.start();
        let after = start.after(grid).unwrap_or_else(|error| panic!("{error}: {grid}"));
        assert_eq!((after.history().as_str(), after.cost()), (wanted, 2), "{grid}");
        let other = start.after("2,1> 3,1>").expect("belts");
        assert_eq!(other.after(grid).expect(grid).history(), wanted, "{grid}");
    }
}

#[test]
fn an_error_names_where_a_grid_differs_from_the_level() {
    let level = level();
    let refused = |grid: &str| level.start().after(grid).map(|_| ()).expect_err(grid).to_string();
    assert_eq!(
        refused("+> > > v / 2> . # -v1"),
        "column 12: column 1, row 2: the level has a topper (`1>`) here, the grid has `2>`"
    );
    assert_eq!(
        refused("+→→↓\n╠..-"),
        "column 8: column 3, row 2: the level has a block (`#`) here, the grid has `.`"
    );
    assert_eq!(refused("+> > > v"), "column 8: the level has 2 rows, the grid has 1");
    assert_eq!(
        refused("+> > > / 1> . # -v1"),
        "column 1: row 1 of the grid has 3 cells, the level has 4 columns"
    );
    assert_eq!(refused("+→→↓\n╠.#-\n...."), "column 11: the level has 2 rows, the grid has 3");
    assert!(
        refused("+> > q v / 1> . # -v1")
            .ends_with("column 3, row 1: the level has a free cell (`.`) here, the grid has `q`")
    );
}

#[test]
fn a_position_says_how_things_stand() {
    let level = level();
    let start = level.start();
    assert_eq!(
        start.status().as_deref(),
        Some("tick 2: a plain donut stands at column 2, row 1, where there is no belt")
    );
    let laid = start.after("2,1> 3,1> 4,1v").expect("belts");
    assert_eq!(
        laid.status().as_deref(),
        Some("tick 4: a plain donut reaches the target at column 4, row 2, which wants frosting")
    );
}

#[test]
fn donuts_keep_their_names_while_the_factory_runs() {
    let level = FreshlyFrosted.read("# 1v # #\n+> > > ->1", &[]).expect("a level");
    let film = level.start().film(5);
    assert_eq!(film.len(), 6);
    let place = |frame: usize, name: &str| {
        film[frame].pieces.iter().find(|piece| piece.name == name).map(|piece| (piece.x, piece.y))
    };
    assert_eq!(place(0, "donut-1"), Some((0.0, 1.0)), "it is in the source that pushes it next");
    assert_eq!(place(1, "donut-1"), Some((1.0, 1.0)));
    assert_eq!(place(2, "donut-1"), Some((2.0, 1.0)));
    assert_eq!(place(2, "donut-2"), Some((1.0, 1.0)));
    assert_eq!(place(2, "donut-2-icing"), Some((1.0, 1.0)));
    assert_eq!(place(3, "donut-1"), Some((3.0, 1.0)), "it is in the target that it has just reached");
    assert_eq!(place(4, "donut-1"), None);
    assert_eq!(film[3].caption.as_deref(), Some("tick 3: delivered a frosted donut at column 4, row 2"));
}

#[test]
fn a_topping_lands_as_a_piece_of_its_own() {
    let level = FreshlyFrosted.read("# 1v 2v # #\n+> > > > ->3", &[]).expect("a level");
    let film = level.start().film(4);
    let parts = |frame: usize| -> Vec<&str> {
        let names = film[frame].pieces.iter().map(|piece| piece.name.as_str());
        names.filter(|name| name.strip_prefix("donut-1").is_some()).collect()
    };
    assert_eq!(parts(2), ["donut-1", "donut-1-sprinkles"]);
    // The next one waits in its topper.
    assert_eq!(parts(1), ["donut-1", "donut-1-icing", "donut-1-sprinkles"]);
}

#[test]
fn a_topping_comes_out_of_its_topper() {
    for (text, topper) in [("# 1v #\n+> > ->1", (1.0, 0.0)), ("+> > ->1\n# 1^ #", (1.0, 1.0))] {
        let film = FreshlyFrosted.read(text, &[]).expect("a level").start().film(1);
        let icing = |frame: usize| film[frame].pieces.iter().find(|piece| piece.name == "donut-1-icing");
        let (waits, lies) = (icing(0).expect("it waits"), icing(1).expect("it has landed"));
        assert_eq!((waits.x.round(), waits.y.round()), topper, "{text}");
        assert!(waits.scale < lies.scale && lies.scale == 1.0);
        assert_eq!(lies.x, 1.0);
    }
    let beside = FreshlyFrosted.read("1> # #\n+> > ->0", &[]).expect("a level").start().film(3);
    assert!(beside.iter().flat_map(|frame| &frame.pieces).all(|piece| !piece.name.ends_with("icing")));
}

#[test]
fn a_target_shows_what_it_has_got() {
    for (text, wanted) in [("+> > ->0", true), ("+> > ->1", false)] {
        let film = FreshlyFrosted.read(text, &[]).expect("a level").start().film(2);
        let style = |frame: usize, name: &str| {
            film[frame].pieces.iter().find(|piece| piece.name == name).map(|piece| piece.style.sprite())
        };
        assert_eq!(style(1, "got-2,0"), None);
        assert_eq!(style(2, "got-2,0"), Some(sprites::DONUT[0]));
        let mark = if wanted { sprites::RIGHT_KIND } else { sprites::WRONG_KIND };
        assert_eq!(style(2, "mark-2,0"), Some(mark), "{text}");
    }
}

#[test]
fn a_belt_bends_where_donuts_come_only_from_its_side() {
    let level = FreshlyFrosted.read("+> . .\n. . ->0", &[]).expect("a level");
    let drawn = |belts: &str, (x, y): (usize, usize)| {
        let picture = level.start().after(belts).expect("belts").picture();
        let cell = picture.cells.into_iter().find(|cell| (cell.x, cell.y) == (x, y));
        cell.expect("a cell").style.sprite()
    };
    let down = |bend: Bend| sprites::BELT[bend as usize].turned(Direction::Down);
    assert_eq!(drawn("2,1v", (1, 0)), down(Bend::Right));
    assert_eq!(drawn("2,1> 3,1v", (2, 0)), down(Bend::Right));
    assert_eq!(drawn("3,1< 2,1v", (1, 0)), down(Bend::Straight));
    assert_eq!(drawn("2,1v 2,2>", (1, 1)), sprites::BELT[Bend::Left as usize]);
    assert_eq!(drawn("1,2> 2,1v 2,2>", (1, 1)), sprites::BELT[Bend::Straight as usize]);
}

#[test]
fn a_film_ends_with_what_goes_wrong() {
    let level = FreshlyFrosted.read("+> > > ->1", &[]).expect("a level");
    let film = level.start().film(50);
    let captions: Vec<_> = film.iter().filter_map(|frame| frame.caption.as_deref()).collect();
    assert_eq!(
        captions,
        [
            "before the first tick",
            "tick 1",
            "tick 2",
            "tick 3: a plain donut reaches the target at column 4, row 1, which wants frosting"
        ]
    );
}

#[test]
fn no_two_things_share_a_glyph() {
    let text = ":targets 0\n. > # +> +>? ->1 ->? 1> 2>\n4> 8> x> b>1 T- T+> U- U+> *\n";
    let level = FreshlyFrosted.read(text, &[]).expect("a level");
    let mut position = level.start();
    position.advance("1,1^").expect("a belt");
    let mut picture = position.picture();
    let donuts = ['⓪', '①', '③', '⑦', 'ⓕ'];
    picture.legend.retain(|(style, _)| style.glyph != ' ');
    let mut glyphs: Vec<char> = picture.legend.iter().map(|(style, _)| style.glyph).chain(donuts).collect();
    let count = glyphs.len();
    glyphs.sort_unstable();
    glyphs.dedup();
    assert_eq!((glyphs.len(), count), (count, 23));
}

#[test]
fn a_turned_level_takes_the_turned_layout() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels/freshly-frosted");
    let expected = std::fs::read_to_string(format!("{folder}/expected.json")).expect("a file");
    let expected: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&expected).expect("JSON");
    let mut levels = 0;
    for (file, facts) in expected {
        let text = std::fs::read_to_string(format!("{folder}/{file}")).expect("a file");
        let level = FreshlyFrosted.read(&text, &[]).expect("a level");
        let solution = match facts["solutions"][0].as_str() {
            Some(solution) => solution.to_string(),
            None => {
                level.start().solve(&Request::default(), &mut Monitor::new()).solution.expect("a solution")
            }
        };
        let factory = format::read(&text).expect("a level");
        let mut layout = Layout::bare(&factory);
        let belts = notation::read(&factory, &layout, &solution).expect("a layout");
        belts.into_iter().for_each(|mv| layout.set(mv.cell, mv.belt));
        let splits = factory.tiles.iter().any(|tile| matches!(tile, Tile::Splitter(_)));
        for symmetry in Symmetry::all().filter(|symmetry| !(symmetry.mirror && splits)) {
            let (factory, layout) = turned(&factory, &layout, symmetry);
            let judgement = Judge::new(&factory).judge(&layout);
            assert!(judgement.is_solved(), "{file} {symmetry:?}: {judgement:?}");
        }
        levels += 1;
    }
    assert!(levels >= 15);
}

/// A turned level needs as few belts as the original. So does a mirrored one, unless it has splitters,
/// which start to the left.
#[test]
fn a_turned_level_takes_as_few_belts() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels/freshly-frosted");
    let expected = std::fs::read_to_string(format!("{folder}/expected.json")).expect("a file");
    let expected: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&expected).expect("JSON");
    let mut compared = 0;
    for (file, facts) in expected {
        let Some(optimal) = facts["optimal"].as_u64() else { continue };
        let text = std::fs::read_to_string(format!("{folder}/{file}")).expect("a file");
        let factory = format::read(&text).expect("a level");
        let splits = factory.tiles.iter().any(|tile| matches!(tile, Tile::Splitter(_)));
        let ways = [Symmetry { mirror: false, turns: 1 }, Symmetry { mirror: true, turns: 0 }];
        for symmetry in ways.into_iter().filter(|symmetry| !(symmetry.mirror && splits)) {
            let (factory, _) = turned(&factory, &Layout::bare(&factory), symmetry);
            let level = new_level(&FreshlyFrosted, FactoryRules { factory: factory.into() });
            let request = Request {
                options: Options { goal: Goal::Optimal, ..Options::default() },
                ..Request::default()
            };
            let outcome = level.start().solve(&request, &mut Monitor::new()).outcome;
            assert!(matches!(outcome, Outcome::Optimal(..)), "{file} {symmetry:?}: {outcome:?}");
            assert_eq!(outcome.cost().map(u64::from), Some(optimal), "{file} {symmetry:?}");
            compared += 1;
        }
    }
    assert!(compared >= 30, "only {compared} compared");
}

proptest! {
    #[test]
    fn nothing_that_is_typed_panics(text in "[-+.#*bxTU0-9f?^>v<→↓,/; \n:a-c]{0,60}") {
        if let Ok(level) = FreshlyFrosted.read(&text, &[]) {
            let _ = level.start().status();
        }
        let level = level();
        let start = level.start();
        if let Ok(position) = start.after(&text) {
            let _ = (position.status(), position.picture(), position.film(3));
        }
    }
}
