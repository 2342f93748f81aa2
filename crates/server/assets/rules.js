// Rule numbers open the rule in a window of the page; without this module they
// are links into the rule book.

const slug = document.querySelector("[data-game]")?.dataset.game ?? location.pathname.split("/")[2];

function dialog() {
  let found = document.getElementById("rule");
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

async function fetched(id) {
  const answer = await fetch(`/rules/${slug}/${encodeURIComponent(id)}`, { headers: { accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return [...page.body.childNodes];
}

/** Shows rules by their numbers. */
export async function showRule(...ids) {
  const window = dialog();
  const text = window.querySelector(".text");
  try {
    text.replaceChildren(...(await Promise.all(ids.map(fetched))).flat());
    // Of several, one way into the book is enough.
    for (const more of [...text.querySelectorAll(".more")].slice(0, -1)) more.remove();
  } catch {
    text.textContent = `${ids.join(", ")} cannot be fetched now. Try again when the connection is back.`;
  }
  if (!window.open) window.showModal();
  window.scrollTop = 0;
}

document.addEventListener("click", (event) => {
  const chip = event.target.closest?.("a[data-rule]");
  if (!chip || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  showRule(chip.dataset.rule);
});

// A click beside the window closes it, if it was pressed there as well.
let pressed = null;
document.addEventListener("pointerdown", (event) => { pressed = event.target; }, true);
document.addEventListener("click", (event) => {
  if (event.target instanceof HTMLDialogElement && event.target.open && event.target === pressed) {
    const box = event.target.getBoundingClientRect();
    const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
    if (!inside && event.clientX !== 0) event.target.close();
  }
});

/** A chip for a rule's number. */
export function chip(id) {
  const link = document.createElement("a");
  link.className = "chip";
  link.dataset.rule = id;
  link.href = `/rules/${slug}#${id}`;
  link.textContent = id;
  return link;
}
