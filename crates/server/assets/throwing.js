// Dice and dial: what was thrown, and whose throw it is. The result is drawn
// first; the tumbling is for the eye.

import { make } from "./signs.js";

const TUMBLE = 620;
const FACE = 75; // so long a die shows one face while it tumbles

const get = (id) => document.getElementById(id);
const PIPS = [[], [[0, 0]], [[-1, -1], [1, 1]], [[-1, -1], [0, 0], [1, 1]], [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]]];

function face(svg, pips) {
  svg.querySelector(".pips").replaceChildren(...(PIPS[pips] ?? []).map(([x, y]) => make("circle", { cx: x * 13, cy: y * 13, r: 5.6 })));
}

function die(pips) {
  const svg = make("svg", { class: "die", "aria-hidden": "true", viewBox: "-32 -32 64 64", "data-pips": pips });
  make("rect", { x: -28, y: -28, width: 56, height: 56, rx: 11 }, svg);
  make("g", { class: "pips" }, svg);
  face(svg, pips);
  return svg;
}

/** What lies there, as a sum. */
function sum(thrown) {
  if (!thrown) return "";
  if (thrown.kind === "dial") return thrown.sectors[thrown.at]?.label ?? "";
  const total = thrown.pips.reduce((all, one) => all + one, 0);
  return thrown.pips.length > 1 ? `${thrown.pips.join(" + ")} = ${total}` : String(total);
}

/** The angle of the middle of a sector, clockwise from the top, in turns. */
function middle(sectors, at) {
  const whole = sectors.reduce((sum, sector) => sum + sector.weight, 0) || 1;
  const before = sectors.slice(0, at).reduce((sum, sector) => sum + sector.weight, 0);
  return (before + (sectors[at]?.weight ?? 0) / 2) / whole;
}

const round = (turns, r) => [r * Math.sin(turns * 2 * Math.PI), -r * Math.cos(turns * 2 * Math.PI)].map((v) => v.toFixed(2));

function dial({ sectors, at }) {
  const svg = make("svg", { class: "dial", "aria-hidden": "true", viewBox: "-52 -52 104 104", "data-at": at });
  const whole = sectors.reduce((sum, sector) => sum + sector.weight, 0) || 1;
  let from = 0;
  sectors.forEach((sector, index) => {
    const to = from + sector.weight / whole;
    const d = `M0 0L${round(from, 50).join(" ")}A50 50 0 ${to - from > .5 ? 1 : 0} 1 ${round(to, 50).join(" ")}Z`;
    make("path", { class: index === at ? "sector at" : "sector", d }, svg);
    const [x, y] = round((from + to) / 2, 36);
    make("text", { x, y: Number(y) + 3, "text-anchor": "middle", "font-size": 8.5 }, svg).textContent = sector.label;
    from = to;
  });
  const hand = make("path", { class: "hand", d: "M-3.4 8L0 -27L3.4 8Z", transform: `rotate(${middle(sectors, at) * 360})` }, svg);
  make("circle", { class: "hub", r: 5 }, svg);
  return { svg, hand };
}

export class Throwing {
  constructor(settings, throwNow) {
    this.settings = settings;
    this.turns = 0;
    get("throw").addEventListener("click", throwNow);
  }

  /** Shows what was thrown and who throws next; tells how long the throw is shown. */
  show(view, fresh) {
    const { chance, throw: thrown } = view;
    get("throwing").hidden = !thrown && !chance;
    this.words(view);
    const key = JSON.stringify(thrown);
    const again = fresh && thrown !== null;
    if (key !== this.shown || again) this.draw(thrown, again && this.settings.animate);
    this.shown = key;
    return again && this.settings.animate ? TUMBLE : 0;
  }

  words({ chance, seats, mine, phase, throw: thrown }) {
    const button = get("throw");
    button.hidden = !chance?.mine;
    const seat = seats.find((one) => one.id === chance?.thrower);
    const several = new Set(mine).size > 1;
    button.textContent = several && seat ? `Throw for ${seat.name}` : "Throw";
    const whose = chance?.mine ? (several && seat ? `The throw is ${seat.name}’s.` : "The throw is yours.") : seat ? `${seat.name} is to throw.` : "The throw comes by itself.";
    const words = chance && phase === "playing" ? whose : sum(thrown);
    get("throw-words").textContent = words;
  }

  draw(thrown, animate) {
    const box = get("thrown");
    if (!thrown) { box.replaceChildren(); box.removeAttribute("aria-label"); return; }
    if (thrown.kind === "dice") {
      const dice = thrown.pips.map(die);
      box.replaceChildren(...dice);
      box.setAttribute("aria-label", `Thrown: ${thrown.pips.join(" and ")}, together ${thrown.pips.reduce((a, b) => a + b, 0)}.`);
      if (animate) dice.forEach((one, at) => tumble(one, thrown.pips[at], at));
      return;
    }
    const { svg, hand } = dial(thrown);
    box.replaceChildren(svg);
    box.setAttribute("aria-label", `The dial shows ${thrown.sectors[thrown.at]?.label}.`);
    const to = middle(thrown.sectors, thrown.at);
    if (animate) hand.animate([{ transform: `rotate(${this.turns * 360}deg)` }, { transform: `rotate(${(to + 3) * 360}deg)` }], { duration: TUMBLE * 1.6, easing: "cubic-bezier(.15,.6,.2,1)" });
    this.turns = to;
  }
}

/** A die rolls and comes to lie on its pips. */
function tumble(svg, pips, at) {
  const spin = at % 2 ? -1 : 1;
  const begun = performance.now();
  svg.animate([
    { transform: `translate(${-40 * spin}px, -34px) rotate(${-420 * spin}deg) scale(.8)`, opacity: 0.2 },
    { transform: "translate(0, 0) rotate(18deg) scale(1.08)", opacity: 1, offset: 0.72 },
    { transform: "none" },
  ], { duration: TUMBLE, easing: "cubic-bezier(.2,.7,.3,1)" });
  let shown = pips;
  const roll = () => {
    const over = performance.now() - begun > TUMBLE - FACE * 2 || !svg.isConnected;
    shown = over ? pips : 1 + ((shown + 1 + at) % 6);
    face(svg, shown);
    if (!over) setTimeout(roll, FACE);
  };
  roll();
}
