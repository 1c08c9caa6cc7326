// The theme: light, dark, or that of the system.
//
// `data-theme` on the root element holds it; the style sheets, including the palette of the boards, do
// the rest. Button: `#theme`.

import { set } from './dom.js';
import { icon } from './icons.js';
import { preference, setPreference } from './storage.js';

const THEMES = ['system', 'light', 'dark'];

/** Whether the page is dark now. */
export function isDark() {
  const theme = preference('theme', 'system');
  return theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}

/** Applies the stored theme and starts the button. */
export function startTheme() {
  const button = document.getElementById('theme');
  const apply = () => {
    const theme = THEMES.includes(preference('theme')) ? preference('theme') : 'system';
    set(document.documentElement, 'data-theme', theme === 'system' ? null : theme);
    button.replaceChildren(icon(theme));
    set(button, 'aria-label', `Theme: ${theme}`);
    set(button, 'title', `Theme: ${theme}`);
  };
  button.addEventListener('click', () => {
    const now = THEMES.indexOf(preference('theme', 'system'));
    setPreference('theme', THEMES[(now + 1) % THEMES.length]);
    apply();
  });
  apply();
}
