// The named values beside a board, such as the cards: an input for each.
//
// Elements: `#fields` with one `input[data-field=NAME]` for each.

import { debounced, make, set, withCode } from '../dom.js';

export class Fields {
  #draft;
  #inputs = new Map();

  constructor(draft) {
    this.#draft = draft;
    this.element = make('div', { class: 'fields', id: 'fields', hidden: true });
    draft.addEventListener('reply', ({ detail }) => this.show(detail.fields));
  }

  show(fields) {
    set(this.element, 'hidden', !fields.length);
    const names = fields.map(({ name }) => name).join('\n');
    if (names !== [...this.#inputs.keys()].join('\n')) this.#build(fields);
    for (const { name, value } of fields) {
      const input = this.#inputs.get(name);
      // The field that is being edited is not overwritten.
      if (document.activeElement !== input && input.value !== value) input.value = value;
    }
  }

  #build(fields) {
    this.#inputs.clear();
    this.element.replaceChildren(
      ...fields.map(({ name, about }, at) => {
        const input = make('input', {
          id: `field-${at}`,
          'data-field': name,
          spellcheck: 'false',
          autocomplete: 'off',
          'aria-describedby': `field-about-${at}`,
        });
        const change = debounced(() => {
          void this.#draft.apply(() => ({ do: 'set', field: name, value: input.value }));
        }, 200);
        input.addEventListener('input', change);
        input.addEventListener('change', () => change.now());
        this.#inputs.set(name, input);
        return make(
          'label',
          { for: `field-${at}` },
          name[0].toUpperCase() + name.slice(1),
          input,
          make('small', { id: `field-about-${at}`, class: 'faint' }, withCode(about)),
        );
      }),
    );
  }
}
