//! How scripts work, rule by rule.

use crate::Lesson;

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
        text: "A rule has a left side and a right side. This one lets the player push a crate.",
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
        text: "A rule may look behind the player: this one pulls a crate along.",
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
        text: "The action key moves nothing, but rules can see it.",
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
        text: "A rule may ask for another turn, which follows by itself.",
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
        text: "All win conditions must hold. Here the player must stand on the target.",
        level: script!("Win", "", "", "All Player on Target", "#####\n#P.O#\n#####"),
        moves: "rr",
    },
];
