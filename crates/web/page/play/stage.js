// The stage: the board with everything that a player needs around it.
//
// It shows what the session tells: the scene, the cost beside par, the light, what was refused
// and why, and that the level is won.
//
// Elements: `#stage`; `#board` in `#board-frame`; `#cost`, `#par`, `#light[data-light=…]`, `#standing`,
// `#message`, `#remarks`, `#banner` with `#next`; `#undo`, `#redo`, `#restart`, `#hint`,
// `#next-unsolved`, `#zoom-in`, `#zoom-out`, `#zoom-fit`.

import { Board } from '../board/board.js';
import { tellMoves } from '../board/words.js';
import { button, count, key, make, sentence, set, write } from '../dom.js';
import { say } from '../say.js';
import { Hint } from '../solve/hint.js';
import { Oracle } from '../solve/oracle.js';
import { Strip } from '../solve/strip.js';
import { FilmBar } from './film.js';
import { handlingFor } from './handling.js';

/** The sign of each light, what it says, and what it says before the first move. */
const LIGHTS = {
  solved: ['✓', 'Solved'],
  yes: ['●', 'Can still be won', 'Can be won'],
  no: ['✕', 'Cannot be won any more', 'Cannot be won'],
  working: ['…', 'Can it still be won?', 'Can it be won?'],
  unknown: ['?', 'Not known if it can be won'],
};

export class Stage {
  #session;
  #desk;
  #area;
  #cost = make('dd', { id: 'cost' });
  #par = make('dd', { id: 'par' });
  #light = make('p', { class: 'light', id: 'light' });
  #standing = make('p', { id: 'standing', class: 'standing' });
  #message = make('p', { id: 'message', class: 'message', role: 'status' });
  #remarks = make('ul', { id: 'remarks', class: 'notes' });
  #caption = make('p', { id: 'caption', class: 'caption' });
  #banner = make('div', { id: 'banner', class: 'banner', hidden: true });
  #undo = button('undo', ['Undo ', key('Z')], () => this.#session.undo());
  #redo = button('redo', ['Redo ', key('Y')], () => this.#session.redo());
  #restart = button('restart', ['Restart ', key('R')], () => this.#session.restart());
  #hintButton = button('hint', ['Hint ', key('H')], () => this.hint.ask());

  /** `desk` is the view around it: the game, the par, what is next, what is won. The score and the
   * light are an element of their own, `status`: they are also of use while one paints. */
  constructor(session, desk) {
    this.#session = session;
    this.#desk = desk;
    this.board = new Board('board');
    this.oracle = new Oracle(session);
    this.strip = new Strip(session);
    const complain = (words) => this.#complain(words);
    this.handling = handlingFor(desk.game.handling, session, this.board, complain);
    this.film = new FilmBar(session, this.board);
    this.hint = new Hint({
      session,
      oracle: this.oracle,
      board: this.board,
      strip: this.strip,
      game: desk.game,
      tell: (words) => this.tell(words),
    });
    this.element = this.#build();
    this.#listen();
  }

  #build() {
    const { game } = this.#desk;
    this.board.frame.classList.add(`by-${game.handling}`);
    this.#area = make(
      'div',
      {
        class: 'board-area',
        id: 'board-area',
        role: 'application',
        tabindex: '0',
        'aria-label': 'Board',
        'aria-describedby': 'how caption',
      },
      this.board.frame,
    );
    const zoom = make(
      'div',
      { class: 'zoom', role: 'group', 'aria-label': 'Size of the board' },
      button('zoom-out', '−', () => this.#desk.zoom(1 / 1.4), { 'aria-label': 'Smaller' }),
      button('zoom-fit', 'Fit', () => this.#desk.zoom(null)),
      button('zoom-in', '+', () => this.#desk.zoom(1.4), { 'aria-label': 'Larger' }),
    );
    this.status = make(
      'div',
      { class: 'status' },
      make(
        'dl',
        { class: 'score' },
        make('div', {}, make('dt', {}, 'Cost'), this.#cost),
        make('div', {}, make('dt', {}, 'Par'), this.#par),
      ),
      this.#light,
      zoom,
    );
    return make(
      'section',
      { class: 'stage', id: 'stage', 'aria-label': 'Play' },
      this.#area,
      this.#message,
      this.strip.element,
      this.#banner,
      this.#caption,
      this.#standing,
      this.#remarks,
      this.film.element,
      make(
        'div',
        { class: 'controls' },
        this.handling.element,
        make(
          'div',
          { class: 'buttons', role: 'group', 'aria-label': 'Moves' },
          this.#undo,
          this.#redo,
          this.#restart,
          this.#hintButton,
          button('next-unsolved', ['Next unsolved ', key('N')], () => this.#desk.next()),
        ),
      ),
      make('p', { class: 'how', id: 'how' }, `${this.handling.help} `, key('?'), ' shows all keys.'),
    );
  }

  #listen() {
    this.#session.addEventListener('scene', ({ detail }) => this.#show(detail));
    this.#session.addEventListener('refused', ({ detail }) => this.#complain(detail));
    this.#session.addEventListener('failed', ({ detail }) =>
      this.#complain(detail.tell?.() ?? detail.message),
    );
    this.oracle.addEventListener('light', () => this.#turn());
    this.board.frame.addEventListener('pointerdown', () => this.strip.stop());
    this.#area.addEventListener(
      'focus',
      () => this.#area.matches(':focus-visible') && this.handling.focus?.(),
    );
  }

  /** The keys of the stage. */
  get keys() {
    return [
      ...this.handling.keys,
      { keys: ['z'], does: 'Undo', act: () => this.#session.undo() },
      { keys: ['y', 'Shift+z'], does: 'Redo', act: () => this.#session.redo() },
      { keys: ['r'], does: 'Restart', act: () => this.#session.restart() },
      { keys: ['h'], does: 'Hint; again: play the whole way', act: () => this.hint.ask() },
      { keys: ['n'], does: 'Next unsolved level', act: () => this.#desk.next() },
      ...(this.#session.scene?.runs ? this.film.keys : []),
    ];
  }

  close() {
    this.strip.stop();
    this.film.stop();
    this.hint.forget();
    this.oracle.close();
    this.#session.close();
  }

  /** Shows a message below the board, which is also read out. */
  tell(words) {
    this.#message.classList.remove('refused');
    write(this.#message, words);
  }

  #complain(words) {
    write(this.#message, '');
    this.#message.classList.add('refused');
    requestAnimationFrame(() => write(this.#message, sentence(words)));
    this.board.shake();
  }

  #show({ cause, won }) {
    const { scene, helped } = this.#session;
    this.film.show(scene);
    this.hint.forget();
    const moved = this.board.show(scene.picture, cause === 'open' || cause === 'edit' ? 0 : 150);
    this.handling.show(scene);
    this.strip.show();
    this.tell('');
    this.score();
    this.#remark(scene);
    this.#undo.disabled = !this.#session.canUndo;
    this.#restart.disabled = !this.#session.canUndo;
    this.#redo.disabled = !this.#session.canRedo;
    set(this.element, 'data-moves', scene.moves.length);
    set(this.element, 'data-solved', String(scene.solved));
    this.#desk.shown(scene, cause);
    if (won && cause !== 'open') this.#desk.won(scene, helped);
    this.#celebrate(scene, won, helped);
    if (!won && cause !== 'open') say(`Cost ${count(scene.cost)}. ${tellMoves(scene.picture, moved)}`);
    this.oracle.look();
  }

  /** What else there is to say, nothing of it twice: the hand is on the table already. */
  #remark({ hand, picture: { caption = '' }, standing = '', warnings, remarks, moves }) {
    const isHand = hand.length > 0 && hand.every((card) => caption.includes(card));
    write(this.#caption, isHand ? '' : caption);
    write(this.#standing, sentence(standing));
    const lines = [...new Set([...warnings, ...(moves.length ? remarks : [])])].filter(
      (line) => line !== standing,
    );
    this.#remarks.replaceChildren(...lines.map((line) => make('li', {}, sentence(line))));
  }

  /** Shows the cost beside par. */
  score() {
    const { scene } = this.#session;
    const par = this.#desk.par;
    write(this.#cost, count(scene?.cost ?? 0));
    write(this.#par, par === undefined ? '?' : count(par));
    set(this.#par, 'title', par === undefined ? 'Not known yet: solve the level to learn it' : null);
    set(this.#cost, 'data-over', par !== undefined && scene?.cost > par);
  }

  #turn() {
    const { state } = this.oracle;
    const [sign, later, first] = LIGHTS[state];
    const words = this.#session.canUndo ? later : (first ?? later);
    set(this.#light, 'data-light', state);
    this.#light.replaceChildren(make('span', { class: 'lamp', 'aria-hidden': 'true' }, sign), words);
    if (state === 'no' && !this.#message.textContent)
      this.tell(
        this.#session.canUndo
          ? 'It cannot be won any more from here: take some moves back.'
          : 'This level cannot be won.',
      );
  }

  /** Winning is seen. */
  #celebrate(scene, won, helped) {
    this.#banner.hidden = !scene.solved;
    if (!scene.solved) return;
    const { par } = this.#desk;
    const cost = count(scene.cost);
    let words = `Cost ${cost}.`;
    if (par !== undefined && scene.cost <= par) words = `Cost ${cost}: as good as it gets.`;
    else if (par !== undefined) words = `Cost ${cost}, par ${count(par)}: there is a better way.`;
    this.#banner.replaceChildren(
      make('strong', {}, helped ? '✓ Solved, by the solver' : '✓ Solved!'),
      make('span', {}, words),
      button('next', 'Next unsolved', () => this.#desk.next(), { class: 'main' }),
    );
    this.#banner.classList.toggle('fresh', won);
    if (won) say(`Solved. ${words}`);
  }
}
