// The number of tables that wait for me, at the top of every page. The table on this page does not count.

import { get, url } from "./dom.js";

const INTERVAL = 60_000;
const sign = get("waiting-count");
const here = document.getElementById("table")?.dataset.id ?? "";

/** @param {HTMLElement} sign */
async function count(sign) {
  try {
    const answer = await fetch(`${url("/me/waiting")}?${new URLSearchParams({ besides: here })}`, { headers: { accept: "application/json" } });
    const { waiting = 0 } = answer.ok ? await answer.json() : {};
    sign.hidden = !waiting;
    sign.textContent = String(waiting);
    sign.parentElement?.setAttribute("aria-label", waiting ? `My tables, ${waiting} waiting for you` : "My tables");
  } catch { /* tried again at the next interval */ }
}

if (sign) {
  const refresh = () => { if (!document.hidden) count(sign); };
  count(sign);
  setInterval(refresh, INTERVAL);
  document.addEventListener("visibilitychange", refresh);
}
