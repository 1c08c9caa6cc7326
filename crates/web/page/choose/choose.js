// Choosing: the games, their levels with small pictures, and ways to bring a level of one's own.
//
// Elements: `#filter` with `[data-filter=GAME]`; `#shelves` with `.shelf`, in it
// `a.level[data-level=ID][data-standing=open|solved|par]`; `#new` with `[data-new=GAME]`;
// `#open-file`, `#paste`, `#paste-open`.

import * as api from '../api.js';
import { button, count, make, write } from '../dom.js';
import { allGames, allShelves, standing, titleOf } from '../library.js';
import { address } from '../route.js';
import { toast } from '../say.js';
import { fragment, pack } from '../share/link.js';

/** The largest file that is read, in bytes. */
const LARGEST = 4_000_000;

const MARKS = { solved: ['✓', 'solved'], par: ['★', 'solved at par'] };

/** The view, with the levels of one game or of all. */
export async function openChoose(filter) {
  const [games, shelves] = await Promise.all([allGames(), allShelves()]);
  const chosen = games.find((game) => game.id === filter);
  const shown = shelves
    .map((shelf) => ({
      ...shelf,
      levels: shelf.levels.filter((level) => !chosen || level.game === chosen.id),
    }))
    .filter((shelf) => shelf.levels.length);
  const names = new Map(games.map((game) => [game.id, game.name]));
  const element = make(
    'div',
    { class: 'choose' },
    make('h1', { tabindex: -1 }, chosen ? chosen.name : 'Choose a level'),
    make('p', { class: 'lead' }, chosen ? chosen.about : 'Play it, have it solved, change it, share it.'),
    filters(games, chosen),
    ownLevels(games, chosen),
    make(
      'div',
      { id: 'shelves' },
      shown.length
        ? shown.map((shelf) => drawShelf(shelf, names))
        : make('p', {}, 'There are no levels here.'),
    ),
  );
  return { element, title: chosen?.name ?? 'Levels', keys: [], close() {} };
}

function filters(games, chosen) {
  const link = (id, name) =>
    make(
      'a',
      {
        href: address.choose(id),
        'data-filter': id,
        'aria-current': (chosen?.id ?? '') === id ? 'page' : null,
      },
      name,
    );
  return make(
    'nav',
    { class: 'filter', id: 'filter', 'aria-label': 'Games' },
    link('', 'All games'),
    games.map((game) => link(game.id, game.name)),
  );
}

function drawShelf(shelf, names) {
  const done = shelf.levels.filter((level) => standing(level) !== 'open').length;
  return make(
    'section',
    { class: 'shelf' },
    make(
      'h2',
      {},
      shelf.title,
      ' ',
      make('small', {}, `${count(done)} of ${count(shelf.levels.length)} solved`),
    ),
    make(
      'ul',
      { class: 'levels' },
      shelf.levels.map((level) =>
        make('li', {}, drawLevel(level, shelf.title === names.get(level.game) ? '' : names.get(level.game))),
      ),
    ),
  );
}

/** A level; `game` is the name of its game where the shelf does not tell it. */
function drawLevel(level, game) {
  if (level.problem) {
    return make(
      'div',
      { class: 'level broken', 'data-level': level.id },
      make('span', { class: 'level-name' }, titleOf(level)),
      make('span', { class: 'faint' }, level.problem),
    );
  }
  const stands = standing(level);
  const [sign, words] = MARKS[stands] ?? [];
  const par = level.par !== undefined ? `par ${count(level.par)}` : '';
  return make(
    'a',
    {
      class: 'level',
      href: address.level(level.id),
      'data-level': level.id,
      'data-standing': stands,
    },
    make(
      'span',
      { class: 'level-picture' },
      make('img', { src: api.thumbnail(level.id), alt: '', loading: 'lazy', decoding: 'async' }),
    ),
    make('span', { class: 'level-name' }, titleOf(level)),
    make('span', { class: 'level-about' }, [game, par].filter(Boolean).join(', ')),
    sign &&
      make(
        'span',
        { class: 'mark', title: words },
        make('span', { 'aria-hidden': 'true' }, sign),
        make('span', { class: 'hidden' }, words),
      ),
  );
}

/** New levels, files, pasted text. */
function ownLevels(games, chosen) {
  const game = make(
    'select',
    { id: 'paste-game', 'aria-label': 'Game of the text' },
    make('option', { value: '' }, 'Tell the game by the text'),
    games.map(({ id, name }) => make('option', { value: id, selected: chosen?.id === id }, name)),
  );
  const text = make('textarea', {
    id: 'paste',
    rows: 6,
    spellcheck: 'false',
    'aria-label': 'Text of a level',
  });
  const file = make('input', {
    type: 'file',
    id: 'open-file',
    class: 'hidden',
    accept: '.txt,.json,text/plain,application/json',
  });
  const problem = make('p', { id: 'paste-problem', class: 'problem', role: 'alert' });
  const open = async (words) => {
    write(problem, '');
    try {
      const reply = await api.edit({ game: game.value || null, text: words });
      location.hash = fragment(
        reply.problem ? 'edit' : 'play',
        await pack({ game: reply.game, text: words }),
      );
    } catch (error) {
      write(problem, error.tell?.() ?? error.message);
    }
  };
  file.addEventListener('change', async () => {
    const [picked] = file.files;
    if (!picked) return;
    if (picked.size > LARGEST) toast('That file is too large for a level.');
    else await open(await picked.text());
    file.value = '';
  });
  return make(
    'details',
    { class: 'own', id: 'own' },
    make('summary', {}, 'A level of your own'),
    make(
      'div',
      { class: 'own-parts' },
      make(
        'div',
        { id: 'new' },
        make('h3', {}, 'Begin a new one'),
        make(
          'div',
          { class: 'buttons' },
          games.map(({ id, name }) =>
            make(
              'a',
              {
                class: 'button',
                href: address.fresh(id),
                'data-new': id,
              },
              name,
            ),
          ),
        ),
      ),
      make(
        'div',
        {},
        make('h3', {}, 'Bring one along'),
        game,
        text,
        make(
          'div',
          { class: 'buttons' },
          button('paste-open', 'Open this text', () => open(text.value)),
          file,
          make('label', { class: 'button', for: 'open-file' }, 'Open a file…'),
        ),
        problem,
      ),
    ),
  );
}
