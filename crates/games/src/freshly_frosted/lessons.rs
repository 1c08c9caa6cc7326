//! The rules, one by one, in factories of a few cells.

use unriddle_kit::Lesson;

pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        title: "Belts",
        text: "Drag over free cells to lay belts that carry the donuts from the source to the target.",
        level: "+> . .\n.  . -v\n",
        moves: "2,1> 3,1v",
    },
    Lesson {
        title: "Target",
        text: "A target is entered from one side only, the way its arrow points.",
        level: "+> .  .\n.  -^ .\n.  .  .\n",
        moves: "2,1> 3,1v 3,2v 3,3< 2,3^",
    },
    Lesson {
        title: "Topper",
        text: "A topper puts its topping on every donut that passes in front of it. A target shows what it wants.",
        level: ".  1v . .\n+> .  . ->1\n",
        moves: "2,2> 3,2>",
    },
    Lesson {
        title: "Order of toppings",
        text: "Frosting comes first, then sprinkles, cream and the cherry. Out of turn, a topper does nothing.",
        level: ".  1v 2v 4v 8v .\n+> .  .  .  .  ->f\n",
        moves: "2,2> 3,2> 4,2> 5,2>",
    },
    Lesson {
        title: "Merging",
        text: "Lines may merge: donuts queue, and the one that has waited longest goes first. Every source must deliver.",
        level: "+> . . ->\n+> . . .\n",
        moves: "2,1> 3,1> 2,2> 3,2^",
    },
    Lesson {
        title: "Splitter",
        text: "A splitter sends donuts to its left and to its right in turns. Every target must receive.",
        level: ".  +v .\n.  .  .\n-< xv ->\n",
        moves: "2,2v",
    },
    Lesson {
        title: "Bumper",
        text: "A bumper pushes donuts of its kind off the belt in front of it.",
        level: ".  .  1v -^1 #\n+> .  .  .  #\n.  .  .  b^1 .\n",
        moves: "2,2> 3,2> 4,2>",
    },
    Lesson {
        title: "Crossover",
        text: "At a crossover two lines cross, and their donuts go straight on in turns.",
        level: ".  .  +v .  .\n+> .  *  .  ->\n.  .  -v .  .\n",
        moves: "2,2> 4,2>",
    },
    Lesson {
        title: "Teleporter",
        text: "A donut that goes into an entrance comes out of the exit that belongs to it.",
        level: "+> . T-\nT+> . ->\n",
        moves: "2,1> 2,2>",
    },
    Lesson {
        title: "Copies",
        text: "With several exits, a copy comes out of each.",
        level: "+> . U-\nU+> . ->\nU+> . ->\n",
        moves: "2,1> 2,2> 2,3>",
    },
    Lesson {
        title: "Preset belts",
        text: "Some belts belong to the level: they cannot be changed, and need not be used.",
        level: "+> . > . ->\n.  . v . .\n",
        moves: "2,1> 4,1>",
    },
    Lesson {
        title: "Open targets",
        text: "An open target takes any kind that the level asks for, here one plain and one frosted donut.",
        level: ":targets 0 1\n.  1v .\n+> .  ->?\n+> .  ->?\n",
        moves: "2,2> 2,3>",
    },
    Lesson {
        title: "Any source",
        text: "This source sends donuts of every kind, and you cannot know which comes next.",
        level: "+>? . . ->?\n",
        moves: "2,1> 3,1>",
    },
];
