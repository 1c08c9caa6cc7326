//! The rules, one by one, on boards of a few tiles.

use unriddle_kit::Lesson;

pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        title: "Red",
        text: "A red block walks in the direction that you press. Bring it to the red goal.",
        level: "...r\n\nR 0 0\n",
        moves: "RRR",
    },
    Lesson {
        title: "Blue",
        text: "A blue block walks the other way: press right, and it goes left.",
        level: "b...\n\nB 3 0\n",
        moves: "RRR",
    },
    Lesson {
        title: "All at once",
        text: "Every press moves all blocks, and every goal needs a block of its colour.",
        level: "...r\nb...\n\nR 0 1\nB 3 0\n",
        moves: "RRR",
    },
    Lesson {
        title: "Edges and gaps",
        text: "A block stays where a gap or the edge is in its way, while the others walk on.",
        level: ".r\n. \nr \n\nR 0 2\nR 1 2\n",
        moves: "DD",
    },
    Lesson {
        title: "Same tile",
        text: "Two blocks that want the same tile both stay.",
        level: "...r\nr.b\n\nR 0 1\nR 0 0\nB 2 0\n",
        moves: "RRR",
    },
    Lesson {
        title: "Swap",
        text: "Neighbours that walk into each other swap places.",
        level: "br\n\nR 0 0\nB 1 0\n",
        moves: "R",
    },
    Lesson {
        title: "Queue",
        text: "A block behind one that cannot move stays, too.",
        level: "...r\n.rr\n\nR 0 1\nR 1 0\nR 2 0\n",
        moves: "RRR",
    },
    Lesson {
        title: "Spare blocks",
        text: "There may be more blocks than goals; only the goals count.",
        level: "...r\n\nR 0 0\nR 2 0\n",
        moves: "R",
    },
];
