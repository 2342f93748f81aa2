// After the match: actual and expected throws.

import { get } from "./dom.js";
import { make as draw } from "./signs.js";
import { make, times } from "./words.js";

/** @import { Link } from "./link.js" */
/** @import { Luck as SeatLuck, Seat, View } from "./types/view" */

const tenth = (/** @type {number} */ number) => (Math.round(number * 10) / 10).toString();

/** The range of 95 in 100 matches, its mean, and this match. @param {SeatLuck} luck */
function picture({ actual, band: [low, high], expected }) {
  const [from, to] = [Math.min(low, actual), Math.max(high, actual)];
  const reach = to - from || 1;
  const x = (/** @type {number} */ value) => 6 + (188 * (value - from)) / reach;
  const svg = draw("svg", { viewBox: "0 0 200 26", class: "luck", "aria-hidden": "true" });
  draw("line", { class: "axis", x1: 4, x2: 196, y1: 13, y2: 13 }, svg);
  draw("rect", { class: "band", x: x(low), width: Math.max(1, x(high) - x(low)), y: 6, height: 14 }, svg);
  draw("line", { class: "mean", x1: x(expected), x2: x(expected), y1: 3, y2: 23 }, svg);
  draw("circle", { class: "fell", cx: x(actual), cy: 13, r: 5 }, svg);
  return svg;
}

/** @param {Seat} seat @param {SeatLuck} luck */
function sentence(seat, { throws, actual, expected, band: [low, high] }) {
  const far = actual < low ? "unusually low" : actual > high ? "unusually high" : "nothing unusual";
  return `${seat.title} (${seat.who}): ${times(throws, "throw")}, ${actual} in all. Expected: ${tenth(expected)}; 95 of 100 such matches are between ${tenth(low)} and ${tenth(high)}: ${far}.`;
}

/** Luck in one sentence: the viewer's, or that of the player with the most unusual throws. @param {View} view @param {SeatLuck[]} all */
function gist(view, all) {
  const off = (/** @type {SeatLuck} */ { actual, expected, deviation }) => (actual - expected) / (deviation || 1);
  const own = all.filter((one) => view.mine.includes(one.seat));
  const [one] = (own.length && own.length < view.seats.length ? own : all).toSorted((a, b) => Math.abs(off(b)) - Math.abs(off(a)));
  if (!one) return "Luck";
  const mine = own.includes(one) && own.length < view.seats.length;
  const whose = mine ? "your" : `${view.seats.find((seat) => seat.id === one.seat)?.title}’s`;
  const away = Math.abs(one.actual - one.expected);
  if (Math.abs(off(one)) < 1) return `Luck: ${whose} throws were about average.`;
  return `Luck: ${whose} throws were ${tenth(away)} ${one.actual > one.expected ? "higher" : "lower"} in all than expected.`;
}

export class Luck {
  asked = false;

  /** @param {Link} link */
  constructor(link) { this.link = link; }

  /** @param {View} view */
  show(view) {
    const over = view.phase === "over";
    if (over && !this.asked) { this.asked = true; this.tell(view); }
    get("luck").hidden = !over || !get("luck-words").childElementCount;
  }

  /** @param {View} view */
  async tell(view) {
    /** @type {SeatLuck[]} */
    let all = [];
    try { ({ luck: all = [] } = await this.link.luck()); } catch { this.asked = false; }
    const items = view.seats.flatMap((seat) => all.filter((one) => one.seat === seat.id).map((one) => make("li", "", picture(one), make("span", "", sentence(seat, one)))));
    get("luck-words").replaceChildren(...items);
    get("luck-title").textContent = gist(view, all);
    get("luck").hidden = !items.length;
  }
}
