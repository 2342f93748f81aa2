// Free seats, live: buttons for visitors, the link to share for players who wait.

import { get } from "./dom.js";
import { listed, make } from "./words.js";

/** @import { Seat, View } from "./types/view" */

export class Joining {
  /** @type {string[] | null} Seats that were free before. */
  known = null;

  /** @param {(text: string) => void} announce */
  constructor(announce) { this.announce = announce; }

  /** @param {View} view */
  show(view) {
    const free = view.phase === "waiting" ? view.seats.filter((seat) => seat.kind === "open") : [];
    const mine = view.mine.length > 0;
    get("share").hidden = !free.length || !mine;
    get("sit")?.toggleAttribute("hidden", !free.length || mine);
    get("free-now").textContent = listed(free.map((seat) => seat.name));
    heading("share", free.length === 1 ? "Send this link to a friend" : "Send this link to your friends");
    heading("sit", free.length === 1 ? "A seat is free" : "Seats are free");
    this.offer(free);
    this.notice(free, view, mine);
    this.known = free.map((seat) => seat.id);
  }

  /** One button for each free seat. Buttons that stay are not touched: somebody may be about to press one. @param {Seat[]} free */
  offer(free) {
    const box = get("free-seats");
    const kept = new Map([...box.querySelectorAll("button")].map((button) => [button.value, button]));
    for (const [id, one] of kept) if (!free.some((seat) => seat.id === id)) one.remove();
    for (const [at, seat] of free.entries()) {
      if (!kept.has(seat.id)) box.insertBefore(button(seat), box.children[at] ?? null);
    }
  }

  /** Tells a visitor about seats that were taken or became free. @param {Seat[]} free @param {View} view @param {boolean} mine */
  notice(free, view, mine) {
    const [box, known] = [get("sit-notice"), this.known];
    if (mine || view.phase === "over") { box.hidden = true; return; }
    if (!known || known.join() === free.map((seat) => seat.id).join()) return;
    const gone = view.seats.filter((seat) => known.includes(seat.id) && seat.kind !== "open");
    const text = gone.length ? `${listed(gone.map((seat) => `${seat.who} took ${seat.name}`))}. ${free.length ? "" : "All seats are taken. You are a spectator."}`
      : "A seat has become free.";
    box.textContent = text.trim();
    box.hidden = false;
    this.announce(box.textContent);
  }
}

/** @param {string} id @param {string} words */
function heading(id, words) {
  const title = get(id)?.querySelector("h2");
  if (title) title.textContent = words;
}

/** @param {Seat} seat */
function button(seat) {
  return Object.assign(make("button", "primary", `Play ${seat.name}`), { type: "submit", name: "seat", value: seat.id });
}
