// Links: game, text, number, name, par, settings and moves of a level, compressed, in the fragment of the
// address.
//
// The format is JSON, raw deflate, base64url. Browsers never send the fragment to a server. A link is
// untrusted: its types and sizes are checked here, its contents by the engine like any other text.

/** The maximum sizes before and after unpacking. */
const MAX = { packed: 400_000, text: 4_000_000, moves: 100_000, name: 200 };

/** A link without a valid level. */
export class BadLink extends Error {}

async function through(bytes, stream, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new BadLink('it is too large');
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Packs a level: { game, text, number?, name?, par?, settings?, moves? }. */
export async function pack({ game, text, number, name, par, settings, moves }) {
  const value = { g: game, t: text };
  if (number) value.n = number;
  if (name) value.h = name;
  if (Number.isInteger(par)) value.p = par;
  if (settings && Object.keys(settings).length) value.s = settings;
  if (moves?.length) value.m = moves;
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const packed = await through(bytes, new CompressionStream('deflate-raw'));
  let letters = '';
  for (let at = 0; at < packed.length; at += 8192)
    letters += String.fromCharCode(...packed.subarray(at, at + 8192));
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Unpacks what `pack` has packed, or throws a `BadLink`. */
export async function unpack(packed) {
  if (!packed) throw new BadLink('it is empty');
  if (packed.length > MAX.packed) throw new BadLink('it is too long');
  let value;
  try {
    const letters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const text = new TextDecoder('utf-8', { fatal: true });
    value = JSON.parse(text.decode(await through(bytes, new DecompressionStream('deflate-raw'), MAX.text)));
  } catch (error) {
    throw error instanceof BadLink ? error : new BadLink('it is incomplete or was changed');
  }
  const { g: game, t: text, n: number, h: name, p: par, s: settings = {}, m: moves = [] } = value ?? {};
  const isTable =
    settings &&
    typeof settings === 'object' &&
    !Array.isArray(settings) &&
    Object.values(settings).every(
      (number) => Number.isInteger(number) && number >= 0 && number <= 0xffffffff,
    );
  const isList =
    Array.isArray(moves) && moves.length <= MAX.moves && moves.every((move) => typeof move === 'string');
  const isNumber = number === undefined || (Number.isSafeInteger(number) && number > 0);
  const isNamed = name === undefined || (typeof name === 'string' && name.length <= MAX.name);
  const isPriced = par === undefined || (Number.isInteger(par) && par >= 0 && par <= 0xffffffff);
  const areStrings = typeof text === 'string' && typeof game === 'string';
  if (!areStrings || !isNumber || !isNamed || !isPriced || !isTable || !isList) {
    throw new BadLink('its contents are not a level');
  }
  return { game, text, number, name, par, settings, moves };
}

/** The fragment that plays or edits a packed level. */
export const fragment = (mode, packed) => `#${mode === 'edit' ? 'e' : 'l'}=${packed}`;

/** The address of the page with this fragment: where a static site says that it is, or else where it was opened. */
export function linkTo(fragment) {
  return new URL(fragment, document.documentElement.dataset.base ?? new URL('./', location.href)).href;
}

/** The full link to a level. */
export async function linkToLevel(level) {
  return linkTo(fragment('play', await pack(level)));
}
