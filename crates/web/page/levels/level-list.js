// The list of levels: a search, a filter by game, a shelf for each game or folder, and the user's own.
//
// Elements: `#filter` with `[data-filter=GAME]` and `#to-own`; `#search`, `#unsolved-only`; `#shelves` with `.shelf`, in it
// `.chapter` and cards (see `level-card.js`); `#nothing-found`; `#own` (see `own-shelf.js`).

import * as api from '../api.js';
import { fetchGames, fetchShelves, progress, titleOf } from '../catalog.js';
import { button, count, make } from '../dom.js';
import { icon, labelled } from '../icons.js';
import { address } from '../route.js';
import { levelCard } from './level-card.js';
import { OwnShelf } from './own-shelf.js';

/** What the light, par and the solver are. */
const ABOUT =
  'Puzzles with a solver at your side. A light tells whether you can still win, par is the best result there is, ' +
  'and hints help when you are stuck.';

/** The view, with the levels of one game or of all. */
export async function openLevelList(filter) {
  const [games, shelves] = await Promise.all([fetchGames(), fetchShelves()]);
  const chosen = games.find((game) => game.id === filter);
  const shown = shelves
    .map((shelf) => ({
      ...shelf,
      game: games.find((game) => game.id === shelf.game),
      levels: shelf.levels.filter((level) => !chosen || level.game === chosen.id),
    }))
    .filter((shelf) => shelf.levels.length);
  const list = make('div', { id: 'shelves' }, shown.map((shelf) => drawShelf(shelf, games)));
  const resize = () => [...list.children].forEach((shelf, at) => reserve(shelf, chapters(shown[at].levels)));
  window.addEventListener('resize', resize);
  const own = new OwnShelf(games, chosen).element;
  const nothing = make('p', { id: 'nothing-found', hidden: true }, 'No level matches. Try fewer letters.');
  const element = make(
    'div',
    { class: 'level-list' },
    make(
      'div',
      { class: 'hero' },
      make('h1', { tabindex: -1 }, chosen ? chosen.name : 'Pick a puzzle'),
      !chosen && make('p', { class: 'lead', id: 'about' }, make('strong', {}, 'What is this? '), ABOUT),
    ),
    make('div', { class: 'finder' }, filters(games, shelves, chosen), search(list, own, nothing)),
    list,
    nothing,
    own,
  );
  return {
    name: 'levels',
    element,
    title: chosen?.name ?? 'Levels',
    keys: [{ keys: ['/'], does: 'Search for a level by its title or game', act: () => element.querySelector('#search').focus() }],
    close: () => window.removeEventListener('resize', resize),
    reveal: (level) => reveal(element, level),
  };
}

/** Scrolls to the chosen game, and to the level that the list was opened from, if it is there. */
function reveal(element, level) {
  element.querySelector('.filter [aria-current]').scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
  const card = level && element.querySelector(`a.level[data-level='${CSS.escape(level)}']`);
  const box = card?.getBoundingClientRect();
  if (box && (box.top < 0 || box.bottom > window.innerHeight)) card.scrollIntoView({ block: 'center', behavior: 'instant' });
  card?.focus({ preventScroll: true });
}

/** The picture that stands for a game: that of one of its shipped levels. */
function emblem(levels) {
  const level = levels[Math.min(levels.length - 1, 4)];
  return make('img', { src: api.thumbnail(level.id), alt: '', width: 64, height: 64, decoding: 'async' });
}

function filters(games, shelves, chosen) {
  const link = (id, name, picture) =>
    make(
      'a',
      {
        href: address.list(id),
        'data-filter': id,
        'aria-current': (chosen?.id ?? '') === id ? 'page' : null,
      },
      picture,
      name,
    );
  const shelf = (game) => shelves.find((other) => other.game === game.id);
  return make(
    'nav',
    { class: 'filter', id: 'filter', 'aria-label': 'Games' },
    link('', 'All games', null),
    games.map((game) => link(game.id, game.name, shelf(game) && emblem(shelf(game).levels))),
    button('to-own', labelled('keep', 'My levels'), () => {
      document.getElementById('own').scrollIntoView({ block: 'start' });
      document.getElementById('own-head').focus({ preventScroll: true });
    }),
  );
}

/** A field that shows only the levels with its words in their titles or games, and a tick for unsolved ones. */
function search(list, own, nothing) {
  const field = make('input', {
    type: 'search',
    id: 'search',
    placeholder: 'Title or game',
    'aria-label': 'Search levels by title or game',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const unsolved = make('input', { type: 'checkbox', id: 'unsolved-only' });
  const show = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const items = [list, own].flatMap((part) => [...part.querySelectorAll('.levels > li')]);
    for (const item of items) {
      const { progress: reached } = item.firstChild.dataset;
      const fits = words.every((word) => item.dataset.words.includes(word));
      item.hidden = !fits || (unsolved.checked && ['solved', 'par'].includes(reached));
    }
    for (const group of list.querySelectorAll('.chapter, .shelf'))
      group.hidden = !group.querySelector('.levels > li:not([hidden])');
    nothing.hidden = items.some((item) => !item.hidden);
  };
  field.addEventListener('input', show);
  unsolved.addEventListener('change', show);
  return make(
    'div',
    { class: 'search', role: 'search' },
    make('label', { class: 'search-field', for: 'search' }, icon('search'), field),
    make('label', { class: 'tick', for: 'unsolved-only' }, unsolved, 'Unsolved only'),
  );
}

function drawShelf(shelf, games) {
  const { game, levels, title } = shelf;
  const done = levels.filter((level) => ['solved', 'par'].includes(progress(level))).length;
  const nameOf = (level) => (game ? '' : games.find(({ id }) => id === level.game)?.name);
  const groups = chapters(levels);
  const element = make(
    'section',
    { class: 'shelf' },
    make(
      'div',
      { class: 'shelf-head' },
      make('span', { class: 'shelf-emblem' }, game ? emblem(levels) : icon('open')),
      make(
        'div',
        { class: 'shelf-words' },
        make('h2', {}, title),
        game && make('p', { class: 'faint' }, game.about),
      ),
      game &&
        make(
          'a',
          { class: 'button', href: address.learn(game.id), 'data-learn': game.id, 'aria-label': `How to play ${game.name}` },
          icon('learn'),
          'How to play',
        ),
      make(
        'div',
        { class: 'shelf-progress' },
        make('progress', { max: levels.length, value: done, 'aria-label': `Solved levels of ${title}` }),
        make('small', {}, `${count(done)} of ${count(levels.length)} solved`),
      ),
    ),
    groups.map(([name, group]) =>
      make(
        'div',
        { class: 'chapter' },
        name && make('h3', {}, name),
        make(
          'ul',
          { class: 'levels' },
          group.map((level) =>
            make(
              'li',
              { 'data-words': `${titleOf(level)} ${name ?? ''} ${title}`.toLowerCase() },
              levelCard(level, nameOf(level), name),
            ),
          ),
        ),
      ),
    ),
  );
  reserve(element, groups);
  return element;
}

/** Reserves room for a shelf that is not laid out yet. */
const reserve = (element, groups) => element.style.setProperty('--height', `${height(groups)}rem`);

/** About how high a shelf is that is not laid out yet, in rem: rather more than less, so that nothing overlaps. */
function height(groups) {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const width = Math.min(0.95 * (window.innerWidth / rem), 107);
  // The measures of the style sheet: a card is a square picture and about three lines.
  const columns = Math.max(2, Math.floor((width + 0.75) / (Math.min(9.5, 0.42 * width) + 0.75)));
  const row = width / columns + 6;
  return groups.reduce((sum, [, levels]) => sum + 3 + row * Math.ceil(levels.length / columns), 5);
}

/** The levels by chapter, in their order: pairs of a name, perhaps undefined, and levels. Those without a chapter that
 * come after others have a name, too, so that they do not seem to belong to these. */
function chapters(levels) {
  const groups = [];
  for (const level of levels) {
    const name = level.chapter ?? (groups.at(-1)?.[0] !== undefined ? 'Single levels' : undefined);
    if (groups.length && groups.at(-1)[0] === name) groups.at(-1)[1].push(level);
    else groups.push([name, [level]]);
  }
  return groups;
}
