// Plays a lesson on a board, in a loop: the start, each move with what happens in between, and then what
// happens by itself.
//
// A loop is a list of beats; a beat is shown, and the next one follows when it has lasted. Pausing keeps
// the place in the list. Nothing is fetched while it plays.

import { looks } from '../board/looks.js';
import { interval } from '../board/speed.js';

/** How long the parts of a loop last, in milliseconds. */
const LASTS = { start: 1100, move: 650, belt: 260, tick: 260, end: 1700 };

export class LessonPlayer {
  #board;
  #beats;
  #at = 0;
  #timer = 0;
  #onStep;

  /** `lesson` is as `lesson.js` unpacks it. `onStep` is called with the number of the move that is being made, from 0; -1 at the start. */
  constructor(lesson, board, onStep) {
    this.#board = board;
    this.#beats = beats(lesson);
    this.#onStep = onStep;
    this.#show(this.#beats[0]);
  }

  get playing() {
    return this.#timer !== 0;
  }

  play() {
    if (!this.playing) this.#timer = setTimeout(() => this.#next(), this.#beats[this.#at].lasts);
  }

  pause() {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  #next() {
    this.#at = (this.#at + 1) % this.#beats.length;
    const beat = this.#beats[this.#at];
    this.#show(beat);
    this.#timer = setTimeout(() => this.#next(), beat.lasts);
  }

  #show({ picture, frames, pieces, glide, step }) {
    if (picture) this.#board.show(picture, { frames, glide });
    else this.#board.showPieces(pieces, looks, glide);
    this.#onStep(step);
  }
}

/** The beats of a lesson: a picture, or pieces on the same ground, and how long it lasts. */
function beats({ start, steps, film }) {
  const all = [{ picture: start, glide: 0, lasts: LASTS.start, step: -1 }];
  steps.forEach(({ frames, picture }, step) => {
    const spans = frames.reduce((sum, { span }) => sum + span, 0);
    const lasts = spans * interval() + (film.length ? LASTS.belt : LASTS.move);
    all.push({ picture, frames, glide: interval(), lasts, step });
  });
  for (const { pieces } of film)
    all.push({ pieces, glide: LASTS.tick, lasts: LASTS.tick, step: steps.length });
  all.at(-1).lasts = LASTS.end;
  return all;
}
