// A board as text: a legend, and its rows in characters.
//
// The legend explains the picture; the rows are for people who cannot see it. They are written only while
// they are open, since they are long on large boards.
//
// Elements: `#legend` with one `li` for each meaning; `#board-text` (details) with `#board-rows`.

import { make, write } from '../dom.js';
import { emblem } from './looks.js';

/** The rows of a drawing in characters, pieces over cells. */
export function rows(drawing) {
  const signs = Array.from({ length: drawing.height }, () => new Array(drawing.width).fill(' '));
  for (const cell of drawing.cells) signs[cell.y][cell.x] = drawing.looks[cell.look].sign;
  const between = [];
  for (const piece of drawing.pieces) {
    const { sign } = drawing.looks[piece.look];
    if (!sign.trim()) continue;
    const [x, y] = [Math.round(piece.x), Math.round(piece.y)];
    if (x === piece.x && y === piece.y) {
      if (signs[y]?.[x] !== undefined) signs[y][x] = sign;
    } else if (Number.isInteger(piece.x * 2) && Number.isInteger(piece.y * 2)) {
      between.push(`${sign} at column ${piece.x + 1}, row ${piece.y + 1}`);
    }
  }
  return [...signs.map((row) => row.join('').trimEnd()), ...between].join('\n');
}

/** A sentence about where pieces have moved; empty if they are too many. */
export function describeMoves(drawing, moved) {
  const named = [];
  for (const [piece, stamp] of moved) {
    const entry = drawing.legend.find(({ look }) => {
      const other = drawing.looks[look];
      return other.sign === stamp.sign && other.tone === stamp.tone && stamp.sign.trim();
    });
    if (entry) named.push(`${entry.text} at column ${piece.x + 1}, row ${piece.y + 1}`);
  }
  return named.length > 4 ? '' : named.join('; ');
}

/** A sentence about what is on a cell, top first. */
export function describeCell(drawing, { x, y }) {
  const here = [
    ...drawing.pieces.filter((piece) => piece.x === x && piece.y === y).reverse(),
    ...drawing.cells.filter((cell) => cell.x === x && cell.y === y),
  ];
  const words = here.map(({ look }) => {
    const { sign } = drawing.looks[look];
    const entry = drawing.legend.find(
      (other) => other.look === look || (sign.trim() && drawing.looks[other.look].sign === sign),
    );
    return entry?.text ?? sign.trim();
  });
  return `Column ${x + 1}, row ${y + 1}: ${[...new Set(words.filter(Boolean))].join(', ') || 'nothing'}`;
}

export class BoardDescription {
  #legend = make('ul', { class: 'legend', id: 'legend' });
  #rows = make('pre', { id: 'board-rows', tabindex: '0', 'aria-label': 'The board, row by row' });
  #title = make('p', { id: 'board-title' });
  #details = make(
    'details',
    { id: 'board-text' },
    make('summary', {}, 'The board as text'),
    this.#title,
    this.#rows,
  );
  #drawing = null;
  #entries = '';

  constructor() {
    this.element = make(
      'section',
      { class: 'panel', 'aria-labelledby': 'legend-head' },
      make('h2', { id: 'legend-head' }, 'Legend'),
      this.#legend,
      this.#details,
    );
    this.#details.addEventListener('toggle', () => this.#write());
  }

  show(drawing) {
    this.#drawing = drawing;
    const entries = JSON.stringify(drawing.legend.map(({ look, text }) => [drawing.looks[look], text]));
    if (entries !== this.#entries) {
      this.#entries = entries;
      this.#legend.replaceChildren(
        ...drawing.legend.map(({ look, text }) => {
          const stamp = drawing.looks[look];
          const sign = stamp.sign.trim() ? make('code', {}, stamp.sign) : null;
          return make('li', {}, emblem([stamp]), sign, make('span', {}, text));
        }),
      );
    }
    this.#write();
  }

  #write() {
    if (!this.#details.open || !this.#drawing) return;
    write(this.#title, this.#drawing.title);
    write(this.#rows, rows(this.#drawing));
  }
}
