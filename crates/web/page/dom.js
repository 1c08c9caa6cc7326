// Creates elements: the only way in which this page does.
//
// Data of a level, a link or the server becomes text or the value of an attribute, never markup.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Creates an element with attributes and children. `on…` attributes are listeners, `true` sets an
 * empty attribute; `false`, `null` and `undefined` set none. Children are nodes or strings; `null` and
 * `false` are skipped.
 */
export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Creates an SVG element. */
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

/** Sets or removes an attribute, if that changes it. */
export function set(element, name, value) {
  if (value == null || value === false) element.removeAttribute(name);
  else {
    const text = value === true ? '' : String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/** Sets the text of an element, if that changes it. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A button with an id, a label and an action. */
export function button(id, words, act, attributes = {}) {
  return make('button', { type: 'button', id, onclick: act, ...attributes }, words);
}

/** A keyboard key. */
export const key = (name) => make('kbd', {}, name);

/** Calls `act` when `wait` milliseconds have passed since the last call; `.now()` calls it at once if
 * it is pending, `.stop()` cancels it. */
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

/** Calls `act` once the browser has nothing else to do. */
export const whenIdle = (act) => void (window.requestIdleCallback ?? setTimeout)(() => act());

/** Whether the user prefers reduced motion. */
export const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The nodes of a text in which parts between backticks are code. */
export function withCode(words) {
  return words.split('`').map((part, at) => (at % 2 ? make('code', {}, part) : part));
}

/** A text as a sentence: with a capital and a full stop. */
export function sentence(words) {
  return words && `${words[0].toUpperCase()}${words.slice(1)}`.replace(/([^.!?…])$/, '$1.');
}

/** A whole number with thousands separators. The browser's own formats cost more than all else in a list of levels. */
export const count = (number) => String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
