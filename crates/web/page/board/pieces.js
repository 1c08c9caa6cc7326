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

/** A place as a transform. */
const at = ({ x, y }) => `translate(${x}px, ${y}px)`;

export class Pieces {
  #layer;
  #named = new Map();

  constructor(layer) {
    this.#layer = layer;
  }

  /**
   * Shows these pieces, bottom to top, in the looks of a drawing; `glide` says how they go, as
   * `duration` in milliseconds and `easing`. Returns those that have moved, as [piece, look].
   */
  show(pieces, stamps, glide) {
    this.#layer.style.setProperty('--glide', `${glide.duration}ms`);
    this.#layer.style.setProperty('--ease', glide.easing);
    const ids = stamps.map(intern);
    const staying = new Set(pieces.map((piece) => piece.name));
    for (const [name, one] of this.#named) {
      if (staying.has(name)) continue;
      one.element.remove();
      this.#named.delete(name);
    }
    const moved = [];
    const met = this.#meetings(pieces);
    const wanted = [];
    for (const piece of pieces) {
      const id = ids[piece.look];
      const one = this.#named.get(piece.name) ?? this.#create(piece, id, met, glide);
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
    const order = new Map([...this.#layer.children].map((element, place) => [element, place]));
    this.#arrange(wanted, order);
    return moved;
  }

  /** Where the pieces come from that go somewhere else now, by the place to which they go. */
  #meetings(pieces) {
    const from = new Map();
    for (const { name, x, y } of pieces) {
      const one = this.#named.get(name);
      if (one && (one.x !== x || one.y !== y)) from.set(`${x},${y}`, { x: one.x, y: one.y });
    }
    return from;
  }

  /** A new piece. One that appears on a piece on its way, such as icing, comes along with it. */
  #create(piece, id, met, glide) {
    const element = draw('g', { class: 'piece fresh', 'data-piece': piece.name }, shapes(look(id)));
    const one = { element, look: id, x: piece.x, y: piece.y };
    this.#named.set(piece.name, one);
    this.#place(one, piece);
    const from = met.get(`${piece.x},${piece.y}`);
    if (from) one.element.animate({ transform: [at(from), at(piece)] }, glide);
    return one;
  }

  #place(one, { x, y }) {
    Object.assign(one, { x, y });
    one.element.style.transform = at(one);
    set(one.element, 'data-x', x);
    set(one.element, 'data-y', y);
  }

  /** Brings elements into order; those of the longest row that is in order already stay put. */
  #arrange(wanted, order) {
    const kept = risingRow(wanted.map((element) => order.get(element) ?? -1));
    let next = null;
    for (let place = wanted.length - 1; place >= 0; place -= 1) {
      if (!kept.has(place)) this.#layer.insertBefore(wanted[place], next);
      next = wanted[place];
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
