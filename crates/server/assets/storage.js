// Lists that this browser stores, as JSON. A private window may refuse to store, and the storage may be full.

/** @typedef {"local" | "tab"} Place Where a list is stored: for the whole browser, or for this tab only. */

/** @param {Place} place */
const area = (place) => (place === "local" ? localStorage : sessionStorage);

/** The list that is stored under a key; empty if there is none. @param {string} key @param {Place} [place] @returns {any[]} */
export function storedList(key, place = "local") {
  try {
    const list = JSON.parse(area(place).getItem(key) ?? "[]");
    return Array.isArray(list) ? list : [];
  } catch { return []; }
}

/** Stores a list; `false` if the browser refuses or has no room. @param {string} key @param {object[]} list @param {Place} [place] */
export function storeList(key, list, place = "local") {
  try {
    area(place).setItem(key, JSON.stringify(list));
    return true;
  } catch { return false; }
}
