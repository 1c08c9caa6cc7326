//! What a factory looks like: belts, machines, donuts.
//!
//! In a terminal each cell is a sign with a note beside it, much as in the level's text: `+>` is a
//! source that pushes right, `1v` a topper for the cell below. Belts are arrows, those that were
//! there before double ones; donuts are circled, with their kind inside. In a drawing machines
//! are steel with a nozzle, a ram or a spout, and donuts are rings with their toppings on them:
//! several pieces one above the other, of which only the lowest has the sign.
//!
//! Targets and bumpers show the donut that they are for. All names stay the same from tick to
//! tick; a donut that gets a topping gets a piece more.

use super::format::{kind_sign, sign};
use super::layout::Layout;
use super::level::{Cell, Factory, Group, Kind, Tile};
use crate::{Direction, Look, Picture, Piece, Shape, Tone};

/// A donut on the floor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Donut {
    /// A number that it keeps.
    pub(crate) name: u32,
    pub(crate) cell: Cell,
    pub(crate) kind: Kind,
}

/// The signs of donuts.
const DONUTS: [char; 5] = ['⓪', '①', '③', '⑦', 'ⓕ'];

/// What lies on a donut, bottom to top: the least kind that has it, how its piece is named, and
/// how it looks.
const LAYERS: [(Kind, &str, Shape, Tone); 5] = [
    (Kind::Plain, "", Shape::Ring, Tone::Dough),
    (Kind::Frosted, "-icing", Shape::Icing, Tone::Pink),
    (Kind::Sprinkled, "-sprinkles", Shape::Sprinkles, Tone::Candy),
    (Kind::Creamed, "-cream", Shape::Dollops, Tone::Cream),
    (Kind::Cherried, "-cherry", Shape::Cherry, Tone::Red),
];

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
    picture.legend = drawing.legend.into_iter().map(|(_, look, meaning)| (look, meaning)).collect();
    if let Some(list) = factory.open_list() {
        let kinds: Vec<&str> = list.iter().map(|kind| kind.word()).collect();
        picture.caption = Some(format!("wanted: {}", kinds.join(", ")));
    }
    picture
}

/// The same floor with donuts on it.
pub(crate) fn with_donuts(factory: &Factory, floor: &Picture, donuts: &[Donut], caption: String) -> Picture {
    let mut picture = floor.clone();
    for donut in donuts {
        let (x, y) = factory.place(donut.cell);
        let name = format!("donut-{}", donut.name);
        picture.pieces.extend(pieces(&name, (x, y), donut.kind));
        // The sign of the donut covers that of the belt, which moves beside it.
        let cell = &floor.cells[donut.cell.index()];
        if let Shape::Lane(_) = cell.look.shape {
            picture.notes.push((x, y, cell.look.sign.to_string()));
        }
    }
    for kind in Kind::ALL.into_iter().filter(|&kind| donuts.iter().any(|donut| donut.kind == kind)) {
        let (_, _, shape, tone) = LAYERS[kind as usize];
        let look = Look::new(shape, tone, DONUTS[kind as usize]);
        picture.legend.push((look, format!("{} donut", kind.word())));
    }
    picture.caption = Some(caption);
    picture
}

/// A donut as a pile of pieces.
fn pieces(name: &str, (x, y): (usize, usize), kind: Kind) -> impl Iterator<Item = Piece> {
    let layers = donut(kind, DONUTS[kind as usize]).zip(LAYERS);
    layers.map(move |(look, (_, part, ..))| Piece {
        name: format!("{name}{part}"),
        x: x as f32,
        y: y as f32,
        look,
    })
}

/// How a donut looks, bottom to top. Only its dough has the sign.
pub(crate) fn donut(kind: Kind, sign: char) -> impl Iterator<Item = Look> {
    let layers = LAYERS.into_iter().filter(move |&(least, ..)| least <= kind);
    layers.map(move |(least, _, shape, tone)| {
        let sign = if least == Kind::Plain { sign } else { ' ' };
        Look::new(shape, tone, sign)
    })
}

/// A picture on its way.
struct Drawing<'a> {
    factory: &'a Factory,
    picture: Picture,
    /// One entry stands for all directions of a machine; sorted by the first number.
    legend: Vec<(u8, Look, String)>,
}

impl Drawing<'_> {
    fn cell(&mut self, cell: Cell, layout: &Layout) {
        let tile = self.factory.tile(cell);
        let (x, y) = self.factory.place(cell);
        let laid = layout.laid(cell).map(Tile::Preset);
        let looks = looks(laid.unwrap_or(tile), laid.is_some());
        let [look, above @ ..] = &looks[..] else { return };
        self.picture.cells.push(crate::Cell { x, y, look: *look });
        self.explain(tile, laid.is_some(), *look);
        for (number, &look) in above.iter().enumerate() {
            let name = format!("{x},{y}-{number}");
            self.picture.pieces.push(Piece { name, x: x as f32, y: y as f32, look });
        }
        if let Some(note) = note(tile).filter(|_| laid.is_none()) {
            self.picture.notes.push((x, y, note));
        }
    }

    /// Adds a sign to the legend, once.
    fn explain(&mut self, tile: Tile, laid: bool, look: Look) {
        let (order, meaning) = match tile {
            _ if laid => (1, "belt".to_string()),
            Tile::Free => (0, "free".to_string()),
            Tile::Preset(_) => (2, "belt that stays".to_string()),
            Tile::Block => (3, "block".to_string()),
            Tile::Source(_) => (4, "source, pushes".to_string()),
            Tile::AnySource(_) => (5, "source of any kind".to_string()),
            Tile::Target(_, Some(_)) => (6, "target for a kind".to_string()),
            Tile::Target(_, None) => (7, "target for any wanted kind".to_string()),
            Tile::Topper(_, kind) => (8 + kind as u8, format!("topper: {}", kind.topping())),
            Tile::Splitter(_) => (14, "splitter".to_string()),
            Tile::Bumper(..) => (15, "bumper for a kind".to_string()),
            Tile::Entrance(Group::T) => (16, "entrance".to_string()),
            Tile::Entrance(Group::U) => (18, "other entrance".to_string()),
            Tile::Exit(Group::T, _) => (17, "its exit".to_string()),
            Tile::Exit(Group::U, _) => (19, "its exit".to_string()),
            Tile::Crossover => (20, "crossover".to_string()),
        };
        if !self.legend.iter().any(|&(known, ..)| known == order) {
            let (shape, tone) = emblem(tile, laid).unwrap_or((look.shape, look.tone));
            self.legend.push((order, Look::new(shape, tone, look.sign), meaning));
        }
    }
}

/// How a tile looks, or a belt that a player has laid: the ground, and what is on it, bottom to top.
/// Only the ground has a sign.
pub(crate) fn looks(tile: Tile, laid: bool) -> Vec<Look> {
    let part = |shape: Shape, tone: Tone| Look::new(shape, tone, ' ');
    let mut looks = vec![ground(tile, laid)];
    match tile {
        Tile::Free | Tile::Block => {}
        Tile::Preset(way) if laid => looks.push(part(Shape::Chevrons(way), Tone::Chalk)),
        Tile::Preset(way) => {
            looks.extend([part(Shape::Chevrons(way), Tone::Mark), part(Shape::Rivets, Tone::Mark)]);
        }
        Tile::Source(way) => {
            looks.extend([part(Shape::Frame, Tone::Rubber), part(Shape::Outlet(way), Tone::Dough)]);
            looks.extend(donut(Kind::Plain, ' '));
        }
        Tile::AnySource(way) => {
            looks.extend([part(Shape::Frame, Tone::Rubber), part(Shape::Outlet(way), Tone::Pink)]);
            looks.extend(donut(Kind::Cherried, ' '));
        }
        Tile::Target(way, kind) => {
            looks.extend([part(Shape::Frame, Tone::Goal), part(Shape::Inlet(way), Tone::Goal)]);
            match kind {
                Some(kind) => looks.extend(donut(kind, ' ')),
                None => looks.push(Look::new(Shape::Sign, Tone::Goal, '?')),
            }
        }
        Tile::Topper(way, kind) => {
            looks.extend([part(Shape::Frame, Tone::Rubber), part(Shape::Nozzle(way), topping_tone(kind))]);
        }
        Tile::Splitter(way) => looks.push(part(Shape::Fork(way), Tone::Mark)),
        Tile::Bumper(way, kind) => {
            looks.extend([part(Shape::Frame, Tone::Rubber), part(Shape::Ram(way), Tone::Red)]);
            looks.extend(donut(kind, ' '));
        }
        Tile::Entrance(_) => looks.push(part(Shape::Frame, Tone::Blue)),
        Tile::Exit(_, way) => looks.push(part(Shape::Outlet(way), Tone::Blue)),
        Tile::Crossover => looks.push(part(Shape::Crossing, Tone::Mark)),
    }
    looks
}

/// What stands for a machine of several pieces in the legend of a drawing.
fn emblem(tile: Tile, laid: bool) -> Option<(Shape, Tone)> {
    match tile {
        _ if laid => Some((Shape::Chevrons(Direction::Right), Tone::Rubber)),
        Tile::Preset(way) => Some((Shape::Chevrons(way), Tone::Mark)),
        Tile::Source(way) => Some((Shape::Outlet(way), Tone::Dough)),
        Tile::AnySource(way) => Some((Shape::Outlet(way), Tone::Pink)),
        Tile::Target(way, Some(_)) => Some((Shape::Inlet(way), Tone::Goal)),
        Tile::Target(_, None) => Some((Shape::Sign, Tone::Goal)),
        Tile::Splitter(way) => Some((Shape::Fork(way), Tone::Mark)),
        Tile::Bumper(way, _) => Some((Shape::Ram(way), Tone::Red)),
        Tile::Crossover => Some((Shape::Crossing, Tone::Mark)),
        Tile::Free | Tile::Block | Tile::Topper(..) | Tile::Entrance(_) | Tile::Exit(..) => None,
    }
}

/// How a cell is drawn below its pieces.
fn ground(tile: Tile, laid: bool) -> Look {
    let arrow = |way: Direction, signs: [char; 4]| signs[way as usize];
    match tile {
        Tile::Free => Look::new(Shape::Tile, Tone::Floor, '.'),
        Tile::Preset(way) if laid => {
            Look::new(Shape::Lane(way), Tone::Rubber, arrow(way, ['→', '↑', '←', '↓']))
        }
        Tile::Preset(way) => Look::new(Shape::Lane(way), Tone::Wall, arrow(way, ['⇒', '⇑', '⇐', '⇓'])),
        Tile::Block => Look::new(Shape::Tile, Tone::Wall, '#'),
        Tile::Source(_) => Look::new(Shape::Tile, Tone::Steel, '+'),
        Tile::AnySource(_) => Look::new(Shape::Tile, Tone::Steel, '±'),
        Tile::Target(_, Some(_)) => Look::new(Shape::Tile, Tone::Floor, '-'),
        Tile::Target(_, None) => Look::new(Shape::Tile, Tone::Floor, '?'),
        Tile::Topper(_, kind) => {
            Look::new(Shape::Tile, Tone::Steel, ['0', '1', '2', '4', '8'][kind as usize])
        }
        Tile::Splitter(_) => Look::new(Shape::Tile, Tone::Rubber, 'x'),
        Tile::Bumper(..) => Look::new(Shape::Tile, Tone::Steel, 'b'),
        Tile::Entrance(group) => Look::new(Shape::Disc, Tone::Blue, group.letter()),
        Tile::Exit(group, _) => Look::new(Shape::Disc, Tone::Blue, group.letter().to_ascii_lowercase()),
        Tile::Crossover => Look::new(Shape::Tile, Tone::Rubber, '*'),
    }
}

/// What stands beside the sign of a machine in a terminal.
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
