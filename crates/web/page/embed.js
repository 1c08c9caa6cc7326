// The page to embed: one level in an `iframe`, playable, with its name and a link to the whole page.
//
// The fragment names the level as on the page itself: `embed.html#/level/ID`, or `embed.html#l=…` as in a link.
// The page around it hears of moves by messages (see docs/static-site.md):
//
//     { source: 'unriddle', event: 'ready' | 'move' | 'solved' | 'failed', title, game, moves, cost, par, solved }
//
// Nothing is kept, and nothing that the surrounding page sends is read.
//
// Elements: `.embed-view` with `#title`, `#open-page`, and the stage.

import * as api from './api.js';
import { findGame, titleOf } from './catalog.js';
import { make, sentence, set, write } from './dom.js';
import { bind, onAnyKey, startKeys } from './keys.js';
import { Session } from './play/session.js';
import { Stage } from './play/stage.js';
import { address, parse } from './route.js';
import { BadLink, fragment, linkTo, unpack } from './share/link.js';

const main = document.getElementById('main');
let shown = null;

/** Notifies the embedding page. The events hold no secrets, and this page does not know where it is embedded. */
const tell = (event, values) => window.parent.postMessage({ source: 'unriddle', event, ...values }, '*');

/** The level that the fragment names: { title, par, moves, source }. */
async function findLevel() {
  const { view, id, packed } = parse(location.hash);
  if (view === 'play') {
    const { game, text, number, par, ...about } = await api.level(id);
    return { title: titleOf(about), par, moves: [], source: { game, text, number, settings: {} }, page: address.level(id) };
  }
  if (view !== 'link') throw new BadLink('the address names no level');
  const { moves, name, par, ...source } = await unpack(packed);
  return { title: name, par, moves, source, page: fragment('play', packed) };
}

/** One level: the interface of a view for its stage. */
class EmbedView {
  #level;
  #session;
  #stage;
  #title = make('h1', { id: 'title' });

  constructor(level, game) {
    this.#level = level;
    this.game = game;
    this.#session = new Session(level.source, () => level.par);
    this.#stage = new Stage(this.#session, this);
    const words = 'Open in Unriddle';
    const link = make('a', { id: 'open-page', href: linkTo(level.page), target: '_blank', rel: 'noopener' }, words);
    this.element = make(
      'div',
      { class: 'embed-view screen' },
      make('header', { class: 'embed-head' }, this.#title, make('span', { class: 'faint' }, game.name), link),
      this.#stage.status,
      this.#stage.element,
    );
  }

  async open() {
    this.#session.addEventListener('failed', ({ detail }) => tell('failed', { message: detail.message }));
    await this.#session.open(this.#level.moves);
    tell('ready', this.#report());
  }

  get keys() {
    return this.#stage.keys;
  }

  // The interface for the stage.

  /** Nothing is kept here, so there is no best result. */
  best = undefined;

  zoom(factor) {
    this.#stage.board.zoom(factor);
  }

  /** Solves from the position on the board, and shows the solution below it. The panel of the solver, with its choices, is
   * on the whole page. */
  solveFromHere() {
    this.#stage.hint.solve();
  }

  /** The other levels are on the whole page. */
  next() {
    window.open(linkTo(this.#level.page), '_blank', 'noopener');
  }

  shown(scene, cause) {
    const title = this.#level.title || scene.name || this.game.name;
    write(this.#title, title);
    document.title = `${title} – Unriddle`;
    if (cause !== 'open') tell('move', this.#report());
    bind(this.keys);
  }

  won() {
    tell('solved', this.#report());
  }

  interrupt() {
    this.#stage.board.finish();
    return this.#stage.timeline.stop();
  }

  close() {
    this.#stage.close();
  }

  #report() {
    const { moves, cost, par, solved } = this.#session.scene ?? { moves: [], cost: 0, solved: false };
    return { title: this.#title.textContent, game: this.game.id, moves: [...moves], cost, par, solved };
  }
}

function problem(error) {
  const words = error instanceof BadLink ? `This link holds no level: ${error.message}.` : (error.describe?.() ?? sentence(error.message));
  main.replaceChildren(make('p', { class: 'notice', id: 'problem-words' }, words));
  tell('failed', { message: error.message });
}

async function show() {
  shown?.close();
  shown = null;
  main.removeAttribute('data-ready');
  try {
    const level = await findLevel();
    const game = await findGame(level.source.game);
    if (!game) throw new BadLink('it is for an unknown game');
    shown = new EmbedView(level, game);
    main.replaceChildren(shown.element);
    await shown.open();
    bind(shown.keys);
    onAnyKey(() => shown.interrupt());
  } catch (error) {
    problem(error);
  }
  set(main, 'data-ready', '');
}

window.addEventListener('hashchange', show);
startKeys();
void show();
