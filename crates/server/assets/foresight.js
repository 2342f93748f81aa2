// Before a throw: the outcomes with their probabilities, and what each would bring, previewed on the board.

import { closest, get } from "./dom.js";
import { spoken, token } from "./dial.js";
import { TONES, make as draw, percent, percents } from "./signs.js";
import { make } from "./words.js";

/** @import { Board } from "./board.js" */
/** @import { Link } from "./link.js" */
/** @import { Prospect } from "./types/protocol" */
/** @import { View } from "./types/view" */

/** @typedef {Omit<Prospect, "ends"> & { ends: [space: string, tone: string][], percent: string }} Outlook An outcome, with pairs of space and tone, and its share of 100. */
/** @typedef {{ p: number, tone: string }} Odds The probability of a space, and what it would bring. */

const PATIENCE = 350; // ms: a throw that comes sooner needs no preview

/** The prospects of several seats as one list, with the ends of all. @param {Prospect[][]} lists @returns {Outlook[]} */
function together(lists) {
  const shares = percents(lists[0].map((one) => one.p));
  return lists[0].map((first, at) => {
    /** @type {Map<string, string>} */
    const ends = new Map(lists.flatMap((list) => (list[at]?.ends ?? []).map(({ space, tone }) => [space, tone])));
    return { ...first, ends: [...ends], percent: `${shares[at]} %` };
  });
}

export class Foresight {
  /** @type {Outlook[]} */
  prospects = [];
  /** @type {Outlook | null} The outcome that is previewed. */
  looked = null;
  /** @type {View | null} The view before the throw. */
  due = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;

  /** @param {Board} board @param {Link} link @param {{ announce: (text: string) => void, named: (id: string) => string }} hooks */
  constructor(board, link, { announce, named }) {
    this.board = board;
    this.link = link;
    this.announce = announce;
    this.named = named;
    const row = get("lots");
    row.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") this.look(lot(event)); });
    row.addEventListener("pointerleave", () => this.look(this.focused()));
    row.addEventListener("focusin", (event) => this.look(lot(event)));
    row.addEventListener("focusout", (event) => { if (!(event.relatedTarget instanceof Node && row.contains(event.relatedTarget))) this.look(null); });
    row.addEventListener("click", (event) => this.toggle(lot(event)));
    row.addEventListener("keydown", (event) => this.keys(event));
    get("show-odds").addEventListener("click", () => this.odds());
  }

  /** A new view ends the preview. @param {View} view */
  show(view) {
    const due = view.chance && view.mine.length && view.phase === "playing" ? view : null;
    if (due && this.due?.version === view.version) return;
    this.forget();
    this.due = due;
    if (!due) return;
    const wait = due.chance?.mine ? 0 : PATIENCE;
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

  /** @param {View} due */
  async load(due) {
    const seats = [...new Set(due.mine)];
    const answers = await Promise.all(seats.map((seat) => this.link.prospects(seat).catch(() => null)));
    const lists = answers.flatMap((list) => (list?.version === due.version && list.prospects.length ? [list.prospects] : []));
    if (this.due !== due || lists.length < seats.length) return;
    const all = together(lists);
    // Throws that change nothing on the board need no preview.
    if (!all.some((one) => one.ends.length || one.turned !== due.turned)) return;
    this.prospects = all;
    this.draw(due);
  }

  /** @param {View} due */
  draw(due) {
    const most = Math.max(...this.prospects.map((one) => one.p));
    const buttons = this.prospects.map((one, at) => {
      const bar = draw("svg", { class: "bar", viewBox: "0 0 10 40", preserveAspectRatio: "none", "aria-hidden": "true" });
      const height = (38 * one.p) / most;
      draw("rect", { x: 0, y: 40 - height, width: 10, height }, bar);
      const button = make("button", "lot", bar, make("b", "", token(one.outcome, due.mood)), make("span", "", one.percent), make("i", "ends", "•".repeat(Math.min(one.ends.length, 5))));
      button.type = "button";
      button.tabIndex = at ? -1 : 0;
      button.dataset.outcome = one.outcome;
      button.setAttribute("aria-label", `${this.called(one)}, ${one.percent}`);
      button.setAttribute("aria-describedby", "foreseen");
      if (one.ends.length) button.dataset.ends = String(one.ends.length);
      return button;
    });
    get("lots").replaceChildren(...buttons);
    get("foreseen").replaceChildren(this.idle());
    get("foresight").hidden = false;
  }

  focused() {
    const now = document.activeElement;
    return now instanceof HTMLElement && get("lots").contains(now) ? now : null;
  }

  /** Previews one outcome, or none. @param {HTMLElement | null} button */
  look(button) {
    const one = this.prospects.find((prospect) => prospect.outcome === button?.dataset.outcome) ?? null;
    if (one === this.looked) return;
    this.looked = one;
    for (const other of get("lots").children) other.setAttribute("aria-pressed", String(other === button));
    get("foreseen").replaceChildren(...(one ? this.words(one) : [this.idle()]));
    if (one) this.board.foresee(one.turned, one.ends);
    else this.board.restore();
  }

  /** @param {HTMLElement | null} button */
  toggle(button) {
    if (!button) return;
    button.focus();
    this.look(button);
  }

  /** @param {KeyboardEvent} event */
  keys(event) {
    const way = ARROWS[event.key];
    if (event.key === "Escape") { this.look(null); return; }
    if (!way) return;
    event.preventDefault();
    const all = [...get("lots").querySelectorAll("button")];
    const at = all.findIndex((one) => one === document.activeElement);
    const to = all[(at + way + all.length) % all.length];
    for (const one of all) one.tabIndex = one === to ? 0 : -1;
    to.focus();
  }

  /** An outcome in words. @param {Outlook} one */
  called(one) { return spoken(one.outcome, this.due?.mood); }

  /** What an outcome would bring, in sentences. @param {Outlook} one */
  words(one) {
    const where = (/** @type {[string, string]} */ [id, tone]) => {
      const before = this.board.before(id, one.turned);
      return `${before ? `before ${this.named(before)}` : this.named(id)}${TONES[tone] ? ` (${TONES[tone].means})` : ""}`;
    };
    const open = one.ends.length ? `You could reach: ${one.ends.map(where).join("; ")}.` : "You could reach nothing.";
    const lines = one.lines.map((line) => make("span", "", `${line.text} `));
    return [make("b", "", `${this.called(one)} · ${one.percent} `), make("span", "", `${open} `), ...lines];
  }

  /** Shows or hides the probability of each space that could be reached. */
  odds() {
    if (!this.prospects.length) return this.announce("There are no odds to show now.");
    const button = get("show-odds");
    const on = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(on));
    this.board.odds(on ? this.chances() : []);
    if (!this.looked) get("foreseen").replaceChildren(this.idle());
    return this.announce(on ? `Odds: ${this.likely()}.` : "Odds hidden.");
  }

  /** The probability of every space that could be reached, and the most it would bring. */
  chances() {
    /** @type {Map<string, Odds>} */
    const chances = new Map();
    for (const one of this.prospects) {
      for (const [id, tone] of one.ends) {
        const known = chances.get(id);
        chances.set(id, { p: (known?.p ?? 0) + one.p, tone: known && known.tone !== "plain" ? known.tone : tone });
      }
    }
    return chances;
  }

  /** The probabilities in words, grouped by tone, the most likely first. */
  likely() {
    const all = [...this.chances()].sort((a, b) => b[1].p - a[1].p);
    const listed = (/** @type {[string, Odds][]} */ some) => [...Map.groupBy(some, ([, { p }]) => percent(p))].map(([p, alike]) => `${p} ${alike.map(([id]) => this.named(id)).join(", ")}`).join("; ");
    const tones = ["win", "take", "gain", "plain", "harm"].map((tone) => ({ tone, some: all.filter(([, end]) => end.tone === tone) })).filter(({ some }) => some.length);
    const said = tones.map(({ tone, some }) => (tones.length > 1 || tone !== "plain" ? `${TONES[tone]?.means ?? "no effect"}: ${listed(some)}` : listed(some)));
    return said.join(". ") || "nothing can be reached";
  }

  /** The words while no outcome is previewed. */
  idle() {
    const on = get("show-odds").getAttribute("aria-pressed") === "true";
    return make("span", "idle", on ? `Odds: ${this.likely()}.` : "Choose an outcome to preview it on the board.");
  }
}

/** @param {Event} event */
function lot(event) { return /** @type {HTMLElement | null} */ (closest(event, ".lot")); }

/** @type {Record<string, number>} */
const ARROWS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
