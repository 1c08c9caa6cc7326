// Sharing: a link, the text, the level as a file, the picture, the solution as a film.
//
// Elements: `#share` with `#share-link`, `#share-moves` (checkbox), `#copy-link`, `#copy-text`,
// `#copy-moves`, `#save-level`, `#save-svg`, `#save-png`, `#save-gif`, `#share-said`.

import * as api from '../api.js';
import { button, debounced, make, write } from '../dom.js';
import { linkTo } from './link.js';
import { movie } from './movie.js';
import { png } from './raster.js';

/** Offers a file for download. */
function save(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = make('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export class SharePanel {
  #parts;
  #said = make('p', { id: 'share-said', role: 'status' });
  #moves = make('input', { type: 'checkbox', id: 'share-moves' });
  #link = make('input', {
    id: 'share-link',
    readonly: true,
    'aria-label': 'Link to this level',
    placeholder: 'The link appears here',
  });

  /** `parts`: the session, the strip, and `title`, which names the level. */
  constructor(parts) {
    this.#parts = parts;
    const doing = (id, words, act) => button(id, words, () => this.#try(act));
    this.#moves.addEventListener('change', () => this.#refresh());
    this.#link.addEventListener('focus', () => this.#link.select());
    this.element = make(
      'section',
      { class: 'panel', id: 'share', 'aria-labelledby': 'share-head' },
      make('h2', { id: 'share-head' }, 'Share'),
      make(
        'div',
        { class: 'link-row' },
        this.#link,
        doing('copy-link', 'Copy link', () => this.#copyLink()),
      ),
      make('label', { class: 'tick', for: 'share-moves' }, this.#moves, ' with the moves made so far'),
      make(
        'div',
        { class: 'buttons' },
        doing('copy-text', 'Copy text', () =>
          this.#copy(this.#parts.session.source.text, 'The text is copied.'),
        ),
        doing('copy-moves', 'Copy moves', () =>
          this.#copy(this.#parts.session.scene.history, 'The moves are copied.'),
        ),
        doing('save-level', 'Level file', () => this.#saveLevel()),
        doing('save-svg', 'Picture, SVG', () => this.#savePicture('svg')),
        doing('save-png', 'Picture, PNG', () => this.#savePicture('png')),
        doing('save-gif', 'Film, GIF', () => this.#saveMovie()),
      ),
      this.#said,
    );
  }

  /** The level or the moves have changed. */
  show = debounced(() => this.#refresh(), 200);

  async #refresh() {
    const { session } = this.#parts;
    const link = await linkTo({ ...session.source, moves: this.#moves.checked ? session.moves : [] });
    this.#link.value = link;
    return link;
  }

  async #try(act) {
    try {
      write(this.#said, (await act()) ?? '');
    } catch (error) {
      write(this.#said, `That did not work: ${error.message}.`);
    }
  }

  async #copyLink() {
    return this.#copy(
      await this.#refresh(),
      this.#moves.checked ? 'The link is copied, with the moves.' : 'The link is copied.',
    );
  }

  /** Copies, or where the browser forbids that, lets the user copy what is selected. */
  async #copy(text, said) {
    try {
      await navigator.clipboard.writeText(text);
      return said;
    } catch {
      const area = make('textarea', { class: 'hidden', readonly: true }, text);
      document.body.append(area);
      area.select();
      const copied = document.execCommand('copy');
      area.remove();
      return copied ? said : 'This browser does not let the page copy.';
    }
  }

  #saveLevel() {
    const { text } = this.#parts.session.source;
    const kind = text.trimStart().startsWith('{') ? ['application/json', 'json'] : ['text/plain', 'txt'];
    save(new Blob([text], { type: kind[0] }), `${this.#parts.title()}.${kind[1]}`);
    return 'The level is saved.';
  }

  async #savePicture(kind) {
    const document = await api.picture(this.#parts.session.request());
    const blob = kind === 'png' ? await png(document) : new Blob([document], { type: 'image/svg+xml' });
    save(blob, `${this.#parts.title()}.${kind}`);
    return 'The picture is saved.';
  }

  async #saveMovie() {
    const { session, strip, title } = this.#parts;
    const line = strip.line ?? session.moves;
    if (!line.length) return 'Make some moves or have the level solved first: there is nothing to show yet.';
    const film = await movie(session, line, (done) =>
      write(this.#said, `Drawing the film: ${Math.round(100 * done)} %`),
    );
    save(film, `${title()}.gif`);
    return `The film is saved: ${Math.ceil(film.size / 1000)} kB.`;
  }
}
