// Answers requests without a server: documents are files of the site, everything else is computed by the
// engine in workers.
//
// One worker plays, edits and draws, with a module that does no more and is small, so that a level appears soon.
// The document starts it (`start.js`). Searches have workers of their own, with the whole engine, which is
// compiled once for all of them when it is first needed, or when the page has nothing else to do.
//
// Where the site names a server, long searches go there, because it has more memory and threads.

import { whenIdle } from '../dom.js';
import { EngineWorker, Lost, unlessAborted } from './engine-worker.js';
import { ApiError, unloaded } from './failure.js';
import { ENGINE, FILES, PLAYER, WORKER, inVersion } from './files.js';
import { HttpCarrier } from './http.js';
import { SearchWorkers } from './search-workers.js';

/** A search of at most this many seconds never goes to a server: hints, and whether a level can be won. */
const SHORT = 10;

/** How many workers are asked if one after the other ends. */
const ATTEMPTS = 3;

const MISSING = { lessons: 'there is no such game', level: 'there is no such level' };

export class SiteCarrier {
  #version;
  #server;
  #player = null;
  /** A promise of the compiled engine. */
  #engine = null;
  #searches = new SearchWorkers(() => new EngineWorker(this.#worker(), this.#compiledEngine()));

  /** `version` is that of the site's files; `server` is the address of a server for long searches, if any. */
  constructor({ version, server }) {
    this.#version = version;
    this.#server = server === undefined ? null : new HttpCarrier(server);
  }

  /** Loads the modules before they are needed, once the browser has nothing else to do: one after the other, so that
   * the engine does not delay the player. */
  warm() {
    whenIdle(() => {
      // Whoever needs the player hears what is wrong with it.
      this.#play('ready', {}).then(() => whenIdle(() => this.#searches.warm()), () => {});
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
    return this.#address(FILES.thumbnail({ id }));
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
      if (!(error instanceof Lost) || attempts === 1) throw error;
      return this.#play(name, request, attempts - 1);
    }
  }

  #currentPlayer() {
    if (!this.#player || this.#player.ended) this.#player = new EngineWorker(this.#startedWorker());
    return this.#player;
  }

  /** A worker that runs the player: the one that the document has started, or a new one. */
  #startedWorker() {
    const { startedPlayer } = window;
    delete window.startedPlayer;
    if (startedPlayer) return startedPlayer;
    const worker = this.#worker();
    worker.postMessage({ run: this.#address(PLAYER) });
    return worker;
  }

  #worker() {
    return new Worker(this.#address(WORKER));
  }

  #compiledEngine() {
    this.#engine ??= this.#compile(ENGINE);
    return this.#engine;
  }

  /** Loads and compiles a module in a worker of its own, which no search ends. */
  async #compile(file) {
    const worker = this.#worker();
    try {
      return await new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => (data.kind === 'module' ? resolve(data.module) : reject(unloaded(data)));
        worker.onerror = (event) => {
          event.preventDefault();
          reject(unloaded({ isOffline: true }));
        };
        worker.postMessage({ compile: this.#address(file) });
      });
    } catch (error) {
      // The next request tries again.
      this.#engine = null;
      throw error;
    } finally {
      worker.terminate();
    }
  }

  async #fetch(file) {
    try {
      return await fetch(this.#address(file));
    } catch {
      throw unloaded({ isOffline: true });
    }
  }

  #address(file) {
    return inVersion(file, this.#version);
  }
}
