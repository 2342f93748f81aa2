// The form that opens a table: fills in what you chose last, reads a board file into the text field, and keeps the choice of
// side to sides in play.

import { forget, lastChoices, remember, submitOnce } from "./choices.js";
import { get } from "./dom.js";
import "./rules.js";

/** @import { Choices } from "./choices.js" */

const LARGEST_BOARD = 60_000;
const form = get("start");
const file = get("board-file");
const text = get("board-text");
const game = form?.dataset.game ?? "";

file?.addEventListener("change", async () => {
  const chosen = file.files?.[0];
  if (!chosen) return;
  const large = chosen.size > LARGEST_BOARD;
  text.value = large ? "" : await chosen.text();
  text.setCustomValidity(large ? "This file is too large to be a board." : "");
  text.reportValidity();
});

// With fewer players some sides are not in play; another one is chosen then.
function keepSide() {
  const sides = /** @type {HTMLInputElement[]} */ ([...(form?.querySelectorAll("[name=side]") ?? [])]);
  // In a folded part nothing has a box, but the style sheet still says what is in play.
  const inPlay = (/** @type {HTMLInputElement} */ side) => {
    const group = side.closest(".by-count");
    return !group || getComputedStyle(group).display !== "none";
  };
  if (sides.some((side) => side.checked && inPlay(side))) return;
  const same = sides.find((side) => side.value === sides.find((one) => one.checked)?.value && inPlay(side));
  const first = same ?? sides.find(inPlay);
  if (first) first.checked = true;
}

/** @param {HTMLFormElement} form @param {Choices} chosen */
function restore(form, chosen) {
  for (const control of form.elements) {
    if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue;
    const value = chosen[control.name];
    if (control.type === "checkbox") /** @type {HTMLInputElement} */ (control).checked = value !== undefined;
    else if (value === undefined || control.type === "hidden") continue;
    else if (control.type === "radio") /** @type {HTMLInputElement} */ (control).checked = control.value === value;
    else control.value = value;
  }
  keepSide();
}

if (form) {
  // A refused form comes back as it was filled in, and what was refused is not offered again.
  const chosen = get("error") ? null : lastChoices(game);
  if (get("error")) forget(game);
  if (chosen) restore(form, chosen);
  form.addEventListener("change", keepSide);
  form.addEventListener("submit", () => remember(game, new FormData(form)));
  submitOnce(form);
}
