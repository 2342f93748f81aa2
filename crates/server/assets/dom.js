// What every module needs of the page: elements by id, addresses below the base path, storage that may be missing.

/** @import { Get } from "./types/page" */

/** The element with this id. `types/page.d.ts` says what kind it is, and which ones a page may lack. */
export const get = /** @type {Get} */ (/** @type {unknown} */ ((/** @type {string} */ id) => document.getElementById(id)));

const base = document.documentElement.dataset.base ?? "";

/** The address of a path of this server, below the base path. @param {string} path */
export const url = (path) => base + path;

/** JSON that the server wrote into the page. @param {string} id @returns {unknown} */
export const data = (id) => JSON.parse(get(id).textContent ?? "null");

/** What this browser has stored under a key; `null` when there is nothing, or no storage. @param {string} key */
export function stored(key) {
  try { return localStorage.getItem(key); } catch { return null; }
}

/** Stores a text under a key. A private window may refuse, and nothing is lost but convenience. @param {string} key @param {string} text */
export function store(key, text) {
  try { localStorage.setItem(key, text); } catch { /* nothing depends on it */ }
}

/** Waits. @param {number} ms @returns {Promise<void>} */
export const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });

/** The element an event happened in that matches a selector. @param {Event} event @param {string} selector */
export function closest(event, selector) {
  return event.target instanceof Element ? /** @type {HTMLElement | SVGElement | null} */ (event.target.closest(selector)) : null;
}

/** A new random key of 32 hexadecimal digits. */
export function randomKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
