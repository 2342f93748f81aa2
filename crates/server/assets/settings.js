// Preferences, stored in this browser.

import { get, store, stored } from "./dom.js";

const KEY = "boxtop.settings";
const DEFAULTS = { speed: "normal", confirm: false, sound: true, names: false, chances: false };

/** How long animations take at each speed, compared with the normal one. @type {Record<string, number>} */
const PACES = { slow: 1.8, normal: 1, fast: 0.45, off: 1 };

/** @typedef {"confirm" | "sound" | "names" | "chances"} Setting */

/** Reads and stores settings. The checkbox `#set-NAME` changes the setting NAME, the list `#set-speed` the speed of moves. */
export class Settings {
  constructor() {
    this.values = { ...DEFAULTS, ...read() };
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    for (const name of /** @type {("confirm" | "sound" | "chances")[]} */ (["confirm", "sound", "chances"])) {
      const box = get(`set-${name}`);
      if (!box) continue;
      box.checked = this.values[name];
      box.addEventListener("change", () => this.set(name, box.checked));
    }
    const speed = get("set-speed");
    if (!speed) return;
    speed.value = this.speed;
    speed.addEventListener("change", () => { this.values.speed = speed.value; this.keep(); });
  }

  /** @param {Setting} name */
  on(name) { return Boolean(this.values[name]); }

  /** @param {Setting} name @param {boolean} value */
  set(name, value) {
    this.values[name] = value;
    this.keep();
  }

  keep() { store(KEY, JSON.stringify(this.values)); }

  /** Slow, normal, fast or off. */
  get speed() { return this.values.speed in PACES ? this.values.speed : DEFAULTS.speed; }

  /** How long animations take, compared with the normal speed. */
  get pace() { return PACES[this.speed]; }

  /** Do pieces move smoothly? Never when the system asks for reduced motion. */
  get animate() { return this.speed !== "off" && !this.still.matches; }
}

/** @returns {Partial<typeof DEFAULTS>} */
function read() {
  try {
    const { animate, ...values } = JSON.parse(stored(KEY) || "{}");
    // Before there were speeds, moves could only be switched off.
    return animate === false && !values.speed ? { ...values, speed: "off" } : values;
  } catch { return {}; }
}
