// Clocks on the seats. The server keeps the time: the page shows the last value it sent, minus the time since then.

import { times } from "./words.js";

/** @import { Seat, View } from "./types/view" */
/** @import { Card } from "./seats.js" */

const WARNINGS = [60, 30, 10]; // seconds left
const LOW = 30_000; // ms

/** Time left, short for the eye and in words. @param {number} ms */
function words(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  if (days) return [`${days} d ${hours} h`, `${times(days, "day")} ${times(hours, "hour")}`];
  if (seconds >= 3600) return [`${hours}:${two(minutes)}:${two(seconds % 60)}`, `${times(hours, "hour")} ${times(minutes, "minute")}`];
  return [`${minutes}:${two(seconds % 60)}`, minutes ? `${times(minutes, "minute")} ${times(seconds % 60, "second")}` : times(seconds, "second")];
}

export class Clocks {
  /** The server's clock minus this one's, in milliseconds, if known. */
  ahead = -Infinity;
  /** @type {Map<string, number | undefined>} The last warning by seat. */
  said = new Map();
  /** @type {View | null} */
  view = null;
  /** @type {Map<string, Card>} */
  cards = new Map();

  /** @param {(text: string) => void} announce */
  constructor(announce) {
    this.announce = announce;
    setInterval(() => this.tick(), 250);
  }

  /** Takes a time from the server. The largest difference so far is the best estimate. @param {number} at */
  heard(at) { if (at) this.ahead = Math.max(this.ahead, at - Date.now()); }

  /** The estimated time of the server. */
  now() { return Date.now() + (Number.isFinite(this.ahead) ? this.ahead : 0); }

  /** @param {View} view @param {Map<string, Card>} cards @param {boolean} live */
  show(view, cards, live) {
    this.view = view;
    this.cards = cards;
    if (live && view.clocks) this.heard(view.clocks.at);
    this.tick();
  }

  tick() {
    const { view } = this;
    if (view?.clocks) view.seats.forEach((seat, at) => this.plate(view, seat, at));
  }

  /** Milliseconds a seat has left; `null` when it has no clock. @param {View} view @param {number} at */
  left({ clocks, seats }, at) {
    const left = clocks?.left[at] ?? null;
    if (left === null || !clocks?.running.includes(seats[at].id)) return left;
    return left - (Number.isFinite(this.ahead) ? Math.max(0, Date.now() + this.ahead - clocks.at) : 0);
  }

  /** @param {View} view @param {Seat} seat @param {number} at */
  plate(view, seat, at) {
    const clock = this.cards.get(seat.id)?.clock;
    const left = this.left(view, at);
    if (!clock) return;
    clock.hidden = left === null || view.phase === "over";
    if (left === null || clock.hidden) return;
    const [short, long] = words(left);
    const running = Boolean(view.clocks?.running.includes(seat.id));
    if (clock.textContent !== short) clock.textContent = short;
    clock.dataset.runs = String(running);
    clock.dataset.low = String(left < LOW);
    clock.setAttribute("aria-label", `${long} left${running ? ", running" : ""}`);
    if (running && view.mine.includes(seat.id)) this.warn(seat, left);
  }

  /** Announces that my time runs out, each warning once. @param {Seat} seat @param {number} left */
  warn(seat, left) {
    const mark = WARNINGS.findLast((seconds) => left <= seconds * 1000);
    const before = this.said.get(seat.id);
    this.said.set(seat.id, mark);
    if (mark && before !== mark && (before === undefined || mark < before)) this.announce(`${mark} seconds left for ${seat.name}.`);
  }
}
