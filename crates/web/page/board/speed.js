// How fast pieces move, as the user likes it; the browser remembers that.
//
// Elements: `#motion-speed` (select).

import { make, prefersReducedMotion } from '../dom.js';
import { preference, setPreference } from '../storage.js';

/** The milliseconds over one cell. */
const SPEEDS = { slow: 260, normal: 120, fast: 55, off: 0 };

const NAMES = { slow: 'Slow', normal: 'Normal', fast: 'Fast', off: 'Off' };

/** The name of the speed. */
export function speed() {
  const chosen = preference('motion', 'normal');
  return chosen in SPEEDS ? chosen : 'normal';
}

/** The milliseconds in which a piece moves over one cell; 0 if nothing is to move. */
export const interval = () => (prefersReducedMotion() ? 0 : SPEEDS[speed()]);

/** A field to choose the speed. */
export function speedChoice() {
  const choice = make(
    'select',
    { id: 'motion-speed' },
    Object.entries(NAMES).map(([name, words]) =>
      make('option', { value: name, selected: name === speed() }, words),
    ),
  );
  choice.addEventListener('change', () => setPreference('motion', choice.value));
  return make('label', { for: 'motion-speed' }, 'Motion', choice, make('small', { class: 'faint' }, 'How fast pieces move'));
}
