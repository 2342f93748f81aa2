// The form that opens a table: a board file is read into the text field, and a
// second click on the button does not open a second table.

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

form?.addEventListener("submit", () => {
  const button = form.querySelector("button[type=submit]");
  setTimeout(() => { button.disabled = true; });
});
addEventListener("pageshow", () => form?.querySelector("button[type=submit]")?.removeAttribute("disabled"));
