// Moves as the engine tells them: words, key caps, and how often.

import { count, key, make } from '../dom.js';

/** How often a gesture is made, if more than once. */
export const times = (step) => (step.times > 1 ? ` × ${count(step.times)}` : '');

/** The keys of a gesture; a card is picked by the number of its place. */
const keysOf = ({ gesture, keys }) => {
  const { card } = gesture ?? {};
  const held = card === undefined ? null : document.querySelector(`#hand [data-name='${CSS.escape(card)}']`);
  return held && keys.length > 1 ? [held.dataset.card, ...keys.slice(1)] : keys;
};

/** Where the keys of a gesture have to be pressed, if that matters. */
const where = (step) => (step.gesture?.x === undefined ? '' : ' with the cursor there');

/** A gesture in words, for a title. */
export const inWords = (step) =>
  `${step.words}${times(step)}${step.keys.length ? ` (press ${keysOf(step).join(' then ')}${where(step)})` : ''}`;

/** A gesture as nodes: words and, where there are keys, key caps. */
export const withKeys = (step) => [
  step.words,
  make('span', { class: 'for-keys' }, keysOf(step).flatMap((name) => [' ', key(name)]), step.keys.length ? where(step) : ''),
];

/** A step that is only called by its direction, with a verb. */
export const asOrder = (step) =>
  /^(up|down|left|right)$/.test(step.words) ? { ...step, words: `go ${step.words}` } : step;

/** To ask once more: a key, or the name of the button. */
export const again = () => [
  make('span', { class: 'for-keys' }, key('H'), ' again'),
  make('span', { class: 'for-touch' }, 'Another hint'),
];
