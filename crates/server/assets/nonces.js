// What this browser adds to the dice of tables: drawn here, and stored here to be compared with the record.

import { randomKey, store, stored } from "./dom.js";

const KEY = "boxtop.nonces";
const MAX_STORED = 60;

/** @typedef {{ table: string, seat: string, nonce: string }} Nonce */

/** All nonces stored in this browser, the latest last. @returns {Nonce[]} */
export function remembered() {
  try { return JSON.parse(stored(KEY) || "[]"); } catch { return []; }
}

/** The nonce for a seat of a table: drawn once, then the same. @param {string} table @param {string} seat */
export function drawn(table, seat) {
  const kept = remembered();
  const known = kept.find((one) => one.table === table && one.seat === seat);
  if (known) return known.nonce;
  const nonce = randomKey();
  store(KEY, JSON.stringify([...kept, { table, seat, nonce }].slice(-MAX_STORED)));
  return nonce;
}
