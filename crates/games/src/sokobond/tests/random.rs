//! Random small levels, the same for the same seed on every machine.
//!
//! Boards of 2 to 5 by 2 to 5 cells, crowded with 1 to 6 atoms of all elements and with modifiers on many
//! inner corners, so that a few keys suffice to sweep bonds, push atoms and close rings. The levels
//! exercise the rules; whether they have a solution is left to chance.

use super::oracle::{Blocked, Board};

/// A pseudorandom number generator (SplitMix64).
pub struct Dice(u64);

impl Dice {
    /// A generator that gives the same numbers for the same seed.
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`.
    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// True in `percent` percent of cases.
    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn one_of(&mut self, signs: &str) -> char {
        let signs: Vec<char> = signs.chars().collect();
        signs[self.below(signs.len())]
    }

    /// A random level as text: v2, or sometimes v1 if it has no modifier.
    pub fn level(&mut self) -> String {
        let sizes = [2, 3, 3, 4, 4, 5, 5, 5];
        let (width, height) = (sizes[self.below(8)], sizes[self.below(8)]);
        let walls = [0, 0, 0, 8, 20][self.below(5)];
        let mut cells: Vec<Vec<char>> = (0..height)
            .map(|_| (0..width).map(|_| if self.chance(walls) { 'x' } else { '-' }).collect())
            .collect();
        let atoms = (1 + self.below(6)).min(width * height - 1);
        for number in 0..atoms {
            let (x, y) = self.empty(&cells);
            let letter = self.one_of(if number == 0 { "HONNCCCEE" } else { "hhoonnnccce" });
            cells[y][x] = letter;
        }
        // Like those of the game, many levels have one kind of modifier; the others mix them.
        let kinds = ["/", "+", "@", "@", "/+", "/+", "+@", "/@", "/+@", ""][self.below(10)];
        let density = [30, 60, 90][self.below(3)];
        if kinds.is_empty() && self.chance(50) {
            return cells.iter().map(|row| row.iter().collect::<String>() + "\n").collect();
        }
        let mut text = String::from(if self.chance(15) { "v2 multiple\n" } else { "v2\n" });
        for (y, row) in cells.iter().enumerate() {
            if y > 0 {
                let corners =
                    (1..width).map(|_| self.modifier(kinds, density)).map(|sign| format!(" {sign}"));
                text += corners.collect::<String>().trim_end();
                text.push('\n');
            }
            text += &row.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
            text.push('\n');
        }
        text
    }

    /// A level in which the tables of meetings tell much: a few hydrogen atoms and one or two others between
    /// walls, and few modifiers, if any.
    pub fn pushed(&mut self) -> String {
        let (width, height) = (3 + self.below(3), 3 + self.below(2));
        let walls = [0, 10, 20][self.below(3)];
        let mut cells: Vec<Vec<char>> = (0..height)
            .map(|_| (0..width).map(|_| if self.chance(walls) { 'x' } else { '-' }).collect())
            .collect();
        let atoms = ["Ehho", "Ehhhn", "Ehhhhc", "Ehhhhoo", "Hho", "Ohhhn", "Hoohe", "Hhhn"];
        for letter in atoms[self.below(atoms.len())].chars() {
            let (x, y) = self.empty(&cells);
            cells[y][x] = letter;
        }
        let kind = [" ", " ", "/", "@"][self.below(4)];
        let mut text = String::from("v2 multiple");
        for (y, row) in cells.iter().enumerate() {
            if y > 0 {
                let corners = (1..width).map(|_| self.modifier(kind, 15)).map(|sign| format!(" {sign}"));
                text += corners.collect::<String>().trim_end();
            }
            text += &format!("\n{}\n", row.iter().map(char::to_string).collect::<Vec<_>>().join(" "));
        }
        text
    }

    /// A board of floor with these atoms on random cells, as text.
    pub fn scattered(&mut self, atoms: &str, (width, height): (usize, usize)) -> String {
        let mut cells = vec![vec!['-'; width]; height];
        for letter in atoms.chars() {
            let (x, y) = self.empty(&cells);
            cells[y][x] = letter;
        }
        cells.iter().map(|row| row.iter().collect::<String>() + "\n").collect()
    }

    /// A random cell of floor without an atom, or a random wall if there is none.
    fn empty(&mut self, cells: &[Vec<char>]) -> (usize, usize) {
        let spots = |wanted: &str| -> Vec<(usize, usize)> {
            let all = (0..cells.len()).flat_map(|y| (0..cells[y].len()).map(move |x| (x, y)));
            all.filter(|&(x, y)| wanted.contains(cells[y][x])).collect()
        };
        let floor = spots("-");
        let spots = if floor.is_empty() { spots("x") } else { floor };
        spots[self.below(spots.len())]
    }

    fn modifier(&mut self, kinds: &str, density: usize) -> char {
        if !kinds.is_empty() && self.chance(density) { self.one_of(kinds) } else { ' ' }
    }

    /// Random keys.
    pub fn keys(&mut self, count: usize) -> String {
        (0..count).map(|_| self.one_of("WASD")).collect()
    }
}

/// How often each rule applied in random play.
#[derive(Debug, Default)]
struct Seen {
    weakened: usize,
    cut: usize,
    strengthened: usize,
    quadruple: usize,
    dragged: usize,
    pushed: usize,
    ring: usize,
    helium: usize,
    two_ways: usize,
    wall: usize,
    same_cell: usize,
}

impl Seen {
    fn watch(&mut self, before: &Board, after: &Result<Board, Blocked>) {
        let after = match after {
            Err(Blocked::TwoWays) => return self.two_ways += 1,
            Err(Blocked::Wall) => return self.wall += 1,
            Err(Blocked::SameCell) => return self.same_cell += 1,
            Ok(after) => after,
        };
        let change = |bond| (before.bonds.get(bond).copied(), after.bonds.get(bond).copied());
        let changes: Vec<_> = before.bonds.keys().map(change).collect();
        self.weakened += usize::from(changes.iter().any(|(old, new)| new.is_some() && new < old));
        self.cut += usize::from(changes.iter().any(|(_, new)| new.is_none()));
        self.strengthened += usize::from(changes.iter().any(|(old, new)| new > old));
        self.quadruple += usize::from(changes.iter().any(|(_, new)| *new == Some(4)));
        let steps: Vec<_> =
            before.places.iter().zip(&after.places).map(|(a, b)| (b.0 - a.0, b.1 - a.1)).collect();
        let player = before.ground.player_atom();
        self.dragged += usize::from(steps.iter().any(|&step| step != (0, 0) && step != steps[player]));
        let alone = before.bonds.keys().all(|&(a, b)| a != player && b != player);
        self.pushed += usize::from(alone && steps.iter().filter(|&&step| step != (0, 0)).count() > 1);
        self.ring += usize::from(after.bonds.len() >= 4 && after.bonds.len() >= after.places.len());
        self.helium += usize::from(after.ground.letter(player) == 'E');
    }
}

#[test]
fn random_play_exercises_every_rule() {
    let (mut dice, mut seen) = (Dice::new(1), Seen::default());
    for _ in 0..3000 {
        let mut board = Board::read(&dice.level());
        for key in dice.keys(30).chars() {
            let after = board.play(key);
            seen.watch(&board, &after);
            board = after.unwrap_or(board);
        }
    }
    let Seen { weakened, cut, strengthened, quadruple, dragged, pushed, ring, helium, .. } = seen;
    let rules = [weakened, cut, strengthened, quadruple, dragged, pushed, ring, helium];
    let blocks = [seen.two_ways, seen.wall, seen.same_cell];
    assert!(rules.iter().chain(&blocks).all(|&count| count >= 50), "{seen:?}");
}

#[test]
fn the_same_seed_gives_the_same_level() {
    assert_eq!(Dice::new(7).level(), Dice::new(7).level());
    assert_ne!(Dice::new(7).level(), Dice::new(8).level());
}
