#!/usr/bin/env node
// Lists the licences of everything that is compiled into the WebAssembly module: crates/web/site/third-party.txt,
// which a static site carries. Run it when the dependencies of the module change. With `--check` it writes nothing,
// and fails if the list has changed.
//
//     crates/wasm/licences.mjs [--check]

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const options = { cwd: root, maxBuffer: 1 << 28, encoding: 'utf8' };
const triple = 'wasm32-unknown-unknown';
const { packages } = JSON.parse(
  execFileSync('cargo', ['metadata', '--format-version', '1', '--locked', '--filter-platform', triple], options),
);
const tree = execFileSync(
  'cargo',
  ['tree', '--locked', '-p', 'unriddle-wasm', '-e', 'normal,no-proc-macro', '--target', triple, '--prefix', 'none', '-f', '{p}'],
  options,
);
const used = new Set(tree.split('\n').map((line) => line.split(' ').slice(0, 2).join(' ')));

/** The licence to quote: MIT where it is offered, else whatever there is. */
function textOf(manifest) {
  const folder = dirname(manifest);
  const names = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|unlicense)/i.test(name));
  const best = names.find((name) => /mit/i.test(name)) ?? names.find((name) => !/apache/i.test(name)) ?? names[0];
  return best && existsSync(join(folder, best)) ? readFileSync(join(folder, best), 'utf8').trim() : null;
}

/** The crates that share a text, word for word. */
const byText = new Map();
for (const { name, version, license, authors, source, manifest_path: manifest } of packages) {
  if (!source || !used.has(`${name} v${version}`)) continue;
  const text = textOf(manifest) ?? 'No text is part of the package.';
  const by = /copyright/i.test(text) || !authors.length ? '' : `, by ${authors.map((author) => author.replace(/ <.*>/, '')).join(', ')}`;
  byText.set(text, [...(byText.get(text) ?? []), `${name} (${license}${by})`]);
}

const parts = [...byText].map(([text, crates]) => `${crates.sort().join('\n')}\n\n${text}\n`).sort();
const head = 'The WebAssembly module contains these libraries, and the Rust standard library (MIT OR Apache-2.0).\n';
const line = `\n${'-'.repeat(78)}\n\n`;
const list = [head, ...parts].join(line).replaceAll('\r', '');
const file = join(root, 'crates/web/site/third-party.txt');
if (!process.argv.includes('--check')) writeFileSync(file, list);
else if (readFileSync(file, 'utf8') !== list) {
  console.error('crates/web/site/third-party.txt is not up to date: run crates/wasm/licences.mjs');
  process.exit(1);
}
