// Answers requests without a server: documents are files of the site, everything else is computed by the
// engine in workers.
//
// One worker plays, edits and draws, with a module that does no more and is small, so that a level appears soon.
// Searches have workers of their own, with the whole engine. Each module is compiled once, and all its workers share
// the code. It is loaded when it is first needed, or when the page has nothing else to do.
//
// Where the site names a server, long searches go there, because it has more memory and threads.

import { EngineWorker, LOST, unlessAborted } from './engine-worker.js';
import { ApiError } from './failure.js';
import { HttpCarrier } from './http.js';
import { SearchWorkers } from './search-workers.js';

/** A search of at most this many seconds never goes to a server: hints, and whether a level can be won. */
const SHORT = 10;

/** The files of the two modules. */
const PLAYER = 'unriddle-player.wasm';
const ENGINE = 'unriddle.wasm';

/** How many workers are asked if one after the other ends. */
const ATTEMPTS = 3;

/** The name of the files of a level: its id with everything but letters, digits, `.`, `-` and `/` as hexadecimal
 * UTF-8, each byte after a `_`. The export names them in the same way. */
export function fileName(id) {
  const bytes = new TextEncoder().encode(id);
  const plain = /[A-Za-z0-9./-]/;
  return Array.from(bytes, (byte) => {
    const letter = String.fromCharCode(byte);
    return byte < 128 && plain.test(letter) ? letter : `_${byte.toString(16).padStart(2, '0')}`;
  }).join('');
}

/** The file of a document. */
const FILES = {
  games: () => 'games.json',
  levels: () => 'levels.json',
  lessons: ({ game }) => `lessons/${fileName(game)}.json`,
  level: ({ id }) => `levels/${fileName(id)}.json`,
};

/** What a request fails with: the site does not answer, or a module cannot be compiled. */
function failureOf({ isOffline, message }) {
  if (isOffline) return new ApiError({ what: 'server', message: 'the site does not answer', help: 'check your connection' });
  const help = 'reload the page; a browser from 2023 or later is needed';
  return new ApiError({ what: 'engine', message: `the engine cannot be loaded (${message})`, help });
}

const MISSING = { lessons: 'there is no such game', level: 'there is no such level' };

export class SiteCarrier {
  #version;
  #server;
  /** Promises of the compiled modules, by file. */
  #modules = new Map();
  #player = null;
  #searches = new SearchWorkers(() => this.#start(ENGINE));

  /** `version` is that of the site's files; `server` is the address of a server for long searches, if any. */
  constructor({ version, server }) {
    this.#version = version;
    this.#server = server === undefined ? null : new HttpCarrier(server);
  }

  /** Loads the modules before they are needed, once the browser has nothing else to do: one after the other, so that
   * the engine does not delay the player. */
  warm() {
    const later = window.requestIdleCallback ?? setTimeout;
    later(() => {
      this.#currentPlayer();
      // Whoever needs the player hears what is wrong with it.
      this.#module(PLAYER).then(() => later(() => this.#searches.warm()), () => {});
    });
  }

  async get(name, query = {}) {
    // A level needs the engine next: both are loaded at once.
    if (name === 'level') this.#currentPlayer();
    const response = await this.#fetch(FILES[name](query));
    if (response.ok) return this.#withText(await response.json());
    const message = MISSING[name] ?? `the site answered with status ${response.status}`;
    throw new ApiError({ what: 'request', message });
  }

  thumbnail(id) {
    return this.#address(`thumbnails/${fileName(id)}.svg`);
  }

  async ask(name, request, signal) {
    signal?.throwIfAborted();
    return unlessAborted(this.#play(name, request), signal);
  }

  file(name, request) {
    return this.#play(name, request);
  }

  async search(name, request, signal, onEvent) {
    if (this.#server && !(request.seconds <= SHORT)) {
      try {
        return await this.#server.search(name, request, signal, onEvent);
      } catch (error) {
        if (error.what !== 'server') throw error;
      }
    }
    return this.#searches.search(name, request, signal, onEvent);
  }

  /** A level with its text, which those of one file share. */
  async #withText(document) {
    if (!document.text_file) return document;
    const { text_file: file, ...level } = document;
    return { ...level, text: await (await this.#fetch(file)).text() };
  }

  /** Lets the worker for play answer; another one if that one ends meanwhile. */
  async #play(name, request, attempts = ATTEMPTS) {
    try {
      return await this.#currentPlayer().ask(name, request);
    } catch (error) {
      if (error !== LOST || attempts === 1) throw error;
      return this.#play(name, request, attempts - 1);
    }
  }

  #currentPlayer() {
    if (!this.#player || this.#player.ended) this.#player = this.#start(PLAYER);
    return this.#player;
  }

  #start(file) {
    return new EngineWorker(this.#address('worker.js'), this.#module(file));
  }

  #module(file) {
    if (!this.#modules.has(file)) this.#modules.set(file, this.#compile(file));
    return this.#modules.get(file);
  }

  /** Loads and compiles a module in a worker of its own: it would keep the page from answering its user. */
  async #compile(file) {
    const worker = new Worker(this.#address('worker.js'));
    try {
      return await new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => (data.kind === 'module' ? resolve(data.module) : reject(failureOf(data)));
        worker.onerror = (event) => {
          event.preventDefault();
          reject(failureOf({ isOffline: true }));
        };
        worker.postMessage({ address: this.#address(file) });
      });
    } catch (error) {
      // The next request tries again.
      this.#modules.delete(file);
      throw error;
    } finally {
      worker.terminate();
    }
  }

  async #fetch(file) {
    try {
      return await fetch(this.#address(file));
    } catch {
      throw failureOf({ isOffline: true });
    }
  }

  /** The version keeps a browser from using an old copy with a new page. */
  #address(file) {
    return this.#version ? `${file}?v=${this.#version}` : file;
  }
}
