// One worker that runs the engine.
//
// The worker answers one request after the other. If the engine fails in the middle of one, its memory may be
// in any state, so the worker ends: that request fails with an `EngineCrash`, and those behind it are `Lost`,
// which means that another worker may answer them.

import { ApiError, unloaded } from './failure.js';

/** The engine failed while it answered. `memory`: there was no more memory. */
export class EngineCrash extends ApiError {
  constructor({ memory, message }) {
    super(
      memory
        ? { what: 'size', message: 'the browser has no more memory for this', help: 'the command can use more' }
        : { what: 'engine', message: `the engine failed: this is a bug (${message})` },
    );
    this.memory = memory;
  }
}

/** The reply of a promise, unless the signal is aborted first; then `stop` is called. A later abort does nothing. */
export async function unlessAborted(reply, signal, stop = () => {}) {
  let abort;
  const aborted = new Promise((_, reject) => {
    abort = () => {
      stop();
      reject(signal.reason);
    };
    signal?.addEventListener('abort', abort);
  });
  try {
    return await Promise.race([reply, aborted]);
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/** What a request fails with whose worker ended before it was answered. */
export class Lost extends ApiError {
  constructor() {
    super({ what: 'engine', message: 'the engine was restarted', help: 'try again' });
  }
}

export class EngineWorker {
  #worker;
  #requests = new Map();
  #last = 0;
  #started;

  /** The memory of the engine after the last request, in bytes. */
  bytes = 0;
  /** Whether it answers no more requests. */
  ended = false;

  /** `worker` runs `worker.js`, which has been told the address of its module, or is told `module`: a promise of a
   * compiled one. */
  constructor(worker, module) {
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      // Without a message the script itself cannot be loaded.
      if (event.message) this.#crash({ memory: false, message: event.message });
      else this.#fail(unloaded({ isOffline: true }));
    };
    this.#started = module?.then((compiled) => worker.postMessage({ module: compiled }));
    this.#started?.catch(() => this.end());
  }

  /** The reply to a request: a value or a file. `onEvent` is called with each event of a search. */
  async ask(name, request, onEvent) {
    if (this.ended) throw new Lost();
    if (this.#started) await this.#started;
    return new Promise((resolve, reject) => {
      if (this.ended) {
        reject(new Lost());
        return;
      }
      this.#last += 1;
      this.#requests.set(this.#last, { resolve, reject, onEvent });
      this.#worker.postMessage({ number: this.#last, name, body: JSON.stringify(request) });
    });
  }

  /** Ends the worker at once, with whatever it is doing. */
  end() {
    this.#fail(new Lost());
  }

  /** Ends the worker: all requests that wait fail with this. */
  #fail(error) {
    if (this.ended) return;
    this.ended = true;
    this.#worker.terminate();
    for (const { reject } of this.#requests.values()) reject(error);
    this.#requests.clear();
  }

  #hear({ number, kind, data, type, bytes, memory, ...reason }) {
    const asked = this.#requests.get(number);
    if (kind === 'event') {
      asked?.onEvent?.(JSON.parse(data));
      return;
    }
    if (kind === 'crash') {
      this.#crash({ memory, message: data }, number);
      return;
    }
    if (kind === 'none') {
      this.#fail(unloaded(reason));
      return;
    }
    this.bytes = bytes;
    this.#requests.delete(number);
    if (kind === 'failure') asked?.reject(new ApiError(JSON.parse(data)));
    else if (kind === 'file') asked?.resolve(new Blob([data], { type }));
    else asked?.resolve(data === undefined ? undefined : JSON.parse(data));
  }

  /** Ends the worker. Blames the request that it was answering, which is the first one that waits. */
  #crash(why, number = this.#requests.keys().next().value) {
    this.#requests.get(number)?.reject(new EngineCrash(why));
    this.#requests.delete(number);
    this.end();
  }
}
