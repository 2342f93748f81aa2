// A dial and its hand. A cell with two directions and a number, such as "NE 3 SW", is drawn twice: in the dark half
// with its direction by night, and opposite in the light half with its direction by day. The hand has two points.
// The width of a cell is its probability.

import { make } from "./signs.js";

/** @import { DialSector } from "./types/view" */

/** @typedef {{ sectors: DialSector[], at: number | null }} Dial The sectors, and the index of the one it points at. */
/** @typedef {string | null | undefined} Mood `night`, `day` or nothing. */
/** @typedef {{ night: string, number: number, day: string }} Cell */

const DIRECTIONS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
const NAMES = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"];
const CELL = /^(NE|NW|SE|SW|[NESW])\s*(\d+)\s*(NE|NW|SE|SW|[NESW])$/;
const ARROW = "M0 -10L7 0L2.6 0L2.6 10L-2.6 10L-2.6 0L-7 0Z";

/** The parts of a cell, if it has two directions and a number. @param {string | undefined} label @returns {Cell | null} */
export function cell(label) {
  const parts = CELL.exec(label ?? "");
  return parts && { night: parts[1], number: Number(parts[2]), day: parts[3] };
}

/** The direction that counts by night or day, in words. @param {Cell} parts @param {Mood} mood */
const named = (parts, mood) => NAMES[DIRECTIONS.indexOf(mood === "day" ? parts.day : parts.night)];

/** A label in words, for night or day. @param {string} label @param {Mood} mood */
export function spoken(label, mood) {
  const parts = cell(label);
  return parts ? `${named(parts, mood)} · ${parts.number}` : label;
}

/** A whole label in words. @param {string | undefined} label */
function whole(label) {
  const parts = cell(label);
  return parts ? `${named(parts, "night")} by night, ${parts.number}, ${named(parts, "day")} by day` : label;
}

/** An arrow in a direction of the compass. @param {string} direction @param {SVGElement} parent @param {number[]} at */
function arrow(direction, parent, [x, y], size = 1) {
  const turn = DIRECTIONS.indexOf(direction) * 45;
  return make("path", { class: "arrow", d: ARROW, transform: `translate(${x} ${y}) rotate(${turn}) scale(${size})` }, parent);
}

/** A label drawn small: arrow and number, or its words. @param {string} label @param {Mood} mood */
export function token(label, mood) {
  const parts = cell(label);
  if (!parts) return label;
  const svg = make("svg", { class: "cell-sign", viewBox: "-22 -12 44 24", "aria-hidden": "true" });
  arrow(mood === "day" ? parts.day : parts.night, svg, [-9, 0]);
  make("text", { x: 11, y: 8, "font-size": 23, "text-anchor": "middle" }, svg).textContent = String(parts.number);
  return svg;
}

/** @param {number} turns @param {number} r */
const point = (turns, r) => [r * Math.sin(turns * 2 * Math.PI), -r * Math.cos(turns * 2 * Math.PI)].map((v) => Number(v.toFixed(2)));

/** @param {number} from @param {number} to @param {number} r */
function wedge(from, to, r) {
  return `M0 0L${point(from, r).join(" ")}A${r} ${r} 0 ${to - from > .5 ? 1 : 0} 1 ${point(to, r).join(" ")}Z`;
}

/** Start and end of each cell, as parts of one turn. @param {DialSector[]} sectors */
function spans(sectors) {
  const sum = sectors.reduce((all, sector) => all + sector.weight, 0) || 1;
  let from = 0;
  return sectors.map(({ weight }) => { const begin = from; from += weight / sum; return [begin, from]; });
}

/** A dial of two halves. @param {SVGSVGElement} svg @param {Dial} dial @param {Cell[]} cells */
function halves(svg, { sectors, at }, cells) {
  for (const [half, begin] of /** @type {const} */ ([["night", -.25], ["day", .25]])) {
    const group = make("g", { class: `half ${half}` }, svg);
    spans(sectors).forEach(([from, to], index) => {
      const [a, b] = [begin + from / 2, begin + to / 2];
      const one = make("g", { class: index === at ? "cell at" : "cell" }, group);
      make("path", { class: "sector", d: wedge(a, b, 96) }, one);
      arrow(cells[index][half], one, point((a + b) / 2, 80), 1.05);
      const [x, y] = point((a + b) / 2, 54);
      make("text", { x, y: y + 7, "font-size": 20, "text-anchor": "middle" }, one).textContent = String(cells[index].number);
    });
  }
  make("path", { class: "rim", d: "M-96 0L96 0" }, svg);
}

/** A dial of one round of words. @param {SVGSVGElement} svg @param {Dial} dial */
function round(svg, { sectors, at }) {
  const group = make("g", { class: "half day" }, svg);
  spans(sectors).forEach(([from, to], index) => {
    const one = make("g", { class: index === at ? "cell at" : "cell" }, group);
    make("path", { class: "sector", d: wedge(from, to, 96) }, one);
    const [x, y] = point((from + to) / 2, 68);
    make("text", { x, y: y + 5, "font-size": 15, "text-anchor": "middle" }, one).textContent = sectors[index].label;
  });
}

/** The dial after a spin, or before the first: its drawing, its hand, and how far the hand is turned. @param {Dial} dial */
export function dial({ sectors, at }) {
  const cells = sectors.flatMap((sector) => cell(sector.label) ?? []);
  const two = cells.length === sectors.length;
  const svg = make("svg", { class: "dial", "aria-hidden": "true", viewBox: "-100 -100 200 200", "data-at": at ?? "" });
  if (two) halves(svg, { sectors, at }, cells); else round(svg, { sectors, at });
  const [from, to] = spans(sectors)[at ?? -1] ?? [0, 0];
  const turns = two ? (from + to) / 4 - .25 : (from + to) / 2;
  const hand = make("g", { class: "hand", transform: `rotate(${turns * 360})` }, svg);
  make("path", { d: two ? "M-4 0L-3 -28L-7 -28L0 -44L7 -28L3 -28L4 0L3 28L7 28L0 44L-7 28L-3 28Z" : "M-6 14L0 -52L6 14Z" }, hand);
  make("circle", { class: "hub", r: 8 }, svg);
  return { svg, hand, turns, words: at === null ? "The dial, not yet spun." : `The dial shows ${whole(sectors[at]?.label)}.` };
}
