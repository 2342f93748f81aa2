// Clocks on the name plates. They are the server's: what is shown here is what
// it said last, and the time since then by its own reckoning.

import { times } from "./words.js";

const LOW = [60, 30, 10]; // so many seconds before the end it is said

/** Time left as people read it, and as it is said. */
function words(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  const two = (number) => String(number).padStart(2, "0");
  if (days) return [`${days} d ${hours} h`, `${times(days, "day")} ${times(hours, "hour")}`];
  if (seconds >= 3600) return [`${hours}:${two(minutes)}:${two(seconds % 60)}`, `${times(hours, "hour")} ${times(minutes, "minute")}`];
  return [`${minutes}:${two(seconds % 60)}`, minutes ? `${times(minutes, "minute")} ${times(seconds % 60, "second")}` : times(seconds, "second")];
}

export class Clocks {
  constructor(announce) {
    Object.assign(this, { announce, ahead: -Infinity, said: new Map() });
    setInterval(() => this.tick(), 250);
  }

  /** The server's clock showed at least this just now. The best guess is the latest that was ever heard. */
  heard(at) { if (at) this.ahead = Math.max(this.ahead, at - Date.now()); }

  /** The server's time, as far as it is known. */
  now() { return Date.now() + (Number.isFinite(this.ahead) ? this.ahead : 0); }

  show(view, cards, live) {
    Object.assign(this, { view, cards });
    if (live && view.clocks) this.heard(view.clocks.at);
    this.tick();
  }

  /** What a seat has left now, in milliseconds; `null` when it has no clock. */
  left(at) {
    const { clocks, seats } = this.view;
    const left = clocks?.left[at];
    if (left === null || left === undefined) return null;
    const since = Number.isFinite(this.ahead) ? Math.max(0, Date.now() + this.ahead - clocks.at) : 0;
    return clocks.running.includes(seats[at].id) ? left - since : left;
  }

  tick() {
    if (!this.view?.clocks) return;
    this.view.seats.forEach((seat, at) => this.plate(seat, at));
  }

  plate(seat, at) {
    const clock = this.cards.get(seat.id)?.clock;
    const left = this.left(at);
    if (!clock) return;
    clock.hidden = left === null || this.view.phase === "over";
    if (clock.hidden) return;
    const [short, long] = words(left);
    const running = this.view.clocks.running.includes(seat.id);
    if (clock.textContent !== short) clock.textContent = short;
    clock.dataset.runs = running;
    clock.dataset.low = left < LOW[1] * 1000;
    clock.setAttribute("aria-label", `${long} left${running ? ", running" : ""}`);
    if (running && this.view.mine.includes(seat.id)) this.warn(seat, left);
  }

  /** My time runs out: it is said, each time once. */
  warn(seat, left) {
    const mark = LOW.findLast((seconds) => left <= seconds * 1000);
    const before = this.said.get(seat.id);
    this.said.set(seat.id, mark);
    if (mark && before !== mark && (before === undefined || mark < before)) this.announce(`${mark} seconds left for ${seat.name}.`);
  }
}
