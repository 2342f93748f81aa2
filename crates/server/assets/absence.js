// When the other player is gone: what may be chosen, once it may.

import { listed } from "./words.js";

const get = (id) => document.getElementById(id);
const LONGEST = 2 ** 31 - 1; // no timer waits longer

export class Absence {
  /** `send(command)` sends a command; `now()` is the server's time in milliseconds. */
  constructor(send, now, announce) {
    Object.assign(this, { send, now, announce });
    for (const choice of ["claim", "abort", "open"]) get(`absent-${choice}`).addEventListener("click", () => this.choose(choice));
    get("absent-computer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.choose("computer", event.target.elements.level.value);
    });
  }

  show(view) {
    this.view = view;
    clearTimeout(this.timer);
    const { absence: absent } = view;
    const wait = absent?.mine ? absent.from - this.now() : Infinity;
    const was = get("absent").hidden;
    get("absent").hidden = wait > 0;
    if (wait > 0 && wait < LONGEST) this.timer = setTimeout(() => this.show(this.view), wait + 50);
    if (wait > 0) return;
    get("absent-words").textContent = this.words(absent);
    get("absent-open").hidden = absent.why === "open";
    if (was) this.announce(get("absent-words").textContent);
  }

  words({ seats, why }) {
    const gone = this.view.seats.filter((seat) => seats.includes(seat.id));
    const who = gone[0]?.who;
    if (why === "time") return `${who} has run out of time. What do you want to do?`;
    if (why === "open") return `Nobody has taken the seat of ${listed(gone.map((seat) => seat.name))} yet. You can wait, or choose:`;
    return `${who} has been away for a day or more. You can wait, or choose:`;
  }

  choose(choice, level) {
    const { absence: absent, mine } = this.view;
    const seat = mine.find((id) => !absent?.seats.includes(id));
    if (seat) this.send({ type: "resolve_absence", seat, choice, level });
  }
}
