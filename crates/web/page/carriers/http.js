// Carries requests to a server, as JSON over HTTP.

import { ApiError } from './failure.js';

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

export class HttpCarrier {
  #base;

  /** `base` is where the server answers: empty for the page's own folder. */
  constructor(base = '') {
    this.#base = base;
  }

  /** A document of the server, as a value: the games, the catalogue of levels. */
  async get(name, query = {}) {
    return (await send(this.#path(name, query))).json();
  }

  /** The URL of a small picture of a level of the catalogue. */
  thumbnail(id) {
    return this.#path('thumbnail', { id });
  }

  /** The reply to a request. */
  async ask(name, request, signal) {
    return (await this.#post(name, request, signal)).json();
  }

  /** The reply to a request for a file. */
  async file(name, request) {
    return (await this.#post(name, request)).blob();
  }

  /** The answer of a search; `onEvent` is called with every event before it. */
  async search(name, request, signal, onEvent) {
    const response = await this.#post(name, request, signal);
    for await (const event of events(response.body)) {
      if (event.event === 'answer') return event;
      if (event.event === 'failure') throw new ApiError(event);
      onEvent(event);
    }
    throw new ApiError({ what: 'server', message: 'the server closed the connection', help: 'try again' });
  }

  #path(name, query) {
    const fields = Object.entries(query).map(([field, value]) => `${field}=${encodeURIComponent(value)}`);
    return `${this.#base}api/${name}${fields.length ? `?${fields.join('&')}` : ''}`;
  }

  #post(name, request, signal) {
    return send(this.#path(name, {}), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
      signal,
    });
  }
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
