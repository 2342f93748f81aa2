// A click may change the page under the pointer. The second click of a double click that would hit another control, or
// the same one with another meaning, is ignored. Keys and scripts are not affected.

import { closest } from "./dom.js";

/** Watches the clicks in an element. @param {HTMLElement} root */
export function guardClicks(root) {
  /** @type {{ control: Element | null, words: string | null }} What the first click hit. */
  let first = { control: null, words: null };
  root.addEventListener("click", (event) => {
    const control = closest(event, "button, a, summary, input, select");
    const words = control?.textContent ?? null;
    if (event.detail < 2) { first = { control, words }; return; }
    if (!control || !first.control || (control === first.control && words === first.words)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}
