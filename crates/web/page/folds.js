// Panels that fold away. Which are open is remembered, for all levels.
//
// Elements: `details.fold[data-fold=NAME]`; its summary holds the heading of the panel.

import { make } from './dom.js';
import { icon } from './icons.js';
import { preference, setPreference } from './storage.js';

/** A panel, a section with a heading, that folds; `open` says whether it is open at first. */
export function fold(panel, name, sign, open = false) {
  const head = panel.querySelector('h2');
  const details = make(
    'details',
    { class: 'fold', 'data-fold': name },
    make('summary', {}, icon(sign), head, icon('down')),
    panel,
  );
  details.open = preference('folds', {})[name] ?? open;
  details.addEventListener('toggle', () => {
    const folds = preference('folds', {});
    if ((folds[name] ?? open) !== details.open) setPreference('folds', { ...folds, [name]: details.open });
  });
  return details;
}

/** Opens the fold of a panel and brings it into view. */
export function unfold(panel) {
  const details = panel.closest('details.fold');
  if (!details) return;
  details.open = true;
  details.scrollIntoView({ block: 'nearest' });
}
