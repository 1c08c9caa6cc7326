// Building elements: the only way in which this page makes them.
//
// Everything that comes from a level, a link or the server goes in as text or as the value of an
// attribute, never as markup; so nothing in it can become part of the page's structure.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An element with attributes and children. `on…` attributes are listeners, `true` sets an empty
 * attribute, `false`, `null` and `undefined` set none. Children are nodes or texts; empty ones
 * are passed over.
 */
export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for an element of a drawing. */
export function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else set(element, name, value);
  }
  element.append(...children.flat().filter((child) => child != null && child !== false));
  return element;
}

/** Sets or takes away an attribute, touching the document only where that changes something. */
export function set(element, name, value) {
  if (value == null || value === false) element.removeAttribute(name);
  else {
    const text = value === true ? '' : String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/** Puts other words into an element, if they are others. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A button with an id, its words and what it does. */
export function button(id, words, act, attributes = {}) {
  return make('button', { type: 'button', id, onclick: act, ...attributes }, words);
}

/** A key as it is shown. */
export const key = (name) => make('kbd', {}, name);

/** Calls `act` once nothing has asked for it for `wait` milliseconds; `.now()` calls it at once
 * if it is due, `.stop()` not at all. */
export function debounced(act, wait) {
  let timer = 0;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = 0;
      act();
    }, wait);
  };
  later.stop = () => {
    clearTimeout(timer);
    timer = 0;
  };
  later.now = () => {
    if (!timer) return;
    later.stop();
    act();
  };
  return later;
}

/** Whether the user asked for less motion. */
export const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Words in which parts between backticks are code. */
export function marked(words) {
  return words.split('`').map((part, at) => (at % 2 ? make('code', {}, part) : part));
}

/** Words as a sentence: with a capital and a full stop. */
export function sentence(words) {
  return words && `${words[0].toUpperCase()}${words.slice(1)}`.replace(/([^.!?…])$/, '$1.');
}

/** A number as people read it. */
export const count = (number) => Number(number).toLocaleString('en');
