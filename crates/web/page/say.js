// Telling: a polite live region for screen readers, and a toast for everyone.

import { write } from './dom.js';

const region = () => document.getElementById('say');
let fading = 0;

/** Says something to those who listen. Said again, the same words are heard again. */
export function say(words) {
  const place = region();
  write(place, '');
  // Two changes within a frame would be heard as one.
  requestAnimationFrame(() => write(place, words));
}

/** Shows a short message for a while, and says it. */
export function toast(words) {
  const place = document.getElementById('toast');
  write(place, words);
  place.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(() => {
    place.hidden = true;
  }, 5000);
  say(words);
}
