// The entry point: shows the view that the address names.
//
// Plain modules without dependencies. The address determines the view, so the back button,
// reloading and links all work. A view has a name, an element, a title, key bindings and `close`;
// `reveal` is called with the id of the level that was left, if it was one.
//
// Elements: `#main` (data-view=levels|play|edit|learn|problem; `data-ready` once it is shown), `#live`,
// `#toast`, `#home`, `#view-head` (the head of a level), `#theme`, `#help-open`.

import * as api from './api.js';
import { fetchShelves, findGame } from './catalog.js';
import { make, sentence, set, whenIdle } from './dom.js';
import { icon } from './icons.js';
import { bind, onAnyKey, showHelp, startKeys } from './keys.js';
import { LevelView } from './level-view.js';
import { openLearnView } from './learn/learn-view.js';
import { openLevelList } from './levels/level-list.js';
import * as own from './levels/own-levels.js';
import { startOffline } from './offline.js';
import { parse } from './route.js';
import { BadLink, fragment, pack, unpack } from './share/link.js';
import { startTheme } from './theme.js';

const main = document.getElementById('main');
const head = document.getElementById('view-head');
const ALWAYS = [{ keys: ['?'], does: 'These keys', act: showHelp }];

let view = null;
let turn = 0;

/** The level that was left for the lessons. */
let origin = null;

/** The view of an error: a sentence and a link back. */
function problem(title, words) {
  const element = make(
    'div',
    { class: 'problem-view' },
    make('h1', { tabindex: -1 }, title),
    make('p', { id: 'problem-words' }, words),
    make('p', {}, make('a', { class: 'button', href: '#/' }, 'All levels')),
  );
  return { name: 'problem', element, title, keys: [], close() {} };
}

async function levelView(level, moves) {
  const next = new LevelView(level, moves, view === null);
  await next.open();
  return next;
}

/** Shows the picture of a level until the engine of a static site is loaded, which takes seconds on a slow network. */
function preview(id) {
  if (view || document.documentElement.dataset.carrier !== 'worker') return;
  main.replaceChildren(make('img', { class: 'preview', src: api.thumbnail(id), alt: '' }));
}

/** A level of the catalogue. */
async function openServed(id, mode) {
  preview(id);
  const level = await api.level(id);
  const game = await findGame(level.game);
  const source = { game: game.id, text: level.text, number: level.number, settings: {} };
  return levelView({ ...level, game, mode, source });
}

/** A level from a link. */
async function openLinked(packed, mode) {
  const { moves, name: title, par, ...source } = await unpack(packed);
  const game = await findGame(source.game);
  if (!game) throw new BadLink('it is for an unknown game');
  return levelView({ game, mode, source, title, par }, mode === 'play' ? moves : []);
}

/** A level of the user's own. */
async function openOwn(id, mode) {
  const level = own.find(id);
  const game = level && (await findGame(level.game));
  if (!game) return problem('No such level', 'This level is not kept in this browser, or not any more.');
  const source = { game: game.id, text: level.text, number: level.number, settings: level.settings ?? {} };
  return levelView({ game, mode, source, own: id, title: level.name, par: level.par });
}

/** A new level: the game's starter, held by the address like any changed level. */
async function openNew(id) {
  const game = await findGame(id);
  if (!game) return problem('No such game', `There is no game called ${id}.`);
  const source = { game: game.id, text: game.starter, settings: {} };
  history.replaceState(null, '', fragment('edit', await pack(source)));
  return levelView({ game, mode: 'edit', source });
}

async function open({ view: name, id, mode, packed }) {
  try {
    switch (name) {
      case 'play':
        return await openServed(id, 'play');
      case 'edit':
        return await openServed(id, 'edit');
      case 'own':
        return await openOwn(id, mode);
      case 'new':
        return await openNew(id);
      case 'learn':
        return await openLearnView(id, origin);
      case 'link':
        return await openLinked(packed, mode);
      default:
        return await openLevelList(id);
    }
  } catch (error) {
    if (error instanceof BadLink) {
      return problem(
        'This link does not work',
        `It holds no level: ${error.message}. Perhaps it was not copied completely.`,
      );
    }
    return problem('That did not work', error.describe?.() ?? sentence(String(error.message ?? error)));
  }
}

async function show({ oldURL } = {}) {
  turn += 1;
  const mine = turn;
  const route = parse(location.hash);
  // Where another view was still being opened, the old address is not that of the view.
  if (main.hasAttribute('data-ready')) {
    if (['play', 'edit'].includes(view.name)) origin = { title: view.title, hash: new URL(oldURL).hash };
    else if (view.name !== 'learn') origin = null;
  }
  main.removeAttribute('data-ready');
  set(main, 'aria-busy', 'true');
  const next = await open(route);
  if (mine !== turn) {
    next.close();
    return;
  }
  const first = view === null;
  const left = view?.listed;
  view?.close();
  view = next;
  main.replaceChildren(next.element);
  head.replaceChildren(...(next.head ? [next.head] : []));
  set(main, 'data-view', next.name);
  set(document.body, 'data-view', next.name);
  document.title = `${next.title} – Unriddle`;
  const keys = () => bind([...view.keys, ...ALWAYS]);
  next.keysChanged = () => view === next && keys();
  keys();
  onAnyKey(() => view.interrupt?.() ?? false);
  if (!first) window.scrollTo(0, 0);
  if (!first && next.focus) next.focus();
  else if (!first) main.querySelector('h1')?.focus({ preventScroll: true });
  next.reveal?.(left);
  set(main, 'aria-busy', null);
  set(main, 'data-ready', '');
}

document.getElementById('skip').addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});
window.addEventListener('hashchange', show);
document.getElementById('help-open').append(icon('keys'));
startTheme();
startKeys();
// The document asks for the list before this script runs, whichever view is opened; a view that needs it reports failures.
fetchShelves().catch(() => {});
void show().then(() => {
  api.warm();
  // It loads all files: a first move comes before.
  whenIdle(startOffline);
});
