// The page: finds out what its address asks for and shows that view.
//
// Plain modules, no build step and no dependency: what stands here is what runs. The address
// decides what is shown, so the back button, reloading and links all work alike. A view is an
// element with a title, its keys, and a way to close it.
//
// Elements: `#main` (data-view=choose|play|edit|problem; `data-ready` once it is shown), `#say`,
// `#toast`, `#home`, `#theme`, `#help-open`.

import * as api from './api.js';
import { Bench } from './bench.js';
import { openChoose } from './choose/choose.js';
import { make, sentence, set } from './dom.js';
import { bind, onAnyKey, showHelp, startKeys } from './keys.js';
import { gameOf } from './library.js';
import { parse } from './route.js';
import { BadLink, fragment, pack, unpack } from './share/link.js';
import { startTheme } from './theme.js';

const main = document.getElementById('main');
const ALWAYS = [{ keys: ['?'], does: 'These keys', act: showHelp }];

let view = null;
let turn = 0;

/** A sentence and a way back, where there is nothing else to show. */
function problem(title, words) {
  const element = make(
    'div',
    { class: 'sorry' },
    make('h1', { tabindex: -1 }, title),
    make('p', { id: 'problem-words' }, words),
    make('p', {}, make('a', { class: 'button', href: '#/' }, 'To the levels')),
  );
  return { element, title, keys: [], close() {} };
}

async function bench(level, moves) {
  const opened = new Bench(level);
  await opened.open(moves);
  return opened;
}

/** A level that is served. */
async function openServed(id, mode) {
  const level = await api.level(id);
  const game = await gameOf(level.game);
  return bench({ ...level, game, mode, source: { game: game.id, text: level.text, settings: {} } });
}

/** A level from a link. */
async function openLinked(packed, mode) {
  const { moves, ...source } = await unpack(packed);
  const game = await gameOf(source.game);
  if (!game) throw new BadLink('it is for a game that is not known here');
  return bench({ game, mode, source }, mode === 'play' ? moves : []);
}

/** A new level: the game's starter, which then stands in the address like any other. */
async function openNew(id) {
  const game = await gameOf(id);
  if (!game) return problem('No such game', `There is no game called ${id}.`);
  const source = { game: game.id, text: game.starter, settings: {} };
  history.replaceState(null, '', fragment('edit', await pack(source)));
  return bench({ game, mode: 'edit', source });
}

async function open({ view: name, id, mode, packed }) {
  try {
    switch (name) {
      case 'play':
        return await openServed(id, 'play');
      case 'edit':
        return await openServed(id, 'edit');
      case 'new':
        return await openNew(id);
      case 'link':
        return await openLinked(packed, mode);
      default:
        return await openChoose(id);
    }
  } catch (error) {
    if (error instanceof BadLink) {
      return problem(
        'This link does not work',
        `There is no level to be found in it: ${error.message}. Perhaps it was not copied as a whole.`,
      );
    }
    return problem('That did not work', error.tell?.() ?? sentence(String(error.message ?? error)));
  }
}

async function show() {
  turn += 1;
  const mine = turn;
  const asked = parse(location.hash);
  main.removeAttribute('data-ready');
  set(main, 'aria-busy', 'true');
  const next = await open(asked);
  if (mine !== turn) {
    next.close();
    return;
  }
  const first = view === null;
  view?.close();
  view = next;
  main.replaceChildren(next.element);
  set(
    main,
    'data-view',
    next.element.classList.contains('bench') ? next.element.dataset.mode : next.element.className,
  );
  document.title = `${next.title} – Unriddle`;
  const keys = () => bind([...view.keys, ...ALWAYS]);
  next.keysChanged = () => view === next && keys();
  keys();
  onAnyKey(() => view.interrupt?.() ?? false);
  if (!first) window.scrollTo(0, 0);
  if (!first && next.focus) next.focus();
  else if (!first) main.querySelector('h1').focus({ preventScroll: true });
  set(main, 'aria-busy', null);
  set(main, 'data-ready', '');
}

document.getElementById('skip').addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});
window.addEventListener('hashchange', show);
startTheme();
startKeys();
void show();
