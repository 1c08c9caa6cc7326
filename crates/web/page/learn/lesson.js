// A lesson with all its pictures.
//
// The engine sends the looks of all lessons of a game once, and each picture as what differs from the one before.

import { adopt, apply, framesIn } from '../board/changes.js';
import { intern } from '../board/looks.js';

/** The lessons of a reply: each with its `start`, the `picture` and `frames` of each of its `steps`, and its `film`,
 * which is a list of pictures. */
export function unpackLessons({ looks, lessons }) {
  const ids = looks.map(intern);
  return lessons.map(({ start, steps, film = [], ...lesson }) => {
    const first = adopt(start, ids);
    let picture = first;
    const next = (changes) => (picture = apply(picture, changes, ids));
    return {
      ...lesson,
      start: first,
      steps: steps.map(({ motion, changes, ...step }) => ({
        ...step,
        picture: next(changes),
        frames: motion ? framesIn(motion, ids) : [],
      })),
      film: film.map(next),
    };
  });
}
