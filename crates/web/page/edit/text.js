// The text of a level: lines with numbers, and the error at its place.
//
// A plain textarea does the typing. Behind it lies a layer of the same size that scrolls with it;
// on that the line of an error is tinted and the characters are underlined. Tabs are as wide as
// four characters in both. Below stands what is wrong in words; it leads to the place.
//
// Elements: `#level-text` (textarea), `#line-numbers`, `#error-line[data-line]`,
// `#error-mark[data-column][data-length]`, `#problem`, `#problem-go`, `#problem-caret`.

import { button, make, marked, sentence, set, write } from '../dom.js';

const TAB = 4;

/** How many characters wide a part of a line is. */
function width(part) {
  let columns = 0;
  for (const sign of part) columns += sign === '\t' ? TAB - (columns % TAB) : 1;
  return columns;
}

export class TextPane {
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
  #go = button('problem-go', 'Go there', () => this.#jump());
  #problem = make('div', { id: 'problem', class: 'problem', role: 'status' });
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
    );
    this.#area.addEventListener('input', () => {
      this.#count();
      draft.type(this.#area.value);
    });
    this.#area.addEventListener('scroll', () => this.#scroll());
    draft.addEventListener('text', () => this.#refresh());
    draft.addEventListener('reply', ({ detail }) => this.#judge(detail.problem));
    draft.addEventListener('failed', ({ detail }) => this.#judge({ message: detail }));
    this.#refresh();
  }

  #refresh() {
    if (this.#area.value !== this.#draft.text) this.#area.value = this.#draft.text;
    this.#count();
  }

  #count() {
    const lines = this.#area.value.split('\n').length;
    write(this.#numbers, Array.from({ length: lines }, (_, at) => at + 1).join('\n'));
    this.#area.rows = Math.min(Math.max(lines + 1, 8), 28);
  }

  #scroll() {
    const { scrollLeft, scrollTop } = this.#area;
    this.#layer.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
    this.#numbers.style.transform = `translateY(${-scrollTop}px)`;
  }

  #judge(problem) {
    this.#place = problem?.place ?? null;
    set(this.#area, 'aria-invalid', problem ? 'true' : null);
    this.#showPlace();
    if (!problem) {
      this.#problem.replaceChildren(make('p', { class: 'fine' }, '✓ A level.'));
      return;
    }
    const at = this.#place ? `Line ${this.#place.line}, column ${this.#place.column}: ` : '';
    this.#words.replaceChildren('✕ ', ...marked(sentence(at + problem.message)));
    this.#help.replaceChildren(...marked(sentence(problem.help ?? '')));
    this.#problem.replaceChildren(
      ...[
        this.#words,
        this.#place && this.#caret,
        problem.help && this.#help,
        this.#place && this.#go,
      ].filter(Boolean),
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
    // The line once more with a caret below, around the place.
    const from = Math.max(0, column - 30);
    const shown = signs
      .slice(from, column + 40)
      .join('')
      .replaceAll('\t', ' ');
    write(this.#caret, `${shown}\n${' '.repeat(column - 1 - from)}${'^'.repeat(Math.min(length, 40))}`);
  }

  /** Selects the characters that are wrong. */
  #jump() {
    const { line, column, length } = this.#place;
    const lines = this.#draft.text.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, other) => sum + other.length + 1, 0);
    const signs = [...(lines[line - 1] ?? '')];
    const from = start + signs.slice(0, column - 1).join('').length;
    const to = from + signs.slice(column - 1, column - 1 + length).join('').length;
    this.#area.focus();
    this.#area.setSelectionRange(from, to);
  }
}
