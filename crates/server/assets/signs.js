// Signs that the page draws itself: what an action brings, numbered steps, odds.
// Each has its own shape: nothing is shown by colour alone.

/** @import { Tone } from "./types/view" */

const SVG = "http://www.w3.org/2000/svg";

/**
 * A new element of a drawing.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number>} attributes
 * @param {Element | null} [parent]
 */
export function make(name, attributes, parent) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent?.append(element);
  return element;
}

/**
 * What the tones mean, and their shapes at radius 1.
 * @type {Record<string, { means: string, d: string, open: boolean }>}
 */
export const TONES = {
  gain: { means: "gains something", d: "M-.62 0A.62 .62 0 1 1 .62 0A.62 .62 0 1 1 -.62 0Z", open: true },
  take: { means: "captures", d: "M-.55 -.55L.55 .55M.55 -.55L-.55 .55", open: true },
  harm: { means: "costs something", d: "M0 -.72L.7 .5L-.7 .5Z", open: true },
  win: { means: "wins", d: star(0.86, 0.38, 5), open: false },
};

/** @param {number} outer @param {number} inner @param {number} points */
function star(outer, inner, points) {
  const corner = (/** @type {unknown} */ _, /** @type {number} */ at) => {
    const [r, angle] = [at % 2 ? inner : outer, (at * Math.PI) / points];
    return `${(r * Math.sin(angle)).toFixed(3)} ${(-r * Math.cos(angle)).toFixed(3)}`;
  };
  return `M${Array.from({ length: points * 2 }, corner).join("L")}Z`;
}

/** The sign of a tone, drawn around the origin. @param {string} tone @param {number} r */
export function toneSign(tone, r) {
  const { d, open } = TONES[tone];
  const group = make("g", { class: `tone ${tone}`, transform: `scale(${r})` });
  make("path", { class: "tone-halo", d }, group);
  make("path", { class: open ? "tone-line" : "tone-solid", d }, group);
  return group;
}

/** A number on a disc, for the steps of a path. @param {number} number @param {number} r */
export function stepSign(number, r) {
  const group = make("g", { class: "step-sign" });
  make("circle", { r: r * 0.62 }, group);
  make("text", { y: r * 0.27, "font-size": r * 0.78, "text-anchor": "middle" }, group).textContent = String(number);
  return group;
}

/**
 * A trail from one place to another: the line below the pieces, and its number above them.
 * @param {{ x: number, y: number } | undefined} from @param {{ x: number, y: number }} to @param {number} r @param {number | null} number @param {number} place
 */
export function trailSign(from, to, r, number, place) {
  const line = make("g", { class: "trail" });
  const sign = make("g", { class: "trail" });
  if (from) trailLine(line, from, to, r);
  if (number !== null) {
    const badge = make("g", { class: "trail-number", transform: `translate(${to.x + r * (0.85 - place)} ${to.y - r * 0.95})` }, sign);
    make("circle", { r: r * 0.52, "stroke-width": r * 0.1 }, badge);
    make("text", { y: r * 0.24, "font-size": r * 0.66, "text-anchor": "middle" }, badge).textContent = String(number);
  }
  return { line, sign };
}

/** @param {SVGGElement} group @param {{ x: number, y: number }} from @param {{ x: number, y: number }} to @param {number} r */
function trailLine(group, from, to, r) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const on = (/** @type {number} */ along, /** @type {number} */ aside) => `${(from.x + ux * along - uy * aside).toFixed(1)} ${(from.y + uy * along + ux * aside).toFixed(1)}`;
  const neck = Math.max(length - r * 1.75, length * 0.3);
  const d = `M${on(0, 0)}L${on(neck, 0)}`;
  make("path", { class: "trail-halo", d, "stroke-width": r * 0.52 }, group);
  make("path", { class: "trail-line", d, "stroke-width": r * 0.28 }, group);
  make("circle", { class: "trail-from", cx: from.x, cy: from.y, r: r * 0.3, "stroke-width": r * 0.14 }, group);
  make("path", { class: "trail-head", d: `M${on(neck + r * 0.72, 0)}L${on(neck, r * 0.42)}L${on(neck, -r * 0.42)}Z`, "stroke-width": r * 0.14 }, group);
}

/**
 * A probability on a plate below the middle. A cost has a pointed plate, a gain a round one.
 * @param {number} p @param {number} r @param {string} tone
 */
export function oddsSign(p, r, tone = "plain") {
  const group = make("g", { class: `odds-sign ${tone}` });
  const text = percent(p);
  const [w, h, y] = [r * (0.4 + 0.36 * text.length), r * 0.9, r * 0.72];
  if (tone === "harm") {
    const [a, b, tip] = [w / 2, w / 2 + h * 0.42, h / 2];
    make("path", { class: "plate", d: `M${-b} ${y}L${-a} ${y - tip}L${a} ${y - tip}L${b} ${y}L${a} ${y + tip}L${-a} ${y + tip}Z` }, group);
  } else {
    make("rect", { class: "plate", x: -w / 2, y: y - h / 2, width: w, height: h, rx: tone === "plain" ? r * 0.12 : h / 2 }, group);
  }
  make("text", { y: y + r * 0.26, "font-size": r * 0.72, "text-anchor": "middle" }, group).textContent = text;
  return group;
}

/**
 * Probabilities in whole percent that add up to 100: those with the largest remainders are rounded up.
 * @param {number[]} all
 */
export function percents(all) {
  const sum = all.reduce((whole, p) => whole + p, 0) || 1;
  const exact = all.map((p) => (p * 100) / sum);
  const whole = exact.map(Math.floor);
  const left = Math.round(100 - whole.reduce((one, other) => one + other, 0));
  const order = exact.map((p, at) => ({ at, rest: p - whole[at] })).sort((a, b) => b.rest - a.rest || a.at - b.at);
  for (const { at } of order.slice(0, left)) whole[at]++;
  return whole;
}

/** A probability in percent. @param {number} p */
export function percent(p) {
  const hundredths = p * 100;
  if (hundredths > 0 && hundredths < 1) return "<1 %";
  return `${Math.round(hundredths)} %`;
}
