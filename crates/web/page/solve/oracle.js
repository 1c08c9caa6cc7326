// What is known about winning: lines that lead to the end, and positions from which none does.
//
// A line that wins from a position says the same of every position on it, and what is lost stays
// lost whatever follows; so most moves need no new search. For the rest, a search for any
// solution runs in the background once the player pauses: one at a time, given up as soon as the
// position changes.
//
// Events: `light`, when `state` has been set: solved, yes, no, working or unknown.

import * as api from '../api.js';
import { debounced } from '../dom.js';

/** How long the player must pause, and how long a search may take. */
const PAUSE = 350;
const SECONDS = 10;

/** How many lines are remembered. */
const LINES = 60;

/** Whether one list of moves begins with another. */
const begins = (line, moves) => moves.length <= line.length && moves.every((move, at) => move === line[at]);

export class Oracle extends EventTarget {
  #session;
  #lines = [];
  #lost = [];
  #vain = new Set();
  #search = null;
  #paused = false;
  #later = debounced(() => this.#ask(), PAUSE);

  constructor(session) {
    super();
    this.#session = session;
    this.state = 'unknown';
  }

  /** The position has changed. */
  look() {
    this.#stop();
    const known = this.#known();
    if (known) this.#turn(known);
    else if (this.#vain.has(this.#here())) this.#turn('unknown');
    else {
      this.#turn('working');
      if (!this.#paused) this.#later();
    }
  }

  /** Nothing is asked while something else is being solved. */
  pause() {
    this.#paused = true;
    this.#stop();
  }

  resume() {
    if (!this.#paused) return;
    this.#paused = false;
    this.look();
  }

  close() {
    this.pause();
    this.#turn = () => {};
  }

  /** The level has become another. */
  forget() {
    this.#lines = [];
    this.#lost = [];
    this.#vain.clear();
  }

  /** Takes in what a search from these moves has found. */
  learn(answer, moves) {
    if (answer.moves) {
      const line = [...moves, ...answer.moves];
      this.#lines.unshift({ line, from: moves.length, best: answer.outcome === 'optimal' });
      this.#lines.length = Math.min(this.#lines.length, LINES);
    } else if (answer.outcome === 'unsolvable') this.#lost.unshift(moves);
    else this.#vain.add(JSON.stringify(moves));
  }

  /** Whether these moves are known to lead nowhere. */
  isLost(moves) {
    return this.#lost.some((lost) => begins(moves, lost));
  }

  /**
   * A line that wins and begins with these moves, if one is known: a proved best from here, or
   * with `any` whatever wins.
   */
  line(moves, any) {
    const fits = ({ line, from, best }) =>
      begins(line, moves) && line.length > moves.length && (any || (best && moves.length >= from));
    return this.#lines.find(fits)?.line;
  }

  #here() {
    return JSON.stringify(this.#session.moves);
  }

  #known() {
    const { moves, scene } = this.#session;
    if (scene?.solved) return 'solved';
    if (this.#lines.some(({ line }) => begins(line, moves))) return 'yes';
    return this.isLost(moves) ? 'no' : null;
  }

  async #ask() {
    const { moves } = this.#session;
    const search = new AbortController();
    this.#search = search;
    try {
      const request = { ...this.#session.request(moves), goal: 'any', seconds: SECONDS };
      const answer = await api.solve(request, search.signal, () => {});
      this.learn(answer, moves);
      if (this.#search === search) this.#turn(this.#known() ?? 'unknown');
    } catch (error) {
      if (error.name !== 'AbortError' && this.#search === search) this.#turn('unknown');
    }
  }

  #stop() {
    this.#later.stop();
    this.#search?.abort();
    this.#search = null;
  }

  #turn = (state) => {
    this.state = state;
    this.dispatchEvent(new Event('light'));
  };
}
