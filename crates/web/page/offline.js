// Use without a network, for a static site: registers the service worker, and offers a new version.
//
// A new version is used only when the user accepts it, in all tabs at once: see `service-worker.js`.
//
// Elements: `#update` with `#update-now` and `#update-later`.

import { button, make } from './dom.js';

function offer(worker) {
  document.getElementById('update')?.remove();
  const bar = make(
    'aside',
    { id: 'update', class: 'update', 'aria-label': 'New version' },
    make('span', { role: 'status' }, 'There is a new version of this page.'),
    button('update-now', 'Update', () => worker.postMessage('update'), { class: 'main' }),
    button('update-later', 'Later', () => bar.remove()),
  );
  document.body.append(bar);
}

/** Registers the service worker of the site, if there is one. */
export async function startOffline() {
  const { serviceWorker } = navigator;
  if (document.documentElement.dataset.carrier !== 'worker' || !serviceWorker) return;
  // The first visit is taken over, too; only another version needs the page to be loaded again.
  let isControlled = Boolean(serviceWorker.controller);
  serviceWorker.addEventListener('controllerchange', () => {
    if (isControlled) location.reload();
    isControlled = true;
  });
  try {
    const registration = await serviceWorker.register('service-worker.js', { updateViaCache: 'none' });
    const check = (worker) => {
      if (worker?.state === 'installed' && serviceWorker.controller) offer(worker);
    };
    check(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing;
      worker.addEventListener('statechange', () => check(worker));
    });
  } catch {
    // Private windows and plain HTTP have no service workers: the site works with a network.
  }
}
