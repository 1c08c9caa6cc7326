// Animated GIF files, written byte by byte.
//
// A GIF has at most 256 colours. Boards are flat, so few colours make up nearly all of a picture:
// the most frequent ones of all frames become the palette, and every other colour (the rims of
// shapes) is taken for its nearest. Each frame after the first holds only the rectangle in which
// something has changed.

import { compress } from './lzw.js';

const COLOURS = 256;

/** Colours are counted and matched with this many bits of each of red, green and blue. */
const BITS = 5;

const coarse = (r, g, b) =>
  ((r >> (8 - BITS)) << (2 * BITS)) | ((g >> (8 - BITS)) << BITS) | (b >> (8 - BITS));

/** The palette of some frames, as an array of [r, g, b] of full length. */
function choosePalette(frames) {
  const counts = new Map();
  for (const { data } of frames) {
    for (let at = 0; at < data.length; at += 4) {
      const colour = (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
  }
  const frequent = [...counts].sort((a, b) => b[1] - a[1]).slice(0, COLOURS);
  const palette = frequent.map(([colour]) => [colour >> 16, (colour >> 8) & 255, colour & 255]);
  while (palette.length < COLOURS) palette.push([0, 0, 0]);
  return palette;
}

/** The picture as numbers of colours. `known` remembers the nearest of each coarse colour. */
function toNumbers({ data }, palette, exact, known) {
  const numbers = new Uint8Array(data.length / 4);
  for (let at = 0; at < numbers.length; at += 1) {
    const [r, g, b] = [data[4 * at], data[4 * at + 1], data[4 * at + 2]];
    const same = exact.get((r << 16) | (g << 8) | b);
    if (same !== undefined) {
      numbers[at] = same;
      continue;
    }
    const name = coarse(r, g, b);
    let nearest = known.get(name);
    if (nearest === undefined) {
      let least = Infinity;
      palette.forEach(([pr, pg, pb], number) => {
        const far = 3 * (r - pr) ** 2 + 6 * (g - pg) ** 2 + (b - pb) ** 2;
        if (far < least) [least, nearest] = [far, number];
      });
      known.set(name, nearest);
    }
    numbers[at] = nearest;
  }
  return numbers;
}

/** The rectangle in which two pictures differ; one pixel where they do not. */
function changed(before, after, width, height) {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let at = 0; at < after.length; at += 1) {
    if (before[at] === after[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (right < 0) return { left: 0, top: 0, width: 1, height: 1 };
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

function cut(numbers, width, part) {
  const piece = new Uint8Array(part.width * part.height);
  for (let y = 0; y < part.height; y += 1) {
    const from = (part.top + y) * width + part.left;
    piece.set(numbers.subarray(from, from + part.width), y * part.width);
  }
  return piece;
}

const word = (value) => [value & 255, (value >> 8) & 255];

/**
 * A GIF that repeats for ever. `frames` are ImageData of one size, each with `delay` in
 * hundredths of a second.
 */
export function encode(frames) {
  const { width, height } = frames[0].image;
  const palette = choosePalette(frames.map(({ image }) => image));
  const exact = new Map();
  palette.forEach(([r, g, b], number) => {
    const colour = (r << 16) | (g << 8) | b;
    if (!exact.has(colour)) exact.set(colour, number);
  });
  const known = new Map();
  const parts = [
    new TextEncoder().encode('GIF89a'),
    // A palette of 2^8 colours for all frames.
    Uint8Array.from([...word(width), ...word(height), 0xf7, 0, 0]),
    Uint8Array.from(palette.flat()),
    // Repeat without end.
    Uint8Array.from([0x21, 0xff, 11]),
    new TextEncoder().encode('NETSCAPE2.0'),
    Uint8Array.from([3, 1, 0, 0, 0]),
  ];
  let before = null;
  for (const { image, delay } of frames) {
    const numbers = toNumbers(image, palette, exact, known);
    const part = before ? changed(before, numbers, width, height) : { left: 0, top: 0, width, height };
    // Drawn over what is there.
    parts.push(Uint8Array.from([0x21, 0xf9, 4, 0x04, ...word(delay), 0, 0]));
    parts.push(
      Uint8Array.from([
        0x2c,
        ...word(part.left),
        ...word(part.top),
        ...word(part.width),
        ...word(part.height),
        0,
      ]),
    );
    parts.push(compress(cut(numbers, width, part), 8));
    before = numbers;
  }
  parts.push(Uint8Array.from([0x3b]));
  return new Blob(parts, { type: 'image/gif' });
}
