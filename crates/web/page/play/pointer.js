// Pointer input on the board: swipes, strokes from cell to cell, and taps.
//
// Pointers are captured, so a stroke that leaves the board still ends. What a swipe or a stroke means
// is up to the game.

/** The minimum length of a swipe in pixels. */
const SWIPE = 34;

/** The maximum movement of a tap in pixels. */
const TAP = 12;

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

/** Calls `go` with the direction of each swipe on the board, and `tap` with each cell that is tapped or
 * clicked. */
export function swipes(board, go, tap) {
  const { frame, svg } = board;
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
  frame.addEventListener('pointerup', (event) => {
    const still = from && Math.hypot(event.clientX - from.x, event.clientY - from.y) < TAP;
    from = null;
    const cell = still && svg.contains(event.target) ? board.cell(event) : null;
    if (cell) tap(cell);
  });
  frame.addEventListener('pointercancel', () => {
    from = null;
  });
}

/**
 * Strokes over cells. `lay(cell, direction)` is called for each cell that a stroke leaves,
 * `tap(cell)` for one that it never leaves, `erase(cell)` for each cell touched while `erasing()` or with
 * the right button, and `end` when a stroke is over.
 */
export function strokes(board, { lay, tap, erase, erasing, end }) {
  const { svg } = board;
  let stroke = null;
  svg.addEventListener('contextmenu', (event) => event.preventDefault());
  svg.addEventListener('pointerdown', (event) => {
    const cell = board.cell(event);
    if (!cell || !event.isPrimary || event.button === 1) return;
    svg.setPointerCapture(event.pointerId);
    stroke = { at: cell, left: false, erases: event.button === 2 || erasing() };
    if (stroke.erases) erase(cell);
  });
  svg.addEventListener('pointermove', (event) => {
    const cell = stroke && event.isPrimary ? board.cell(event) : null;
    if (!cell) return;
    for (const next of path(stroke.at, cell)) {
      if (stroke.erases) erase(next);
      else lay(stroke.at, heading(stroke.at, next));
      stroke = { ...stroke, at: next, left: true };
    }
  });
  svg.addEventListener('pointerup', () => {
    if (stroke && !stroke.left && !stroke.erases) tap(stroke.at);
    if (stroke) end();
    stroke = null;
  });
  svg.addEventListener('pointercancel', () => {
    stroke = null;
    end();
  });
}
