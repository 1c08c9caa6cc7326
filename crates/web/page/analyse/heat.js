// What the analysis draws over the board: where pieces go, and the parts that are not needed.
//
// Elements: `.heat` in the board with `rect` for cells, `.unneeded` with `[data-role]` marks.

import { draw } from '../dom.js';

export class HeatLayer {
  #heat;
  #marks;

  /** `boards`: that of the player and, in the editor, the one to paint on. */
  constructor(boards) {
    this.#heat = boards.map((board) => board.layerBelow('heat'));
    this.#marks = boards.map((board) => board.layer('unneeded'));
  }

  clear() {
    for (const layer of [...this.#heat, ...this.#marks]) layer.replaceChildren();
  }

  /** Shows the heat of a kind, `play` or `solutions`; nothing for another. */
  show(heat, kind) {
    const shares = heat?.[kind] ?? [];
    const most = Math.max(...shares, Number.MIN_VALUE);
    const cell = (share, at) => {
      const [x, y] = [at % heat.width, Math.floor(at / heat.width)];
      return share && draw('rect', { x, y, width: 1, height: 1, opacity: (0.12 + (0.6 * share) / most).toFixed(2) });
    };
    for (const layer of this.#heat) layer.replaceChildren(...shares.map(cell).filter(Boolean));
  }

  /** Marks parts, by their places and roles. */
  mark(parts) {
    const cross = ({ x, y, role }) =>
      draw('path', { 'data-role': role, d: `M${x + 0.12} ${y + 0.12}l.76 .76M${x + 0.88} ${y + 0.12}l-.76 .76` });
    for (const layer of this.#marks) layer.replaceChildren(...parts.map(cross));
  }
}
