// The tension along the solution: a column for each step, of the moves that keep the optimum, the safe ones and
// the losing ones. A column can be pointed at and clicked, which goes to that step.
//
// Elements: `#tension` with `[data-step=N]` columns and `#tension-step`, the words about one.

import { count, draw, make, set, write } from '../dom.js';

const HEIGHT = 40;
const KINDS = ['optimal', 'safe', 'losing', 'unknown'];

const KEY = [
  ['optimal', 'keep the optimum'],
  ['safe', 'are safe'],
  ['losing', 'lose'],
  ['unknown', 'are not known'],
];

const words = (step, at) =>
  `Move ${at + 1}: ${step.open} open, ${step.optimal} optimal, ${step.safe} safe, ${step.losing} losing` +
  `${step.unknown ? `, ${step.unknown} not known` : ''}` +
  `${step.trap ? '; a trap: the right move looks wrong' : ''}${step.no_return ? '; no way back' : ''}.`;

export class TensionCurve {
  #chart = draw('svg', { class: 'tension-chart', role: 'img', 'aria-label': 'Tension along the solution', preserveAspectRatio: 'none' });
  #words = make('p', { id: 'tension-step' });
  #go;

  /** `go` is called with the number of a step that is clicked. */
  constructor(go) {
    this.#go = go;
    this.element = make('div', { id: 'tension', hidden: true }, this.#chart, this.#words);
  }

  hide() {
    this.element.hidden = true;
  }

  show(steps) {
    this.element.hidden = !steps.length;
    const most = Math.max(1, ...steps.map(({ open }) => open));
    set(this.#chart, 'viewBox', `0 0 ${Math.max(1, steps.length)} ${HEIGHT}`);
    this.#chart.replaceChildren(...steps.map((step, at) => this.#column(step, at, most)));
    const risky = steps.filter(({ losing }) => losing).length;
    const all = `${count(steps.length)} ${steps.length === 1 ? 'move' : 'moves'}, ${count(risky)} where another would lose. Moves that`;
    const shown = KEY.filter(([kind]) => kind !== 'unknown' || steps.some(({ unknown }) => unknown));
    const keys = shown.map(([kind, does]) =>
      make('span', { class: 'tension-key' }, make('i', { class: `tension-${kind}` }), does),
    );
    this.#words.replaceChildren(all, ...keys);
  }

  #column(step, at, most) {
    let y = HEIGHT;
    const parts = KINDS.filter((kind) => step[kind]).map((kind) => {
      const height = (HEIGHT * step[kind]) / most;
      y -= height;
      return draw('rect', { class: `tension-${kind}`, x: at + 0.05, y, width: 0.9, height });
    });
    return draw(
      'g',
      {
        'data-step': at,
        class: step.trap ? 'trap' : null,
        onpointerenter: () => write(this.#words, words(step, at)),
        onclick: () => this.#go(at),
      },
      draw('title', {}, words(step, at)),
      draw('rect', { class: 'tension-room', x: at, y: 0, width: 1, height: HEIGHT }),
      ...parts,
    );
  }
}
