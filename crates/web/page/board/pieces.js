// The pieces of a board: an element for each, and where it is.
//
// A piece keeps its element as long as its name occurs. Its place is a transform that is set directly, so that
// a motion decides where it is at every moment. Only elements that change are touched, and only those whose
// order changes are moved in the document.
//
// Elements: `g.piece[data-piece=NAME][data-x][data-y]`; the place is the last that it has reached. Below a piece
// in the air lies an `ellipse.shadow`.

import { draw, set } from '../dom.js';
import { look, looks, intern, shapes } from './looks.js';

/** A piece smaller than this fades. */
const FADING = 0.5;

/** A place as a transform; a piece turns and grows about the middle of its cell. */
function transform({ x, y, turn = 0, scale = 1, rise = 0 }) {
  const place = `translate(${x}px, ${y - rise}px)`;
  if (!turn && scale === 1) return place;
  return `${place} translate(0.5px, 0.5px) rotate(${turn}deg) scale(${scale}) translate(-0.5px, -0.5px)`;
}

const differs = (one, { x, y, turn = 0, scale = 1 }) =>
  one.x !== x || one.y !== y || one.turn !== turn || one.scale !== scale;

export class Pieces {
  #layer;
  #named = new Map();
  #rank = new Map();

  constructor(layer) {
    this.#layer = layer;
  }

  /** Where a piece is, or undefined. */
  at(name) {
    return this.#named.get(name);
  }

  /** The names of all pieces. */
  get names() {
    return [...this.#named.keys()];
  }

  /** The pieces of a drawing that are not where they are now, or not there at all, as [piece, look]. */
  moved(pieces, stamps) {
    const elsewhere = (piece) => !this.#named.has(piece.name) || differs(this.#named.get(piece.name), piece);
    return pieces.filter(elsewhere).map((piece) => [piece, stamps[piece.look]]);
  }

  /** Sets the order in which pieces that appear are drawn, bottom to top. */
  rank(pieces) {
    this.#rank = new Map(pieces.map(({ name }, place) => [name, place]));
  }

  /** Shows exactly these pieces, bottom to top, in the looks of a drawing. */
  show(pieces, stamps) {
    const ids = stamps === looks ? null : stamps.map(intern);
    const staying = new Set(pieces.map((piece) => piece.name));
    for (const name of [...this.#named.keys()]) if (!staying.has(name)) this.remove(name);
    const wanted = pieces.map((piece) => this.#put(piece, ids ? ids[piece.look] : piece.look).element);
    const children = this.#layer.children;
    if (children.length === wanted.length && wanted.every((element, place) => children[place] === element)) return;
    this.#arrange(wanted, new Map([...children].map((element, place) => [element, place])));
  }

  /** Puts a piece where it is now, in a look by its permanent number. */
  put(piece) {
    const fresh = !this.#named.has(piece.name);
    const one = this.#put(piece, piece.look);
    if (fresh) this.#layer.insertBefore(one.element, this.#above(piece.name));
    return one;
  }

  remove(name) {
    const one = this.#named.get(name);
    one?.shadow?.remove();
    one?.element.remove();
    this.#named.delete(name);
  }

  /** Draws a piece at a place on its way; `rise` is how far it is above the board, `fade` how faint it is. */
  pass(name, place, fade = 0) {
    const one = this.#named.get(name);
    if (!one) return;
    one.passing = true;
    this.#draw(one, place, fade);
  }

  #put(piece, id) {
    let one = this.#named.get(piece.name);
    if (!one) {
      const element = draw('g', { class: 'piece', 'data-piece': piece.name }, shapes(look(id)));
      one = { element, look: id, passing: true };
      this.#named.set(piece.name, one);
    } else if (one.look !== id) {
      one.look = id;
      one.element.replaceChildren(...shapes(look(id)));
    }
    if (one.passing || differs(one, piece)) {
      const { x, y, turn = 0, scale = 1 } = piece;
      Object.assign(one, { x, y, turn, scale, passing: false });
      this.#draw(one, one, 0);
      set(one.element, 'data-x', x);
      set(one.element, 'data-y', y);
    }
    return one;
  }

  #draw(one, place, fade) {
    const { element } = one;
    element.style.transform = transform(place);
    const { scale = 1, rise = 0 } = place;
    const opacity = Math.min(1, scale / FADING) * (1 - fade);
    if (opacity < 1) element.style.opacity = opacity;
    else if (element.style.opacity) element.style.removeProperty('opacity');
    if (rise > 0) {
      one.shadow ??= draw('ellipse', { class: 'shadow', cx: 0.5, cy: 0.72, rx: 0.3, ry: 0.16 });
      if (!one.shadow.parentNode) this.#layer.insertBefore(one.shadow, element);
      one.shadow.style.transform = `translate(${place.x}px, ${place.y}px)`;
    } else if (one.shadow) {
      one.shadow.remove();
      one.shadow = undefined;
    }
  }

  /** The lowest element that is drawn above a piece which appears. */
  #above(name) {
    const rank = this.#rank.get(name);
    if (rank === undefined) return null;
    let above = null;
    for (let element = this.#layer.lastChild; element; element = element.previousSibling) {
      const other = this.#rank.get(element.dataset.piece);
      if (other !== undefined && other < rank) break;
      if (other !== undefined) above = element;
    }
    return above;
  }

  /** Sorts the elements; those of a longest increasing subsequence are not moved. */
  #arrange(wanted, order) {
    const kept = increasingSubsequence(wanted.map((element) => order.get(element) ?? -1));
    let next = null;
    for (let place = wanted.length - 1; place >= 0; place -= 1) {
      if (!kept.has(place)) this.#layer.insertBefore(wanted[place], next);
      next = wanted[place];
    }
  }
}

/** The indices of a longest increasing subsequence; numbers below 0 are skipped. */
function increasingSubsequence(numbers) {
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
