// The panel of the analysis: how hard the level is and why, which parts it needs, why it cannot be solved.
//
// It analyses the level from its start, whatever the position on the board. While it is open in the editor it
// starts again after each change; the last request is cancelled first, so it never holds up painting. The
// curve stands below the strip of the solution; heat and unneeded parts are drawn over the board.
//
// Elements: `#analyse` with `#analyse-start`, `#analyse-stop`, `#analyse-progress`, `#analyse-score`,
// `#analyse-figures` (`[data-figure=…]`), `#analyse-heat`, `#analyse-map`, `#analyse-parts`, `#analyse-fixes`,
// `#improve-start`, `#improve-list`; `#tension` below the timeline; `#map-back` in a message.

import { announce } from '../announce.js';
import * as api from '../api.js';
import { button, count, debounced, make, sentence, set, write } from '../dom.js';
import { HeatLayer } from './heat.js';
import { SpaceMap } from './map.js';
import { TensionCurve } from './tension.js';

/** The pause in milliseconds after an edit before the level is analysed again. */
const PAUSE = 400;

/** The parts that are worth showing, by role. */
const ROLES = {
  unneeded: 'not needed',
  'red-herring': 'a red herring',
  dispensable: 'not needed for a solution',
  decoration: 'only decoration',
};

const HEATS = [
  ['none', 'Not shown'],
  ['play', 'In all play'],
  ['solutions', 'In optimal solutions'],
];

const PARTS = ['information', 'length', 'space', 'danger', 'traps', 'rarity'];

/** What the figures mean, for those who point at one. */
const MEANINGS = {
  cost: 'The least that a solution costs',
  solutions: 'How many solutions cost that; up to order: how many if moves that can be swapped count once',
  states: 'Positions that can be reached from the start',
  dead: 'Positions from which the level cannot be won any more',
  branching: 'Moves that change something, on average',
  traps: 'Steps whose only good move seems to lead away from the solution',
  information: 'How much a player has to know who picks evenly among sensible moves',
};

/** The figures of an analysis, as names and words. */
function figures(analysis) {
  const { outcome, shape, solutions, cost, information, steps, traps, whole, facts } = analysis;
  const list = [];
  if (cost !== undefined) list.push(['cost', outcome === 'optimal' ? 'Optimum' : 'Best known cost', count(cost)]);
  if (solutions?.count) {
    const order =
      solutions.up_to_order && String(solutions.up_to_order) !== solutions.count
        ? `, ${count(solutions.up_to_order)} up to order`
        : '';
    list.push(['solutions', 'Optimal solutions', solutions.unique ? 'only one' : `${count(solutions.count)}${order}`]);
  }
  if (solutions?.longer?.length === 2)
    list.push(['longer', 'Costing 1 more, 2 more', solutions.longer.map(count).join(', ')]);
  if (shape) {
    list.push(['states', whole ? 'States' : 'States seen', count(shape.states)]);
    list.push(['dead', whole ? 'Dead states' : 'Dead of those seen', `${Math.round(100 * shape.dead_share)} %`]);
    if (!whole) list.push(['undecided', 'Undecided of those seen', `${Math.round((100 * shape.undecided) / shape.states)} %`]);
    list.push(['branching', whole ? 'Moves per state' : 'Moves per state seen', shape.branching.toFixed(1)]);
    if (steps.length) list.push(['traps', whole ? 'Traps' : 'Traps seen', count(traps)]);
  }
  if (information !== undefined) list.push(['information', 'Information', `${information.toFixed(1)} bits`]);
  for (const [name, value, noun] of facts) list.push([name, sentence(`${noun}s`).slice(0, -1), count(value)]);
  return list;
}

export class AnalysePanel {
  #parts;
  #search = null;
  #improving = null;
  #live = false;
  #again = debounced(() => this.start(), PAUSE);
  #heat;
  #analysis = null;
  /** The player's game, while a position from the map is shown. */
  #left = null;
  #start = button('analyse-start', 'Analyse the level', () => this.start(), { class: 'main' });
  #stop = button('analyse-stop', 'Stop', () => this.#cancel(), { hidden: true });
  #progress = make('p', { id: 'analyse-progress', role: 'status', hidden: true });
  #score = make('p', { id: 'analyse-score', hidden: true });
  #bar = make('div', { class: 'score-bar', 'aria-hidden': 'true', hidden: true });
  #scoreParts = make('p', { class: 'score-parts', hidden: true });
  #figures = make('dl', { class: 'numbers', id: 'analyse-figures', hidden: true });
  #heatChoice = make(
    'select',
    { id: 'analyse-heat', onchange: () => this.#showHeat() },
    HEATS.map(([value, words]) => make('option', { value }, words)),
  );
  #heatField = make('label', { for: 'analyse-heat', hidden: true }, 'Where pieces go', this.#heatChoice);
  #map = new SpaceMap((state) => this.#visit(state));
  #list = make('ul', { id: 'analyse-parts', class: 'notes' });
  #fixes = make('ul', { id: 'analyse-fixes', class: 'notes' });
  #improve = button('improve-start', 'Improve this level', () => this.#propose(), { hidden: true });
  #neighbours = make('ul', { id: 'improve-list', class: 'notes' });

  /** `parts`: session, timeline, boards, `showMessage`, and `change`, which is called with the text of a proposed level. */
  constructor(parts) {
    this.#parts = parts;
    this.#heat = new HeatLayer(parts.boards);
    this.tension = new TensionCurve((at) => this.#go(at));
    parts.timeline.element.after(this.tension.element);
    this.element = make(
      'section',
      { class: 'panel', id: 'analyse', 'aria-labelledby': 'analyse-head' },
      make('h2', { id: 'analyse-head' }, 'Analyse'),
      make('div', { class: 'buttons' }, this.#start, this.#stop),
      this.#progress,
      this.#score,
      this.#bar,
      this.#scoreParts,
      this.#figures,
      this.#heatField,
      this.#map.element,
      this.#list,
      this.#fixes,
      this.#improve,
      this.#neighbours,
    );
  }

  /** The level has changed: analyses it again if it was analysed before. */
  changed() {
    const live = this.#live;
    this.clear();
    this.#live = live;
    if (live) this.#again();
  }

  /** Cancels the analysis and discards what it found. */
  clear() {
    this.#cancel();
    this.#live = false;
    this.#analysis = null;
    this.#left = null;
    this.#heat.clear();
    this.tension.hide();
    this.#map.hide();
    for (const part of [this.#score, this.#bar, this.#scoreParts, this.#figures, this.#heatField, this.#improve]) part.hidden = true;
    for (const list of [this.#list, this.#fixes, this.#neighbours]) list.replaceChildren();
  }

  #cancel() {
    this.#again.stop();
    this.#search?.abort();
    this.#search = null;
    this.#improving?.abort();
    this.#improving = null;
    this.#running(false);
  }

  #running(running) {
    this.#start.hidden = running;
    this.#stop.hidden = !running;
    this.#progress.hidden = !running;
    set(this.element, 'aria-busy', String(running));
  }

  #tell(words) {
    this.#progress.hidden = false;
    write(this.#progress, words);
  }

  /** Analyses the level: first its space, then its parts, which takes longer. */
  async start() {
    this.clear();
    this.#live = true;
    const search = new AbortController();
    this.#search = search;
    this.#running(true);
    this.#tell('Exploring…');
    const { source } = this.#parts.session;
    try {
      for (const parts of [false, true]) {
        const onEvent = (event) => {
          if (this.#search !== search) return;
          if (event.event === 'queued') this.#tell(`Waiting: ${count(event.ahead)} ahead.`);
          else this.#tell(`${count(event.stored)} states…`);
        };
        const analysis = await api.analyse({ ...source, parts }, search.signal, onEvent);
        if (this.#search !== search) return;
        this.#show(analysis);
        this.#tell('Solving without each part…');
      }
      this.#running(false);
      announce('The level is analysed.');
    } catch (error) {
      if (error.name !== 'AbortError' && this.#search === search) {
        this.#running(false);
        this.#tell(sentence(error.message));
      }
    } finally {
      if (this.#search === search) this.#search = null;
    }
  }

  #show(analysis) {
    this.#analysis = analysis;
    const { score, space, heat, steps, parts, why_not: why, notes } = analysis;
    const unsolvable = analysis.outcome === 'unsolvable';
    this.#score.hidden = !score && !unsolvable;
    write(this.#score, score ? `Difficulty ${Math.round(score.total)} of 100` : 'Unsolvable');
    this.#bar.hidden = !score;
    this.#scoreParts.hidden = !score;
    if (score) {
      const part = (name) => {
        const piece = make('span', { 'data-part': name, title: `${name}: ${score[name].toFixed(1)}` });
        piece.style.width = `${score[name]}%`;
        return piece;
      };
      this.#bar.replaceChildren(...PARTS.map(part));
      write(this.#scoreParts, PARTS.map((name) => `${name} ${Math.round(score[name])}`).join(' · '));
    }
    this.#figures.hidden = false;
    this.#figures.replaceChildren(
      ...figures(analysis).map(([name, label, value]) =>
        make('div', { title: MEANINGS[name] }, make('dt', {}, label), make('dd', { 'data-figure': name }, value)),
      ),
    );
    this.#heatField.hidden = !heat;
    this.#showHeat();
    if (space) this.#map.show(space, analysis);
    this.tension.show(steps);
    this.#showParts(parts, notes);
    this.#fixes.replaceChildren(
      ...(why?.proposals ?? []).map(({ words, text, cost }) =>
        make(
          'li',
          {},
          `${sentence(words.join(', and ')).slice(0, -1)}: then it costs ${count(cost)}. `,
          button(null, 'Take it', () => this.#parts.change(text)),
        ),
      ),
      ...(why && !why.proposals.length
        ? [make('li', {}, why.complete ? 'No single change makes it solvable.' : 'No change that was tried makes it solvable.')]
        : []),
    );
    this.#improve.hidden = !score;
  }

  #showParts(parts, notes) {
    // Most ground decorates.
    const shown = (parts?.parts ?? []).filter(
      ({ role, kind }) => ROLES[role] && (role !== 'decoration' || kind === 'piece'),
    );
    this.#heat.mark(shown.filter(({ x }) => x !== null));
    const said = shown.map(({ words, role }) =>
      make('li', { 'data-role': role }, `${sentence(words.replace(/^remove /, '')).slice(0, -1)} is ${ROLES[role]}.`),
    );
    const barrier = parts?.parts[this.#analysis.barrier];
    if (barrier) said.push(make('li', {}, sentence(`${barrier.words}, and the optimum falls to ${count(barrier.cost)}`)));
    this.#list.replaceChildren(...said, ...notes.map((note) => make('li', {}, sentence(note))));
  }

  #showHeat() {
    const { heat } = this.#analysis ?? {};
    this.#heat.show(heat, this.#heatChoice.value);
  }

  /** Goes to a step of the solution. */
  #go(at) {
    const line = this.#analysis?.solutions?.moves;
    if (!line) return;
    const { session, timeline } = this.#parts;
    if (timeline.line?.join() !== line.join())
      void timeline.load(line, 0, `Solution: ${count(line.length)} ${line.length === 1 ? 'move' : 'moves'}`);
    void session.jump(line, at);
  }

  /** Shows the position at a point of the map. The player's own game can be gone on with. */
  async #visit(state) {
    const { session, showMessage } = this.#parts;
    try {
      const { moves } = await api.position({ ...session.source, state }, this.#search?.signal);
      this.#left ??= session.save();
      await session.jump(moves, moves.length);
      const back = () => {
        void session.resume(this.#left);
        this.#left = null;
      };
      showMessage('A position from the map. ', button('map-back', 'Back to my game', back));
    } catch (error) {
      if (error.name !== 'AbortError') this.#tell(sentence(error.message));
    }
  }

  /** Proposes better neighbours of the level. */
  async #propose() {
    this.#improving?.abort();
    const improving = new AbortController();
    this.#improving = improving;
    this.#neighbours.replaceChildren(make('li', {}, 'Trying changes…'));
    try {
      const { score, neighbours } = await api.improve(this.#parts.session.source, improving.signal);
      if (this.#improving !== improving) return;
      const entry = ({ words, text, score: after, cost }) =>
        make(
          'li',
          {},
          `${sentence(words).slice(0, -1)}: difficulty ${Math.round(score)} → ${Math.round(after)}, optimum ${count(cost)}. `,
          button(null, 'Take it', () => this.#parts.change(text)),
        );
      const none = make('li', {}, 'No single change makes it harder.');
      this.#neighbours.replaceChildren(...(neighbours.length ? neighbours.map(entry) : [none]));
    } catch (error) {
      if (error.name !== 'AbortError') this.#neighbours.replaceChildren(make('li', {}, sentence(error.message)));
    }
  }
}
