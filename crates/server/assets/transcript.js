// The transcript of a match: a running hash over its opening and every step, which the server signs in receipts. With
// it a record is compared with what a device received while the match was played.

import { digest, hex, sha256, unhex } from "./fair.js";

/** @import { MatchRecord } from "./proof.js" */
/** @import { Receipts } from "./receipts.js" */
/** @import { Receipt } from "./types/protocol" */

/** A public key of the site, as `/.well-known/boxtop-keys.json` lists it. @typedef {{ id: string, public: string }} SigningKey */
/** What the keys at hand say about a signature. @typedef {"valid" | "invalid" | "no key" | "no check"} Signed */
/** @typedef {{ steps: number, fault: string | null, signed: Signed, key: string }} CheckedReceipt */
/** @typedef {{ receipts: CheckedReceipt[], anchors: { seat: string, anchor: string, right: boolean }[], right: boolean }} Comparison */

/** Names and the host's reasons may have to be rewritten, so they are not hashed. */
const LEFT_OUT = ["name", "reason"];
const OF_OPENING = /** @type {const} */ (["id", "game", "rules_version", "board_hash", "options", "commitment", "dice", "start"]);

/** JSON with its keys in order and without spaces, so that every program writes the same bytes. @param {unknown} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(",")}}`;
}

/** @param {object} from @param {(name: string) => boolean} which */
const picked = (from, which) => Object.fromEntries(Object.entries(from).filter(([name]) => which(name)));

/** The heads of a record, in hexadecimal: before its first step, and after each one. @param {MatchRecord} record */
export function heads(record) {
  const opening = picked(record, (name) => OF_OPENING.some((one) => one === name));
  const seats = (record.seats ?? []).map(({ seat }) => seat);
  let head = digest("", ["boxtop match 3", canonical({ ...opening, seats })]);
  const all = [hex(head)];
  for (const step of record.steps) {
    head = digest("", ["boxtop step 3", head, canonical(picked(step, (name) => !LEFT_OUT.includes(name)))]);
    all.push(hex(head));
  }
  return all;
}

/** The bytes that a receipt's signature is for. @param {Receipt} receipt */
const signedText = ({ match, version, steps, opening, head }) =>
  new TextEncoder().encode(`boxtop receipt 1\n${match}\n${version}\n${steps}\n${opening}\n${head}\n`);

/** Checks the signature of a receipt with the browser's own Ed25519. @param {Receipt} receipt @param {SigningKey[]} keys @returns {Promise<Signed>} */
async function signature(receipt, keys) {
  const known = keys.find((key) => key.id === receipt.key);
  const [key, signed] = [unhex(known?.public), unhex(receipt.signature)];
  if (!known || !key) return "no key";
  if (!signed || known.id !== hex(sha256(key)).slice(0, 16)) return "invalid";
  try {
    const imported = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", imported, signed, signedText(receipt)) ? "valid" : "invalid";
  } catch { return "no check"; }
}

/** What is wrong with a record, as a receipt tells; `null` if they agree. @param {MatchRecord} record @param {string[]} all @param {Receipt} receipt */
function fault(record, all, receipt) {
  if (receipt.match !== record.id) return "This receipt is of another match.";
  if (receipt.opening !== all[0]) return "The opening of the record is not the one that was signed: its dice, options or seats were changed.";
  if (receipt.steps >= all.length) return `The record has ${all.length - 1} steps, but there were ${receipt.steps} already when the receipt was signed.`;
  return receipt.head === all[receipt.steps] ? null : `The first ${receipt.steps} steps of the record are not those that were signed.`;
}

/** Compares a record with what a device kept. @param {MatchRecord} record @param {Receipts} kept @param {SigningKey[]} keys @returns {Promise<Comparison>} */
export async function compared(record, kept, keys) {
  const all = heads(record);
  const receipts = await Promise.all((kept.receipts ?? []).map(async (receipt) =>
    ({ steps: receipt.steps, key: receipt.key, fault: fault(record, all, receipt), signed: await signature(receipt, keys) })));
  const committed = new Set(record.steps.map((step) => `${step.commit} ${step.anchor}`));
  const anchors = Object.entries(kept.anchors ?? {}).flatMap(([seat, list]) =>
    [list].flat().map((anchor) => ({ seat, anchor, right: committed.has(`${seat} ${anchor}`) })));
  const right = receipts.every((one) => !one.fault && one.signed !== "invalid") && anchors.every((one) => one.right);
  return { receipts, anchors, right };
}
