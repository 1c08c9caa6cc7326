// Light or dark: as the system has it, or as chosen here.
//
// The choice stands as `data-theme` on the root element; the style sheets, the palette of the
// boards among them, do the rest. Button: `#theme`.

import { make, set } from './dom.js';
import { choice, choose } from './store.js';

const THEMES = ['system', 'light', 'dark'];
const SIGNS = { system: '◐', light: '☀', dark: '☾' };

/** Whether the page is dark now. */
export function isDark() {
  const theme = choice('theme', 'system');
  return theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}

/** Makes the button work and shows the page in the theme of last time. */
export function startTheme() {
  const button = document.getElementById('theme');
  const apply = () => {
    const theme = THEMES.includes(choice('theme')) ? choice('theme') : 'system';
    set(document.documentElement, 'data-theme', theme === 'system' ? null : theme);
    button.replaceChildren(
      SIGNS[theme],
      make('span', { class: 'wide' }, `${theme[0].toUpperCase()}${theme.slice(1)}`),
    );
    set(button, 'aria-label', `Theme: ${theme}`);
  };
  button.addEventListener('click', () => {
    const now = THEMES.indexOf(choice('theme', 'system'));
    choose('theme', THEMES[(now + 1) % THEMES.length]);
    apply();
  });
  apply();
}
