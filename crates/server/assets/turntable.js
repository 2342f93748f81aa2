// The part of the board that turns in fixed steps: where its spaces lie, and how
// it is shown turning. It knows angles and nothing of the game.

export class Turntable {
  constructor(plan, group) {
    this.plan = plan;
    this.group = group;
    this.spaces = new Map(plan.spaces.map((space) => [space.id, space]));
    this.words = [...(group?.querySelectorAll(".upright") ?? [])];
  }

  carries(id) { return this.spaces.has(id); }

  /** Degrees of so many steps, clockwise. */
  angle(turned) { return (360 * turned) / this.plan.steps; }

  /** Steps clockwise from one stop to another. */
  between(from, to) { return (((to - from) % this.plan.steps) + this.plan.steps) % this.plan.steps; }

  /** Where a point comes to lie that is carried on by so many steps. */
  carry({ x, y }, steps) {
    const [cx, cy] = this.plan.centre;
    const radians = (this.angle(steps) * Math.PI) / 180;
    const [sin, cos] = [Math.sin(radians), Math.cos(radians)];
    return { x: cx + (x - cx) * cos - (y - cy) * sin, y: cy + (x - cx) * sin + (y - cy) * cos };
  }

  /** Column and row of a space after so many steps. */
  cell(id, turned) {
    const { step, depth } = this.spaces.get(id);
    const [column, row] = this.plan.cells[(step + turned) % this.plan.cells.length][depth];
    return { column, row };
  }

  /** Draws it at a stop. */
  set(turned) {
    const [cx, cy] = this.plan.centre;
    this.group.setAttribute("transform", `rotate(${this.angle(turned)} ${cx} ${cy})`);
    this.group.dataset.turned = turned;
    for (const word of this.words) word.setAttribute("transform", `rotate(${-this.angle(turned)})`);
  }

  /** Shows it turning from a stop, step by step, back when there are less than none; it is drawn at the last one already. */
  swing(from, steps, tick, delay, easing) {
    if (!steps) return;
    const [cx, cy] = this.plan.centre;
    const angles = Array.from({ length: Math.abs(steps) + 1 }, (_, step) => this.angle(from + Math.sign(steps) * step));
    const timing = { duration: Math.abs(steps) * tick, delay, fill: "backwards" };
    const about = (angle) => `translate(${cx}px, ${cy}px) rotate(${angle}deg) translate(${-cx}px, ${-cy}px)`;
    this.group.animate(angles.map((angle) => ({ transform: about(angle), easing })), timing);
    for (const word of this.words) word.animate(angles.map((angle) => ({ transform: `rotate(${-angle}deg)`, easing })), timing);
  }
}
