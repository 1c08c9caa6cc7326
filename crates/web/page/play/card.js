// A card of a hand as it is drawn: signs with numbers, not notation; and its place among the others.
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

/** Where the cards of a hand lie: each keeps the place in which it was dealt. */
export class Places {
  #held = [];

  /** The places of a scene from left to right: the card there and, unless it was played, its index in the hand. Of equal
   * cards the one that was `picked`, by its index in the hand before, is the first to be played. */
  of({ hand, dealt }, picked) {
    const stays = (place) => (place in this.#held && this.#held[place] === undefined ? 0 : this.#held[place] === picked ? 1 : 2);
    const empty = new Set();
    for (const name of new Set(dealt.map((card) => card.name))) {
      const places = [...dealt.keys()].filter((place) => dealt[place].name === name);
      const played = places.length - hand.filter((card) => card.name === name).length;
      places.sort((one, other) => stays(one) - stays(other));
      for (const place of places.slice(0, Math.max(0, played))) empty.add(place);
    }
    const left = hand.map((card, at) => ({ card, at }));
    const take = (name) => left.splice(left.findIndex(({ card }) => card.name === name), 1)[0];
    const places = dealt.map((card, place) => (empty.has(place) ? { card } : take(card.name)));
    this.#held = places.map(({ at }) => at);
    // What was not dealt comes last.
    return [...places, ...left];
  }
}
