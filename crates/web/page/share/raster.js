// Drawings as pixels: an SVG document on a canvas.
//
// The documents of the engine follow the reader's choice of light or dark; a picture that is to
// be saved follows the page instead. Boards of the page are given the palette to take along,
// because a picture sees nothing of the page around it.

import * as api from '../api.js';
import { Board } from '../board/board.js';
import { draw, make } from '../dom.js';
import { isDark } from '../theme.js';

/** A document in the page's own light. */
export function inPageLight(document) {
  return document.replaceAll(
    /@media\s*\(prefers-color-scheme:\s*dark\)/g,
    isDark() ? '@media all' : '@media not all',
  );
}

/** Paints an SVG document on a canvas of this size, over what is there. */
export async function paint(document, canvas, width, height) {
  const url = URL.createObjectURL(new Blob([document], { type: 'image/svg+xml' }));
  try {
    const image = new Image(width, height);
    image.src = url;
    await image.decode();
    canvas.getContext('2d', { willReadFrequently: true }).drawImage(image, 0, 0, width, height);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The size that a document asks for, in pixels. */
export function sizeOf(document) {
  const [, width] = /\swidth="([\d.]+)"/.exec(document) ?? [null, 640];
  const [, height] = /\sheight="([\d.]+)"/.exec(document) ?? [null, 640];
  return [Number(width), Number(height)];
}

/** An SVG document as a PNG file, twice as fine as it asks for. */
export async function png(document) {
  const [width, height] = sizeOf(document);
  const canvas = make('canvas', { width: Math.round(2 * width), height: Math.round(2 * height) });
  await paint(inPageLight(document), canvas, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large'))),
      'image/png',
    );
  });
}

/** Makes documents of drawings, as the page draws them. */
export class Easel {
  #board = new Board('easel');
  #style;

  static async open() {
    const easel = new Easel();
    easel.#style = (await api.boardStyles()).join('\n');
    return easel;
  }

  /** A drawing as a document of so many pixels a cell. */
  document(drawing, cell) {
    this.#board.show(drawing, 0);
    const layers = this.#board.svg.cloneNode(true);
    for (const extra of layers.querySelectorAll('.ghosts, .cursor')) extra.remove();
    for (const piece of layers.querySelectorAll('.piece')) {
      piece.setAttribute('transform', `translate(${piece.dataset.x} ${piece.dataset.y})`);
      piece.removeAttribute('style');
    }
    const [wide, high] = [drawing.width + 1, drawing.height + 1];
    return new XMLSerializer().serializeToString(
      draw(
        'svg',
        {
          viewBox: `-0.5 -0.5 ${wide} ${high}`,
          width: Math.round(wide * cell),
          height: Math.round(high * cell),
          'data-theme': isDark() ? 'dark' : 'light',
        },
        draw('style', {}, this.#style),
        draw(
          'g',
          { class: 'board' },
          draw('rect', { class: 'page', x: -0.5, y: -0.5, width: wide, height: high }),
          [...layers.children],
        ),
      ),
    );
  }
}
