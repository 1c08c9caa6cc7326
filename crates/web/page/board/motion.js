// Plays a motion: the pieces go from frame to frame, each by its path, at an even speed.
//
// A frame says which pieces differ from the one before, and how long the way takes, where one cell takes 1. A
// piece goes straight, flies in an arc above its shadow, or is there at once. One that appears fades in, and one
// that is gone fades out. A motion can be ended at any time: then everything is where it belongs.

import { interval } from './speed.js';

/** The most milliseconds of a motion; a longer one is played faster. */
const MAX_LENGTH = 3000;

/** A frame that moves nothing but shows or hides something takes this long, in cells. */
const BLINK = 0.5;

/** The height of an arc in cells, how much more for each cell, and the highest. */
const ARC = { least: 0.3, more: 0.18, most: 1.4 };

const between = (from, to, part) => from + (to - from) * part;

/** Whether motions are shown at all. */
export const moves = () => interval() > 0 && !document.hidden;

export class Motion {
  #pieces;
  #frames = [];
  #at = 0;
  #began = 0;
  #timer = 0;
  #last = null;
  #ends = [];

  constructor(pieces) {
    this.#pieces = pieces;
  }

  /** Whether something moves. */
  get running() {
    return this.#timer !== 0;
  }

  /** A promise that is kept when nothing moves. */
  still() {
    return this.running ? new Promise((resolve) => this.#ends.push(resolve)) : Promise.resolve();
  }

  /**
   * Plays frames, and then calls `last`, which shows the end. `pace` is the milliseconds of a cell, `most` those of
   * the whole motion.
   */
  play(frames, last, { pace = interval(), most = MAX_LENGTH } = {}) {
    this.finish();
    const spans = frames.map(({ path, span, pieces, gone }) =>
      path === 'instant' ? 0 : span || (pieces.length + gone.length ? BLINK : 0),
    );
    const all = spans.reduce((sum, span) => sum + span, 0) * pace;
    const scale = pace * Math.min(1, most / (all || 1));
    this.#frames = frames.map((frame, at) => ({ ...frame, time: spans[at] * scale, ways: null }));
    this.#last = last;
    this.#at = 0;
    // The first moment is shown at once: a key has its effect.
    this.#began = performance.now() - 16;
    this.#timer = -1;
    this.#tick(performance.now());
  }

  /** Shows the end at once. Returns whether something was moving. */
  finish() {
    if (!this.running) return false;
    cancelAnimationFrame(this.#timer);
    this.#timer = 0;
    this.#frames = [];
    this.#last?.();
    this.#last = null;
    this.#ends.splice(0).forEach((resolve) => resolve());
    return true;
  }

  #tick(now) {
    while (this.#at < this.#frames.length) {
      const frame = this.#frames[this.#at];
      frame.ways ??= this.#setOff(frame);
      const gone = now - this.#began;
      if (gone < frame.time) {
        frame.ways.forEach((way) => way(gone / frame.time));
        this.#timer = requestAnimationFrame((time) => this.#tick(Math.max(time, now)));
        return;
      }
      this.#arrive(frame);
      this.#began += frame.time;
      this.#at += 1;
    }
    this.finish();
  }

  /** What each piece of a frame does on its way: functions of the part that is behind it. */
  #setOff(frame) {
    if (!frame.time) return [];
    const pieces = this.#pieces;
    const ways = [];
    for (const piece of frame.pieces) {
      const from = pieces.at(piece.name);
      if (!from) continue;
      const start = { x: from.x, y: from.y, turn: from.turn, scale: from.scale };
      const distance = Math.hypot(piece.x - start.x, piece.y - start.y);
      const high =
        frame.path === 'arc' && distance ? Math.min(ARC.least + ARC.more * distance, ARC.most) : 0;
      ways.push((part) => {
        const rise = 4 * part * (1 - part) * high;
        pieces.pass(piece.name, {
          x: between(start.x, piece.x, part),
          y: between(start.y, piece.y, part),
          turn: between(start.turn, piece.turn ?? 0, part),
          scale: between(start.scale, piece.scale ?? 1, part) * (1 + 0.3 * rise),
          rise,
        });
      });
    }
    for (const piece of frame.pieces) {
      if (pieces.at(piece.name)) continue;
      pieces.put(piece);
      ways.push((part) => pieces.pass(piece.name, piece, 1 - part));
    }
    for (const name of frame.gone) {
      const place = { ...pieces.at(name) };
      ways.push((part) => pieces.pass(name, { ...place, rise: 0 }, part));
    }
    return ways;
  }

  #arrive({ pieces, gone }) {
    gone.forEach((name) => this.#pieces.remove(name));
    pieces.forEach((piece) => this.#pieces.put(piece));
  }
}
