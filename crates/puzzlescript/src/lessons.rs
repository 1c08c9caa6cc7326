//! How scripts work, rule by rule.

use unriddle_kit::Lesson;

/// A script with the objects that all lessons have: its title, further lines of the legend, its rules, its win conditions
/// and its level.
macro_rules! script {
    ($title:literal, $legend:literal, $rules:literal, $wins:literal, $level:literal) => {
        concat!(
            "title ",
            $title,
            "

OBJECTS

Background
lightgreen green
11111
01111
11101
11111
10111

Wall
brown darkbrown
00010
11111
01000
11111
00010

Player
black orange white blue
.000.
.111.
22222
.333.
.3.3.

Crate
orange
00000
0...0
0...0
0...0
00000

Target
darkblue
.....
.000.
.0.0.
.000.
.....

LEGEND
. = Background
# = Wall
P = Player
* = Crate
O = Target
",
            $legend,
            "

SOUNDS

COLLISIONLAYERS
Background
Target
Player, Wall, Crate

RULES
",
            $rules,
            "

WINCONDITIONS
",
            $wins,
            "

LEVELS

",
            $level,
            "
"
        )
    };
}

/// A script to begin with.
pub const STARTER: &str = script!(
    "A crate",
    "",
    "[ > Player | Crate ] -> [ > Player | > Crate ]",
    "All Target on Crate",
    "#########\n#.......#\n#.P.*.O.#\n#.......#\n#########"
);

/// The lessons.
pub const LESSONS: &[Lesson] = &[
    Lesson {
        title: "Push",
        text: "Every script has rules of its own, and the line below its board says how it is won. Here the player pushes crates.",
        level: script!(
            "Push",
            "",
            "[ > Player | Crate ] -> [ > Player | > Crate ]",
            "All Target on Crate",
            "######\n#P*.O#\n######"
        ),
        moves: "rr",
    },
    Lesson {
        title: "Pull",
        text: "In another game the player pulls a crate along. Try what moves with you.",
        level: script!(
            "Pull",
            "",
            "[ < Player | Crate ] -> [ < Player | < Crate ]",
            "All Target on Crate",
            "#######\n#.OP*.#\n#######"
        ),
        moves: "ll",
    },
    Lesson {
        title: "Act",
        text: "Some games have an action key, X: here it breaks the crate beside the player.",
        level: script!(
            "Act",
            "",
            "[ Action Player | Crate ] -> [ Player | ]",
            "No Crate",
            "#####\n#P.*#\n#####"
        ),
        moves: "rx",
    },
    Lesson {
        title: "Again",
        text: "Turns may follow by themselves, until everything is at rest: this crate slides on.",
        level: script!(
            "Again",
            "Obstacle = Player or Wall or Crate",
            "right [ Target ] [ Crate | no Obstacle ] -> [ Target ] [ | Crate ] again\n[ > Player | Crate ] -> [ > Player | > Crate ]",
            "All Target on Crate",
            "########\n#P*...O#\n########"
        ),
        moves: "r",
    },
    Lesson {
        title: "Win",
        text: "Whatever a game asks for must hold all at once. Here the player must stand on the target.",
        level: script!("Win", "", "", "All Player on Target", "#####\n#P.O#\n#####"),
        moves: "rr",
    },
];
