// The routes of the page, in the fragment of the address.
//
//     #/                    all levels          #/games/ID     the levels of a game
//     #/level/ID            play a level        #/edit/ID      edit a copy of it
//     #/my/ID               play a level of one's own          #/my-edit/ID   edit it
//     #/new/GAME            create a level of a game           #/learn/GAME   how to play it
//     #l=…                  play the level in the link         #e=…   edit it

/** The address of a view. */
export const address = {
  list: (game) => (game ? `#/games/${encodeURIComponent(game)}` : '#/'),
  level: (id) => `#/level/${encodeURIComponent(id)}`,
  edit: (id) => `#/edit/${encodeURIComponent(id)}`,
  own: (id) => `#/my/${encodeURIComponent(id)}`,
  editOwn: (id) => `#/my-edit/${encodeURIComponent(id)}`,
  learn: (game) => `#/learn/${encodeURIComponent(game)}`,
  create: (game) => `#/new/${encodeURIComponent(game)}`,
};

/** The route of a fragment: { view, id }, or { view: 'link', mode, packed }. */
export function parse(hash) {
  const linked = /^#([le])=(.*)$/s.exec(hash);
  if (linked) return { view: 'link', mode: linked[1] === 'e' ? 'edit' : 'play', packed: linked[2] };
  const [, view, rest] = /^#\/([a-z-]*)\/?(.*)$/s.exec(hash) ?? [null, '', ''];
  let id = rest;
  try {
    id = decodeURIComponent(rest);
  } catch {
    // An invalid escape is taken literally.
  }
  switch (view) {
    case 'games':
      return { view: 'levels', id };
    case 'level':
      return { view: 'play', id };
    case 'edit':
      return { view: 'edit', id };
    case 'my':
      return { view: 'own', id, mode: 'play' };
    case 'my-edit':
      return { view: 'own', id, mode: 'edit' };
    case 'new':
      return { view: 'new', id };
    case 'learn':
      return { view: 'learn', id };
    default:
      return { view: 'levels', id: '' };
  }
}
