// The map of the space on a canvas: states as points in columns by their distance from the start. A click on a
// point shows its position.
//
// Elements: `#analyse-map` with a canvas; `data-points` is the number of points.

import { count, make, set, write } from '../dom.js';

const WIDTH = 640;
const HEIGHT = 360;
const MARGIN = 18;

/** The kinds of points, from the lowest layer to the highest: letter, colour, size among others, least radius. */
const KINDS = [
  ['?', '--map-unknown', 1, 1.5],
  ['d', '--map-dead', 1, 1.5],
  ['w', '--map-winnable', 1, 1.5],
  ['o', '--map-optimal', 1.3, 3],
  ['!', '--map-solved', 1.7, 4],
  ['*', '--map-start', 1.9, 6],
];

export class SpaceMap {
  #canvas = make('canvas', { width: WIDTH, height: HEIGHT, role: 'img', tabindex: -1 });
  #words = make('figcaption', {});
  #space = null;
  #canVisit = false;
  /** The point that was clicked last. */
  #chosen = null;

  /** `visit` is called with the number of a state that is clicked. */
  constructor(visit) {
    this.element = make('figure', { id: 'analyse-map', hidden: true }, this.#canvas, this.#words);
    this.#canvas.addEventListener('click', (event) => {
      const at = this.#nearest(event);
      if (at === null || !this.#canVisit) return;
      this.#chosen = at;
      this.#draw();
      visit(this.#space.states[at]);
    });
  }

  hide() {
    this.element.hidden = true;
    this.#space = null;
  }

  /** Shows the map of an analysis. Where a clock ended the exploration, states have other numbers the next time. */
  show(space, { whole, limit }) {
    this.#space = space;
    this.#chosen = null;
    this.#canVisit = whole || limit === 'states';
    this.element.hidden = false;
    set(this.element, 'data-points', space.states.length);
    const sample = `${whole ? '' : ' of those seen'}${space.sampled ? ', a sample' : ''}`;
    const unknown = whole ? '' : 'undecided ones pale, ';
    const words = `${count(space.states.length)} states${sample}, by their distance from the start (the ring): dead ones grey, ${unknown}others blue, those on optimal solutions green, solved ones golden.${this.#canVisit ? ' Click one to see its position.' : ''}`;
    write(this.#words, words);
    set(this.#canvas, 'aria-label', words);
    this.#draw();
  }

  #place(at) {
    const { columns, x, y } = this.#space;
    return [
      MARGIN + (x[at] / 100 / Math.max(1, columns)) * (WIDTH - 2 * MARGIN),
      MARGIN + (y[at] / 1000) * (HEIGHT - 2 * MARGIN),
    ];
  }

  #draw() {
    const context = this.#canvas.getContext('2d');
    const style = getComputedStyle(this.element);
    const size = Math.min(8, Math.max(1, Math.sqrt(6000 / this.#space.states.length)));
    context.clearRect(0, 0, WIDTH, HEIGHT);
    for (const [kind, colour, scale, least] of KINDS) {
      const radius = Math.max(least, size * scale);
      const ink = style.getPropertyValue(colour);
      [context.fillStyle, context.strokeStyle, context.lineWidth] = [ink, ink, Math.max(3, size)];
      context.beginPath();
      for (let at = 0; at < this.#space.states.length; at += 1) {
        if (this.#space.kinds[at] !== kind) continue;
        const [x, y] = this.#place(at);
        context.moveTo(x + radius, y);
        context.arc(x, y, radius, 0, 2 * Math.PI);
      }
      if (kind === '*') context.stroke();
      else context.fill();
    }
    if (this.#chosen === null) return;
    const [x, y] = this.#place(this.#chosen);
    [context.strokeStyle, context.lineWidth] = [style.getPropertyValue('--map-chosen'), 3];
    context.beginPath();
    context.arc(x, y, Math.max(9, 2 * size), 0, 2 * Math.PI);
    context.stroke();
  }

  /** The point nearest to a click, unless that is far away. */
  #nearest(event) {
    const box = this.#canvas.getBoundingClientRect();
    const [px, py] = [
      ((event.clientX - box.left) / box.width) * WIDTH,
      ((event.clientY - box.top) / box.height) * HEIGHT,
    ];
    let [best, least] = [null, 400];
    for (let at = 0; at < this.#space.states.length; at += 1) {
      const [x, y] = this.#place(at);
      const distance = (x - px) ** 2 + (y - py) ** 2;
      if (distance < least) [best, least] = [at, distance];
    }
    return best;
  }
}
