// Dice and dial: what was thrown, and whose throw it is. The result is drawn first and animated after.

import { dial, spoken } from "./dial.js";
import { get } from "./dom.js";
import { make } from "./signs.js";
import { addingSeats } from "./turnbar.js";

/** @import { DialSector, Throw, View } from "./types/view" */
/** @import { Command } from "./types/protocol" */
/** @import { Link } from "./link.js" */
/** @import { Settings } from "./settings.js" */

const TUMBLE = 620; // ms: dice
const SPIN = 1100; // ms: a dial's hand
const FACE = 75; // ms: one face of a die while it tumbles

const PIPS = [[], [[0, 0]], [[-1, -1], [1, 1]], [[-1, -1], [0, 0], [1, 1]], [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]]];

/** @param {SVGSVGElement} svg @param {number} pips */
function face(svg, pips) {
  svg.querySelector(".pips")?.replaceChildren(...(PIPS[pips] ?? []).map(([x, y]) => make("circle", { cx: x * 13, cy: y * 13, r: 5.6 })));
}

/** @param {number} pips */
function die(pips) {
  const svg = make("svg", { class: "die", "aria-hidden": "true", viewBox: "-32 -32 64 64", "data-pips": pips });
  make("rect", { x: -28, y: -28, width: 56, height: 56, rx: 11 }, svg);
  make("g", { class: "pips" }, svg);
  face(svg, pips);
  return svg;
}

/** Has it been thrown? A dial is shown before its first spin. @param {Throw | null | undefined} thrown @returns {thrown is Throw} */
const fell = (thrown) => Boolean(thrown && (thrown.kind === "dice" || typeof thrown.at === "number"));

/** The throw in words: the sum of dice, or the direction of a dial. @param {Throw | null | undefined} thrown @param {View} view */
function sum(thrown, { mood, dial }) {
  if (!fell(thrown)) return "";
  if (thrown.kind === "dial") return spoken(dial?.[thrown.at ?? -1]?.label ?? "", mood);
  const total = thrown.pips.reduce((all, one) => all + one, 0);
  return thrown.pips.length > 1 ? `${thrown.pips.join(" + ")} = ${total}` : String(total);
}

export class Throwing {
  /** How far the dial's hand is turned. */
  turns = 0;
  /** The throw that is shown, as JSON. */
  shown = "";

  /** @param {Settings} settings @param {() => void} throwNow */
  constructor(settings, throwNow) {
    this.settings = settings;
    get("throw").addEventListener("click", throwNow);
  }

  /** Shows the throw and who throws next; returns how many milliseconds it is animated. @param {View} view @param {boolean} fresh */
  show(view, fresh) {
    const { throw: thrown } = view;
    this.words(view);
    const key = JSON.stringify(thrown);
    const again = fresh && fell(thrown);
    if (key !== this.shown || again) this.draw(thrown, view.dial ?? [], again && this.settings.animate);
    this.shown = key;
    return again && this.settings.animate ? (thrown?.kind === "dial" ? SPIN : TUMBLE) * (this.settings.pace ?? 1) : 0;
  }

  /** @param {View} view */
  words(view) {
    const { chance, seats, mine, phase, own_throw, throw: thrown } = view;
    const button = get("throw");
    const waits = addingSeats(view).length > 0;
    button.hidden = !chance?.mine || waits || own_throw === chance.thrower;
    const all = get("throw-all");
    if (all) all.hidden = button.hidden || !chance?.forced;
    const seat = seats.find((one) => one.id === chance?.thrower);
    const several = new Set(mine).size > 1;
    const [verb, noun] = thrown?.kind === "dial" ? ["Spin", "spin"] : ["Throw", "throw"];
    button.textContent = several && seat ? `${verb} for ${seat.name}` : verb;
    if (all) all.textContent = several ? `${verb} for all` : `Keep ${verb === "Spin" ? "spinning" : "throwing"}`;
    const whose = chance?.mine ? (several && seat ? `${seat.title} to ${noun}` : `Your ${noun}`) : seat ? `Waiting for ${seat.name} to ${noun}.` : `The ${noun} is automatic.`;
    const due = chance && phase === "playing";
    const own = due && chance.mine && own_throw === chance.thrower;
    get("throw-words").replaceChildren(own ? `${whose}: throw your dice and enter them` : due && !waits ? whose : sum(thrown, view));
    // The last result stays visible.
    if (due && fell(thrown)) get("throw-words").append(Object.assign(document.createElement("small"), { textContent: `Last: ${sum(thrown, view)}` }));
  }

  /** @param {Throw | null | undefined} thrown @param {DialSector[]} sectors @param {boolean} animate */
  draw(thrown, sectors, animate) {
    const box = get("thrown");
    if (!thrown) { box.replaceChildren(); box.removeAttribute("aria-label"); return; }
    if (thrown.kind === "dice") {
      const dice = thrown.pips.map(die);
      box.replaceChildren(...dice);
      box.setAttribute("aria-label", `Thrown: ${thrown.pips.join(" and ")}, together ${thrown.pips.reduce((a, b) => a + b, 0)}.`);
      if (animate) dice.forEach((one, at) => tumble(one, thrown.pips[at], at, TUMBLE * (this.settings.pace ?? 1)));
      return;
    }
    const { svg, hand, turns, words } = dial({ sectors, at: thrown.at ?? null });
    box.replaceChildren(svg);
    box.setAttribute("aria-label", words);
    const ahead = turns + Math.ceil(this.turns - turns) + 3;
    const frame = (/** @type {number} */ at) => ({ transform: `rotate(${at * 360}deg)` });
    if (animate) hand.animate([frame(this.turns), frame(ahead)], { duration: SPIN * (this.settings.pace ?? 1), easing: "cubic-bezier(.15,.6,.2,1)" });
    this.turns = turns;
  }
}

/** Players with real dice enter what they show. */
export class OwnDice {
  seat = "";
  /** @type {number | null} */
  version = null;

  /** @param {Link} link @param {(command: Command) => unknown} send */
  constructor(link, send) {
    this.link = link;
    this.send = send;
    get("own-throw").addEventListener("submit", (event) => {
      event.preventDefault();
      this.send({ type: "enter_throw", seat: this.seat, outcome: get("own-outcome").value });
    });
  }

  /** @param {View} view */
  async show(view) {
    const seat = view.phase === "playing" ? view.mine.find((id) => id === view.own_throw) : undefined;
    get("own-throw").hidden = seat === undefined;
    if (seat === undefined || this.version === view.version) return;
    Object.assign(this, { seat, version: view.version });
    const name = view.seats.find((one) => one.id === seat)?.name;
    get("own-words").textContent = `It is ${name}’s throw. Throw your dice: what do they show?`;
    /** @type {string[]} */
    let outcomes = [];
    try { outcomes = (await this.link.prospects(seat)).prospects.map((one) => one.outcome); } catch { this.version = null; }
    get("own-outcome").replaceChildren(...outcomes.map((outcome) => new Option(outcome, outcome)));
  }
}

/** Animates a die that rolls and stops at its pips. @param {SVGSVGElement} svg @param {number} pips @param {number} at @param {number} ms */
function tumble(svg, pips, at, ms) {
  const spin = at % 2 ? -1 : 1;
  const begun = performance.now();
  svg.animate([
    { transform: `translate(${-40 * spin}px, -34px) rotate(${-420 * spin}deg) scale(.8)`, opacity: 0.2 },
    { transform: "translate(0, 0) rotate(18deg) scale(1.08)", opacity: 1, offset: 0.72 },
    { transform: "none" },
  ], { duration: ms, easing: "cubic-bezier(.2,.7,.3,1)" });
  let shown = pips;
  const roll = () => {
    const over = performance.now() - begun > ms - FACE * 2 || !svg.isConnected;
    shown = over ? pips : 1 + ((shown + 1 + at) % 6);
    face(svg, shown);
    if (!over) setTimeout(roll, FACE);
  };
  roll();
}
