// Choosing a die, where a throw leaves the choice: only moves by that die can then be pointed at. The legal moves say
// which die each one uses.

import { get } from "./dom.js";
import { make } from "./words.js";

/** @import { View } from "./types/view" */

export class ByDie {
  /** @type {number | null} The chosen die; `null` for either. */
  die = null;
  /** @type {number[]} */
  dice = [];

  /** `chosen(die)` is called with every choice. @param {(die: number | null) => void} chosen */
  constructor(chosen) { this.chosen = chosen; }

  /** @param {View} view */
  show(view) {
    const dice = [...new Set(view.moves.flatMap((move) => move.die ?? []))].sort((a, b) => b - a);
    const same = dice.join() === this.dice.join();
    this.dice = dice;
    if (!same || dice.length < 2) this.die = null;
    const box = get("by-die");
    box.hidden = dice.length < 2;
    if (!same || box.hidden) box.replaceChildren(...(box.hidden ? [] : [make("span", "", "Use"), ...[...dice, null].map((die) => this.button(die))]));
    this.mark();
  }

  /** @param {number | null} die */
  button(die) {
    const button = make("button", "", die ? `the ${die}` : "either");
    button.type = "button";
    button.dataset.die = String(die ?? "");
    button.addEventListener("click", () => this.choose(die));
    return button;
  }

  /** Chooses a die; the same die again removes the choice. @param {number | null} die */
  choose(die) {
    if (die && !this.dice.includes(die)) return;
    this.die = die === this.die ? null : die;
    this.mark();
    this.chosen(this.die);
  }

  mark() {
    for (const button of get("by-die").querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.die === String(this.die ?? "")));
  }
}
