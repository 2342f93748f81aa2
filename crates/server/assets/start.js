// The form that opens a table: a board file is read into the text field, a side
// that does not play is not led, and a second click does not open a second table.

import "./rules.js";

const form = document.getElementById("start");
const file = document.getElementById("board-file");
const text = document.getElementById("board-text");

file?.addEventListener("change", async () => {
  const chosen = file.files[0];
  if (!chosen) return;
  text.value = chosen.size > 60000 ? "" : await chosen.text();
  text.setCustomValidity(chosen.size > 60000 ? "This file is too large to be a board." : "");
  text.reportValidity();
});

// A side that does not play when so many do cannot be led.
form?.addEventListener("change", () => {
  const sides = [...form.querySelectorAll("[name=side]")];
  const label = (side) => form.querySelector(`label[for="${side.id}"]`);
  const fieldset = form.querySelector(".sides");
  if (!fieldset.checkVisibility() || sides.some((side) => side.checked && label(side).checkVisibility())) return;
  const same = sides.find((side) => side.value === sides.find((one) => one.checked)?.value && label(side).checkVisibility());
  const first = same ?? sides.find((side) => label(side).checkVisibility());
  if (first) first.checked = true;
});

form?.addEventListener("submit", () => {
  const button = form.querySelector("button[type=submit]");
  setTimeout(() => { button.disabled = true; });
});
addEventListener("pageshow", () => form?.querySelector("button[type=submit]")?.removeAttribute("disabled"));
