// My levels: those that the user keeps in the browser, and ways to create, open, import and export levels.
//
// Elements: `#own` (section); `#own-levels` with `a.level` and, for each, `[data-rename]`, `[data-remove]`,
// `[data-save]`; `#new` with `[data-new=GAME]`; `#open-text` (details) with `#paste-game`, `#paste`,
// `#paste-open`, `#paste-problem`; `#open-file`, `#export`.

import { toast } from '../announce.js';
import * as api from '../api.js';
import { ask } from '../ask.js';
import { button, count, make, sentence, write } from '../dom.js';
import { icon, labelled } from '../icons.js';
import { address } from '../route.js';
import { fragment, pack } from '../share/link.js';
import { saveFile } from '../save-file.js';
import { best, position, sourceKey } from '../storage.js';
import { card } from './level-card.js';
import * as own from './own-levels.js';

/** The maximum size of a file in bytes. */
const MAX_FILE_SIZE = 4_000_000;

/** The picture of a level of one's own, drawn when it comes into view. */
function picture({ game, text, number, settings }) {
  const image = make('img', { alt: '', width: 160, height: 160 });
  const watcher = new IntersectionObserver(async (entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    watcher.disconnect();
    try {
      const drawn = await api.picture({ game, text, number, settings, format: 'thumbnail' });
      image.src = URL.createObjectURL(drawn);
      image.addEventListener('load', () => URL.revokeObjectURL(image.src), { once: true });
    } catch {
      // A level that cannot be read now has no picture; opening it says why.
    }
  });
  watcher.observe(image);
  return image;
}

export class OwnShelf {
  #games;
  #chosen;
  #list = make('ul', { class: 'levels', id: 'own-levels' });
  #export = button('export', labelled('share', 'Export all'), () => this.#exportAll());
  #none = make(
    'p',
    { class: 'faint' },
    'Nothing here yet. Create a level, open one, or keep a copy of any level while you edit it.',
  );

  /** The shelf with the levels of one game or of all. */
  constructor(games, chosen) {
    this.#games = games;
    this.#chosen = chosen;
    this.element = make(
      'section',
      { class: 'shelf own', id: 'own', 'aria-labelledby': 'own-head' },
      make(
        'div',
        { class: 'shelf-head' },
        make('span', { class: 'shelf-emblem' }, icon('keep')),
        make(
          'div',
          { class: 'shelf-words' },
          make('h2', { id: 'own-head', tabindex: -1 }, 'My levels'),
          make('p', { class: 'faint' }, 'Kept in this browser. Export them to keep them elsewhere.'),
        ),
      ),
      this.#none,
      this.#list,
      this.#ways(),
    );
    this.show();
  }

  /** Shows the levels that are kept. */
  show() {
    const levels = own.all().filter(({ game }) => !this.#chosen || game === this.#chosen.id);
    this.#none.hidden = levels.length > 0;
    this.#export.hidden = own.all().length === 0;
    this.#list.replaceChildren(...levels.map((level) => this.#entry(level)));
  }

  #entry(level) {
    const { id, name, par } = level;
    const game = this.#games.find((other) => other.id === level.game);
    const key = sourceKey({ settings: {}, ...level });
    const cost = best(key);
    const reached = cost === undefined ? (position(key)?.solved === false ? 'started' : 'unsolved') : par >= cost ? 'par' : 'solved';
    const act = (kind, sign, words, does) =>
      make(
        'button',
        { type: 'button', class: 'quiet', [`data-${kind}`]: id, 'aria-label': `${words} ${name}`, title: words, onclick: does },
        icon(sign),
      );
    return make(
      'li',
      { 'data-words': `${name} ${game?.name ?? ''}`.toLowerCase() },
      card({
        href: address.own(id),
        id,
        title: name,
        picture: picture(level),
        about: [game?.name, par !== undefined && `par ${count(par)}`],
        reached,
      }),
      make(
        'div',
        { class: 'level-acts' },
        make('a', { class: 'button quiet', href: address.editOwn(id), 'aria-label': `Edit ${name}`, title: 'Edit' }, icon('edit')),
        act('rename', 'rename', 'Rename', () => this.#rename(level)),
        act('save', 'save', 'Save', () => this.#save(level)),
        act('remove', 'remove', 'Delete', () => this.#remove(level)),
      ),
    );
  }

  async #rename({ id, name }) {
    const other = await ask('Rename the level', 'Rename', name);
    if (other) own.change(id, { name: other });
    this.show();
  }

  async #remove({ id, name }) {
    if (await ask(`Delete “${name}”? This cannot be undone.`, 'Delete')) own.remove(id);
    this.show();
  }

  #save({ name, text }) {
    const kind = text.trimStart().startsWith('{') ? 'json' : 'txt';
    saveFile(new Blob([text], { type: 'text/plain' }), `${name}.${kind}`);
  }

  #exportAll() {
    saveFile(new Blob([own.exported()], { type: 'application/json' }), 'my-levels.json');
  }

  /** New levels, files, and pasted text. */
  #ways() {
    const file = make('input', {
      type: 'file',
      id: 'open-file',
      class: 'hidden',
      multiple: true,
      accept: '.txt,.json,text/plain,application/json',
    });
    file.addEventListener('change', async () => {
      await this.#import([...file.files]);
      file.value = '';
    });
    return make(
      'div',
      { class: 'own-ways' },
      make(
        'div',
        { class: 'buttons', id: 'new' },
        make('span', { class: 'faint' }, 'Create:'),
        this.#games.map(({ id, name }) =>
          make('a', { class: 'button', href: address.create(id), 'data-new': id }, icon('add'), name),
        ),
      ),
      make(
        'div',
        { class: 'buttons' },
        make('span', { class: 'faint' }, 'Files:'),
        file,
        make('label', { class: 'button', for: 'open-file' }, labelled('open', 'Import files…')),
        this.#export,
      ),
      this.#textForm(),
    );
  }

  async #import(files) {
    let added = 0;
    for (const file of files) {
      try {
        if (file.size > MAX_FILE_SIZE) throw new Error('it is too large for a level');
        added += await own.importFile(file.name, await file.text());
      } catch (error) {
        toast(`${file.name}: ${sentence(error.message)}`);
      }
    }
    if (added) toast(added === 1 ? 'One level was added to My levels.' : `${added} levels were added to My levels.`);
    this.show();
  }

  #textForm() {
    const game = make(
      'select',
      { id: 'paste-game', 'aria-label': 'Game of the text' },
      make('option', { value: '' }, 'Detect the game from the text'),
      this.#games.map(({ id, name }) => make('option', { value: id, selected: this.#chosen?.id === id }, name)),
    );
    const text = make('textarea', { id: 'paste', rows: 7, spellcheck: 'false', 'aria-label': 'Text of a level' });
    const problem = make('p', { id: 'paste-problem', class: 'problem', role: 'alert' });
    const open = async () => {
      write(problem, '');
      try {
        const reply = await api.edit({ game: game.value || null, text: text.value });
        const packed = await pack({ game: reply.game, text: text.value });
        location.hash = fragment(reply.problem ? 'edit' : 'play', packed);
      } catch (error) {
        write(problem, error.describe?.() ?? error.message);
      }
    };
    return make(
      'details',
      { id: 'open-text' },
      make('summary', {}, 'Paste the text of a level'),
      make('div', { class: 'paste' }, game, text, make('div', { class: 'buttons' }, button('paste-open', 'Open this text', open)), problem),
    );
  }
}
