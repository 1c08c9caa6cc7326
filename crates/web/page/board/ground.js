// The ground of a board: tiles, the rules between them, heights, and what lies on cells.
//
// Neighbouring tiles of a row in one tone become one rectangle, and all rectangles of a tone one
// path: a maze of 141 × 141 cells is two paths. Only shapes and labels on cells are elements of
// their own. It is drawn anew only when a cell has changed.

import { draw } from '../dom.js';
import { look, shapes } from './looks.js';

/** Boards up to this many cells wide or high are ruled, so that cells can be counted. */
const RULED = 64;

/** How dark the lowest cells of a board with heights are. */
const DARKEST = 0.4;

/** The elements of the ground, bottom to top. */
export function ground(survey) {
  const ruled = Math.max(survey.width, survey.height) <= RULED;
  const tones = tiles(survey);
  const wall = ruled ? tones.get('wall') : undefined;
  if (wall) tones.delete('wall');
  const parts = [...tones].map(([tone, d]) => draw('path', { class: `ground ${tone}`, d }));
  if (ruled) parts.push(draw('path', { class: 'rules', d: rules(survey) }));
  // Walls stand together: no rules go over them.
  if (wall) parts.push(draw('path', { class: 'ground wall', d: wall }));
  if (survey.levels) parts.push(...shades(survey));
  parts.push(...marks(survey));
  if (survey.levels && ruled) parts.push(...numbers(survey));
  return parts;
}

/** The tiles of each tone as one path. Whatever is no tile lies on a tile of floor. */
function tiles({ width, height, cells }) {
  const tones = new Map();
  const toneAt = (at) => (cells[at] < 0 ? null : look(cells[at]).tile ? look(cells[at]).tone : 'floor');
  for (let y = 0; y < height; y += 1) {
    let x = 0;
    while (x < width) {
      const tone = toneAt(y * width + x);
      let end = x + 1;
      while (end < width && toneAt(y * width + end) === tone) end += 1;
      if (tone !== null) {
        const rectangle = `M${x} ${y}h${end - x}v1h${x - end}z`;
        tones.set(tone, (tones.get(tone) ?? '') + rectangle);
      }
      x = end;
    }
  }
  return tones;
}

function rules({ width, height }) {
  let path = '';
  for (let x = 0; x <= width; x += 1) path += `M${x} 0v${height}`;
  for (let y = 0; y <= height; y += 1) path += `M0 ${y}h${width}`;
  return path;
}

/** The lower a cell, the darker; and a line where two neighbours differ in height. */
function shades({ width, height, levels }) {
  const steps = [...new Set(levels)].filter((level) => level >= 0).sort((a, b) => a - b);
  if (steps.length < 2) return [];
  const paths = new Map(steps.slice(0, -1).map((level) => [level, '']));
  let cliffs = '';
  levels.forEach((level, at) => {
    if (level < 0) return;
    const [x, y] = [at % width, Math.floor(at / width)];
    if (paths.has(level)) paths.set(level, `${paths.get(level)}M${x} ${y}h1v1h-1z`);
    const right = x + 1 < width ? levels[at + 1] : -1;
    const below = y + 1 < height ? levels[at + width] : -1;
    if (right >= 0 && right !== level) cliffs += `M${x + 1} ${y}v1`;
    if (below >= 0 && below !== level) cliffs += `M${x} ${y + 1}h1`;
  });
  const parts = [...paths.values()].map((d, step) => {
    const dark = (DARKEST * (paths.size - step)) / paths.size;
    return draw('path', { class: 'shade', 'fill-opacity': dark.toFixed(3), d });
  });
  return [...parts, draw('path', { class: 'cliffs', d: cliffs })];
}

/** What lies or is written on cells. */
function marks({ width, cells }) {
  const parts = [];
  cells.forEach((id, at) => {
    if (id < 0) return;
    const drawn = shapes(look(id));
    if (!drawn.length) return;
    const place = `translate(${at % width} ${Math.floor(at / width)})`;
    parts.push(draw('g', { transform: place }, drawn));
  });
  return parts;
}

/** The height of each cell in its corner, so that nothing is told by shade alone. */
function numbers({ width, levels }) {
  const parts = [];
  levels.forEach((level, at) => {
    if (level < 0) return;
    const place = { x: (at % width) + 0.95, y: Math.floor(at / width) + 0.95 };
    parts.push(draw('text', { class: 'height words', ...place }, level));
  });
  return parts;
}
