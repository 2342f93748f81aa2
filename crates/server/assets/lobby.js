// Keeps lists of tables up to date while they are visible, and adds to the dice when somebody takes a seat.

import { fillAnchor } from "./chains.js";
import { get } from "./dom.js";
import { drawn } from "./nonces.js";

const INTERVAL = 8000;
const list = get("tables");

/** @param {HTMLElement} list */
async function refresh(list) {
  if (document.hidden || list.contains(document.activeElement)) return;
  try {
    const answer = await fetch(list.dataset.refresh ?? "", { headers: { accept: "text/html" } });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    list.replaceChildren(...(page.getElementById("tables")?.childNodes ?? []));
  } catch { /* tried again at the next interval */ }
}

if (list) {
  list.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const nonce = form.elements.namedItem("nonce");
    if (form.dataset.table) fillAnchor(form, form.dataset.table, "");
    if (form.dataset.table && nonce instanceof HTMLInputElement) nonce.value = drawn(form.dataset.table, "");
  });
  setInterval(() => refresh(list), INTERVAL);
  document.addEventListener("visibilitychange", () => refresh(list));
}
