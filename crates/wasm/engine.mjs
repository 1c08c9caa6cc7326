// The module in node, through the worker of the static site, for comparisons and measurements.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the source folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** The two modules. */
export const ENGINE = join(root, 'target/unriddle.wasm');
export const PLAYER = join(root, 'target/unriddle-player.wasm');

/** The modules that were compiled, by file. */
const compiled = new Map();

/** Starts an engine from the file of the module. Returns a function that answers a request with { kind, data, events,
 * … }; its property `memory` is the memory of the engine. */
export function startEngine(file = ENGINE) {
  let events = [];
  let last = null;
  const send = (message) => {
    if (message.kind === 'event') events.push(JSON.parse(message.data));
    else last = message;
  };
  const script = readFileSync(join(root, 'crates/web/site/worker.js'), 'utf8');
  const work = new Function('postMessage', 'onmessage', `${script}\nreturn { hear: onmessage, engine: () => engine };`);
  const { hear, engine } = work(send);
  if (!compiled.has(file)) compiled.set(file, new WebAssembly.Module(readFileSync(file)));
  hear({ data: { module: compiled.get(file) } });
  if (last) throw new Error(`the module does not start: ${last.data}`);
  const answer = (name, request) => {
    events = [];
    hear({ data: { number: 1, name, body: JSON.stringify(request) } });
    const { kind, data, memory, bytes } = last;
    return { kind, data: kind === 'value' || kind === 'failure' ? JSON.parse(data) : data, events, memory, bytes };
  };
  answer.memory = engine().memory;
  return answer;
}
