// Hands on the board: swipes, strokes from cell to cell, taps.
//
// Pointers are captured, so a stroke that leaves the board ends well. What a swipe or a stroke
// means is the game's affair: here they only become gestures.

/** How far a finger goes before it is a swipe, in pixels. */
const SWIPE = 34;

/** The direction from one cell to its neighbour. */
function heading(from, to) {
  if (to.x !== from.x) return to.x > from.x ? 'right' : 'left';
  return to.y > from.y ? 'down' : 'up';
}

/** The cells from one to another, step by step, along the longer side first. */
export function path(from, to) {
  const cells = [];
  const at = { ...from };
  while (at.x !== to.x || at.y !== to.y) {
    const [dx, dy] = [to.x - at.x, to.y - at.y];
    if (Math.abs(dx) >= Math.abs(dy)) at.x += Math.sign(dx);
    else at.y += Math.sign(dy);
    cells.push({ ...at });
  }
  return cells;
}

/** Calls `go` with a direction for each swipe on the board, once the finger has gone far enough. */
export function swipes(board, go) {
  const { frame } = board;
  let from = null;
  frame.addEventListener('pointerdown', (event) => {
    if (event.isPrimary && event.button === 0) from = { x: event.clientX, y: event.clientY };
  });
  frame.addEventListener('pointermove', (event) => {
    if (!from || !event.isPrimary) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (Math.max(Math.abs(dx), Math.abs(dy)) < SWIPE) return;
    from = null;
    go(Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'right' : 'left') : dy > 0 ? 'down' : 'up');
  });
  for (const end of ['pointerup', 'pointercancel'])
    frame.addEventListener(end, () => {
      from = null;
    });
}

/**
 * Strokes over cells. `lay(cell, direction)` is called for each cell that a stroke leaves,
 * `tap(cell)` for one that it never leaves, `wipe(cell)` for each cell touched while `wiping()`
 * or with the right button, and `end` when a stroke is over.
 */
export function strokes(board, { lay, tap, wipe, wiping, end }) {
  const { svg } = board;
  let stroke = null;
  svg.addEventListener('contextmenu', (event) => event.preventDefault());
  svg.addEventListener('pointerdown', (event) => {
    const cell = board.cell(event);
    if (!cell || !event.isPrimary || event.button === 1) return;
    svg.setPointerCapture(event.pointerId);
    stroke = { at: cell, left: false, wipes: event.button === 2 || wiping() };
    if (stroke.wipes) wipe(cell);
  });
  svg.addEventListener('pointermove', (event) => {
    const cell = stroke && event.isPrimary ? board.cell(event) : null;
    if (!cell) return;
    for (const next of path(stroke.at, cell)) {
      if (stroke.wipes) wipe(next);
      else lay(stroke.at, heading(stroke.at, next));
      stroke = { ...stroke, at: next, left: true };
    }
  });
  svg.addEventListener('pointerup', () => {
    if (stroke && !stroke.left && !stroke.wipes) tap(stroke.at);
    if (stroke) end();
    stroke = null;
  });
  svg.addEventListener('pointercancel', () => {
    stroke = null;
    end();
  });
}
