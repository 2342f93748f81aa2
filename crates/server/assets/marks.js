// Marks on the board: what the last step touched, where a piece can go, paths, odds, hints, the keyboard's cursor.

import { make, oddsSign, stepSign, toneSign, trailSign } from "./signs.js";

/** @import { Plan, Point } from "./types/page" */
/** @import { Turntable } from "./turntable.js" */

const GROUPS = /** @type {const} */ (["trails", "last", "state", "choice", "way", "hint", "odds", "foreseen", "cursor"]);

/** @typedef {typeof GROUPS[number]} Group */
/** @typedef {{ under: SVGGElement, over: SVGGElement }} Layers Below the pieces, and above them. */

export class Marks {
  /** @type {string | null} The space with the keyboard's cursor. */
  pointed = null;

  /** @type {Turntable | null} */
  turntable = null;

  /** How many steps the turntable is turned. */
  turned = 0;

  /** @param {SVGSVGElement} svg @param {Plan} plan @param {string} ids */
  constructor(svg, plan, ids) {
    this.svg = svg;
    this.plan = plan;
    this.ids = ids;
    this.spaces = new Map(plan.spaces.map((space) => [space.id, space]));
    const layer = (/** @type {Group} */ name, /** @type {string} */ parent) => make("g", { class: `marks ${name}` }, svg.querySelector(parent));
    const layers = GROUPS.map((name) => [name, { under: layer(name, "#under"), over: layer(name, "#over") }]);
    this.groups = /** @type {Record<Group, Layers>} */ (Object.fromEntries(layers));
  }

  /** Where a space is now, or at another stop of the turntable. @param {string | undefined} id @param {number} [turned] @returns {Point | undefined} */
  point(id, turned = this.turned) {
    const space = id === undefined ? undefined : this.spaces.get(id);
    return space && this.turntable?.carries(space.id) ? this.turntable.carry(space, turned) : space;
  }

  /** @param {Group} group */
  clear(group) {
    this.groups[group].under.replaceChildren();
    this.groups[group].over.replaceChildren();
  }

  /** Marks spaces: pairs of a space and a mark of the server or the tone of an action. @param {Group} group @param {Iterable<[string, string]>} pairs */
  marks(group, pairs, turned = this.turned) {
    this.clear(group);
    for (const [id, word] of pairs) {
      const at = this.point(id, turned);
      if (!at) continue;
      const sign = document.getElementById(`${this.ids}-mark-${word === "plain" ? "target" : word}`);
      const place = { class: `mark ${word}`, "data-mark": word, "data-on": id, transform: `translate(${at.x} ${at.y})` };
      const layer = sign?.dataset.layer === "under" ? "under" : "over";
      if (sign) make("use", { href: `#${sign.id}`, ...place }, this.groups[group][layer]);
      else make("g", place, this.groups[group].over).append(toneSign(word, this.plan.r));
    }
  }

  /** Fades marks in when the turntable has stopped. @param {number} ms */
  reveal(ms) {
    if (ms <= 0) return;
    for (const name of /** @type {const} */ (["last", "state", "choice"])) {
      for (const group of Object.values(this.groups[name])) {
        group.animate([{ opacity: 0 }, { opacity: 0, offset: 0.96 }, { opacity: 1 }], { duration: ms + 120 });
      }
    }
  }

  /** @param {Group} group @param {string | undefined} id @param {string} name @param {number} factor */
  ring(group, id, name, factor) {
    const at = this.point(id);
    if (!at) return;
    const place = { cx: at.x, cy: at.y, r: this.plan.r * factor };
    make("circle", { class: `${name}-halo`, ...place }, this.groups[group].over);
    make("circle", { class: name, ...place }, this.groups[group].over);
  }

  /** Draws the keyboard's cursor. @param {string | null} id */
  cursor(id) {
    this.pointed = id;
    this.clear("cursor");
    if (id) this.ring("cursor", id, "cursor", 1.34);
  }

  /** Draws a path as numbered steps; its start has no number. @param {string[]} path @param {string} [from] */
  way(path, from) {
    this.clear("way");
    const points = path.map((id) => this.point(id)).filter((point) => point !== undefined);
    if (!points.length) return;
    const begin = this.point(from);
    const d = `M${[...(begin ? [begin] : []), ...points].map(({ x, y }) => `${x} ${y}`).join("L")}`;
    for (const name of ["way-halo", "way-line"]) make("path", { class: name, d }, this.groups.way.over);
    points.forEach(({ x, y }, at) => {
      const sign = stepSign(at + 1, this.plan.r);
      sign.setAttribute("transform", `translate(${x} ${y})`);
      this.groups.way.over.append(sign);
    });
  }

  /** Draws trails: from, to, colour and number of each. @param {{ from: string | null, to: string, colour: string | undefined, number: number | null }[]} list */
  trails(list) {
    this.clear("trails");
    list.forEach(({ from, to, colour, number }, at) => {
      const end = this.point(to);
      if (!end) return;
      // Several trails to one space have their numbers side by side.
      const place = list.slice(0, at).filter((other) => other.to === to).length;
      const { line, sign } = trailSign(this.point(from ?? undefined), end, this.plan.r, number, place);
      for (const group of [line, sign]) if (colour) group.dataset.colour = colour;
      line.dataset.trail = `${from ?? ""} ${to}`;
      this.groups.trails.under.append(line);
      this.groups.trails.over.append(sign);
    });
  }

  /** Shows the probability of each space, and what it would bring. @param {Iterable<[string, { p: number, tone: string }]>} chances */
  odds(chances) {
    this.clear("odds");
    for (const [id, { p, tone }] of chances) {
      const at = this.point(id);
      if (!at) continue;
      const sign = oddsSign(p, this.plan.r, tone);
      sign.setAttribute("transform", `translate(${at.x} ${at.y})`);
      sign.dataset.on = id;
      this.groups.odds.over.append(sign);
    }
  }

  /** Draws a hint: an arrow from the first step to the last, or a ring. @param {string[]} steps */
  hint(steps) {
    this.clear("hint");
    const [from, to] = [this.point(steps[0]), this.point(steps.at(-1))];
    if (from) this.ring("hint", steps[0], "pick", 1.16);
    if (!from && to) this.ring("hint", steps.at(-1), "pick", 1.16);
    if (!from || !to || steps[0] === steps.at(-1)) return;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.hypot(dx, dy) || 1;
    const [ux, uy] = [dx / length, dy / length];
    const r = this.plan.r;
    const [sx, sy] = [from.x + ux * r * .9, from.y + uy * r * .9];
    const [ex, ey] = [to.x - ux * r * .55, to.y - uy * r * .55];
    const line = `M${sx} ${sy}L${ex} ${ey}`;
    const head = `M${to.x} ${to.y}L${ex - uy * r * .42} ${ey + ux * r * .42}L${ex + uy * r * .42} ${ey - ux * r * .42}Z`;
    make("path", { class: "hint-halo", d: line }, this.groups.hint.over);
    make("path", { class: "hint-line", d: line }, this.groups.hint.over);
    make("path", { class: "hint-head", d: head }, this.groups.hint.over);
  }
}
