// The panel of the solver: goal and time limit, progress, and outcome.
//
// It solves from the position on the board. The stop button cancels the search on the server; so does
// leaving the level. A proved optimum from the start is stored as the level's par.
//
// Elements: `#solve` with `#solve-goal`, `#solve-seconds`, `#solve-start`, `#solve-stop`,
// `#solve-progress` (`[data-number=…]` in it), `#solve-outcome` (`[data-outcome=…]`), `#solve-notes`
// (`#solve-defect` in it),
// `#solve-show`.

import { announce } from '../announce.js';
import * as api from '../api.js';
import { button, count, make, sentence, set, write } from '../dom.js';

const GOALS = [
  ['optimal', 'An optimal solution'],
  ['any', 'Any solution, quickly'],
  ['all', 'All optimal solutions'],
];

const NUMBERS = [
  ['expanded', 'States expanded', count],
  ['rate', 'States per second', (rate) => count(Math.round(rate))],
  ['bound', 'Lower bound', count],
  ['best', 'Best so far', count],
  ['bytes', 'Memory', bytes],
  ['seconds', 'Time', seconds],
];

const OUTCOMES = { optimal: 'Optimal', solved: 'Solved', unsolvable: 'Unsolvable', stopped: 'Stopped' };

function bytes(number) {
  const units = ['B', 'kB', 'MB', 'GB'];
  let at = 0;
  while (number >= 1000 && at < units.length - 1) {
    number /= 1000;
    at += 1;
  }
  return `${at ? number.toFixed(1) : number} ${units[at]}`;
}

function seconds(number) {
  return number < 1 ? `${Math.round(number * 1000)} ms` : `${number.toFixed(1)} s`;
}

/** The sentence about an outcome, after its label. */
function describe(answer) {
  const cost = answer.cost !== undefined ? `cost ${count(answer.cost)}` : '';
  const bound = answer.bound !== undefined ? `every solution costs at least ${count(answer.bound)}` : '';
  switch (answer.outcome) {
    case 'optimal':
      return answer.moves?.length === 0 ? 'the level is solved already.' : `${cost}, proved to be the minimum.`;
    case 'solved':
      return `${cost}, not proved to be the minimum${bound ? `; ${bound}` : ''}.`;
    case 'unsolvable':
      return 'there is no solution from here, which is proved.';
    default:
      if (answer.defect) return 'a bug in Unriddle.';
      return `${answer.because ?? 'before it was finished'}${bound ? `; ${bound}` : ''}.`;
  }
}

export class SolvePanel {
  #parts;
  #search = null;
  #goal = make(
    'select',
    { id: 'solve-goal' },
    GOALS.map(([value, words]) => make('option', { value }, words)),
  );
  #limit = make('input', {
    type: 'number',
    id: 'solve-seconds',
    min: 1,
    max: 3600,
    value: 60,
    inputmode: 'numeric',
  });
  #start = button('solve-start', 'Solve from here', () => this.start(), { class: 'main' });
  #stop = button('solve-stop', 'Stop', () => this.stop(), { hidden: true });
  #numbers = new Map();
  #progress;
  #queue = make('p', { id: 'solve-queue', hidden: true });
  #outcome = make('p', { id: 'solve-outcome', class: 'outcome', hidden: true });
  #notes = make('ul', { id: 'solve-notes', class: 'notes' });
  #show = button('solve-show', 'Show the solution', () => this.#load(), { hidden: true });
  #found = null;
  /** The moves to the position that the outcome is about. */
  #about = null;

  /** `parts`: session, winnability, timeline, game, and `learnPar`, which is called with a proved optimum
   * from the start. */
  constructor(parts) {
    this.#parts = parts;
    this.#goal.value = parts.game.any_first ? 'any' : 'optimal';
    this.#progress = make(
      'dl',
      { class: 'numbers', id: 'solve-progress', hidden: true },
      NUMBERS.map(([name, words]) => {
        const number = make('dd', { 'data-number': name });
        const row = make('div', { hidden: true }, make('dt', {}, words), number);
        this.#numbers.set(name, [row, number]);
        return row;
      }),
    );
    this.element = make(
      'section',
      { class: 'panel', id: 'solve', 'aria-labelledby': 'solve-head' },
      make('h2', { id: 'solve-head' }, 'Solve'),
      make(
        'div',
        { class: 'fields' },
        make('label', { for: 'solve-goal' }, 'Search for', this.#goal),
        make('label', { for: 'solve-seconds' }, 'Time limit in seconds', this.#limit),
      ),
      make('div', { class: 'buttons' }, this.#start, this.#stop),
      this.#queue,
      this.#outcome,
      this.#show,
      this.#notes,
      this.#progress,
    );
  }

  /** Cancels the search and discards its outcome: the level has changed. */
  clear() {
    this.#search?.abort();
    this.#search = null;
    this.#found = null;
    this.#about = null;
    for (const part of [this.#outcome, this.#show, this.#progress, this.#queue]) part.hidden = true;
    this.#notes.replaceChildren();
  }

  /** The position has changed: an outcome holds where it was found, and along its solution. */
  moved() {
    if (this.#search || !this.#about) return;
    const { moves } = this.#parts.session;
    const line = this.#found?.line ?? this.#about;
    const isBetween = moves.length >= this.#about.length && moves.length <= line.length;
    if (!isBetween || moves.some((move, at) => move !== line[at])) this.clear();
  }

  stop() {
    if (this.#search) this.#search.stopped = true;
    this.#search?.abort();
    this.#search = null;
  }

  /** Solves from the position on the board, unless a search is running. */
  async start() {
    if (this.#search) return;
    const { session, winnability } = this.#parts;
    this.clear();
    const search = new AbortController();
    this.#search = search;
    winnability.pause();
    this.#running(true);
    // On a phone the panel is below the board.
    this.#stop.scrollIntoView({ block: 'nearest' });
    const { moves } = session;
    const limit = Math.min(3600, Math.max(1, Number(this.#limit.value) || 60));
    const goal = this.#goal.value;
    const request = { ...session.request(moves), seconds: limit, goal, draw: goal === 'all' };
    try {
      const answer = await api.solve(request, search.signal, (event) => this.#onEvent(event));
      await session.learn(answer.fact);
      this.#showAnswer(answer, moves);
    } catch (error) {
      if (error.name !== 'AbortError') this.#showOutcome('stopped', 'Not solved', `${error.message}.`);
      else if (search.stopped) this.#showOutcome('stopped', 'Stopped', 'by you.');
    } finally {
      if (this.#search === search || !this.#search) {
        this.#search = null;
        this.#running(false);
        winnability.resume();
        // The player may have moved on meanwhile.
        this.moved();
      }
    }
  }

  #running(running) {
    this.#start.hidden = running;
    this.#stop.hidden = !running;
    set(this.element, 'aria-busy', String(running));
    if (running && document.activeElement === document.body) this.#stop.focus();
  }

  #onEvent(event) {
    this.#queue.hidden = event.event !== 'queued';
    if (event.event === 'queued') write(this.#queue, `Waiting: ${count(event.ahead)} ahead.`);
    else this.#showNumbers(event);
  }

  #showNumbers(values) {
    this.#progress.hidden = false;
    for (const [name, , format] of NUMBERS) {
      const [row, number] = this.#numbers.get(name);
      row.hidden = values[name] === undefined;
      if (!row.hidden) write(number, format(values[name]));
    }
  }

  #showAnswer(answer, moves) {
    this.#queue.hidden = true;
    this.#about = moves;
    // A rate over less than the clock shows means nothing.
    const rate = answer.seconds >= 0.001 ? answer.stored / answer.seconds : undefined;
    this.#showNumbers({ ...answer, rate, bound: undefined });
    this.#showOutcome(answer.outcome, OUTCOMES[answer.outcome] ?? answer.outcome, describe(answer));
    const counted =
      answer.solutions !== undefined
        ? [
            `There ${answer.solutions === '1' ? 'is one optimal solution' : `are ${count(answer.solutions)} optimal solutions`}.`,
          ]
        : [];
    const facts = answer.facts
      .filter(([, value]) => value)
      .map(([, value, noun]) => `${count(value)} ${noun}${value === 1 ? '' : 's'}`);
    this.#notes.replaceChildren(
      ...[...counted, ...facts, ...answer.notes].map((note) => make('li', {}, sentence(note))),
      ...(answer.defect ? [make('li', {}, make('pre', { id: 'solve-defect' }, answer.defect.input))] : []),
    );
    if (answer.outcome === 'optimal' && !moves.length) this.#parts.learnPar(answer.cost);
    if (answer.moves?.length) {
      const { cost, picture } = answer;
      this.#found = { line: [...moves, ...answer.moves], base: moves.length, cost, picture };
      this.#show.hidden = false;
      this.#load();
      // On a phone the panel is below the board.
      this.#parts.timeline.element.closest('.screen')?.scrollIntoView();
    } else this.#outcome.scrollIntoView({ block: 'nearest' });
  }

  #showOutcome(outcome, word, rest) {
    this.#outcome.hidden = false;
    set(this.#outcome, 'data-outcome', outcome);
    this.#outcome.replaceChildren(make('strong', {}, word), `: ${rest}`);
    announce(`${word}: ${rest}`);
  }

  #load() {
    const { line, base, cost, picture } = this.#found;
    const steps = line.length - base;
    const price = cost === steps ? '' : `, cost ${count(cost)}`;
    const title = `Solution: ${count(steps)} ${steps === 1 ? 'move' : 'moves'}${price}`;
    void this.#parts.timeline.load(line, base, title, { picture });
  }
}
