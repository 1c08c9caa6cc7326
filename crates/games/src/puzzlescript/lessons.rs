//! How scripts work, rule by rule.

use crate::Lesson;

/// A script to begin with.
pub const STARTER: &str = "\
title A crate

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

SOUNDS

COLLISIONLAYERS
Background
Target
Player, Wall, Crate

RULES
[ > Player | Crate ] -> [ > Player | > Crate ]

WINCONDITIONS
All Target on Crate

LEVELS

#########
#.......#
#.P.*.O.#
#.......#
#########
";

/// The lessons.
pub const LESSONS: &[Lesson] = &[
    Lesson {
        title: "Push",
        text: "A rule has a left side and a right side. This one lets the player push a crate.",
        level: "\
title Push

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

SOUNDS

COLLISIONLAYERS
Background
Target
Player, Wall, Crate

RULES
[ > Player | Crate ] -> [ > Player | > Crate ]

WINCONDITIONS
All Target on Crate

LEVELS

######
#P*.O#
######
",
        moves: "rr",
    },
    Lesson {
        title: "Pull",
        text: "A rule may look behind the player: this one pulls a crate along.",
        level: "\
title Pull

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

SOUNDS

COLLISIONLAYERS
Background
Target
Player, Wall, Crate

RULES
[ < Player | Crate ] -> [ < Player | < Crate ]

WINCONDITIONS
All Target on Crate

LEVELS

#######
#.OP*.#
#######
",
        moves: "ll",
    },
    Lesson {
        title: "Act",
        text: "The action key moves nothing, but rules can see it.",
        level: "\
title Act

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

SOUNDS

COLLISIONLAYERS
Background
Target
Player, Wall, Crate

RULES
[ Action Player | Crate ] -> [ Player | ]

WINCONDITIONS
No Crate

LEVELS

#####
#P.*#
#####
",
        moves: "rx",
    },
    Lesson {
        title: "Again",
        text: "A rule may ask for another turn, which follows by itself.",
        level: "\
title Again

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
Obstacle = Player or Wall or Crate

SOUNDS

COLLISIONLAYERS
Background
Target
Player, Wall, Crate

RULES
right [ Target ] [ Crate | no Obstacle ] -> [ Target ] [ | Crate ] again
[ > Player | Crate ] -> [ > Player | > Crate ]

WINCONDITIONS
All Target on Crate

LEVELS

########
#P*...O#
########
",
        moves: "r",
    },
    Lesson {
        title: "Win",
        text: "All win conditions must hold. Here the player must stand on the target.",
        level: "\
title Win

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

SOUNDS

COLLISIONLAYERS
Background
Target
Player, Wall, Crate

RULES


WINCONDITIONS
All Player on Target

LEVELS

#####
#P.O#
#####
",
        moves: "rr",
    },
];
