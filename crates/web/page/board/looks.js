// The looks of all drawings, interned.
//
// A drawing lists its own looks, so the same look may have another number in the next drawing. Here each
// look gets a permanent number by its id, so that a board can compare two drawings number by number.

import { draw } from '../dom.js';

const numbers = new Map();

/** All looks by their permanent numbers. A drawing with these looks refers to them directly. */
export const looks = [];

/** The look with a number. */
export const look = (id) => looks[id];

/** The permanent number of the look with an id, which was received before. */
export const known = (id) => numbers.get(id);

/** The permanent number of a look. */
export function intern(stamp) {
  let number = numbers.get(stamp.id);
  if (number === undefined) {
    number = looks.length;
    numbers.set(stamp.id, number);
    looks.push(stamp);
  }
  return number;
}

/** A part of a look, or of the ground, with a fill of its own. */
export function filled({ path, tone, colour, shade, shine }) {
  if (tone) return draw('path', { class: tone, d: path });
  if (shade) return draw('path', { class: 'shade', 'fill-opacity': shade / 100, d: path });
  if (shine) return draw('path', { class: 'shine', 'fill-opacity': shine / 100, d: path });
  const part = draw('path', { d: path });
  part.style.fill = `light-dark(${colour[0]}, ${colour[1]})`;
  return part;
}

/** The elements that draw a look in the unit square; of a tile only what lies above it. */
export function shapes(stamp) {
  const parts = [];
  if (stamp.path && !stamp.tile) parts.push(draw('path', { class: stamp.tone, d: stamp.path }));
  parts.push(...(stamp.layers ?? []).map(filled));
  if (stamp.label != null) {
    const tone = stamp.tile ? 'words' : stamp.path ? 'on' : stamp.tone;
    parts.push(
      stamp.letter
        ? draw('path', { class: tone, d: stamp.letter })
        : draw('text', { class: `sign ${tone}`, x: 0.5, y: 0.71 }, stamp.label),
    );
  }
  return parts;
}

/** A small picture of looks on top of each other, on a tile. It is hidden from screen readers. */
export function emblem(stamps) {
  const ground = stamps[0]?.below ?? 'floor';
  return draw(
    'svg',
    { class: 'board emblem', viewBox: '0 0 1 1', 'aria-hidden': 'true' },
    draw('path', { class: ground, d: 'M0 0h1v1h-1z' }),
    stamps.flatMap(shapes),
  );
}

const surveys = new WeakMap();

/**
 * A drawing in permanent numbers: `cells` holds the look of each cell, row by row, -1 for none;
 * `levels` their heights, or null on a flat board.
 */
export function survey(drawing) {
  const { width, height } = drawing;
  const adopted = drawing.looks === looks;
  if (adopted && surveys.has(drawing.cells)) return surveys.get(drawing.cells);
  const ids = adopted ? null : drawing.looks.map(intern);
  const cells = new Int32Array(width * height).fill(-1);
  let levels = null;
  for (const cell of drawing.cells) {
    const at = cell.y * width + cell.x;
    cells[at] = ids ? ids[cell.look] : cell.look;
    if (cell.level !== undefined) {
      levels ??= new Int32Array(width * height).fill(-1);
      levels[at] = cell.level;
    }
  }
  const all = { width, height, cells, levels };
  if (adopted) surveys.set(drawing.cells, all);
  return all;
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
