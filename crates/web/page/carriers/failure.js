// A request that failed, whichever way it was carried.

import { sentence } from '../dom.js';

/** A request that failed: `what` is at fault, `message` says why, `help` what to do, `place` where in
 * the level's text, and `most` the largest number that would be answered. */
export class ApiError extends Error {
  constructor(failure) {
    super(failure.message);
    this.what = failure.what;
    this.help = failure.help;
    this.place = failure.place;
    this.most = failure.most;
  }

  /** The error in a sentence or two. */
  describe() {
    const at = this.place ? `line ${this.place.line}, column ${this.place.column}: ` : '';
    return [`${at}${this.message}`, this.help].filter(Boolean).map(sentence).join(' ');
  }
}

/** What a request fails with where the site does not answer, or a module cannot be loaded. */
export function unloaded({ isOffline, message }) {
  if (isOffline) return new ApiError({ what: 'server', message: 'the site does not answer', help: 'check your connection' });
  const help = 'reload the page; a browser from 2023 or later is needed';
  return new ApiError({ what: 'engine', message: `the engine cannot be loaded (${message})`, help });
}
