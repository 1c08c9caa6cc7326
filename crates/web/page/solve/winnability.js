// Whether the position can still be won, and if not, since when: searches in the background once the player
// pauses.
//
// The session says whether a search is needed, and of which position. Most moves need none, because a known
// solution says the same of every position on it. Since when a level is lost is found by bisection, a search
// at a time; only what is proved is said. One search runs at a time; it is cancelled when the position
// changes.
//
// Events: `change`, after `state` was set: solved, yes, no, working or unknown.
// Elements: `#loss` with `#loss-words` and `#back`.

import * as api from '../api.js';
import { button, count, debounced, key, make, set, write } from '../dom.js';

/** The pause before a search and its time limit, in milliseconds and seconds. */
const PAUSE = 350;
const SECONDS = 10;

export class Winnability extends EventTarget {
  #session;
  #search = null;
  #paused = false;
  #later = debounced(() => this.#startSearch(), PAUSE);
  #words = make('span', { id: 'loss-words' });
  #back = button('back', '', () => this.#session.back());

  constructor(session) {
    super();
    this.#session = session;
    this.state = 'unknown';
    this.element = make('div', { id: 'loss', class: 'loss', role: 'status', hidden: true }, this.#words, this.#back);
    session.addEventListener('learned', () => this.update());
  }

  /** The position or what is known about it has changed. */
  update() {
    this.#stop();
    this.#showLoss();
    const winnable = this.#session.scene?.winnable ?? 'unknown';
    if (winnable === 'unsearched') this.#setState('working');
    else this.#setState(winnable);
    if (this.#question && !this.#paused) this.#later();
  }

  /** Cancels the search and starts no other until `resume`. */
  pause() {
    this.#paused = true;
    this.#stop();
  }

  resume() {
    if (!this.#paused) return;
    this.#paused = false;
    this.update();
  }

  close() {
    this.pause();
    this.#setState = () => {};
  }

  /** The moves to the position that is worth searching, or null. */
  get #question() {
    const { scene } = this.#session;
    if (scene?.winnable === 'unsearched') return scene.moves;
    return scene?.loss?.ask ?? null;
  }

  async #startSearch() {
    const moves = this.#question;
    if (!moves) return;
    const search = new AbortController();
    this.#search = search;
    const failed = () => this.#search === search && this.state === 'working' && this.#setState('unknown');
    try {
      const request = { ...this.#session.request(moves), goal: 'any', seconds: SECONDS };
      const answer = await api.solve(request, search.signal, () => {});
      if (answer.fact) await this.#session.learn(answer.fact);
      else failed();
    } catch (error) {
      if (error.name !== 'AbortError') failed();
    }
  }

  /** Says since when the level is lost, as far as that is proved, and offers the way back. */
  #showLoss() {
    const loss = this.#session.scene?.loss;
    this.element.hidden = !loss;
    if (!loss) return;
    const { step, exact, words, winnable, ask } = loss;
    const searching = ask ? ' Searching for the move that lost it…' : '';
    if (step === 0) write(this.#words, 'This level has no solution.');
    else if (exact) write(this.#words, `Cannot be won since move ${count(step)}${words ? `: ${words}` : ''}.`);
    else write(this.#words, `Cannot be won since ${between(winnable, step)}.${searching}`);
    this.#back.hidden = winnable === undefined;
    if (this.#back.hidden) return;
    const to = winnable ? `Back to move ${count(winnable)}` : 'Back to the start';
    this.#back.replaceChildren(`${to} `, key('B'));
    set(this.#back, 'title', 'The last position that is known to be winnable');
  }

  #stop() {
    this.#later.stop();
    this.#search?.abort();
    this.#search = null;
  }

  #setState = (state) => {
    this.state = state;
    this.dispatchEvent(new Event('change'));
  };
}

/** The moves of which one lost the level: those after the last position that is known to be winnable. */
function between(winnable, step) {
  if (winnable === undefined) return `move ${count(step)} at the latest`;
  const [first, last] = [count(winnable + 1), count(step)];
  return step - winnable === 2 ? `move ${first} or ${last}` : `one of the moves ${first} to ${last}`;
}
