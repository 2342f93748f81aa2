// Rule numbers open the rule in a dialog of the page; without this module they are links into the rule book.

import { closest, get, url } from "./dom.js";

const slug = /** @type {HTMLElement | null} */ (document.querySelector("[data-game]"))?.dataset.game ?? "";

function dialog() {
  let found = get("rule");
  if (!found) {
    found = document.createElement("dialog");
    found.id = "rule";
    found.setAttribute("aria-label", "Rule");
    const text = document.createElement("div");
    text.className = "text";
    const form = document.createElement("form");
    form.method = "dialog";
    const close = document.createElement("button");
    close.textContent = "Close";
    form.append(close);
    found.append(text, form);
    document.body.append(found);
  }
  return found;
}

/** @param {string} id @returns {Promise<Node[]>} */
async function fetched(id) {
  const answer = await fetch(url(`/rules/${slug}/${encodeURIComponent(id)}`), { headers: { accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return [...page.body.childNodes];
}

/** Shows rules by their numbers. @param {...string} ids */
export async function showRule(...ids) {
  const window = dialog();
  const text = /** @type {HTMLElement} */ (window.querySelector(".text"));
  try {
    text.replaceChildren(...(await Promise.all(ids.map(fetched))).flat());
    // One link into the rule book is enough.
    for (const more of [...text.querySelectorAll(".more")].slice(0, -1)) more.remove();
  } catch {
    text.textContent = `${ids.join(", ")} could not be loaded. Try again when the connection is back.`;
  }
  if (!window.open) window.showModal();
  window.scrollTop = 0;
}

document.addEventListener("click", (event) => {
  const rule = closest(event, "a[data-rule]")?.dataset.rule;
  if (!rule || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  showRule(rule);
});

// A click beside a dialog closes it, if the pointer was pressed there as well.
/** @type {EventTarget | null} */
let pressed = null;
document.addEventListener("pointerdown", (event) => { pressed = event.target; }, true);
document.addEventListener("click", (event) => {
  if (event.target instanceof HTMLDialogElement && event.target.open && event.target === pressed) {
    const box = event.target.getBoundingClientRect();
    const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
    if (!inside && event.clientX !== 0) event.target.close();
  }
});

/** A chip with a rule's number. @param {string} id */
export function chip(id) {
  const link = document.createElement("a");
  link.className = "chip";
  link.dataset.rule = id;
  link.href = url(`/rules/${slug}#${id}`);
  link.textContent = id;
  return link;
}
