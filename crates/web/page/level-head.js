// The head of a level: its title and game, the levels before and after it, and what can be done with it.
//
// Elements: `#title`, `#level-nav` with `#level-before`, `#level-after`, `#how-to-play`, `#keep`, and the
// switch between playing and editing, `#to-edit` or `#to-play`.

import { neighbours, titleOf } from './catalog.js';
import { button, make, set } from './dom.js';
import { icon, labelled } from './icons.js';
import { address } from './route.js';

export class LevelHead {
  #title = make('h1', { id: 'title', tabindex: -1 });
  /** Room for the links to other levels, which come later. */
  #before = make('span', { class: 'level-step' });
  #after = make('span', { class: 'level-step' });
  #switch;
  #keep;

  /** `id` is that of a level of the catalogue; `keep` keeps the level among the user's own. */
  constructor({ game, mode, id, keep }) {
    const editing = mode === 'edit';
    for (const place of [this.#before, this.#after]) place.hidden = editing || !id;
    this.#switch = make(
      'a',
      { class: 'button', id: editing ? 'to-play' : 'to-edit', title: editing ? 'Done: play' : 'Edit a copy' },
      labelled(editing ? 'play' : 'edit', editing ? 'Play' : 'Edit'),
    );
    this.#keep = button('keep', labelled('keep', 'Keep'), keep, {
      hidden: true,
      title: 'Keep this level in My levels',
    });
    this.element = make(
      'div',
      { class: 'level-head' },
      this.#before,
      make(
        'div',
        { class: 'level-title' },
        this.#title,
        make('a', { class: 'level-game', href: address.list(game.id) }, game.name),
      ),
      this.#after,
      make(
        'nav',
        { class: 'level-nav', id: 'level-nav', 'aria-label': 'Level' },
        this.#keep,
        make(
          'a',
          { class: 'button', id: 'how-to-play', href: address.learn(game.id), title: `How to play ${game.name}` },
          labelled('learn', 'How to play'),
        ),
        this.#switch,
      ),
    );
  }

  /** Shows the title. */
  show(title) {
    if (this.#title.title === title) return;
    // Where there is no room for all of it, the number of the level is the last to go.
    const [, name, word = '', number] = /^(.+?)(, level)?( \d+)$/s.exec(title) ?? [null, title];
    this.#title.replaceChildren(
      make('span', {}, name),
      ...(number ? [make('span', {}, make('span', { class: 'level-word' }, word), number)] : []),
    );
    set(this.#title, 'title', title);
  }

  /** Whether the level can be kept. */
  offerToKeep(offered) {
    this.#keep.hidden = !offered;
  }

  /** The address of the other mode. */
  set switchTo(href) {
    set(this.#switch, 'href', href);
  }

  /** Finds the levels before and after one of the catalogue. */
  async findNeighbours(id, game) {
    const { before, after } = await neighbours(id, game);
    const link = (name, sign, words, level) =>
      make(
        level ? 'a' : 'span',
        {
          class: 'step-link',
          id: level ? name : null,
          href: level && address.level(level.id),
          title: level && `${words}: ${titleOf(level)}`,
          'aria-label': level && `${words}: ${titleOf(level)}`,
          'aria-hidden': level ? null : 'true',
        },
        icon(sign),
      );
    this.#before.replaceChildren(link('level-before', 'before', 'Previous level', before));
    this.#after.replaceChildren(link('level-after', 'next', 'Next level', after));
  }
}
