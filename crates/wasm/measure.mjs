#!/usr/bin/env node
// Measures the static site: what is loaded for the first level, how long the engine takes to start and to answer a
// move, and the CPU time of searches against that of the command. Prints the tables of docs/benchmarks.md.
//
//     crates/wasm/measure.mjs [sizes] [start] [searches]        everything if nothing is named
//
// Needs `cargo build --release` and `crates/wasm/build`. The searches of both run alternately, and the least time of
// each counts. Fails if the first level takes more than 1 MB over the wire.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { ENGINE, PLAYER, root, startEngine } from './engine.mjs';

/** A maze of this many cells on each side, the same each time: corridors dug at random, and some walls torn down. */
function maze(size) {
  let seed = 1;
  const random = (most) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % most;
  };
  const rows = Array.from({ length: size }, () => Array(size).fill('#'));
  const path = [[1, 1]];
  rows[1][1] = '.';
  while (path.length) {
    const [x, y] = path.at(-1);
    const ways = [[2, 0], [-2, 0], [0, 2], [0, -2]].filter(([dx, dy]) => rows[y + dy]?.[x + dx] === '#');
    if (ways.length) {
      const [dx, dy] = ways[random(ways.length)];
      rows[y + dy / 2][x + dx / 2] = '.';
      rows[y + dy][x + dx] = '.';
      path.push([x + dx, y + dy]);
    } else path.pop();
  }
  for (let at = 0; at < (size * size) / 50; at += 1) rows[1 + random(size - 2)][1 + random(size - 2)] = '.';
  rows[size - 2][1] = 'S';
  rows[1][size - 2] = 'E';
  return rows.map((row) => row.join('')).join('\n');
}

/** The searches: a level of the project, one of UNRIDDLE_LEVELS or a text, its number in the file, and the goal where it
 * is not the usual one. The browser's engine compiles a module again, and better, while it runs: a search of a few
 * milliseconds is over before that, so the slowest levels are measured. */
const SEARCHES = [
  { level: 'anima/11-long-way-round.txt' },
  { level: 'anima/12-knot.json' },
  { level: 'freshly-frosted/article-crossed-wires.txt' },
  { level: 'freshly-frosted/article-half-built.txt' },
  { level: 'puzzlescript/03-microban.txt', number: 5 },
  { level: 'puzzlescript/06-lime-rick.txt', number: 1 },
  { level: 'puzzlescript/07-2d-whale-world.txt', number: 5 },
  { level: 'a maze of 1001²', text: maze(1001) },
  { outside: 'sokobond/03-gray/08-planning.txt' },
  { outside: 'sokobond/03-gray/11-fetch.txt' },
  { outside: 'sokobond/11-dark-blue/08-construction.txt' },
  { outside: 'sokobond/11-dark-blue/02-two-worlds.txt' },
  { outside: 'sokobond/08-light-gray/10-ocean.txt' },
];

/** The text of a level that is searched; `undefined` without the folder that it is in. */
function textOf({ level, outside, text }) {
  if (text) return text;
  const folder = outside ? process.env.UNRIDDLE_LEVELS : join(root, 'levels');
  return folder && readFileSync(join(folder, outside ?? level), 'utf8');
}

/** The level that is opened first. */
const FIRST = 'sokobond/01-first-bond.txt';

/** The most bytes over the wire for the first level, with brotli. */
const MAX_BYTES = 1_000_000;

/** How often each search runs. */
const RUNS = 5;

const command = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'release/unriddle');
const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
const kB = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;
const ms = (milliseconds) => `${milliseconds.toFixed(milliseconds < 10 ? 2 : 0)} ms`;
const row = (...cells) => console.log(`| ${cells.join(' | ')} |`);

/** What the browser loads to show this level first. */
function measureSizes(level) {
  const folder = mkdtempSync(join(tmpdir(), 'unriddle-site-'));
  const made = spawnSync(command, ['export', folder, '--module', ENGINE], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(made.stderr);
  const name = level.replaceAll('_', '_5f');
  const files = ['index.html', 'script.js', 'style.css', 'icon.svg', 'games.json', 'levels.json', `levels/${name}.json`, 'worker.js', 'unriddle-player.wasm'];
  const later = readFileSync(join(folder, 'unriddle.wasm'));
  const all = files.map((file) => [file, readFileSync(join(folder, file))]);
  rmSync(folder, { recursive: true });
  row('file', 'size', 'gzip', 'brotli');
  row('---', '---', '---', '---');
  const total = [0, 0, 0];
  const sizesOf = (bytes) => [bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length];
  for (const [file, bytes] of all) {
    const sizes = sizesOf(bytes);
    sizes.forEach((size, at) => (total[at] += size));
    row(file, ...sizes.map(kB));
  }
  row('**together**', ...total.map(kB));
  row('afterwards, for searches: unriddle.wasm', ...sizesOf(later).map(kB));
  const brotli = total.at(-1);
  if (brotli <= MAX_BYTES) return;
  console.error(`measure.mjs: the first level takes ${kB(brotli)} with brotli, more than ${kB(MAX_BYTES)}`);
  process.exitCode = 1;
}

/** The CPU seconds of this process, with those of the compiler. */
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

function measureStart(level) {
  const request = { text: readFileSync(join(root, 'levels', level), 'utf8') };
  const begun = performance.now();
  const answer = startEngine(PLAYER);
  const started = performance.now();
  const scene = answer('play', request);
  const shown = performance.now();
  row('what', 'time');
  row('---', '---');
  row('compile and start', ms(started - begun));
  row('first scene', ms(shown - started));
  const times = [];
  for (let at = 0; at < 200; at += 1) {
    const before = performance.now();
    answer('play', { ...request, session: scene.data.session, action: { do: 'gesture', gesture: { kind: 'go', direction: at % 2 ? 'left' : 'right' } } });
    times.push(performance.now() - before);
  }
  row('a move, median of 200', ms(median(times)));
}

/** The CPU seconds of the command for a level in a file. */
function nativeSeconds(file, { goal, number } = {}) {
  const script = 'TIMEFORMAT="%U %S"; time "$0" "$@" >/dev/null';
  const goals = goal ? ['--goal', goal] : [];
  const args = ['solve', '--json', '--threads', '1', ...goals, number ? `${file}#${number}` : file];
  const { stderr } = spawnSync('bash', ['-c', script, command, ...args], { encoding: 'utf8' });
  const [user, system] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return user + system;
}

function measureSearches() {
  const folder = mkdtempSync(join(tmpdir(), 'unriddle-levels-'));
  const file = join(folder, 'level.txt');
  writeFileSync(file, '#####\n#S.E#\n#####\n');
  // The time to start the command is no search.
  const toStart = Math.min(...Array.from({ length: RUNS }, () => nativeSeconds(file)));
  row('level', 'native', 'WebAssembly', 'ratio');
  row('---', '---', '---', '---');
  for (const search of SEARCHES) {
    const { level = search.outside, goal, number } = search;
    const text = textOf(search);
    if (text === undefined) {
      console.error(`skipped without UNRIDDLE_LEVELS: ${level}`);
      continue;
    }
    writeFileSync(file, text);
    let [native, ours] = [Infinity, Infinity];
    for (let run = 0; run < RUNS; run += 1) {
      native = Math.min(native, nativeSeconds(file, search) - toStart);
      // Both begin without any memory.
      const answer = startEngine();
      const before = cpu();
      answer('solve', { text, goal, number, seconds: 600 });
      ours = Math.min(ours, cpu() - before);
    }
    const name = `${level}${number ? `#${number}` : ''}${goal ? `, goal ${goal}` : ''}`;
    row(name, `${native.toFixed(3)} s`, `${ours.toFixed(3)} s`, (ours / native).toFixed(2));
  }
  rmSync(folder, { recursive: true });
}

const PARTS = { sizes: () => measureSizes(FIRST), start: () => measureStart(FIRST), searches: measureSearches };
const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PARTS);
const unknown = wanted.find((part) => !Object.hasOwn(PARTS, part));
if (unknown) {
  console.error(`measure.mjs: ${unknown} is none of ${Object.keys(PARTS).join(', ')}`);
  process.exit(2);
}
wanted.forEach((part, at) => {
  if (at > 0) console.log();
  PARTS[part]();
});
