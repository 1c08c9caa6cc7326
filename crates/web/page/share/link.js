// A level in a link: game, text, settings and moves, compressed, in the part after `#`.
//
// JSON, deflated without header, in the letters of base64url. That part of an address is never
// sent to a server. A link is data from anywhere: what comes out of it is checked for its types
// here, and by the engine like anything that is typed; sizes are limited.

/** More than this is no level that someone shares, before and after unpacking. */
const MOST = { packed: 400_000, text: 4_000_000, moves: 100_000 };

/** A link that holds no level. */
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
      throw new BadLink('it holds too much');
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Packs a level: { game, text, settings?, moves? }. */
export async function pack({ game, text, settings, moves }) {
  const value = { g: game, t: text };
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
  if (packed.length > MOST.packed) throw new BadLink('it is too long');
  let value;
  try {
    const letters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const text = new TextDecoder('utf-8', { fatal: true });
    value = JSON.parse(text.decode(await through(bytes, new DecompressionStream('deflate-raw'), MOST.text)));
  } catch (error) {
    throw error instanceof BadLink ? error : new BadLink('it is cut off or changed');
  }
  const { g: game, t: text, s: settings = {}, m: moves = [] } = value ?? {};
  const isTable =
    settings &&
    typeof settings === 'object' &&
    !Array.isArray(settings) &&
    Object.values(settings).every(
      (number) => Number.isInteger(number) && number >= 0 && number <= 0xffffffff,
    );
  const isList =
    Array.isArray(moves) && moves.length <= MOST.moves && moves.every((move) => typeof move === 'string');
  if (typeof text !== 'string' || typeof game !== 'string' || !isTable || !isList) {
    throw new BadLink('there is no level in it');
  }
  return { game, text, settings, moves };
}

/** The part of an address after which a level is played or edited. */
export const fragment = (mode, packed) => `#${mode === 'edit' ? 'e' : 'l'}=${packed}`;

/** A whole link to a level. */
export async function linkTo(level) {
  return new URL(fragment('play', await pack(level)), location.href).href;
}
