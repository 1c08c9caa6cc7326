// A card of a hand as it is drawn: signs with numbers, not notation.
//
// Elements: `.card-face` with a `.card-sign` for each sign.

import { draw, make } from '../dom.js';
import { shapes } from '../board/looks.js';

/** The face of a card in the looks of a drawing. It is hidden from screen readers: they say the card's words. */
export function cardFace(card, looks) {
  const sign = ({ look, text }) =>
    make(
      'span',
      { class: 'card-sign' },
      draw('svg', { class: 'board card-picture', viewBox: '0 0 1 1' }, shapes(looks[look])),
      make('b', {}, text),
    );
  const face = card.signs.length ? card.signs.map(sign) : card.words;
  return make('span', { class: 'card-face', 'aria-hidden': 'true' }, face);
}
