// How to play a game: a small board for each rule, which plays its moves in a loop, with a sentence.
//
// Only what is on the screen plays. For people who prefer reduced motion nothing moves: there are two
// boards, before and after. The moves are also said in words.
//
// Elements: `#lessons` with `.lesson[data-lesson=TITLE]`, in it `.lesson-board`, `.lesson-moves` and
// `a.lesson-try`; `#lessons-play`; `#learn-back`; `#learn-games` with `[data-learn=GAME]`; `#learn-cost`.

import * as api from '../api.js';
import { Board } from '../board/board.js';
import { fetchGames } from '../catalog.js';
import { button, make, prefersReducedMotion, sentence, set, write } from '../dom.js';
import { labelled } from '../icons.js';
import { STARS } from '../play/stars.js';
import { address } from '../route.js';
import { fragment, pack } from '../share/link.js';
import { unpackLessons } from './lesson.js';
import { LessonPlayer } from './lesson-player.js';

/** The view of a game's lessons; `origin` is the level that it was opened from, if any: its title and address. */
export async function openLearnView(id, origin) {
  const [games, reply] = await Promise.all([fetchGames(), api.lessons(id)]);
  const lessons = unpackLessons(reply);
  const game = games.find((other) => other.id === id);
  const still = prefersReducedMotion();
  const cards = await Promise.all(lessons.map((lesson, at) => drawLesson(game, lesson, at, still)));
  const loops = new Loops(cards.filter((card) => card.player));
  const element = make(
    'div',
    { class: 'learn' },
    make(
      'div',
      { class: 'learn-head' },
      make(
        'div',
        {},
        make('h1', { tabindex: -1 }, `How to play ${game.name}`),
        make('p', { class: 'lead' }, game.about),
      ),
      make(
        'div',
        { class: 'buttons' },
        origin && make('a', { class: 'button', id: 'learn-back', href: origin.hash }, labelled('before', `Back to ${origin.title}`)),
        !still && loops.button,
        make('a', { class: 'button', id: 'learn-levels', href: address.list(game.id) }, `Levels of ${game.name}`),
      ),
    ),
    make(
      'div',
      { class: 'lessons', id: 'lessons' },
      cards.map((card) => card.element),
      make(
        'section',
        { class: 'lesson lesson-words', id: 'learn-cost' },
        make('h2', {}, 'Cost and par'),
        make('p', {}, game.cost),
        make('p', {}, game.par),
        make('p', { class: 'faint' }, STARS),
      ),
    ),
    make(
      'nav',
      { class: 'filter', id: 'learn-games', 'aria-labelledby': 'learn-others' },
      make('span', { id: 'learn-others', class: 'faint' }, 'How to play another game:'),
      games
        .filter((other) => other.id !== id)
        .map((other) => make('a', { href: address.learn(other.id), 'data-learn': other.id }, other.name)),
    ),
  );
  return {
    name: 'learn',
    element,
    title: `How to play ${game.name}`,
    keys: [
      ...(origin ? [{ keys: ['Escape'], does: `Back to ${origin.title}`, act: () => (location.hash = origin.hash) }] : []),
      ...(still ? [] : [{ keys: ['p'], does: 'Play or pause the boards', act: () => loops.toggle() }]),
    ],
    close: () => loops.close(),
  };
}

/** A lesson: its element and, unless it stands still, its player. */
async function drawLesson(game, lesson, at, still) {
  const moves = lesson.steps.map((step) => drawMove(game, step));
  const link = fragment('play', await pack({ game: game.id, text: lesson.level, name: lesson.title }));
  const element = make(
    'article',
    { class: 'lesson', 'data-lesson': lesson.title, 'aria-labelledby': `lesson-${at}` },
    make('h2', { id: `lesson-${at}` }, lesson.title),
    make('p', {}, lesson.text),
    make('ol', { class: 'lesson-moves', 'aria-label': 'Moves' }, moves),
    make(
      'a',
      { class: 'lesson-try', href: link, 'aria-label': `Try it: ${lesson.title}` },
      'Try it',
    ),
  );
  const boards = make('div', { class: 'lesson-board' });
  boards.style.setProperty('--rows', lesson.start.height);
  element.prepend(boards);
  if (still) {
    const after = lesson.steps.at(-1).picture;
    boards.append(
      ...[['Before', lesson.start], ['After', after]].map(([name, picture]) => {
        const board = new Board(`lesson-board-${at}-${name.toLowerCase()}`);
        board.show(picture);
        return make('figure', {}, board.frame, make('figcaption', {}, name));
      }),
    );
    return { element };
  }
  const board = new Board(`lesson-board-${at}`);
  boards.append(board.frame);
  const player = new LessonPlayer(lesson, board, (step) => {
    moves.forEach((move, index) => set(move, 'data-now', index === step));
    set(element, 'data-step', step);
  });
  return { element, player };
}

/** A move as a key cap: a card in words, anything else as an arrow, with the words for screen readers. */
function drawMove(game, { words, arrow }) {
  if (game.controls === 'hand' || !arrow) return make('li', {}, sentence(words).replace(/\.$/, ''));
  return make(
    'li',
    { title: words },
    make('span', { 'aria-hidden': 'true' }, arrow),
    make('span', { class: 'hidden' }, words),
  );
}

/** The loops of all lessons, of which those on the screen play. */
class Loops {
  #players = new Map();
  #seen = new Set();
  #paused = false;
  #observer = new IntersectionObserver((entries) => this.#look(entries), { threshold: 0.4 });
  #wake = () => this.#update();

  constructor(cards) {
    this.button = button('lessons-play', 'Pause', () => this.toggle());
    for (const { element, player } of cards) {
      this.#players.set(element, player);
      this.#observer.observe(element);
    }
    document.addEventListener('visibilitychange', this.#wake);
  }

  toggle() {
    this.#paused = !this.#paused;
    write(this.button, this.#paused ? 'Play' : 'Pause');
    this.#update();
  }

  close() {
    this.#observer.disconnect();
    document.removeEventListener('visibilitychange', this.#wake);
    this.#seen.clear();
    this.#update();
  }

  #look(entries) {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.#seen.add(target);
      else this.#seen.delete(target);
    }
    this.#update();
  }

  #update() {
    for (const [element, player] of this.#players) {
      const plays = this.#seen.has(element) && !this.#paused && !document.hidden;
      if (plays) player.play();
      else player.pause();
      set(element, 'data-playing', plays);
    }
  }
}
