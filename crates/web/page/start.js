// Starts what a level waits for before the page's script is there: part of the document of a static site.
//
// The worker that plays loads its module meanwhile, and the browser loads the level. The carrier takes the worker from
// `window.startedPlayer`, and its request for the level is answered by the one that was made here.

import { FILES, PLAYER, WORKER, inVersion } from './carriers/files.js';
import { parse } from './route.js';

const { version } = document.documentElement.dataset;
const { view, id } = parse(location.hash);

if (!['levels', 'learn'].includes(view)) {
  const player = new Worker(inVersion(WORKER, version));
  player.postMessage({ run: inVersion(PLAYER, version) });
  // The carrier starts another one, and hears why that fails.
  player.onerror = () => delete window.startedPlayer;
  window.startedPlayer = player;
}
if (['play', 'edit'].includes(view)) {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: inVersion(FILES.level({ id }), version) });
  document.head.append(link);
}
