// A level being edited: its text, the engine's reply to it, and the undo history.
//
// Typing and painting change the same text. Edits are sent one after the other, each on the text that
// the previous one returned; a reply to an outdated text is dropped. A stroke of a brush and a burst of
// typing are each undone as one.
//
// Events: `text` (the text was changed by something other than typing), `reply` (the engine has checked
// it), `refused` (an edit is not possible, with the reason), `failed` (the text could not be checked,
// with the reason).

import * as api from '../api.js';
import { debounced } from '../dom.js';

/** The pause in milliseconds after which typed text is checked. */
const PAUSE = 150;

/** The pause in milliseconds that separates two bursts of typing. */
const BURST = 900;

/** The length of the undo history. */
const MAX_HISTORY = 500;

export class Draft extends EventTarget {
  #settings;
  #game;
  #number;
  #past = [];
  #future = [];
  #typed = -Infinity;
  #stroke = null;
  #version = 0;
  #chain = Promise.resolve();
  #checkLater = debounced(() => this.check(), PAUSE);

  constructor({ game, text, number, settings }) {
    super();
    this.#game = game;
    this.#number = number;
    this.#settings = settings;
    this.text = text;
    this.reply = null;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /** Changes the text by typing. */
  type(text) {
    if (text === this.text) return;
    const now = performance.now();
    if (now - this.#typed > BURST) this.#remember();
    this.#stroke = null;
    this.#typed = now;
    this.#change(text);
    this.#checkLater();
  }

  /**
   * Edits the text. `edit` returns the edit when its turn comes. Edits with the same `stroke`, any
   * object, are undone together. Resolves to the reply, or to null if there is none.
   */
  apply(edit, stroke = {}) {
    const done = this.#chain.then(async () => {
      this.#checkLater.stop();
      const version = this.#version;
      try {
        const reply = await api.edit({ ...this.#source(), edit: edit() });
        if (version !== this.#version) return null;
        if (reply.text !== this.text) {
          if (stroke !== this.#stroke) this.#remember();
          this.#stroke = stroke;
          this.#typed = -Infinity;
          this.#change(reply.text);
          this.#emit('text');
        }
        this.#accept(reply);
        return reply;
      } catch (error) {
        this.#emit('refused', error.message);
        return null;
      }
    });
    this.#chain = done;
    return done;
  }

  undo() {
    return this.#swap(this.#past, this.#future);
  }

  redo() {
    return this.#swap(this.#future, this.#past);
  }

  #swap(from, to) {
    if (!from.length) return;
    to.push(this.text);
    this.#stroke = null;
    this.#typed = -Infinity;
    this.#change(from.pop());
    this.#emit('text');
    void this.check();
  }

  #source() {
    return { game: this.#game, text: this.text, number: this.#number, settings: this.#settings };
  }

  #remember() {
    this.#past.push(this.text);
    if (this.#past.length > MAX_HISTORY) this.#past.shift();
    this.#future = [];
  }

  #change(text) {
    this.#version += 1;
    this.text = text;
  }

  /** Lets the engine check the text. */
  async check() {
    this.#checkLater.stop();
    const version = this.#version;
    try {
      const reply = await api.edit(this.#source());
      if (version === this.#version) this.#accept(reply);
    } catch (error) {
      if (version === this.#version) this.#emit('failed', error.describe?.() ?? error.message);
    }
  }

  #accept(reply) {
    this.reply = reply;
    this.#emit('reply', reply);
  }

  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
