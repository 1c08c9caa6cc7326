// A level being played, as the engine sees it: requests out, scenes in.
//
// The engine keeps nothing between requests. Each response holds the whole session (moves in steps,
// what was undone, what is known about winning), which is sent back unread with the next request. So
// undo, redo, restart, par and winnability are decided in one place, for the terminal and for this page.
// Requests are sent one after the other, so that keys can be pressed faster than responses arrive.
//
// Events: `scene` (a new scene; its `cause` is open, move, undo, redo, restart, back, jump or edit),
// `learned` (the scene knows more about winning), `refused` (with the reason), `failed` (with the error:
// the level or a request is invalid).

import * as api from '../api.js';
import { adopt, apply, cardsOf, framesOf } from '../board/changes.js';

/** The maximum number of waiting gestures, so that a key that was held down does not act for long. */
const MAX_WAITING = 6;

export class Session extends EventTarget {
  #chain = Promise.resolve();
  #waiting = 0;
  #closed = new AbortController();
  /** The stroke that made the last step, if one did. */
  #stroke = null;

  /** `source` is the level as in requests: game, text, number, settings. `par` gives a par known from elsewhere. */
  constructor(source, par = () => undefined) {
    super();
    this.source = source;
    this.par = par;
    this.scene = null;
    /** Whether the solver has made moves since the start, so that a win is not the player's. */
    this.helped = false;
  }

  /** The moves made so far. */
  get moves() {
    return this.scene?.moves ?? [];
  }

  get canUndo() {
    return this.scene?.can_undo ?? false;
  }

  get canRedo() {
    return this.scene?.can_redo ?? false;
  }

  /** A request about the level after these moves. */
  request(moves = this.moves) {
    return { ...this.source, moves };
  }

  /** Shows the level after these moves, which may be in the game's notation; or goes on where a `saved`
   * session was left. */
  open(moves = [], saved = null) {
    return this.#queue(async () => {
      if (!saved || !(await this.#restore(saved, 'open')))
        this.#accept(this.#complete(await this.#send({ moves })), 'open');
    });
  }

  /** Goes back to where a session of this level was saved. */
  resume(saved) {
    return this.#queue(() => this.#restore(saved, 'back'));
  }

  /** What `open` needs to go on from here. */
  save() {
    const { session, solved } = this.scene;
    return { session, solved, helped: this.helped };
  }

  /** Goes on with a saved session. Returns whether that is possible. */
  async #restore({ session, helped }, cause) {
    try {
      const scene = this.#complete(await this.#send({ session }));
      this.helped = Boolean(helped);
      this.#accept(scene, cause);
      return true;
    } catch (error) {
      if (error.name === 'AbortError') throw error;
      return false;
    }
  }

  /**
   * Makes a gesture. Returns the reason if it is refused, which is also an event unless the gesture is
   * part of a `stroke`, any object that its gestures share. What they do is one step.
   */
  async act(gesture, stroke = null) {
    if (this.#waiting >= MAX_WAITING && !stroke) return null;
    let reason = null;
    await this.#queue(async () => {
      const before = this.moves.length;
      const goesOn = stroke && stroke === this.#stroke;
      const scene = await this.#act({ do: goesOn ? 'stroke' : 'gesture', gesture });
      if (scene.refused !== undefined) {
        reason = scene.refused;
        if (!stroke) this.#emit('refused', reason);
      } else if (scene.moves.length !== before) this.#accept(scene, 'move', stroke);
    });
    return reason;
  }

  undo() {
    return this.#change('undo', () => this.canUndo);
  }

  redo() {
    return this.#change('redo', () => this.canRedo);
  }

  restart() {
    this.helped = false;
    return this.#change('restart', () => this.moves.length > 0);
  }

  /** Goes back to the last position that is known to be winnable. */
  back() {
    return this.#change('back', () => this.scene?.loss?.winnable !== undefined);
  }

  /** Goes to a position on a line of the solver; redo continues along it. */
  jump(line, at) {
    this.helped = true;
    return this.#queue(async () => {
      this.#accept(await this.#act({ do: 'jump', line, at }), 'jump');
    });
  }

  /** Takes in what a search has found out about some position. */
  learn(fact) {
    if (!fact) return Promise.resolve();
    return this.#queue(async () => {
      this.scene = await this.#act({ do: 'learn', fact });
      this.#emit('learned');
    });
  }

  /**
   * Continues with another text or other settings: the moves are replayed from the start as far as
   * possible. Returns how many steps could not be replayed.
   */
  async replace(source) {
    let lost = 0;
    await this.#queue(async () => {
      this.source = source;
      const scene = await this.#act({ do: 'replay' });
      lost = scene.lost ?? 0;
      this.#accept(scene, 'edit');
    });
    return lost;
  }

  /** Cancels all requests and ignores their responses. */
  close() {
    this.#closed.abort();
  }

  #change(action, possible) {
    return this.#queue(async () => {
      if (possible()) this.#accept(await this.#act({ do: action }), action);
    });
  }

  /** Lets the engine act on the session. It answers with what differs from the picture that is shown. */
  async #act(action) {
    const { session, picture } = this.scene ?? {};
    return this.#complete(await this.#send({ session, action, shown: picture?.mark }));
  }

  /** A scene with its whole picture, all its moves, and the frames of its motion. */
  #complete(scene) {
    const [frames, cards] = [framesOf(scene), cardsOf(scene)];
    const { changes, kept, moves } = scene;
    const picture = changes ? apply(this.scene.picture, changes) : adopt(scene.picture);
    return { ...scene, picture, frames, ...cards, moves: changes ? [...this.moves.slice(0, kept), ...moves] : moves };
  }

  #send(request) {
    return api.play({ ...this.source, par: this.par(), ...request }, this.#closed.signal);
  }

  #accept(scene, cause, stroke = null) {
    this.#stroke = stroke;
    const before = this.scene;
    this.scene = scene;
    this.#emit('scene', { cause, won: scene.solved && !before?.solved });
  }

  /** Does this after what waits; at once if nothing does. */
  #queue(work) {
    const turn = async () => {
      try {
        if (!this.#closed.signal.aborted) await work();
      } catch (error) {
        if (error.name !== 'AbortError') this.#emit('failed', error);
      } finally {
        this.#waiting -= 1;
      }
    };
    this.#waiting += 1;
    const done = this.#waiting === 1 ? turn() : this.#chain.then(turn);
    this.#chain = done;
    return done;
  }

  #emit(name, detail) {
    if (!this.#closed.signal.aborted) this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
