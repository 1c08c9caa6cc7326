// The pieces of a board, which glide because each keeps its name.
//
// A piece is one element as long as its name occurs. Its place is a CSS transform, so the style
// sheet lets it glide, and a piece that is sent elsewhere on its way turns from where it is.
// Moving an element in the document would end its glide; so of the pieces that stay, only those
// whose order has changed are moved.
//
// Elements: `g.piece[data-piece=NAME][data-x][data-y]`.

import { draw, set } from '../dom.js';
import { intern, look, shapes } from './looks.js';

export class Pieces {
  #layer;
  #named = new Map();

  constructor(layer) {
    this.#layer = layer;
  }

  /**
   * Shows these pieces, bottom to top, in the looks of a drawing. Returns those that have moved,
   * as [piece, look].
   */
  show(pieces, stamps) {
    const ids = stamps.map(intern);
    const staying = new Set(pieces.map((piece) => piece.name));
    for (const [name, one] of this.#named) {
      if (staying.has(name)) continue;
      one.element.remove();
      this.#named.delete(name);
    }
    const moved = [];
    const order = new Map([...this.#layer.children].map((element, at) => [element, at]));
    const wanted = [];
    for (const piece of pieces) {
      const id = ids[piece.look];
      const one = this.#named.get(piece.name) ?? this.#create(piece, id);
      if (one.look !== id) {
        one.look = id;
        one.element.replaceChildren(...shapes(look(id)));
      }
      if (one.x !== piece.x || one.y !== piece.y) {
        this.#place(one, piece);
        moved.push([piece, look(id)]);
      }
      wanted.push(one.element);
    }
    this.#arrange(wanted, order);
    return moved;
  }

  #create(piece, id) {
    const element = draw('g', { class: 'piece', 'data-piece': piece.name }, shapes(look(id)));
    const one = { element, look: id, x: piece.x, y: piece.y };
    this.#place(one, piece);
    this.#named.set(piece.name, one);
    return one;
  }

  #place(one, { x, y }) {
    Object.assign(one, { x, y });
    one.element.style.transform = `translate(${x}px, ${y}px)`;
    set(one.element, 'data-x', x);
    set(one.element, 'data-y', y);
  }

  /** Brings elements into order; those of the longest row that is in order already stay put. */
  #arrange(wanted, order) {
    const kept = risingRow(wanted.map((element) => order.get(element) ?? -1));
    let next = null;
    for (let at = wanted.length - 1; at >= 0; at -= 1) {
      if (!kept.has(at)) this.#layer.insertBefore(wanted[at], next);
      next = wanted[at];
    }
  }
}

/** The places of a longest rising row among numbers; those below 0 are passed over. */
function risingRow(numbers) {
  const ends = [];
  const before = new Array(numbers.length).fill(-1);
  numbers.forEach((number, at) => {
    if (number < 0) return;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[ends[middle]] < number) low = middle + 1;
      else high = middle;
    }
    before[at] = low > 0 ? ends[low - 1] : -1;
    ends[low] = at;
  });
  const row = new Set();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]) row.add(at);
  return row;
}
