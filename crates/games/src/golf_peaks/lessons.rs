//! The rules, one by one, on courses of a few cells.

use unriddle_kit::Lesson;

pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        title: "Roll",
        text: "Pick a card, then a direction: this card rolls the ball three cells.",
        level: "4x1\n0,ball 0 0 0,flag\n\n3-\n",
        moves: "3-↘",
    },
    Lesson {
        title: "Jump",
        text: "A card with an arc makes the ball jump, over gaps and hills alike.",
        level: "4x1\n0,ball x 2 0,flag\n\n3/\n",
        moves: "3/↘",
    },
    Lesson {
        title: "Jump and roll",
        text: "A card with both makes it jump first and then roll.",
        level: "5x1\n0,ball x 0 0 0,flag\n\n2/2-\n",
        moves: "2/2-↘",
    },
    Lesson {
        title: "Cards left over",
        text: "Each card is played once. Here one card reaches the flag, and the others are not needed.",
        level: "3x1\n0,ball 0 0,flag\n\n1- 1- 2-\n",
        moves: "2-↘",
    },
    Lesson {
        title: "The flag",
        text: "The ball must stop on the flag or land on it; rolling over it does not count.",
        level: "3x1\n0,ball 0,flag 0\n\n2- 1-\n",
        moves: "2-↘ 1-↖",
    },
    Lesson {
        title: "Steps",
        text: "A rolling ball drops down any step.",
        level: "3x1\n3,ball 2 0,flag\n\n2-\n",
        moves: "2-↘",
    },
    Lesson {
        title: "Bounce",
        text: "A higher cell is a wall: the ball turns round in front of it, which uses up one cell of its roll.",
        level: "4x1\n0,flag 0,ball 0 1\n\n4-\n",
        moves: "4-↘",
    },
    Lesson {
        title: "Uphill",
        text: "A slope leads up by one; from its other sides it is a wall.",
        level: "3x1\n0,ball 1,left 1,flag\n\n2-\n",
        moves: "2-↘",
    },
    Lesson {
        title: "Downhill",
        text: "A ball that would stop on a slope rolls on down.",
        level: "4x1\n2,ball 2,right 1,right 0,flag\n\n1-\n",
        moves: "1-↘",
    },
    Lesson {
        title: "Across a slope",
        text: "A ball that rolls across a slope is turned downhill.",
        level: "2x3\n1,ball 1,down\nx 0\nx 0,flag\n\n3-\n",
        moves: "3-↘",
    },
    Lesson {
        title: "Sand",
        text: "Sand stops a rolling ball, and only a jump gets it out.",
        level: "4x1\n0,ball 0,sand 0 0,flag\n\n3- 2/\n",
        moves: "3-↘ 2/↘",
    },
    Lesson {
        title: "Quicksand",
        text: "A ball may roll across quicksand. A card that would leave it there, or off the board, cannot be played.",
        level: "3x1\n0,ball 0,quick 0,flag\n\n2-\n",
        moves: "2-↘",
    },
    Lesson {
        title: "Water",
        text: "From water the ball returns to the last safe cell that it rolled over.",
        level: "4x1\n0,ball 0 0,water 0,flag\n\n3- 2/\n",
        moves: "3-↘ 2/↘",
    },
    Lesson {
        title: "Spring",
        text: "A spring turns the rest of a roll into a jump.",
        level: "4x1\n0,ball 0,boing x 0,flag\n\n3-\n",
        moves: "3-↘",
    },
    Lesson {
        title: "Warp",
        text: "A ball that stops on a warp comes out of the other one with the same letter.",
        level: "5x1\n0,ball 0,warp x 0,warp 0,flag\n\n1- 1-\n",
        moves: "1-↘ 1-↘",
    },
    Lesson {
        title: "Belt",
        text: "A belt carries a ball that stops on it to the next cell.",
        level: "3x2\n0,ball 0,*e 0,*s\nx x 0,flag\n\n1-\n",
        moves: "1-↘",
    },
    Lesson {
        title: "Ice",
        text: "A ball that would stop on ice slides on.",
        level: "4x1\n0,ball 0,ice 0,ice 0,flag\n\n1-\n",
        moves: "1-↘",
    },
    Lesson {
        title: "Angled wall",
        text: "An angled wall turns a rolling ball by a quarter.",
        level: "2x3\n0,ball 0,/tr\nx 0\nx 0,flag\n\n3-\n",
        moves: "3-↘",
    },
    Lesson {
        title: "Icy wall",
        text: "On ice with an angled wall the ball slides round the corner.",
        level: "3x2\n0,ball 0,ice 0,icetr\nx x 0,flag\n\n1-\n",
        moves: "1-↘",
    },
];
