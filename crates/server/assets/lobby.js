// Lists of tables stay up to date while somebody looks, and who sits down
// brings what he adds to the dice along.

import { drawn } from "./nonces.js";

const EVERY = 8000;
const list = document.getElementById("tables");

async function refresh() {
  if (document.hidden || list.contains(document.activeElement)) return;
  try {
    const answer = await fetch(list.dataset.refresh, { headers: { accept: "text/html" } });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    list.replaceChildren(...page.getElementById("tables").childNodes);
  } catch { /* it is tried again */ }
}

list?.addEventListener("submit", (event) => {
  const { table } = event.target.dataset;
  if (table) event.target.elements.nonce.value = drawn(table, "");
});
if (list) {
  setInterval(refresh, EVERY);
  document.addEventListener("visibilitychange", refresh);
}
