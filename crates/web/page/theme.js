// The theme: light, dark, or that of the system until the button is used.
//
// `data-theme` on the root element holds it; the style sheets, including the palette of the boards, do
// the rest. The button, `#theme`, always switches to the other one; what the system has anyway is not stored, so that the page
// follows the system again.

import { set } from './dom.js';
import { icon } from './icons.js';
import { preference, setPreference } from './storage.js';

const SYSTEM = matchMedia('(prefers-color-scheme: dark)');

/** Whether the page is dark now. */
export function isDark() {
  const theme = preference('theme', 'system');
  return theme === 'system' ? SYSTEM.matches : theme === 'dark';
}

/** Applies the stored theme and starts the button. */
export function startTheme() {
  const button = document.getElementById('theme');
  const apply = () => {
    const theme = preference('theme', 'system');
    const other = isDark() ? 'light' : 'dark';
    set(document.documentElement, 'data-theme', theme === 'system' ? null : theme);
    button.replaceChildren(icon(other));
    set(button, 'aria-label', `Switch to the ${other} theme`);
    set(button, 'title', `Switch to the ${other} theme`);
  };
  button.addEventListener('click', () => {
    const dark = !isDark();
    setPreference('theme', dark === SYSTEM.matches ? 'system' : dark ? 'dark' : 'light');
    apply();
  });
  SYSTEM.addEventListener('change', apply);
  apply();
}
