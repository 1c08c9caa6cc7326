// The stage: the board and everything around it that a player needs.
//
// It shows the scene of the session, its cost and par, whether it can be won, why a gesture was refused,
// and that the level is solved.
//
// Elements: `#stage`; `#board` in `#board-frame`; `#winnability[data-winnable=…]`, `#position-status`, `#message`,
// `#remarks`, `#assumptions`; `#undo`, `#redo`, `#restart`, `#hint`, `#to-solve`, `#next-unsolved`, `#zoom-in`, `#zoom-out`,
// `#zoom-fit`.

import { announce, toast } from '../announce.js';
import { Board } from '../board/board.js';
import { describeMoves } from '../board/description.js';
import { interval } from '../board/speed.js';
import { button, count, key, make, sentence, set, write } from '../dom.js';
import { icon, labelled } from '../icons.js';
import { Hint } from '../solve/hint.js';
import { Timeline } from '../solve/timeline.js';
import { Winnability } from '../solve/winnability.js';
import { Celebration } from './celebration.js';
import { controlsFor } from './controls.js';
import { FilmBar } from './film-bar.js';
import { Score } from './score.js';

/** The symbol of each state, its label, and its label before the first move. */
const LABELS = {
  solved: ['✓', 'Solved'],
  yes: ['●', 'Can still be won', 'Can be won'],
  no: ['✕', 'Cannot be won any more', 'Cannot be won'],
  working: ['…', 'Can it still be won?', 'Can it be won?'],
  unknown: ['?', 'Unknown whether it can be won'],
  invalid: ['!', 'The text has an error'],
};

/** Said where the known solution relies on unsettled rules. */
const ASSUMED = 'the known solution relies on a rule that no source settles';

/** A button of the toolbar: an icon, a word, and its key. */
const tool = (id, sign, word, letter, act, about = word) =>
  button(id, [...labelled(sign, word), key(letter)], act, { class: 'tool', title: `${about} (${letter})` });

/** Lets an element grow but not shrink while this `holds` and its width stays, so that what is above it moves once, not
 * with every message. */
function keepHeight(element, holds) {
  const size = () => element.getBoundingClientRect();
  let [width, height] = [0, 0];
  new ResizeObserver(() => {
    if (!holds() || size().width !== width) {
      element.style.minHeight = '';
      [width, height] = [size().width, 0];
    }
    if (holds()) height = Math.max(height, size().height);
    if (height) element.style.minHeight = `${height}px`;
  }).observe(element);
}

export class Stage {
  #session;
  #view;
  #shown = null;
  #area;
  #score;
  #invalid = false;
  #celebration;
  #winnable = make('p', { class: 'winnability', id: 'winnability' });
  #positionStatus = make('p', { id: 'position-status', class: 'position-status' });
  #message = make('p', { id: 'message', class: 'message', role: 'status' });
  #remarks = make('ul', { id: 'remarks', class: 'notes' });
  #assumptions = make('ul', { id: 'assumptions', class: 'assumptions' });
  #aim = make('span', { class: 'aim' });
  #help = ['for-keys', 'for-touch'].map((name) => make('span', { class: name }));
  #caption = make('p', { id: 'caption', class: 'caption' });
  #undo = tool('undo', 'undo', 'Undo', 'Z', () => this.#session.undo());
  #redo = tool('redo', 'redo', 'Redo', 'Y', () => this.#session.redo());
  #restart = tool('restart', 'restart', 'Restart', 'R', () => this.#session.restart());
  #hintButton = tool('hint', 'hint', 'Hint', 'H', () => this.hint.ask());

  /** `view` is the surrounding view: it has the game and par, and is notified of scenes and wins. The
   * score and the winnability are a separate element, `status`, which is also shown while painting. */
  constructor(session, view) {
    this.#session = session;
    this.#view = view;
    this.board = new Board('board');
    this.winnability = new Winnability(session);
    this.timeline = new Timeline(session, this.board, view.game.controls === 'cells');
    const refuse = (words) => (words ? this.#showRefusal(words) : this.#clearRefusal());
    this.controls = controlsFor(view.game, session, this.board, refuse);
    session.still = () => this.board.still();
    this.film = new FilmBar(session, this.board);
    this.hint = new Hint({
      session,
      winnability: this.winnability,
      board: this.board,
      timeline: this.timeline,
      game: view.game,
      showMessage: (...parts) => this.showMessage(...parts),
    });
    this.element = this.#build();
    this.#listen();
  }

  #build() {
    const { game } = this.#view;
    this.board.frame.classList.add(`by-${game.controls}`);
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
    this.#score = new Score(game);
    this.#celebration = new Celebration(this.#area, () => this.#view.next());
    const zoom = make(
      'div',
      { class: 'zoom', role: 'group', 'aria-label': 'Size of the board' },
      button('zoom-out', '−', () => this.#view.zoom(1 / 1.4), { 'aria-label': 'Smaller', title: 'Smaller (−)' }),
      button('zoom-fit', icon('fit'), () => this.#view.zoom(null), { 'aria-label': 'Fit', title: 'Fit the board' }),
      button('zoom-in', '+', () => this.#view.zoom(1.4), { 'aria-label': 'Larger', title: 'Larger (+)' }),
    );
    this.status = make('div', { class: 'status' }, this.#score.element, this.#winnable, zoom, this.#score.notes);
    const talk = make(
      'div',
      { class: 'talk' },
      this.#celebration.element,
      this.#message,
      this.winnability.element,
      this.#assumptions,
      this.#caption,
      this.film.now,
      this.#positionStatus,
      this.#remarks,
      make('p', { class: 'how', id: 'how' }, this.#aim, this.#help),
    );
    keepHeight(talk, () => this.timeline.element.hidden);
    return make(
      'section',
      { class: 'stage', id: 'stage', 'aria-label': 'Play' },
      this.#area,
      talk,
      this.timeline.element,
      make(
        'div',
        { class: 'dock' },
        this.film.element,
        this.controls.element,
        make(
          'div',
          { class: 'toolbar', role: 'group', 'aria-label': 'Moves' },
          this.#undo,
          this.#redo,
          this.#restart,
          this.#hintButton,
          tool('to-solve', 'solve', 'Solve', 'V', () => this.#view.solveFromHere()),
          tool('next-unsolved', 'skip', 'Next', 'N', () => this.#view.next(), 'Next unsolved level'),
        ),
      ),
    );
  }

  #listen() {
    this.#session.addEventListener('scene', ({ detail }) => this.#show(detail));
    this.#session.addEventListener('refused', ({ detail }) => this.#showRefusal(detail));
    this.#session.addEventListener('failed', ({ detail }) =>
      this.#showRefusal(detail.describe?.() ?? detail.message),
    );
    this.#session.addEventListener('learned', () => this.showScore());
    this.winnability.addEventListener('change', () => this.#showWinnability());
    this.board.frame.addEventListener('pointerdown', () => {
      this.timeline.stop();
      this.board.finish();
    });
  }

  /** The key bindings of the stage. */
  get keys() {
    return [
      ...this.controls.keys,
      { keys: ['z', 'Ctrl+z'], does: 'Undo', act: () => this.#session.undo() },
      { keys: ['y', 'Shift+z', 'Ctrl+Shift+z', 'Ctrl+y'], does: 'Redo', act: () => this.#session.redo() },
      { keys: ['r'], does: 'Restart', act: () => this.#session.restart() },
      { keys: ['h'], does: 'Hint: where to look; again for the move, the whole solution, and to play it', act: () => this.hint.ask() },
      { keys: ['v'], does: 'Solve from here', act: () => this.#view.solveFromHere() },
      { keys: ['b'], does: 'Back to the last position that can be won', act: () => this.#session.back() },
      { keys: ['n'], does: 'Next unsolved level', act: () => this.#view.next() },
      ...(this.#session.scene?.runs ? this.film.keys : []),
    ];
  }

  close() {
    this.timeline.stop();
    this.film.stop();
    this.hint.clear();
    this.winnability.close();
    this.#session.close();
  }

  /** Shows a message below the board, words or nodes, which is also announced. */
  showMessage(...parts) {
    this.#message.classList.remove('refused');
    set(this.#message, 'data-degree', null);
    this.#message.replaceChildren(...parts);
  }

  #clearRefusal() {
    if (this.#message.classList.contains('refused')) this.showMessage('');
  }

  /** Says why a gesture did nothing. In a solved level nothing is wrong: it is over, and nothing moves any more. */
  #showRefusal(words) {
    if (this.#session.scene?.solved && this.#view.game.controls !== 'cells') {
      toast(sentence(words));
      return;
    }
    write(this.#message, '');
    this.#message.classList.add('refused');
    requestAnimationFrame(() => {
      if (this.#message.classList.contains('refused')) write(this.#message, sentence(words));
    });
    this.board.shake();
  }

  /** How the pieces come to their places: moves are played, and undone quickly. */
  #manner({ frames }, cause) {
    if (cause === 'open' || cause === 'edit') return {};
    const isMade = ['move', 'redo', 'jump'].includes(cause);
    return { frames: isMade ? frames : [], glide: isMade ? interval() : interval() / 2, most: this.timeline.pace };
  }

  #show({ cause, won }) {
    const { scene, helped } = this.#session;
    this.film.show(scene);
    this.hint.clear();
    const moved = this.board.show(scene.picture, this.#manner(scene, cause));
    this.controls.show(scene);
    this.timeline.show();
    this.showMessage('');
    this.#showRemarks(scene);
    this.#help.forEach((part, at) => write(part, this.controls.help[at]));
    write(this.#aim, `${scene.aim ?? this.#view.game.about} `);
    this.#undo.disabled = !this.#session.canUndo;
    this.#restart.disabled = !scene.moves.length;
    this.#redo.disabled = !this.#session.canRedo;
    set(this.element, 'data-moves', scene.moves.length);
    set(this.element, 'data-aim', scene.aim !== undefined);
    set(this.element, 'data-solved', String(scene.solved));
    this.#view.shown(scene, cause);
    if (won && cause !== 'open') this.#view.won(scene, helped);
    const shown = { won: won && cause !== 'open', helped, best: this.#view.best };
    const runs = shown.won && (!helped || this.timeline.isPlaying);
    this.#celebration.show({ solved: false }, {});
    this.#shown = scene;
    // A win is celebrated when everything is where it belongs.
    void this.board.still().then(() => {
      if (scene !== this.#shown) return;
      const words = this.#celebration.show(scene, shown);
      if (words) announce(words);
      if (runs) this.film.celebrate();
    });
    this.showScore();
    if (!won && cause !== 'open') announce(`Cost ${count(scene.cost)}. ${describeMoves(scene.picture, moved)}`);
    this.winnability.update();
  }

  /** Shows the caption, warnings and remarks, without what is shown elsewhere, such as the hand. Before the
   * first move nothing is wrong yet: then the aim of the game and its keys are shown. */
  #showRemarks({ hand, picture: { caption = '' }, status: now = '', solved, warnings, remarks, moves }) {
    const isHand = this.#view.game.controls === 'hand' && hand.every((card) => caption.includes(card.name));
    const status = moves.length ? now : '';
    // Numbers are written as in the score.
    write(this.#caption, isHand ? '' : caption.replace(/\d{4,}/g, (number) => count(Number(number))));
    write(this.#positionStatus, sentence(status));
    this.#positionStatus.classList.toggle('fault', !solved);
    const lines = [...new Set([...warnings, ...(moves.length ? remarks : [])])].filter(
      (line) => line !== status,
    );
    this.#remarks.replaceChildren(...lines.map((line) => make('li', {}, sentence(line))));
  }

  /** Shows cost, par and best. */
  showScore() {
    const { scene } = this.#session;
    const unsolvable = scene?.winnable === 'no' && !scene.moves.length;
    this.#score.show({ cost: scene?.cost, par: scene?.par, best: this.#view.best, unsolvable });
  }

  /** Whether the text of the level is invalid now, so that nothing can be said about winning. */
  setInvalid(invalid) {
    if (this.#invalid === invalid) return;
    this.#invalid = invalid;
    this.#showWinnability();
  }

  #showWinnability() {
    const state = this.#invalid ? 'invalid' : this.winnability.state;
    const [sign, later, first] = LABELS[state];
    const words = this.#session.canUndo ? later : (first ?? later);
    set(this.#winnable, 'data-winnable', state);
    this.#winnable.replaceChildren(
      make('span', { class: 'indicator', 'aria-hidden': 'true' }, sign),
      make('span', { class: 'winnability-words' }, words),
    );
    this.#showAssumptions(state);
  }

  /** Shows the unsettled rules that a proof relies on. Those of a solution would give away its moves: the solve panel
   * names them. */
  #showAssumptions(state) {
    const assumed = this.#session.scene?.assumptions ?? [];
    const lines = { yes: assumed.length ? [ASSUMED] : [], no: assumed }[state] ?? [];
    this.#assumptions.replaceChildren(...lines.map((line) => make('li', {}, sentence(line))));
  }
}
