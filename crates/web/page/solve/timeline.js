// A solution as a timeline of moves in words: step through it, play it, scrub along it, see it all at once.
//
// The timeline moves the session along the line, so undo, redo, cost and winnability work as usual. Any
// key or touch stops it while it plays. Gestures repeated in a row are one entry of the strip.
//
// Elements: `#timeline` with `#timeline-first`, `#timeline-back`, `#timeline-play`, `#timeline-on`,
// `#timeline-last`, `#timeline-speed`, `#timeline-all`, `#timeline-slider`, `#timeline-next`, `#timeline-close` and
// `#timeline-moves` with a `[data-step=N]` for each entry, N being the moves made after it; the last one made
// has `aria-current`; `data-before` and `data-after` say that there is more beyond an end.

import * as api from '../api.js';
import { button, count, make, set, write } from '../dom.js';
import { Overlay } from './overlay.js';
import { inWords, times, withKeys } from './spoken.js';

/** The minimum and maximum duration of a step, and the target of a whole line, in milliseconds. */
const PACE = { least: 40, most: 420, line: 15000 };

/** The speeds by name, as factors of the duration. */
const SPEEDS = [
  ['slow', 'Slow', 2.5],
  ['normal', 'Normal speed', 1],
  ['fast', 'Fast', 0.3],
];

export class Timeline {
  #session;
  #anyOrder;
  #overlay;
  #base = 0;
  #line = [];
  #steps = [];
  #picture = null;
  #timer = 0;
  #playing = false;
  #wanted = null;
  #head = make('h2', { id: 'timeline-head' });
  #play = button('timeline-play', 'Play', () => (this.#playing ? this.stop() : this.play()));
  #speed = make(
    'select',
    { id: 'timeline-speed', 'aria-label': 'Speed' },
    SPEEDS.map(([value, words]) => make('option', { value, selected: value === 'normal' }, words)),
  );
  #all = button('timeline-all', 'At a glance', () => this.#toggleAll(), {
    'aria-pressed': 'false',
    title: 'Show over the board where the solution leads',
  });
  #slider = make('input', {
    type: 'range',
    id: 'timeline-slider',
    min: 0,
    value: 0,
    'aria-label': 'Step of the solution',
  });
  #where = make('output', { id: 'timeline-where', for: 'timeline-slider' });
  #next = make('p', { id: 'timeline-next', class: 'timeline-next' });
  #moves = make('ol', { class: 'timeline-moves', id: 'timeline-moves', 'aria-label': 'Moves' });

  /** `anyOrder`: whether the moves of a line can be made in any order, as belts can be laid. */
  constructor(session, board, anyOrder = false) {
    this.#session = session;
    this.#anyOrder = anyOrder;
    this.#overlay = new Overlay(board);
    new ResizeObserver(() => {
      this.#reveal();
      this.#markEnds();
    }).observe(this.#moves);
    const go = (id, label, sign, to) =>
      button(id, sign, () => this.#goByHand(to()), { 'aria-label': label, title: label });
    this.element = make(
      'section',
      { class: 'timeline', id: 'timeline', 'aria-labelledby': 'timeline-head', hidden: true },
      make(
        'div',
        { class: 'timeline-top' },
        this.#head,
        button('timeline-close', '✕', () => this.hide(), { class: 'quiet', 'aria-label': 'Close the solution' }),
      ),
      make(
        'div',
        { class: 'buttons' },
        go('timeline-first', 'First', '|◀', () => 0),
        go('timeline-back', 'Step back', '◀', () => this.#at() - 1),
        this.#play,
        go('timeline-on', 'Step forward', '▶', () => this.#at() + 1),
        go('timeline-last', 'Last', '▶|', () => this.#line.length),
        this.#speed,
        this.#all,
        this.#slider,
        this.#where,
      ),
      this.#next,
      this.#moves,
    );
    this.#slider.addEventListener('input', () => this.#goByHand(Number(this.#slider.value)));
    this.#moves.addEventListener('click', (event) => this.#goTo(event.target));
    this.#moves.addEventListener('scroll', () => this.#markEnds());
    this.#scrub();
  }

  /**
   * Shows a line whose first `base` moves are already made. `steps` are its further moves in words, which
   * are asked for if they are missing; `picture` is what to show of it at once, by default its end.
   */
  async load(line, base, title, { steps = null, picture = null } = {}) {
    this.stop();
    this.#showAll(null);
    this.#base = base;
    this.#line = line;
    this.#picture = picture;
    write(this.#head, title);
    write(this.#all, picture ? 'All at a glance' : 'At a glance');
    set(this.#slider, 'max', line.length - base);
    this.#tell(steps ?? []);
    this.element.hidden = false;
    this.show();
    if (picture) this.#showAll(picture);
    if (steps) return;
    try {
      const request = { ...this.#session.request(line.slice(0, base)), line: line.slice(base) };
      const telling = await api.tell(request);
      if (this.#line !== line) return;
      this.#tell(telling.steps);
      this.show();
    } catch {
      // The buttons and the slider do without words.
    }
  }

  hide() {
    this.stop();
    this.#showAll(null);
    this.element.hidden = true;
  }

  /** The most milliseconds of a step while a long line is played; undefined if a step takes its time. */
  get pace() {
    const pace = PACE.line / (this.#line.length - this.#base);
    return this.#playing && pace < PACE.most ? Math.max(PACE.least, pace) : undefined;
  }

  /** Whether it is playing the line. */
  get isPlaying() {
    return this.#playing;
  }

  /** The line that is loaded, if any. */
  get line() {
    return this.element.hidden ? null : this.#line;
  }

  /** Fills the strip. */
  #tell(steps) {
    let end = 0;
    this.#steps = steps.map((step) => {
      const start = end;
      end += step.moves * step.times;
      return { ...step, start, end };
    });
    this.#moves.replaceChildren(
      ...this.#steps.map((step) =>
        make(
          'li',
          {},
          make(
            'button',
            { type: 'button', tabindex: -1, 'data-step': step.end, title: inWords(step) },
            step.arrow && make('span', { class: 'way-sign', 'aria-hidden': 'true' }, step.arrow),
            `${step.words}${times(step)}`,
          ),
        ),
      ),
    );
  }

  /** The rest of the line after the player's moves, if these are moves of the line in another order; or else null. */
  #rest() {
    const { moves } = this.#session;
    if (!this.#anyOrder || moves.length < this.#base || this.#at() >= 0) return null;
    const rest = this.#line.filter((move) => !moves.includes(move));
    return moves.length + rest.length === this.#line.length ? rest : null;
  }

  /** Shows the position of the session on the line. */
  show() {
    if (this.element.hidden) return;
    const rest = this.#rest();
    if (rest) {
      void this.load([...this.#session.moves, ...rest], this.#base, this.#head.textContent);
      return;
    }
    this.#overlay.update(this.#session.scene?.picture);
    const at = this.#at();
    const all = this.#line.length - this.#base;
    this.#slider.value = Math.max(0, at);
    this.#all.disabled = at === all && !this.#overlay.shown;
    write(this.#where, at < 0 ? 'off the solution' : `${count(at)} of ${count(all)}`);
    const next = this.#steps.find((step) => at >= step.start && at < step.end);
    this.#next.replaceChildren(...(next ? ['Next: ', ...withKeys(next)] : []));
    for (const step of this.#moves.querySelectorAll('[aria-current]')) step.removeAttribute('aria-current');
    const index = this.#steps.findIndex((step) => at > step.start && at <= step.end);
    const current = this.#moves.children[index]?.firstChild;
    if (!current) return;
    set(current, 'aria-current', 'step');
    this.#reveal();
  }

  /** Scrolls the strip to the current entry. */
  #reveal() {
    const list = this.#moves;
    const current = list.querySelector('[aria-current]');
    if (!current) return;
    // The list is what offsets count from.
    const { offsetTop: top, offsetLeft: left, offsetHeight: height, offsetWidth: width } = current;
    if (top < list.scrollTop || top + height > list.scrollTop + list.clientHeight)
      list.scrollTop = top - list.clientHeight / 2;
    if (left < list.scrollLeft || left + width > list.scrollLeft + list.clientWidth)
      list.scrollLeft = left - Math.max(0, list.clientWidth - width) / 2;
  }

  /** Marks the ends of the strip behind which there is more. */
  #markEnds() {
    const { scrollLeft, scrollWidth, clientWidth } = this.#moves;
    set(this.#moves, 'data-before', scrollLeft > 1 ? '' : null);
    set(this.#moves, 'data-after', scrollLeft + clientWidth < scrollWidth - 1 ? '' : null);
  }

  /** The number of moves made on the line; -1 if the player has left it. */
  #at() {
    const { moves } = this.#session;
    const on =
      moves.length >= this.#base &&
      moves.length <= this.#line.length &&
      moves.every((move, at) => move === this.#line[at]);
    return on ? moves.length - this.#base : -1;
  }

  play() {
    if (this.#at() >= this.#line.length - this.#base) void this.#go(0);
    this.#playing = true;
    write(this.#play, 'Pause');
    const all = this.#line.length - this.#base;
    const tick = async () => {
      await this.#go(Math.max(0, this.#at()) + 1);
      await this.#session.still?.();
      if (!this.#playing) return;
      if (this.#at() >= all) this.stop();
      else this.#timer = setTimeout(tick, this.#pace());
    };
    this.#timer = setTimeout(tick, this.#pace());
  }

  /** The duration of a step at the chosen speed. */
  #pace() {
    const [, , factor] = SPEEDS.find(([value]) => value === this.#speed.value) ?? SPEEDS[1];
    const all = this.#line.length - this.#base;
    return factor * Math.min(PACE.most, Math.max(PACE.least, PACE.line / all));
  }

  /** Stops playing. Returns whether it was playing. */
  stop() {
    const played = this.#playing;
    clearTimeout(this.#timer);
    this.#playing = false;
    write(this.#play, 'Play');
    return played;
  }

  /** A mouse or a pen that is dragged along the strip goes from entry to entry; a finger scrolls it. */
  #scrub() {
    let dragging = false;
    this.#moves.addEventListener('pointerdown', (event) => {
      dragging = event.button === 0 && event.pointerType !== 'touch';
    });
    this.#moves.addEventListener('pointermove', (event) => {
      if (!dragging || !(event.buttons & 1)) return;
      this.#goTo(document.elementFromPoint(event.clientX, event.clientY));
    });
    window.addEventListener('pointerup', () => {
      dragging = false;
    });
  }

  #goTo(target) {
    const entry = target?.closest('#timeline-moves [data-step]');
    if (entry) this.#goByHand(Number(entry.dataset.step));
  }

  /** Goes to a place; of several that are asked for while one is on its way, only the last one counts. */
  async #goByHand(at) {
    this.stop();
    const busy = this.#wanted !== null;
    this.#wanted = at;
    if (busy) return;
    let reached = null;
    while (this.#wanted !== reached) {
      reached = this.#wanted;
      await this.#go(reached);
    }
    this.#wanted = null;
  }

  #go(at) {
    const all = this.#line.length - this.#base;
    return this.#session.jump(this.#line, this.#base + Math.min(Math.max(at, 0), all));
  }

  async #toggleAll() {
    if (this.#overlay.shown) {
      this.#showAll(null);
      return;
    }
    const line = this.#line;
    this.#picture ??= (await api.play(this.#session.request(line))).picture;
    if (this.#line === line) this.#showAll(this.#picture);
  }

  #showAll(picture) {
    this.#overlay.show(picture, this.#session.scene?.picture);
    set(this.#all, 'aria-pressed', String(this.#overlay.shown));
  }
}
