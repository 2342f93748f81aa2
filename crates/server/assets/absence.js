// When the other player is gone: what I can choose, and from when.

import { get } from "./dom.js";
import { listed } from "./words.js";

/** @import { Command } from "./types/protocol" */
/** @import { Absent, View } from "./types/view" */

/** @typedef {Extract<Command, { type: "resolve_absence" }>["choice"]} Choice */

const LONGEST_TIMER = 2 ** 31 - 1;
const DAY = 86_400_000; // ms after which the win can be claimed as well
const CHOICES = /** @type {const} */ (["claim", "abort", "open"]);

export class Absence {
  /** @type {View | null} */
  view = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;

  /**
   * `now()` is the server's time in milliseconds.
   * @param {(command: Command) => unknown} send @param {() => number} now @param {(text: string) => void} announce
   */
  constructor(send, now, announce) {
    this.send = send;
    this.now = now;
    this.announce = announce;
    for (const choice of CHOICES) get(`absent-${choice}`).addEventListener("click", () => this.choose(choice));
    const form = get("absent-computer");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.choose("computer", String(new FormData(form).get("level")));
    });
  }

  /** @param {View} view */
  show(view) {
    this.view = view;
    clearTimeout(this.timer);
    const { absence: absent } = view;
    const wait = absent?.mine ? absent.from - this.now() : Infinity;
    const was = get("absent").hidden;
    get("absent").hidden = wait > 0;
    if (wait > 0 && wait < LONGEST_TIMER) this.timer = setTimeout(() => this.show(view), wait + 50);
    if (wait > 0 || !absent) return;
    get("absent-words").textContent = this.words(view, absent);
    get("absent-open").hidden = absent.why === "open";
    get("absent-claim").hidden = absent.why === "unrevealed" && this.now() < absent.from + DAY;
    if (was) this.announce(get("absent-words").textContent ?? "");
  }

  /** @param {View} view @param {Absent} absent */
  words(view, { seats, why }) {
    const gone = view.seats.filter((seat) => seats.includes(seat.id));
    const who = gone[0]?.who;
    if (why === "unrevealed") return `${listed(gone.map((seat) => seat.who))} did not reveal their contribution to the dice. You can wait, or choose:`;
    if (why === "time") return `${who} has run out of time. What do you want to do?`;
    if (why === "open") return `Nobody has taken the seat of ${listed(gone.map((seat) => seat.name))} yet. You can wait, or choose:`;
    return `${who} has been away for a day or more. You can wait, or choose:`;
  }

  /** @param {Choice} choice @param {string} [level] */
  choose(choice, level) {
    const { absence: absent, mine } = this.view ?? { absence: null, mine: [] };
    const seat = mine.find((id) => !absent?.seats.includes(id));
    if (seat) this.send({ type: "resolve_absence", seat, choice, level });
  }
}
