// The interface to the engine.
//
// The page uses the engine only through this file. Two carriers take the same requests to it and bring the same
// values back: HTTP, where a server has sent the page, and workers, where it is a static site. The page says
// which (`data-carrier` of its root element). Every request holds the level's text and the moves: nothing is
// kept between requests.

import { ApiError } from './carriers/failure.js';
import { HttpCarrier } from './carriers/http.js';
import { SiteCarrier } from './carriers/site.js';

const { dataset } = document.documentElement;

const carrier = dataset.carrier === 'worker' ? new SiteCarrier(dataset) : new HttpCarrier();

/** Preloads the engine while the page is idle. */
export const warm = () => carrier.warm?.();

/** All games. */
export const games = () => carrier.get('games');

/** The lessons of a game. */
export const lessons = (game) => carrier.get('lessons', { game });

/** The catalogue of levels, in shelves. */
export const levels = () => carrier.get('levels');

/** A level of the catalogue with its text. */
export const level = (id) => carrier.get('level', { id });

/** The URL of a small picture of a level of the catalogue. */
export const thumbnail = (id) => carrier.thumbnail(id);

/** The scene after some moves and a gesture. */
export const play = (request, signal) => carrier.ask('play', request, signal);

/** The film after some moves, with fewer steps than requested if there is a limit. */
export async function film(request, signal) {
  try {
    return await carrier.ask('film', request, signal);
  } catch (error) {
    const fewer = error instanceof ApiError && error.most > 0 && error.most < request.most;
    if (!fewer) throw error;
    return carrier.ask('film', { ...request, most: error.most }, signal);
  }
}

/** Moves in the words of a player, and where to look for the first of them: `line` follows `moves`. */
export const tell = (request, signal) => carrier.ask('tell', request, signal);

/** A text after an edit. */
export const edit = (request, signal) => carrier.ask('edit', request, signal);

/**
 * The picture after some moves as a file: `format` of the request is `svg`, `png` or `gif`, which shows all moves, or
 * `thumbnail`, the start without text; `theme` is `light` or `dark`.
 */
export const picture = (request) => carrier.file('picture', request);

/**
 * Solves. Returns the answer, and calls `onEvent` with every event before it. Aborting the signal cancels the
 * search, wherever it runs.
 */
export const solve = (request, signal, onEvent) => carrier.search('solve', request, signal, onEvent);

/** Analyses a level, as `solve` solves it. */
export const analyse = (request, signal, onEvent) => carrier.search('analyse', request, signal, onEvent);

/** Better neighbours of a level. */
export const improve = (request, signal) => carrier.search('improve', request, signal, () => {});

/** The moves to a state of the map of a level. */
export const position = (request, signal) => carrier.search('position', request, signal, () => {});
