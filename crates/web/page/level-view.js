// The view of a level, to play or to edit it.
//
// Playing and editing are one view, because an edited level can be tried at once: the session goes on
// with the changed text and replays its moves from the start. Opening a level again goes on where it was left: see
// `level-keeper.js`.
//
// Elements: `.level-view[data-mode=play|edit]`, `#notice`, `#mode-paint`, `#mode-try`.

import { AnalysePanel } from './analyse/panel.js';
import { toast } from './announce.js';
import { BoardDescription } from './board/description.js';
import { neighbours, titleOf } from './catalog.js';
import { button, make, sentence, set, write } from './dom.js';
import { Draft } from './edit/draft.js';
import { Fields } from './edit/fields.js';
import { Painter } from './edit/painter.js';
import { TextEditor } from './edit/text-editor.js';
import { fold, unfold } from './folds.js';
import { labelled } from './icons.js';
import { LevelHead } from './level-head.js';
import { LevelKeeper } from './level-keeper.js';
import { Session } from './play/session.js';
import { settingsPanel } from './play/settings.js';
import { Stage } from './play/stage.js';
import { address } from './route.js';
import { SharePanel } from './share/panel.js';
import { SolvePanel } from './solve/panel.js';
import * as storage from './storage.js';

export class LevelView {
  #level;
  #session;
  #stage;
  #draft = null;
  #painter = null;
  #side;
  #changed = false;
  #description = new BoardDescription();
  #notice = make('p', { id: 'notice', class: 'notice', role: 'status', hidden: true });
  #head;
  #modes = {
    paint: button('mode-paint', labelled('edit', 'Paint'), () => this.#setMode('paint')),
    try: button('mode-try', labelled('play', 'Try it'), () => this.#setMode('try')),
  };
  #keeper;
  #moves;
  #opened;
  #leave = () => this.#keeper.now();

  /** `level`: game, source (as in requests), mode; for one of the catalogue id, file, name, title, par; for
   * one of the user's own its `own` id; for one of a link perhaps title and par. The level is opened after these moves,
   * which may be in the game's notation, or where it was left; one that was left solved starts anew unless the page
   * was just `loaded`. */
  constructor(level, moves = [], loaded = false) {
    this.#level = level;
    this.#moves = moves;
    this.game = level.game;
    this.#session = new Session(level.source, () => this.#parFromElsewhere);
    this.#head = new LevelHead({ game: this.game, mode: level.mode, id: level.id, keep: () => this.#keep() });
    this.#keeper = new LevelKeeper({
      level,
      session: this.#session,
      head: this.#head,
      title: () => this.title,
      text: () => this.#draft?.text ?? this.#session.source.text,
    });
    // The engine answers while the view is built.
    if (level.mode === 'play') {
      const left = moves.length ? undefined : storage.position(this.#keeper.key);
      this.#opened = this.#session.open(moves, left && (loaded || !left.solved) ? left : null);
    }
    this.#stage = new Stage(this.#session, this);
    const { winnability, timeline } = this.#stage;
    this.solve = new SolvePanel({
      session: this.#session,
      winnability,
      timeline,
      game: this.game,
      learnPar: (cost) => this.#learnPar(cost),
    });
    this.share = new SharePanel({
      session: this.#session,
      timeline,
      title: () => this.#fileName(),
      about: () => ({ name: this.title, par: this.#session.scene?.par }),
    });
    this.#side = make('aside', { class: 'side', 'aria-label': 'Panels' });
    if (level.mode === 'edit') this.#buildEditor();
    this.analyse = new AnalysePanel({
      session: this.#session,
      timeline,
      boards: [this.#stage.board, this.#painter?.board].filter(Boolean),
      showMessage: (...parts) => this.#stage.showMessage(...parts),
      change: (text) => this.#keeper.take(text),
    });
    const settings = settingsPanel(this.game, level.source.settings, (values) => this.#changeSettings(values));
    this.#side.append(
      fold(this.solve.element, 'solve', 'solve', level.mode === 'play'),
      fold(this.analyse.element, 'analyse', 'analyse'),
      fold(this.#description.element, 'legend', 'legend', level.mode === 'play'),
      fold(this.share.element, 'share', 'share'),
      fold(settings, 'settings', 'settings'),
    );
    this.head = this.#head.element;
    this.element = this.#build();
    window.addEventListener('pagehide', this.#leave);
    this.#session.addEventListener('failed', ({ detail }) => this.#failed(detail));
  }

  /** The name of the view: `play` or `edit`. */
  get name() {
    return this.#level.mode;
  }

  /** Its id in the list of levels, if it is there. */
  get listed() {
    return this.#level.id ?? this.#level.own;
  }

  get title() {
    return titleOf({ ...this.#level, name: this.#session.scene?.name ?? this.#level.name });
  }

  get keys() {
    const sizes = [
      { keys: ['+', '='], does: 'Larger board', act: () => this.zoom(1.4) },
      { keys: ['-'], does: 'Smaller board', act: () => this.zoom(1 / 1.4) },
    ];
    const stage = [...this.#stage.keys, ...sizes];
    if (!this.#draft) return stage;
    const edits = [
      { keys: ['Ctrl+z'], does: 'Undo an edit', typing: true, act: () => this.#draft.undo() },
      { keys: ['Ctrl+Shift+z', 'Ctrl+y'], does: 'Redo an edit', typing: true, act: () => this.#draft.redo() },
      {
        keys: ['t'],
        does: 'Switch between painting and trying',
        act: () => this.#setMode(this.#painter.element.hidden ? 'paint' : 'try'),
      },
    ];
    return this.#painter.element.hidden ? [...edits, ...stage] : [...edits, ...this.#painter.keys, ...sizes];
  }

  /** Waits until the level can be shown. */
  async open() {
    const { id } = this.#level;
    if (id) storage.rememberLevel(id, this.#keeper.key);
    await (this.#draft ? this.#draft.check() : this.#opened);
    if (this.#moves.length && this.#session.scene) {
      const { scene } = this.#session;
      const count = scene.moves.length === 1 ? 'one move' : `${scene.moves.length} moves`;
      this.notice(
        `The link holds ${count}, which were replayed: ${scene.solved ? 'the level is solved' : 'the level is not solved yet'}.`,
      );
    }
    if (id && this.name === 'play') void this.#head.findNeighbours(id, this.game.id);
    this.#head.show(this.title);
    this.#head.offerToKeep(!id && !this.#keeper.own);
  }

  focus() {
    (this.#painter && !this.#painter.element.hidden ? this.#painter.element : this.#stage.element)
      .querySelector('[role=application]')
      .focus({ preventScroll: true });
  }

  close() {
    window.removeEventListener('pagehide', this.#leave);
    this.#keeper.close();
    this.solve.stop();
    this.analyse.clear();
    this.#stage.close();
  }

  /** Any key stops the timeline, and ends a motion. */
  interrupt() {
    this.#stage.board.finish();
    return this.#stage.timeline.stop();
  }

  notice(words) {
    this.#notice.hidden = !words;
    write(this.#notice, words);
  }

  // The interface for the stage.

  /** Scales the boards by a factor; null makes them fit. */
  zoom(factor) {
    this.#stage.board.zoom(factor);
    this.#painter?.board.zoom(factor);
  }

  /** The par of the catalogue, which holds for the unchanged level, or one that was proved earlier. */
  get #parFromElsewhere() {
    const { text, settings } = this.#session.source;
    const same = text === this.#level.source.text && !Object.keys(settings).length;
    return (same ? this.#level.par : undefined) ?? storage.learnedPar(this.#keeper.key);
  }

  /** The lowest cost at which the player has solved the level. */
  get best() {
    return storage.best(this.#keeper.key);
  }

  /** Solves from the position on the board, in the panel of the solver. */
  solveFromHere() {
    unfold(this.solve.element);
    void this.solve.start();
  }

  shown(scene, cause) {
    this.#description.show(scene.picture);
    this.solve.moved();
    this.share.show();
    this.#head.show(this.title);
    if (!this.#draft && cause !== 'open') this.#keeper.positionChanged();
    if (cause === 'edit') {
      this.solve.clear();
      this.#stage.timeline.hide();
      this.analyse.changed();
    }
    this.keysChanged?.();
  }

  won(scene, helped) {
    if (!helped) storage.rememberSolved(this.#keeper.key, scene.cost);
  }

  async next() {
    const { unsolved } = await neighbours(this.#level.id, this.game.id);
    if (unsolved) location.hash = address.level(unsolved.id);
    else toast('You have solved all levels of this game. Well done!');
  }

  #learnPar(cost) {
    storage.learnPar(this.#keeper.key, cost);
    this.#stage.showScore();
  }

  #fileName() {
    const file = this.#level.file
      ?.split('/')
      .at(-1)
      .replace(/\.[a-z]+$/i, '');
    return (
      file ??
      (this.title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .replace(/^-|-$/g, '') ||
        'level')
    );
  }

  #build() {
    const { mode, id } = this.#level;
    const editing = mode === 'edit';
    if (!editing && id) this.#head.switchTo = address.edit(id);
    else void this.#keeper.updateSwitch();
    const { status } = this.#stage;
    if (editing) {
      status.prepend(
        make(
          'div',
          { class: 'modes', role: 'group', 'aria-label': 'Mode of the board' },
          Object.values(this.#modes),
        ),
      );
    }
    const element = make(
      'div',
      { class: 'level-view', 'data-mode': mode },
      make(
        'div',
        { class: 'screen' },
        this.#notice,
        status,
        ...(editing ? [this.#painter.element] : []),
        this.#stage.element,
      ),
      this.#side,
    );
    if (editing) this.#setMode('paint');
    return element;
  }

  #setMode(mode) {
    const painting = mode === 'paint';
    this.#painter.element.hidden = !painting;
    this.#stage.element.hidden = painting;
    for (const [name, choice] of Object.entries(this.#modes))
      set(choice, 'aria-pressed', String(name === mode));
    this.keysChanged?.();
  }

  /** Shows what is wrong with the level or with the moves of a link. */
  #failed(error) {
    if (error.what === 'level' && !this.#draft) {
      this.notice(`This level cannot be read. ${error.describe()} Edit it to fix it.`);
    } else if (error.what === 'moves' && !this.#session.scene) {
      this.notice(
        `The moves of this link cannot be played: ${error.message}. The level starts from the beginning instead.`,
      );
      void this.#session.open();
    }
  }

  // Editing.

  #buildEditor() {
    this.#draft = new Draft(this.#level.source);
    this.#painter = new Painter(this.#draft, this.game);
    const { format } = this.game;
    const editor = make(
      'section',
      { class: 'panel editor', id: 'editor', 'aria-labelledby': 'editor-head' },
      make('h2', { id: 'editor-head' }, 'Text'),
      new Fields(this.#draft).element,
      new TextEditor(this.#draft).element,
      make(
        'details',
        {},
        make('summary', {}, 'How levels are written'),
        make('pre', { class: 'format' }, format),
      ),
    );
    this.#side.append(fold(editor, 'editor', 'text', true));
    this.#draft.addEventListener('refused', ({ detail }) => toast(sentence(detail)));
    this.#draft.addEventListener('reply', ({ detail }) => this.#edited(detail));
  }

  async #edited(reply) {
    this.#changed ||= reply.text !== this.#level.source.text;
    if (this.#changed) this.#keeper.levelChanged();
    this.#head.offerToKeep(!this.#keeper.own && (this.#changed || !this.#level.id));
    this.#stage.setInvalid(Boolean(reply.problem));
    if (reply.problem) {
      this.#stage.showMessage('The text is not valid now: this is the last valid level.');
      return;
    }
    if (this.#session.scene && this.#session.source.text === reply.text) return;
    const lost = await this.#session.replace({ ...this.#session.source, text: reply.text });
    if (lost) this.#stage.showMessage('Some moves cannot be made on the changed level.');
  }

  /** Keeps the level among the user's own. */
  async #keep() {
    const kept = await this.#keeper.keep();
    if (!kept) return;
    this.#level = { ...this.#level, own: kept.id, title: kept.name };
    this.#head.show(this.title);
  }

  async #changeSettings(settings) {
    await this.#session.replace({ ...this.#session.source, settings });
    if (this.#draft || !this.#level.id) this.#keeper.levelChanged();
  }
}
