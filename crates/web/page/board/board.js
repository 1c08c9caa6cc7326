// A board on the page: the ground, the pieces, ghosts of what a hint would do, and a cursor.
//
// It draws whatever drawing it is given and knows no game. Between two drawings only what differs
// is touched: the ground where a cell has changed, the pieces by name. One cell is one unit of
// the drawing; how many pixels that is hangs on the frame around it, which a large board may
// scroll in.
//
// Elements: `.frame` around `svg.board[data-width][data-height]`; in it `.pieces`, `.ghosts`
// (only while a hint is shown) and `.cursor`.

import { draw, make, set, still } from '../dom.js';
import { ground } from './ground.js';
import { look, same, shapes, survey } from './looks.js';
import { Pieces } from './pieces.js';

/** Space around the cells, in cells. */
const MARGIN = 0.2;

/** How many pixels a cell has at least and at most when it is made to fit. */
const CELL = { least: 9, most: 92 };

export class Board {
  #ground = draw('g', { class: 'grounds' });
  #layer = draw('g', { class: 'pieces' });
  #ghosts = draw('g', { class: 'ghosts', hidden: true });
  #cursor = draw('g', { class: 'cursor', hidden: true });
  #pieces = new Pieces(this.#layer);
  #survey = null;
  #zoom = 1;
  #followed = null;

  constructor(id) {
    this.svg = draw(
      'svg',
      { class: 'board', id, 'aria-hidden': 'true' },
      this.#ground,
      this.#layer,
      this.#ghosts,
      this.#cursor,
    );
    this.frame = make('div', { class: 'frame', id: `${id}-frame` }, this.svg);
    new ResizeObserver(() => this.#fit()).observe(this.frame);
  }

  /** The columns and rows that are shown. */
  get size() {
    return this.#survey ? [this.#survey.width, this.#survey.height] : [0, 0];
  }

  /**
   * Shows a drawing; pieces take `glide` milliseconds to their places, on the way that `ease`
   * names. Returns the pieces that moved, with their looks.
   */
  show(drawing, glide, ease = 'ease-out') {
    const next = survey(drawing);
    const resized = this.#survey?.width !== next.width || this.#survey?.height !== next.height;
    if (resized || !same(this.#survey, next)) {
      this.#survey = next;
      this.#ground.replaceChildren(...ground(next));
      if (resized) this.#fit();
    }
    this.ghosts(null);
    const moved = this.showPieces(drawing.pieces, drawing.looks, glide, ease);
    this.#follow(moved.at(-1)?.[0] ?? (resized ? drawing.pieces.at(-1) : null));
    return moved;
  }

  /** Shows other pieces on the same ground. */
  showPieces(pieces, stamps, glide, ease) {
    return this.#pieces.show(pieces, stamps, { duration: still() ? 0 : glide, easing: ease });
  }

  /** Shows, faintly, what would be different in another drawing; nothing for null. */
  ghosts(from, to) {
    set(this.#ghosts, 'hidden', !from);
    if (!from) {
      if (this.#ghosts.firstChild) this.#ghosts.replaceChildren();
      return;
    }
    const place = (x, y) => `translate(${x} ${y})`;
    const parts = [];
    const [before, after] = [survey(from), survey(to)];
    after.cells.forEach((id, at) => {
      if (id < 0 || before.cells[at] === id) return;
      const stamp = look(id);
      const [x, y] = [at % after.width, Math.floor(at / after.width)];
      parts.push(
        draw(
          'g',
          { transform: place(x, y) },
          draw('path', { class: stamp.tile ? stamp.tone : 'floor', d: 'M0 0h1v1h-1z' }),
          shapes(stamp),
        ),
      );
    });
    const stood = new Map(
      from.pieces.map((piece) => [piece.name, JSON.stringify([piece.x, piece.y, from.looks[piece.look]])]),
    );
    for (const piece of to.pieces) {
      const stamp = to.looks[piece.look];
      if (stood.get(piece.name) === JSON.stringify([piece.x, piece.y, stamp])) continue;
      parts.push(draw('g', { transform: place(piece.x, piece.y) }, shapes(stamp)));
    }
    this.#ghosts.replaceChildren(...parts);
  }

  /** Points at a cell, or at the corner below it to the right; at nothing for null. */
  point(at, spot = 'cell') {
    set(this.#cursor, 'hidden', !at);
    if (!at) return;
    const outline =
      spot === 'corner'
        ? draw('circle', { cx: at.x + 1, cy: at.y + 1, r: 0.28 })
        : draw('rect', { x: at.x, y: at.y, width: 1, height: 1, rx: 0.08 });
    this.#cursor.replaceChildren(outline);
    set(this.svg, 'data-cursor', `${at.x},${at.y}`);
  }

  /** The place under a pointer, in cells with their fractions. */
  under(event) {
    const box = this.svg.getBoundingClientRect();
    const [width, height] = this.size;
    return {
      x: ((event.clientX - box.left) / box.width) * (width + 2 * MARGIN) - MARGIN,
      y: ((event.clientY - box.top) / box.height) * (height + 2 * MARGIN) - MARGIN,
    };
  }

  /** The cell under a pointer, or null beside the board. */
  cell(event) {
    const { x, y } = this.under(event);
    const [width, height] = this.size;
    const at = { x: Math.floor(x), y: Math.floor(y) };
    return at.x >= 0 && at.y >= 0 && at.x < width && at.y < height ? at : null;
  }

  /** The corner nearest to a pointer, by the cell above it to the left, or null. */
  corner(event) {
    const { x, y } = this.under(event);
    const [width, height] = this.size;
    const at = { x: Math.round(x) - 1, y: Math.round(y) - 1 };
    return at.x >= 0 && at.y >= 0 && at.x < width - 1 && at.y < height - 1 ? at : null;
  }

  /** Makes the board larger or smaller than what fits. */
  zoom(factor) {
    this.#zoom = factor === null ? 1 : Math.min(6, Math.max(1, this.#zoom * factor));
    this.#fit();
  }

  /** A short shake: that did not work. */
  shake() {
    if (still()) return;
    this.svg.animate({ translate: ['0', '-5px', '5px', '-3px', '0'] }, { duration: 240 });
  }

  /** Chooses the size of a cell so that the board fits its frame. */
  #fit() {
    const [width, height] = this.size;
    if (!width) return;
    const [wide, high] = [width + 2 * MARGIN, height + 2 * MARGIN];
    const most = parseFloat(getComputedStyle(this.frame).getPropertyValue('--tallest')) || 70;
    const space = [this.frame.clientWidth, (window.innerHeight * most) / 100];
    const fitting = Math.min(space[0] / wide, space[1] / high, CELL.most);
    const cell = Math.max(fitting, CELL.least) * this.#zoom;
    set(this.svg, 'viewBox', `${-MARGIN} ${-MARGIN} ${wide} ${high}`);
    set(this.svg, 'width', Math.floor(wide * cell));
    set(this.svg, 'height', Math.floor(high * cell));
    set(this.svg, 'data-width', width);
    set(this.svg, 'data-height', height);
    this.#follow(null);
  }

  /** Keeps a piece in view where the board is larger than its frame. */
  #follow(piece) {
    this.#followed = piece ?? this.#followed;
    const { frame, svg } = this;
    if (!this.#followed || !frame.isConnected) return;
    if (frame.scrollWidth <= frame.clientWidth + 1 && frame.scrollHeight <= frame.clientHeight + 1) return;
    const { x, y } = this.#followed;
    const cell = svg.clientWidth / (this.size[0] + 2 * MARGIN) || 1;
    const [left, top] = [(x + 0.5 + MARGIN) * cell, (y + 0.5 + MARGIN) * cell];
    const inside = (at, from, length) => at > from + length * 0.25 && at < from + length * 0.75;
    if (inside(left, frame.scrollLeft, frame.clientWidth) && inside(top, frame.scrollTop, frame.clientHeight))
      return;
    frame.scrollTo({
      left: left - frame.clientWidth / 2,
      top: top - frame.clientHeight / 2,
      behavior: still() || !piece ? 'instant' : 'smooth',
    });
  }
}
