//! What never changes in a level: the machines on the floor, the list of wanted donuts.
//!
//! A [`Factory`] is a level as its file says it, checked, with everything about a cell that every
//! tick and every search asks for worked out once: its neighbours, how it can be entered, which
//! toppings it gives, where a bumper pushes. A [`Level`] is a factory with the belts that it
//! begins with; the factory is shared, so a level begun elsewhere costs only its belts.
//!
//! Cells are numbered row by row from the top left. A cell takes some 40 bytes.

use std::sync::{Arc, Mutex};

use unriddle_search::Cost;

use super::judge::Verdict;
use super::layout::Layout;
use crate::Direction;

/// The number of a cell, row by row from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Cell(pub(crate) u32);

impl Cell {
    /// Stands for a cell that is not on the board.
    const NOWHERE: Cell = Cell(u32::MAX);

    /// Its place in a list of all cells.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is on a donut. Toppings come in one order only, so each kind has all before it, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Kind {
    Plain,
    Frosted,
    Sprinkled,
    Creamed,
    Cherried,
}

impl Kind {
    /// All kinds, fewest toppings first.
    pub(crate) const ALL: [Kind; 5] =
        [Kind::Plain, Kind::Frosted, Kind::Sprinkled, Kind::Creamed, Kind::Cherried];

    /// The kind with one topping more.
    #[inline]
    pub(crate) fn topped(self) -> Option<Kind> {
        Kind::ALL.get(self as usize + 1).copied()
    }

    /// What such a donut is called: `a frosted donut`.
    pub(crate) fn word(self) -> &'static str {
        ["plain", "frosted", "sprinkled", "creamed", "cherried"][self as usize]
    }

    /// What its last topping is called.
    pub(crate) fn topping(self) -> &'static str {
        ["no topping", "frosting", "sprinkles", "cream", "a cherry"][self as usize]
    }
}

/// A set of kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Kinds(u8);

impl Kinds {
    /// Every kind.
    pub(crate) const ALL: Kinds = Kinds(0b1_1111);

    #[inline]
    pub(crate) fn contains(self, kind: Kind) -> bool {
        self.0 & 1 << kind as u8 != 0
    }

    /// Adds a kind; whether it is new.
    #[inline]
    pub(crate) fn insert(&mut self, kind: Kind) -> bool {
        let new = !self.contains(kind);
        self.0 |= 1 << kind as u8;
        new
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |&kind| self.contains(kind))
    }
}

impl FromIterator<Kind> for Kinds {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        let mut all = Kinds::default();
        kinds.into_iter().for_each(|kind| {
            all.insert(kind);
        });
        all
    }
}

/// The letter that joins the entrances and exits of teleporters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Group {
    T,
    U,
}

impl Group {
    pub(crate) const ALL: [Group; 2] = [Group::T, Group::U];

    pub(crate) fn letter(self) -> char {
        ['T', 'U'][self as usize]
    }
}

/// What stands on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Tile {
    /// A belt may be laid here.
    Free,
    /// A belt that was there before and stays.
    Preset(Direction),
    Block,
    /// Pushes plain donuts into the cell in this direction.
    Source(Direction),
    /// Pushes donuts of any kind, in an unknown order.
    AnySource(Direction),
    /// Entered while moving in this direction; without a kind it takes what the list allows.
    Target(Direction, Option<Kind>),
    /// Gives the last topping of this kind to a donut that has all before it, on the cell in
    /// front.
    Topper(Direction, Kind),
    /// Entered while moving in this direction, left to the left and right of it in turns.
    Splitter(Direction),
    /// Pushes donuts of this kind from the cell in front one cell further.
    Bumper(Direction, Kind),
    /// Entered from any side; sends the donut to every exit of its group.
    Entrance(Group),
    /// Left in this direction.
    Exit(Group, Direction),
    Crossover,
}

impl Tile {
    /// Whether a donut that moves in this direction can come onto the cell.
    pub(crate) fn admits(self, heading: Direction) -> bool {
        match self {
            Tile::Free | Tile::Preset(_) | Tile::Entrance(_) | Tile::Crossover => true,
            Tile::Target(way, _) | Tile::Splitter(way) => way == heading,
            Tile::Block | Tile::Source(_) | Tile::AnySource(_) => false,
            Tile::Topper(..) | Tile::Bumper(..) | Tile::Exit(..) => false,
        }
    }

    /// What it is called, with its article.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Tile::Free => "a free cell",
            Tile::Preset(_) => "a preset belt",
            Tile::Block => "a block",
            Tile::Source(_) => "a source",
            Tile::AnySource(_) => "an any-source",
            Tile::Target(..) => "a target",
            Tile::Topper(..) => "a topper",
            Tile::Splitter(_) => "a splitter",
            Tile::Bumper(..) => "a bumper",
            Tile::Entrance(_) => "an entrance",
            Tile::Exit(..) => "an exit",
            Tile::Crossover => "a crossover",
        }
    }
}

/// A level as its file says it.
#[derive(Debug)]
pub(crate) struct Factory {
    /// Columns and rows.
    pub(crate) size: (usize, usize),
    /// Row by row.
    pub(crate) tiles: Vec<Tile>,
    /// The wanted kinds, with repetition; empty where the file has no list.
    pub(crate) list: Vec<Kind>,
    /// The comments of the file, without their `:comment`.
    pub(crate) comments: Vec<String>,
    /// The sources of both sorts, row by row.
    pub(crate) sources: Vec<Cell>,
    /// The targets, row by row.
    pub(crate) targets: Vec<Cell>,
    /// The free cells, row by row.
    pub(crate) free: Vec<Cell>,
    /// By cell, the place of a source among the sources, of a target among the targets.
    numbers: Vec<u16>,
    /// By group, the exits, row by row.
    exits: [Vec<Cell>; 2],
    /// By cell and direction.
    neighbours: Vec<[Cell; 4]>,
    /// By cell, the kinds that a topper in front of it makes of a donut with one topping less.
    toppings: Vec<Kinds>,
    /// By target, the kinds that may be delivered there.
    wants: Vec<Kinds>,
    /// By cell and kind, where a bumper pushes such a donut.
    pushes: Vec<[Option<Direction>; 5]>,
}

impl PartialEq for Factory {
    fn eq(&self, other: &Self) -> bool {
        let said = |factory: &Factory| (factory.size, factory.list.clone(), factory.comments.clone());
        self.tiles == other.tiles && said(self) == said(other)
    }
}

impl Factory {
    /// Works out what follows from the tiles, which fill `size` and are a level of one cell at the
    /// least.
    ///
    /// The rules leave open what two bumpers do that face the same cell and push the same kind:
    /// here the first of them, row by row, pushes.
    pub(crate) fn new(
        size: (usize, usize),
        tiles: Vec<Tile>,
        list: Vec<Kind>,
        comments: Vec<String>,
    ) -> Self {
        let cells = || (0..tiles.len() as u32).map(Cell);
        let all = |wanted: fn(Tile) -> bool| -> Vec<Cell> {
            cells().filter(|cell| wanted(tiles[cell.index()])).collect()
        };
        let sources = all(|tile| matches!(tile, Tile::Source(_) | Tile::AnySource(_)));
        let targets = all(|tile| matches!(tile, Tile::Target(..)));
        let free = all(|tile| tile == Tile::Free);
        let mut numbers = vec![0; tiles.len()];
        for ends in [&sources, &targets] {
            ends.iter().zip(0..).for_each(|(end, number)| numbers[end.index()] = number);
        }
        let exits = Group::ALL.map(|group| {
            cells().filter(|cell| matches!(tiles[cell.index()], Tile::Exit(of, _) if of == group)).collect()
        });
        let neighbours: Vec<[Cell; 4]> = cells()
            .map(|cell| {
                let at = (cell.index() % size.0, cell.index() / size.0);
                Direction::ALL.map(|direction| {
                    let there = direction.step(at, size);
                    there.map_or(Cell::NOWHERE, |(x, y)| Cell((y * size.0 + x) as u32))
                })
            })
            .collect();
        let mut toppings = vec![Kinds::default(); tiles.len()];
        let mut pushes = vec![[None; 5]; tiles.len()];
        for cell in cells() {
            match tiles[cell.index()] {
                Tile::Topper(way, kind) => {
                    if let Some(toppings) = toppings.get_mut(neighbours[cell.index()][way as usize].index()) {
                        toppings.insert(kind);
                    }
                }
                Tile::Bumper(way, kind) => {
                    if let Some(pushes) = pushes.get_mut(neighbours[cell.index()][way as usize].index()) {
                        pushes[kind as usize].get_or_insert(way);
                    }
                }
                _ => {}
            }
        }
        let mut factory = Factory {
            size,
            list,
            comments,
            sources,
            targets,
            free,
            numbers,
            exits,
            neighbours,
            toppings,
            wants: Vec::new(),
            pushes,
            tiles,
        };
        factory.wants = factory.targets.iter().map(|&target| factory.allowed(target)).collect();
        factory
    }

    /// How many cells there are.
    pub(crate) fn cells(&self) -> usize {
        self.tiles.len()
    }

    #[inline]
    pub(crate) fn tile(&self, cell: Cell) -> Tile {
        self.tiles[cell.index()]
    }

    /// The column and row of a cell, from 0.
    pub(crate) fn place(&self, cell: Cell) -> (usize, usize) {
        (cell.index() % self.size.0, cell.index() / self.size.0)
    }

    /// The cell in this column and row, from 0, if there is one.
    pub(crate) fn at(&self, (x, y): (usize, usize)) -> Option<Cell> {
        (x < self.size.0 && y < self.size.1).then(|| Cell((y * self.size.0 + x) as u32))
    }

    /// The cell one step from this one, unless the board ends.
    #[inline]
    pub(crate) fn ahead(&self, cell: Cell, heading: Direction) -> Option<Cell> {
        let there = self.neighbours[cell.index()][heading as usize];
        (there != Cell::NOWHERE).then_some(there)
    }

    /// The place of a source among the sources, of a target among the targets.
    #[inline]
    pub(crate) fn number(&self, end: Cell) -> usize {
        usize::from(self.numbers[end.index()])
    }

    /// The exits of a group, row by row.
    #[inline]
    pub(crate) fn exits(&self, group: Group) -> &[Cell] {
        &self.exits[group as usize]
    }

    /// Where a bumper pushes a donut of this kind that stands on this cell, if one does.
    #[inline]
    pub(crate) fn push(&self, cell: Cell, kind: Kind) -> Option<Direction> {
        self.pushes[cell.index()][kind as usize]
    }

    /// The kind of a donut after it has come onto this cell: a topper that has the next topping
    /// gives it, one an arrival.
    #[inline]
    pub(crate) fn topped(&self, cell: Cell, kind: Kind) -> Kind {
        match kind.topped() {
            Some(next) if self.toppings[cell.index()].contains(next) => next,
            _ => kind,
        }
    }

    /// The kinds that a source makes.
    pub(crate) fn makes(&self, source: Cell) -> Kinds {
        match self.tile(source) {
            Tile::AnySource(_) => Kinds::ALL,
            Tile::Source(_) => Kinds::from_iter([Kind::Plain]),
            _ => Kinds::default(),
        }
    }

    /// The list, where it counts: with some target that takes what the list allows.
    pub(crate) fn open_list(&self) -> Option<&[Kind]> {
        let open = self.targets.iter().any(|&target| matches!(self.tile(target), Tile::Target(_, None)));
        (open && !self.list.is_empty()).then_some(self.list.as_slice())
    }

    /// The kinds that may be delivered to a target.
    #[inline]
    pub(crate) fn wants(&self, target: Cell) -> Kinds {
        self.wants[self.number(target)]
    }

    /// The same, worked out: its own kind, and where the list counts only what that has.
    fn allowed(&self, target: Cell) -> Kinds {
        let listed = self.open_list().map_or(Kinds::ALL, |list| list.iter().copied().collect());
        match self.tile(target) {
            Tile::Target(_, Some(kind)) if listed.contains(kind) => Kinds::from_iter([kind]),
            Tile::Target(_, None) => listed,
            _ => Kinds::default(),
        }
    }

    /// A cell for people, with columns and rows from 1.
    pub(crate) fn say(&self, cell: Cell) -> String {
        let (x, y) = self.place(cell);
        format!("column {}, row {}", x + 1, y + 1)
    }
}

/// A level with the belts that it begins with.
#[derive(Clone)]
pub(crate) struct Level {
    pub(crate) factory: Arc<Factory>,
    pub(crate) start: Layout,
    /// The layout that was judged last, and the verdict: a player's layout is asked about several
    /// times in a row, and a run can be long.
    pub(crate) judged: Arc<Mutex<Option<(Layout, Verdict)>>>,
}

impl Level {
    /// A factory in which no belt has been laid.
    pub(crate) fn new(factory: Factory) -> Self {
        let start = Layout::bare(&factory);
        Level { factory: Arc::new(factory), start, judged: Arc::default() }
    }

    /// The same factory, begun with other belts.
    pub(crate) fn begun_with(&self, start: Layout) -> Self {
        Level { start, ..self.clone() }
    }

    /// What a layout costs: the belts that do not lie there from the start.
    pub(crate) fn cost(&self, layout: &Layout) -> Cost {
        layout.belts_beyond(&self.start)
    }
}
