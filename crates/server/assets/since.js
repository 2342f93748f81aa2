// "What happened since I looked": the steps since this browser last showed the
// table to somebody, one after the other.

import { make, sentence } from "./words.js";

const STEP = 1400; // so long one step is shown

const get = (id) => document.getElementById(id);

export class Since {
  constructor(id, settings, announce) {
    Object.assign(this, { key: `boxtop.seen.${id}`, settings, announce, from: null });
    get("since").addEventListener("click", () => this.replay());
    document.addEventListener("visibilitychange", () => this.looked());
  }

  get seen() { try { return Number(localStorage.getItem(this.key) ?? NaN); } catch { return NaN; } }
  set seen(length) { try { localStorage.setItem(this.key, length); } catch { /* a private window remembers nothing */ } }

  show(view, log, first) {
    Object.assign(this, { view, log });
    const seen = this.seen;
    if (first && Number.isFinite(seen) && seen < log.length) this.from = seen;
    if (document.hidden) this.from ??= Math.min(seen || 0, log.length);
    if (this.from !== null && this.from > log.length) this.from = null;
    if (!document.hidden) this.seen = log.length;
    this.offer();
  }

  looked() {
    if (!document.hidden && this.log) this.seen = this.log.length;
    if (!document.hidden) this.offer();
  }

  /** What others did while I was away, if anything. */
  get missed() { return this.from === null ? [] : this.log.slice(this.from).filter((entry) => !this.view.mine.includes(entry.seat)); }

  offer() {
    const missed = this.missed.length;
    get("since").hidden = !missed || !this.view.mine.length;
    get("since").textContent = `What happened since you looked (${missed})`;
  }

  /** Says and shows one step after the other; the board stands as it is now. */
  async replay() {
    const entries = this.from === null ? this.log.slice(-1) : this.log.slice(this.from);
    const list = get("missed");
    list.replaceChildren();
    list.hidden = false;
    for (const entry of entries) {
      list.append(make("li", "", ...entry.lines.flatMap((line) => [...sentence(line), " "])));
      this.announce(entry.lines.map((line) => line.text).join(" "));
      if (entry !== entries.at(-1) && this.settings.animate) await new Promise((done) => setTimeout(done, STEP));
    }
    this.from = null;
    this.offer();
  }
}
