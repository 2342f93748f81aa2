// Whether the throws of a record follow from the fingerprint that was shown before
// the match. Needs nothing but the record: no server, no rules of any game.

import { digest, draw, eight, hex, sha256, unhex } from "./fair.js";

/** Why a record cannot be checked at all, in words; `null` when it can. */
function hindrance(record) {
  if (record === null || typeof record !== "object" || record.program !== "boxtop" || !Array.isArray(record.steps)) return "This is not a record of Boxtop.";
  if (!record.commitment || !record.id) return "This record was not made at a table: no fingerprint of its dice was shown before it.";
  if (!record.seed) return "The match is not over: its key is revealed when it ends. Check it again then.";
  if (!Array.isArray(record.purposes) || !Array.isArray(record.throws)) return "The throws of this record are not written out. It is an old one: check it with “boxtop verify”.";
  if (![1, 2].includes(record.dice ?? 1)) return "This record uses dice that this page does not know. Take a newer page.";
  return null;
}

/** The key of the match: from the server's seed, the match's id and what every seat added. */
const matchKey = ({ dice = 1, id, nonces = [] }, seed) => digest(`boxtop dice ${dice}`, [seed, id, ...nonces]);

/** The key of one throw of version 2: bound to its number and to all that could have fallen. */
function throwKey(key, number, { hand, lots }) {
  const odds = lots.flatMap(([outcome, weight]) => [outcome, eight(weight)]);
  return digest("", ["boxtop throw 2", key, eight(number), hand ?? "", ...odds]);
}

/** One throw, drawn again. */
function drawnAgain(record, key, { number, purpose }) {
  const lots = purpose.lots;
  const version = record.dice ?? 1;
  const own = version === 1 ? key : throwKey(key, number, purpose);
  const drawn = draw(own, version === 1 ? BigInt(number) : 0n, lots.map(([, weight]) => weight));
  return drawn && { ...drawn, key: hex(own), outcome: lots[drawn.at][0], weight: lots[drawn.at][1] };
}

const isPurpose = (purpose) => Array.isArray(purpose?.lots) && purpose.lots.length > 0
  && purpose.lots.every((lot) => Array.isArray(lot) && typeof lot[0] === "string" && Number.isInteger(lot[1]) && lot[1] >= 0);

/**
 * Checks a record. `hindrance` says why it could not be; otherwise `fingerprint` says whether
 * the key belongs to the fingerprint, and each of `throws` whether it follows from the key.
 */
export function prove(record) {
  const why = hindrance(record);
  if (why) return { hindrance: why };
  const seed = unhex(record.seed);
  const found = seed && hex(sha256(seed));
  const fingerprint = { shown: record.commitment, found, right: found === record.commitment };
  const key = matchKey(record, seed ?? new Uint8Array());
  const chances = record.steps.map((step, at) => ({ at: at + 1, fell: step.chance })).filter(({ fell }) => fell !== undefined);
  const entered = record.steps.filter((step) => step.entered !== undefined).length;
  const numbers = new Map();
  const throws = chances.map(({ at, fell }, place) => {
    const { number, purpose: which } = record.throws[place] ?? {};
    const purpose = record.purposes[which];
    if (!Number.isSafeInteger(number) || number < 0 || !isPurpose(purpose)) return { step: at, fell, right: false, why: "The record does not say what was to be thrown." };
    const drawn = drawnAgain(record, key, { number, purpose });
    const known = numbers.get(number);
    numbers.set(number, which);
    // A number comes again only when a throw was taken back and the same line played again.
    if (known !== undefined && known !== which) return { step: at, number, purpose, fell, drawn, right: false, why: "Its number was used for another throw." };
    return { step: at, number, purpose, fell, drawn, right: drawn?.outcome === fell, why: drawn?.outcome === fell ? null : `The key gives ${drawn?.outcome ?? "nothing"} here.` };
  });
  const right = fingerprint.right && throws.every((one) => one.right) && record.throws.length === chances.length;
  return { fingerprint, key: hex(key), throws, entered, right };
}
