// The form that opens a table: reads a board file into the text field, keeps the choice of side to sides in play, and
// does not open a second table on a second click.

import { get } from "./dom.js";
import "./rules.js";

const LARGEST_BOARD = 60_000;
const form = get("start");
const file = get("board-file");
const text = get("board-text");

file?.addEventListener("change", async () => {
  const chosen = file.files?.[0];
  if (!chosen) return;
  const large = chosen.size > LARGEST_BOARD;
  text.value = large ? "" : await chosen.text();
  text.setCustomValidity(large ? "This file is too large to be a board." : "");
  text.reportValidity();
});

// With fewer players some sides are not in play; another one is chosen then.
form?.addEventListener("change", () => {
  const sides = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("[name=side]")]);
  const visible = (/** @type {HTMLInputElement} */ side) => Boolean(form.querySelector(`label[for="${side.id}"]`)?.checkVisibility());
  if (!form.querySelector(".sides")?.checkVisibility() || sides.some((side) => side.checked && visible(side))) return;
  const same = sides.find((side) => side.value === sides.find((one) => one.checked)?.value && visible(side));
  const first = same ?? sides.find(visible);
  if (first) first.checked = true;
});

/** @returns {HTMLButtonElement | null | undefined} */
const submit = () => form?.querySelector("button[type=submit]");
form?.addEventListener("submit", () => { setTimeout(() => submit()?.setAttribute("disabled", "")); });
addEventListener("pageshow", () => submit()?.removeAttribute("disabled"));
