// The numbers that a game lets its players set, such as what a turn costs.
//
// Elements: `#settings` with one `input[data-setting=NAME]` for each.

import { make } from '../dom.js';

/** The panel, or null for a game without such numbers; `changed` is called with all that differ
 * from what is usual. */
export function settingsPanel(game, settings, changed) {
  if (!game.settings.length) return null;
  const inputs = game.settings.map(({ name, about, default: usual, least, most }) =>
    make('input', {
      type: 'number',
      id: `setting-${name}`,
      'data-setting': name,
      min: least,
      max: most,
      required: true,
      value: settings[name] ?? usual,
      title: about,
    }),
  );
  const read = () => {
    const values = {};
    inputs.forEach((input, at) => {
      const { name, default: usual } = game.settings[at];
      const value = Number(input.value);
      if (input.checkValidity() && value !== usual) values[name] = value;
    });
    return values;
  };
  inputs.forEach((input) =>
    input.addEventListener('change', () => input.reportValidity() && changed(read())),
  );
  return make(
    'section',
    { class: 'panel', id: 'settings', 'aria-labelledby': 'settings-head' },
    make('h2', { id: 'settings-head' }, 'Rules to set'),
    make(
      'div',
      { class: 'fields' },
      game.settings.map(({ name, about }, at) =>
        make(
          'label',
          { for: `setting-${name}` },
          name.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase()),
          inputs[at],
          make('small', { class: 'faint' }, about),
        ),
      ),
    ),
  );
}
