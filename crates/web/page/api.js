// What is asked of the engine, and how the answers come back.
//
// The page speaks to the engine only through this file. Here the carrier is HTTP; a worker that
// runs the engine itself would answer the same requests with the same values. Every request
// carries the level's text and the moves: nothing is kept on the other side.

import { sentence } from './dom.js';

/** A request that was refused: `what` is at fault, `message` says why, `help` what to do, `place`
 * where in the level's text, and `most` how many could be had where too many were asked for. */
export class Refusal extends Error {
  constructor(failure) {
    super(failure.message);
    this.what = failure.what;
    this.help = failure.help;
    this.place = failure.place;
    this.most = failure.most;
  }

  /** The whole in a sentence or two. */
  tell() {
    const at = this.place ? `line ${this.place.line}, column ${this.place.column}: ` : '';
    return [`${at}${this.message}`, this.help].filter(Boolean).map(sentence).join(' ');
  }
}

/** How often and how long (in seconds) the page waits at most for a server that has too much to do. */
const PATIENCE = { tries: 3, seconds: 5 };

const BUSY = 503;

const pause = (seconds, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, 1000 * seconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

async function ask(path, options, tries = PATIENCE.tries) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Refusal({
      what: 'server',
      message: 'the server does not answer',
      help: 'is it still running?',
    });
  }
  if (response.status === BUSY && tries > 1) {
    const seconds = Number(response.headers.get('Retry-After')) || 1;
    await pause(Math.min(seconds, PATIENCE.seconds), options?.signal);
    return ask(path, options, tries - 1);
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

async function refusal(response) {
  try {
    return new Refusal(await response.json());
  } catch {
    return new Refusal({ what: 'server', message: `the server answered with status ${response.status}` });
  }
}

const post = (path, body, signal) =>
  ask(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });

const json = async (asked) => (await asked).json();

/** The games there are. */
export const games = () => json(ask('api/games'));

/** The levels that are served, shelf by shelf. */
export const levels = () => json(ask('api/levels'));

/** A served level with its text. */
export const level = (id) => json(ask(`api/level?id=${encodeURIComponent(id)}`));

/** Where the small picture of a served level is. */
export const thumbnail = (id) => `api/thumbnail?id=${encodeURIComponent(id)}`;

/** The scene after some moves and a gesture. */
export const play = (request, signal) => json(post('api/play', request, signal));

/** What happens by itself after some moves: fewer steps than are asked for, if these are too many. */
export async function film(request, signal) {
  try {
    return await json(post('api/film', request, signal));
  } catch (error) {
    const fewer = error instanceof Refusal && error.most > 0 && error.most < request.most;
    if (!fewer) throw error;
    return json(post('api/film', { ...request, most: error.most }, signal));
  }
}

/** A text after an edit. */
export const edit = (request, signal) => json(post('api/edit', request, signal));

/** The picture after some moves, as the text of an SVG document. */
export const picture = async (request) => (await post('api/picture', request)).text();

/** The style sheets of boards, for pictures that leave the page. */
export const boardStyles = () =>
  Promise.all(['palette.css', 'style/board.css'].map(async (path) => (await ask(path)).text()));

/**
 * Solves. `heard` is called with every event but the last; the answer is returned. Aborting the
 * signal ends the search on the other side, too.
 */
export async function solve(request, signal, heard) {
  const response = await post('api/solve', request, signal);
  for await (const event of events(response.body)) {
    if (event.event === 'answer') return event;
    if (event.event === 'failure') throw new Refusal(event);
    heard(event);
  }
  throw new Refusal({ what: 'server', message: 'the server broke off', help: 'try again' });
}

/** The events of a stream: blocks of lines that begin with `data:`, an empty line after each. */
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
