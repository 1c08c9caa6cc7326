#!/usr/bin/env node
// Solves levels with the command and with the WebAssembly module, and compares the answers: outcome, cost, every
// move, and all counts. The module that only plays must show the same scene as the engine. Fails if any differs.
//
//     crates/wasm/compare.mjs [--time 2s] PATH…
//
// Levels that the command does not answer in that time are skipped. Needs `cargo build --release` and
// `crates/wasm/build`.

import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { PLAYER, root, startEngine } from './engine.mjs';

/** What must be the same. Time and memory differ. */
const FIELDS = ['outcome', 'reason', 'cost', 'moves', 'solution', 'solutions', 'bound', 'expanded', 'generated', 'stored'];

/** The most moves that an answer to a page holds. */
const MAX_MOVES = 100_000;

/** The file that a name of the command's output means, and the number of the level in it. */
function fileOf(name) {
  const [, file, number] = /^(.*)#(\d+)$/.exec(name) ?? [];
  const isFile = statSync(name, { throwIfNoEntry: false })?.isFile();
  return isFile || !file ? [name, 1] : [file, Number(number)];
}

const differences = (native, ours) =>
  FIELDS.filter((field) => JSON.stringify(native[field]) !== JSON.stringify(ours[field]));

const args = process.argv.slice(2);
const at = args.indexOf('--time');
const time = at < 0 ? '2s' : args.splice(at, 2)[1];
if (!args.length) {
  console.error('usage: crates/wasm/compare.mjs [--time 2s] PATH…');
  process.exit(2);
}

const answer = startEngine();
const player = startEngine(PLAYER);
const command = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'release/unriddle');
const solved = spawn(command, ['solve', '--json', '--threads', '1', '--time', time, ...args], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
solved.on('error', (error) => {
  console.error(`${command}: ${error.message}; run cargo build --release`);
  process.exit(2);
});

const seconds = Number.parseFloat(time) / (time.endsWith('ms') ? 1000 : 1);
const counts = { same: 0, slow: 0, long: 0, invalid: 0 };
const wrong = [];
for await (const line of createInterface({ input: solved.stdout })) {
  const native = JSON.parse(line);
  if (native.outcome === 'invalid') counts.invalid += 1;
  // A level may be proved unsolvable in that time and its explanation cut short.
  else if (native.reason || native.seconds >= seconds) counts.slow += 1;
  else if ((native.moves?.length ?? 0) > MAX_MOVES) counts.long += 1;
  else {
    const [file, number] = fileOf(native.file);
    const level = { game: native.game, text: readFileSync(file, 'utf8'), number };
    const { events } = answer('solve', { ...level, seconds: 600 });
    const ours = events.at(-1) ?? {};
    const differing = differences(native, ours);
    const [scene, played] = [answer, player].map((ask) => JSON.stringify(ask('play', level).data));
    if (scene !== played) wrong.push(`${native.file}: the player shows another scene`);
    if (differing.length) {
      const values = differing.map((field) => `${field}: ${JSON.stringify(native[field])}, not ${JSON.stringify(ours[field])}`);
      wrong.push(`${native.file}: ${values.join('; ').slice(0, 400)}`);
    } else counts.same += 1;
  }
}

console.log(
  `${counts.same} levels with the same answer; skipped: ${counts.slow} not answered in ${time}, ` +
    `${counts.long} with too many moves for a page, ${counts.invalid} invalid`,
);
for (const words of wrong) console.error(`differs: ${words}`);
process.exit(wrong.length || !counts.same ? 1 : 0);
