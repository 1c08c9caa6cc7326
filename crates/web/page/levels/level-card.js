// A level in a list: its picture, title, par, and how far the player got.
//
// Elements: `a.level[data-level=ID][data-progress=unsolved|started|solved|par]`; `.level.broken` for one
// that cannot be read.

import * as api from '../api.js';
import { parOf, progress, titleOf } from '../catalog.js';
import { count, make, sentence } from '../dom.js';
import { icon } from '../icons.js';
import { address } from '../route.js';

const MARKS = { started: ['play', 'started'], solved: ['tick', 'solved'], par: ['star', 'solved at par'] };

/** The mark of a level that was started or solved. */
function mark(reached) {
  const [sign, words] = MARKS[reached] ?? [];
  return (
    sign && make('span', { class: 'mark', title: words }, icon(sign), make('span', { class: 'hidden' }, words))
  );
}

/** A card; `picture` is an image element, `about` the lines below the title. */
export function card({ href, id, title, picture, about, reached }) {
  return make(
    'a',
    { class: 'level', href, 'data-level': id, 'data-progress': reached },
    make('span', { class: 'level-picture' }, picture),
    make('span', { class: 'level-name' }, title),
    make('span', { class: 'level-about' }, about.filter(Boolean).join(' · ')),
    mark(reached),
  );
}

/** The title of a level below the heading of its chapter, which may say most of it. */
function titleWithin(level, chapter) {
  const title = titleOf(level);
  const rest = level.number && title.endsWith(`, level ${level.number}`) ? `, level ${level.number}` : '';
  return rest && chapter?.endsWith(title.slice(0, -rest.length)) ? `Level ${level.number}` : title;
}

/** A level of the catalogue; `game` is the name of its game where the list does not say it already. */
export function levelCard(level, game, chapter) {
  if (level.problem) {
    return make(
      'div',
      { class: 'level broken', 'data-level': level.id },
      make('span', { class: 'level-name' }, titleOf(level)),
      make('span', { class: 'faint' }, sentence(level.problem.message)),
    );
  }
  const par = parOf(level);
  return card({
    href: address.level(level.id),
    id: level.id,
    title: titleWithin(level, chapter),
    picture: make('img', { src: api.thumbnail(level.id), alt: '', loading: 'lazy', decoding: 'async', width: 160, height: 160 }),
    about: [game, par === undefined ? 'par unknown' : `par ${count(par)}`],
    reached: progress(level),
  });
}
