// The key bindings of the current view, and the dialog that shows them.
//
// A binding is { keys, does, act, typing? }: the names of keys as in `KeyboardEvent.key`, after `Ctrl+`
// and `Shift+` if these are held; a description; a function of the event and the name, which returns
// false to let the browser act, too; and whether it works in a text field. Other bindings do nothing
// there, nor do arrows in a list or on a slider.
//
// Elements: `#help` (dialog) with `#help-keys`, opened by `?` or `#help-open`.

import { button, key, make } from './dom.js';

let bindings = [];
let interrupt = () => false;

/** Sets the bindings of the current view. */
export function bind(list) {
  bindings = list;
}

/** Sets a function that every key calls first; if it returns true, the key does nothing else. */
export function onAnyKey(stop) {
  interrupt = stop;
}

/** Whether the focused element handles a key itself. */
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
  // The shift of a character such as `?` is part of it.
  const shift = event.shiftKey && (held || event.key.length > 1 || plain !== event.key) ? 'Shift+' : '';
  return held + shift + plain;
}

/** Starts to listen. */
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
  document.getElementById('help-open')?.addEventListener('click', showHelp);
}

const SIGNS = { ArrowUp: '↑', ArrowRight: '→', ArrowDown: '↓', ArrowLeft: '←', ' ': 'Space', Escape: 'Esc' };

/** The label of a key. */
function label(pressed) {
  const parts = pressed === '+' ? ['+'] : pressed.split('+');
  return parts.map((part) => SIGNS[part] ?? (part.length === 1 ? part.toUpperCase() : part)).join(' ');
}

/** Opens the dialog of keys. */
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
          keys.slice(0, 8).flatMap((pressed) => [key(label(pressed)), ' ']),
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
        make('tr', {}, make('th', { scope: 'col' }, 'Key'), make('th', { scope: 'col' }, 'Action')),
      ),
      make('tbody', {}, rows),
    ),
    make('p', {}, 'While you type in a field, letters are written there.'),
    button('help-close', 'Close', () => dialog.close(), { autofocus: true }),
  );
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
}
