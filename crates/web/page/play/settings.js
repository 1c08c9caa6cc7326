// The settings: those of a game, such as the cost of a turn, and how fast pieces move.
//
// Elements: `#settings` with `#motion-speed` and one `input[data-setting=NAME]` for each.

import { speedChoice } from '../board/speed.js';
import { make } from '../dom.js';

/** The panel; `changed` is called with all values that differ from
 * the defaults. */
export function settingsPanel(game, settings, changed) {
  const inputs = game.settings.map(({ name, about, default: initial, least, most }) =>
    make('input', {
      type: 'number',
      id: `setting-${name}`,
      'data-setting': name,
      min: least,
      max: most,
      required: true,
      value: settings[name] ?? initial,
      title: about,
    }),
  );
  const read = () => {
    const values = {};
    inputs.forEach((input, at) => {
      const { name, default: initial } = game.settings[at];
      const value = Number(input.value);
      if (input.checkValidity() && value !== initial) values[name] = value;
    });
    return values;
  };
  inputs.forEach((input) =>
    input.addEventListener('change', () => input.reportValidity() && changed(read())),
  );
  return make(
    'section',
    { class: 'panel', id: 'settings', 'aria-labelledby': 'settings-head' },
    make('h2', { id: 'settings-head' }, 'Settings'),
    make(
      'div',
      { class: 'fields' },
      speedChoice(),
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
