// A hint: the next move of a best solution from here, shown faintly on the board.
//
// Asked again before anything has changed, the whole line is loaded into the strip and played.
// The search for it runs as long as the player waits, at most ten seconds.

import * as api from '../api.js';
import { count, sentence } from '../dom.js';

const SECONDS = 10;

export class Hint {
  #parts;
  #shown = null;
  #search = null;

  /** `parts`: the session, the oracle, the board, the strip, the game, and `tell`, which shows a message. */
  constructor(parts) {
    this.#parts = parts;
  }

  /** The position has changed: what was hinted is past. */
  forget() {
    this.#shown = null;
    this.#search?.abort();
    this.#search = null;
  }

  async ask() {
    const { session, strip, tell } = this.#parts;
    if (this.#search) {
      this.forget();
      this.#parts.oracle.resume();
      tell('No hint, then.');
      return;
    }
    if (!session.scene || session.scene.solved) {
      tell('It is solved.');
      return;
    }
    const { moves } = session;
    if (this.#shown) {
      strip.load(this.#shown, moves.length, 'The way from here');
      strip.play();
      return;
    }
    const line = await this.#find(moves);
    if (line) await this.#show(line, moves);
  }

  async #find(moves) {
    const { session, oracle, game, tell } = this.#parts;
    const known = oracle.line(moves, game.any_first);
    if (known) return known;
    if (oracle.isLost(moves)) {
      tell('It cannot be won any more: undo some moves.');
      return null;
    }
    const search = new AbortController();
    this.#search = search;
    oracle.pause();
    tell('Looking for a hint… (H stops it)');
    try {
      const answer = await api.solve(
        { ...session.request(moves), seconds: SECONDS },
        search.signal,
        (event) => {
          if (this.#search !== search) return;
          if (event.event === 'queued') tell(`Looking for a hint: ${event.ahead} before it…`);
          else tell(`Looking for a hint: ${count(event.expanded)} states… (H stops it)`);
        },
      );
      if (this.#search !== search) return null;
      oracle.learn(answer, moves);
      if (answer.moves) return [...moves, ...answer.moves];
      tell(
        answer.outcome === 'unsolvable'
          ? 'It cannot be won any more: undo some moves.'
          : `Nothing was found within ${SECONDS} seconds.`,
      );
    } catch (error) {
      if (error.name !== 'AbortError') tell(sentence(error.message));
    } finally {
      if (this.#search === search) {
        this.#search = null;
        oracle.resume();
      }
    }
    return null;
  }

  async #show(line, moves) {
    const { session, board, tell } = this.#parts;
    const next = line[moves.length];
    const left = line.length - moves.length;
    try {
      const after = await api.play(session.request([...moves, next]));
      if (JSON.stringify(session.moves) !== JSON.stringify(moves)) return;
      this.#shown = line;
      board.ghosts(session.scene.picture, after.picture);
      tell(
        `Hint: ${next}${left > 1 ? ` (and ${count(left - 1)} more; H again plays them)` : ', and it is done'}`,
      );
    } catch (error) {
      tell(sentence(error.message));
    }
  }
}
