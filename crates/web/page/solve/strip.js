// A solution as a strip of moves: step through it, play it, jump into it.
//
// The strip moves the session itself along the line, so undo and redo, the cost and the light
// mean the same as ever. Any key or touch stops it while it plays.
//
// Elements: `#strip` with `#strip-first`, `#strip-back`, `#strip-play`, `#strip-on`,
// `#strip-last`, `#strip-slider`, `#strip-close` and `#strip-moves` with one
// `[data-step=N]` for each move; the one made last has `aria-current`.

import { button, count, make, set, write } from '../dom.js';

/** How long a step takes at least and at most, and how long a whole line should, in milliseconds. */
const PACE = { least: 40, most: 420, line: 15000 };

export class Strip {
  #session;
  #base = 0;
  #line = [];
  #timer = 0;
  #playing = false;
  #head = make('h2', { id: 'strip-head' });
  #play = button('strip-play', 'Play', () => (this.#playing ? this.stop() : this.play()));
  #slider = make('input', {
    type: 'range',
    id: 'strip-slider',
    min: 0,
    value: 0,
    'aria-label': 'Step of the solution',
  });
  #where = make('output', { id: 'strip-where', for: 'strip-slider' });
  #moves = make('ol', { class: 'strip-moves', id: 'strip-moves', 'aria-label': 'Moves' });

  constructor(session) {
    this.#session = session;
    const go = (id, label, sign, to) =>
      button(id, sign, () => this.#goByHand(to()), { 'aria-label': label, title: label });
    this.element = make(
      'section',
      { class: 'strip', id: 'strip', 'aria-labelledby': 'strip-head', hidden: true },
      make(
        'div',
        { class: 'strip-top' },
        this.#head,
        button('strip-close', '✕', () => this.hide(), { class: 'quiet', 'aria-label': 'Close the solution' }),
      ),
      make(
        'div',
        { class: 'buttons' },
        go('strip-first', 'First', '|◀', () => 0),
        go('strip-back', 'Step back', '◀', () => this.#at() - 1),
        this.#play,
        go('strip-on', 'Step on', '▶', () => this.#at() + 1),
        go('strip-last', 'Last', '▶|', () => this.#line.length),
        this.#slider,
        this.#where,
      ),
      this.#moves,
    );
    this.#slider.addEventListener('input', () => this.#goByHand(Number(this.#slider.value)));
    this.#moves.addEventListener('click', (event) => {
      const step = event.target.closest('[data-step]');
      if (step) this.#goByHand(Number(step.dataset.step));
    });
  }

  /** Shows a line, of which the moves before `base` are those already made. */
  load(line, base, title) {
    this.stop();
    this.#base = base;
    this.#line = line;
    write(this.#head, title);
    set(this.#slider, 'max', line.length - base);
    this.#moves.replaceChildren(
      ...line
        .slice(base)
        .map((move, at) =>
          make('li', {}, make('button', { type: 'button', tabindex: -1, 'data-step': at + 1 }, move)),
        ),
    );
    this.element.hidden = false;
    this.show();
  }

  hide() {
    this.stop();
    this.element.hidden = true;
  }

  /** The line that is loaded, if any. */
  get line() {
    return this.element.hidden ? null : this.#line;
  }

  /** Shows where the session stands on the line. */
  show() {
    if (this.element.hidden) return;
    const at = this.#at();
    const steps = this.#line.length - this.#base;
    this.#slider.value = Math.max(0, at);
    write(this.#where, at < 0 ? 'off the line' : `${count(at)} of ${count(steps)}`);
    for (const step of this.#moves.querySelectorAll('[aria-current]')) step.removeAttribute('aria-current');
    const current = at > 0 ? this.#moves.children[at - 1]?.firstChild : null;
    if (!current) return;
    set(current, 'aria-current', 'step');
    const list = this.#moves;
    const top = current.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + current.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = top - list.clientHeight / 2;
    }
  }

  /** How many moves of the line are made; -1 where the player has left it. */
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
    const steps = this.#line.length - this.#base;
    const pace = Math.min(PACE.most, Math.max(PACE.least, PACE.line / steps));
    const tick = async () => {
      await this.#go(Math.max(0, this.#at()) + 1);
      if (!this.#playing) return;
      if (this.#at() >= steps) this.stop();
      else this.#timer = setTimeout(tick, pace);
    };
    this.#timer = setTimeout(tick, pace);
  }

  /** Stops playing; says whether it played. */
  stop() {
    const played = this.#playing;
    clearTimeout(this.#timer);
    this.#playing = false;
    write(this.#play, 'Play');
    return played;
  }

  #goByHand(at) {
    this.stop();
    void this.#go(at);
  }

  #go(at) {
    const steps = this.#line.length - this.#base;
    return this.#session.jump(this.#line, this.#base + Math.min(Math.max(at, 0), steps));
  }
}
