// A question in a dialog: a name, or only yes or no.
//
// Elements: `#ask` (dialog) with `#ask-name`, `#ask-yes`, `#ask-no`.

import { button, make } from './dom.js';

/** Asks for a name, or for a confirmation without one. Resolves to the name, true, or null. */
export function ask(words, yes, name) {
  const field = make('input', { id: 'ask-name', value: name ?? '', maxlength: 80, 'aria-label': words });
  return new Promise((resolve) => {
    let answer = null;
    const form = make(
      'form',
      { method: 'dialog', class: 'ask' },
      make('h2', {}, words),
      name === undefined ? null : field,
      make(
        'div',
        { class: 'buttons' },
        make('button', { type: 'submit', class: 'main', id: 'ask-yes' }, yes),
        button('ask-no', 'Cancel', () => dialog.close()),
      ),
    );
    const dialog = make('dialog', { id: 'ask', 'aria-label': words }, form);
    form.addEventListener('submit', () => {
      answer = name === undefined ? true : field.value.trim() || null;
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(answer);
    });
    document.body.append(dialog);
    dialog.showModal();
    field.select();
  });
}
