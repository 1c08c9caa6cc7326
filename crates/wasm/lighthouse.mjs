#!/usr/bin/env node
// Scores the static site with Lighthouse on its profile of a mid-range phone, behind a plain file server that
// compresses, below a path: the list of levels, the first level, and an embedded one. Prints a table for
// docs/benchmarks.md, and fails if a score for performance is below 90.
//
//     npm install --prefix target/tools --no-save lighthouse
//     crates/wasm/lighthouse.mjs [RUNS]
//
// Needs `cargo build --release`, `crates/wasm/build` and Chromium. The median of three runs counts by default. A busy
// machine lowers the scores.

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { root } from './engine.mjs';

/** The folder of the site on the server. */
const BELOW = '/some/path/';

/** The least score for performance. */
const LEAST = 90;

const PAGES = { 'list of levels': '', 'a level': '#/level/sokobond%2F01-first-bond.txt', embedded: 'embed.html#/level/sokobond%2F01-first-bond.txt' };

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

const runs = Number(process.argv[2] ?? 3);
const build = process.env.CARGO_TARGET_DIR ?? join(root, 'target');
const folder = mkdtempSync(join(tmpdir(), 'unriddle-site-'));

/** The files that were asked for, compressed: as a server keeps them. */
const compressed = new Map();

function serve(request, response) {
  const { pathname } = new URL(request.url, 'http://localhost');
  const path = normalize(decodeURIComponent(pathname)).slice(BELOW.length) || 'index.html';
  try {
    if (!pathname.startsWith(BELOW)) throw new Error('it is outside of the site');
    if (!compressed.has(path)) compressed.set(path, brotliCompressSync(readFileSync(join(folder, path))));
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'br', 'Cache-Control': 'max-age=31536000' });
    response.end(compressed.get(path));
  } catch {
    response.writeHead(404).end();
  }
}

/** The report of one run. */
async function report(address) {
  const program = join(build, 'tools/node_modules/.bin/lighthouse');
  const flags = '--headless=new --no-sandbox';
  const args = [address, '--quiet', '--output=json', `--chrome-flags=${flags}`];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (part) => (text += part));
  await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject));
  return JSON.parse(text);
}

const row = (...cells) => console.log(`| ${cells.join(' | ')} |`);
const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

try {
  const made = spawnSync(join(build, 'release/unriddle'), ['export', folder, '--module', join(build, 'unriddle.wasm')], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(made.stderr);
  const server = createServer(serve).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  row('page', 'performance', 'accessibility', 'best practices', 'first paint', 'largest paint', 'blocked', 'shift');
  row(...Array(8).fill('---'));
  for (const [name, path] of Object.entries(PAGES)) {
    const reports = [];
    for (let run = 0; run < runs; run += 1) reports.push(await report(`http://127.0.0.1:${server.address().port}${BELOW}${path}`));
    const score = (kind) => Math.round(100 * median(reports.map(({ categories }) => categories[kind].score)));
    const value = (audit) => median(reports.map(({ audits }) => audits[audit].numericValue));
    const seconds = (audit) => `${(value(audit) / 1000).toFixed(2)} s`;
    const performance = score('performance');
    row(
      name,
      performance,
      score('accessibility'),
      score('best-practices'),
      seconds('first-contentful-paint'),
      seconds('largest-contentful-paint'),
      `${value('total-blocking-time').toFixed(0)} ms`,
      value('cumulative-layout-shift').toFixed(3),
    );
    if (performance < LEAST) process.exitCode = 1;
  }
  server.close();
} finally {
  rmSync(folder, { recursive: true });
}
