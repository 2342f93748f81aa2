// How many tables wait for me, in the head of every page; the one that is looked at does not count.

const EVERY = 60_000;
const sign = document.getElementById("waiting-count");
const here = document.getElementById("table")?.dataset.id ?? "";

async function count() {
  try {
    const answer = await fetch(`/me/waiting?${new URLSearchParams({ besides: here })}`, { headers: { accept: "application/json" } });
    const { waiting = 0 } = answer.ok ? await answer.json() : {};
    sign.hidden = !waiting;
    sign.textContent = String(waiting);
    sign.parentElement.setAttribute("aria-label", waiting ? `My tables, ${waiting} ${waiting === 1 ? "waits" : "wait"} for me` : "My tables");
  } catch { /* it is not worth a word */ }
}

if (sign) {
  count();
  setInterval(() => { if (!document.hidden) count(); }, EVERY);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) count(); });
}
