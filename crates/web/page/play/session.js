// A level being played: its text, the moves made, those taken back, and the scene they lead to.
//
// What a player does at one stroke may be several moves (turning about is two), so moves are kept
// in groups, and undo takes back a group. The engine is asked about one thing after the other, in
// order, so that keys may be pressed faster than answers come.
//
// Events: `scene` (there is a new scene; its `cause` is open, move, undo, redo, restart, jump or
// edit), `refused` (with the reason), `failed` (with the refusal: the level or a request is bad).

import * as api from '../api.js';

/** How many gestures may wait; a key that is held down is not remembered longer than this. */
const PATIENCE = 6;

export class Session extends EventTarget {
  #made = [];
  #undone = [];
  #chain = Promise.resolve();
  #waiting = 0;
  #closed = new AbortController();

  /** `source` is the level as requests carry it: game, text, settings. */
  constructor(source) {
    super();
    this.source = source;
    this.scene = null;
    /** Whether the solver has made moves since the start: such a solution is not the player's. */
    this.helped = false;
  }

  /** The moves made so far. */
  get moves() {
    return this.#made.flat();
  }

  get canUndo() {
    return this.#made.length > 0;
  }

  get canRedo() {
    return this.#undone.length > 0;
  }

  /** A request about the level after these moves. */
  request(moves = this.moves) {
    return { ...this.source, moves };
  }

  /** Shows the level after these moves, which may be written in the game's notation. */
  open(moves = []) {
    return this.#look('open', () => {
      this.#made = moves.map((move) => [move]);
      this.#undone = [];
    });
  }

  /**
   * The player does something. Returns why it did nothing, if there is a reason, which is also
   * told as an event unless the gesture is part of a stroke.
   */
  async act(gesture, stroke = false) {
    if (this.#waiting >= PATIENCE && !stroke) return null;
    let reason = null;
    await this.#queue(async () => {
      const before = this.moves;
      const scene = await api.play({ ...this.request(before), gesture }, this.#closed.signal);
      if (scene.refused !== undefined) {
        reason = scene.refused;
        if (!stroke) this.#tell('refused', reason);
        return;
      }
      const added = scene.moves.slice(before.length);
      if (!added.length) return;
      this.#made.push(added);
      this.#undone = [];
      this.#arrive(scene, 'move');
    });
    return reason;
  }

  undo() {
    return this.#look('undo', () => {
      if (!this.canUndo) return false;
      this.#undone.push(this.#made.pop());
      return true;
    });
  }

  redo() {
    return this.#look('redo', () => {
      if (!this.canRedo) return false;
      this.#made.push(this.#undone.pop());
      return true;
    });
  }

  restart() {
    return this.#look('restart', () => {
      if (!this.canUndo) return false;
      this.#undone.push(...this.#made.reverse());
      this.#made = [];
      this.helped = false;
      return true;
    });
  }

  /** Goes to a place on a line that the solver has found: redo goes on along it. */
  jump(line, at) {
    return this.#look('jump', () => {
      this.helped = true;
      this.#made = line.slice(0, at).map((move) => [move]);
      this.#undone = line
        .slice(at)
        .reverse()
        .map((move) => [move]);
    });
  }

  /**
   * Goes on with another text or other settings: the moves are made again from the start, as far
   * as they can be. Returns how many could not.
   */
  async replace(source) {
    let lost = 0;
    await this.#queue(async () => {
      this.source = source;
      const made = this.#made;
      // Mostly all of them can be played; else the longest row from the start is looked for.
      let best = await this.#try(made.flat());
      let [low, high] = best ? [made.length, made.length] : [0, made.length - 1];
      while (low < high) {
        const probe = Math.ceil((low + high) / 2);
        const scene = await this.#try(made.slice(0, probe).flat());
        if (scene) [low, best] = [probe, scene];
        else high = probe - 1;
      }
      best ??= await api.play(this.request([]), this.#closed.signal);
      lost = made.length - low;
      if (lost) this.#undone = [];
      this.#made = made.slice(0, low);
      this.#arrive(best, 'edit');
    });
    return lost;
  }

  async #try(moves) {
    try {
      return await api.play(this.request(moves), this.#closed.signal);
    } catch (error) {
      if (error instanceof api.Refusal && error.what === 'moves') return null;
      throw error;
    }
  }

  /** Nothing more is asked, and nothing is heard of what was asked. */
  close() {
    this.#closed.abort();
  }

  /** Changes the moves, unless `change` says that there is nothing to do, and looks again. */
  #look(cause, change) {
    return this.#queue(async () => {
      if (change() === false) return;
      const scene = await api.play(this.request(), this.#closed.signal);
      // Moves in the game's notation come back as single ones; idle ones do not come back.
      if (scene.moves.length !== this.moves.length || cause === 'open') {
        this.#made = scene.moves.map((move) => [move]);
      }
      this.#arrive(scene, cause);
    });
  }

  #arrive(scene, cause) {
    const before = this.scene;
    this.scene = scene;
    this.#tell('scene', { cause, won: scene.solved && !before?.solved });
  }

  #queue(work) {
    this.#waiting += 1;
    const done = this.#chain.then(async () => {
      try {
        if (!this.#closed.signal.aborted) await work();
      } catch (error) {
        if (error.name !== 'AbortError') this.#tell('failed', error);
      } finally {
        this.#waiting -= 1;
      }
    });
    this.#chain = done;
    return done;
  }

  #tell(name, detail) {
    if (!this.#closed.signal.aborted) this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
