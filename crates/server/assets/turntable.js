// The part of the board that turns in fixed steps: where its spaces are, and the animation of a turn.

/** @import { Point, TurntablePlan } from "./types/page" */

export class Turntable {
  /** @param {TurntablePlan} plan @param {SVGGElement} group */
  constructor(plan, group) {
    this.plan = plan;
    this.group = group;
    this.spaces = new Map(plan.spaces.map((space) => [space.id, space]));
    this.words = [...group.querySelectorAll(".upright")];
  }

  /** Is this space on the part that turns? @param {string | null} id */
  carries(id) { return id !== null && this.spaces.has(id); }

  /** Clockwise degrees for a number of steps. @param {number} turned */
  angle(turned) { return (360 * turned) / this.plan.steps; }

  /** Steps clockwise from one stop to another. @param {number} from @param {number} to */
  between(from, to) { return (((to - from) % this.plan.steps) + this.plan.steps) % this.plan.steps; }

  /** Where a point is after it has been turned. @param {Point} point @param {number} steps @returns {Point} */
  carry({ x, y }, steps) {
    const [cx, cy] = this.plan.centre;
    const radians = (this.angle(steps) * Math.PI) / 180;
    const [sin, cos] = [Math.sin(radians), Math.cos(radians)];
    return { x: cx + (x - cx) * cos - (y - cy) * sin, y: cy + (x - cx) * sin + (y - cy) * cos };
  }

  /** Column and row of a space after a number of steps. @param {string} id @param {number} turned */
  cell(id, turned) {
    const { step, depth } = this.spaces.get(id) ?? { step: 0, depth: 0 };
    const [column, row] = this.plan.cells[(step + turned) % this.plan.cells.length][depth];
    return { column, row };
  }

  /** Draws it at a stop. @param {number} turned */
  set(turned) {
    const [cx, cy] = this.plan.centre;
    this.group.setAttribute("transform", `rotate(${this.angle(turned)} ${cx} ${cy})`);
    this.group.dataset.turned = String(turned);
    for (const word of this.words) word.setAttribute("transform", `rotate(${-this.angle(turned)})`);
  }

  /**
   * Animates a turn from a stop, step by step; a negative number of steps turns back. The drawing is at the end already.
   * @param {number} from @param {number} steps @param {number} tick @param {number} delay @param {string} easing
   */
  swing(from, steps, tick, delay, easing) {
    if (!steps) return;
    const [cx, cy] = this.plan.centre;
    const angles = Array.from({ length: Math.abs(steps) + 1 }, (_, step) => this.angle(from + Math.sign(steps) * step));
    /** @type {KeyframeAnimationOptions} */
    const timing = { duration: Math.abs(steps) * tick, delay, fill: "backwards" };
    const about = (/** @type {number} */ angle) => `translate(${cx}px, ${cy}px) rotate(${angle}deg) translate(${-cx}px, ${-cy}px)`;
    this.group.animate(angles.map((angle) => ({ transform: about(angle), easing })), timing);
    for (const word of this.words) word.animate(angles.map((angle) => ({ transform: `rotate(${-angle}deg)`, easing })), timing);
  }
}
