// The compression of GIF: Lempel, Ziv and Welch with codes that grow from 9 to 12 bits.
//
// A dictionary of strings is built on the way: each code stands for a string seen before plus
// one more value. When 4096 codes are in use, it begins anew. A string is looked up by its prefix
// and its last value in one flat table of 4096 × 256 numbers, 2 MB, cleared with each new
// dictionary only where it was written.

const MOST = 4096;

/** The values (below 2^bits) as the image data of a GIF: the size of a value, blocks, an end. */
export function compress(values, bits) {
  const clear = 1 << bits;
  const end = clear + 1;
  const table = new Uint16Array(MOST << bits);
  const written = [];
  const out = new Codes();
  let width = bits + 1;
  let next = end + 1;
  const reset = () => {
    for (const at of written) table[at] = 0;
    written.length = 0;
    width = bits + 1;
    next = end + 1;
  };
  out.push(clear, width);
  let prefix = values[0];
  for (let at = 1; at < values.length; at += 1) {
    const value = values[at];
    const place = (prefix << bits) | value;
    if (table[place]) {
      prefix = table[place];
      continue;
    }
    out.push(prefix, width);
    if (next < MOST) {
      table[place] = next;
      written.push(place);
      if (next === 1 << width) width += 1;
      next += 1;
    } else {
      out.push(clear, width);
      reset();
    }
    prefix = value;
  }
  out.push(prefix, width);
  // A reader adds a code for that one, too, and may widen by it.
  if (next < MOST && next === 1 << width) width += 1;
  out.push(end, width);
  return out.blocks(bits);
}

/** Codes of some bits each, packed from the lowest bit on. */
class Codes {
  #bytes = [];
  #held = 0;
  #bits = 0;

  push(code, width) {
    this.#held |= code << this.#bits;
    this.#bits += width;
    while (this.#bits >= 8) {
      this.#bytes.push(this.#held & 255);
      this.#held >>>= 8;
      this.#bits -= 8;
    }
  }

  /** All of it in blocks of at most 255 bytes, the size of a value before, an empty block after. */
  blocks(bits) {
    if (this.#bits > 0) this.#bytes.push(this.#held & 255);
    const count = Math.ceil(this.#bytes.length / 255);
    const all = new Uint8Array(2 + count + this.#bytes.length);
    all[0] = bits;
    let at = 1;
    for (let from = 0; from < this.#bytes.length; from += 255) {
      const block = this.#bytes.slice(from, from + 255);
      all[at] = block.length;
      all.set(block, at + 1);
      at += block.length + 1;
    }
    return all;
  }
}
