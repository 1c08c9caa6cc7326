//! Levels whose single moves, or whose tables, take long: searches must hear that they are asked to stop within them.
//!
//! The tests count what a search does after that. `cargo bench -p unriddle-bench --bench stopping` measures the time.

/// The text of a board, cell by cell.
fn board(size: (usize, usize), separator: &str, cell: impl Fn(usize, usize) -> &'static str) -> String {
    let row = |y| (0..size.0).map(|x| cell(x, y)).collect::<Vec<_>>().join(separator) + "\n";
    (0..size.1).map(row).collect()
}

/// Large boards on which the expansion of a single state takes long.
pub(crate) fn large_boards() -> Vec<(&'static str, String)> {
    let walled = |(width, height): (usize, usize), inside: fn(usize, usize) -> &'static str| {
        board((width, height), "", move |x, y| {
            if x == 0 || y == 0 || x + 1 == width || y + 1 == height { "x" } else { inside(x, y) }
        })
    };
    let crowd = walled((60, 60), |x, y| match (x, y) {
        (1, 1) => "H",
        _ => ["h", "-", "n", "o", "-", "c", "-"][(x * x + 3 * y * y + x * y) % 7],
    });
    let walk = walled((12, 500), |x, y| match (x, y) {
        (1, 1) => "E",
        _ if (x + y) % 3 == 0 => ["h", "o", "c"][(x + y * 5) % 3],
        _ => "-",
    });
    let deck: Vec<String> = (1..30).map(|strength| format!("{strength}-")).collect();
    let rink = board((300, 300), " ", |x, y| match (x, y) {
        (0, 0) => "0,ball",
        (299, 299) => "0,flag",
        _ if (x + y) % 97 == 0 => "0",
        _ => "0,ice",
    });
    let hall = board((300, 300), "", |x, y| match (x * 7 + y * 13) % 601 {
        0 => "r",
        1 => "b",
        _ => ".",
    });
    let actors: String = (0..150).map(|at| format!("{} {} {}\n", ["R", "B"][at % 2], at * 2, at)).collect();
    let factory = board((100, 100), " ", |x, y| match (x, y) {
        (0, 0) => "+>",
        (99, 99) => "-vf",
        _ if x % 7 == 3 && y % 5 == 2 => ["1v", "2<", "4>", "8^"][(x / 7 + y / 5) % 4],
        _ => ".",
    });
    let maze = board((1001, 1001), "", |x, y| match (x, y) {
        (0, 0) => "S",
        (1000, 1000) => "E",
        _ if x % 2 == 1 && y % 2 == 1 => "#",
        _ => ".",
    });
    vec![
        ("sokobond", crowd),
        ("sokobond", walk),
        ("golf-peaks", format!("300x300\n{rink}\n{}\n", deck.join(" "))),
        ("anima", format!("{hall}\n{actors}")),
        ("freshly-frosted", factory),
        ("reindeer-maze", maze),
    ]
}

pub(crate) fn script(rules: &str, level: &str) -> String {
    format!(
        "title endless\n\nOBJECTS\nbackground .\nblack\n\nplayer p\nwhite\n\nwall #\ngrey\n\ncrate *\norange\n\nice i\nblue\n\n\
         LEGEND\n\nSOUNDS\n\nCOLLISIONLAYERS\nbackground\nice\nplayer, wall, crate\n\nRULES\n{rules}\n\nWINCONDITIONS\n\
         some ice on crate\n\nLEVELS\n\n{level}\n"
    )
}

/// A board full of crates, with a player.
fn crates(width: usize, height: usize) -> String {
    format!("p.{}\n", "*".repeat(width - 2)) + &format!("{}\n", "*".repeat(width)).repeat(height - 1)
}

/// A script whose last rule may match only after the one before it, and so on: what can happen at all takes long to find.
fn chain(length: usize) -> String {
    let objects: String = (0..50).map(|number| format!("o{number}\nred\n\n")).collect();
    let layers: String = (0..50).map(|number| format!("o{number}\n")).collect();
    let step =
        |number: usize| format!("[ o{} | ] -> [ o{} | o{} ]\n", number % 50, number % 50, (number + 1) % 50);
    let rules: String = (0..length).rev().map(step).collect();
    let rules = format!("{rules}[ > player ] -> [ player o0 ]");
    script(&rules, &format!("p{}\n", ".".repeat(30)).repeat(33))
        .replace("LEGEND", &format!("{objects}LEGEND"))
        .replace("\nRULES", &format!("{layers}\nRULES"))
}

/// Scripts whose turns would take hours, or for ever, or whose tables take long.
pub(crate) fn slow_scripts() -> Vec<(&'static str, String)> {
    let field = |width: usize, height: usize| {
        format!("p{}\n", ".".repeat(width - 1)) + &format!("{}\n", ".".repeat(width)).repeat(height - 1)
    };
    let many: String = (0..400).map(|_| "[ background | background ] -> [ | background ]\n").collect();
    vec![
        (
            "two ellipses",
            script(
                "[ background | ... | background | ... | background ] -> [ | ... | | ... | background ]",
                &field(4000, 1),
            ),
        ),
        (
            "triples",
            script("[ background ] [ background ] [ background ] -> [ ] [ ] [ background ]", &field(60, 60)),
        ),
        (
            "a loop",
            script(
                "startloop\n[ player no ice ] -> [ player ice ]\n[ player ice ] -> [ player ]\nendloop",
                &field(150, 150),
            ),
        ),
        (
            "many rules",
            script(
                &format!("startloop\n{many}[ ice ] -> [ ]\n[ player ] -> [ player ice ]\nendloop"),
                &field(60, 60),
            ),
        ),
        (
            "again for ever",
            script("[ ice ] -> [ ] again\n+ [ player no ice ] -> [ player ice ] again", &field(100, 100)),
        ),
        (
            "a long train",
            script(
                "[ > player ] [ stationary crate ] -> [ > player ] [ > crate ]",
                &format!("p.{}.", "*".repeat(20_000)),
            ),
        ),
        (
            "three rows of everything on a compiled board",
            script("[ background ] [ background ] [ background ] -> [ ] [ ] [ background ]", &field(31, 33)),
        ),
        (
            "two ellipses on a compiled board",
            script(
                "[ background | ... | background | ... | background ] -> [ ice | ... | | ... | ]",
                &field(1000, 1),
            ),
        ),
        (
            "rules that undo each other on a compiled board",
            script(
                &format!(
                    "startloop\n{}[ ice ] -> [ ]\n[ player ] [ background ] -> [ player ] [ background ice ]\nendloop",
                    "[ > player | ] -> [ > player | ice ]\n".repeat(200)
                ),
                &field(31, 33),
            ),
        ),
        ("tables for many rules", chain(400)),
        (
            "chance without end",
            script("startloop\n[ background ] -> [ randomdir background ]\nendloop", &field(60, 60)),
        ),
        (
            "many conditions",
            script("[ > player | crate ] -> [ > player | > crate ]", &crates(31, 33)).replace(
                "some ice on crate",
                &"all crate on wall\nall crate on ice\nsome crate on player\n".repeat(2_000),
            ),
        ),
        (
            "rigid bodies",
            script(
                "rigid [ > player ] [ background ] -> [ > player ] [ background ice ]\n",
                &field(100, 100),
            ),
        ),
    ]
}
