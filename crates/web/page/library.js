// The games and the levels on the shelves, fetched once.

import * as api from './api.js';
import { best, keyOf, learnedPar } from './store.js';

let games = null;
let shelves = null;

/** The games there are. */
export async function allGames() {
  games ??= await api.games();
  return games;
}

/** The game with an id, or undefined. */
export async function gameOf(id) {
  return (await allGames()).find((game) => game.id === id);
}

/** The shelves with their levels. */
export async function allShelves() {
  shelves ??= (await api.levels()).shelves;
  return shelves;
}

/** How a level stands: `open`, `solved`, or `par` if solved as well as can be. */
export function standing(level) {
  const key = keyOf(level.id);
  const cost = key && best(key);
  if (cost === undefined) return 'open';
  const par = level.par ?? learnedPar(key);
  return par !== undefined && cost <= par ? 'par' : 'solved';
}

/** What a level is called. */
export function titleOf(level) {
  if (level.name) return level.name;
  const file = (level.file ?? '')
    .split('/')
    .at(-1)
    .replace(/\.[a-z]+$/i, '');
  const words = file
    .replace(/^\d+[-_ ]/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return words ? words[0].toUpperCase() + words.slice(1) : 'Level without a name';
}

/** The levels of a game before and after one of them, and the next that is not solved. */
export async function neighbours(id, game) {
  const all = (await allShelves()).flatMap((shelf) => shelf.levels);
  const row = all.filter((level) => level.game === game && !level.problem);
  const at = row.findIndex((level) => level.id === id);
  const after = [...row.slice(at + 1), ...row.slice(0, Math.max(at, 0))];
  return {
    before: at > 0 ? row[at - 1] : undefined,
    after: row[at + 1],
    unsolved: after.find((level) => standing(level) === 'open'),
  };
}
