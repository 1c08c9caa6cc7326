// A line of moves as an animated GIF: one frame a move, then what happens by itself.
//
// The frames are drawn as the page draws them. A long line is thinned out and a large board made
// smaller, so that the file stays one that can be sent around.

import * as api from '../api.js';
import { make } from '../dom.js';
import { encode } from './gif.js';
import { Easel, paint, sizeOf } from './raster.js';

/** Frames at the most, the pixels of the longer side, and of a cell at the most. */
const MOST = { frames: 150, side: 640, cell: 44 };

/** How many steps of what happens by itself are shown. */
const STEPS = 40;

/** Delays in hundredths of a second: the first frame, each move, each step by itself, the last. */
const DELAY = { first: 100, move: 35, step: 18, last: 220 };

/** The drawings to show, with their delays. */
async function drawings(session, line, progress) {
  const many = Math.min(line.length + 1, MOST.frames);
  const ends = Array.from({ length: many }, (_, at) =>
    Math.round((at * line.length) / Math.max(1, many - 1)),
  );
  const shown = [];
  let scene = null;
  for (const end of [...new Set(ends)]) {
    scene = await api.play(session.request(line.slice(0, end)));
    shown.push({ drawing: scene.picture, delay: DELAY.move });
    progress(shown.length / (2 * many));
  }
  if (scene?.runs) {
    const { base, frames } = await api.film({ ...session.request(line), most: STEPS });
    for (const frame of frames) {
      shown.push({ drawing: { ...base, pieces: [...base.pieces, ...frame.pieces] }, delay: DELAY.step });
    }
  }
  shown[0].delay = DELAY.first;
  shown.at(-1).delay = DELAY.last;
  return shown;
}

/** The GIF. `progress` is called with how much of it is done, from 0 to 1. */
export async function movie(session, line, progress) {
  const shown = await drawings(session, line, progress);
  const easel = await Easel.open();
  const { width, height } = shown[0].drawing;
  const cell = Math.min(MOST.cell, MOST.side / (Math.max(width, height) + 1));
  const frames = [];
  for (const { drawing, delay } of shown) {
    const document = easel.document(drawing, cell);
    const [wide, high] = sizeOf(document);
    const canvas = make('canvas', { width: wide, height: high });
    await paint(document, canvas, wide, high);
    frames.push({ image: canvas.getContext('2d').getImageData(0, 0, wide, high), delay });
    progress(0.5 + frames.length / (2 * shown.length));
  }
  return encode(frames);
}
