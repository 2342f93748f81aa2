// The page that checks a match's dice: from a file, or for a match of this server. Saved to a disk, it works without the
// server.
//
// Elements it needs: #check-file (a file input for the record), #check-receipts (one for receipts), #check-now (the button),
// #check-answer (where the result goes). For a match of this server, #check has data-record, the URL of its record,
// data-match, its id, data-keys, the URL of the site's keys, and data-alone, the URL of this page as a file; #check-save saves that file with
// everything in it; #check-analyse sends the record to data-analyses, which analyses the match. Such a file has it in #check-kept.

import { announced, comparison, promise, throughChains } from "./chainwords.js";
import { code, make, throwOf, times } from "./checkwords.js";
import { prove } from "./proof.js";
import { receiptsOf, saveFile } from "./receipts.js";
import { compared } from "./transcript.js";
import { upload } from "./uploading.js";

/** @import { ChainProof } from "./chainproof.js" */
/** @import { MatchRecord, Proof } from "./proof.js" */
/** @import { Receipts } from "./receipts.js" */
/** @import { Comparison, SigningKey } from "./transcript.js" */
/** @import { Get } from "./types/page" */

/** What is checked: a record, what this device kept of the match, and the site's keys. @typedef {{ record: MatchRecord, receipts: Receipts | null, keys: SigningKey[] }} Evidence */

const get = /** @type {Get} */ (/** @type {unknown} */ ((/** @type {string} */ id) => document.getElementById(id)));

/** The verdict on dice of version 1 or 2. @param {Proof} proof */
function verdict({ fingerprint, throws, entered, right }) {
  const wrong = throws.filter((one) => !one.right);
  if (!fingerprint.right) return "The key does not match the fingerprint shown at the start: these are not the dice that were fixed then.";
  if (wrong.length > 0) return `${times(wrong.length, "throw")} of ${throws.length} did not come from the fixed dice, the first at step ${wrong[0].step}.`;
  if (!right) return "The record lists more throws than the match has: it was changed.";
  const own = entered > 0 ? ` ${times(entered, "throw")} more came from real dice and cannot be checked.` : "";
  if (throws.length === 0) return `The key matches the fingerprint. The server threw no dice.${own}`;
  const all = throws.length === 1 ? "The only throw follows" : `All ${throws.length} throws follow`;
  return `${all} from the fingerprint shown at the start.${own}`;
}

/** What the proof of such a match is worth. @param {Proof} proof */
function worth({ right, version }) {
  return right ? `These are dice of version ${version}. Against other players this proof is sound: no player could choose or foresee a throw. It does not bind the host, who could have chosen the key, or seen the throws to come.` : "";
}

/** @param {MatchRecord} record @param {Proof} proof */
function fixedDice(record, { fingerprint, key, throws }) {
  const seats = (record.seats ?? []).map(({ seat, name }, at) => make("li", {}, `${name ?? ""} (${seat ?? ""}): `, code(record.nonces?.[at] || "nothing")));
  const steps = make("ol", { className: "proof" },
    make("li", {}, "The fingerprint, shown to everyone before the first throw: ", code(fingerprint.shown)),
    make("li", {}, "The key, published after the match: ", code(record.seed)),
    make("li", { className: fingerprint.right ? "right" : "wrong" }, "SHA-256 of that key: ", code(fingerprint.found ?? "no key"), fingerprint.right ? " — the same as the fingerprint." : " — not the fingerprint."),
    make("li", {}, "Added by each seat before the first throw:", make("ul", {}, ...seats)),
    make("li", {}, "Together they make the key of the match: ", code(key)));
  return [
    make("h2", { textContent: "From the fingerprint to the key" }), steps,
    make("h2", { textContent: "Throw by throw" }), make("ol", { className: "throws" }, ...throws.map((one) => throwOf(one))),
  ];
}

/** @param {string} text @param {"right" | "wrong" | "unknown"} kind */
const sentenceOf = (text, kind) => make("p", { className: `verdict ${kind}`, textContent: text });

/** @param {Proof | ChainProof} proof @param {MatchRecord} record */
function parts(proof, record) {
  return proof.version === 3 ? { words: announced(proof), more: promise(proof, record), arithmetic: throughChains(record, proof) }
    : { words: verdict(proof), more: [worth(proof)], arithmetic: fixedDice(record, proof) };
}

/** The result for the page: in plain words first, the arithmetic in a fold. @param {Evidence} evidence */
export async function answer({ record, receipts, keys }) {
  const proof = prove(record);
  if (proof.hindrance !== null) return [sentenceOf(proof.hindrance, "unknown")];
  /** @type {Comparison | null} */
  const kept = receipts && proof.version === 3 ? await compared(record, receipts, keys) : null;
  const right = proof.right && kept?.right !== false;
  const { words, more, arithmetic } = parts(proof, record);
  const other = proof.right && !right ? "This record is not the match that this device played. " : "";
  return [
    sentenceOf(`${right ? "✓" : "✗"} ${other}${words}`, right ? "right" : "wrong"),
    ...more.filter(Boolean).map((text) => make("p", { textContent: text })),
    ...(proof.version === 3 ? comparison(kept, record) : []),
    make("details", { className: "arithmetic", open: !proof.right }, make("summary", { textContent: "The arithmetic, step by step" }), ...arithmetic),
  ];
}

// ---- what is checked ----

/** @param {string} address */
async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error("The record could not be loaded. Save it first, then choose the file here.");
  return response.json();
}

/** The site's public keys; none if they cannot be loaded. @param {string | undefined} address @returns {Promise<SigningKey[]>} */
async function siteKeys(address) {
  try { return address ? (await fetched(address)).keys ?? [] : []; } catch { return []; }
}

/** What a saved file has in it. @returns {Evidence | null} */
function enclosed() {
  const kept = get("check-kept")?.textContent;
  return kept ? JSON.parse(kept) : null;
}

/** The content of a chosen file. @param {HTMLInputElement | null} input */
async function chosen(input) {
  const file = input?.files?.[0];
  return file ? JSON.parse(await file.text()) : null;
}

/** The evidence: the chosen files, or that of the match. @param {HTMLElement} box @returns {Promise<Evidence>} */
async function read(box) {
  const inside = enclosed();
  const { record: address, keys: site } = box.dataset;
  /** @type {MatchRecord | null} */
  const record = await chosen(get("check-file")) ?? inside?.record ?? (address ? await fetched(address) : null);
  if (!record) throw new Error("Choose a record first. You can save it on the page of the match.");
  const keys = inside?.keys ?? await siteKeys(site);
  const own = inside && inside.record.id === record.id ? inside.receipts : typeof record.id === "string" ? receiptsOf(record.id) : null;
  return { record, receipts: await chosen(get("check-receipts")) ?? own, keys };
}

/** @param {HTMLElement} box */
async function check(box) {
  const place = get("check-answer");
  try {
    place.replaceChildren(...await answer(await read(box)));
  } catch (error) {
    const words = error instanceof SyntaxError ? "This file is not a record: it is not JSON." : error instanceof Error ? error.message : String(error);
    place.replaceChildren(sentenceOf(words, "unknown"));
  }
  place.focus();
}

/** Saves this page as one file with everything that the check needs. @param {HTMLElement} box */
async function save(box) {
  const evidence = await read(box);
  const page = await (await fetch(box.dataset.alone ?? "")).text();
  const json = JSON.stringify(evidence).replaceAll("<", "\\u003c");
  // This text is part of a script of that page, which must not end here.
  const kept = `<script id="check-kept" type="application/json">${json}<\/script>`;
  const at = page.indexOf("<script");
  saveFile(`boxtop-check-${evidence.record.id.slice(0, 8)}.html`, "text/html", page.slice(0, at) + kept + page.slice(at));
}

/** Sends the record to the server, which analyses the match. @param {HTMLElement} box */
async function analyse(box) {
  const place = get("check-answer");
  try {
    const { record } = await read(box);
    const refused = await upload(box.dataset.analyses ?? "", JSON.stringify(record));
    if (refused) place.replaceChildren(sentenceOf(refused, "unknown"));
  } catch (error) {
    place.replaceChildren(sentenceOf(error instanceof SyntaxError ? "This file is not a record: it is not JSON." : String(error), "unknown"));
  }
}

const box = typeof document === "undefined" ? null : get("check");
if (box?.isConnected) {
  get("check-now").addEventListener("click", () => check(box));
  get("check-save")?.addEventListener("click", () => save(box));
  get("check-analyse")?.addEventListener("click", () => analyse(box));
  if (enclosed()) check(box);
}
