//! Text in and out: lines that begin with `:`, then one row per line, cells separated by blanks.
//!
//! The text is read once, line by line, and every error points to a word. Synonyms are normalised on
//! output: kinds are written as `0 1 3 7 f`, toppers as `1 2 4 8`, splitters as `x`. Flags without
//! effect are accepted but not written.

use unriddle_kit::text::words;
use unriddle_kit::{Direction, LevelError, Place};

use super::layout::Layout;
use super::level::{Cell, Factory, Group, Kind, Tile};

/// The format, for users.
pub(crate) const HELP: &str = "\
One row per line, cells separated by blanks; d is one of ^ > v <:

    :targets 0 1
    +>  .   xv  .   1<
    #   -v? .   .   .
    .   .   .   .   -v?

    .          free: a belt may be laid
    ^ > v <    a preset belt, which cannot be changed
    #          block
    +d  +d?    source of plain donuts; any-source, of donuts of any kind in unknown order
    -d -dK -d? target, entered while moving d; wants plain, kind K, or what the list allows
    1d 2d 4d 8d  topper: adds frosting, sprinkles, cream or a cherry on the cell in front
    xd         splitter, entered while moving d; donuts leave left and right in turns
    bdK        bumper: pushes donuts of kind K from the cell in front to the next one
    T- T+d     teleporter: entrance, from any side; exit, donuts leave towards d (also U- U+d)
    *          crossover

Kinds are 0 plain, 1 frosted, 3 with sprinkles, 7 with cream, f (or 15) with a cherry.
Lines before the rows: `:targets 0 1 1 7` lists the wanted kinds, `:comment …` is kept.
Belts are laid by name: column, row, arrow.";

/// The maximum number of cells of a board.
const MAX_CELLS: usize = 1 << 20;

/// The maximum number of sources, and of targets. A donut stores the index of its source in 13 bits.
const MAX_ENDS: usize = 1 << 12;

/// The maximum number of pairs of a source and a target. Deliveries are recorded for each pair.
const MAX_PAIRS: usize = 1 << 18;

/// Flags of older files that have no effect.
const IDLE_FLAGS: [&str; 3] = [":tickwise", ":allow-invalid-deliveries", ":loop-threshold"];

/// The direction of a character.
pub(crate) fn direction(sign: char) -> Option<Direction> {
    match sign {
        '^' => Some(Direction::Up),
        '>' => Some(Direction::Right),
        'v' => Some(Direction::Down),
        '<' => Some(Direction::Left),
        _ => None,
    }
}

/// The character of a direction.
pub(crate) fn sign(direction: Direction) -> char {
    match direction {
        Direction::Up => '^',
        Direction::Right => '>',
        Direction::Down => 'v',
        Direction::Left => '<',
    }
}

/// The kind of a word: by the sum of its toppings, or by the last one.
pub(crate) fn kind(word: &str) -> Option<Kind> {
    match word {
        "0" => Some(Kind::Plain),
        "1" => Some(Kind::Frosted),
        "2" | "3" => Some(Kind::Sprinkled),
        "4" | "7" => Some(Kind::Creamed),
        "8" | "f" | "F" | "15" => Some(Kind::Cherried),
        _ => None,
    }
}

/// The character of a kind.
pub(crate) fn kind_sign(kind: Kind) -> char {
    ['0', '1', '3', '7', 'f'][kind as usize]
}

/// The tile of a word.
pub(crate) fn tile(word: &str) -> Option<Tile> {
    let mut signs = word.chars();
    let first = signs.next()?;
    let second = signs.next();
    let rest = signs.as_str();
    let way = second.and_then(direction);
    match (first, second, rest) {
        ('.', None, _) => Some(Tile::Free),
        ('#', None, _) => Some(Tile::Block),
        ('*', None, _) => Some(Tile::Crossover),
        (_, None, _) => direction(first).map(Tile::Preset),
        ('+', _, "") => way.map(Tile::Source),
        ('+', _, "?") => way.map(Tile::AnySource),
        ('-', _, "") => way.map(|way| Tile::Target(way, Some(Kind::Plain))),
        ('-', _, "?") => way.map(|way| Tile::Target(way, None)),
        ('-', _, _) => Some(Tile::Target(way?, Some(kind(rest)?))),
        ('x' | 'X', _, "") => way.map(Tile::Splitter),
        ('b', _, _) => Some(Tile::Bumper(way?, kind(rest)?)),
        ('T' | 'U', _, _) => {
            let group = if first == 'T' { Group::T } else { Group::U };
            match second {
                Some('-') if rest.is_empty() => Some(Tile::Entrance(group)),
                Some('+') => {
                    let mut ways = rest.chars();
                    let way = ways.next().and_then(direction)?;
                    ways.next().is_none().then_some(Tile::Exit(group, way))
                }
                _ => None,
            }
        }
        (_, _, "") => {
            let topping = kind(first.encode_utf8(&mut [0; 4])).filter(|&kind| kind != Kind::Plain)?;
            way.map(|way| Tile::Topper(way, topping))
        }
        _ => None,
    }
}

/// The word of a tile.
pub(crate) fn word(tile: Tile) -> String {
    match tile {
        Tile::Free => ".".into(),
        Tile::Preset(way) => sign(way).into(),
        Tile::Block => "#".into(),
        Tile::Source(way) => format!("+{}", sign(way)),
        Tile::AnySource(way) => format!("+{}?", sign(way)),
        Tile::Target(way, Some(kind)) => format!("-{}{}", sign(way), kind_sign(kind)),
        Tile::Target(way, None) => format!("-{}?", sign(way)),
        Tile::Topper(way, kind) => format!("{}{}", ['0', '1', '2', '4', '8'][kind as usize], sign(way)),
        Tile::Splitter(way) => format!("x{}", sign(way)),
        Tile::Bumper(way, kind) => format!("b{}{}", sign(way), kind_sign(kind)),
        Tile::Entrance(group) => format!("{}-", group.letter()),
        Tile::Exit(group, way) => format!("{}+{}", group.letter(), sign(way)),
        Tile::Crossover => "*".into(),
    }
}

/// Scores how much a text looks like a level: its words are cells, and there are sources or targets.
pub(crate) fn detect(text: &str) -> u8 {
    let (mut cells, mut others, mut ends) = (0u32, 0u32, 0u32);
    for line in text.lines().filter(|line| !line.trim_start().starts_with(':')).take(100) {
        for (_, word) in words(line) {
            match tile(word) {
                Some(Tile::Source(_) | Tile::AnySource(_) | Tile::Target(..)) => ends += 1,
                Some(_) => cells += 1,
                None => others += 1,
            }
        }
    }
    let flagged = text.lines().any(|line| line.trim_start().starts_with(":target"));
    match (ends, others) {
        (1.., 0) => 90,
        (1.., _) if others * 4 <= cells + ends => 70,
        _ if flagged => 60,
        _ => 0,
    }
}

/// A word for use in a message: shortened and escaped.
fn shown(word: &str) -> String {
    let start: String = word.chars().take(20).flat_map(char::escape_debug).collect();
    if word.chars().nth(20).is_some() { start + "…" } else { start }
}

fn span(line: usize, column: usize, word: &str) -> Place {
    Place::span(line, column, word.chars().count())
}

/// The level as far as it is parsed.
#[derive(Default)]
struct Reader {
    tiles: Vec<Tile>,
    /// The place of each tile in the text.
    places: Vec<Place>,
    width: usize,
    /// The wanted kinds with their places.
    list: Vec<(Kind, Place)>,
    comments: Vec<String>,
}

/// Parses a level.
pub(crate) fn read(text: &str) -> Result<Factory, LevelError> {
    let mut reader = Reader::default();
    for (at, line) in text.lines().enumerate() {
        if line.trim_start().starts_with(':') {
            reader.flag(at + 1, line)?;
        } else if !line.trim().is_empty() {
            reader.row(at + 1, line)?;
        }
    }
    reader.finish()
}

impl Reader {
    /// Parses a line that begins with `:`.
    fn flag(&mut self, number: usize, line: &str) -> Result<(), LevelError> {
        let mut parts = words(line);
        let Some((at, name)) = parts.next() else { return Ok(()) };
        match name {
            ":targets" | ":target" => {
                if let Some((_, first)) = self.list.first() {
                    let message = format!("a second list of targets: the first is in line {}", first.line);
                    return Err(LevelError::new(span(number, at, name), message));
                }
                for (at, word) in parts {
                    let place = span(number, at, word);
                    let kind = kind(word).ok_or_else(|| {
                        let message = format!("`{}` is not a kind of donut", shown(word));
                        LevelError::new(place, message).help(
                            "expected 0 (plain), 1 (frosted), 3 (sprinkled), 7 (creamed) or 15 or f (cherried)",
                        )
                    })?;
                    self.list.push((kind, place));
                }
                if self.list.is_empty() {
                    let help = "list the wanted kinds, such as `:targets 0 1 1`";
                    return Err(LevelError::new(span(number, at, name), "the list is empty").help(help));
                }
            }
            _ if IDLE_FLAGS.contains(&name) => {}
            _ if name.starts_with(":comment") => {
                let said = line.trim_start().strip_prefix(":comment").unwrap_or_default();
                self.comments.push(said.trim().to_string());
            }
            _ => {
                let message = format!("`{}` is not a flag", shown(name));
                return Err(LevelError::new(span(number, at, name), message)
                    .help("expected `:targets` with kinds, or `:comment` with text"));
            }
        }
        Ok(())
    }

    fn row(&mut self, number: usize, line: &str) -> Result<(), LevelError> {
        let before = self.tiles.len();
        let mut last = Place::new(number, 1);
        for (at, word) in words(line) {
            let place = span(number, at, word);
            let tile = tile(word).ok_or_else(|| {
                LevelError::new(place, format!("`{}` is not a cell", shown(word))).help(help_for(word))
            })?;
            self.tiles.push(tile);
            self.places.push(place);
            last = place;
            if before > 0 && self.tiles.len() - before > self.width {
                let cells = words(line).count();
                let message = format!("this row has {cells} cells, the first row has {}", self.width);
                return Err(LevelError::new(place, message).help("all rows have the same number of cells"));
            }
            if self.tiles.len() > MAX_CELLS {
                return Err(LevelError::new(place, format!("a board can have at most {MAX_CELLS} cells")));
            }
        }
        let cells = self.tiles.len() - before;
        if before == 0 {
            self.width = cells;
        } else if cells < self.width {
            let message = format!("this row has {cells} cells, the first row has {}", self.width);
            return Err(LevelError::new(last, message).help("all rows have the same number of cells"));
        }
        Ok(())
    }

    /// Checks the level as a whole.
    fn finish(self) -> Result<Factory, LevelError> {
        let Some(&first) = self.places.first() else {
            let help = "a level consists of rows of cells, such as `+> . . ->`";
            return Err(LevelError::new(Place::new(1, 1), "the level has no cells").help(help));
        };
        let find = |wanted: &dyn Fn(Tile) -> bool| self.tiles.iter().position(|&tile| wanted(tile));
        if find(&|tile| matches!(tile, Tile::Source(_) | Tile::AnySource(_))).is_none() {
            let error = LevelError::new(first, "there is no source of donuts");
            return Err(error.help("add one, such as `+>`, which pushes donuts to the right"));
        }
        if find(&|tile| matches!(tile, Tile::Target(..))).is_none() {
            let error = LevelError::new(first, "there is no target");
            return Err(error.help("add one, such as `->1`, which takes frosted donuts from the left"));
        }
        let sources = self.few(&|tile| matches!(tile, Tile::Source(_) | Tile::AnySource(_)), "sources")?;
        let targets = self.few(&|tile| matches!(tile, Tile::Target(..)), "targets")?;
        if sources * targets > MAX_PAIRS {
            let message = format!("a board cannot have {sources} sources and {targets} targets");
            let help = format!("there can be at most {MAX_PAIRS} pairs of a source and a target");
            return Err(LevelError::new(first, message).help(help));
        }
        for group in Group::ALL {
            let letter = group.letter();
            let entrance = find(&|tile| tile == Tile::Entrance(group));
            let exit = find(&|tile| matches!(tile, Tile::Exit(of, _) if of == group));
            match (entrance, exit) {
                (Some(at), None) => {
                    return Err(LevelError::new(
                        self.places[at],
                        format!("the entrance {letter}- has no exit"),
                    )
                    .help(format!("add one, such as `{letter}+>`, which donuts leave to the right")));
                }
                (None, Some(at)) => {
                    return Err(LevelError::new(self.places[at], "this exit has no entrance")
                        .help(format!("its entrance is written `{letter}-`")));
                }
                _ => {}
            }
        }
        let takes = |wanted: Kind| {
            let taken = move |tile| match tile {
                Tile::Target(_, kind) => kind.is_none_or(|kind| kind == wanted),
                _ => false,
            };
            find(&taken).is_some()
        };
        if let Some(&(kind, place)) = self.list.iter().find(|&&(kind, _)| !takes(kind)) {
            let message = format!("no target takes {} donuts", kind.word());
            return Err(LevelError::new(place, message)
                .help("a target takes one kind, such as `->1`, or what the list allows: `->?`"));
        }
        let size = (self.width, self.tiles.len() / self.width);
        let list = self.list.into_iter().map(|(kind, _)| kind).collect();
        Ok(Factory::new(size, self.tiles, list, self.comments))
    }
}

impl Reader {
    /// The number of these tiles, or an error if there are too many.
    fn few(&self, wanted: &dyn Fn(Tile) -> bool, what: &str) -> Result<usize, LevelError> {
        let all = || self.tiles.iter().zip(&self.places).filter(|&(&tile, _)| wanted(tile));
        match all().nth(MAX_ENDS) {
            None => Ok(all().count()),
            Some((_, &place)) => {
                Err(LevelError::new(place, format!("a board can have at most {MAX_ENDS} {what}")))
            }
        }
    }
}

/// What was expected in place of a word that is not a cell.
fn help_for(word: &str) -> &'static str {
    match word.chars().next() {
        Some('+') => "a source is `+` and an arrow (^ > v <): `+>`, or `+>?` for donuts of any kind",
        Some('-') => "a target is `-`, an arrow (^ > v <), and 0, 1, 3, 7, f or ?: `->1`",
        Some('b') => "a bumper is `b`, an arrow (^ > v <), and 0, 1, 3, 7 or f: `b^1`",
        Some('x' | 'X') => "a splitter is `x` and an arrow (^ > v <): `xv`",
        Some('T' | 'U') => "an entrance is `T-` or `U-`, an exit `T+` or `U+` and an arrow (^ > v <)",
        Some('0'..='9') => "a topper is 1, 2, 4 or 8 and an arrow (^ > v <): `1v`",
        _ => {
            "expected . ^ > v < # * or a source `+>`, target `->1`, topper `1v`, splitter `xv`, \
              bumper `b^1`, teleporter `T-` `T+>`"
        }
    }
}

/// Writes a level with aligned columns.
pub(crate) fn write(factory: &Factory) -> String {
    let mut text = String::new();
    if !factory.list.is_empty() {
        let number = |kind: &Kind| ["0", "1", "3", "7", "15"][*kind as usize];
        text += &format!(":targets {}\n", factory.list.iter().map(number).collect::<Vec<_>>().join(" "));
    }
    for comment in &factory.comments {
        text += format!(":comment {comment}").trim_end();
        text.push('\n');
    }
    text + &write_rows(factory, &Layout::bare(factory))
}

/// Writes the rows with the belts in place.
pub(crate) fn write_rows(factory: &Factory, layout: &Layout) -> String {
    let mut text = String::new();
    for y in 0..factory.size.1 {
        let mut row = String::new();
        for x in 0..factory.size.0 {
            let cell = Cell((y * factory.size.0 + x) as u32);
            let word =
                layout.laid(cell).map_or_else(|| word(factory.tile(cell)), |way| sign(way).to_string());
            row += &format!("{word:4}");
        }
        text += row.trim_end();
        text.push('\n');
    }
    text
}
