// "What happened while you were away": replays the steps since this browser last showed the table, each with its sentences.

import { get, store, stored } from "./dom.js";
import { make, sentence } from "./words.js";

/** @import { Past } from "./past.js" */
/** @import { LogEntry, View } from "./types/view" */

export class Since {
  /** @type {number | null} The first log entry that was missed. */
  from = null;
  /** @type {LogEntry[]} */
  log = [];
  /** @type {string[]} */
  mine = [];

  /** @param {string} id @param {Past} past @param {(text: string) => void} announce */
  constructor(id, past, announce) {
    this.key = `boxtop.seen.${id}`;
    this.past = past;
    this.announce = announce;
    for (const id of ["since", "replay"]) get(id).addEventListener("click", () => this.replay());
    document.addEventListener("visibilitychange", () => this.looked());
  }

  /** How many log entries were seen; NaN when unknown. */
  get seen() { return Number(stored(this.key) ?? NaN); }
  set seen(length) { store(this.key, String(length)); }

  /** @param {View} view @param {LogEntry[]} log @param {boolean} first */
  show(view, log, first) {
    this.log = log;
    this.mine = view.mine;
    const seen = this.seen;
    // What was told is stale as soon as something new happens.
    if (!first) get("missed").hidden = true;
    if (first && Number.isFinite(seen) && seen < log.length) this.from = seen;
    if (document.hidden) this.from ??= Math.min(seen || 0, log.length);
    if (this.from !== null && this.from > log.length) this.from = null;
    if (!document.hidden) this.seen = log.length;
    this.offer();
  }

  looked() {
    if (document.hidden) return;
    this.seen = this.log.length;
    this.offer();
  }

  /** What others did while I was away. */
  get missed() { return this.from === null ? [] : this.log.slice(this.from).filter(({ seat }) => !seat || !this.mine.includes(seat)); }

  /** The first entry after my last action. */
  get mineEnds() { return this.log.findLastIndex(({ seat }) => seat && this.mine.includes(seat)) + 1; }

  offer() {
    get("replay").disabled = !this.log.length;
    const missed = this.missed.length;
    get("since").hidden = !missed || !this.mine.length;
    get("since").textContent = `What happened while you were away (${missed})`;
  }

  /** Replays it on the board, or the last step when nothing was missed. Leaving early shows the rest in words. */
  async replay() {
    const from = this.from ?? Math.min(this.mineEnds, Math.max(0, this.log.length - 1));
    this.from = null;
    this.offer();
    const list = get("missed");
    list.replaceChildren();
    list.hidden = false;
    let told = from;
    const tell = (/** @type {number} */ upto, /** @type {boolean} */ aloud) => {
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
