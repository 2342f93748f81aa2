// After the match: what fell against what was to be expected.

import { make as draw } from "./signs.js";
import { make } from "./words.js";

const get = (id) => document.getElementById(id);

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
  }

  show(view) {
    this.view = view;
    const over = view.phase === "over";
    if (over && !this.asked) { this.asked = true; this.tell(); }
    get("luck").hidden = !over || !get("luck-words").childElementCount;
  }

  async tell() {
    let luck = [];
    try { ({ luck = [] } = await this.link.ask("luck", {})); } catch { this.asked = false; }
    const of = (id) => this.view.seats.find((seat) => seat.id === id);
    get("luck-words").replaceChildren(...luck.map((one) => make("li", "", picture(one), make("span", "", sentence(of(one.seat), one)))));
    get("luck").hidden = !luck.length;
  }
}
