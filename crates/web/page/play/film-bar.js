// The controls of a film: what happens by itself after the moves. Run, pause, step, speed, stop.
//
// Only for scenes that run; a level that was just solved runs at once. The film is fetched when it is first needed, and a longer one near its end;
// changed moves discard it. Pieces glide evenly from step to step.
//
// Elements: `#film` with `#film-run`, `#film-step`, `#film-reset`, `#film-speed` (range, steps per
// second), `#film-now` (the current step).

import * as api from '../api.js';
import { moves } from '../board/motion.js';
import { button, make, set, write } from '../dom.js';
import { preference, setPreference } from '../storage.js';

/** The number of steps that are fetched at first and at most. */
const STEPS = { first: 120, most: 1920 };

const SPEED = { least: 1, initial: 4, most: 16 };

export class FilmBar {
  #session;
  #board;
  #film = null;
  #requested = 0;
  #at = 0;
  #timer = 0;
  #version = 0;
  #run = button('film-run', 'Run', () => this.toggle());
  #step = button('film-step', 'Step', () => this.step());
  #reset = button('film-reset', 'Stop', () => this.rewind(), { title: 'Back to before the run; your moves stay' });
  #speed = make('input', { type: 'range', id: 'film-speed', min: SPEED.least, max: SPEED.most, step: 1 });
  #speedWords = make('output', { id: 'film-speed-words', for: 'film-speed' });

  /** The current step in words, which stands among the other lines about the board. */
  now = make('p', { id: 'film-now', class: 'film-now' });

  constructor(session, board) {
    this.#session = session;
    this.#board = board;
    this.#speed.value = preference('speed', SPEED.initial);
    this.#speed.addEventListener('input', () => this.#setSpeed());
    this.element = make(
      'section',
      { class: 'film', id: 'film', 'aria-label': 'Film', hidden: true },
      make(
        'div',
        { class: 'buttons' },
        this.#run,
        this.#step,
        this.#reset,
        make('label', { class: 'speed', for: 'film-speed' }, 'Speed ', this.#speed, this.#speedWords),
      ),
    );
    this.keys = [
      { keys: ['p'], does: 'Run or pause the film', act: () => this.#shown() && this.toggle() },
      { keys: ['.'], does: 'One step of the film', act: () => this.#shown() && this.step() },
    ];
    this.#setSpeed();
  }

  /** Shows a new scene, and discards the film of the old one. */
  show(scene) {
    this.#version += 1;
    this.stop();
    this.#film = null;
    this.#at = 0;
    set(this.element, 'hidden', !scene.runs);
    write(this.now, '');
  }

  stop() {
    this.#board.flow(null);
    clearTimeout(this.#timer);
    this.#timer = 0;
    write(this.#run, 'Run');
    set(this.#run, 'aria-pressed', 'false');
  }

  toggle() {
    if (this.#timer) {
      this.stop();
      return;
    }
    write(this.#run, 'Pause');
    set(this.#run, 'aria-pressed', 'true');
    if (this.#over()) this.rewindFrames();
    this.#timer = setTimeout(() => this.#tick(), 0);
  }

  /** Runs a level that was just solved, where motion is wanted. */
  celebrate() {
    if (this.#shown() && !this.#timer && moves()) this.toggle();
  }

  async step() {
    this.stop();
    await this.#go(150);
  }

  /** Goes back to the scene before the film. */
  rewind() {
    this.stop();
    this.rewindFrames();
    write(this.now, '');
    this.#board.show(this.#session.scene.picture);
  }

  rewindFrames() {
    this.#at = 0;
  }

  #shown() {
    return !this.element.hidden;
  }

  #setSpeed() {
    setPreference('speed', Number(this.#speed.value));
    write(this.#speedWords, `${this.#speed.value} per second`);
  }

  get #pace() {
    return 1000 / Number(this.#speed.value);
  }

  /** Whether a longer film can be fetched: a film shorter than requested is complete. */
  get #continues() {
    return this.#film.frames.length > this.#requested && this.#requested < STEPS.most;
  }

  /** Whether the last frame of a complete film is shown. */
  #over() {
    return this.#film && this.#at >= this.#film.frames.length - 1 && !this.#continues;
  }

  async #tick() {
    const began = performance.now();
    const went = await this.#go(this.#pace);
    if (!this.#timer) return;
    if (!went || this.#over()) {
      this.stop();
      return;
    }
    this.#timer = setTimeout(() => this.#tick(), Math.max(0, this.#pace - (performance.now() - began)));
  }

  /** Shows the next frame. Returns whether there was one. */
  async #go(glide) {
    const version = this.#version;
    if (!this.#film || (this.#at + 2 >= this.#film.frames.length && this.#continues)) {
      await this.#fetch();
    }
    if (version !== this.#version || !this.#film || this.#at + 1 >= this.#film.frames.length) return false;
    this.#at += 1;
    const { base, frames } = this.#film;
    const frame = frames[this.#at];
    this.#board.flow(this.#timer ? base.flows : null, this.#pace);
    this.#board.showPieces([...base.pieces, ...frame.pieces], base.looks, glide);
    write(this.now, frame.caption ?? `step ${this.#at}`);
    return true;
  }

  async #fetch() {
    const version = this.#version;
    const most = this.#film ? Math.min(this.#requested * 2, STEPS.most) : STEPS.first;
    try {
      const film = await api.film({ ...this.#session.request(), most });
      if (version !== this.#version) return;
      this.#film = film;
      this.#requested = most;
    } catch (error) {
      write(this.now, error.message);
    }
  }
}
