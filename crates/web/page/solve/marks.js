// Marks on the board that point something out: a ring around a cell, arrows for a move.
//
// Elements: `.marks` in the board, with `.ring[data-x][data-y]` and `.way[data-way]`.

import { draw } from '../dom.js';

const ANGLES = { right: 0, down: 90, left: 180, up: 270 };
const ARROW = 'M.12 -.1H.56V-.27L.98 0L.56 .27V.1H.12Z';

/** More arrows than this say nothing. */
const MAX_ARROWS = 16;

/** The direction from one place to another, along the longer side; null if they are the same. */
function heading(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  if (!dx && !dy) return null;
  if (Math.abs(dx) >= Math.abs(dy)) return dx > 0 ? 'right' : 'left';
  return dy > 0 ? 'down' : 'up';
}

/**
 * The arrows of a gesture that leads from one drawing to another: on the cell of a stroke, or else on the
 * pieces that move or turn, each the way it goes. A card goes the way it is played, wherever the ball ends.
 */
export function arrowsOf(gesture, from, to) {
  if (!gesture?.direction) return [];
  if (gesture.x !== undefined) return [{ x: gesture.x, y: gesture.y, way: gesture.direction }];
  const after = new Map(to.pieces.map((piece) => [piece.name, piece]));
  const arrows = new Map();
  for (const piece of from.pieces) {
    const then = after.get(piece.name);
    if (!then || !Number.isInteger(piece.x) || !Number.isInteger(piece.y)) continue;
    const moved = heading(piece, then);
    const turned = JSON.stringify(from.looks[piece.look]) !== JSON.stringify(to.looks[then.look]);
    if (!moved && !turned) continue;
    const way = gesture.card === undefined && moved ? moved : gesture.direction;
    const place = `${piece.x},${piece.y}`;
    if (moved || !arrows.has(place)) arrows.set(place, { x: piece.x, y: piece.y, way, moved });
  }
  const all = [...arrows.values()];
  const moving = all.filter(({ moved }) => moved);
  return (moving.length ? moving : all).slice(0, MAX_ARROWS);
}

export class Marks {
  #layer;

  constructor(board) {
    this.#layer = board.layer('marks');
  }

  clear() {
    if (this.#layer.firstChild) this.#layer.replaceChildren();
  }

  /** Draws a ring around a cell. */
  ring([x, y]) {
    const place = { x: x - 0.06, y: y - 0.06, width: 1.12, height: 1.12, rx: 0.24 };
    this.#layer.append(
      draw('rect', { class: 'ring-edge', ...place }),
      draw('rect', { class: 'ring', 'data-x': x, 'data-y': y, ...place }),
    );
  }

  /** Draws arrows: places with a `way`. */
  arrows(list) {
    for (const { x, y, way } of list) {
      const turn = `translate(${x + 0.5} ${y + 0.5}) rotate(${ANGLES[way]})`;
      this.#layer.append(draw('path', { class: 'way', 'data-way': way, d: ARROW, transform: turn }));
    }
  }
}
