// A drawing after the changes of a reply.
//
// A reply to a move holds only what differs from the drawing that the page shows. The drawings of the page are
// in the permanent numbers of looks. What has not changed is shared with the drawing before, so that a board
// sees at once that its ground is the same.

import { intern, known, looks } from './looks.js';

/** A whole drawing in permanent numbers; the one that was received is used up. Its looks may be known by their
 * permanent numbers already. */
export function adopt(drawing, ids = drawing.looks.map(intern)) {
  for (const part of [...drawing.cells, ...drawing.pieces, ...drawing.legend]) part.look = ids[part.look];
  return { ...drawing, looks };
}

/** The permanent numbers of the looks that changes refer to. */
function numbers({ used, looks: fresh = [] }) {
  fresh.forEach(intern);
  return used.map(known);
}

/** The drawing after changes. */
export function apply(drawing, changes, ids = numbers(changes)) {
  const own = (part) => ({ ...part, look: ids[part.look] });
  const { mark, caption, title = drawing.title } = changes;
  return {
    ...drawing,
    mark,
    caption,
    title,
    legend: changes.legend?.map(own) ?? drawing.legend,
    cells: changedCells(drawing, (changes.cells ?? []).map(own)),
    ground: changes.ground?.map((part) => (typeof part === 'number' ? drawing.ground[part] : part)) ?? drawing.ground,
    signs: changes.signs ?? drawing.signs,
    pieces: changedPieces(drawing, changes, own),
  };
}

function changedCells({ cells, width }, changed) {
  if (!changed.length) return cells;
  const place = ({ x, y }) => y * width + x;
  const fresh = new Map(changed.map((cell) => [place(cell), cell]));
  return cells.map((cell) => fresh.get(place(cell)) ?? cell);
}

function changedPieces({ pieces }, { gone = [], changed = [], added = [], order = [] }, own) {
  if (!gone.length && !changed.length && !added.length && !order.length) return pieces;
  const left = new Set(gone);
  const fresh = new Map(changed.map((piece) => [piece.name, own(piece)]));
  const staying = pieces.filter(({ name }) => !left.has(name)).map((piece) => fresh.get(piece.name) ?? piece);
  if (order.length) {
    const all = new Map([...staying, ...added.map(([, piece]) => own(piece))].map((piece) => [piece.name, piece]));
    return order.map((name) => all.get(name));
  }
  const next = [];
  let at = 0;
  for (const [place, piece] of added) {
    while (next.length < place) next.push(staying[at++]);
    next.push(own(piece));
  }
  return [...next, ...staying.slice(at)];
}

/** The cards of a scene in permanent looks: those in hand, and those that were dealt. */
export function cardsOf({ hand, dealt = [], picture, changes }) {
  const ids = changes ? numbers(changes) : picture.looks.map(intern);
  const own = (sign) => ({ ...sign, look: ids[sign.look] });
  const drawn = (cards) => cards.map((card) => ({ ...card, signs: card.signs.map(own) }));
  return { hand: drawn(hand), dealt: drawn(dealt) };
}

/** The frames of the motion of a scene with the names of pieces and permanent looks; none without a motion. */
export function framesOf({ motion, picture, changes }) {
  if (!motion) return [];
  return framesIn(motion, changes ? numbers(changes) : picture.looks.map(intern));
}

/** The same for a motion whose looks are known by their permanent numbers. */
export function framesIn(motion, ids) {
  return motion.frames.map(({ path, span, pieces, gone = [] }) => ({
    path,
    span,
    pieces: pieces.map(([name, look, x, y, turn = 0, scale = 1]) => ({
      name: motion.names[name],
      look: ids[look],
      x,
      y,
      turn,
      scale,
    })),
    gone: gone.map((name) => motion.names[name]),
  }));
}
