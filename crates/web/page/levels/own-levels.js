// Levels of one's own, kept in the browser: named, renamed, removed, exported and imported.
//
// Each has an id, which never changes, and { name, game, text, number, settings, par }. An export is a JSON
// document that `importFile` reads again; any other file is taken as the text of a level.

import * as api from '../api.js';
import * as storage from '../storage.js';

const FORMAT = 'unriddle levels';
const MAX_NAME_LENGTH = 80;

/** All of them, the latest first. */
export const all = () => storage.ownLevels();

/** The one with an id, or undefined. */
export const find = (id) => all().find((level) => level.id === id);

/** A name that can be kept. */
const nameOf = (words) => String(words).trim().slice(0, MAX_NAME_LENGTH) || 'Untitled level';

/** Keeps a new level, and returns it. */
export function add({ name, game, text, number, settings = {}, par }) {
  const id = `${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`;
  const level = { id, name: nameOf(name), game, text, number, settings, par };
  store([level, ...all()]);
  return level;
}

/** Changes a level that is kept. */
export function change(id, changes) {
  const named = changes.name === undefined ? changes : { ...changes, name: nameOf(changes.name) };
  store(all().map((level) => (level.id === id ? { ...level, ...named } : level)));
}

/** Removes a level. */
export const remove = (id) => store(all().filter((level) => level.id !== id));

function store(levels) {
  try {
    storage.keepOwnLevels(levels);
  } catch {
    throw new Error('the browser has no space left for levels');
  }
}

/** All levels as a document that can be imported. */
export function exported(levels = all()) {
  const entry = ({ id, ...rest }) => rest;
  return JSON.stringify({ format: FORMAT, levels: levels.map(entry) }, null, 1);
}

/** Keeps the levels of a file: of an export, or the level that its text is. Returns how many. */
export async function importFile(fileName, text) {
  const levels = readExport(text) ?? [await readLevel(fileName, text)];
  levels.toReversed().forEach(add);
  return levels.length;
}

/** The levels of an export, or null if the text is none. */
function readExport(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (value?.format !== FORMAT || !Array.isArray(value.levels)) return null;
  const isLevel = ({ name, game, text: own }) => [name, game, own].every((part) => typeof part === 'string');
  const levels = value.levels.filter((level) => level && isLevel(level));
  return levels.map(({ name, game, text: own, number, settings, par }) => ({
    name,
    game,
    text: own,
    number: Number.isSafeInteger(number) && number > 0 ? number : undefined,
    settings: settings && typeof settings === 'object' && !Array.isArray(settings) ? settings : {},
    par: Number.isInteger(par) ? par : undefined,
  }));
}

async function readLevel(fileName, text) {
  const { game, problem } = await api.edit({ game: null, text });
  if (problem) throw new Error(problem.message);
  return { name: fileName.replace(/\.[a-z]+$/i, ''), game, text };
}
