// Where in the page one is, as the part of the address after `#`.
//
//     #/                    all levels          #/games/ID     those of a game
//     #/level/ID            play a level        #/edit/ID      edit a copy of it
//     #/new/GAME            begin a new level of a game
//     #l=…                  play the level in the link         #e=…   edit it

/** The address of a view. */
export const address = {
  choose: (game) => (game ? `#/games/${encodeURIComponent(game)}` : '#/'),
  level: (id) => `#/level/${encodeURIComponent(id)}`,
  edit: (id) => `#/edit/${encodeURIComponent(id)}`,
  fresh: (game) => `#/new/${encodeURIComponent(game)}`,
};

/** What an address asks for: { view, id }, or { view: 'link', mode, packed }. */
export function parse(hash) {
  const linked = /^#([le])=(.*)$/s.exec(hash);
  if (linked) return { view: 'link', mode: linked[1] === 'e' ? 'edit' : 'play', packed: linked[2] };
  const [, view, rest] = /^#\/([a-z]*)\/?(.*)$/s.exec(hash) ?? [null, '', ''];
  let id = rest;
  try {
    id = decodeURIComponent(rest);
  } catch {
    // A lone percent sign stands for itself.
  }
  switch (view) {
    case 'games':
      return { view: 'choose', id };
    case 'level':
      return { view: 'play', id };
    case 'edit':
      return { view: 'edit', id };
    case 'new':
      return { view: 'new', id };
    default:
      return { view: 'choose', id: '' };
  }
}
