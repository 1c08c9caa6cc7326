#!/usr/bin/env node
// Checks what a worker reports when the engine has no more memory, that it starts small, and that the module that only plays
// refuses to search.
//
//     crates/wasm/limits.mjs

import assert from 'node:assert/strict';

import { PLAYER, startEngine } from './engine.mjs';

/** Eight actors on a wide board: no search ends before the memory does. */
const ENDLESS = `b..........r
.. ... .. ..
... .. ... .
. .. ... ...
... .r.. ..
.. ... .. ..
. ... .. ...
... .. b.. .
.. .... . ..
. .. ..... .
... .. .. ..
r..........b

R 0 0
R 5 6
R 9 9
R 3 11
B 11 0
B 7 4
B 2 8
B 11 11
`;

/** The pages of 64 KiB that a module can have, and those that are left to the search here. */
const [MAX_PAGES, LEFT] = [65_536, 256];

const answer = startEngine();
const small = answer('play', { text: '#####\n#S.E#\n#####' });
assert.equal(small.kind, 'value');
assert.ok(small.bytes < 16_000_000, `a small level takes ${small.bytes} bytes`);

// Everything but a few megabytes is taken.
answer.memory.grow(MAX_PAGES - LEFT - small.bytes / 65_536);
const { kind, memory, events } = answer('solve', { text: ENDLESS, seconds: 600 });
assert.deepEqual({ kind, memory }, { kind: 'crash', memory: true });
assert.ok(events.every(({ event }) => event === 'progress'));
console.log('the lack of memory is reported as such');

const refused = startEngine(PLAYER)('solve', { text: '#####\n#S.E#\n#####' });
assert.deepEqual([refused.kind, refused.data.what], ['failure', 'request']);
console.log('the player does not search');
