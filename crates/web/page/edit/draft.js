// A level being edited: its text, what the engine makes of it, and the texts before it.
//
// Typing and painting change the same text. Edits are asked for one after the other, each on the
// text that the one before has left; a reply about a text that has been typed over is dropped.
// Each stroke of a brush and each burst of typing is one thing to undo.
//
// Events: `text` (the text has been changed by something other than typing), `reply` (there is an
// opinion on it: `reply`, as the engine gave it), `refused` (an edit could not be made, with the
// reason), `failed` (there is no opinion on the text, with the reason).

import * as api from '../api.js';
import { debounced } from '../dom.js';

/** How long typing must pause before it is looked at, and before it is a burst of its own. */
const PAUSE = 150;
const BURST = 900;

/** How many texts can be undone. */
const UNDONE = 500;

export class Draft extends EventTarget {
  #settings;
  #game;
  #past = [];
  #future = [];
  #typed = -Infinity;
  #stroke = null;
  #version = 0;
  #chain = Promise.resolve();
  #check = debounced(() => this.#ask(), PAUSE);

  constructor({ game, text, settings }) {
    super();
    this.#game = game;
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

  /** Asks what the text is worth. */
  look() {
    return this.#ask();
  }

  /** The text as it is being typed. */
  type(text) {
    if (text === this.text) return;
    const now = performance.now();
    if (now - this.#typed > BURST) this.#remember();
    this.#stroke = null;
    this.#typed = now;
    this.#change(text);
    this.#check();
  }

  /**
   * Edits the text. `edit` makes the edit when its turn has come. Edits of the same `stroke`, any
   * object, are undone together. Resolves with the reply; with null where there was none.
   */
  apply(edit, stroke = {}) {
    const done = this.#chain.then(async () => {
      this.#check.stop();
      const version = this.#version;
      try {
        const reply = await api.edit({ ...this.#source(), edit: edit() });
        if (version !== this.#version) return null;
        if (reply.text !== this.text) {
          if (stroke !== this.#stroke) this.#remember();
          this.#stroke = stroke;
          this.#typed = -Infinity;
          this.#change(reply.text);
          this.#tell('text');
        }
        this.#arrive(reply);
        return reply;
      } catch (error) {
        this.#tell('refused', error.message);
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
    this.#tell('text');
    void this.#ask();
  }

  #source() {
    return { game: this.#game, text: this.text, settings: this.#settings };
  }

  #remember() {
    this.#past.push(this.text);
    if (this.#past.length > UNDONE) this.#past.shift();
    this.#future = [];
  }

  #change(text) {
    this.#version += 1;
    this.text = text;
  }

  async #ask() {
    this.#check.stop();
    const version = this.#version;
    try {
      const reply = await api.edit(this.#source());
      if (version === this.#version) this.#arrive(reply);
    } catch (error) {
      if (version === this.#version) this.#tell('failed', error.tell?.() ?? error.message);
    }
  }

  #arrive(reply) {
    this.reply = reply;
    this.#tell('reply', reply);
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
