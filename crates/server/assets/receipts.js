// What this browser remembers of matches, to compare it with their records: the server's first and latest receipt, and
// the anchors that all seats had committed to before this device revealed anything.

import { isLink } from "./fair.js";
import { storeList, storedList } from "./storage.js";

/** @import { Receipt } from "./types/protocol" */

const KEY = "boxtop.receipts";
const MAX_STORED = 60;

/** @typedef {{ table: string, first?: Receipt, latest?: Receipt, anchors: Record<string, string[]> }} Kept */
/** @typedef {{ match: string, receipts: Receipt[], anchors: Record<string, string | string[]> }} Receipts As they are saved to a file. */

/** What is remembered of a match. @param {string} table @returns {Kept} */
const kept = (table) => storedList(KEY).find((one) => one.table === table) ?? { table, anchors: {} };

/** @param {Kept} what */
function keep(what) {
  const others = storedList(KEY).filter((one) => one.table !== what.table);
  const list = [...others, what].slice(-MAX_STORED);
  // Full: half of the older ones make room.
  return storeList(KEY, list) || storeList(KEY, list.slice(-MAX_STORED / 2));
}

/** Keeps a receipt: the first one of a match, and the one with the most steps. @param {Receipt | null | undefined} receipt */
export function keepReceipt(receipt) {
  if (!receipt?.match) return;
  const known = kept(receipt.match);
  const newer = !known.latest || receipt.steps >= known.latest.steps;
  const [first, latest] = [known.first ?? receipt, newer ? receipt : known.latest];
  keep({ ...known, first, latest });
}

/** Remembers the anchors in a record. @param {string} table @param {{ steps?: { commit?: string, anchor?: string }[] }} record */
export function keepAnchors(table, { steps = [] }) {
  const known = kept(table);
  const anchors = Object.fromEntries(Object.entries(known.anchors).map(([seat, list]) => [seat, [...list]]));
  for (const { commit, anchor } of steps) {
    if (commit === undefined || !isLink(anchor)) continue;
    anchors[commit] ??= [];
    if (!anchors[commit].includes(anchor)) anchors[commit].push(anchor);
  }
  keep({ ...known, anchors });
}

/** What is remembered of a match, with all anchors of each seat; `null` if nothing is. @param {string} table @returns {Receipts | null} */
export function receiptsOf(table) {
  const { first, latest, anchors } = kept(table);
  const receipts = [first, latest].filter((one) => one !== undefined);
  const different = receipts.filter((one, at) => receipts.findIndex((other) => other.signature === one.signature) === at);
  return different.length || Object.keys(anchors).length ? { match: table, receipts: different, anchors } : null;
}

/** Saves what is remembered of a match as a file, with the newest anchor of each seat. @param {string} table */
export function saveReceipts(table) {
  const all = receiptsOf(table) ?? { match: table, receipts: [], anchors: {} };
  const anchors = Object.fromEntries(Object.entries(all.anchors).map(([seat, list]) => [seat, list.at(-1) ?? ""]));
  saveFile(`boxtop-receipts-${table.slice(0, 8)}.json`, "application/json", JSON.stringify({ ...all, anchors }, null, 2));
}

/** Saves a text as a file. @param {string} name @param {string} type @param {string} text */
export function saveFile(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
