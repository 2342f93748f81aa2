// Preferences, stored in this browser.

import { get, store, stored } from "./dom.js";

const KEY = "boxtop.settings";
const DEFAULTS = { animate: true, confirm: false, sound: true };

/** @typedef {keyof typeof DEFAULTS} Setting */

/** Reads and stores settings. The checkbox `#set-NAME` changes the setting NAME. */
export class Settings {
  constructor() {
    this.values = { ...DEFAULTS, ...read() };
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    for (const name of /** @type {Setting[]} */ (Object.keys(DEFAULTS))) {
      const box = get(`set-${name}`);
      if (!box) continue;
      box.checked = this.values[name];
      box.addEventListener("change", () => this.set(name, box.checked));
    }
  }

  /** @param {Setting} name */
  on(name) { return Boolean(this.values[name]); }

  /** @param {Setting} name @param {boolean} value */
  set(name, value) {
    this.values[name] = value;
    store(KEY, JSON.stringify(this.values));
  }

  /** Do pieces move smoothly? Never when the system asks for reduced motion. */
  get animate() { return this.on("animate") && !this.still.matches; }
}

/** @returns {Partial<typeof DEFAULTS>} */
function read() {
  try { return JSON.parse(stored(KEY) || "{}"); } catch { return {}; }
}
