// What a player has in hand: directions, cards and directions, or belts on cells.
//
// One class for each way in which a game can be handled; the game itself is not known. Each has
// the same parts: `element` (its controls), `keys` (its bindings), `show(scene)`, and it turns
// keys, buttons and pointers into gestures for the session.
//
// Elements: `#pad` with `[data-go=up|right|down|left]`; `#hand` with `[data-card=N]`; `#erase`,
// `#clear` for cells.

import { tellCell } from '../board/words.js';
import { button, make, set } from '../dom.js';
import { say } from '../say.js';
import { strokes, swipes } from './pointer.js';

const WAYS = ['up', 'left', 'right', 'down'];
const ARROWS = { up: '↑', right: '→', down: '↓', left: '←' };
const LETTERS = { up: 'w', right: 'd', down: 's', left: 'a' };
const NAMES = { up: 'ArrowUp', right: 'ArrowRight', down: 'ArrowDown', left: 'ArrowLeft' };
const STEPS = { up: [0, -1], right: [1, 0], down: [0, 1], left: [-1, 0] };

/** Four buttons around a middle. */
function pad(label, go) {
  return make(
    'div',
    { class: 'pad', id: 'pad', role: 'group', 'aria-label': label },
    WAYS.map((way) =>
      make(
        'button',
        {
          type: 'button',
          class: `way ${way}`,
          'data-go': way,
          'aria-label': way,
          onclick: () => go(way),
        },
        ARROWS[way],
      ),
    ),
  );
}

/** One binding for the keys of all four ways. */
function bindWays(names, does, go) {
  const ways = new Map(WAYS.flatMap((way) => names(way).map((name) => [name, way])));
  return { keys: [...ways.keys()], does, act: (event, pressed) => go(ways.get(pressed)) };
}

/** A direction at a time. */
class Directions {
  constructor(session, board) {
    const go = (direction) => void session.act({ kind: 'go', direction });
    this.element = pad('Move', go);
    this.keys = [bindWays((way) => [NAMES[way], LETTERS[way]], 'Move', go)];
    this.help = 'Arrows or WASD move; on a touch screen, swipe.';
    swipes(board, go);
  }

  show() {}
}

/** First something is picked from the hand, then a direction. */
class Hand {
  #session;
  #complain;
  #hand = [];
  #picked = null;
  #cards = make('div', { class: 'hand', id: 'hand', role: 'group', 'aria-label': 'Hand' });

  constructor(session, board, complain) {
    this.#session = session;
    this.#complain = complain;
    const go = (direction) => this.#play(direction);
    this.element = make('div', { class: 'handling' }, this.#cards, pad('Play the picked card', go));
    this.keys = [
      {
        keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
        does: 'Pick a card',
        act: (event, pressed) => this.#pick(Number(pressed) - 1),
      },
      bindWays((way) => [NAMES[way], LETTERS[way]], 'Play the picked card that way', go),
    ];
    this.help = 'Number keys pick a card, arrows or WASD play it; or tap a card and swipe.';
    swipes(board, go);
  }

  show(scene) {
    this.#hand = scene.hand;
    this.#picked = scene.hand.length === 1 ? 0 : null;
    this.#cards.replaceChildren(
      ...(scene.hand.length
        ? scene.hand.map((card, at) =>
            make(
              'button',
              {
                type: 'button',
                class: 'card',
                'data-card': at + 1,
                onclick: () => this.#pick(at),
              },
              make('span', { class: 'card-face' }, card),
              at < 9 && make('kbd', {}, at + 1),
            ),
          )
        : [make('p', { class: 'faint' }, 'The hand is empty.')]),
    );
    this.#mark();
  }

  #pick(at) {
    if (at >= this.#hand.length) return;
    this.#picked = at;
    this.#mark();
  }

  #mark() {
    [...this.#cards.querySelectorAll('.card')].forEach((card, at) => {
      set(card, 'aria-pressed', String(at === this.#picked));
    });
  }

  #play(direction) {
    const card = this.#hand[this.#picked];
    if (card === undefined)
      this.#complain(this.#hand.length ? 'Pick a card first.' : 'There is no card left to play.');
    else void this.#session.act({ kind: 'play', card, direction });
  }
}

/** Strokes on cells; a cursor for keys. */
class Cells {
  #session;
  #board;
  #complain;
  #at = { x: 0, y: 0 };
  #stroke = [];
  #erase = button('erase', 'Eraser', () => this.#toggle(), { 'aria-pressed': 'false' });

  constructor(session, board, complain) {
    this.#session = session;
    this.#board = board;
    this.#complain = complain;
    const lay = (direction) => this.#lay(direction);
    this.element = make(
      'div',
      { class: 'handling' },
      make(
        'div',
        { class: 'buttons' },
        this.#erase,
        button('clear', 'Clear the cell', () => this.#clear()),
      ),
      pad('Lay at the cursor', lay),
    );
    this.keys = [
      bindWays(
        (way) => [NAMES[way]],
        'Move the cursor',
        (way) => this.#move(way),
      ),
      bindWays((way) => [LETTERS[way]], 'Lay at the cursor that way and go on', lay),
      { keys: ['x', 'Delete', 'Backspace'], does: 'Clear the cell at the cursor', act: () => this.#clear() },
      { keys: ['e'], does: 'Eraser on or off', act: () => this.#toggle() },
    ];
    this.help =
      'Drag from cell to cell to lay, tap or right-click to clear. Arrows move a cursor, WASD lay there.';
    this.strokes();
  }

  strokes() {
    const act = (gesture) => this.#stroke.push(this.#session.act(gesture, true));
    strokes(this.#board, {
      lay: (cell, direction) => act({ kind: 'lay', ...cell, direction }),
      tap: (cell) => {
        this.#point(cell);
        act({ kind: 'clear', ...cell });
      },
      wipe: (cell) => act({ kind: 'clear', ...cell }),
      wiping: () => this.#erase.getAttribute('aria-pressed') === 'true',
      end: () => this.#end(),
    });
  }

  show() {}

  /** A stroke that did nothing at all says why. */
  async #end() {
    const stroke = this.#stroke;
    this.#stroke = [];
    const reasons = await Promise.all(stroke);
    if (reasons.length && reasons.every((reason) => reason !== null)) this.#complain(reasons.at(-1));
  }

  #toggle() {
    set(this.#erase, 'aria-pressed', String(this.#erase.getAttribute('aria-pressed') !== 'true'));
  }

  #point(cell) {
    this.#at = cell;
    this.#board.point(cell);
  }

  #move(way) {
    const [width, height] = this.#board.size;
    const [dx, dy] = STEPS[way];
    const within = (at, length) => Math.min(Math.max(at, 0), length - 1);
    this.#point({ x: within(this.#at.x + dx, width), y: within(this.#at.y + dy, height) });
    if (this.#session.scene) say(tellCell(this.#session.scene.picture, this.#at));
  }

  /** The board has the focus by key: the cursor is shown. */
  focus() {
    this.#point(this.#at);
  }

  #lay(direction) {
    const cell = { ...this.#at };
    this.#move(direction);
    void this.#session.act({ kind: 'lay', ...cell, direction });
  }

  #clear() {
    this.#point(this.#at);
    void this.#session.act({ kind: 'clear', ...this.#at });
  }
}

/** The controls for a way of handling; `complain` is told what cannot be done. */
export function handlingFor(way, session, board, complain) {
  const Kind = { directions: Directions, hand: Hand, cells: Cells }[way] ?? Directions;
  return new Kind(session, board, complain);
}
