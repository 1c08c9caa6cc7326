// The icons of buttons: outlines of our own in a square of 24, drawn in the colour of the text.
//
// An icon is decoration: the words beside it, or the label of its button, say what it means.

import { draw, make } from './dom.js';

const OUTLINES = {
  undo: 'M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3',
  redo: 'm15 5 5 5-5 5M20 10H10a6 6 0 0 0 0 12h3',
  restart: 'M4 4v6h6M5 10a8 8 0 1 1-1 5',
  hint: 'M9 18h6M10 21h4M8.5 15c0-2-3-3.5-3-7a6.5 6.5 0 0 1 13 0c0 3.5-3 5-3 7z',
  solve: 'M12 3v3M12 18v3M3 12h3M18 12h3M12 8.5l1.2 2.3 2.3 1.2-2.3 1.2L12 15.5l-1.2-2.3L8.5 12l2.3-1.2zM6 6l1.5 1.5M16.5 16.5 18 18M18 6l-1.5 1.5M6 18l1.5-1.5',
  analyse: 'M4 20h16M7 16v-5M12 16V5M17 16V9',
  next: 'm9 5 7 7-7 7',
  before: 'm15 5-7 7 7 7',
  skip: 'm5 5 7 7-7 7M13 5l7 7-7 7',
  edit: 'm4 20 1-5L16 4l4 4L9 19zM13.5 6.5l4 4',
  play: 'M7 4.5v15l12-7.5z',
  learn: 'M12 6c-2-1.7-5-2-8-2v14c3 0 6 .3 8 2 2-1.7 5-2 8-2V4c-3 0-6 .3-8 2zM12 6v14',
  keys: 'M3 7h18v11H3zM7 11h.01M11 11h.01M15 11h.01M8 15h8',
  share: 'M12 15V4M8 8l4-4 4 4M5 12v8h14v-8',
  legend: 'M4 5h4v4H4zM4 15h4v4H4zM12 7h8M12 17h8',
  text: 'M5 6h14M5 10h14M5 14h9M5 18h11',
  settings: 'M4 7h8M18 7h2M4 17h3M13 17h7M15 4.5v5M10 14.5v5',
  keep: 'M6 3h12v18l-6-5-6 5z',
  open: 'M3 19V5h6l2 3h10v11z',
  save: 'M12 4v11M7.5 10.5 12 15l4.5-4.5M5 20h14',
  add: 'M12 4v16M4 12h16',
  remove: 'M5 7h14M10 7V4h4v3M7 7l1 14h8l1-14M10.5 11v6M13.5 11v6',
  rename: 'M3 18 7.5 6 12 18M4.5 14h6M17 5v14M14.5 5h5M14.5 19h5',
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5 21 21',
  close: 'm6 6 12 12M18 6 6 18',
  fit: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  up: 'm5 15 7-7 7 7',
  down: 'm5 9 7 7 7-7',
  left: 'm15 5-7 7 7 7',
  right: 'm9 5 7 7-7 7',
  star: 'm12 3 2.7 5.8 6.3.7-4.7 4.3 1.3 6.2-5.6-3.2L6.4 20l1.3-6.2L3 9.5l6.3-.7z',
  tick: 'm5 12.5 4.5 4.5L19 7',
  light: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M19 5l-1.4 1.4M6.4 17.6 5 19',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
};

/** The icon with a name; it is hidden from screen readers. */
export function icon(name) {
  return draw(
    'svg',
    { class: `icon icon-${name}`, viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' },
    draw('path', { d: OUTLINES[name] }),
  );
}

/** The contents of a button: an icon, and words that may be left out where space is scarce. */
export const labelled = (name, words) => [icon(name), make('span', { class: 'label' }, words)];
