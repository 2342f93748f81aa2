// Checks that the throws of a record follow from the fingerprint shown before the match. Needs only the record: no
// server, no rules of any game.

import { isPurpose, proveChains } from "./chainproof.js";
import { digest, draw, eight, hex, sha256, unhex } from "./fair.js";

/** @import { ChainProof, Mixed } from "./chainproof.js" */

/** @typedef {{ hand?: string | null, lots: [outcome: string, weight: number][] }} Purpose What could fall. */
/**
 * A step, as far as the check reads it.
 * @typedef {{ chance?: string, entered?: string, undo?: number, seat?: string, action?: string, commit?: string, anchor?: string, reveal?: string,
 *   link?: string, by?: string, server?: string, relieve?: string, relief?: string | null, resign?: string, flag?: string, return?: string,
 *   vacate?: string }} Step
 */
/**
 * The parts of a record that the check needs. A file may hold anything: `hindrance` looks first.
 * @typedef {object} MatchRecord
 * @property {string} program
 * @property {string} id
 * @property {string} commitment
 * @property {string} seed
 * @property {number} [dice]
 * @property {string[]} [nonces]
 * @property {Step[]} steps
 * @property {Purpose[]} purposes
 * @property {{ number: number, purpose: number }[]} throws
 * @property {{ seat?: string, name?: string }[]} [seats]
 * @property {object} [result]
 */
/** @typedef {NonNullable<ReturnType<typeof drawnAgain>>} Drawn */
/** A throw that was checked; with dice of version 3, also what it was made of. @typedef {{ step: number, fell: string, right: boolean, why: string | null, number?: number, purpose?: Purpose, drawn?: Drawn | null, mixed?: Mixed }} CheckedThrow */
/** @typedef {{ shown: string, found: string | null, right: boolean }} Fingerprint */
/** @typedef {{ version: 1 | 2, hindrance: null, fingerprint: Fingerprint, key: string, throws: CheckedThrow[], entered: number, right: boolean }} Proof */

/** Why a record cannot be checked at all, in words; `null` when it can. @param {Partial<MatchRecord> | null} record */
function hindrance(record) {
  if (record === null || typeof record !== "object" || record.program !== "boxtop" || !Array.isArray(record.steps)) return "This is not a Boxtop record.";
  if (!record.commitment || !record.id) return "This match was not played at a table, so no fingerprint of its dice was shown before.";
  if (!record.seed) return "The match is not over. Its key is published when it ends; check it then.";
  if (record.dice !== 3 && !(Array.isArray(record.purposes) && Array.isArray(record.throws))) return "This is an old record, without details of its throws. Check it with “boxtop verify”.";
  if (![1, 2, 3].includes(record.dice ?? 1)) return "This record uses dice that this page does not know. Use a newer page.";
  return null;
}

/** The key of the match: from the server's seed, the match's id and what every seat added. @param {MatchRecord} record @param {Uint8Array} seed */
const matchKey = ({ dice = 1, id, nonces = [] }, seed) => digest(`boxtop dice ${dice}`, [seed, id, ...nonces]);

/** The key of one throw of version 2: bound to its number and to all possible outcomes. @param {Uint8Array} key @param {number} number @param {Purpose} purpose */
function throwKey(key, number, { hand, lots }) {
  const odds = lots.flatMap(([outcome, weight]) => [outcome, eight(weight)]);
  return digest("", ["boxtop throw 2", key, eight(number), hand ?? "", ...odds]);
}

/** Draws one throw again. @param {MatchRecord} record @param {Uint8Array} key @param {{ number: number, purpose: Purpose }} thrown */
function drawnAgain(record, key, { number, purpose }) {
  const lots = purpose.lots;
  const version = record.dice ?? 1;
  const own = version === 1 ? key : throwKey(key, number, purpose);
  const drawn = draw(own, version === 1 ? BigInt(number) : 0n, lots.map(([, weight]) => weight));
  return drawn && { ...drawn, key: hex(own), outcome: lots[drawn.at][0], weight: lots[drawn.at][1] };
}

/**
 * Checks a record. `hindrance` says why that is impossible; otherwise `fingerprint` says whether the key belongs to the
 * fingerprint, and each of `throws` whether it follows from the key.
 * @param {MatchRecord} record
 * @returns {{ hindrance: string } | Proof | ChainProof}
 */
export function prove(record) {
  const why = hindrance(record);
  if (why) return { hindrance: why };
  if (record.dice === 3) return proveChains({ ...record, purposes: record.purposes ?? [], throws: record.throws ?? [] });
  const seed = unhex(record.seed);
  const found = seed && hex(sha256(seed));
  const fingerprint = { shown: record.commitment, found, right: found === record.commitment };
  const key = matchKey(record, seed ?? new Uint8Array());
  const chances = record.steps.map((step, at) => ({ at: at + 1, fell: step.chance })).flatMap(({ at, fell }) => (fell === undefined ? [] : [{ at, fell }]));
  const entered = record.steps.filter((step) => step.entered !== undefined).length;
  /** @type {Map<number, number>} */
  const numbers = new Map();
  const throws = chances.map(/** @returns {CheckedThrow} */ ({ at, fell }, place) => {
    const { number, purpose: which } = record.throws[place] ?? { number: -1, purpose: -1 };
    const purpose = record.purposes[which];
    if (!Number.isSafeInteger(number) || number < 0 || !isPurpose(purpose)) return { step: at, fell, right: false, why: "The record does not say what this throw was for." };
    const drawn = drawnAgain(record, key, { number, purpose });
    const known = numbers.get(number);
    numbers.set(number, which);
    // A number is used again only when a throw was undone and the same moves were played again.
    if (known !== undefined && known !== which) return { step: at, number, purpose, fell, drawn, right: false, why: "Its number was used for another throw." };
    return { step: at, number, purpose, fell, drawn, right: drawn?.outcome === fell, why: drawn?.outcome === fell ? null : `The key gives ${drawn?.outcome ?? "nothing"} here.` };
  });
  const right = fingerprint.right && throws.every((one) => one.right) && record.throws.length === chances.length;
  return { version: record.dice === 2 ? 2 : 1, hindrance: null, fingerprint, key: hex(key), throws, entered, right };
}
