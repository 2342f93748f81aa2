// How many tables wait for me, in the head of every page.

const sign = document.getElementById("waiting-count");

async function count() {
  try {
    const answer = await fetch("/me/waiting", { headers: { accept: "application/json" } });
    const { waiting = 0 } = answer.ok ? await answer.json() : {};
    sign.hidden = !waiting;
    sign.textContent = String(waiting);
    sign.parentElement.setAttribute("aria-label", waiting ? `My tables, ${waiting} ${waiting === 1 ? "waits" : "wait"} for me` : "My tables");
  } catch { /* it is not worth a word */ }
}

if (sign) {
  count();
  document.addEventListener("visibilitychange", () => { if (!document.hidden) count(); });
}
