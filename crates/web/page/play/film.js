// Things that happen by themselves: run, pause, step, speed, back to the beginning.
//
// Only for scenes that run. The film is fetched when it is first needed, and a longer one when it
// nears its end; changed moves make it a new one. Pieces glide evenly from step to step.
//
// Elements: `#film` with `#film-run`, `#film-step`, `#film-reset`, `#film-speed` (range, steps a
// second), `#film-now` (where it stands).

import * as api from '../api.js';
import { button, make, set, write } from '../dom.js';
import { choice, choose } from '../store.js';

/** How many steps are fetched at first and at the most. */
const STEPS = { first: 120, most: 1920 };

const SPEED = { least: 1, usual: 4, most: 16 };

export class FilmBar {
  #session;
  #board;
  #film = null;
  #asked = 0;
  #at = 0;
  #timer = 0;
  #version = 0;
  #run = button('film-run', 'Run', () => this.toggle());
  #step = button('film-step', 'Step', () => this.step());
  #reset = button('film-reset', 'Reset', () => this.rewind());
  #speed = make('input', { type: 'range', id: 'film-speed', min: SPEED.least, max: SPEED.most, step: 1 });
  #speedWords = make('output', { id: 'film-speed-words', for: 'film-speed' });
  #now = make('p', { id: 'film-now', class: 'film-now' });

  constructor(session, board) {
    this.#session = session;
    this.#board = board;
    this.#speed.value = choice('speed', SPEED.usual);
    this.#speed.addEventListener('input', () => this.#setSpeed());
    this.element = make(
      'section',
      { class: 'film', id: 'film', 'aria-label': 'At work', hidden: true },
      make(
        'div',
        { class: 'buttons' },
        this.#run,
        this.#step,
        this.#reset,
        make('label', { class: 'speed', for: 'film-speed' }, 'Speed ', this.#speed, this.#speedWords),
      ),
      this.#now,
    );
    this.keys = [
      { keys: ['p'], does: 'Run or pause what happens by itself', act: () => this.#shown() && this.toggle() },
      { keys: ['.'], does: 'One step of it', act: () => this.#shown() && this.step() },
    ];
    this.#setSpeed();
  }

  /** A new scene: what was running belongs to the old one. */
  show(scene) {
    this.#version += 1;
    this.stop();
    this.#film = null;
    this.#at = 0;
    set(this.element, 'hidden', !scene.runs);
    write(this.#now, '');
  }

  stop() {
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

  async step() {
    this.stop();
    await this.#go(150);
  }

  /** Back to the scene before anything has happened. */
  rewind() {
    this.stop();
    this.rewindFrames();
    write(this.#now, '');
    this.#board.show(this.#session.scene.picture, 0);
  }

  rewindFrames() {
    this.#at = 0;
  }

  #shown() {
    return !this.element.hidden;
  }

  #setSpeed() {
    choose('speed', Number(this.#speed.value));
    write(this.#speedWords, `${this.#speed.value} a second`);
  }

  get #pace() {
    return 1000 / Number(this.#speed.value);
  }

  /** Whether a longer film could be had: one that is shorter than was asked for is all there is. */
  get #goesOn() {
    return this.#film.frames.length > this.#asked && this.#asked < STEPS.most;
  }

  /** Whether the last frame of a film that goes on no further is shown. */
  #over() {
    return this.#film && this.#at >= this.#film.frames.length - 1 && !this.#goesOn;
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

  /** Shows the next frame; says whether there was one. */
  async #go(glide) {
    const version = this.#version;
    if (!this.#film || (this.#at + 2 >= this.#film.frames.length && this.#goesOn)) {
      await this.#fetch();
    }
    if (version !== this.#version || !this.#film || this.#at + 1 >= this.#film.frames.length) return false;
    this.#at += 1;
    const { base, frames } = this.#film;
    const frame = frames[this.#at];
    this.#board.showPieces([...base.pieces, ...frame.pieces], base.looks, glide, 'linear');
    write(this.#now, frame.caption ?? `step ${this.#at}`);
    return true;
  }

  async #fetch() {
    const version = this.#version;
    const most = this.#film ? Math.min(this.#asked * 2, STEPS.most) : STEPS.first;
    try {
      const film = await api.film({ ...this.#session.request(), most });
      if (version !== this.#version) return;
      this.#film = film;
      this.#asked = most;
    } catch (error) {
      write(this.#now, error.message);
    }
  }
}
