// When the same pointing means several things: a window that asks which.

import { chip } from "./rules.js";
import { TONES, make as draw, toneSign } from "./signs.js";
import { make } from "./words.js";

let asking = null; // what ends the question that is open

/** What an offer brings, as the sign it has on the board, and its way. */
function face(offer) {
  const parts = [offer.label || offer.action];
  if (TONES[offer.tone]) {
    const svg = draw("svg", { viewBox: "-1.2 -1.2 2.4 2.4", role: "img", "aria-label": TONES[offer.tone].means });
    svg.append(toneSign(offer.tone, 1));
    parts.unshift(svg);
  }
  if (offer.path?.length > 1) parts.push(make("small", "", offer.path.join(" · ")));
  return parts;
}

/** Asks which of these offers is meant; `null` when none is. `look` is told which one is looked at. */
export function choose(offers, title, look = () => {}) {
  const window = document.getElementById("chooser");
  const list = window.querySelector("ul");
  document.getElementById("chooser-title").textContent = title;
  return new Promise((answer) => {
    asking?.abort();
    const over = new AbortController();
    asking = over;
    const done = (offer) => {
      over.abort();
      look(null);
      if (window.open) window.close();
      answer(offer);
    };
    const item = (offer) => {
      const button = make("button", "", ...face(offer));
      button.type = "button";
      button.dataset.action = offer.action;
      for (const kind of ["pointerenter", "focus"]) button.addEventListener(kind, () => look(offer));
      button.addEventListener("click", () => done(offer));
      return make("li", "", button, ...offer.rules.map(chip));
    };
    list.replaceChildren(...offers.map(item));
    // Of closing a window we are told late, maybe when it has been opened again.
    window.addEventListener("close", () => { if (!window.open) done(null); }, { signal: over.signal });
    window.showModal();
    list.querySelector("button").focus();
  });
}
