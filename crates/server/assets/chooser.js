// A dialog that asks which move is meant, if a gesture fits several.

import { get } from "./dom.js";
import { chip } from "./rules.js";
import { TONES, make as draw, toneSign } from "./signs.js";
import { make } from "./words.js";

/** @import { Move } from "./types/view" */

/** @type {AbortController | null} Ends the question that is open. */
let asking = null;

/** A move in words, with its sign on the board and its path. @param {Move} move @returns {(Node | string)[]} */
function face(move) {
  /** @type {(Node | string)[]} */
  const parts = [move.label || move.action];
  if (TONES[move.tone]) {
    const svg = draw("svg", { viewBox: "-1.2 -1.2 2.4 2.4", role: "img", "aria-label": TONES[move.tone].means });
    svg.append(toneSign(move.tone, 1));
    parts.unshift(svg);
  }
  if (move.path.length > 1) parts.push(make("small", "", move.path.join(" · ")));
  return parts;
}

/** Asks once before a move that ends something for everyone. @param {string} question @returns {Promise<boolean>} */
export function sure(question) {
  const window = get("sure");
  get("sure-words").textContent = question;
  window.returnValue = "";
  window.showModal();
  return new Promise((answer) => { window.addEventListener("close", () => answer(window.returnValue === "yes"), { once: true }); });
}

/**
 * Asks which of these moves is meant; `null` for none. `look` is called with the move under the pointer or focus.
 * @param {Move[]} moves @param {string} title @param {(move: Move | null) => void} look @returns {Promise<Move | null>}
 */
export function choose(moves, title, look = () => {}) {
  const window = get("chooser");
  const list = /** @type {HTMLUListElement} */ (window.querySelector("ul"));
  get("chooser-title").textContent = title;
  return new Promise((answer) => {
    asking?.abort();
    const over = new AbortController();
    asking = over;
    const done = (/** @type {Move | null} */ move) => {
      over.abort();
      look(null);
      if (window.open) window.close();
      answer(move);
    };
    const item = (/** @type {Move} */ move) => {
      const button = make("button", "", ...face(move));
      button.type = "button";
      button.dataset.action = move.action;
      for (const kind of ["pointerenter", "focus"]) button.addEventListener(kind, () => look(move));
      button.addEventListener("click", () => done(move));
      return make("li", "", button, ...move.rules.map(chip));
    };
    list.replaceChildren(...moves.map(item));
    // The close event arrives late, maybe after the dialog has been opened again.
    window.addEventListener("close", () => { if (!window.open) done(null); }, { signal: over.signal });
    window.showModal();
    list.querySelector("button")?.focus();
  });
}
