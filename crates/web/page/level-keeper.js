// Where a level and its position are kept, so that nothing is lost.
//
// A level of the catalogue needs no keeping. The address holds the whole text of any other that is played or edited:
// new, changed, pasted, from a link; a level of the user's own is written to where it is kept. What was played is kept
// by the text of the level.

import { toast } from './announce.js';
import { ask } from './ask.js';
import { debounced, sentence } from './dom.js';
import * as own from './levels/own-levels.js';
import { address } from './route.js';
import { fragment, pack } from './share/link.js';
import * as storage from './storage.js';

export class LevelKeeper {
  #level;
  #session;
  #head;
  #title;
  #text;
  #writeLevelSoon = debounced(() => this.#writeLevel(), 300);
  #writePositionSoon = debounced(() => this.#writePosition(), 200);

  /** `level` as the view has it; `title()` is its title, and `text()` its text, which may be an edited one. */
  constructor({ level, session, head, title, text }) {
    this.#level = level;
    this.#session = session;
    this.#head = head;
    this.#title = title;
    this.#text = text;
  }

  /** The id among the user's own levels, if it is one. */
  get own() {
    return this.#level.own;
  }

  /** What results and positions are kept by. */
  get key() {
    return storage.sourceKey(this.#session.source);
  }

  /** The level has changed. */
  levelChanged() {
    this.#writeLevelSoon();
  }

  /** A move was made. */
  positionChanged() {
    this.#writePositionSoon();
  }

  /** Writes what waits to be written. */
  now() {
    this.#writePositionSoon.now();
    if (this.own) this.#writeLevelSoon.now();
  }

  /** Ends: the address is that of another view. */
  close() {
    this.now();
    this.#writeLevelSoon.stop();
  }

  /** Updates the link between playing and editing to the current text. */
  async updateSwitch() {
    const { mode, id, own: kept, source } = this.#level;
    const text = this.#text();
    const packed = await this.#packed(text);
    const other = mode === 'edit' ? 'play' : 'edit';
    if (kept) this.#head.switchTo = other === 'play' ? address.own(kept) : address.editOwn(kept);
    else if (id && text === source.text && other === 'play') this.#head.switchTo = address.level(id);
    else this.#head.switchTo = fragment(other, packed);
    return packed;
  }

  /** Goes on editing with a proposed text. */
  async take(text) {
    location.hash = fragment('edit', await this.#packed(text));
  }

  /** Keeps the level among the user's own under a name that is asked for, and goes on with that. Returns it, or null if the
   * question is cancelled or there is no room. */
  async keep() {
    const { mode, id } = this.#level;
    // A changed copy of a level is not taken for that level.
    const name = await ask('Keep in My levels as', 'Keep', id ? `${this.#title()}, my version` : this.#title());
    if (!name) return null;
    const { game, number, settings } = this.#session.source;
    const par = this.#session.scene?.par;
    const level = { name, game, text: this.#text(), number, settings, par };
    const kept = this.#tryToKeep(() => own.add(level));
    if (!kept) return null;
    this.#writeLevelSoon.stop();
    this.#level = { ...this.#level, own: kept.id };
    history.replaceState(null, '', mode === 'edit' ? address.editOwn(kept.id) : address.own(kept.id));
    this.#head.offerToKeep(false);
    void this.updateSwitch();
    toast(`“${kept.name}” is kept in My levels.`);
    return kept;
  }

  #packed(text) {
    return pack({ ...this.#session.source, text, name: this.#title() });
  }

  /** Writes a changed level to the address, or to where it is kept. */
  async #writeLevel() {
    if (this.own) {
      const { settings } = this.#session.source;
      this.#tryToKeep(() => own.change(this.own, { text: this.#text(), settings, par: undefined }));
      return;
    }
    const packed = await this.updateSwitch();
    history.replaceState(null, '', fragment(this.#level.mode, packed));
  }

  /** Writes where the level is left. */
  #writePosition() {
    const { scene } = this.#session;
    if (!scene) return;
    const touched = scene.can_undo || scene.can_redo;
    storage.keepPosition(this.key, touched ? this.#session.save() : null);
  }

  #tryToKeep(act) {
    try {
      return act();
    } catch (error) {
      toast(sentence(error.message));
      return null;
    }
  }
}
