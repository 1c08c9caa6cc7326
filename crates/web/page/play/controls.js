// The controls of a player: directions, perhaps with an action key, cards with directions, or belts on cells.
//
// There is one class for each kind of controls; none depends on a game. All have the same interface:
// `element`, `keys` (bindings), `help` (a sentence for keys, one for fingers) and `show(scene)`. They turn keys, buttons and pointers into
// gestures for the session.
//
// Elements: `#pad` with `[data-go=up|right|down|left]`; `#hand` with `[data-card=N]`, by place from 1, with `data-held`, the index
// in the hand, and `data-name`; `#erase`, `#clear` for cells; `#act` for the action key.

import { announce } from '../announce.js';
import { describeCell } from '../board/description.js';
import { button, key, make, set } from '../dom.js';
import { icon, labelled } from '../icons.js';
import { cardFace, Places } from './card.js';
import { strokes, swipes } from './pointer.js';

const WAYS = ['up', 'left', 'right', 'down'];
const LETTERS = { up: 'w', right: 'd', down: 's', left: 'a' };
const NAMES = { up: 'ArrowUp', right: 'ArrowRight', down: 'ArrowDown', left: 'ArrowLeft' };
const STEPS = { up: [0, -1], right: [1, 0], down: [0, 1], left: [-1, 0] };

/** Four buttons, one for each direction. */
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
        icon(way),
      ),
    ),
  );
}

/** One binding for the keys of all directions. */
function bindWays(names, does, go) {
  const ways = new Map(WAYS.flatMap((way) => names(way).map((name) => [name, way])));
  return { keys: [...ways.keys()], does, act: (event, pressed) => go(ways.get(pressed)) };
}

/** A direction is a move. */
class Directions {
  #click;

  constructor(session, board, refuse, click) {
    this.#click = click;
    const go = (direction) => void session.act({ kind: 'go', direction });
    this.element = pad('Move', go);
    this.keys = [bindWays((way) => [NAMES[way], LETTERS[way]], 'Move', go)];
    this.help = this.moving;
    swipes(board, go, (cell) => void session.act({ kind: 'tap', ...cell }));
  }

  /** How to move. */
  get moving() {
    return this.#click
      ? [`Arrows or WASD move; or click ${this.#click}.`, `Swipe, or tap ${this.#click}.`]
      : ['Arrows or WASD move.', 'Swipe to move.'];
  }

  show() {}
}

/** A direction is a move, and so is the action key. */
class Action extends Directions {
  #act;

  constructor(session, board, refuse, click) {
    super(session, board, refuse, click);
    const act = () => void session.act({ kind: 'act' });
    this.#act = button('act', ['Act', key('X')], act);
    this.element = make('div', { class: 'game-controls' }, this.element, this.#act);
    this.keys = [...this.keys, { keys: ['x'], does: 'Act', act }];
  }

  /** Where no rule asks for the action key, there is no button for it. */
  show({ acts }) {
    this.#act.hidden = !acts;
    this.help = acts ? ['Arrows or WASD move, X acts.', 'Swipe to move, tap to act.'] : this.moving;
  }
}

/** A card and a direction are a move. A card that is played leaves its place empty, so that nothing else moves, and the others
 * keep their numbers. */
class Hand {
  #session;
  #refuse;
  /** What lies at each place: a card with its index in the hand, or one that was played. */
  #cards = [];
  /** The place of the card that is picked. */
  #picked = null;
  #places = new Places();
  #hand = make('div', { class: 'hand', id: 'hand', role: 'group', 'aria-label': 'Hand' });

  constructor(session, board, refuse, click) {
    this.#session = session;
    this.#refuse = refuse;
    const go = (direction) => this.#play(direction);
    this.element = make('div', { class: 'game-controls' }, this.#hand, pad('Play the picked card', go));
    this.keys = [
      {
        keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
        does: 'Pick a card',
        act: (event, pressed) => this.#pick(Number(pressed) - 1),
      },
      bindWays((way) => [NAMES[way], LETTERS[way]], 'Play the picked card in that direction', go),
    ];
    this.help = [
      `Click a card or press its number, then press an arrow or WASD, or click ${click}.`,
      `Tap a card, then swipe or tap ${click}.`,
    ];
    swipes(board, go, (cell) => this.#act({ kind: 'tap', ...cell }));
  }

  show(scene) {
    const { hand, picture } = scene;
    this.#cards = this.#places.of(scene, this.#cards[this.#picked]?.at);
    this.#picked = hand.length === 1 ? this.#cards.findIndex(({ at }) => at === 0) : null;
    this.#hand.replaceChildren(
      ...this.#cards.map(({ card, at }, place) =>
        at === undefined
          ? make('span', { class: 'card played' }, cardFace(card, picture.looks), make('kbd', { 'aria-hidden': 'true' }, '0'))
          : make(
              'button',
              {
                type: 'button',
                class: 'card',
                'data-card': place + 1,
                'data-held': at,
                'data-name': card.name,
                onclick: () => this.#pick(place),
                // After a fast swipe browsers take a tap for the end of scrolling, which is no click.
                onpointerdown: ({ isPrimary, button: pressed }) => isPrimary && pressed === 0 && this.#pick(place),
              },
              cardFace(card, picture.looks),
              make('span', { class: 'hidden' }, card.words),
              place < 9 && make('kbd', { 'aria-hidden': 'true' }, place + 1),
            ),
      ),
    );
    if (!hand.length) this.#hand.append(make('p', { class: 'hidden' }, 'No cards left.'));
    this.#mark();
  }

  #pick(place) {
    if (this.#cards[place]?.at === undefined) return;
    this.#picked = place;
    this.#mark();
    // Only one card is outlined: the focus goes along, if it is in the hand.
    if (this.#hand.contains(document.activeElement)) this.#hand.querySelector('[aria-pressed=true]')?.focus();
    this.#refuse('');
  }

  #mark() {
    for (const card of this.#hand.querySelectorAll('[data-card]'))
      set(card, 'aria-pressed', String(Number(card.dataset.card) - 1 === this.#picked));
  }

  #play(direction) {
    this.#act({ kind: 'play', direction });
  }

  /** A gesture with the picked card. */
  #act(gesture) {
    const card = this.#cards[this.#picked]?.card.name;
    if (card === undefined)
      this.#refuse(this.#cards.some(({ at }) => at !== undefined) ? 'Pick a card first.' : 'No cards left to play.');
    else void this.#session.act({ ...gesture, card });
  }
}

/** A stroke from cell to cell is a move; keys use a cursor. */
class Cells {
  #session;
  #board;
  #refuse;
  #at = { x: 0, y: 0 };
  #isPlaced = false;
  /** What became of each gesture of the stroke. */
  #stroke = [];
  #erase = button('erase', labelled('edit', 'Eraser'), () => this.#toggle(), { 'aria-pressed': 'false' });

  constructor(session, board, refuse) {
    this.#session = session;
    this.#board = board;
    this.#refuse = refuse;
    const lay = (direction) => this.#lay(direction);
    this.element = make(
      'div',
      { class: 'game-controls' },
      make(
        'div',
        { class: 'buttons' },
        this.#erase,
        button('clear', labelled('remove', 'Clear cell'), () => this.#clear()),
      ),
      pad('Lay a belt at the cursor', lay),
    );
    this.keys = [
      bindWays(
        (way) => [NAMES[way]],
        'Move the cursor',
        (way) => this.#move(way),
      ),
      bindWays((way) => [LETTERS[way]], 'Lay a belt at the cursor and move on', lay),
      { keys: ['x', 'Delete', 'Backspace'], does: 'Clear the cell at the cursor', act: () => this.#clear() },
      { keys: ['e'], does: 'Eraser on or off', act: () => this.#toggle() },
    ];
    this.help = [
      'Drag from cell to cell to lay belts, click to lay or turn one, right-click to clear; or arrows move the cursor, WASD or the arrow buttons lay belts there.',
      'Drag or use the arrow buttons to lay belts; tap to lay, turn or remove one.',
    ];
    this.strokes();
  }

  strokes() {
    const act = (gesture) => this.#stroke.push(this.#session.act(gesture, this.#stroke));
    strokes(this.#board, {
      lay: (cell, direction) => {
        act({ kind: 'lay', ...cell, direction });
        this.#point(this.#next(cell, direction));
      },
      tap: (cell) => {
        this.#point(cell);
        act({ kind: 'tap', ...cell });
      },
      erase: (cell) => act({ kind: 'clear', ...cell }),
      erasing: () => this.#erase.getAttribute('aria-pressed') === 'true',
      end: () => this.#end(),
    });
  }

  /** The cursor is always shown, since the buttons lay belts there. */
  show({ cursor: [x, y] = [0, 0] }) {
    this.#point(this.#within(this.#isPlaced ? this.#at : { x, y }));
    this.#isPlaced = true;
  }

  /** Shows why a stroke did nothing at all. */
  async #end() {
    const stroke = this.#stroke;
    this.#stroke = [];
    const reasons = await Promise.all(stroke);
    if (reasons.length && reasons.every((reason) => reason !== null)) this.#refuse(reasons.at(-1));
  }

  #toggle() {
    set(this.#erase, 'aria-pressed', String(this.#erase.getAttribute('aria-pressed') !== 'true'));
  }

  #point(cell) {
    this.#at = cell;
    this.#board.point(cell);
  }

  /** The cell of the board that is nearest to a place. */
  #within({ x, y }) {
    const [width, height] = this.#board.size;
    const within = (at, length) => Math.min(Math.max(at, 0), length - 1);
    return { x: within(x, width), y: within(y, height) };
  }

  /** The cell beside one, if there is one. */
  #next({ x, y }, way) {
    const [dx, dy] = STEPS[way];
    return this.#within({ x: x + dx, y: y + dy });
  }

  #move(way) {
    this.#point(this.#next(this.#at, way));
    if (this.#session.scene) announce(describeCell(this.#session.scene.picture, this.#at));
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

/** The controls of a game; `refuse` is called with the reason if a gesture is not possible, and with nothing
 * when that is mended. */
export function controlsFor({ controls, click }, session, board, refuse) {
  const Kind = { directions: Directions, action: Action, hand: Hand, cells: Cells }[controls] ?? Directions;
  return new Kind(session, board, refuse, click);
}
