// The page on which a match's dice are checked: by a file, or by a match of this
// house. It works without the house too, saved to a disk.
//
// What it needs of a page: #check-file (a file input), #check-now (the button),
// #check-answer (where the answer goes), and on a match's own page
// data-record on #check: where its record lies.

import { prove } from "./proof.js";

const get = (id) => document.getElementById(id);

function make(tag, about = {}, ...inside) {
  const element = Object.assign(document.createElement(tag), about);
  element.append(...inside);
  return element;
}

/** In how many of how many cases. */
const odds = (weight, sum) => `${weight} in ${sum}`;
const times = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

/** The arithmetic of one throw, line by line. */
function arithmetic({ number, purpose, drawn }) {
  const list = make("ol");
  const line = (...inside) => list.append(make("li", {}, ...inside));
  const code = (text) => make("code", { textContent: text });
  line(`What could fall: `, code(purpose.lots.map(([outcome, weight]) => `${outcome}×${weight}`).join("  ")), ` — ${drawn.sum} parts in all${purpose.hand ? `, thrown by ${purpose.hand}` : ""}.`);
  line("Key of this throw: ", code(drawn.key), ` — SHA-256 of the match’s key, the number ${number} and everything above.`);
  for (const passed of drawn.passed) line("Number skipped, so that nothing is favoured: ", code(String(passed)));
  line("Number from ChaCha20 with that key: ", code(String(drawn.number)));
  line(code(`${drawn.number} mod ${drawn.sum} = ${drawn.rest}`));
  line(`Counting through the parts from 0, part ${drawn.rest} belongs to `, code(drawn.outcome), ".");
  return list;
}

function throwOf(one) {
  const sentence = one.right
    ? `Throw ${one.number + 1} (step ${one.step}): ${one.fell}, ${odds(one.drawn.weight, one.drawn.sum)} — follows from the key.`
    : `${one.number === undefined ? "A throw" : `Throw ${one.number + 1}`} (step ${one.step}): ${one.fell} — does not follow. ${one.why}`;
  const item = make("li", { className: one.right ? "right" : "wrong" });
  if (!one.drawn) { item.append(sentence); return item; }
  item.append(make("details", { open: !one.right }, make("summary", { textContent: sentence }), arithmetic(one)));
  return item;
}

/** The verdict in a sentence or two. */
function verdict({ fingerprint, throws, entered, right }) {
  const wrong = throws.filter((one) => !one.right);
  if (!fingerprint.right) return "The key does not belong to the fingerprint shown at the start: these are not the dice that were locked away.";
  if (wrong.length > 0) return `${times(wrong.length, "throw")} of ${throws.length} did not come from the locked dice, the first at step ${wrong[0].step}.`;
  if (!right) return "The record lists more throws than were made: it was changed.";
  const own = entered > 0 ? ` ${times(entered, "throw")} more came from people’s own dice and cannot be checked.` : "";
  if (throws.length === 0) return `The key belongs to the fingerprint. No dice of the house were thrown.${own}`;
  const all = throws.length === 1 ? "The only throw follows" : `All ${throws.length} throws follow`;
  return `${all} from the fingerprint shown at the start. Nobody chose what fell: not the house, not a player.${own}`;
}

/** The answer as it goes into the page. */
export function answer(record) {
  const proof = prove(record);
  if (proof.hindrance) return [make("p", { className: "verdict unknown", textContent: proof.hindrance })];
  const { fingerprint, key, throws, right } = proof;
  const code = (text) => make("code", { textContent: text });
  const seats = (record.seats ?? []).map(({ seat, name }, at) => make("li", {}, `${name ?? ""} (${seat ?? ""}): `, code(record.nonces?.[at] || "nothing")));
  const steps = make("ol", { className: "proof" },
    make("li", {}, "Shown to everybody before the first throw, the fingerprint: ", code(fingerprint.shown)),
    make("li", {}, "Revealed after the match, the key that was locked away: ", code(record.seed)),
    make("li", { className: fingerprint.right ? "right" : "wrong" }, "SHA-256 of that key: ", code(fingerprint.found ?? "no key"), fingerprint.right ? " — the same as the fingerprint. Nobody could change it meanwhile." : " — not the fingerprint."),
    make("li", {}, "Added by every seat before the first throw, so that the house alone could not choose either:", make("ul", {}, ...seats)),
    make("li", {}, "All of it together makes the match’s key: ", code(key)));
  return [
    make("p", { className: `verdict ${right ? "right" : "wrong"}`, textContent: `${right ? "✓" : "✗"} ${verdict(proof)}` }),
    make("h2", { textContent: "From the fingerprint to the key" }), steps,
    make("h2", { textContent: "Throw by throw" }), make("ol", { className: "throws" }, ...throws.map(throwOf)),
  ];
}

async function read(box) {
  const file = get("check-file")?.files[0];
  if (file) return JSON.parse(await file.text());
  if (!box.dataset.record) throw new Error("Choose a record first: every match page has one to download.");
  const response = await fetch(box.dataset.record);
  if (!response.ok) throw new Error("The record could not be fetched. Download it before, and choose the file here.");
  return response.json();
}

const box = typeof document === "undefined" ? null : get("check");
box?.isConnected && get("check-now").addEventListener("click", async () => {
  const place = get("check-answer");
  try {
    place.replaceChildren(...answer(await read(box)));
  } catch (error) {
    const words = error instanceof SyntaxError ? "This file is not a record: it is not JSON." : error.message;
    place.replaceChildren(make("p", { className: "verdict unknown", textContent: words }));
  }
  place.focus();
});
