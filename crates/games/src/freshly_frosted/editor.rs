//! Painting factories: a word of a row is a word here.
//!
//! A machine turns when its brush is used again. The kind of donut that a target or a bumper is
//! for is painted by a brush of its own, which also makes a target of anything else; turned or
//! exchanged for the other, they keep it. The list of wanted kinds and the first comment, which
//! is the name, stand beside the board; other lines that begin with `:` are kept.

use unriddle_kit::editing::{Brush, Editor, Field, Spot, TextGrid};
use unriddle_kit::text::words;
use unriddle_kit::{Direction, LevelError, Style};

use super::format::{kind, kind_sign, tile, word};
use super::level::{Group, Kind, Tile};
use super::picture;
use super::sprites::Bend;

/// How factories are painted.
pub(super) struct FactoryEditor;

const STARTER: &str = "\
:comment New bakery
.   .   .   .   .
+>  .   1v  .   .
.   .   .   .   .
.   #   .   .   ->1
.   .   .   .   .
";

const FREE: &str = ".";

/// The order in which machines turn.
const TURNING: [Direction; 4] = [Direction::Right, Direction::Down, Direction::Left, Direction::Up];

/// A kind as a paint.
fn kind_paint(kind: Kind) -> String {
    kind_sign(kind).to_string()
}

/// The kind of donut that a word is for, if it is for one.
fn kind_of(word: &str) -> Option<Kind> {
    match tile(word)? {
        Tile::Target(_, kind) => kind,
        Tile::Bumper(_, kind) => Some(kind),
        _ => None,
    }
}

/// The same tile for another kind, if it can be for one.
fn for_kind(tile: Tile, kind: Kind) -> Option<Tile> {
    match tile {
        Tile::Target(way, _) => Some(Tile::Target(way, Some(kind))),
        Tile::Bumper(way, _) => Some(Tile::Bumper(way, kind)),
        _ => None,
    }
}

/// What a paint stands for.
enum Paint {
    Kind(Kind),
    /// A target or a bumper, which keeps its kind.
    Fitted(Tile),
    Tile(Tile),
}

impl Paint {
    fn read(paint: &str) -> Option<Paint> {
        Some(match (tile(paint), kind(paint)) {
            (Some(tile @ (Tile::Target(_, Some(_)) | Tile::Bumper(..))), _) => Paint::Fitted(tile),
            (Some(tile), _) => Paint::Tile(tile),
            (None, kind) => Paint::Kind(kind?),
        })
    }
}

impl Editor for FactoryEditor {
    fn brushes(&self) -> Vec<Brush> {
        let one = |name: &'static str, tile: Tile| Brush::new(name, [word(tile)]);
        let turning = |name: &'static str, tile: &dyn Fn(Direction) -> Tile| {
            Brush::new(name, TURNING.map(|way| word(tile(way))))
        };
        let topper = |name: &'static str, kind: Kind| turning(name, &|way| Tile::Topper(way, kind));
        let kinds = Brush::new("kind", Kind::ALL.map(kind_paint));
        vec![
            one("free", Tile::Free),
            turning("source", &Tile::Source),
            turning("target", &|way| Tile::Target(way, Some(Kind::Plain))),
            topper("frosting", Kind::Frosted),
            topper("sprinkles", Kind::Sprinkled),
            topper("cream", Kind::Creamed),
            topper("cherry", Kind::Cherried),
            turning("splitter", &Tile::Splitter),
            turning("bumper", &|way| Tile::Bumper(way, Kind::Plain)),
            kinds.shown_as(vec![picture::donut(Kind::Cherried, ' ')]),
            one("block", Tile::Block),
            turning("belt", &Tile::Preset),
            one("crossover", Tile::Crossover),
            turning("open target", &|way| Tile::Target(way, None)),
            turning("any source", &Tile::AnySource),
            one("entrance T", Tile::Entrance(Group::T)),
            turning("exit T", &|way| Tile::Exit(Group::T, way)),
            one("entrance U", Tile::Entrance(Group::U)),
            turning("exit U", &|way| Tile::Exit(Group::U, way)),
        ]
    }

    fn starter(&self) -> &'static str {
        STARTER
    }

    fn blank(&self) -> &str {
        FREE
    }

    fn grid(&self, text: &str) -> Result<TextGrid, LevelError> {
        let (mut rows, mut rest) = (Vec::new(), Vec::new());
        let (mut targets, mut comment) = (String::new(), None);
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let mut parts = words(line).map(|(_, word)| word);
            if !line.starts_with(':') {
                rows.push(line);
                continue;
            }
            let name = parts.next().unwrap_or_default();
            let said = line.strip_prefix(":comment").map(str::trim);
            match (name, said) {
                (":targets" | ":target", _) if targets.is_empty() => {
                    targets = parts.collect::<Vec<_>>().join(" ");
                }
                // An empty first comment is no name, so it stays where it is.
                (_, Some(said)) if comment.is_none() && !said.is_empty() => comment = Some(said.to_string()),
                (_, said) => {
                    if said.is_some() {
                        comment.get_or_insert_default();
                    }
                    rest.push(line.to_string());
                }
            }
        }
        let field = |name: &'static str, about: &'static str, value: String| Field { name, about, value };
        let wanted =
            "The kinds that open targets want: 0 plain, 1 frosted, 3 sprinkled, 7 creamed, 15 cherried.";
        let fields = vec![
            field("targets", wanted, targets),
            field("comment", "What the level is called.", comment.unwrap_or_default()),
        ];
        let rows = rows.into_iter().map(|line| words(line).map(|(_, word)| word.to_string()));
        Ok(TextGrid { fields, rest, ..TextGrid::of_rows(rows, FREE)? })
    }

    fn write(&self, grid: &TextGrid) -> String {
        let mut text = String::new();
        for name in ["targets", "comment"] {
            let value = grid.value(name);
            if !value.is_empty() {
                text += &format!(":{name} {value}\n");
            }
        }
        grid.rest.iter().for_each(|line| text += &format!("{line}\n"));
        text + &grid.in_columns(3)
    }

    fn over(&self, below: &str, paint: &str) -> String {
        match Paint::read(paint) {
            Some(Paint::Kind(kind)) => {
                let fitted = tile(below).and_then(|tile| for_kind(tile, kind));
                word(fitted.unwrap_or(Tile::Target(Direction::Right, Some(kind))))
            }
            Some(Paint::Fitted(tile)) => {
                let kept = kind_of(below).and_then(|kind| for_kind(tile, kind));
                word(kept.unwrap_or(tile))
            }
            Some(Paint::Tile(_)) | None => paint.to_string(),
        }
    }

    fn shows(&self, below: &str, paint: &str) -> bool {
        let Some(there) = tile(below) else { return false };
        match Paint::read(paint) {
            Some(Paint::Kind(kind)) => kind_of(below) == Some(kind),
            Some(Paint::Fitted(painted)) => {
                kind_of(below).and_then(|kind| for_kind(painted, kind)) == Some(there)
            }
            Some(Paint::Tile(painted)) => there == painted,
            None => false,
        }
    }

    fn without(&self, _: &str) -> String {
        FREE.into()
    }

    fn styles(&self, _: Spot, word: &str) -> Option<Vec<Style>> {
        tile(word).map(|tile| picture::styles(tile, false, Bend::Straight))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unriddle_kit::editing::{Edit, apply};

    /// The text after a brush was used on a cell.
    fn painted(text: &str, brush: &str, (x, y): (usize, usize)) -> String {
        let brush = FactoryEditor.brushes().iter().position(|known| known.name == brush).expect("a brush");
        after(text, &Edit::Paint { brush, x, y, variant: None })
    }

    fn after(text: &str, edit: &Edit) -> String {
        let mut grid = FactoryEditor.grid(text).expect("a grid");
        apply(&FactoryEditor, &mut grid, edit).expect("an edit");
        FactoryEditor.write(&grid)
    }

    fn set(text: &str, field: &str, value: &str) -> String {
        after(text, &Edit::Set { field: field.into(), value: value.into() })
    }

    #[test]
    fn targets_and_bumpers_keep_their_kind() {
        assert_eq!(painted("+> ->1", "target", (1, 0)), "+>  -v1\n");
        assert_eq!(painted("+> ->1", "bumper", (1, 0)), "+>  b>1\n");
        assert_eq!(painted("+> ->1", "kind", (1, 0)), "+>  ->3\n");
        assert_eq!(painted("+> bvf", "kind", (1, 0)), "+>  bv0\n");
        assert_eq!(painted("+> ->?", "kind", (1, 0)), "+>  ->0\n");
        assert_eq!(painted("+> ->1", "open target", (1, 0)), "+>  ->?\n");
    }

    #[test]
    fn what_stands_above_the_rows_is_kept() {
        let text = ":targets 0 1\n:comment One\n:tickwise\n:comment Two\n+>  ->?\n";
        assert_eq!(painted(text, "open target", (1, 0)), text.replace("->?", "-v?"));
        assert_eq!(set(text, "comment", "Three"), text.replace("One", "Three"));
        assert_eq!(set(text, "targets", ""), text.replace(":targets 0 1\n", ""));
        let nameless = ":comment\n:comment Two\n+>  ->0\n";
        assert_eq!(painted(nameless, "free", (0, 0)), nameless.replace("+> ", ".  "));
    }
}
