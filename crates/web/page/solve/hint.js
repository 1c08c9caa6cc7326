// Hints by degree: where to look, then the move, then the whole line, which a last one plays.
//
// The line is an optimal solution from the current position, or any where that is what is searched for or no optimal one is
// found. The search takes at most ten seconds. Everything is said in the words and keys of the player. Moving starts
// over.
//
// Elements: `#message[data-degree=1|2|3]`; rings and arrows on the board; `[data-hint]` on a card and on the button of
// a direction.

import * as api from '../api.js';
import { count, make, sentence } from '../dom.js';
import { Marks, arrowsOf } from './marks.js';
import { again, asOrder, withKeys } from './spoken.js';

/** The time limit of a search in seconds: for a first solution, and for a shorter one than the one that is known. */
const SECONDS = { first: 10, shorter: 3 };

/** The buttons of the player that the hint points out. */
const pointedOut = () => document.querySelectorAll('#hand [data-hint], #pad [data-hint]');

/** Why there is no hint: what was done has to be undone, or nothing helps. */
const lost = ({ canUndo }) => (canUndo ? 'No move wins from here: go back first.' : 'This level has no solution.');

export class Hint {
  #parts;
  #marks;
  #degree = 0;
  #telling = null;
  #search = null;
  #asked = Promise.resolve();

  /** `parts`: session, winnability, board, timeline, game and `showMessage`. */
  constructor(parts) {
    this.#parts = parts;
    this.#marks = new Marks(parts.board);
  }

  /** Discards the hint: the position has changed. */
  clear() {
    this.#degree = 0;
    this.#telling = null;
    this.#marks.clear();
    for (const one of pointedOut()) one.removeAttribute('data-hint');
    this.#search?.abort();
    this.#search = null;
  }

  /** The next degree. While a line is searched for, cancels the search instead. */
  ask() {
    if (this.#search) {
      this.clear();
      this.#parts.winnability.resume();
      this.#parts.showMessage('The search for a hint was cancelled.');
      return;
    }
    this.#asked = this.#asked.then(() => this.#next());
  }

  /** Shows the whole line at once; if it is shown, plays it. While a line is searched for, cancels the search instead. */
  solve() {
    if (this.#search) this.ask();
    else this.#asked = this.#asked.then(() => this.#next(2));
  }

  /** The next degree, or at least this one. */
  async #next(least = 0) {
    const { session, showMessage } = this.#parts;
    const { scene } = session;
    if (!scene || scene.solved) {
      showMessage('The level is solved.');
      return;
    }
    try {
      if (!this.#telling && !(await this.#tell())) return;
      this.#degree = Math.max(this.#degree, least);
      const degrees = [() => this.#look(), () => this.#showMove(), () => this.#showLine(), () => this.#play()];
      await degrees[this.#degree]();
      if (this.#telling && this.#degree < degrees.length - 1) this.#degree += 1;
    } catch (error) {
      showMessage(sentence(error.message));
    }
  }

  /** Finds a line and its words. Returns whether there is one. */
  async #tell() {
    const { session } = this.#parts;
    if (!(await this.#find())) return false;
    const { moves } = session;
    const line = session.scene.line.moves;
    const telling = await api.tell({ ...session.request(moves), line });
    if (session.moves !== moves && session.moves.join() !== moves.join()) return false;
    this.#telling = { ...telling, moves, line };
    return telling.steps.length > 0;
  }

  /** Searches for an optimal solution unless one is known, or for any where that is what is searched for. Returns whether
   * there is some solution now: one that is not optimal is better than none. */
  async #find() {
    const { session, winnability, showMessage, game } = this.#parts;
    const { line } = session.scene;
    if (line && (line.best || game.any_first)) return true;
    const seconds = line ? SECONDS.shorter : SECONDS.first;
    if (session.scene.winnable === 'no') {
      showMessage(lost(session));
      return false;
    }
    const search = new AbortController();
    this.#search = search;
    winnability.pause();
    const cancels = () => make('span', { class: 'for-keys' }, ' (H cancels)');
    showMessage('Searching for a hint…', cancels());
    try {
      const request = { ...session.request(), seconds };
      const answer = await api.solve(request, search.signal, (event) => {
        if (this.#search !== search) return;
        if (event.event === 'queued') showMessage(`Searching for a hint: ${event.ahead} searches ahead…`);
        else showMessage(`Searching for a hint: ${count(event.expanded)} states…`, cancels());
      });
      if (this.#search !== search) return false;
      await session.learn(answer.fact);
      if (session.scene.line) return true;
      showMessage(answer.outcome === 'unsolvable' ? lost(session) : `No solution was found within ${seconds} seconds.`);
    } catch (error) {
      if (error.name !== 'AbortError') showMessage(sentence(error.message));
    } finally {
      if (this.#search === search) {
        this.#search = null;
        winnability.resume();
      }
    }
    return false;
  }

  /** The first degree: what to look at. */
  #look() {
    const { focus } = this.#telling;
    if (!focus) return this.#showMove();
    if (focus.cell) this.#marks.ring(focus.cell);
    const card = focus.card === undefined ? null : document.querySelector(`#hand [data-held='${focus.card}']`);
    card?.setAttribute('data-hint', '');
    return this.#say(1, 'Hint: look at ', focus.words, '. ', ...again(), ' shows the move.');
  }

  /** The second degree: the next move, on the board and in words. */
  async #showMove() {
    const { session, board } = this.#parts;
    const { steps, moves, line, focus } = this.#telling;
    const [step] = steps;
    const after = await api.play(session.request([...moves, ...line.slice(0, step.moves)]));
    if (!this.#telling) return;
    const { picture } = session.scene;
    this.#marks.clear();
    if (focus?.card !== undefined || step.gesture?.x !== undefined) this.#look();
    board.ghosts(picture, after.picture);
    this.#marks.arrows(arrowsOf(step.gesture, picture, after.picture));
    // What moves may go another way than the key points.
    const { direction, x } = step.gesture ?? {};
    if (direction && x === undefined)
      document.querySelector(`#pad [data-go='${direction}']`)?.setAttribute('data-hint', '');
    this.#degree = 1;
    const rest = line.length - step.moves;
    const more = rest ? ['. ', ...again(), ' shows the whole solution.'] : [', and the level is solved.'];
    this.#say(2, 'Hint: ', ...withKeys(asOrder(step)), ...more);
  }

  /** The third degree: the whole line. */
  async #showLine() {
    const { timeline, board } = this.#parts;
    const { steps, moves, line } = this.#telling;
    this.#marks.clear();
    board.ghosts(null);
    const left = `${count(line.length)} ${line.length === 1 ? 'move' : 'moves'}`;
    await timeline.load([...moves, ...line], moves.length, `Solution: ${left}`, { steps });
    this.#say(3, 'The whole solution is shown. ', ...again(), ' plays it.');
  }

  #play() {
    this.#parts.timeline.play();
  }

  #say(degree, ...parts) {
    this.#parts.showMessage(...parts);
    document.getElementById('message')?.setAttribute('data-degree', degree);
  }
}
