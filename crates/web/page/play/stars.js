// How good a result is, in stars; and what they mean.

import { count } from '../dom.js';

/** How far above par a result of two stars may be. */
const NEAR = 1.25;

/** What stars and marks mean, wherever par is explained. */
export const STARS =
  'Three stars: solved at par. Two: at most a quarter above it, or par is not known. One: solved in any other way. ' +
  'In the list, a star stands for par and a tick for solved. Hints take no stars away; a solution that the solver plays earns none.';

/** The stars out of three for a cost, and a sentence. */
export function verdict(cost, par) {
  if (par === undefined) return [2, `Cost ${count(cost)}. Par is unknown, so two stars.`];
  if (cost <= par) return [3, `Cost ${count(cost)}: optimal.`];
  return [cost <= par * NEAR ? 2 : 1, `Cost ${count(cost)}, par ${count(par)}: there is a better solution.`];
}
