//! The rules, one by one, on mazes of a few cells.

use unriddle_kit::Lesson;

pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        title: "Step",
        text: "Press the direction that the reindeer faces, and it walks one step, which costs 1.",
        level: "S..E\n",
        moves: "F3",
    },
    Lesson {
        title: "Turn",
        text: "Press another direction, and it only turns there. A quarter turn costs 1000.",
        level: ".E\n.#\nS#\n",
        moves: "L F2 R F",
    },
    Lesson {
        title: "Turning round",
        text: "The goal lies behind it: turning round takes two quarter turns.",
        level: "E..S\n",
        moves: "R R F3",
    },
    Lesson {
        title: "Fewer turns",
        text: "One turn costs as much as a thousand steps. So the long way round, with two turns, beats the short one with four.",
        level: "#.E..\n#.##.\n..##.\n.###.\nS....\n",
        moves: "F4 L F4 L F2",
    },
];
