//! The rules, one by one, on boards of a few cells.

use unriddle_kit::Lesson;

pub(super) const LESSONS: &[Lesson] = &[
    Lesson {
        title: "Bond",
        text: "Move your atom, the one with a ring: next to another atom it bonds.",
        level: "H--h\n",
        moves: "DD",
    },
    Lesson {
        title: "Electrons",
        text: "A bond uses up a free electron of each atom. The level is solved when no free electron is left.",
        level: "H-o-h\n",
        moves: "DD",
    },
    Lesson {
        title: "Elements",
        text: "Hydrogen has one free electron, oxygen two, nitrogen three and carbon four: as many bonds as it needs.",
        level: "-h-\nh-h\n---\n-C-\n-h-\n",
        moves: "WW",
    },
    Lesson {
        title: "Molecule",
        text: "Atoms that are bonded move as one, and if a wall stops one of them, all stay.",
        level: "h-h\n---\nxNx\nxhx\n",
        moves: "WW",
    },
    Lesson {
        title: "Push",
        text: "Whatever is in the way is pushed along, with all that is bonded to it.",
        level: "Hh-o-h\n----h-\n",
        moves: "DD",
    },
    Lesson {
        title: "Ring",
        text: "All neighbours with free electrons bond, so a ring closes by itself.",
        level: "-oo\nO-o\n",
        moves: "D",
    },
    Lesson {
        title: "Weaken",
        text: "A bond that is swept over this mark loses one: a single bond breaks, and the other atom stays.",
        level: "v2\nH - -\n   /\nh - o\n",
        moves: "DD",
    },
    Lesson {
        title: "Strengthen",
        text: "A bond that is swept over this mark gains one, if both atoms have a free electron.",
        level: "v2\nO - -\n +\no - -\n",
        moves: "D",
    },
    Lesson {
        title: "Rotate",
        text: "A bond that is swept over this mark turns: the other atom is dragged round the corner.",
        level: "v2\nO - h\n @\nh x -\n",
        moves: "D",
    },
    Lesson {
        title: "Helium",
        text: "Helium never bonds; it pushes and is pushed.",
        level: "Eh-\n--h\n",
        moves: "D",
    },
    Lesson {
        title: "Several molecules",
        text: "Some levels end with more than one molecule; only free electrons count.",
        level: "v2 multiple\nH h - h - h\n",
        moves: "DD",
    },
];
