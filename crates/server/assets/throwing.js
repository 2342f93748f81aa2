// Dice and dial: what was thrown, and whose throw it is. The result is drawn
// first; the tumbling is for the eye.

import { dial, spoken } from "./dial.js";
import { make } from "./signs.js";

const TUMBLE = 620;
const SPIN = 1100; // a dial's hand
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

/** Has it been thrown? A dial lies there before its first spin. */
const fell = (thrown) => Boolean(thrown) && thrown.at !== null;

/** What lies there, as a sum; of a dial what counts in this light. */
function sum(thrown, mood, dial) {
  if (!fell(thrown)) return "";
  if (thrown.kind === "dial") return spoken(dial?.[thrown.at]?.label ?? "", mood);
  const total = thrown.pips.reduce((all, one) => all + one, 0);
  return thrown.pips.length > 1 ? `${thrown.pips.join(" + ")} = ${total}` : String(total);
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
    get("throwing").hidden = (!thrown && !chance) || view.phase === "over";
    this.words(view);
    const key = JSON.stringify(thrown);
    const again = fresh && fell(thrown);
    if (key !== this.shown || again) this.draw(thrown, view.dial, again && this.settings.animate);
    this.shown = key;
    return again && this.settings.animate ? (thrown.kind === "dial" ? SPIN : TUMBLE) : 0;
  }

  words({ chance, seats, mine, phase, mood, own_throw, dial: sectors, throw: thrown }) {
    const button = get("throw");
    button.hidden = !chance?.mine || own_throw === chance.thrower;
    const seat = seats.find((one) => one.id === chance?.thrower);
    const several = new Set(mine).size > 1;
    const [verb, noun] = thrown?.kind === "dial" ? ["Spin", "spin"] : ["Throw", "throw"];
    button.textContent = several && seat ? `${verb} for ${seat.name}` : verb;
    const whose = chance?.mine ? (several && seat ? `The ${noun} is ${seat.name}’s.` : `The ${noun} is yours.`) : seat ? `${seat.name} is to ${noun}.` : `The ${noun} comes by itself.`;
    const due = chance && phase === "playing";
    get("throw-words").replaceChildren(due ? whose : sum(thrown, mood, sectors));
    // Of the throw before, what it showed is still worth a word.
    if (due && thrown?.kind === "dial" && fell(thrown)) get("throw-words").append(Object.assign(document.createElement("small"), { textContent: `Last: ${sum(thrown, mood, sectors)}` }));
  }

  draw(thrown, sectors, animate) {
    const box = get("thrown");
    if (!thrown) { box.replaceChildren(); box.removeAttribute("aria-label"); return; }
    if (thrown.kind === "dice") {
      const dice = thrown.pips.map(die);
      box.replaceChildren(...dice);
      box.setAttribute("aria-label", `Thrown: ${thrown.pips.join(" and ")}, together ${thrown.pips.reduce((a, b) => a + b, 0)}.`);
      if (animate) dice.forEach((one, at) => tumble(one, thrown.pips[at], at));
      return;
    }
    const { svg, hand, turns, words } = dial({ sectors, at: thrown.at });
    box.replaceChildren(svg);
    box.setAttribute("aria-label", words);
    const ahead = turns + Math.ceil(this.turns - turns) + 3;
    const frame = (at) => ({ transform: `rotate(${at * 360}deg)` });
    if (animate) hand.animate([frame(this.turns), frame(ahead)], { duration: SPIN, easing: "cubic-bezier(.15,.6,.2,1)" });
    this.turns = turns;
  }
}

/** Dice of one's own lie on the table in front of people: what they show is entered. */
export class OwnDice {
  constructor(link, send) {
    Object.assign(this, { link, send });
    get("own-throw").addEventListener("submit", (event) => {
      event.preventDefault();
      this.send({ type: "enter_throw", seat: this.seat, outcome: get("own-outcome").value });
    });
  }

  async show(view) {
    const wanted = view.own_throw !== null && view.mine.includes(view.own_throw) && view.phase === "playing";
    get("own-throw").hidden = !wanted;
    if (!wanted || this.version === view.version) return;
    Object.assign(this, { seat: view.own_throw, version: view.version });
    const name = view.seats.find((seat) => seat.id === view.own_throw)?.name;
    get("own-words").textContent = `The throw is ${name}’s: throw your own dice. What do they show?`;
    let prospects = [];
    try { ({ prospects = [] } = await this.link.prospects(view.own_throw)); } catch { this.version = null; }
    const option = ({ outcome }) => Object.assign(document.createElement("option"), { value: outcome, textContent: outcome });
    get("own-outcome").replaceChildren(...prospects.map(option));
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
