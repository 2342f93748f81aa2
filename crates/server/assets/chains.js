// The chains that this device adds to the dice of matches: one secret for each table and seat, drawn and stored here.
//
// A secret leaves this device link by link, so a chain is never committed to again once it has been used. Secrets are
// stored for the whole browser. If it refuses, they are stored for this tab; if that is refused, too, they are only in memory,
// and lost when the page is left.

import { chainOf, hex, linkOf, unhex } from "./fair.js";
import { storeList, storedList } from "./storage.js";

const KEY = "boxtop.chains";
const MAX_STORED = 120; // as long as finished matches can be dropped
const MAX_RUNNING = 1500;

/**
 * `used`: a link of it was sent. `over`: the match is over. `at`: the number of the newest link that was sent.
 * @typedef {{ table: string, seat: string, secret: string, anchor: string, used?: boolean, over?: boolean, at?: number }} Chain
 */

/** @type {Chain[]} Chains that could not be stored. */
let unstored = [];
/** @type {Map<string, Int32Array>} The links of the chains that this page has used, by secret. */
const links = new Map();

/** @param {string} secret */
function linksOf(secret) {
  const known = links.get(secret) ?? chainOf(unhex(secret) ?? new Uint8Array(32));
  links.set(secret, known);
  return known;
}

/** All chains of this device, the latest last. @returns {Chain[]} */
const all = () => [...storedList(KEY), ...storedList(KEY, "tab"), ...unstored];

/** The chains that are kept: those of finished matches are dropped first, the oldest first. @param {Chain[]} chains */
export function bounded(chains, most = MAX_STORED) {
  let spare = chains.length - most;
  const kept = chains.filter((chain) => !(chain.over && spare-- > 0));
  return kept.slice(-MAX_RUNNING);
}

/** Stores chains in the first place that takes them. @param {Chain[]} chains @param {Chain} fresh */
function store(chains, fresh) {
  const list = [...chains, fresh];
  // Full: what is left of finished matches makes room.
  if (storeList(KEY, bounded(list)) || storeList(KEY, bounded(list, 0))) return;
  if (storeList(KEY, [...storedList(KEY, "tab"), fresh], "tab")) return;
  unstored = [...unstored, fresh];
}

/** A new chain. @param {string} table @param {string} seat @returns {Chain} */
function drawnChain(table, seat) {
  const secret = hex(crypto.getRandomValues(new Uint8Array(32)));
  /** @type {Chain} */
  const chain = { table, seat, secret, anchor: linkOf(linksOf(secret), 0) };
  store(storedList(KEY), chain);
  return chain;
}

/**
 * The anchor to commit to for a seat: of a chain of which nothing was sent yet. Two tabs get the same one.
 * @param {string} table @param {string} seat
 */
export function freshAnchor(table, seat) {
  const unused = all().find((chain) => chain.table === table && chain.seat === seat && !chain.used && !chain.over);
  return (unused ?? drawnChain(table, seat)).anchor;
}

/** The chain with this anchor, if this device has it. @param {string} table @param {string} anchor */
export const chainWith = (table, anchor) => all().find((chain) => chain.table === table && chain.anchor === anchor);

/** A link of a chain. @param {Chain} chain @param {number} number */
export const link = (chain, number) => linkOf(linksOf(chain.secret), number);

/** Changes what is stored about some chains. @param {(chain: Chain) => boolean} which @param {Partial<Chain>} what */
function note(which, what) {
  const change = (/** @type {Chain} */ chain) => (which(chain) ? { ...chain, ...what } : chain);
  for (const place of /** @type {const} */ (["local", "tab"])) {
    const list = storedList(KEY, place);
    if (list.some(which)) storeList(KEY, list.map(change), place);
  }
  unstored = unstored.map(change);
}

/** Notes that a link is about to be sent: the chain is never committed to again. @param {Chain} chain @param {number} number */
export function noteSent(chain, number) {
  const { table, anchor } = chain;
  note((one) => one.table === table && one.anchor === anchor, { used: true, at: Math.max(number, chain.at ?? 0) });
}

/** Notes that a match is over: its chains may be dropped. @param {string} table */
export const noteOver = (table) => note((chain) => chain.table === table && !chain.over, { over: true });

/** How long this device keeps a chain: in the browser, in this tab, or until the page is left. @param {Chain} chain */
export function keptIn(chain) {
  const has = (/** @type {Chain[]} */ list) => list.some((one) => one.anchor === chain.anchor && one.table === chain.table);
  return has(storedList(KEY)) ? "browser" : has(storedList(KEY, "tab")) ? "tab" : "page";
}

/** Fills in the hidden field `anchor` of a form that takes a seat; empty if the next page would not know the chain. @param {HTMLFormElement} form @param {string} table @param {string} seat */
export function fillAnchor(form, table, seat) {
  const field = form.elements.namedItem("anchor");
  if (!(field instanceof HTMLInputElement)) return;
  const chain = chainWith(table, freshAnchor(table, seat));
  field.value = chain && keptIn(chain) !== "page" ? chain.anchor : "";
}
