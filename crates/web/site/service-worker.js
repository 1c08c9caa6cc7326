// Keeps the files of the site, so that it works without a network.
//
// The export fills in the version and the files with their digests. All files of a version are loaded when it is
// installed, into a cache of its own; a file with another digest fails, and the browser tries again later. From
// then on every file comes from that cache. A new version waits until the page asks for it or is closed, so a
// page never sees files of two versions.

const VERSION = 'VERSION';
const FILES = { FILES };

/** The caches of this site: several sites may share an origin. */
const PREFIX = `unriddle ${new URL(self.registration.scope).pathname} `;
const CACHE = PREFIX + VERSION;

/** How many files are loaded at once. */
const AT_ONCE = 6;

async function install() {
  const cache = await caches.open(CACHE);
  const waiting = Object.entries(FILES);
  const load = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [path, integrity] = next;
      const request = new Request(`${path}?v=${VERSION}`, { integrity, cache: 'no-cache' });
      const response = await fetch(request);
      if (!response.ok) throw new Error(`${path}: status ${response.status}`);
      await cache.put(path, response);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, load));
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** The path of a file below the site, or null for anything else. */
function pathOf(url) {
  const { origin, pathname } = new URL(self.registration.scope);
  if (url.origin !== origin || !url.pathname.startsWith(pathname)) return null;
  return url.pathname.slice(pathname.length) || 'index.html';
}

async function answer(request, path) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(path, { ignoreSearch: true });
  if (kept) return kept;
  const response = await fetch(request);
  // Levels of a large collection are kept when they are opened.
  if (response.ok && /^(levels|thumbnails)\//.test(path)) await cache.put(path, response.clone());
  return response;
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', ({ data }) => {
  if (data === 'update') self.skipWaiting();
});
self.addEventListener('fetch', (event) => {
  const path = event.request.method === 'GET' ? pathOf(new URL(event.request.url)) : null;
  if (path === null || path.startsWith('api/')) return;
  event.respondWith(answer(event.request, path));
});
