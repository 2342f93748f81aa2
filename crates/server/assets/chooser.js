// A dialog that asks which move is meant, when the same pointing fits several.

import { get } from "./dom.js";
import { chip } from "./rules.js";
import { TONES, make as draw, toneSign } from "./signs.js";
import { make } from "./words.js";

/** @import { Move } from "./types/view" */

/** @type {AbortController | null} Ends the question that is open. */
let asking = null;

/** A move in words, with its sign on the board and its path. @param {Move} offer @returns {(Node | string)[]} */
function face(offer) {
  /** @type {(Node | string)[]} */
  const parts = [offer.label || offer.action];
  if (TONES[offer.tone]) {
    const svg = draw("svg", { viewBox: "-1.2 -1.2 2.4 2.4", role: "img", "aria-label": TONES[offer.tone].means });
    svg.append(toneSign(offer.tone, 1));
    parts.unshift(svg);
  }
  if (offer.path.length > 1) parts.push(make("small", "", offer.path.join(" · ")));
  return parts;
}

/**
 * Asks which of these moves is meant; `null` for none. `look` is called with the move that is looked at.
 * @param {Move[]} offers @param {string} title @param {(offer: Move | null) => void} look @returns {Promise<Move | null>}
 */
export function choose(offers, title, look = () => {}) {
  const window = get("chooser");
  const list = /** @type {HTMLUListElement} */ (window.querySelector("ul"));
  get("chooser-title").textContent = title;
  return new Promise((answer) => {
    asking?.abort();
    const over = new AbortController();
    asking = over;
    const done = (/** @type {Move | null} */ offer) => {
      over.abort();
      look(null);
      if (window.open) window.close();
      answer(offer);
    };
    const item = (/** @type {Move} */ offer) => {
      const button = make("button", "", ...face(offer));
      button.type = "button";
      button.dataset.action = offer.action;
      for (const kind of ["pointerenter", "focus"]) button.addEventListener(kind, () => look(offer));
      button.addEventListener("click", () => done(offer));
      return make("li", "", button, ...offer.rules.map(chip));
    };
    list.replaceChildren(...offers.map(item));
    // The close event arrives late, maybe after the dialog has been opened again.
    window.addEventListener("close", () => { if (!window.open) done(null); }, { signal: over.signal });
    window.showModal();
    list.querySelector("button")?.focus();
  });
}
