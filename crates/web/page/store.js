// What this browser remembers: solved levels, learned pars, the theme, the speed of films.
//
// A level is known by a hash of its game and text, so it stays solved under another file name and
// is unsolved again once its text is changed. A list of levels has no texts; so the hash of each
// level that was opened is kept by its id, too. Where nothing can be stored (private windows),
// all of it lasts as long as the page.

const PREFIX = 'unriddle.';
const spare = new Map();

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name)) ?? spare.get(name);
  } catch {
    return spare.get(name);
  }
}

function keep(name, value) {
  spare.set(name, value);
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Full or forbidden: the spare copy lasts as long as the page.
  }
}

/** A table by name, whatever someone else has written there. */
function table(name) {
  const value = read(name);
  return value && typeof value === 'object' && !Array.isArray(value) ? value : {};
}

/** The key of a level: two hashes of 32 bits (FNV-1a with two seeds) of its game and text. */
export function levelKey(game, text) {
  const all = `${game}\n${text.replaceAll('\r', '').trimEnd()}`;
  let [a, b] = [0x811c9dc5, 0x9747b28c];
  for (let at = 0; at < all.length; at += 1) {
    const unit = all.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca6b) ^ (b >>> 13);
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

/** Remembers which text a served level has. */
export function opened(id, key) {
  const ids = table('ids');
  if (ids[id] !== key) keep('ids', { ...ids, [id]: key });
}

/** The key of a served level, if it was ever opened. */
export const keyOf = (id) => table('ids')[id];

/** The lowest cost with which a level was solved by hand; undefined if it was not. */
export const best = (key) => table('solved')[key];

/** Remembers that a level was solved by hand. Returns whether that is better than before. */
export function solved(key, cost) {
  const before = best(key);
  if (before !== undefined && before <= cost) return false;
  keep('solved', { ...table('solved'), [key]: cost });
  return true;
}

/** The cost of an optimal solution, as far as it was proved here. */
export const learnedPar = (key) => table('pars')[key];

/** Remembers a proved optimum. */
export const learnPar = (key, cost) => keep('pars', { ...table('pars'), [key]: cost });

/** A choice of the user, by name; `usual` if there is none. */
export const choice = (name, usual) => read(name) ?? usual;

/** Remembers a choice. */
export const choose = (name, value) => keep(name, value);
