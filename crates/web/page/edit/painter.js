// Painting: the board of a draft, the brushes, and buttons to add and remove rows and columns.
//
// The first dab of a stroke paints the next variant of what is there; the rest of the stroke paints the
// same variant. The right button and the eraser remove what is on top. A brush paints cells or the
// corners between them; the cursor shows which.
//
// Elements: `#painter`; `#paint-board` in `#paint-board-frame`; `#brushes` with `[data-brush=N]`,
// `#eraser`; `[data-grow=EDGE]`, `[data-shrink=EDGE]`; `#edit-undo`, `#edit-redo`.

import { announce } from '../announce.js';
import { Board } from '../board/board.js';
import { describeCell } from '../board/description.js';
import { emblem } from '../board/looks.js';
import { button, key, make, set } from '../dom.js';
import { icon, labelled } from '../icons.js';
import { path } from '../play/pointer.js';

const EDGES = ['up', 'right', 'down', 'left'];
const SIDES = { up: 'at the top', right: 'on the right', down: 'at the bottom', left: 'on the left' };
const STEPS = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };

export class Painter {
  #draft;
  #brushes;
  #brush = 0;
  #stroke = null;
  #at = { x: 0, y: 0 };
  #palette;
  #area;
  #nothing = make('p', { class: 'faint', hidden: true }, 'This text has no board.');
  #undo = button('edit-undo', labelled('undo', 'Undo'), () => this.#draft.undo(), {
    class: 'tool',
    title: 'Undo an edit (Ctrl Z)',
  });
  #redo = button('edit-redo', labelled('redo', 'Redo'), () => this.#draft.redo(), {
    class: 'tool',
    title: 'Redo an edit (Ctrl Shift Z)',
  });

  constructor(draft, game) {
    this.#draft = draft;
    this.#brushes = game.brushes;
    this.board = new Board('paint-board');
    this.board.frame.classList.add('by-cells');
    this.#palette = this.#drawPalette();
    this.#area = make(
      'div',
      {
        class: 'board-area',
        id: 'paint-area',
        role: 'application',
        tabindex: '0',
        'aria-label': 'Board to paint on',
        'aria-describedby': 'paint-how',
      },
      this.board.frame,
      this.#nothing,
    );
    this.element = make(
      'section',
      { class: 'painter', id: 'painter', 'aria-label': 'Paint' },
      this.#palette,
      make(
        'div',
        { class: 'edged' },
        this.#area,
        EDGES.map((edge) => this.#drawEdge(edge)),
      ),
      make(
        'div',
        { class: 'paint-dock' },
        make('div', { class: 'toolbar', role: 'group', 'aria-label': 'Edits' }, this.#undo, this.#redo),
        make(
          'p',
          { class: 'how', id: 'paint-how' },
          'Drag to paint, right-click to erase; paint again to rotate or change. Arrows move a cursor, ',
          key('Space'),
          ' paints there, ',
          key('X'),
          ' erases.',
        ),
      ),
    );
    this.#listen();
    this.choose(Math.min(1, this.#brushes.length - 1));
    draft.addEventListener('reply', ({ detail }) => this.show(detail));
  }

  get keys() {
    return [
      {
        keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'],
        does: 'Choose a brush',
        act: (event, pressed) => this.choose((Number(pressed) + 9) % 10),
      },
      {
        keys: Object.keys(STEPS),
        does: 'Move the cursor',
        act: (event, pressed) => this.#move(STEPS[pressed]),
      },
      { keys: [' ', 'Enter'], does: 'Paint at the cursor', act: () => this.#dab(this.#at, this.#erasing()) },
      {
        keys: ['x', 'Delete', 'Backspace'],
        does: 'Erase at the cursor',
        act: () => this.#dab(this.#at, true),
      },
      { keys: ['e'], does: 'Eraser', act: () => this.choose(-1) },
    ];
  }

  show(reply) {
    if (reply.brushes) this.#offer(reply.brushes);
    set(this.#nothing, 'hidden', Boolean(reply.picture));
    set(this.board.svg, 'hidden', !reply.picture);
    if (reply.picture) this.board.show(reply.picture);
    this.#undo.disabled = !this.#draft.canUndo;
    this.#redo.disabled = !this.#draft.canRedo;
  }

  /** Offers other brushes, where they depend on the text. The same ones stay as they are. */
  #offer(brushes) {
    if (JSON.stringify(brushes) === JSON.stringify(this.#brushes)) return;
    const fresh = this.#brushes.length === 0;
    this.#brushes = brushes;
    const palette = this.#drawPalette();
    this.#palette.replaceWith(palette);
    this.#palette = palette;
    this.choose(fresh ? Math.min(1, brushes.length - 1) : Math.min(this.#brush, brushes.length - 1));
  }

  /** Chooses a brush, or the eraser for -1. */
  choose(number) {
    if (number >= this.#brushes.length) return;
    this.#brush = number;
    for (const one of this.#palette.querySelectorAll('[data-brush]')) {
      set(one, 'aria-pressed', String(Number(one.dataset.brush) === number));
    }
  }

  #drawPalette() {
    const entry = (at, words, picture, extra = {}) =>
      make(
        'button',
        {
          type: 'button',
          class: 'brush',
          'data-brush': at,
          onclick: () => this.choose(at),
          ...extra,
        },
        picture,
        make('span', { class: 'brush-name' }, words),
        at >= 0 && at < 10 && key((at + 1) % 10),
      );
    return make(
      'div',
      { class: 'brushes', id: 'brushes', role: 'group', 'aria-label': 'Brushes' },
      this.#brushes.map((brush, at) => entry(at, brush.name, emblem(brush.looks))),
      entry(-1, 'Eraser', make('span', { class: 'emblem eraser', 'aria-hidden': 'true' }, icon('remove')), {
        id: 'eraser',
      }),
    );
  }

  #drawEdge(edge) {
    const what = edge === 'up' || edge === 'down' ? 'row' : 'column';
    const change = (kind) => void this.#draft.apply(() => ({ do: kind, edge }));
    return make(
      'div',
      { class: `edge ${edge}`, role: 'group', 'aria-label': `Edge ${SIDES[edge]}` },
      make(
        'button',
        {
          type: 'button',
          'data-grow': edge,
          'aria-label': `Add a ${what} ${SIDES[edge]}`,
          onclick: () => change('grow'),
        },
        '+',
      ),
      make(
        'button',
        {
          type: 'button',
          'data-shrink': edge,
          'aria-label': `Remove the ${what} ${SIDES[edge]}`,
          onclick: () => change('shrink'),
        },
        '−',
      ),
    );
  }

  #erasing() {
    return this.#brush < 0;
  }

  /** What the brush paints: cells or corners. */
  #spot() {
    return this.#brushes[this.#brush]?.spot ?? 'cell';
  }

  #under(event, spot) {
    return spot === 'corner' ? this.board.corner(event) : this.board.cell(event);
  }

  #listen() {
    const { svg } = this.board;
    svg.addEventListener('contextmenu', (event) => event.preventDefault());
    svg.addEventListener('pointerdown', (event) => {
      const erases = event.button === 2 || this.#erasing();
      const spot = erases ? this.#spotToErase(event) : this.#spot();
      const at = event.isPrimary && event.button !== 1 ? this.#under(event, spot) : null;
      if (!at) return;
      svg.setPointerCapture(event.pointerId);
      this.#stroke = { at, erases, spot, variant: null };
      this.#dabStroke(this.#stroke, at);
    });
    svg.addEventListener('pointermove', (event) => {
      const spot = this.#stroke?.spot ?? (this.#erasing() ? this.#spotToErase(event) : this.#spot());
      const at = event.isPrimary ? this.#under(event, spot) : null;
      if (event.pointerType === 'mouse' || this.#stroke) this.board.point(at, spot);
      if (!this.#stroke || !at) return;
      for (const next of path(this.#stroke.at, at)) this.#dabStroke(this.#stroke, next);
      this.#stroke.at = at;
    });
    for (const end of ['pointerup', 'pointercancel'])
      svg.addEventListener(end, () => {
        this.#stroke = null;
      });
    svg.addEventListener('pointerleave', () => this.board.point(null));
    this.#area.addEventListener('focus', () => {
      if (this.#area.matches(':focus-visible')) this.board.point(this.#at, this.#spot());
    });
  }

  /** What the eraser erases: a cell, or a corner if it is near one that can hold something. */
  #spotToErase(event) {
    if (!this.#brushes.some(({ spot }) => spot === 'corner')) return 'cell';
    const { x, y } = this.board.under(event);
    const near = Math.hypot(x - Math.round(x), y - Math.round(y)) < 0.22;
    return near && this.board.corner(event) ? 'corner' : 'cell';
  }

  #dabStroke(stroke, at) {
    this.#at = at;
    const brush = this.#brush;
    void this.#draft
      .apply(() => {
        if (stroke.erases) return { do: 'erase', spot: stroke.spot, ...at };
        return { do: 'paint', brush, ...at, ...(stroke.variant === null ? {} : { variant: stroke.variant }) };
      }, stroke)
      .then((reply) => {
        if (reply?.variant !== undefined) stroke.variant ??= reply.variant;
      });
  }

  /** A single dab at the cursor. */
  #dab(at, erases) {
    this.board.point(at, this.#spot());
    const edit = erases
      ? { do: 'erase', spot: this.#spot(), ...at }
      : { do: 'paint', brush: this.#brush, ...at };
    void this.#draft.apply(() => edit);
  }

  #move([dx, dy]) {
    const corner = this.#spot() === 'corner' ? 1 : 0;
    const [width, height] = this.board.size;
    const within = (value, length) => Math.min(Math.max(value, 0), Math.max(0, length - 1 - corner));
    this.#at = { x: within(this.#at.x + dx, width), y: within(this.#at.y + dy, height) };
    this.board.point(this.#at, this.#spot());
    if (this.#draft.reply?.picture) announce(describeCell(this.#draft.reply.picture, this.#at));
  }
}
