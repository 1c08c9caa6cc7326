// The text of a level: line numbers, and the error at its place.
//
// The input is a plain textarea. A layer behind it scrolls along; on it the line of an error is tinted
// and the characters are underlined. Tabs are four characters wide in both. The error is described
// below, with a button that goes to its place.
//
// Elements: `#level-text` (textarea), `#line-numbers`, `#error-line[data-line]`,
// `#error-mark[data-column][data-length]`, `#problem`, `#problem-go`, `#problem-caret`; `#broken` with one
// `li` for each recorded solution that does not solve the level, in it `[data-broken=N]`, which goes there.

import { button, make, sentence, set, withCode, write } from '../dom.js';

const TAB = 4;

/** The width of a part of a line in characters. */
function width(part) {
  let columns = 0;
  for (const sign of part) columns += sign === '\t' ? TAB - (columns % TAB) : 1;
  return columns;
}

export class TextEditor {
  #draft;
  #numbers = make('pre', { id: 'line-numbers', class: 'line-numbers', 'aria-hidden': 'true' });
  #line = make('div', { id: 'error-line', class: 'error-line', hidden: true });
  #mark = make('div', { id: 'error-mark', class: 'error-mark', hidden: true });
  #layer = make('div', { class: 'text-layer', 'aria-hidden': 'true' }, this.#line, this.#mark);
  #area = make('textarea', {
    id: 'level-text',
    class: 'level-text',
    spellcheck: 'false',
    wrap: 'off',
    autocapitalize: 'off',
    autocomplete: 'off',
    'aria-label': 'Text of the level',
    'aria-describedby': 'problem',
  });
  #words = make('p', { class: 'problem-words' });
  #caret = make('pre', { id: 'problem-caret', class: 'problem-caret', 'aria-hidden': 'true' });
  #help = make('p', { class: 'faint' });
  #go = button('problem-go', 'Go there', () => this.#jump(this.#place));
  #problem = make('div', { id: 'problem', class: 'problem', role: 'status' });
  #broken = make('ul', { id: 'broken', class: 'broken-solutions', hidden: true });
  #place = null;

  constructor(draft) {
    this.#draft = draft;
    this.element = make(
      'div',
      { class: 'text-pane' },
      make(
        'div',
        { class: 'text-box' },
        this.#numbers,
        make('div', { class: 'text-field' }, this.#layer, this.#area),
      ),
      this.#problem,
      this.#broken,
    );
    this.#area.addEventListener('input', () => {
      this.#updateLines();
      draft.type(this.#area.value);
    });
    this.#area.addEventListener('scroll', () => this.#scroll());
    draft.addEventListener('text', () => this.#refresh());
    draft.addEventListener('reply', ({ detail }) => {
      this.#showProblem(detail.problem);
      this.#showBroken(detail.broken ?? []);
    });
    draft.addEventListener('failed', ({ detail }) => this.#showProblem({ message: detail }));
    this.#refresh();
  }

  #refresh() {
    if (this.#area.value !== this.#draft.text) this.#area.value = this.#draft.text;
    this.#updateLines();
  }

  #updateLines() {
    const lines = this.#area.value.split('\n').length;
    write(this.#numbers, Array.from({ length: lines }, (_, at) => at + 1).join('\n'));
    this.#area.rows = Math.min(Math.max(lines + 1, 8), 28);
  }

  #scroll() {
    const { scrollLeft, scrollTop } = this.#area;
    this.#layer.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
    this.#numbers.style.transform = `translateY(${-scrollTop}px)`;
  }

  #showProblem(problem) {
    this.#place = problem?.place ?? null;
    set(this.#area, 'aria-invalid', problem ? 'true' : null);
    this.#showPlace();
    if (!problem) {
      this.#problem.replaceChildren(make('p', { class: 'valid' }, '✓ Valid level'));
      return;
    }
    const at = this.#place ? `Line ${this.#place.line}, column ${this.#place.column}: ` : '';
    this.#words.replaceChildren('✕ ', ...withCode(sentence(at + problem.message)));
    this.#help.replaceChildren(...withCode(sentence(problem.help ?? '')));
    this.#problem.replaceChildren(
      ...[
        this.#words,
        this.#place && this.#caret,
        problem.help && this.#help,
        this.#place && this.#go,
      ].filter(Boolean),
    );
  }

  /** Shows which recorded solutions do not solve the level. */
  #showBroken(broken) {
    this.#broken.hidden = !broken.length;
    this.#broken.replaceChildren(
      ...broken.map(({ number, place, reason }) =>
        make(
          'li',
          {},
          `Recorded solution ${number} does not solve the level: ${sentence(reason)} `,
          make(
            'button',
            { type: 'button', 'data-broken': number, onclick: () => this.#jump(place) },
            `Line ${place.line}`,
          ),
        ),
      ),
    );
  }

  #showPlace() {
    set(this.#line, 'hidden', !this.#place);
    set(this.#mark, 'hidden', !this.#place);
    if (!this.#place) return;
    const { line, column, length } = this.#place;
    const signs = [...(this.#draft.text.split('\n')[line - 1] ?? '')];
    const before = width(signs.slice(0, column - 1)) + Math.max(0, column - 1 - signs.length);
    const marked = Math.max(1, width(signs.slice(column - 1, column - 1 + length)));
    this.#line.style.setProperty('--line', line - 1);
    this.#mark.style.setProperty('--line', line - 1);
    this.#mark.style.setProperty('--column', before);
    this.#mark.style.setProperty('--length', marked);
    set(this.#line, 'data-line', line);
    set(this.#mark, 'data-column', column);
    set(this.#mark, 'data-length', length);
    // An excerpt of the line with a caret below the place.
    const from = Math.max(0, column - 30);
    const shown = signs
      .slice(from, column + 40)
      .join('')
      .replaceAll('\t', ' ');
    write(this.#caret, `${shown}\n${' '.repeat(column - 1 - from)}${'^'.repeat(Math.min(length, 40))}`);
  }

  /** Selects the characters of a place. */
  #jump({ line, column, length }) {
    const lines = this.#draft.text.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, other) => sum + other.length + 1, 0);
    const signs = [...(lines[line - 1] ?? '')];
    const from = start + signs.slice(0, column - 1).join('').length;
    const to = from + signs.slice(column - 1, column - 1 + length).join('').length;
    this.#area.focus();
    this.#area.setSelectionRange(from, to);
  }
}
