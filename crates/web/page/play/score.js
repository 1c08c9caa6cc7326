// The score: cost, par and the player's best result, each with what it means in this game.
//
// A name is a button that opens a few words about it, so that nobody has to guess what "par" is.
//
// Elements: `#score` with `#cost`, `#par` and `#best`; `[data-term=cost|par|best]` opens `#about-…`.

import { count, make, set, write } from '../dom.js';
import { STARS } from './stars.js';

/** What each number means; `cost` is the game's own sentence about it. */
const about = (game) => ({
  cost: ['Cost', `What your moves cost together. ${game.cost}`],
  par: ['Par', `${game.par} A question mark: it is not known yet. ${STARS}`],
  best: ['Best', 'Your own best result on this level, without the help of the solver. Your browser keeps it.'],
});

export class Score {
  #numbers = new Map();

  constructor(game) {
    const entries = Object.entries(about(game));
    this.element = make(
      'dl',
      { class: 'score', id: 'score' },
      entries.map(([name, [word]]) => {
        const number = make('dd', { id: name });
        const term = make(
          'button',
          { type: 'button', class: 'term', 'data-term': name, popovertarget: `about-${name}` },
          word,
        );
        const row = make('div', { class: `score-${name}` }, make('dt', {}, term), number);
        this.#numbers.set(name, [row, number, term]);
        return row;
      }),
    );
    this.notes = entries.map(([name, [, words]]) => this.#note(name, words));
  }

  /** The words about a number, which open below its name. */
  #note(name, words) {
    const note = make('div', { class: 'term-about', id: `about-${name}`, popover: 'auto' }, words);
    note.addEventListener('beforetoggle', ({ newState }) => {
      if (newState !== 'open') return;
      const box = this.#numbers.get(name)[2].getBoundingClientRect();
      note.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - 300))}px`;
      note.style.top = `${box.bottom + 6}px`;
    });
    return note;
  }

  /** Shows the numbers; those that are undefined are unknown. A level that is `unsolvable` has no par. */
  show({ cost = 0, par, best, unsolvable }) {
    const [, costPlace] = this.#numbers.get('cost');
    const [, parPlace] = this.#numbers.get('par');
    const [bestRow, bestPlace] = this.#numbers.get('best');
    write(costPlace, count(cost));
    write(parPlace, unsolvable ? '–' : par === undefined ? '?' : count(par));
    set(costPlace, 'data-over', par !== undefined && cost > par);
    bestRow.hidden = best === undefined;
    write(bestPlace, best === undefined ? '' : count(best));
  }
}
