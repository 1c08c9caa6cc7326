// Local storage: solved levels, positions, proved pars, levels of one's own, preferences.
//
// The key of a level is a hash of its game and text, so it stays solved under another file name and
// becomes unsolved when its text changes. The list of levels has no texts, so the key of each level that
// was opened is stored by its id, too. Without local storage (private windows) everything lasts as
// long as the page.

const PREFIX = 'unriddle.';
const fallback = new Map();

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name)) ?? fallback.get(name);
  } catch {
    return fallback.get(name);
  }
}

function keep(name, value) {
  fallback.set(name, value);
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Full or forbidden: the copy in memory lasts as long as the page.
  }
}

function drop(name) {
  fallback.delete(name);
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Without local storage there is nothing to remove.
  }
}

/** The object stored under a name; an empty one if something else is stored there. */
function table(name) {
  const value = read(name);
  return value && typeof value === 'object' && !Array.isArray(value) ? value : {};
}

/** The key of a level: two hashes of 32 bits (FNV-1a with two seeds) of its game and text. */
function levelKey(game, text) {
  const all = `${game}\n${text.replaceAll('\r', '').trimEnd()}`;
  let [a, b] = [0x811c9dc5, 0x9747b28c];
  for (let at = 0; at < all.length; at += 1) {
    const unit = all.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca6b) ^ (b >>> 13);
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

/** The key of a level as in requests: { game, text, number?, settings }. */
export function sourceKey({ game, text, number, settings }) {
  const which = number ? `#${number}` : '';
  const changed = Object.keys(settings).length ? JSON.stringify(settings) : '';
  return levelKey(game, text + which + changed);
}

/** Stores the key of a level of the catalogue. */
export function rememberLevel(id, key) {
  const ids = table('ids');
  if (ids[id] !== key) keep('ids', { ...ids, [id]: key });
}

/** The key of a level of the catalogue, if it was ever opened. */
export const keyOf = (id) => table('ids')[id];

/** The lowest cost at which the player solved a level, or undefined. */
export const best = (key) => table('solved')[key];

/** Stores that the player solved a level. Returns whether that is better than before. */
export function rememberSolved(key, cost) {
  const before = best(key);
  if (before !== undefined && before <= cost) return false;
  keep('solved', { ...table('solved'), [key]: cost });
  return true;
}

/** The optimal cost, if it was proved here. */
export const learnedPar = (key) => table('pars')[key];

/** Stores a proved optimal cost. */
export const learnPar = (key, cost) => keep('pars', { ...table('pars'), [key]: cost });

/** The maximum number of positions that are kept, and the size of one in characters. */
const MAX_POSITIONS = 60;
const MAX_POSITION = 300_000;

/** The position in which a level was left, or undefined. */
export function position(key) {
  const value = read(`position.${key}`);
  return value && typeof value === 'object' ? value : undefined;
}

/** Stores the position of a level, or removes it for null. Of all positions the latest are kept. */
export function keepPosition(key, value) {
  const stored = read('positions');
  const others = (Array.isArray(stored) ? stored : []).filter((other) => other !== key);
  const fits = value !== null && JSON.stringify(value).length <= MAX_POSITION;
  const kept = fits ? [...others, key] : others;
  for (const old of kept.splice(0, kept.length - MAX_POSITIONS)) drop(`position.${old}`);
  if (fits) keep(`position.${key}`, value);
  else drop(`position.${key}`);
  keep('positions', kept);
}

/** The levels that the user keeps, and a way to store them. Throws if there is no space for them. */
export const ownLevels = () => {
  const value = read('own');
  return Array.isArray(value) ? value : [];
};
export function keepOwnLevels(levels) {
  fallback.set('own', levels);
  localStorage.setItem(`${PREFIX}own`, JSON.stringify(levels));
}

/** A preference of the user, or `initial`. */
export const preference = (name, initial) => read(name) ?? initial;

/** Stores a preference. */
export const setPreference = (name, value) => keep(name, value);
