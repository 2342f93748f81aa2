// By which die: where a throw leaves the choice, it is made here and narrows what
// can be pointed at. Which action goes by which die is told with the offers.

import { make } from "./words.js";

const get = (id) => document.getElementById(id);

export class ByDie {
  /** `chosen(die)` is told of every choice; `null` is either. */
  constructor(chosen) {
    Object.assign(this, { chosen, die: null, dice: [] });
  }

  show(view) {
    const dice = [...new Set(view.moves.map((offer) => offer.die).filter(Boolean))].sort((a, b) => b - a);
    const same = dice.join() === this.dice.join();
    this.dice = dice;
    if (!same || dice.length < 2) this.die = null;
    const box = get("by-die");
    box.hidden = dice.length < 2;
    if (!same || box.hidden) box.replaceChildren(...(box.hidden ? [] : [make("span", "", "Play by"), ...[...dice, null].map((die) => this.button(die))]));
    this.mark();
  }

  button(die) {
    const button = make("button", "", die ? `the ${die}` : "either");
    button.type = "button";
    button.dataset.die = die ?? "";
    button.addEventListener("click", () => this.choose(die));
    return button;
  }

  /** Chooses a die; the same again is no choice. */
  choose(die) {
    if (die && !this.dice.includes(die)) return false;
    this.die = die === this.die ? null : die;
    this.mark();
    this.chosen(this.die);
    return true;
  }

  mark() {
    for (const button of get("by-die").querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.die === String(this.die ?? "")));
  }
}
