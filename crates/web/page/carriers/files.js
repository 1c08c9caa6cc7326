// The files of a static site, and their addresses.

/** The script of all workers, and the two modules that they run. */
export const WORKER = 'worker.js';
export const PLAYER = 'unriddle-player.wasm';
export const ENGINE = 'unriddle.wasm';

/** The name of the files of a level: its id with everything but letters, digits, `.`, `-` and `/` as hexadecimal
 * UTF-8, each byte after a `_`. The export names them in the same way. */
export function fileName(id) {
  const bytes = new TextEncoder().encode(id);
  const plain = /[A-Za-z0-9./-]/;
  return Array.from(bytes, (byte) => {
    const letter = String.fromCharCode(byte);
    return byte < 128 && plain.test(letter) ? letter : `_${byte.toString(16).padStart(2, '0')}`;
  }).join('');
}

/** The file of a document. */
export const FILES = {
  games: () => 'games.json',
  levels: () => 'levels.json',
  lessons: ({ game }) => `lessons/${fileName(game)}.json`,
  level: ({ id }) => `levels/${fileName(id)}.json`,
  thumbnail: ({ id }) => `thumbnails/${fileName(id)}.svg`,
};

/** The address of a file. The version keeps a browser from using an old copy with a new page. */
export const inVersion = (file, version) => (version ? `${file}?v=${version}` : file);
