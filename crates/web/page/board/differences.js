// What differs between two drawings of a board, as elements: the cells and pieces that the second one has
// elsewhere or in another look. Hints and routes are drawn with it over the board.

import { draw } from '../dom.js';
import { look, shapes, survey } from './looks.js';

const place = (x, y) => `translate(${x} ${y})`;

/** The elements of `to` that `from` does not have. */
export function differences(from, to) {
  const parts = [];
  const [before, after] = [survey(from), survey(to)];
  after.cells.forEach((id, at) => {
    if (id < 0 || before.cells[at] === id) return;
    const stamp = look(id);
    const [x, y] = [at % after.width, Math.floor(at / after.width)];
    parts.push(
      draw(
        'g',
        { transform: place(x, y) },
        draw('path', { class: stamp.below, d: 'M0 0h1v1h-1z' }),
        shapes(stamp),
      ),
    );
  });
  const stood = new Map(
    from.pieces.map((piece) => [piece.name, JSON.stringify([piece.x, piece.y, from.looks[piece.look]])]),
  );
  for (const piece of to.pieces) {
    const stamp = to.looks[piece.look];
    if (stood.get(piece.name) === JSON.stringify([piece.x, piece.y, stamp])) continue;
    parts.push(draw('g', { transform: place(piece.x, piece.y) }, shapes(stamp)));
  }
  return parts;
}
