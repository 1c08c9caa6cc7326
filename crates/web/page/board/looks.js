// The looks of all drawings, each known once.
//
// A drawing lists the looks that occur in it, so the same look has another number in the next
// drawing. Here each gets a number that stays; two drawings can then be compared number by
// number, which is how a board finds out what has changed.

import { draw } from '../dom.js';

const known = new Map();
const looks = [];

/** The look with a number. */
export const look = (id) => looks[id];

/** The lasting number of a look. */
export function intern(stamp) {
  const name = JSON.stringify([stamp.tone, stamp.path, stamp.label, stamp.tile, stamp.sign]);
  let id = known.get(name);
  if (id === undefined) {
    id = looks.length;
    known.set(name, id);
    looks.push(stamp);
  }
  return id;
}

/** The elements that draw a look in the unit square; a tile only as what is written on it. */
export function shapes(stamp) {
  const parts = [];
  if (stamp.path && !stamp.tile) parts.push(draw('path', { class: stamp.tone, d: stamp.path }));
  if (stamp.label != null) {
    const tone = stamp.tile ? 'words' : stamp.path ? 'on' : stamp.tone;
    parts.push(draw('text', { class: `sign ${tone}`, x: 0.5, y: 0.71 }, stamp.label));
  }
  return parts;
}

/** A small picture of some looks one above the other, on a tile; beside words that say the same. */
export function emblem(stamps) {
  const ground = stamps[0]?.tile ? stamps[0].tone : 'floor';
  return draw(
    'svg',
    { class: 'board emblem', viewBox: '0 0 1 1', 'aria-hidden': 'true' },
    draw('path', { class: ground, d: 'M0 0h1v1h-1z' }),
    stamps.flatMap(shapes),
  );
}

/**
 * A drawing in lasting numbers: `cells` holds the look of each cell, row by row, -1 for none;
 * `levels` how high it stands, or null on a flat board.
 */
export function survey(drawing) {
  const { width, height } = drawing;
  const ids = drawing.looks.map(intern);
  const cells = new Int32Array(width * height).fill(-1);
  let levels = null;
  for (const cell of drawing.cells) {
    const at = cell.y * width + cell.x;
    cells[at] = ids[cell.look];
    if (cell.level !== undefined) {
      levels ??= new Int32Array(width * height).fill(-1);
      levels[at] = cell.level;
    }
  }
  return { width, height, cells, levels };
}

/** Whether two surveys are the same. */
export function same(one, other) {
  return (
    one.width === other.width &&
    one.height === other.height &&
    equal(one.cells, other.cells) &&
    equal(one.levels ?? [], other.levels ?? [])
  );
}

function equal(one, other) {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}
