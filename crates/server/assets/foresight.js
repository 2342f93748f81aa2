// Before a throw: the outcomes with their chances, and what each would bring,
// shown on the board as long as one looks at it.

import { spoken, token } from "./dial.js";
import { TONES, make as draw, percent } from "./signs.js";
import { make } from "./words.js";

const get = (id) => document.getElementById(id);
const PATIENCE = 350; // a throw that comes sooner is not worth foreseeing

/** The prospects of several seats as one list: ends put together. */
function together(lists) {
  return lists[0].map((first, at) => {
    const ends = new Map(lists.flatMap((list) => (list[at]?.ends ?? []).map(({ space, tone }) => [space, tone])));
    return { ...first, ends: [...ends] };
  });
}

export class Foresight {
  constructor(board, link, { announce, named }) {
    Object.assign(this, { board, link, announce, named, prospects: [], due: null });
    const row = get("lots");
    row.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") this.look(lot(event)); });
    row.addEventListener("pointerleave", () => this.look(this.focused()));
    row.addEventListener("focusin", (event) => this.look(lot(event)));
    row.addEventListener("focusout", (event) => { if (!row.contains(event.relatedTarget)) this.look(null); });
    row.addEventListener("click", (event) => this.toggle(lot(event)));
    row.addEventListener("keydown", (event) => this.keys(event));
    get("show-odds").addEventListener("click", () => this.odds());
  }

  /** A new view: what was foreseen is past. */
  show(view) {
    const due = view.chance && view.mine.length && view.phase === "playing" ? view : null;
    if (due && this.due?.version === view.version) return;
    this.forget();
    this.due = due;
    if (!due) return;
    const wait = due.chance.mine ? 0 : PATIENCE;
    this.timer = setTimeout(() => this.load(due), wait);
  }

  forget() {
    clearTimeout(this.timer);
    this.prospects = [];
    this.looked = null;
    this.board.clear("odds");
    get("foresight").hidden = true;
    get("lots").replaceChildren();
    get("foreseen").replaceChildren();
    get("show-odds").setAttribute("aria-pressed", "false");
  }

  async load(due) {
    const seats = [...new Set(due.mine)];
    const lists = await Promise.all(seats.map((seat) => this.link.prospects(seat).catch(() => null)));
    if (this.due !== due || lists.some((list) => list?.version !== due.version || !list.prospects.length)) return;
    const all = together(lists.map((list) => list.prospects));
    // Throws that change nothing on the board need no looking ahead.
    if (!all.some((one) => one.ends.length || one.turned !== due.turned)) return;
    this.prospects = all;
    this.draw();
  }

  draw() {
    const most = Math.max(...this.prospects.map((one) => one.p));
    const buttons = this.prospects.map((one, at) => {
      const bar = draw("svg", { class: "bar", viewBox: "0 0 10 40", preserveAspectRatio: "none", "aria-hidden": "true" });
      const height = (38 * one.p) / most;
      draw("rect", { x: 0, y: 40 - height, width: 10, height }, bar);
      const button = make("button", "lot", bar, make("b", "", token(one.outcome, this.due.mood)), make("span", "", percent(one.p)), make("i", "ends", "•".repeat(Math.min(one.ends.length, 5))));
      button.type = "button";
      button.tabIndex = at ? -1 : 0;
      button.dataset.outcome = one.outcome;
      button.setAttribute("aria-label", `${this.called(one)}, ${percent(one.p)}`);
      button.setAttribute("aria-describedby", "foreseen");
      if (one.ends.length) button.dataset.ends = one.ends.length;
      return button;
    });
    get("lots").replaceChildren(...buttons);
    get("foreseen").replaceChildren(this.idle());
    get("foresight").hidden = false;
  }

  focused() {
    const now = document.activeElement;
    return get("lots").contains(now) ? now : null;
  }

  /** Looks at one outcome, or no longer. */
  look(button) {
    const one = this.prospects.find((prospect) => prospect.outcome === button?.dataset.outcome) ?? null;
    if (one === this.looked) return;
    this.looked = one;
    for (const other of get("lots").children) other.setAttribute("aria-pressed", String(other === button));
    get("foreseen").replaceChildren(...(one ? this.words(one) : [this.idle()]));
    if (!one) return this.board.restore();
    return this.board.foresee(one.turned, one.ends);
  }

  /** A finger looks, and looks away. */
  toggle(button) {
    if (!button) return;
    button.focus();
    this.look(button);
  }

  keys(event) {
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") { this.look(null); return; }
    if (!way) return;
    event.preventDefault();
    const all = [...get("lots").children];
    const at = all.indexOf(document.activeElement);
    const to = all[(at + way + all.length) % all.length];
    for (const one of all) one.tabIndex = one === to ? 0 : -1;
    to.focus();
  }

  /** An outcome in words. */
  called(one) { return spoken(one.outcome, this.due?.mood); }

  /** What would be, in sentences. */
  words(one) {
    const where = ([id, tone]) => {
      const before = this.board.before(id, one.turned);
      return `${before ? `before ${this.named(before)}` : this.named(id)}${TONES[tone] ? ` (${TONES[tone].means})` : ""}`;
    };
    const open = one.ends.length ? `Open to you: ${one.ends.map(where).join("; ")}.` : "Nothing would be open to you.";
    const lines = one.lines.map((line) => make("span", "", `${line.text} `));
    return [make("b", "", `${this.called(one)} · ${percent(one.p)} `), make("span", "", `${open} `), ...lines];
  }

  /** Shows or hides the chance of each space that could be reached. */
  odds() {
    if (!this.prospects.length) return this.announce("There are no odds to show now.");
    const button = get("show-odds");
    const on = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(on));
    this.board.odds(on ? this.chances() : []);
    if (!this.looked) get("foreseen").replaceChildren(this.idle());
    return this.announce(on ? `Odds: ${this.likely()}.` : "Odds hidden.");
  }

  /** Of every space that could be reached, its chance and the most it would bring. */
  chances() {
    const chances = new Map();
    for (const one of this.prospects) {
      for (const [id, tone] of one.ends) {
        const known = chances.get(id);
        chances.set(id, { p: (known?.p ?? 0) + one.p, tone: known && known.tone !== "plain" ? known.tone : tone });
      }
    }
    return chances;
  }

  /** The chances in words: what brings the same stands together, then what is as likely, the likeliest first. */
  likely() {
    const all = [...this.chances()].sort((a, b) => b[1].p - a[1].p);
    const listed = (some) => [...Map.groupBy(some, ([, { p }]) => percent(p))].map(([p, alike]) => `${p} ${alike.map(([id]) => this.named(id)).join(", ")}`).join("; ");
    const tones = ["win", "take", "gain", "plain", "harm"].map((tone) => [tone, all.filter(([, end]) => end.tone === tone)]).filter(([, some]) => some.length);
    const said = tones.map(([tone, some]) => (tones.length > 1 || tone !== "plain" ? `${TONES[tone]?.means ?? "nothing beside the move"}: ${listed(some)}` : listed(some)));
    return said.join(". ") || "nothing can be reached";
  }

  /** What stands there while no outcome is looked at. */
  idle() {
    const on = get("show-odds").getAttribute("aria-pressed") === "true";
    return make("span", "idle", on ? `Chances: ${this.likely()}.` : "Look at an outcome to see on the board what it would bring.");
  }
}

function lot(event) { return event.target.closest?.(".lot") ?? null; }
