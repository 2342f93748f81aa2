// After the match: what fell against what was to be expected, and going on from
// any place of it as another table.

import { make as draw } from "./signs.js";
import { make } from "./words.js";

const get = (id) => document.getElementById(id);
const LEVEL = /private|captain|colonel|general/;
// Entries of the log that are no steps of the game.
const REMARKS = new Set(["resigns", "flag", "away", "back", "draw"]);

const tenth = (number) => (Math.round(number * 10) / 10).toString();

/** The band of 95 in 100 matches, the mean in it, and where this one came to lie. */
function picture({ actual, band: [low, high], expected }) {
  const [from, to] = [Math.min(low, actual), Math.max(high, actual)];
  const reach = to - from || 1;
  const x = (value) => 6 + (188 * (value - from)) / reach;
  const svg = draw("svg", { viewBox: "0 0 200 26", class: "luck", "aria-hidden": "true" });
  draw("line", { class: "axis", x1: 4, x2: 196, y1: 13, y2: 13 }, svg);
  draw("rect", { class: "band", x: x(low), width: Math.max(1, x(high) - x(low)), y: 6, height: 14 }, svg);
  draw("line", { class: "mean", x1: x(expected), x2: x(expected), y1: 3, y2: 23 }, svg);
  draw("circle", { class: "fell", cx: x(actual), cy: 13, r: 5 }, svg);
  return svg;
}

function sentence(seat, { throws, actual, expected, band: [low, high] }) {
  const far = actual < low ? "less than in 95 of 100 such matches" : actual > high ? "more than in 95 of 100 such matches" : "nothing unusual";
  return `${seat.title} (${seat.who}): ${throws} ${throws === 1 ? "throw" : "throws"}, together ${actual}; ${tenth(expected)} were to be expected, and 95 of 100 such matches lie between ${tenth(low)} and ${tenth(high)}: ${far}.`;
}

export class Luck {
  constructor(link) {
    this.link = link;
    get("step").addEventListener("input", () => this.place());
    get("go-on").addEventListener("submit", (event) => { event.preventDefault(); this.goOn(); });
  }

  show(view, log) {
    Object.assign(this, { view, steps: log.filter((entry) => !REMARKS.has(entry.action)) });
    const over = view.phase === "over";
    if (over && !this.asked) { this.asked = true; this.tell(); }
    get("luck").hidden = !over || !get("luck-words").childElementCount;
    get("go-on").hidden = !over || !this.steps.length;
    const field = get("step");
    field.max = this.steps.length;
    if (!field.dataset.moved) { field.value = Math.max(0, this.steps.length - 1); this.place(false); }
  }

  async tell() {
    let luck = [];
    try { ({ luck = [] } = await this.link.ask("luck", {})); } catch { this.asked = false; }
    const of = (id) => this.view.seats.find((seat) => seat.id === id);
    get("luck-words").replaceChildren(...luck.map((one) => make("li", "", picture(one), make("span", "", sentence(of(one.seat), one)))));
    get("luck").hidden = !luck.length;
  }

  /** Where it would go on, in words. */
  place(moved = true) {
    const field = get("step");
    if (moved) field.dataset.moved = "1";
    const last = this.steps[field.value - 1];
    get("step-words").textContent = last ? `After step ${field.value} of ${this.steps.length}: ${last.lines.map((line) => line.text).join(" ")}` : "From the beginning.";
  }

  /** My seats stay mine; the others are played by computers. */
  async goOn() {
    const { seats, mine } = this.view;
    const sitting = seats.map((seat) => (mine.includes(seat.id) ? "me" : seat.who.match(LEVEL)?.[0] ?? "captain"));
    if (!mine.length) sitting[0] = "me";
    const answer = await this.link.post("continue", { step: Number(get("step").value), seats: sitting }, 0);
    if (answer.ok) location.href = answer.body.url;
    else get("step-words").textContent = [answer.body.error, answer.body.instead].filter(Boolean).join(" ");
  }
}
