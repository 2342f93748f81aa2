// The drawing: men moved by id, marks, the cursor. It knows where things are and
// nothing of who may go where.

const SVG = "http://www.w3.org/2000/svg";
const GLIDE = 230;

function make(name, attributes, parent) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent?.append(element);
  return element;
}

export class Board {
  constructor(svg, plan, ids, settings) {
    this.svg = svg;
    this.plan = plan;
    this.ids = ids;
    this.settings = settings;
    this.spaces = new Map(plan.spaces.map((space) => [space.id, space]));
    this.elements = new Map([...svg.querySelectorAll(".spaces [data-space]")].map((el) => [el.dataset.space, el]));
    this.under = svg.querySelector("#under");
    this.over = svg.querySelector("#over");
    this.layer = svg.querySelector(".tokens");
    this.tokens = new Map();
    for (const element of this.layer.querySelectorAll("[data-token]")) {
      const place = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(element.getAttribute("transform"));
      this.tokens.set(Number(element.dataset.token), { element, x: Number(place[1]), y: Number(place[2]) });
    }
    // The browser's own tips would hide the board from who hovers over it.
    for (const title of svg.querySelectorAll(".space title, .way title, .token title")) title.remove();
    this.groups = Object.fromEntries(["last", "state", "choice", "hint", "cursor"].map((name) => [name, {
      under: make("g", { class: `marks ${name}` }, this.under),
      over: make("g", { class: `marks ${name}` }, this.over),
    }]));
  }

  /** Puts every man where the view has him; those that moved glide there afterwards. */
  place(tokens) {
    const seen = new Set();
    const moved = [];
    for (const token of tokens) {
      seen.add(token.id);
      const known = this.tokens.get(token.id) ?? this.create(token);
      known.element.dataset.at = token.space ?? `tray:${token.tray}`;
      known.element.querySelector("use").setAttribute("transform", `scale(${token.scale})`);
      if (known.x !== token.x || known.y !== token.y) moved.push([known, token]);
    }
    for (const [id, known] of this.tokens) {
      if (!seen.has(id)) { known.element.remove(); this.tokens.delete(id); }
    }
    // Men in a tray lie in a row, each on the one before.
    for (const token of tokens) if (token.tray) this.layer.append(this.tokens.get(token.id).element);
    for (const [known, token] of moved) this.glide(known, token.x, token.y, moved.length > 12);
  }

  create(token) {
    const element = make("g", { class: "token", "data-token": token.id, "data-kind": token.kind, transform: `translate(${token.x} ${token.y})` }, this.layer);
    if (token.seat !== null) element.dataset.seat = token.seat;
    make("use", { href: `#${this.ids}-token-${token.kind}` }, element);
    const known = { element, x: token.x, y: token.y };
    this.tokens.set(token.id, known);
    return known;
  }

  /** Draws first, animates after. */
  glide(known, x, y, crowd = false) {
    const from = { x: known.x, y: known.y };
    known.element.getAnimations().forEach((animation) => animation.cancel());
    Object.assign(known, { x, y });
    known.element.setAttribute("transform", `translate(${x} ${y})`);
    if (!this.settings.animate || crowd) return;
    if (!known.element.dataset.at.startsWith("tray:")) this.layer.append(known.element);
    const at = (p) => ({ transform: `translate(${p.x}px, ${p.y}px)` });
    known.element.animate([at(from), at({ x, y })], { duration: GLIDE, easing: "cubic-bezier(.3,.1,.2,1)" });
  }

  /** The man on a space, if there is one. */
  man(id) {
    for (const known of this.tokens.values()) if (known.element.dataset.at === id) return known;
    return null;
  }

  /** Moves a man before the server has answered; the next view corrects it. */
  anticipate(from, to) {
    const man = this.man(from);
    const space = this.spaces.get(to);
    if (man && space) this.glide(man, space.x, space.y);
  }

  /** Ends all gliding. */
  skip() {
    for (const known of this.tokens.values()) known.element.getAnimations().forEach((animation) => animation.finish());
  }

  clear(group) {
    this.groups[group].under.replaceChildren();
    this.groups[group].over.replaceChildren();
  }

  /** Pairs of space and mark, drawn with the signs the server sent. */
  marks(group, pairs) {
    this.clear(group);
    for (const [id, word] of pairs) {
      const space = this.spaces.get(id);
      const sign = document.getElementById(`${this.ids}-mark-${word}`);
      if (!space || !sign) continue;
      const parent = this.groups[group][sign.dataset.layer];
      make("use", { href: `#${sign.id}`, class: `mark ${word}`, "data-mark": word, "data-on": id, transform: `translate(${space.x} ${space.y})` }, parent);
    }
  }

  ring(group, id, name, factor) {
    const space = this.spaces.get(id);
    if (!space) return;
    const place = { cx: space.x, cy: space.y, r: this.plan.r * factor };
    make("circle", { class: `${name}-halo`, ...place }, this.groups[group].over);
    make("circle", { class: name, ...place }, this.groups[group].over);
  }

  /** The cursor of the keyboard. */
  cursor(id) {
    this.clear("cursor");
    if (id) this.ring("cursor", id, "cursor", 1.34);
  }

  /** A hint: a line from the first step to the last, or a ring. */
  hint(steps) {
    this.clear("hint");
    const [from, to] = [this.spaces.get(steps[0]), this.spaces.get(steps.at(-1))];
    if (!from || !to) return;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.hypot(dx, dy) || 1;
    const [ux, uy] = [dx / length, dy / length];
    const r = this.plan.r;
    const [sx, sy] = [from.x + ux * r * .9, from.y + uy * r * .9];
    const [ex, ey] = [to.x - ux * r * .55, to.y - uy * r * .55];
    const line = `M${sx} ${sy}L${ex} ${ey}`;
    const head = `M${to.x} ${to.y}L${ex - uy * r * .42} ${ey + ux * r * .42}L${ex + uy * r * .42} ${ey - ux * r * .42}Z`;
    this.ring("hint", steps[0], "pick", 1.16);
    make("path", { class: "hint-halo", d: line }, this.groups.hint.over);
    make("path", { class: "hint-line", d: line }, this.groups.hint.over);
    make("path", { class: "hint-head", d: head }, this.groups.hint.over);
  }

  /** A point of the screen in the drawing's own units. */
  unit(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return { x: point.x, y: point.y };
  }

  /** The space nearest to a point of the screen, if it is near at all. */
  near(event) {
    const { x, y } = this.unit(event);
    let best = null;
    for (const space of this.plan.spaces) {
      const away = Math.hypot(space.x - x, space.y - y);
      if (away < this.plan.r * 1.6 && (!best || away < best.away)) best = { id: space.id, away };
    }
    return best?.id ?? null;
  }

  /** The next space in a direction, holes skipped. */
  neighbour(id, columns, rows) {
    const here = this.spaces.get(id);
    let best = null;
    for (const space of this.plan.spaces) {
      const along = (space.column - here.column) * columns + (space.row - here.row) * rows;
      const aside = Math.abs((space.column - here.column) * rows) + Math.abs((space.row - here.row) * columns);
      if (along <= 0) continue;
      const cost = along + aside * 3;
      if (!best || cost < best.cost) best = { id: space.id, cost };
    }
    return best?.id ?? id;
  }
}
