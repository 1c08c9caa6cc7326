// A solved level: what it cost, how good that is, and the way on; and a burst of confetti.
//
// The burst lasts a second and a half, takes no clicks, and is left out where motion is not wanted.
//
// Elements: `#banner` with `#next`; `.confetti` over the board for as long as it flies.

import { count, draw, make, prefersReducedMotion, button } from '../dom.js';
import { icon, labelled } from '../icons.js';
import { verdict } from './stars.js';

const PIECES = 70;
const MILLISECONDS = 1500;
const COLOURS = ['#e4572e', '#f3a712', '#29a36a', '#2e86de', '#9b5de5', '#f15bb5'];

export class Celebration {
  #area;
  #next;
  element = make('div', { id: 'banner', class: 'banner', hidden: true });

  /** `area` is the element that the confetti flies over, `next` goes to the next level. */
  constructor(area, next) {
    this.#area = area;
    this.#next = next;
  }

  /** Shows or hides the banner of a scene. Returns the words to announce if it was just won. */
  show({ solved, cost, par }, { won, helped, best }) {
    this.element.hidden = !solved;
    if (!solved) {
      this.#area.querySelector('.confetti')?.remove();
      return '';
    }
    const [stars, judged] = verdict(cost, par);
    const words = helped && par === undefined ? `Cost ${count(cost)}.` : judged;
    const record = best !== undefined && best < cost ? ` Your best is ${count(best)}.` : '';
    this.element.replaceChildren(
      helped
        ? make('span', { class: 'banner-sign' }, icon('solve'))
        : make(
            'span',
            { class: 'banner-stars', role: 'img', 'aria-label': `${stars} of 3 stars` },
            [1, 2, 3].map((at) => make('span', { class: at <= stars ? 'lit' : 'unlit' }, icon('star'))),
          ),
      make(
        'span',
        { class: 'banner-words' },
        make('strong', {}, helped ? 'Solved by the solver' : 'Solved!'),
        ' ',
        make('span', {}, words + record),
      ),
      button('next', labelled('next', 'Next level'), this.#next, { class: 'main' }),
    );
    this.element.classList.toggle('fresh', won);
    if (won && !helped) this.#burst();
    return won ? `Solved. ${words}${record}` : '';
  }

  #burst() {
    this.#area.querySelector('.confetti')?.remove();
    if (prefersReducedMotion() || !this.#area.animate) return;
    const pieces = Array.from({ length: PIECES }, (_, at) => {
      const piece = draw('path', { d: at % 3 ? 'M-4-2h8v4h-8z' : 'M0-4 4 3h-8z', fill: COLOURS[at % COLOURS.length] });
      return piece;
    });
    const sky = draw('svg', { class: 'confetti', viewBox: '-100 -100 200 200', 'aria-hidden': 'true' }, pieces);
    this.#area.append(sky);
    const flights = pieces.map((piece) => {
      const [angle, far] = [Math.random() * 2 * Math.PI, 40 + Math.random() * 80];
      const [x, y] = [Math.cos(angle) * far, Math.sin(angle) * far - 30];
      const turn = Math.random() * 900 - 450;
      return piece.animate(
        [
          { transform: 'translate(0, 10px) scale(.2)', opacity: 1 },
          { transform: `translate(${x}px, ${y}px) rotate(${turn / 2}deg)`, opacity: 1, offset: 0.45, easing: 'ease-in' },
          { transform: `translate(${x * 1.15}px, ${y + 120}px) rotate(${turn}deg)`, opacity: 0 },
        ],
        { duration: MILLISECONDS * (0.7 + Math.random() * 0.3), easing: 'cubic-bezier(.1,.7,.3,1)', fill: 'forwards' },
      );
    });
    void Promise.allSettled(flights.map((flight) => flight.finished)).then(() => sky.remove());
  }
}
