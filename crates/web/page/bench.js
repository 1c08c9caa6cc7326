// The workbench: a level to play or to edit, with everything that can be done to it.
//
// Playing and editing are one view, because a level that is edited is also tried: the session
// goes on with the changed text and makes its moves again from the start. A level of the page's
// own (new, changed, pasted, from a link) stands whole in the address, so reloading keeps it.
//
// Elements: `.bench[data-mode=play|edit]`, `#title`, `#to-edit`, `#to-play`, `#level-before`,
// `#level-after`, `#notice`, `#mode-paint`, `#mode-try`.

import { Words } from './board/words.js';
import { button, debounced, make, sentence, set, write } from './dom.js';
import { Draft } from './edit/draft.js';
import { Fields } from './edit/fields.js';
import { Painter } from './edit/painter.js';
import { TextPane } from './edit/text.js';
import { neighbours, titleOf } from './library.js';
import { Session } from './play/session.js';
import { settingsPanel } from './play/settings.js';
import { Stage } from './play/stage.js';
import { address } from './route.js';
import { toast } from './say.js';
import { fragment, pack } from './share/link.js';
import { SharePanel } from './share/panel.js';
import { SolvePanel } from './solve/panel.js';
import * as store from './store.js';

export class Bench {
  #level;
  #session;
  #stage;
  #draft = null;
  #painter = null;
  #side;
  #changed = false;
  #words = new Words();
  #notice = make('p', { id: 'notice', class: 'notice', role: 'status', hidden: true });
  #name = make('h1', { id: 'title', tabindex: -1 });
  #switch = make('a', { class: 'button' });
  #modes = {
    paint: button('mode-paint', 'Paint', () => this.#setMode('paint')),
    try: button('mode-try', 'Try it', () => this.#setMode('try')),
  };
  #keepAddress = debounced(() => this.#writeAddress(), 300);

  /** `level`: game, source (as requests carry it), mode, and for a served one id, file, name, par. */
  constructor(level) {
    this.#level = level;
    this.game = level.game;
    this.#session = new Session(level.source);
    this.#stage = new Stage(this.#session, this);
    const { oracle, strip } = this.#stage;
    this.solve = new SolvePanel({
      session: this.#session,
      oracle,
      strip,
      game: this.game,
      learnPar: (cost) => this.#learnPar(cost),
    });
    this.share = new SharePanel({ session: this.#session, strip, title: () => this.#fileName() });
    this.#side = make('div', { class: 'side' });
    if (level.mode === 'edit') this.#buildEditor();
    this.#side.append(
      this.solve.element,
      this.share.element,
      ...[settingsPanel(this.game, level.source.settings, (settings) => this.#set(settings))].filter(Boolean),
      this.#words.element,
    );
    this.element = this.#build();
    this.#session.addEventListener('failed', ({ detail }) => this.#failed(detail));
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
        does: 'Paint or try',
        act: () => this.#setMode(this.#painter.element.hidden ? 'paint' : 'try'),
      },
    ];
    return this.#painter.element.hidden ? [...edits, ...stage] : [...edits, ...this.#painter.keys, ...sizes];
  }

  /** Opens the level, with moves that may be in the game's notation. */
  async open(moves = []) {
    const { id, source } = this.#level;
    if (id) store.opened(id, this.#key);
    if (this.#draft) await this.#draft.look();
    else await this.#session.open(moves);
    if (moves.length && this.#session.scene) {
      const { scene } = this.#session;
      const count = scene.moves.length === 1 ? 'one move' : `${scene.moves.length} moves`;
      this.notice(
        `The link comes with ${count}, made again here: ${scene.solved ? 'the level is solved' : 'the level is not solved yet'}.`,
      );
    }
    void this.#findNeighbours();
    write(this.#name, this.title);
    return source;
  }

  focus() {
    (this.#painter && !this.#painter.element.hidden ? this.#painter.element : this.#stage.element)
      .querySelector('[role=application]')
      .focus({ preventScroll: true });
  }

  close() {
    this.#keepAddress.stop();
    this.solve.stop();
    this.#stage.close();
  }

  /** Any key stops what plays by itself. */
  interrupt() {
    return this.#stage.strip.stop();
  }

  notice(words) {
    this.#notice.hidden = !words;
    write(this.#notice, words);
  }

  // What the stage asks of the view around it.

  /** Makes the boards larger or smaller, by a factor; as they fit for null. */
  zoom(factor) {
    this.#stage.board.zoom(factor);
    this.#painter?.board.zoom(factor);
  }

  /** The cost of an optimal solution, as far as it is known. */
  get par() {
    const learned = store.learnedPar(this.#key);
    // What a file says of its level holds for the rules as they are.
    if (Object.keys(this.#session.source.settings).length) return learned;
    const same = this.#session.source.text === this.#level.source.text;
    return this.#session.scene?.par ?? (same ? this.#level.par : undefined) ?? learned;
  }

  shown(scene, cause) {
    this.#words.show(scene.picture);
    this.share.show();
    write(this.#name, this.title);
    if (cause === 'edit') {
      this.solve.clear();
      this.#stage.oracle.forget();
      this.#stage.strip.hide();
    }
    this.keysChanged?.();
  }

  won(scene, helped) {
    if (!helped) store.solved(this.#key, scene.cost);
  }

  async next() {
    const { unsolved } = await neighbours(this.#level.id, this.game.id);
    if (unsolved) location.hash = address.level(unsolved.id);
    else toast('All levels of this game are solved. Well done!');
  }

  get #key() {
    const { game, text, settings } = this.#session.source;
    const changed = Object.keys(settings).length ? JSON.stringify(settings) : '';
    return store.levelKey(game, text + changed);
  }

  #learnPar(cost) {
    store.learnPar(this.#key, cost);
    this.#stage.score();
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
    const { mode, id, file } = this.#level;
    const editing = mode === 'edit';
    this.#switch.id = editing ? 'to-play' : 'to-edit';
    write(this.#switch, editing ? 'Done: play it' : 'Edit');
    if (!editing && id) set(this.#switch, 'href', address.edit(id));
    else void this.#point();
    const left = make('div', { class: 'left' }, this.#stage.status, this.#stage.element);
    if (editing) {
      left.prepend(
        make(
          'div',
          { class: 'modes', role: 'group', 'aria-label': 'What the board is for' },
          Object.values(this.#modes),
        ),
      );
      this.#stage.element.before(this.#painter.element);
    }
    const element = make(
      'div',
      { class: 'bench', 'data-mode': mode },
      make(
        'div',
        { class: 'bench-head' },
        make(
          'div',
          {},
          this.#name,
          make(
            'p',
            { class: 'faint' },
            make('a', { href: address.choose(this.game.id) }, this.game.name),
            file && ` · ${file}`,
          ),
        ),
        make('nav', { class: 'buttons', id: 'level-nav', 'aria-label': 'Level' }, this.#switch),
      ),
      this.#notice,
      make('div', { class: 'bench-main' }, left, this.#side),
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

  async #findNeighbours() {
    const { id, mode } = this.#level;
    if (!id || mode === 'edit') return;
    const { before, after } = await neighbours(id, this.game.id);
    const link = (name, words, level) =>
      level &&
      make('a', { class: 'button', id: name, href: address.level(level.id), title: titleOf(level) }, words);
    this.#switch.before(
      ...[link('level-before', '← Previous', before), link('level-after', 'Next →', after)].filter(Boolean),
    );
  }

  /** Where the level itself is at fault, it can be mended. */
  #failed(error) {
    if (error.what === 'level' && !this.#draft) {
      this.notice(`This is no level yet. ${error.tell()} Edit it to mend it.`);
    } else if (error.what === 'moves' && !this.#session.scene) {
      this.notice(
        `The moves of this link cannot be played: ${error.message}. It begins at the start instead.`,
      );
      void this.#session.open();
    }
  }

  // Editing.

  #buildEditor() {
    this.#draft = new Draft(this.#level.source);
    this.#painter = new Painter(this.#draft, this.game);
    const { format } = this.game;
    this.#side.append(
      make(
        'section',
        { class: 'panel editor', id: 'editor', 'aria-labelledby': 'editor-head' },
        make('h2', { id: 'editor-head' }, 'Level'),
        new Fields(this.#draft).element,
        new TextPane(this.#draft).element,
        make(
          'details',
          {},
          make('summary', {}, 'How levels are written'),
          make('pre', { class: 'format' }, format),
        ),
      ),
    );
    this.#draft.addEventListener('refused', ({ detail }) => toast(sentence(detail)));
    this.#draft.addEventListener('reply', ({ detail }) => this.#edited(detail));
  }

  async #edited(reply) {
    const { settings } = this.#session.source;
    this.#changed ||= reply.text !== this.#level.source.text;
    if (this.#changed) this.#keepAddress();
    if (reply.problem) {
      this.#stage.tell('The text is no level at the moment; this is the last one that was.');
      return;
    }
    if (this.#session.scene && this.#session.source.text === reply.text) return;
    const lost = await this.#session.replace({ game: this.game.id, text: reply.text, settings });
    if (lost) this.#stage.tell('Not all moves can be made on the changed level.');
  }

  async #set(settings) {
    await this.#session.replace({ ...this.#session.source, settings });
    if (this.#draft || !this.#level.id) this.#keepAddress();
  }

  /** Points the switch between playing and editing at the level as it is now. */
  async #point() {
    const text = this.#draft?.text ?? this.#session.source.text;
    const { mode, id, source } = this.#level;
    const packed = await pack({ ...this.#session.source, text });
    const served = id && text === source.text;
    set(
      this.#switch,
      'href',
      mode === 'edit' ? (served ? address.level(id) : fragment('play', packed)) : fragment('edit', packed),
    );
    return packed;
  }

  async #writeAddress() {
    const packed = await this.#point();
    history.replaceState(null, '', fragment(this.#level.mode, packed));
  }
}
