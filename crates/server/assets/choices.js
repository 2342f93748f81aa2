// What you chose last for each game, stored in this browser, so that “Play now” does the same again.

import { store, stored } from "./dom.js";

/** @typedef {Record<string, string>} Choices */

const KEY = "boxtop.choices";
/** Modes whose match starts at once. */
const AT_ONCE = ["computer", "home"];
/** Fields that belong to one table only. */
const ONCE = /^(game|name|board|public|seat-\d+)$/;

/** @returns {Record<string, Choices>} */
function all() {
  try {
    const read = JSON.parse(stored(KEY) || "{}");
    return read && typeof read === "object" ? read : {};
  } catch { return {}; }
}

/** What was chosen last; `null` for a game that was never set up here. @param {string} game @returns {Choices | null} */
export function lastChoices(game) {
  const found = all()[game];
  return found && AT_ONCE.includes(found.mode) ? found : null;
}

/** Remembers what a form says, if its match starts at once on the standard board. @param {string} game @param {FormData} form */
export function remember(game, form) {
  const text = (/** @type {FormDataEntryValue} */ value) => (typeof value === "string" ? value : "");
  if (!AT_ONCE.includes(text(form.get("mode") ?? "")) || text(form.get("board") ?? "").trim()) return;
  const fields = [...form].filter(([name]) => !ONCE.test(name)).map(([name, value]) => [name, text(value)]);
  store(KEY, JSON.stringify({ ...all(), [game]: Object.fromEntries(fields) }));
}

/** Forgets a game's choices. @param {string} game */
export function forget(game) {
  const { [game]: _, ...others } = all();
  store(KEY, JSON.stringify(others));
}

/** Lets a form open one table only, however often it is clicked. @param {HTMLFormElement} form */
export function submitOnce(form) {
  const buttons = () => form.querySelectorAll("button[type=submit]");
  form.addEventListener("submit", () => { setTimeout(() => buttons().forEach((button) => button.setAttribute("disabled", ""))); });
  addEventListener("pageshow", () => buttons().forEach((button) => button.removeAttribute("disabled")));
}
