// Keys: which do what in the view that is open, and the panel that shows them.
//
// A binding is { keys, does, act, typing? }: the names of keys as browsers give them, `Ctrl+` and
// `Shift+` before them where they are held; what it does, in words; what to call with the event
// and the name (false from it lets the browser act, too); and whether it works while one types. Single keys never act while one
// types, nor do arrows in a list or on a slider.
//
// Elements: `#help` (dialog) with `#help-keys`, opened by `?` or `#help-open`.

import { button, key, make } from './dom.js';

let bindings = [];
let interrupt = () => false;

/** Sets the keys of the view that is open. */
export function bind(list) {
  bindings = list;
}

/** Sets what any key stops before it does anything else; `stop` says whether there was something. */
export function onAnyKey(stop) {
  interrupt = stop;
}

/** Whether a press belongs to the element that has the focus. */
function belongsTo(target, pressed) {
  if (!(target instanceof Element)) return false;
  if (target.closest('textarea, select, [contenteditable]')) return true;
  const input = target.closest('input');
  if (input) {
    if (['range', 'radio'].includes(input.type)) return /^(Arrow|Home|End|Page)/.test(pressed);
    return input.type !== 'checkbox' || pressed === ' ';
  }
  return target.closest('button, a, summary') !== null && (pressed === 'Enter' || pressed === ' ');
}

function name(event) {
  const plain = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const held = event.ctrlKey || event.metaKey ? 'Ctrl+' : '';
  // The shift of a sign such as `?` is part of it.
  const shift = event.shiftKey && (held || event.key.length > 1 || plain !== event.key) ? 'Shift+' : '';
  return held + shift + plain;
}

/** Listens from now on. */
export function startKeys() {
  document.addEventListener('keydown', (event) => {
    if (event.altKey || event.isComposing || document.querySelector('dialog[open]')) return;
    const pressed = name(event);
    if (!['Shift', 'Control', 'Meta', 'Tab'].includes(event.key) && interrupt()) {
      event.preventDefault();
      return;
    }
    const typed = belongsTo(event.target, event.key);
    const binding = bindings.find(({ keys, typing }) => keys.includes(pressed) && (!typed || typing));
    if (!binding) return;
    if (binding.act(event, pressed) !== false) event.preventDefault();
  });
  document.getElementById('help-open').addEventListener('click', showHelp);
}

const SIGNS = { ArrowUp: '↑', ArrowRight: '→', ArrowDown: '↓', ArrowLeft: '←', ' ': 'Space', Escape: 'Esc' };

/** A key as it is written on keyboards. */
function written(pressed) {
  const parts = pressed === '+' ? ['+'] : pressed.split('+');
  return parts.map((part) => SIGNS[part] ?? (part.length === 1 ? part.toUpperCase() : part)).join(' ');
}

/** Opens the panel of keys. */
export function showHelp() {
  document.getElementById('help')?.remove();
  const rows = bindings
    .filter(({ does }) => does)
    .map(({ keys, does }) =>
      make(
        'tr',
        {},
        make(
          'td',
          {},
          keys.slice(0, 8).flatMap((pressed) => [key(written(pressed)), ' ']),
        ),
        make('td', {}, does),
      ),
    );
  const dialog = make(
    'dialog',
    { id: 'help', 'aria-labelledby': 'help-head' },
    make('h2', { id: 'help-head' }, 'Keys'),
    make(
      'table',
      { id: 'help-keys' },
      make(
        'thead',
        { class: 'hidden' },
        make('tr', {}, make('th', { scope: 'col' }, 'Key'), make('th', { scope: 'col' }, 'Does')),
      ),
      make('tbody', {}, rows),
    ),
    make(
      'p',
      {},
      'Letters do nothing while you type. Swipe on the board, or use the buttons, where there are no keys.',
    ),
    button('help-close', 'Close', () => dialog.close(), { autofocus: true }),
  );
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
}
