// Free seats, as they are taken and become free: buttons for visitors, the link for those who wait.

import { listed, make } from "./words.js";

const get = (id) => document.getElementById(id);

export class Joining {
  constructor(announce) { Object.assign(this, { announce, known: null }); }

  show(view) {
    const free = view.phase === "waiting" ? view.seats.filter((seat) => seat.kind === "open") : [];
    const mine = view.mine.length > 0;
    get("share").hidden = !free.length || !mine;
    get("sit").hidden = !free.length || mine;
    get("free-now").textContent = listed(free.map((seat) => seat.name));
    get("share").querySelector("h2").textContent = free.length === 1 ? "Send this link to a friend" : "Send this link to your friends";
    get("sit").querySelector("h2").textContent = free.length === 1 ? "A seat is free" : "Seats are free";
    this.offer(free);
    this.notice(free, view, mine);
    this.known = free.map((seat) => seat.id);
  }

  /** One button for each free seat. Those that stay are not touched: somebody may be about to press one. */
  offer(free) {
    const box = get("free-seats");
    const kept = new Map([...box.children].map((button) => [button.value, button]));
    const button = (seat) => Object.assign(make("button", "primary", `Sit down and lead ${seat.name}`), { type: "submit", name: "seat", value: seat.id });
    for (const [id, one] of kept) if (!free.some((seat) => seat.id === id)) one.remove();
    for (const [at, seat] of free.entries()) {
      if (!kept.has(seat.id)) box.insertBefore(button(seat), box.children[at] ?? null);
    }
  }

  /** Says what somebody else did to the seats a visitor looks at. */
  notice(free, view, mine) {
    const box = get("sit-notice");
    if (mine || view.phase === "over") { box.hidden = true; return; }
    if (!this.known || this.known.join() === free.map((seat) => seat.id).join()) return;
    const gone = view.seats.filter((seat) => this.known.includes(seat.id) && seat.kind !== "open");
    const text = gone.length ? `${listed(gone.map((seat) => `${seat.who} took ${seat.name}`))}. ${free.length ? "" : "All seats are taken; you are watching."}`
      : "A seat has become free.";
    box.textContent = text.trim();
    box.hidden = false;
    this.announce(box.textContent);
  }
}
