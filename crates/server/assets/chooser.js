// When the same pointing means several things: a window that asks which.

import { chip } from "./rules.js";

/** Asks which of these offers is meant; `null` when none is. */
export function choose(offers, title) {
  const window = document.getElementById("chooser");
  const list = window.querySelector("ul");
  document.getElementById("chooser-title").textContent = title;
  return new Promise((answer) => {
    const item = (offer) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.action = offer.action;
      button.textContent = offer.label || offer.action;
      button.addEventListener("click", () => window.close(offer.action));
      const line = document.createElement("li");
      line.append(button);
      for (const rule of offer.rules) line.append(" ", chip(rule));
      return line;
    };
    list.replaceChildren(...offers.map(item));
    window.returnValue = "";
    window.addEventListener("close", () => answer(offers.find((offer) => offer.action === window.returnValue) ?? null), { once: true });
    window.showModal();
    list.querySelector("button").focus();
  });
}
