#!/usr/bin/env node
// Lighthouse's scores of the playground: of the list, and of a level of each game, on a desktop and on a phone.
//
//     npm install --prefix target/tools --no-save lighthouse
//     unriddle serve --port 4321 &
//     crates/web/lighthouse.mjs http://127.0.0.1:4321/ [desktop|mobile [VIEW]]
//
// VIEW is a part of the name of a view: `list`, or a game. What a score is reduced for is printed below the table.
// The address may also be that of a static site.
//
// Chromium is taken from CHROME_PATH, or is Debian's. Lighthouse simulates a slow network and, for a phone, a processor
// of a quarter of the speed: on a busy machine performance comes out lower.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ADDRESS = process.argv[2] ?? 'http://127.0.0.1:4321/';
const FORMS = process.argv[3] ? [process.argv[3]] : ['desktop', 'mobile'];
const WANTED = process.argv[4]?.toLowerCase() ?? '';
const TOOLS = join(import.meta.dirname, '../../target/tools/node_modules');
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];

const tool = (file) => import(pathToFileURL(join(TOOLS, file)));
const { default: lighthouse } = await tool('lighthouse/core/index.js');
const { default: desktop } = await tool('lighthouse/core/config/desktop-config.js');
const { launch } = await tool('chrome-launcher/dist/index.js');

/** The list, and the fifth level of each game. */
async function views() {
  const [served, exported] = ['api/levels', 'levels.json'].map((path) => new URL(path, ADDRESS));
  const answer = await fetch(served);
  const { shelves } = await (answer.ok ? answer : await fetch(exported)).json();
  const levels = shelves.filter(({ game }) => game).map(({ title, levels }) => [title, levels[4].id]);
  return [['list', '#/'], ...levels.map(([title, id]) => [title, `#/level/${encodeURIComponent(id)}`])];
}

const chrome = await launch({
  chromePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  chromeFlags: ['--headless=new', '--no-sandbox'],
});
const rows = (await views()).filter(([name]) => name.toLowerCase().includes(WANTED));
const faults = [];
console.log(`| view | form | ${CATEGORIES.join(' | ')} |\n|---|---|${CATEGORIES.map(() => '---|').join('')}`);
for (const [name, fragment] of rows) {
  for (const form of FORMS) {
    const options = { port: chrome.port, logLevel: 'error', onlyCategories: CATEGORIES };
    const { lhr } = await lighthouse(new URL(fragment, ADDRESS).href, options, form === 'desktop' ? desktop : undefined);
    const scores = CATEGORIES.map((category) => Math.round(100 * lhr.categories[category].score));
    console.log(`| ${name} | ${form} | ${scores.join(' | ')} |`);
    for (const category of CATEGORIES.slice(1)) {
      const audits = lhr.categories[category].auditRefs.filter(({ weight }) => weight).map(({ id }) => lhr.audits[id]);
      for (const { id, score, details } of audits.filter(({ score }) => score !== null && score < 1)) {
        const items = details?.items?.slice(0, 3).map(({ node }) => `${node?.selector}: ${node?.explanation}`) ?? [];
        faults.push([`${name}, ${form}: ${id} ${score}`, ...items].join('\n    '));
      }
    }
  }
}
if (faults.length) console.log(`\n${faults.join('\n')}`);
chrome.kill();
