// The ground of a board: all that lies still.
//
// It comes as a list of paths to fill, bottom to top, and the labels above them. The engine gathers the cells,
// so a maze of 141 × 141 cells is a handful of elements. Only paths that have changed are drawn again.

import { draw } from '../dom.js';
import { filled } from './looks.js';

const drawn = new WeakMap();

/** The element of a part of the ground, which is kept as long as the part is. */
function element(layer, part) {
  const known = drawn.get(part);
  if (known && (!known.parentNode || known.parentNode === layer)) return known;
  const made = filled(part);
  drawn.set(part, made);
  return made;
}

/** Shows the ground of a drawing in an element, bottom to top. */
export function showGround(layer, { ground, signs = [] }) {
  const sign = ({ x, y, label, tone }) => draw('text', { class: `sign ${tone}`, x: x + 0.5, y: y + 0.71 }, label);
  const wanted = [...ground.map((part) => element(layer, part)), ...signs.map(sign)];
  const staying = new Set(wanted);
  for (const child of [...layer.children]) if (!staying.has(child)) child.remove();
  wanted.forEach((child, place) => {
    if (layer.children[place] !== child) layer.insertBefore(child, layer.children[place] ?? null);
  });
}
