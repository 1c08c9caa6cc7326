// Announcements: a polite live region for screen readers, and a toast for everyone.

import { write } from './dom.js';

const region = () => document.getElementById('live');
let fading = 0;

/** Announces words to screen readers, also if they are the same as before. */
export function announce(words) {
  const place = region();
  write(place, '');
  // Two changes within a frame would be announced as one.
  requestAnimationFrame(() => write(place, words));
}

/** Shows a short message for a while, and announces it. */
export function toast(words) {
  const place = document.getElementById('toast');
  write(place, words);
  place.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(() => {
    place.hidden = true;
  }, 5000);
  announce(words);
}
