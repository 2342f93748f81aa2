// Looking back: the board as it stood after any step of the match, by a slider,
// step by step, or played through. What a moment looked like says the server; the
// table itself goes on meanwhile, and anything that is done leads back to it.

const CHUNK = 16; // so many moments are fetched at once
const STEP = 1400; // so long one step is shown when they are played through,
const SHORTEST = 500; // but of very many each is shorter,
const WHOLE = 20_000; // so that all of it takes no longer

const LEVEL = /private|captain|colonel|general/;

const get = (id) => document.getElementById(id);
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export class Past {
  /**
   * `hooks.look(moment, entry)` shows a moment with the log's entry that led to it and tells how long that is to
   * be seen moving, `hooks.now()` shows what is now, `hooks.announce(text)` says something.
   */
  constructor(link, hooks) {
    Object.assign(this, { link, hooks, entries: [], known: new Map(), loading: new Map(), step: null, asked: 0 });
    get("step").addEventListener("input", () => this.go(Number(get("step").value)));
    get("step-back").addEventListener("click", () => this.go(this.at - 1, true));
    get("step-on").addEventListener("click", () => this.go(this.at + 1, true));
    get("step-now").addEventListener("click", () => this.leave());
    get("scrub").addEventListener("keydown", (event) => { if (event.key === "Escape" && this.back) { event.preventDefault(); this.leave(); } });
    get("go-on").addEventListener("submit", (event) => { event.preventDefault(); this.goOn(); });
  }

  /** Is it the past that is shown? */
  get back() { return this.step !== null; }

  /** The step that is shown. */
  get at() { return this.step ?? this.entries.length; }

  /** The table has gone on, or something was taken back: what is known of those steps holds no longer. */
  show(view, log, stays) {
    const mine = view.mine.join();
    const kept = mine === this.mine ? log.slice(0, stays).filter((entry) => entry.step).length : -1;
    for (const step of this.known.keys()) if (step > kept) this.known.delete(step);
    Object.assign(this, { view, mine, entries: log.filter((entry) => entry.step) });
    if (this.back && this.step >= this.entries.length) this.leave();
    else this.draw();
  }

  // ---- the slider ----

  draw() {
    const [{ length }, over] = [this.entries, this.view.phase === "over"];
    const field = get("step");
    get("scrub").hidden = this.view.phase === "waiting";
    Object.assign(field, { max: length, disabled: !length, value: this.at });
    field.setAttribute("aria-valuetext", this.words());
    const had = document.activeElement;
    get("step-back").disabled = this.at === 0;
    for (const id of ["step-on", "step-now"]) get(id).disabled = !this.back;
    get("step-words").textContent = this.back ? this.words() : over && length ? "Go back to any step: you can play on from there." : "";
    get("go-on").hidden = !over || !this.back;
    // A button that is of no use any more hands the focus on.
    if (get("scrub").contains(had) && had.disabled) field.focus({ preventScroll: true });
  }

  words() {
    const { length } = this.entries;
    if (!this.back) return length ? `Now, after ${length} ${length === 1 ? "step" : "steps"}` : "Nothing has been played yet";
    return this.step ? `Step ${this.step} of ${length}: ${said(this.entries[this.step - 1])}` : "The beginning.";
  }

  /** Shows the moment after a step; after the last one that is now. */
  async go(step, aloud = false) {
    if (step >= this.entries.length) return this.leave(aloud);
    const asked = ++this.asked;
    this.step = Math.max(0, step);
    this.draw();
    if (aloud) this.hooks.announce(this.words());
    const moment = await this.moment(this.step);
    if (asked !== this.asked) return 0; // somebody has looked elsewhere meanwhile
    if (moment) return this.hooks.look(moment, this.entries[this.step - 1]);
    this.leave();
    this.hooks.announce("What was before cannot be shown just now. Try again when the connection is back.");
    return 0;
  }

  /** Back to what is now. */
  leave(aloud = true) {
    this.asked++;
    if (!this.back) return 0;
    this.step = null;
    this.draw();
    if (aloud) this.hooks.announce(`${this.words()}.`);
    return this.hooks.now();
  }

  /** A moment, fetched with those around it; `null` when the server cannot be asked. */
  async moment(step) {
    const from = step - (step % CHUNK);
    for (let attempt = 0; attempt < 2 && !this.known.has(step); attempt++) {
      if (!this.loading.has(from)) this.loading.set(from, this.load(from).finally(() => this.loading.delete(from)));
      await this.loading.get(from);
    }
    return this.known.get(step) ?? null;
  }

  async load(from) {
    try {
      const { version, moments = [] } = await this.link.ask("moments", { from, count: CHUNK });
      // What was written down before something was taken back is not what stands.
      if (version >= this.view.version) for (const moment of moments) this.known.set(moment.step, moment);
    } catch { /* it is asked for again, or said that it cannot be shown */ }
  }

  // ---- playing it through ----

  /** Plays what came after a step up to now; `told(step)` is called with each. Who looks elsewhere, or leaves, ends it. */
  async play(from, told) {
    const each = Math.max(SHORTEST, Math.min(STEP, WHOLE / Math.max(1, this.entries.length - from)));
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

  // ---- playing on ----

  /** Another table that begins here: my seats stay mine, the others are played by computers. */
  async goOn() {
    const { seats, mine } = this.view;
    const sitting = seats.map((seat) => (mine.includes(seat.id) ? "me" : seat.who.match(LEVEL)?.[0] ?? "captain"));
    if (!mine.length) sitting[0] = "me";
    const answer = await this.link.post("branches", { step: this.at, seats: sitting }, 0);
    if (answer.ok) location.href = answer.body.url;
    else get("step-words").textContent = [answer.body.detail, answer.body.instead].filter(Boolean).join(" ");
  }
}

const said = (entry) => entry.lines.map((line) => line.text).join(" ");
