// When the same pointing means several things: a window that asks which.

import { chip } from "./rules.js";
import { make } from "./words.js";

let asking = null; // what ends the question that is open

/** Asks which of these offers is meant; `null` when none is. */
export function choose(offers, title) {
  const window = document.getElementById("chooser");
  const list = window.querySelector("ul");
  document.getElementById("chooser-title").textContent = title;
  return new Promise((answer) => {
    asking?.abort();
    const over = new AbortController();
    asking = over;
    const done = (offer) => {
      over.abort();
      if (window.open) window.close();
      answer(offer);
    };
    const item = (offer) => {
      const button = make("button", "", offer.label || offer.action);
      button.type = "button";
      button.dataset.action = offer.action;
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
