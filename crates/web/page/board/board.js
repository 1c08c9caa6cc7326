// A board: the ground, the pieces, the ghosts of a hint, and a cursor.
//
// It draws any drawing and knows no game. Between two drawings only the differences are updated: the
// ground if a cell has changed, the pieces by name. A cell is one unit of the drawing; its size in
// pixels depends on the frame around the board, in which a large board can be scrolled.
//
// Elements: `.frame` around `svg.board[data-width][data-height]`; in it `.pieces`, `.ghosts`
// (only while a hint is shown) and `.cursor`. The board has `data-moving` while pieces move.

import { draw, make, set, prefersReducedMotion } from '../dom.js';
import { differences } from './differences.js';
import { Flow } from './flow.js';
import { showGround } from './ground.js';
import { intern, looks, same, survey } from './looks.js';
import { Motion, moves } from './motion.js';
import { Pieces } from './pieces.js';

/** Space around the cells, in cells. */
const MARGIN = 0.2;

/** The maximum pixels of a cell when the board fits its frame, or that part of the frame if it is more, and
 * when it is enlarged. */
const CELL = { fitting: 132, part: 1 / 5, largest: 200 };

/** The least pixels of a cell that is a whole number of them, which leaves no seams: smaller ones would lose too much. */
const WHOLE = 12;

/** The least factor by which every board can be enlarged. */
const ZOOM = 6;

export class Board {
  #ground = draw('g', { class: 'grounds' });
  #flows = draw('g', { class: 'flows' });
  #flow = new Flow(this.#flows);
  #layer = draw('g', { class: 'pieces' });
  #ghosts = draw('g', { class: 'ghosts', hidden: true });
  #cursor = draw('g', { class: 'cursor', hidden: true });
  #pieces = new Pieces(this.#layer);
  #motion = new Motion(this.#pieces);
  #survey = null;
  #zoom = 1;
  #fitting = 1;
  #margin = MARGIN;
  #followed = null;

  constructor(id) {
    this.svg = draw(
      'svg',
      { class: 'board', id, width: 0, height: 0, 'aria-hidden': 'true' },
      this.#ground,
      this.#flows,
      this.#layer,
      this.#ghosts,
      this.#cursor,
    );
    this.frame = make('div', { class: 'frame', id: `${id}-frame` }, this.svg);
    new ResizeObserver(() => this.#fit()).observe(this.frame);
  }

  /** The number of columns and rows. */
  get size() {
    return this.#survey ? [this.#survey.width, this.#survey.height] : [0, 0];
  }

  /**
   * Shows a drawing. Pieces go through the `frames` of a motion, or else straight to their places in `glide`
   * milliseconds; at once if both are missing. The whole motion takes at most `most` milliseconds. Returns the
   * pieces that are elsewhere now, with their looks.
   */
  show(drawing, { frames = [], glide = 0, most } = {}) {
    this.finish();
    const next = survey(drawing);
    const resized = this.#survey?.width !== next.width || this.#survey?.height !== next.height;
    if (resized || (this.#survey !== next && !same(this.#survey, next))) {
      this.#survey = next;
      showGround(this.#ground, drawing);
      if (resized) this.#fit();
    }
    this.ghosts(null);
    const { pieces, looks: stamps } = drawing;
    const moved = this.#pieces.moved(pieces, stamps);
    if (frames.length && moves()) this.#play(frames, pieces, stamps, { most });
    else this.showPieces(pieces, stamps, glide);
    this.#follow(moved.at(-1)?.[0] ?? (resized ? pieces.at(-1) : null));
    return moved;
  }

  /** Shows other pieces on the same ground: they go straight to their places in this many milliseconds. */
  showPieces(pieces, stamps, glide) {
    this.finish();
    if (!glide || !moves()) {
      this.#pieces.show(pieces, stamps);
      return;
    }
    const number = (piece) => (stamps === looks ? piece.look : intern(stamps[piece.look]));
    const staying = new Set(pieces.map(({ name }) => name));
    const frame = {
      path: 'straight',
      span: 1,
      pieces: this.#pieces.moved(pieces, stamps).map(([piece]) => ({ ...piece, look: number(piece) })),
      gone: this.#pieces.names.filter((name) => !staying.has(name)),
    };
    this.#play([frame], pieces, stamps, { pace: glide });
  }

  /** Lets the surface of cells run, a cell in this many milliseconds; nothing runs for null. */
  flow(cells, pace) {
    this.#flow.show(cells && moves() ? cells : null, pace);
  }

  /** Ends a motion: everything is where it belongs. Returns whether there was one. */
  finish() {
    return this.#motion.finish();
  }

  /** A promise that is kept when nothing moves. */
  still() {
    return this.#motion.still();
  }

  #play(frames, pieces, stamps, how) {
    this.#pieces.rank(pieces);
    set(this.svg, 'data-moving', true);
    this.#motion.play(
      frames,
      () => {
        this.#pieces.show(pieces, stamps);
        set(this.svg, 'data-moving', false);
      },
      how,
    );
  }

  /** Shows faintly what differs in another drawing; nothing for null. */
  ghosts(from, to) {
    set(this.#ghosts, 'hidden', !from);
    if (!from) {
      if (this.#ghosts.firstChild) this.#ghosts.replaceChildren();
      return;
    }
    this.#ghosts.replaceChildren(...differences(from, to));
  }

  /** A layer of one's own above the pieces, in the units of the board. */
  layer(name) {
    const layer = draw('g', { class: name });
    this.#cursor.before(layer);
    return layer;
  }

  /** The same between the ground and the pieces. */
  layerBelow(name) {
    const layer = draw('g', { class: name });
    this.#layer.before(layer);
    return layer;
  }

  /** Shows the cursor at a cell or at its bottom right corner; hides it for null. */
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

  /** The place under a pointer, in fractional cells. */
  under(event) {
    const box = this.svg.getBoundingClientRect();
    const [width, height] = this.size;
    return {
      x: ((event.clientX - box.left) / box.width) * (width + 2 * this.#margin) - this.#margin,
      y: ((event.clientY - box.top) / box.height) * (height + 2 * this.#margin) - this.#margin,
    };
  }

  /** The cell under a pointer, or null outside the board. */
  cell(event) {
    const { x, y } = this.under(event);
    const [width, height] = this.size;
    const at = { x: Math.floor(x), y: Math.floor(y) };
    return at.x >= 0 && at.y >= 0 && at.x < width && at.y < height ? at : null;
  }

  /** The corner nearest to a pointer, given by its top left cell, or null. */
  corner(event) {
    const { x, y } = this.under(event);
    const [width, height] = this.size;
    const at = { x: Math.round(x) - 1, y: Math.round(y) - 1 };
    return at.x >= 0 && at.y >= 0 && at.x < width - 1 && at.y < height - 1 ? at : null;
  }

  /** Scales the board by a factor; null makes it fit. */
  zoom(factor) {
    const most = Math.max(ZOOM, CELL.largest / this.#fitting);
    this.#zoom = factor === null ? 1 : Math.min(most, Math.max(1, this.#zoom * factor));
    this.#fit();
  }

  /** Shakes the board: the gesture was refused. */
  shake() {
    if (prefersReducedMotion()) return;
    this.svg.animate({ translate: ['0', '-5px', '5px', '-3px', '0'] }, { duration: 240 });
  }

  /** Sets the size of a cell so that the board fits its frame. */
  #fit() {
    const [width, height] = this.size;
    if (!width) return;
    const [wide, high] = [width + 2 * MARGIN, height + 2 * MARGIN];
    const { offsetWidth, offsetHeight } = this.frame;
    if (!offsetWidth || !offsetHeight) return;
    const most = Math.max(CELL.fitting, Math.min(offsetWidth, offsetHeight) * CELL.part);
    this.#fitting = Math.min(offsetWidth / wide, offsetHeight / high, most);
    const exact = this.#fitting * this.#zoom;
    const cell = exact < WHOLE ? exact : Math.floor(exact);
    this.#margin = exact < WHOLE ? MARGIN : Math.floor(MARGIN * cell) / cell;
    const [around, across, down] = [this.#margin, width + 2 * this.#margin, height + 2 * this.#margin];
    set(this.svg, 'viewBox', `${-around} ${-around} ${across} ${down}`);
    set(this.svg, 'width', Math.floor(across * cell + 1e-6));
    set(this.svg, 'height', Math.floor(down * cell + 1e-6));
    set(this.svg, 'data-width', width);
    set(this.svg, 'data-height', height);
    this.#follow(null);
  }

  /** Scrolls to a piece if the board is larger than its frame. */
  #follow(piece) {
    this.#followed = piece ?? this.#followed;
    const { frame, svg } = this;
    if (!this.#followed || !frame.isConnected) return;
    if (frame.scrollWidth <= frame.clientWidth + 1 && frame.scrollHeight <= frame.clientHeight + 1) return;
    const { x, y } = this.#followed;
    const cell = svg.clientWidth / (this.size[0] + 2 * this.#margin) || 1;
    const [left, top] = [(x + 0.5 + this.#margin) * cell, (y + 0.5 + this.#margin) * cell];
    const inside = (at, from, length) => at > from + length * 0.25 && at < from + length * 0.75;
    if (inside(left, frame.scrollLeft, frame.clientWidth) && inside(top, frame.scrollTop, frame.clientHeight))
      return;
    frame.scrollTo({
      left: left - frame.clientWidth / 2,
      top: top - frame.clientHeight / 2,
      behavior: prefersReducedMotion() || !piece ? 'instant' : 'smooth',
    });
  }
}
