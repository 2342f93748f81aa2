// Replay: the board after any step of the match, by a slider, step by step, or played through. The server says how the
// board looked. The match goes on meanwhile, and any action leads back to it.

import { get, pause, url } from "./dom.js";
import { times } from "./words.js";

/** @import { Link } from "./link.js" */
/** @import { LogEntry, Moment, View } from "./types/view" */

/**
 * `look(moment, entry)` shows a moment and the log entry that led to it, and returns how many milliseconds that is
 * animated; `now()` shows the present; `pace()` says how long a step takes, compared with the normal speed. `moved()` is called
 * when another step is shown. If `whole`, there is no present besides the steps: the last one is shown like the others.
 * @typedef {{ look: (moment: Moment, entry: LogEntry | undefined) => number, now: () => number, pace: () => number,
 *   announce: (text: string) => void, moved?: () => void, whole?: boolean }} Hooks
 */

const CHUNK = 16; // moments fetched at once
const STEP = 1400; // ms for each step when played through,
const SHORTEST = 500; // at least, when there are many,
const WHOLE = 20_000; // for all of them

const LEVEL = /private|captain|colonel|general/;

export class Past {
  /** @type {View | null} */
  view = null;
  /** My seats, as text. */
  mine = "";
  /** @type {LogEntry[]} Log entries that are steps of the match. */
  entries = [];
  /** @type {Map<number, Moment>} */
  known = new Map();
  /** @type {Map<number, Promise<void>>} */
  loading = new Map();
  /** @type {number | null} The step that is shown; `null` for the present. */
  step = null;
  /** Counts requests: only the latest is shown. */
  asked = 0;

  /** @param {Link} link @param {Hooks} hooks */
  constructor(link, hooks) {
    this.link = link;
    this.hooks = hooks;
    get("step").addEventListener("input", () => this.go(Number(get("step").value)));
    get("step-back").addEventListener("click", () => this.go(this.at - 1, true));
    get("step-on").addEventListener("click", () => this.go(this.at + 1, true));
    get("step-now").addEventListener("click", () => this.go(this.entries.length, true));
    get("scrub").addEventListener("keydown", (event) => { if (event.key === "Escape" && this.back) { event.preventDefault(); this.leave(); } });
    get("go-on").addEventListener("submit", (event) => { event.preventDefault(); this.goOn(); });
  }

  /** Is an earlier step shown? */
  get back() { return this.step !== null; }

  /** The step that is shown. */
  get at() { return this.step ?? this.entries.length; }

  /** Follows a new view; moments of steps that were undone are forgotten. @param {View} view @param {LogEntry[]} log @param {number} stays The number of log entries that stay. */
  show(view, log, stays) {
    const mine = view.mine.join();
    const kept = mine === this.mine ? log.slice(0, stays).filter((entry) => entry.step).length : -1;
    for (const step of this.known.keys()) if (step > kept) this.known.delete(step);
    Object.assign(this, { view, mine, entries: log.filter((entry) => entry.step) });
    if (this.step !== null && this.step >= this.entries.length && !this.hooks.whole) this.leave();
    else this.draw();
  }

  // ---- the slider ----

  draw() {
    const [{ length }, phase] = [this.entries, this.view?.phase];
    const over = phase === "over";
    const field = get("step");
    get("scrub").hidden = phase === "waiting";
    Object.assign(field, { max: String(length), disabled: !length, value: String(this.at) });
    field.setAttribute("aria-valuetext", this.words());
    const had = document.activeElement;
    get("step-back").disabled = this.at === 0;
    for (const id of /** @type {const} */ (["step-on", "step-now"])) get(id).disabled = !this.back || this.at === length;
    get("step-words").textContent = this.back ? this.words() : over && length ? "Go back to any step and continue from there." : "";
    get("go-on").hidden = !over || !this.back;
    this.hooks.moved?.();
    // A button that becomes disabled passes the focus on.
    if (had instanceof HTMLButtonElement && get("scrub").contains(had) && had.disabled) field.focus({ preventScroll: true });
  }

  words() {
    const { length } = this.entries;
    if (this.step === null) return length ? `Now, after ${times(length, "step")}` : "Nothing has been played yet";
    return this.step ? `Step ${this.step} of ${length}: ${said(this.entries[this.step - 1])}` : "The beginning.";
  }

  /** Shows the moment after a step; after the last one, the present. @param {number} step @returns {Promise<number>} */
  async go(step, aloud = false) {
    const last = this.entries.length;
    if (step >= last && !this.hooks.whole) return this.leave(aloud);
    const asked = ++this.asked;
    this.step = Math.max(0, Math.min(step, last));
    this.draw();
    if (aloud) this.hooks.announce(this.words());
    const at = this.step;
    const moment = await this.moment(at);
    if (asked !== this.asked) return 0; // another step was chosen meanwhile
    if (moment) return this.hooks.look(moment, this.entries[at - 1]);
    this.leave();
    this.hooks.announce("This step cannot be shown just now. Try again when the connection is back.");
    return 0;
  }

  /** Back to the present. */
  leave(aloud = true) {
    this.asked++;
    if (!this.back || this.hooks.whole) return 0;
    this.step = null;
    this.draw();
    if (aloud) this.hooks.announce(`${this.words()}.`);
    return this.hooks.now();
  }

  /** A moment, fetched with those around it; `null` when the server cannot be reached. @param {number} step */
  async moment(step) {
    const from = step - (step % CHUNK);
    for (let attempt = 0; attempt < 2 && !this.known.has(step); attempt++) {
      if (!this.loading.has(from)) this.loading.set(from, this.load(from).finally(() => this.loading.delete(from)));
      await this.loading.get(from);
    }
    return this.known.get(step) ?? null;
  }

  /** @param {number} from */
  async load(from) {
    try {
      const { version, moments = [] } = await this.link.moments(from, CHUNK);
      // An answer from before an undo is of no use.
      if (version >= (this.view?.version ?? 0)) for (const moment of moments) this.known.set(moment.step, moment);
    } catch { /* tried again, or announced */ }
  }

  // ---- playing it through ----

  /** Plays all steps after one; `told(step)` is called with each. Choosing another step or leaving ends it. @param {number} from @param {(step: number) => void} told */
  async play(from, told) {
    const each = Math.max(SHORTEST, Math.min(STEP, WHOLE / Math.max(1, this.entries.length - from))) * this.hooks.pace();
    for (let step = from; ; step++) {
      const shown = this.go(step);
      const run = this.asked;
      const moving = await shown;
      if (run !== this.asked) return;
      if (step > from) told(step);
      if (step >= this.entries.length) return;
      await pause(step > from ? each + moving : SHORTEST);
      if (run !== this.asked) return;
    }
  }

  // ---- continuing from here ----

  /** Opens a new table that starts here: my seats stay mine, computers play the others. */
  async goOn() {
    if (!this.view) return;
    const { seats, mine } = this.view;
    const players = seats.map((seat) => (mine.includes(seat.id) ? "me" : seat.who.match(LEVEL)?.[0] ?? "captain"));
    if (!mine.length) players[0] = "me";
    const answer = await this.link.branch(this.at, players);
    if (answer.ok) location.href = url(`/tables/${answer.body.table}`);
    else get("step-words").textContent = [answer.body.detail, answer.body.instead].filter(Boolean).join(" ");
  }
}

/** @param {LogEntry} entry */
const said = (entry) => entry.lines.map((line) => line.text).join(" ");
