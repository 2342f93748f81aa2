// The names printed in the spaces. A board with many of them is calmer without; the button #names shows them.

import { get } from "./dom.js";

/** @import { Board } from "./board.js" */
/** @import { Settings } from "./settings.js" */

const MANY = 40; // a board with fewer names always shows them

/** Offers the switch where a board has many names. @param {Board} board @param {Settings} settings */
export function offerNames({ svg }, settings) {
  const button = get("names");
  if (svg.querySelectorAll(".space-name").length < MANY) return;
  const draw = () => {
    const on = settings.on("names");
    svg.classList.toggle("unnamed", !on);
    button.setAttribute("aria-pressed", String(on));
  };
  button.hidden = false;
  get("lens").hidden = false;
  button.addEventListener("click", () => { settings.set("names", !settings.on("names")); draw(); });
  draw();
}
