// A window onto a board that is too large for the screen. The drawing stays as it
// is; only which part of it is seen changes. Fingers, wheel, keys and buttons make
// it larger and move it, and the names of columns and rows stay at its edges. A
// board whose spaces are large enough is left alone.

import { make } from "./signs.js";

const FINGER = 32; // pixels: spaces closer to each other are too small for a hand
const HOPELESS = FINGER / 2; // so close, and a finger's first tap makes them larger
const EASY = 46; // so far apart, everybody hits them
const LARGEST = 96;
const STEP = 1.5; // by so much a key or a button
const TWICE = 350; // milliseconds between the taps of a double tap
const NEAR = 30; // pixels between them
const BAND = 20; // pixels of the edge with the names
const GLIDE = 200;

const get = (id) => document.getElementById(id);
const between = (low, value, high) => Math.min(Math.max(value, low), Math.max(low, high));

/** How far spaces are from their nearest neighbours: what half of them reach. */
function gap(spaces) {
  const some = spaces.filter((_, at) => at % Math.ceil(spaces.length / 100) === 0);
  const nearest = some.map((one) => Math.min(...spaces.filter((other) => other !== one).map((other) => Math.hypot(other.x - one.x, other.y - one.y))));
  return nearest.sort((a, b) => a - b)[nearest.length >> 1] ?? Infinity;
}

/** Names of columns and rows, when the spaces are called by both: k and 14 of k14. */
function rulers(spaces) {
  const [columns, rows] = [new Map(), new Map()];
  const fits = (lines, key, text, at) => {
    const line = lines.get(key) ?? { text, at };
    lines.set(key, line);
    return line.text === text && Math.abs(line.at - at) < 1;
  };
  for (const { id, column, row, x, y } of spaces) {
    const parts = /^([a-z]+)(\d+)$/.exec(id);
    if (!parts || !fits(columns, column, parts[1], x) || !fits(rows, row, parts[2], y)) return null;
  }
  const ordered = (lines) => [...lines.values()].sort((a, b) => a.at - b.at);
  return { columns: ordered(columns), rows: ordered(rows) };
}

export class Zoom {
  /** `interest` tells the space that matters now, if any: what is picked, or under the cursor. */
  constructor(board, settings, announce, interest) {
    const [width, height] = board.plan.size;
    Object.assign(this, { board, settings, announce, interest, width, height, scale: 1, x: 0, y: 0, fingers: new Map(), given: false, abandon: () => {} });
    this.gap = gap(board.plan.spaces);
    this.names = rulers(board.plan.spaces);
    // The drawing's own edge, on which nothing happens.
    this.edge = Math.min(...board.plan.spaces.flatMap(({ x, y }) => [x, y, width - x, height - y])) - this.gap / 2;
    this.edges = make("g", { class: "rulers", "aria-hidden": "true" }, board.svg);
    this.measure();
    new ResizeObserver(() => this.measure()).observe(board.svg);
    this.listen(board.svg);
    get("zoom-in").addEventListener("click", () => this.step(STEP));
    get("zoom-out").addEventListener("click", () => this.step(1 / STEP));
    get("zoom-whole").addEventListener("click", () => this.whole());
  }

  /** Is less than the whole board seen? */
  get on() { return this.scale > 1.001; }

  /** Pixels between neighbouring spaces as they are seen now. */
  get pixels() { return this.gap * this.unit * this.scale; }

  /** How large the drawing is on the screen, and whether its spaces are too small there. */
  measure() {
    this.unit = this.board.svg.getBoundingClientRect().width / this.width || 1;
    this.possible = this.gap * this.unit < FINGER;
    this.most = Math.max(2, LARGEST / (this.gap * this.unit));
    this.board.svg.parentElement.classList.toggle("zooms", this.possible);
    get("zooming").hidden = !this.possible;
    if (this.possible) get("lens").hidden = false;
    if (!this.possible) Object.assign(this, { scale: 1, x: 0, y: 0 });
    this.set(this.scale, this.x, this.y);
  }

  // ---- the window ----

  /** The window as near to what is asked for as the board allows. */
  within(scale, x, y) {
    const size = between(1, scale, this.possible ? this.most : 1);
    if (size < 1.02) return { scale: 1, x: 0, y: 0 };
    // The names at the edges hide nothing for good.
    const rim = Math.max(0, BAND / (this.unit * size) - this.edge);
    const fit = (at, whole) => between(-rim, at, whole - whole / size + rim);
    return { scale: size, x: fit(x, this.width), y: fit(y, this.height) };
  }

  set(scale, x, y) {
    cancelAnimationFrame(this.gliding);
    this.goal = null;
    this.apply(this.within(scale, x, y));
  }

  apply({ scale, x, y }) {
    const { svg } = this.board;
    Object.assign(this, { scale, x, y });
    const round = (value) => Math.round(value * 100) / 100;
    svg.setAttribute("viewBox", [x, y, this.width / scale, this.height / scale].map(round).join(" "));
    svg.dataset.zoom = round(scale);
    svg.classList.toggle("zoomed", this.on);
    get("zoom-in").setAttribute("aria-disabled", String(scale >= this.most));
    for (const id of ["zoom-out", "zoom-whole"]) get(id).setAttribute("aria-disabled", String(!this.on));
    this.label();
  }

  /** Goes there smoothly; it is as good as there at once. */
  go(scale, x, y) {
    const goal = this.within(scale, x, y);
    if (!this.settings.animate) return this.set(goal.scale, goal.x, goal.y);
    cancelAnimationFrame(this.gliding);
    this.goal = goal;
    const from = { x: this.x, y: this.y, w: 1 / this.scale };
    const begun = performance.now();
    const frame = (now) => {
      const part = between(0, (now - begun) / GLIDE, 1);
      const eased = 1 - (1 - part) ** 3;
      const mix = (a, b) => a + (b - a) * eased;
      this.apply(part === 1 ? goal : { scale: 1 / mix(from.w, 1 / goal.scale), x: mix(from.x, goal.x), y: mix(from.y, goal.y) });
      if (part < 1) this.gliding = requestAnimationFrame(frame);
      else this.goal = null;
    };
    this.gliding = requestAnimationFrame(frame);
    return undefined;
  }

  /** Ends a glide: who goes on from it goes on from its end. */
  arrive() { if (this.goal) this.set(this.goal.scale, this.goal.x, this.goal.y); }

  /** The window in which a point of the drawing stays where it is on the screen. */
  about(scale, point) {
    const size = between(1, scale, this.most);
    const keep = (at, from) => at - ((at - from) * this.scale) / size;
    return [size, keep(point.x, this.x), keep(point.y, this.y)];
  }

  /** One step of a key or a button, towards what matters or the middle of what is seen. */
  step(factor) {
    if (!this.possible) return this.announce("The spaces are large enough: the whole board is shown.");
    this.arrive();
    this.given = false;
    const scale = between(1, this.scale * factor, this.most);
    const middle = { x: this.x + this.width / this.scale / 2, y: this.y + this.height / this.scale / 2 };
    const centre = this.board.point(this.interest()) ?? middle;
    const window = [scale, centre.x - this.width / scale / 2, centre.y - this.height / scale / 2];
    this.go(...window);
    return this.announce(this.words(this.within(...window)));
  }

  whole() {
    this.given = false;
    if (!this.on) return;
    this.go(1, 0, 0);
    this.announce("The whole board.");
  }

  /** Moves what is seen by so many pixels; `false` when it is at the edge. */
  pan(dx, dy) {
    const [x, y] = [this.x, this.y];
    const pixel = this.unit * this.scale;
    this.set(this.scale, x - dx / pixel, y - dy / pixel);
    return x !== this.x || y !== this.y;
  }

  /** Brings a space into sight. */
  reveal(id) {
    const at = this.board.point(id);
    this.arrive();
    if (!this.on || !at) return;
    const [scale, x, y] = this.around([this.scale, this.x, this.y], at);
    if (x !== this.x || y !== this.y) this.go(scale, x, y);
  }

  /** The window moved as little as shows this place with what lies beside it. */
  around([scale, x, y], at) {
    const margin = Math.min(this.gap * 1.2 + BAND / (this.unit * scale), this.width / scale / 3);
    const into = (from, place, whole) => between(place - whole / scale + margin, from, place - margin);
    return [scale, into(x, at.x, this.width), into(y, at.y, this.height)];
  }

  /** What was made larger by a first tap is made whole when there is nothing to do. */
  rest() { if (this.given) this.whole(); }

  // ---- fingers, mouse, wheel ----

  /**
   * A tap or click on a space, before it means anything; `true` when it was meant
   * for the window. `acts` tells whether the space would do something.
   */
  tap(event, acts) {
    if (!this.possible) return false;
    const here = { x: event.clientX, y: event.clientY, when: event.timeStamp };
    const before = this.tapped;
    const twice = before && here.when - before.when < TWICE && Math.hypot(here.x - before.x, here.y - before.y) < NEAR;
    this.tapped = here;
    if (twice && before.zoomed) return true;
    if (this.hopeless(event)) return this.closer(event, here);
    if (!twice || acts) return false;
    this.tapped = null;
    if (this.on) this.whole(); else this.closer(event, here);
    return true;
  }

  /** Is this a finger, and the spaces so small that it cannot know what it points at? */
  hopeless(event) { return this.possible && event.pointerType === "touch" && this.pixels < HOPELESS; }

  closer(event, tapped) {
    tapped.zoomed = true;
    const here = this.board.unit(event);
    const window = this.around(this.about(EASY / (this.gap * this.unit), here), here);
    this.go(...window);
    this.given = event.pointerType === "touch";
    this.announce(`${this.words(this.within(...window))} Tap again to point.`);
    return true;
  }

  listen(svg) {
    svg.addEventListener("pointerdown", (event) => this.down(event));
    document.addEventListener("pointermove", (event) => this.pinch(event));
    for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, (event) => this.fingers.delete(event.pointerId));
    // Two fingers are ours, not the browser's.
    svg.addEventListener("touchmove", (event) => { if (this.possible && event.cancelable && event.touches.length > 1) event.preventDefault(); }, { passive: false });
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  down(event) {
    if (event.pointerType !== "touch" || !this.possible) return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size !== 2) return;
    this.abandon();
    this.given = false;
    const { middle, apart } = this.hold();
    this.pinched = { apart, scale: this.scale, point: this.board.unit({ clientX: middle.x, clientY: middle.y }) };
  }

  get pinching() { return this.fingers.size > 1; }

  /** The middle of two fingers, and how far they are apart. */
  hold() {
    const [a, b] = [...this.fingers.values()];
    return { middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, apart: Math.hypot(a.x - b.x, a.y - b.y) || 1 };
  }

  /** What lay between the fingers stays between them. */
  pinch(event) {
    if (!this.fingers.has(event.pointerId)) return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size !== 2) return;
    const { middle, apart } = this.hold();
    const scale = between(1, (this.pinched.scale * apart) / this.pinched.apart, this.most);
    const box = this.board.svg.getBoundingClientRect();
    const { point } = this.pinched;
    this.set(scale, point.x - ((middle.x - box.left) / box.width) * (this.width / scale), point.y - ((middle.y - box.top) / box.height) * (this.height / scale));
  }

  wheel(event) {
    if (!this.possible) return;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      this.given = false;
      this.set(...this.about(this.scale * Math.exp(-between(-60, event.deltaY, 60) * 0.008), this.board.unit(event)));
    } else if (this.on && this.pan(-event.deltaX, -event.deltaY)) event.preventDefault();
  }

  // ---- names at the edges ----

  /** Columns and rows that are seen in a window. */
  seen({ scale, x, y }) {
    const inside = (lines, from, whole) => lines.filter(({ at }) => at > from && at < from + whole / scale);
    return { columns: inside(this.names.columns, x, this.width), rows: inside(this.names.rows, y, this.height) };
  }

  words(window) {
    if (window.scale === 1) return "The whole board.";
    if (!this.names) return `${Math.round(window.scale * 10) / 10} times as large.`;
    const { columns, rows } = this.seen(window);
    return `Columns ${columns[0]?.text} to ${columns.at(-1)?.text}, rows ${rows[0]?.text} to ${rows.at(-1)?.text}.`;
  }

  label() {
    this.edges.replaceChildren();
    if (!this.on || !this.names) return;
    const pixel = this.unit * this.scale;
    this.edges.setAttribute("transform", `translate(${this.x} ${this.y}) scale(${1 / pixel})`);
    const [wide, high] = [this.width * this.unit, this.height * this.unit];
    make("path", { class: "band", d: `M0 0H${wide}V${BAND}H${BAND + 4}V${high}H0Z` }, this.edges);
    const { columns, rows } = this.seen(this);
    const word = (text, x, y) => { make("text", { x, y, "text-anchor": "middle", "font-size": 13 }, this.edges).textContent = text; };
    for (const { text, at } of columns) if ((at - this.x) * pixel > BAND + 12) word(text, (at - this.x) * pixel, 14.5);
    for (const { text, at } of rows) if ((at - this.y) * pixel > BAND + 8) word(text, BAND / 2 + 2, (at - this.y) * pixel + 4.5);
  }
}
