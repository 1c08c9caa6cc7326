// The interface to the engine.
//
// The page uses the engine only through this file. The transport is HTTP; a worker that runs the engine
// could answer the same requests with the same values. Every request holds the level's text and the
// moves: the server is stateless.

import { sentence } from './dom.js';

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

/** The attempts, and the maximum seconds between them, when the server is busy. */
const RETRY = { attempts: 3, seconds: 5 };

const BUSY = 503;

const pause = (seconds, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, 1000 * seconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

async function send(path, options, attempts = RETRY.attempts) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new ApiError({
      what: 'server',
      message: 'the server does not answer',
      help: 'check whether it is still running',
    });
  }
  if (response.status === BUSY && attempts > 1) {
    const seconds = Number(response.headers.get('Retry-After')) || 1;
    await pause(Math.min(seconds, RETRY.seconds), options?.signal);
    return send(path, options, attempts - 1);
  }
  if (!response.ok) throw await errorOf(response);
  return response;
}

async function errorOf(response) {
  try {
    return new ApiError(await response.json());
  } catch {
    return new ApiError({ what: 'server', message: `the server answered with status ${response.status}` });
  }
}

const post = (path, body, signal) =>
  send(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });

const json = async (response) => (await response).json();

/** All games. */
export const games = () => json(send('api/games'));

/** The lessons of a game, with the looks of all of them. */
export const lessons = (game) => json(send(`api/lessons?game=${encodeURIComponent(game)}`));

/** The catalogue of levels, in shelves. */
export const levels = () => json(send('api/levels'));

/** A level of the catalogue with its text. */
export const level = (id) => json(send(`api/level?id=${encodeURIComponent(id)}`));

/** The URL of a small picture of a level of the catalogue. */
export const thumbnail = (id) => `api/thumbnail?id=${encodeURIComponent(id)}`;

/** The scene after some moves and a gesture. */
export const play = (request, signal) => json(post('api/play', request, signal));

/** The film after some moves, with fewer steps than requested if there is a limit. */
export async function film(request, signal) {
  try {
    return await json(post('api/film', request, signal));
  } catch (error) {
    const fewer = error instanceof ApiError && error.most > 0 && error.most < request.most;
    if (!fewer) throw error;
    return json(post('api/film', { ...request, most: error.most }, signal));
  }
}

/** Moves in the words of a player, and where to look for the first of them: `line` follows `moves`. */
export const tell = (request, signal) => json(post('api/tell', request, signal));

/** A text after an edit. */
export const edit = (request, signal) => json(post('api/edit', request, signal));

/**
 * The picture after some moves as a file: `format` of the request is `svg`, `png` or `gif`, which shows all moves;
 * `theme` is `light` or `dark`.
 */
export const picture = async (request) => (await post('api/picture', request)).blob();

/**
 * Solves. Returns the answer, and calls `onEvent` with every event before it. Aborting the signal
 * cancels the search on the server, too.
 */
export const solve = (request, signal, onEvent) => search('api/solve', request, signal, onEvent);

/** Analyses a level, as `solve` solves it. */
export const analyse = (request, signal, onEvent) => search('api/analyse', request, signal, onEvent);

/** Better neighbours of a level. */
export const improve = (request, signal) => search('api/improve', request, signal, () => {});

/** The moves to a state of the map of a level. */
export const position = (request, signal) => search('api/position', request, signal, () => {});

async function search(path, request, signal, onEvent) {
  const response = await post(path, request, signal);
  for await (const event of events(response.body)) {
    if (event.event === 'answer') return event;
    if (event.event === 'failure') throw new ApiError(event);
    onEvent(event);
  }
  throw new ApiError({ what: 'server', message: 'the server closed the connection', help: 'try again' });
}

/** The events of an event stream: blocks of `data:` lines, separated by empty lines. */
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      rest += value.replaceAll('\r', '');
      let end;
      while ((end = rest.indexOf('\n\n')) >= 0) {
        const block = rest.slice(0, end);
        rest = rest.slice(end + 2);
        const data = block.split('\n').filter((line) => line.startsWith('data:'));
        if (data.length) yield JSON.parse(data.map((line) => line.slice(5)).join('\n'));
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
