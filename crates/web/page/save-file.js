// Offers a file for download.

import { make } from './dom.js';

/** Saves a blob under a name. */
export function saveFile(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = make('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
