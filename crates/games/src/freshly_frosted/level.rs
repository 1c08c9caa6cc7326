//! What never changes in a level: the machines on the floor and the list of wanted donuts.
//!
//! A [`Factory`] is a validated level with precomputed tables for each cell: its neighbours, the
//! toppings that it gets, where a bumper pushes. A [`SearchLevel`] is a factory with the belts that a
//! search starts with. The factory is shared, so a search from another position costs only its
//! belts.
//!
//! Cells are numbered row by row from the top left. A cell takes about 40 bytes.

use std::sync::Arc;

use unriddle_kit::Direction;
use unriddle_search::Cost;

use super::layout::Layout;

/// The number of a cell, row by row from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Cell(pub(crate) u32);

impl Cell {
    /// Stands for a cell that is not on the board.
    const NOWHERE: Cell = Cell(u32::MAX);

    /// Its index in a table with an entry per cell.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The last topping of a donut. Toppings come in one order only, so a donut has all earlier ones too.
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

    /// The kind with one more topping.
    #[inline]
    pub(crate) fn topped(self) -> Option<Kind> {
        Kind::ALL.get(self as usize + 1).copied()
    }

    /// The adjective for such a donut, as in "a frosted donut".
    pub(crate) fn word(self) -> &'static str {
        ["plain", "frosted", "sprinkled", "creamed", "cherried"][self as usize]
    }

    /// The name of its last topping.
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

    /// Adds a kind. Returns whether it was missing.
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

/// The letter that connects the entrances and exits of a teleporter.
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

/// What is on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Tile {
    /// A belt may be laid here.
    Free,
    /// A belt that is part of the level.
    Preset(Direction),
    Block,
    /// Pushes plain donuts into the neighbouring cell in this direction.
    Source(Direction),
    /// Pushes donuts of any kind, in an unknown order.
    AnySource(Direction),
    /// Entered while moving in this direction. Without a kind it takes what the list allows.
    Target(Direction, Option<Kind>),
    /// Adds the last topping of this kind to a donut on the cell in front that has all earlier ones.
    Topper(Direction, Kind),
    /// Entered while moving in this direction. Donuts leave to the left and right of it in turns.
    Splitter(Direction),
    /// Pushes donuts of this kind from the cell in front to the next one.
    Bumper(Direction, Kind),
    /// Entered from any side. Sends the donut to every exit of its group.
    Entrance(Group),
    /// Donuts leave in this direction.
    Exit(Group, Direction),
    Crossover,
}

impl Tile {
    /// Whether a donut that moves in this direction can enter the cell.
    pub(crate) fn admits(self, heading: Direction) -> bool {
        match self {
            Tile::Free | Tile::Preset(_) | Tile::Entrance(_) | Tile::Crossover => true,
            Tile::Target(way, _) | Tile::Splitter(way) => way == heading,
            Tile::Block | Tile::Source(_) | Tile::AnySource(_) => false,
            Tile::Topper(..) | Tile::Bumper(..) | Tile::Exit(..) => false,
        }
    }

    /// Its name, with the article.
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

/// A level as given by its file.
#[derive(Debug)]
pub(crate) struct Factory {
    /// Columns and rows.
    pub(crate) size: (usize, usize),
    /// Row by row.
    pub(crate) tiles: Vec<Tile>,
    /// The wanted kinds, with repetition. Empty if the file has no list.
    pub(crate) list: Vec<Kind>,
    /// The comments of the file, without their `:comment`.
    pub(crate) comments: Vec<String>,
    /// The sources of both sorts, row by row.
    pub(crate) sources: Vec<Cell>,
    /// The targets, row by row.
    pub(crate) targets: Vec<Cell>,
    /// The free cells, row by row.
    pub(crate) free: Vec<Cell>,
    /// By cell, the index of a source in the sources, or of a target in the targets.
    numbers: Vec<u16>,
    /// By group, the exits, row by row.
    exits: [Vec<Cell>; 2],
    /// By cell and direction.
    neighbours: Vec<[Cell; 4]>,
    /// By cell, the kinds that toppers produce there from donuts with one topping less.
    toppings: Vec<Kinds>,
    /// By target, the kinds that may be delivered there.
    wants: Vec<Kinds>,
    /// By cell and kind, the direction in which a bumper pushes such a donut.
    pushes: Vec<[Option<Direction>; 5]>,
}

impl PartialEq for Factory {
    fn eq(&self, other: &Self) -> bool {
        let said = |factory: &Factory| (factory.size, factory.list.clone(), factory.comments.clone());
        self.tiles == other.tiles && said(self) == said(other)
    }
}

impl Factory {
    /// Precomputes the tables. `tiles` has one entry for each cell of `size`, and at least one.
    ///
    /// The rules do not define what happens if two bumpers face the same cell and push the same kind.
    /// Here the first of them, row by row, pushes.
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

    /// The number of cells.
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

    /// The neighbouring cell in this direction, if it is on the board.
    #[inline]
    pub(crate) fn ahead(&self, cell: Cell, heading: Direction) -> Option<Cell> {
        let there = self.neighbours[cell.index()][heading as usize];
        (there != Cell::NOWHERE).then_some(there)
    }

    /// The index of a source in the sources, or of a target in the targets.
    #[inline]
    pub(crate) fn number(&self, end: Cell) -> usize {
        usize::from(self.numbers[end.index()])
    }

    /// The exits of a group, row by row.
    #[inline]
    pub(crate) fn exits(&self, group: Group) -> &[Cell] {
        &self.exits[group as usize]
    }

    /// The direction in which a bumper pushes a donut of this kind from this cell, if any.
    #[inline]
    pub(crate) fn push(&self, cell: Cell, kind: Kind) -> Option<Direction> {
        self.pushes[cell.index()][kind as usize]
    }

    /// The kind of a donut after it has entered this cell. A topper with the next topping adds it, one
    /// per arrival.
    #[inline]
    pub(crate) fn topped(&self, cell: Cell, kind: Kind) -> Kind {
        match kind.topped() {
            Some(next) if self.toppings[cell.index()].contains(next) => next,
            _ => kind,
        }
    }

    /// The first topper, row by row, that makes donuts of this kind in this cell.
    pub(crate) fn topper(&self, cell: Cell, kind: Kind) -> Option<Cell> {
        let mut around = self.neighbours[cell.index()];
        around.sort_unstable();
        let tops = |topper: &Cell| match self.tiles.get(topper.index()) {
            Some(&Tile::Topper(way, makes)) => {
                makes == kind && self.neighbours[topper.index()][way as usize] == cell
            }
            _ => false,
        };
        around.into_iter().find(tops)
    }

    /// The kinds that a source makes.
    pub(crate) fn makes(&self, source: Cell) -> Kinds {
        match self.tile(source) {
            Tile::AnySource(_) => Kinds::ALL,
            Tile::Source(_) => Kinds::from_iter([Kind::Plain]),
            _ => Kinds::default(),
        }
    }

    /// The list, if it applies: some target takes what the list allows.
    pub(crate) fn open_list(&self) -> Option<&[Kind]> {
        let open = self.targets.iter().any(|&target| matches!(self.tile(target), Tile::Target(_, None)));
        (open && !self.list.is_empty()).then_some(self.list.as_slice())
    }

    /// The kinds that may be delivered to a target.
    #[inline]
    pub(crate) fn wants(&self, target: Cell) -> Kinds {
        self.wants[self.number(target)]
    }

    /// Computes [`Factory::wants`]: the kind of the target, restricted to the list if that applies.
    fn allowed(&self, target: Cell) -> Kinds {
        let listed = self.open_list().map_or(Kinds::ALL, |list| list.iter().copied().collect());
        match self.tile(target) {
            Tile::Target(_, Some(kind)) if listed.contains(kind) => Kinds::from_iter([kind]),
            Tile::Target(_, None) => listed,
            _ => Kinds::default(),
        }
    }

    /// A cell in words, with columns and rows from 1.
    pub(crate) fn say(&self, cell: Cell) -> String {
        let (x, y) = self.place(cell);
        format!("column {}, row {}", x + 1, y + 1)
    }
}

/// A level with the belts that a search starts with.
#[derive(Clone)]
pub(crate) struct SearchLevel {
    pub(crate) factory: Arc<Factory>,
    pub(crate) start: Layout,
}

impl SearchLevel {
    /// A level without laid belts.
    pub(crate) fn new(factory: impl Into<Arc<Factory>>) -> Self {
        let factory = factory.into();
        SearchLevel { start: Layout::bare(&factory), factory }
    }

    /// The cost of a layout: its belts that are not laid at the start.
    pub(crate) fn cost(&self, layout: &Layout) -> Cost {
        layout.belts_beyond(&self.start)
    }
}
