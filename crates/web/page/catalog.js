// The games and the catalogue of levels, fetched once.

import * as api from './api.js';
import { best, keyOf, learnedPar, position } from './storage.js';

let games = null;
let shelves = null;

/** All games. */
export async function fetchGames() {
  games ??= await api.games();
  return games;
}

/** The game with an id, or undefined. */
export async function findGame(id) {
  return (await fetchGames()).find((game) => game.id === id);
}

/** The shelves with their levels, fetched again only after a failure. */
export function fetchShelves() {
  shelves ??= api.levels().then(
    (reply) => reply.shelves,
    (failure) => {
      shelves = null;
      throw failure;
    },
  );
  return shelves;
}

/** The par of a level, if it is known or was proved here. */
export function parOf(level) {
  const key = keyOf(level.id);
  return level.par ?? (key && learnedPar(key));
}

/** The player's progress on a level: `unsolved`, `started`, `solved`, or `par` if solved optimally. */
export function progress(level) {
  const key = keyOf(level.id);
  const cost = key && best(key);
  if (cost === undefined) return key && position(key)?.solved === false ? 'started' : 'unsolved';
  const par = parOf(level);
  return par !== undefined && cost <= par ? 'par' : 'solved';
}

/** The title of a level. */
export function titleOf(level) {
  if (level.title || level.name) return level.title || level.name;
  const file = (level.file ?? '')
    .split('/')
    .at(-1)
    .replace(/\.[a-z]+$/i, '');
  const words = file
    .replace(/^\d+[-_ ]/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  const title = words ? words[0].toUpperCase() + words.slice(1) : 'Untitled level';
  return level.number ? `${title} ${level.number}` : title;
}

/** The levels of a game before and after one of them, and the next unsolved one. */
export async function neighbours(id, game) {
  const all = (await fetchShelves()).flatMap((shelf) => shelf.levels);
  const row = all.filter((level) => level.game === game && !level.problem);
  const at = row.findIndex((level) => level.id === id);
  const after = [...row.slice(at + 1), ...row.slice(0, Math.max(at, 0))];
  return {
    before: at > 0 ? row[at - 1] : undefined,
    after: row[at + 1],
    unsolved: after.find((level) => ['unsolved', 'started'].includes(progress(level))),
  };
}
