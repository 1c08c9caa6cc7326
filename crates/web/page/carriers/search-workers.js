// Workers for searches: one for each search, so that a search never delays a move.
//
// A worker cannot be interrupted while the engine runs, so a search is cancelled by ending its worker. A spare
// one is kept ready, since starting one takes a moment. The memory of a worker never shrinks: one that has grown
// large ends with its search.

import { EngineCrash, unlessAborted } from './engine-worker.js';
import { ApiError } from './failure.js';

/** A worker with more memory than this is not used again, in bytes. */
const MAX_REUSED = 128_000_000;

/** The pause before another spare worker is started, so that it does not delay the search, in milliseconds. */
const PAUSE = 500;

/** The answer of a search that ran out of memory, as far as its progress tells. */
const stoppedByMemory = (because, { bound = 0, expanded = 0, stored = 0, seconds = 0, bytes = 0 } = {}) => ({
  event: 'answer',
  outcome: 'stopped',
  reason: 'memory',
  because,
  bound,
  expanded,
  generated: 0,
  stored,
  seconds,
  bytes,
  notes: [],
  facts: [],
});

export class SearchWorkers {
  #start;
  #spare = null;

  /** `start` starts a worker. */
  constructor(start) {
    this.#start = start;
  }

  /** Starts the spare worker unless there is one. */
  warm() {
    if (!this.#spare || this.#spare.ended) this.#spare = this.#start();
  }

  /** The answer of a search; `onEvent` is called with every event before it. */
  async search(name, request, signal, onEvent) {
    signal?.throwIfAborted();
    this.warm();
    const worker = this.#spare;
    this.#spare = null;
    setTimeout(() => this.warm(), PAUSE);
    let [last, answer] = [undefined, null];
    const hear = (event) => {
      if (event.event === 'progress') last = event;
      if (['answer', 'failure'].includes(event.event)) answer = event;
      else onEvent(event);
    };
    try {
      await unlessAborted(worker.ask(name, request, hear), signal, () => worker.end());
    } catch (error) {
      if (name === 'solve' && error instanceof EngineCrash && error.memory) return stoppedByMemory(error.message, last);
      throw error;
    } finally {
      this.#takeBack(worker);
    }
    if (answer.event === 'failure') throw new ApiError(answer);
    return answer;
  }

  #takeBack(worker) {
    const isSpare = !worker.ended && worker.bytes <= MAX_REUSED && (!this.#spare || this.#spare.ended);
    if (isSpare) this.#spare = worker;
    else worker.end();
  }
}
