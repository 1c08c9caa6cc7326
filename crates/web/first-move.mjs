#!/usr/bin/env node
// How long it takes from opening a level of the static site for the first time until a key moves something, on a phone.
//
//     npm install --prefix target/tools --no-save puppeteer-core
//     cargo build --release && crates/wasm/build
//     crates/web/first-move.mjs [LOADS [GAME]] [--rate 4] [--megabits 9] [--site FOLDER] [--trace FILE]
//
// Exports the site, unless `--site` names an exported one, and serves it with brotli below a path. Every load has an empty
// profile: no cache, no service worker, nothing kept. The window is that of a phone, and Chromium slows the page down by
// `--rate`; workers are as fast as the machine, since Chromium slows down pages only. With `--megabits` the server sends no
// more per second, and answers after 40 ms. The time is that of the page, from the start of the navigation to the frame
// after the move; the key is pressed as soon as the level is shown. GAME is a part of a level's id; `--trace` keeps a
// trace of the last load, for Chromium's developer tools. Fails if a median is above a second with the usual rate and network.
//
// Chromium is taken from CHROME_PATH, or is Debian's.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';

const ROOT = join(import.meta.dirname, '../..');
const TARGET = process.env.CARGO_TARGET_DIR ?? join(ROOT, 'target');

/** A level of each game, and the keys of a first move. */
const LEVELS = [
  ['reindeer-maze/05-pillars.txt', ['ArrowRight']],
  ['anima/05-one-off.txt', ['ArrowLeft']],
  ['golf-peaks/05-uphill.txt', ['1', 'ArrowRight']],
  ['sokobond/05-moving-house.txt', ['ArrowRight']],
  ['freshly-frosted/05-fork-in-the-road.txt', ['d']],
  ['puzzlescript/05-constellation-z.txt#1', ['ArrowRight']],
];

/** The window of the phone that Lighthouse emulates. */
const PHONE = { width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** The median that is aimed at, in milliseconds. */
const AIM = 1000;

/** How long a load may take before it counts as failed, in milliseconds. */
const PATIENCE = 60_000;

/** With `--megabits`: milliseconds before each response, and the bytes of a packet. */
const LATENCY = 40;
const PACKET = 16_000;

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

const TRACED = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'loading', 'v8', 'v8.wasm'];

const named = Object.fromEntries(['rate', 'megabits', 'site', 'trace'].map((name) => [name, { type: 'string' }]));
const { values: options, positionals } = parseArgs({ allowPositionals: true, options: named });
const LOADS = Number(positionals[0] ?? 7);
const WANTED = positionals[1]?.toLowerCase() ?? '';
const RATE = Number(options.rate ?? 4);

const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
const row = (...cells) => console.log(`| ${cells.join(' | ')} |`);

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Exports the site to a new folder. */
function exported() {
  const folder = mkdtempSync(join(tmpdir(), 'unriddle-site-'));
  const command = join(TARGET, 'release/unriddle');
  const made = spawnSync(command, ['export', folder, '--module', join(TARGET, 'unriddle.wasm')], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(made.stderr ?? made.error);
  return folder;
}

/** Sends bytes over the line that all responses share, and that carries no more than `--megabits`. */
let free = 0;
async function send(response, bytes) {
  if (!options.megabits) {
    response.end(bytes);
    return;
  }
  await pause(LATENCY);
  for (let at = 0; at < bytes.length; at += PACKET) {
    const packet = bytes.subarray(at, at + PACKET);
    free = Math.max(free, performance.now()) + (packet.length * 8) / (Number(options.megabits) * 1000);
    await pause(free - performance.now());
    response.write(packet);
  }
  response.end();
}

/** Serves a folder below a path, on a free port. Files are compressed when they are first asked for. */
async function serve(folder) {
  const compressed = new Map();
  const body = (path) => {
    if (!compressed.has(path)) {
      const contents = readFileSync(join(folder, path));
      compressed.set(path, brotliCompressSync(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
    }
    return compressed.get(path);
  };
  const server = createServer((request, response) => {
    const path = decodeURI(new URL(request.url, 'http://localhost').pathname).replace(/^\/some\/where\//, '') || 'index.html';
    try {
      const contents = body(path);
      const type = TYPES[extname(path)] ?? 'application/octet-stream';
      response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'br', 'Content-Length': contents.length });
      void send(response, contents);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `http://127.0.0.1:${server.address().port}/some/where/` };
}

/** Runs in the page before anything else: presses the keys once a level is shown, and notes when that has moved
 * something. */
function watch(keys) {
  if (window.top !== window) return;
  window.times = { pressed: null, moved: null };
  const look = () => {
    const { times } = window;
    if (times.pressed === null && document.querySelector('#main[data-ready] #stage')) {
      times.pressed = performance.now();
      for (const key of keys) document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    }
    if (times.moved === null && Number(document.querySelector('#stage')?.dataset.moves) > 0) {
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => (times.moved = performance.now())));
    }
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, attributes: true, attributeFilter: ['data-ready', 'data-moves'] });
}

/** One load in an empty profile: milliseconds until the key is pressed and until something has moved. */
async function load(browser, address, keys, trace) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport(PHONE);
  await page.emulateCPUThrottling(RATE);
  await page.evaluateOnNewDocument(watch, keys);
  if (trace) await page.tracing.start({ path: trace, categories: TRACED });
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  const times = await page.waitForFunction(() => window.times.moved !== null && window.times, { polling: 50, timeout: PATIENCE });
  const found = await times.jsonValue();
  if (trace) await page.tracing.stop();
  await context.close();
  return found;
}

const { default: puppeteer } = await import(
  pathToFileURL(join(TARGET, 'tools/node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js'))
);
const folder = options.site ?? exported();
const { server, address } = await serve(folder);
const browser = await puppeteer.launch({
  executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
row('level', 'shown', 'first move, median', 'least', 'most');
row('---', '---', '---', '---', '---');
for (const [id, keys] of LEVELS.filter(([id]) => id.includes(WANTED))) {
  const level = `${address}#/level/${encodeURIComponent(id)}`;
  const times = [];
  // The first load compresses the files, and starts the browser's processes.
  await load(browser, level, keys);
  for (let at = 0; at < LOADS; at += 1) times.push(await load(browser, level, keys, at === LOADS - 1 && options.trace));
  const moved = times.map((time) => time.moved);
  const shown = median(times.map((time) => time.pressed));
  row(id, ...[shown, median(moved), Math.min(...moved), Math.max(...moved)].map((time) => `${time.toFixed(0)} ms`));
  if (median(moved) > AIM && RATE <= 4 && !options.megabits) process.exitCode = 1;
}
await browser.close();
server.close();
if (!options.site) rmSync(folder, { recursive: true });
