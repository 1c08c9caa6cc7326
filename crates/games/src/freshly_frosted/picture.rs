//! What a factory looks like: belts, machines, donuts.
//!
//! In a terminal each cell is a glyph with a note beside it, much as in the level's text: `+>` is a
//! source that pushes right, `1v` a topper for the cell below. Belts are arrows, those that were
//! there before double ones; donuts are circled, with their kind inside. In a drawing a belt bends where
//! donuts come from its side, toppers wear their topping, and targets and bumpers show the donut that they are for.
//!
//! All names stay the same from tick to tick. A donut is drawn with its last topping as a piece of its own, which
//! appears when the topping lands. A target that has got a donut shows it, with a mark that says whether it was
//! the right one.

use unriddle_kit::{Direction, Picture, Piece, Sprite, Style, Tone, sprite};

use super::format::{kind_sign, sign};
use super::layout::Layout;
use super::level::{Cell, Factory, Group, Kind, Tile};
use super::sprites::{self, Bend};

/// A donut on the floor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Donut {
    /// A number that it keeps.
    pub(crate) name: u32,
    pub(crate) cell: Cell,
    pub(crate) kind: Kind,
}

/// The glyphs of donuts.
const DONUTS: [char; 5] = ['⓪', '①', '③', '⑦', 'ⓕ'];

/// How the last topping of each kind but the plain one is named.
const TOPPINGS: [&str; 4] = ["icing", "sprinkles", "cream", "cherry"];

/// The factory at rest, with its belts.
pub(crate) fn draw(factory: &Factory, layout: &Layout) -> Picture {
    let mut drawing = Drawing {
        factory,
        picture: Picture { width: factory.size.0, height: factory.size.1, ..Picture::default() },
        legend: Vec::new(),
    };
    for at in 0..factory.cells() as u32 {
        drawing.cell(Cell(at), layout);
    }
    drawing.legend.sort_by_key(|&(order, ..)| order);
    let mut picture = drawing.picture;
    picture.legend = drawing.legend.into_iter().map(|(_, style, meaning)| (style, meaning)).collect();
    if let Some(list) = factory.open_list() {
        let kinds: Vec<&str> = list.iter().map(|kind| kind.word()).collect();
        picture.caption = Some(format!("wanted: {}", kinds.join(", ")));
    }
    picture
}

/// What a target has got last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Delivery {
    pub(crate) target: Cell,
    pub(crate) kind: Kind,
    /// Whether the target wants it.
    pub(crate) is_wanted: bool,
}

/// The same floor with donuts on it, and what its targets have got.
pub(crate) fn with_donuts(
    factory: &Factory,
    floor: &Picture,
    donuts: &[Donut],
    delivered: &[Delivery],
    caption: String,
) -> Picture {
    let mut picture = floor.clone();
    for &Delivery { target, kind, is_wanted } in delivered {
        let (x, y) = factory.place(target);
        let mark = if is_wanted { sprites::RIGHT_KIND } else { sprites::WRONG_KIND };
        let tone = if is_wanted { Tone::Goal } else { Tone::Red };
        for (part, style) in [("got", donut(kind, ' ')), ("mark", Style::new(mark, tone, ' '))] {
            picture.pieces.push(Piece::new(format!("{part}-{x},{y}"), x as f32, y as f32, style));
        }
    }
    for donut in donuts {
        let (x, y) = factory.place(donut.cell);
        picture.pieces.extend(pieces(donut.name, (x, y), donut.kind));
        // The glyph of the donut covers that of the belt, which moves beside it.
        if matches!(factory.tile(donut.cell), Tile::Free | Tile::Preset(_)) {
            let belt = floor.cells[donut.cell.index()].style.glyph;
            picture.notes.push((x, y, belt.to_string()));
        }
    }
    for kind in Kind::ALL.into_iter().filter(|&kind| donuts.iter().any(|donut| donut.kind == kind)) {
        picture.legend.push((donut(kind, DONUTS[kind as usize]), format!("{} donut", kind.word())));
    }
    picture.caption = Some(caption);
    picture
}

/// A donut without its last topping, and that topping.
fn pieces(name: u32, (x, y): (usize, usize), kind: Kind) -> impl Iterator<Item = Piece> {
    let (x, y, glyph) = (x as f32, y as f32, DONUTS[kind as usize]);
    let topping = (kind as usize).checked_sub(1);
    let below = Style::new(sprites::DONUT[topping.unwrap_or(0)], Tone::Dough, glyph);
    let topping = topping.map(|last| {
        let style = Style::new(sprites::TOPPING[last], topping_tone(kind), ' ');
        Piece::new(format!("donut-{name}-{}", TOPPINGS[last]), x, y, style)
    });
    std::iter::once(Piece::new(format!("donut-{name}"), x, y, below)).chain(topping)
}

/// How large a donut is drawn in a source or a target.
const SMALL: f32 = 0.4;

/// How far from the middle of a topper its topping comes out, in cells.
const OPENING: f32 = 0.3;

/// A donut that comes out of a source, or goes into a target. It has no glyph: the machine's is seen.
pub(crate) fn small(name: u32, at: (usize, usize), kind: Kind) -> impl Iterator<Item = Piece> {
    let blank = |piece: Piece| {
        let style = Style::new(piece.style.sprite(), piece.style.tone, ' ');
        Piece { style, ..piece }.scaled(SMALL)
    };
    pieces(name, at, kind).map(blank)
}

/// The last topping of a donut in the opening of its topper, from which it lands on the donut in a cell.
pub(crate) fn topping_to_come(
    name: u32,
    (topper, cell): ((usize, usize), (usize, usize)),
    kind: Kind,
) -> impl Iterator<Item = Piece> {
    let near = |from: usize, to: usize| from as f32 + OPENING * (to as f32 - from as f32);
    let place = (near(topper.0, cell.0), near(topper.1, cell.1));
    let toppings = small(name, cell, kind).skip(1);
    toppings.map(move |topping| Piece { x: place.0, y: place.1, ..topping })
}

/// How a donut looks with all its toppings.
pub(crate) fn donut(kind: Kind, glyph: char) -> Style {
    Style::new(sprites::DONUT[kind as usize], Tone::Dough, glyph)
}

/// A picture on its way.
struct Drawing<'a> {
    factory: &'a Factory,
    picture: Picture,
    /// One entry stands for all directions of a machine; sorted by the first number.
    legend: Vec<(u8, Style, String)>,
}

impl Drawing<'_> {
    fn cell(&mut self, cell: Cell, layout: &Layout) {
        let tile = self.factory.tile(cell);
        let (x, y) = self.factory.place(cell);
        let laid = layout.laid(cell).map(Tile::Preset);
        let bend = layout
            .belt(self.factory, cell)
            .map_or(Bend::Straight, |way| bend(self.factory, layout, cell, way));
        let styles = styles(laid.unwrap_or(tile), laid.is_some(), bend);
        let [style, above @ ..] = &styles[..] else { return };
        self.picture.cells.push(unriddle_kit::Cell { x, y, style: *style });
        self.explain(tile, laid.is_some(), *style);
        for (number, &style) in above.iter().enumerate() {
            let name = format!("{x},{y}-{number}");
            self.picture.pieces.push(Piece::new(name, x as f32, y as f32, style));
        }
        if let Some(note) = note(tile).filter(|_| laid.is_none()) {
            self.picture.notes.push((x, y, note));
        }
    }

    /// Adds a glyph to the legend, once.
    fn explain(&mut self, tile: Tile, laid: bool, style: Style) {
        let (order, meaning) = match tile {
            _ if laid => (1, "belt".to_string()),
            Tile::Free => (0, "free cell".to_string()),
            Tile::Preset(_) => (2, "belt that stays".to_string()),
            Tile::Block => (3, "block".to_string()),
            Tile::Source(_) => (4, "source of plain donuts".to_string()),
            Tile::AnySource(_) => (5, "source of every kind".to_string()),
            Tile::Target(_, Some(_)) => (6, "target for one kind".to_string()),
            Tile::Target(_, None) => (7, "target for any wanted kind".to_string()),
            Tile::Topper(_, kind) => (8 + kind as u8, format!("topper with {}", kind.topping())),
            Tile::Splitter(_) => (14, "splitter".to_string()),
            Tile::Bumper(..) => (15, "bumper for one kind".to_string()),
            Tile::Entrance(Group::T) => (16, "entrance".to_string()),
            Tile::Entrance(Group::U) => (18, "other entrance".to_string()),
            Tile::Exit(Group::T, _) => (17, "its exit".to_string()),
            Tile::Exit(Group::U, _) => (19, "its exit".to_string()),
            Tile::Crossover => (20, "crossover".to_string()),
        };
        if !self.legend.iter().any(|&(known, ..)| known == order) {
            // A topper is told by its topping.
            let shown = match tile {
                Tile::Topper(_, kind) if kind != Kind::Plain => icon(kind),
                Tile::Preset(_) | Tile::Free if laid => belt(Direction::Right, laid, Bend::Straight),
                _ => style,
            };
            self.legend.push((order, Style::new(shown.sprite(), shown.tone, style.glyph), meaning));
        }
    }
}

/// How a tile looks, or a belt that a player has laid: the cell, and what stands on it, bottom to top.
/// Only the cell has a glyph.
pub(crate) fn styles(tile: Tile, laid: bool, bend: Bend) -> Vec<Style> {
    let turned =
        |sprite: Sprite, way: Direction, tone: Tone, glyph: char| Style::new(sprite.turned(way), tone, glyph);
    match tile {
        Tile::Free => vec![Style::new(sprite::TILE, Tone::Floor, '.')],
        Tile::Preset(way) => vec![belt(way, laid, bend)],
        Tile::Block => vec![Style::new(sprite::WALL, Tone::Wall, '#')],
        Tile::Source(way) => vec![turned(sprites::OVEN, way, Tone::Dough, '+')],
        Tile::AnySource(way) => vec![turned(sprites::ANY_OVEN, way, Tone::Blue, '±')],
        Tile::Target(way, None) => vec![turned(sprites::OPEN_PLATE, way, Tone::Goal, '?')],
        Tile::Target(way, Some(kind)) => {
            let wanted = Style::new(sprites::GHOST[kind as usize], Tone::Dough, ' ');
            vec![turned(sprites::PLATE, way, Tone::Goal, '-'), wanted]
        }
        Tile::Topper(way, kind) => {
            let tone = topping_tone(kind);
            let body = Style::new(sprites::TOPPER, tone, ['0', '1', '2', '4', '8'][kind as usize]);
            vec![body, turned(sprites::NOZZLE, way, tone, ' '), icon(kind)]
        }
        Tile::Splitter(way) => vec![turned(sprites::FORK, way, Tone::Mark, 'x')],
        Tile::Bumper(way, kind) => vec![turned(sprites::BUMPER, way, Tone::Red, 'b'), donut(kind, ' ')],
        Tile::Entrance(group) => {
            vec![Style::new(sprites::DOOR[group as usize], Tone::Blue, group.letter())]
        }
        Tile::Exit(group, way) => {
            let glyph = group.letter().to_ascii_lowercase();
            vec![turned(sprites::EXIT[group as usize], way, Tone::Blue, glyph)]
        }
        Tile::Crossover => vec![Style::new(sprites::CROSSING, Tone::Rubber, '*')],
    }
}

/// How a belt looks that a player has laid, or that stays.
fn belt(way: Direction, laid: bool, bend: Bend) -> Style {
    let (sprites, tone, glyphs) = if laid {
        (sprites::BELT, Tone::Rubber, ['→', '↑', '←', '↓'])
    } else {
        (sprites::FIXED_BELT, Tone::Mark, ['⇒', '⇑', '⇐', '⇓'])
    };
    Style::new(sprites[bend as usize].turned(way), tone, glyphs[way as usize])
}

/// What a topper wears.
fn icon(kind: Kind) -> Style {
    // There is no topper for plain donuts.
    Style::new(sprites::ICON[(kind as usize).saturating_sub(1)], topping_tone(kind), ' ')
}

/// Whether a belt is straight or bends, by where donuts come from.
fn bend(factory: &Factory, layout: &Layout, cell: Cell, way: Direction) -> Bend {
    let from = |heading: Direction| comes_from_behind(factory, layout, cell, heading);
    match (from(way), from(way.right()), from(way.left())) {
        (false, true, false) => Bend::Left,
        (false, false, true) => Bend::Right,
        _ => Bend::Straight,
    }
}

/// Whether donuts may come onto a cell with this heading.
fn comes_from_behind(factory: &Factory, layout: &Layout, cell: Cell, heading: Direction) -> bool {
    let Some(behind) = factory.ahead(cell, heading.opposite()) else { return false };
    match factory.tile(behind) {
        Tile::Source(way) | Tile::AnySource(way) | Tile::Exit(_, way) => way == heading,
        Tile::Splitter(way) => way.left() == heading || way.right() == heading,
        Tile::Crossover => true,
        Tile::Free | Tile::Preset(_) => {
            // A bumper behind a belt pushes what it is for off that belt.
            let pusher = factory.ahead(behind, heading.opposite()).map(|cell| factory.tile(cell));
            layout.belt(factory, behind) == Some(heading)
                || matches!(pusher, Some(Tile::Bumper(way, _)) if way == heading)
        }
        Tile::Block | Tile::Target(..) | Tile::Topper(..) | Tile::Bumper(..) | Tile::Entrance(_) => false,
    }
}

/// What stands beside the glyph of a machine in a terminal.
fn note(tile: Tile) -> Option<String> {
    match tile {
        Tile::Source(way) | Tile::AnySource(way) | Tile::Target(way, None) => Some(sign(way).into()),
        Tile::Topper(way, _) | Tile::Splitter(way) | Tile::Exit(_, way) => Some(sign(way).into()),
        Tile::Target(way, Some(kind)) | Tile::Bumper(way, kind) => {
            Some(format!("{}{}", sign(way), kind_sign(kind)))
        }
        Tile::Free | Tile::Preset(_) | Tile::Block | Tile::Entrance(_) | Tile::Crossover => None,
    }
}

/// The colour of the topping that makes this kind.
fn topping_tone(kind: Kind) -> Tone {
    match kind {
        Kind::Plain => Tone::Dough,
        Kind::Frosted => Tone::Pink,
        Kind::Sprinkled => Tone::Candy,
        Kind::Creamed => Tone::Cream,
        Kind::Cherried => Tone::Red,
    }
}
