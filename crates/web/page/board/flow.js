// Surfaces that run, such as belts: marks that travel over their cells while a film is shown.
//
// A mark comes in where the surface before leads to its cell, and leaves the way that the cell runs. Where nothing
// leads to a cell, it begins in the middle.
//
// Elements: `.flows` with two `path.flow` for each cell.

import { draw } from '../dom.js';

const STEPS = { right: [1, 0, 0], down: [0, 1, 90], left: [-1, 0, 180], up: [0, -1, 270] };

const MARK = 'M-.07-.18.07 0-.07.18';

/** A place as a transform: so far from the middle of the cell, turned to a direction. */
const at = ([x, y], far, turn) => `translate(${x * far}px, ${y * far}px) rotate(${turn}deg)`;

/** The way a mark takes over a cell. */
function keyframes(from, to) {
  const out = STEPS[to];
  const end = { transform: at(out, 0.5, out[2]), opacity: 0 };
  if (!from) return [{ transform: at(out, 0, out[2]), opacity: 0, offset: 0.5 }, end];
  const into = STEPS[from];
  // The shorter way round.
  const turn = into[2] + ((((out[2] - into[2] + 180) % 360) + 360) % 360) - 180;
  const middle = { transform: at(out, 0, (into[2] + turn) / 2), opacity: 0.8, offset: 0.5 };
  return [
    { transform: at(into, -0.5, into[2]), opacity: 0 },
    middle,
    { transform: at(out, 0.5, turn), opacity: 0 },
  ];
}

export class Flow {
  #layer;
  #cells = null;
  #pace = 0;

  constructor(layer) {
    this.#layer = layer;
  }

  /** Lets cells run, a cell in `pace` milliseconds; nothing runs for null. */
  show(cells, pace) {
    if (this.#cells === cells && this.#pace === pace) return;
    [this.#cells, this.#pace] = [cells, pace];
    this.#layer.replaceChildren();
    const into = new Map();
    for (const [x, y, way] of cells ?? []) {
      const place = `${x + STEPS[way][0]},${y + STEPS[way][1]}`;
      into.set(place, [...(into.get(place) ?? []), way]);
    }
    for (const [x, y, way] of cells ?? []) {
      const ways = into.get(`${x},${y}`) ?? [];
      const from = ways.includes(way) ? way : ways[0];
      for (const part of [0, 0.5]) {
        const mark = draw('path', { class: 'flow', d: MARK });
        this.#layer.append(draw('g', { transform: `translate(${x + 0.5} ${y + 0.5})` }, mark));
        mark.animate(keyframes(from, way), { duration: pace, delay: -part * pace, iterations: Infinity });
      }
    }
  }
}
