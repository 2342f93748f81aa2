// The home page: “Play now” opens a table with what you chose last for the game, and says what that is.

import { lastChoices, submitOnce } from "./choices.js";

/** @import { Choices } from "./choices.js" */

/** @param {string} name @param {string} value */
function field(name, value) {
  const input = document.createElement("input");
  input.type = "hidden";
  input.name = name;
  input.value = value;
  return input;
}

/** Who you play with. @param {Choices} chosen @param {number} players */
function company(chosen, players) {
  if (chosen.mode === "home") return "Everyone on this device";
  const others = (Number(chosen.players) || players) - 1;
  return `Against ${others === 1 ? "the computer" : `${others} computers`}, level ${chosen.level ?? "private"}`;
}

/** @param {HTMLFormElement} form */
function fill(form) {
  const chosen = lastChoices(form.dataset.game ?? "");
  if (!chosen) return;
  form.querySelector(".chosen")?.replaceChildren(...Object.entries(chosen).map(([name, value]) => field(name, value)));
  const words = form.querySelector(".with");
  if (words) words.textContent = company(chosen, Number(form.dataset.players));
}

const forms = /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form.play"));
forms.forEach(submitOnce);
forms.forEach(fill);
// Back from a table: the choices may be others now.
addEventListener("pageshow", () => forms.forEach(fill));
