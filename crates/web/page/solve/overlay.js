// A drawing that is shown over the board as a whole: the way of a solution, or all best ones at once.
//
// Elements: `.route` in the board.

import { differences } from '../board/differences.js';

export class Overlay {
  #layer;
  #picture = null;

  constructor(board) {
    this.#layer = board.layer('route');
  }

  get shown() {
    return this.#picture !== null;
  }

  /** Shows what a drawing has that the one of the board does not; nothing for null. */
  show(picture, below) {
    this.#picture = picture;
    this.#layer.replaceChildren(...(picture && below ? differences(below, picture) : []));
  }

  /** Shows the same over another drawing. */
  update(below) {
    if (this.#picture) this.show(this.#picture, below);
  }
}
