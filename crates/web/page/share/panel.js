// The panel to share a level: a link, its text, a file, a picture, or the solution as a film.
//
// Elements: `#share` with `#share-link`, `#share-moves` (checkbox), `#copy-link`, `#copy-text`,
// `#copy-moves`, `#save-level`, `#save-svg`, `#save-png`, `#save-gif`, `#share-status`.

import * as api from '../api.js';
import { button, debounced, make, write } from '../dom.js';
import { isDark } from '../theme.js';
import { linkToLevel } from './link.js';

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
  #status = make('p', { id: 'share-status', role: 'status' });
  #moves = make('input', { type: 'checkbox', id: 'share-moves' });
  #link = make('input', {
    id: 'share-link',
    readonly: true,
    'aria-label': 'Link to this level',
    placeholder: 'The link appears here',
  });

  /** `parts`: session, timeline, `title`, which returns the name of the level for files, and `about`, which
   * returns the name and the par that a link carries. */
  constructor(parts) {
    this.#parts = parts;
    const action = (id, words, act) => button(id, words, () => this.#try(act));
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
        action('copy-link', 'Copy link', () => this.#copyLink()),
      ),
      make('label', { class: 'tick', for: 'share-moves' }, this.#moves, 'Include the moves made so far'),
      make(
        'div',
        { class: 'buttons' },
        action('copy-text', 'Copy text', () =>
          this.#copy(this.#parts.session.source.text, 'Text copied.'),
        ),
        action('copy-moves', 'Copy moves', () =>
          this.#copy(this.#parts.session.scene.history, 'Moves copied.'),
        ),
        action('save-level', 'Save level', () => this.#saveLevel()),
        action('save-svg', 'Save SVG', () => this.#savePicture('svg')),
        action('save-png', 'Save PNG', () => this.#savePicture('png')),
        action('save-gif', 'Save GIF', () => this.#saveFilm()),
      ),
      this.#status,
    );
  }

  /** The level or the moves have changed. */
  show = debounced(() => this.#refresh(), 200);

  async #refresh() {
    const { session } = this.#parts;
    const moves = this.#moves.checked ? session.moves : [];
    const link = await linkToLevel({ ...session.source, ...this.#parts.about(), moves });
    this.#link.value = link;
    return link;
  }

  async #try(act) {
    try {
      write(this.#status, (await act()) ?? '');
    } catch (error) {
      write(this.#status, `That did not work. ${error.describe?.() ?? error.message}`);
    }
  }

  async #copyLink() {
    return this.#copy(
      await this.#refresh(),
      this.#moves.checked ? 'Link with moves copied.' : 'Link copied.',
    );
  }

  /** Copies a text, through a selection if the browser forbids the clipboard. */
  async #copy(text, message) {
    try {
      await navigator.clipboard.writeText(text);
      return message;
    } catch {
      const area = make('textarea', { class: 'hidden', readonly: true }, text);
      document.body.append(area);
      area.select();
      const copied = document.execCommand('copy');
      area.remove();
      return copied ? message : 'The browser does not allow copying.';
    }
  }

  #saveLevel() {
    const { text } = this.#parts.session.source;
    const kind = text.trimStart().startsWith('{') ? ['application/json', 'json'] : ['text/plain', 'txt'];
    save(new Blob([text], { type: kind[0] }), `${this.#parts.title()}.${kind[1]}`);
    return 'Level saved.';
  }

  /** Saves a picture that the engine draws. Meanwhile no other one can be asked for. */
  async #savePicture(format, moves) {
    const { session, title } = this.#parts;
    const request = { ...session.request(moves), format };
    // A document follows its reader, wherever it is shown.
    if (format !== 'svg') request.theme = isDark() ? 'dark' : 'light';
    write(this.#status, format === 'gif' ? 'Filming…' : 'Drawing…');
    this.#setBusy(true);
    try {
      const file = await api.picture(request);
      save(file, `${title()}.${format}`);
      return `${format === 'gif' ? 'Film' : 'Picture'} saved: ${Math.ceil(file.size / 1000)} kB.`;
    } finally {
      this.#setBusy(false);
    }
  }

  async #saveFilm() {
    const { session, timeline } = this.#parts;
    const line = timeline.line ?? session.moves;
    if (!line.length) return 'There is nothing to film yet: make some moves or solve the level first.';
    return this.#savePicture('gif', line);
  }

  #setBusy(busy) {
    for (const id of ['save-svg', 'save-png', 'save-gif']) {
      this.element.querySelector(`#${id}`).disabled = busy;
    }
    this.element.setAttribute('aria-busy', busy);
  }
}
