// Runs the engine in a worker of the static site: see `crates/wasm`, and `carriers/engine-worker.js` for its
// other end.
//
// Receives a compiled module or the address of one first, { module } or { run }, then requests: { number, name, body }.
// Sends { number, kind, data, … }: `event` any number of times for a search, then one of `value`, `failure`, `file`,
// `end`; or `crash`; or `none` with the reason if the module cannot be loaded. Requests wait until it is; the one called
// `ready` asks for nothing else.
//
// Or receives { compile }, the address of a module for other workers, and sends { kind: 'module', module } or `none`.

/** What the module passes to `reply`, by its number. */
const KINDS = ['value', 'event', 'failure', 'type', 'file', 'panic'];

const encoder = new TextEncoder();
const decoder = new TextDecoder();

let engine = null;
/** Whether the module is being loaded, the requests that wait for it, and why there is none. */
let isLoading = false;
const waiting = [];
let missing = null;
/** The request that is being answered: its number and what its reply consists of so far. */
let current = null;

const imports = {
  unriddle: {
    now: () => performance.now(),
    out_of_memory() {
      current.memory = true;
    },
    reply(kind, at, length) {
      const bytes = new Uint8Array(engine.memory.buffer, at >>> 0, length >>> 0);
      const name = KINDS[kind];
      if (name === 'file') current.reply = { kind: 'file', data: bytes.slice(), type: current.type };
      else if (name === 'type') current.type = decoder.decode(bytes);
      else if (name === 'panic') current.panic = decoder.decode(bytes);
      else if (name === 'event') postMessage({ number: current.number, kind: name, data: decoder.decode(bytes) });
      else current.reply = { kind: name, data: decoder.decode(bytes) };
    },
  },
};

function start(module) {
  engine = new WebAssembly.Instance(module, imports).exports;
  engine.start();
}

function answer({ number, name, body }) {
  current = { number, reply: { kind: 'end' } };
  const [head, rest] = [encoder.encode(name), encoder.encode(body)];
  const at = engine.reserve(head.length + rest.length) >>> 0;
  const memory = new Uint8Array(engine.memory.buffer);
  memory.set(head, at);
  memory.set(rest, at + head.length);
  engine.answer(head.length);
  const { reply } = current;
  const bytes = engine.memory.buffer.byteLength;
  postMessage({ number, bytes, ...reply }, reply.kind === 'file' ? [reply.data.buffer] : []);
}

async function compile(address) {
  let response;
  try {
    response = await fetch(address);
  } catch {
    return { kind: 'none', isOffline: true };
  }
  try {
    if (!response.ok) throw new Error(`status ${response.status}`);
    // Compiles while it loads where the server names the right type.
    const isTyped = response.headers.get('Content-Type')?.startsWith('application/wasm');
    const module = isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
    return { kind: 'module', module: await module };
  } catch (error) {
    return { kind: 'none', message: error.message };
  }
}

/** Loads and starts the module, then answers the requests that wait for it. */
async function run(address) {
  isLoading = true;
  const { module, ...reply } = await compile(address);
  try {
    if (module) start(module);
    else missing = reply;
  } catch (error) {
    missing = { kind: 'none', message: error.message };
  }
  isLoading = false;
  waiting.forEach(receive);
}

function receive(data) {
  try {
    if (data.compile) void compile(data.compile).then((reply) => postMessage(reply));
    else if (data.run) void run(data.run);
    else if (data.module) start(data.module);
    else if (isLoading) waiting.push(data);
    else if (missing) postMessage({ number: data.number, ...missing });
    else if (data.name === 'ready') postMessage({ number: data.number, kind: 'end', bytes: engine.memory.buffer.byteLength });
    else answer(data);
  } catch (error) {
    const { number, memory, panic } = current ?? {};
    // A table that would be larger than all memory is a lack of memory, too.
    const isShort = Boolean(memory) || (error instanceof RangeError && !panic) || /capacity overflow/.test(panic ?? '');
    postMessage({ number, kind: 'crash', memory: isShort, data: panic ?? error.message });
  }
}

onmessage = ({ data }) => receive(data);
