// The page that checks a match's dice: from a file, or for a match of this server. Saved to a disk, it works without the
// server.
//
// Elements it needs: #check-file (a file input), #check-now (the button), #check-answer (where the result goes),
// and for a match of this server data-record on #check: the URL of its record.

import { prove } from "./proof.js";

/** @import { CheckedThrow, Drawn, MatchRecord, Proof, Purpose } from "./proof.js" */
/** @import { Get } from "./types/page" */

const get = /** @type {Get} */ (/** @type {unknown} */ ((/** @type {string} */ id) => document.getElementById(id)));

/**
 * A new element with its properties and content.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {object} about @param {...(Node | string)} inside
 */
function make(tag, about = {}, ...inside) {
  const element = Object.assign(document.createElement(tag), about);
  element.append(...inside);
  return element;
}

/** @param {number} count @param {string} word */
const times = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

const code = (/** @type {string} */ text) => make("code", { textContent: text });

/** The arithmetic of one throw, line by line. @param {number} number @param {Purpose} purpose @param {Drawn} drawn */
function arithmetic(number, purpose, drawn) {
  const list = make("ol");
  const line = (/** @type {(Node | string)[]} */ ...inside) => list.append(make("li", {}, ...inside));
  line(`Possible outcomes: `, code(purpose.lots.map(([outcome, weight]) => `${outcome}×${weight}`).join("  ")), ` — ${drawn.sum} parts in all${purpose.hand ? `, thrown by ${purpose.hand}` : ""}.`);
  line("Key of this throw: ", code(drawn.key), ` — SHA-256 of the match’s key, the number ${number} and everything above.`);
  for (const passed of drawn.passed) line("Number skipped, which keeps all outcomes fair: ", code(String(passed)));
  line("Number from ChaCha20 with that key: ", code(String(drawn.number)));
  line(code(`${drawn.number} mod ${drawn.sum} = ${drawn.rest}`));
  line(`Counting through the parts from 0, part ${drawn.rest} belongs to `, code(drawn.outcome), ".");
  return list;
}

/** @param {CheckedThrow} one */
function throwOf({ step, fell, right, why, number, purpose, drawn }) {
  const which = number === undefined ? "A throw" : `Throw ${number + 1}`;
  const sentence = right && drawn
    ? `${which} (step ${step}): ${fell}, ${drawn.weight} in ${drawn.sum} — follows from the key.`
    : `${which} (step ${step}): ${fell} — does not follow. ${why}`;
  const item = make("li", { className: right ? "right" : "wrong" });
  if (!drawn || !purpose || number === undefined) { item.append(sentence); return item; }
  item.append(make("details", { open: !right }, make("summary", { textContent: sentence }), arithmetic(number, purpose, drawn)));
  return item;
}

/** The verdict in a sentence or two. @param {Proof} proof */
function verdict({ fingerprint, throws, entered, right }) {
  const wrong = throws.filter((one) => !one.right);
  if (!fingerprint.right) return "The key does not match the fingerprint shown at the start: these are not the dice that were fixed then.";
  if (wrong.length > 0) return `${times(wrong.length, "throw")} of ${throws.length} did not come from the fixed dice, the first at step ${wrong[0].step}.`;
  if (!right) return "The record lists more throws than the match has: it was changed.";
  const own = entered > 0 ? ` ${times(entered, "throw")} more came from real dice and cannot be checked.` : "";
  if (throws.length === 0) return `The key matches the fingerprint. The server threw no dice.${own}`;
  const all = throws.length === 1 ? "The only throw follows" : `All ${throws.length} throws follow`;
  return `${all} from the fingerprint shown at the start. Nobody chose them: not the server, not a player.${own}`;
}

/** The result for the page. @param {MatchRecord} record */
export function answer(record) {
  const proof = prove(record);
  if (proof.hindrance !== null) return [make("p", { className: "verdict unknown", textContent: proof.hindrance })];
  const { fingerprint, key, throws, right } = proof;
  const seats = (record.seats ?? []).map(({ seat, name }, at) => make("li", {}, `${name ?? ""} (${seat ?? ""}): `, code(record.nonces?.[at] || "nothing")));
  const steps = make("ol", { className: "proof" },
    make("li", {}, "The fingerprint, shown to everyone before the first throw: ", code(fingerprint.shown)),
    make("li", {}, "The key, published after the match: ", code(record.seed)),
    make("li", { className: fingerprint.right ? "right" : "wrong" }, "SHA-256 of that key: ", code(fingerprint.found ?? "no key"), fingerprint.right ? " — the same as the fingerprint, so nobody changed the key." : " — not the fingerprint."),
    make("li", {}, "Added by each seat before the first throw, so that the server cannot choose the dice alone:", make("ul", {}, ...seats)),
    make("li", {}, "Together they make the key of the match: ", code(key)));
  return [
    make("p", { className: `verdict ${right ? "right" : "wrong"}`, textContent: `${right ? "✓" : "✗"} ${verdict(proof)}` }),
    make("h2", { textContent: "From the fingerprint to the key" }), steps,
    make("h2", { textContent: "Throw by throw" }), make("ol", { className: "throws" }, ...throws.map(throwOf)),
  ];
}

/** The record to check: the chosen file, or that of the match. @param {HTMLElement} box @returns {Promise<MatchRecord>} */
async function read(box) {
  const file = get("check-file").files?.[0];
  if (file) return JSON.parse(await file.text());
  if (!box.dataset.record) throw new Error("Choose a record first. You can save it on the page of the match.");
  const response = await fetch(box.dataset.record);
  if (!response.ok) throw new Error("The record could not be loaded. Save it first, then choose the file here.");
  return response.json();
}

/** @param {HTMLElement} box */
async function check(box) {
  const place = get("check-answer");
  try {
    place.replaceChildren(...answer(await read(box)));
  } catch (error) {
    const words = error instanceof SyntaxError ? "This file is not a record: it is not JSON." : error instanceof Error ? error.message : String(error);
    place.replaceChildren(make("p", { className: "verdict unknown", textContent: words }));
  }
  place.focus();
}

const box = typeof document === "undefined" ? null : get("check");
if (box?.isConnected) get("check-now").addEventListener("click", () => check(box));
