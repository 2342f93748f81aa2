// "What happened since I looked": the steps since this browser last showed the
// table to somebody, one after the other on the board, each with its line.

import { make, sentence } from "./words.js";

const get = (id) => document.getElementById(id);

export class Since {
  constructor(id, past, announce) {
    Object.assign(this, { key: `boxtop.seen.${id}`, past, announce, from: null });
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

  /** Plays it on the board, or the last step when nothing was missed. Whoever leaves early has the rest in words. */
  async replay() {
    const from = this.from ?? Math.max(0, this.log.length - 1);
    this.from = null;
    this.offer();
    const list = get("missed");
    list.replaceChildren();
    list.hidden = false;
    let told = from;
    const tell = (upto, aloud) => {
      const entries = this.log.slice(told, upto);
      told = Math.max(told, upto);
      list.append(...entries.map((entry) => make("li", "", ...entry.lines.flatMap((line) => [...sentence(line), " "]))));
      if (aloud) this.announce(entries.flatMap((entry) => entry.lines.map((line) => line.text)).join(" "));
    };
    const first = this.log.slice(from).find((entry) => entry.step)?.step;
    if (first) await this.past.play(first - 1, (step) => tell(this.log.findIndex((entry) => entry.step === step) + 1, true));
    tell(this.log.length, !first);
  }
}
