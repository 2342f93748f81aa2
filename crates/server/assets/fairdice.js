// Fair dice at the table: what this browser adds to them for each of my seats,
// drawn here and sent by itself, and what everybody can see of them.

import { drawn, remembered } from "./nonces.js";
import { make } from "./words.js";

const TRIES = 4;

const get = (id) => document.getElementById(id);

export class FairDice {
  constructor(id, link) {
    Object.assign(this, { id, link, adding: false, added: new Set(), told: "" });
    // Who sits down brings what he adds along.
    get("sit")?.addEventListener("submit", (event) => {
      const field = event.target.elements.nonce;
      if (field) field.value = drawn(this.id, event.submitter?.value ?? "");
    });
    get("fair")?.addEventListener("toggle", () => this.tell());
  }

  show(view) {
    this.view = view;
    this.add();
    if (get("fair")?.open) this.tell();
  }

  /** Adds for one seat after the other, as long as one of mine is asked. */
  async add() {
    if (this.adding) return;
    this.adding = true;
    for (let failed = 0; failed < TRIES;) {
      const { mine, version, wants_nonce } = this.view;
      const seat = wants_nonce.find((id) => mine.includes(id) && !this.added.has(id));
      if (!seat) break;
      const answer = await this.link.command(version, { type: "add_nonce", seat, nonce: drawn(this.id, seat) });
      if (answer.ok) this.added.add(seat);
      // Not taken, and nothing new to say why: it is tried again with the next view.
      else if (this.view.version === version) break;
      else failed++;
    }
    this.adding = false;
  }

  /** Fingerprint and all that was added, as the record has it. */
  async tell() {
    const box = get("fair-words");
    const state = `${this.view.phase} ${this.view.wants_nonce} ${this.view.seats.map((seat) => seat.kind)}`;
    if (!get("fair").open || this.told === state) return;
    this.told = state;
    let record;
    try { record = await this.link.ask("record", {}); } catch { this.told = ""; return; }
    const code = (text) => make("code", "", text);
    const seats = this.view.seats.map((seat, at) => {
      const nonce = record.nonces?.[at];
      const own = remembered().filter((one) => one.table === this.id && (one.seat === seat.id || one.nonce === nonce));
      const words = !nonce || !own.length ? "" : own.some((one) => one.nonce === nonce) ? " — drawn by this browser" : " — NOT what this browser drew";
      return make("li", "", `${seat.title}, ${seat.kind === "open" ? "free" : seat.who}: `, ...(nonce ? [code(nonce), words] : ["nothing yet"]));
    });
    const parts = [
      make("p", "", "The dice of this match are locked away already. This is the fingerprint of their key:"),
      make("p", "", code(this.view.commitment)),
      make("p", "", "So that the house cannot choose them either, every seat adds a number of its own before the first throw:"),
      make("ul", "", ...seats),
    ];
    if (this.view.seed) parts.push(make("p", "", "The match is over, and this is the key: ", code(this.view.seed)));
    else parts.push(make("p", "", "The key is shown when the match is over. Then anyone can check every throw."));
    box.replaceChildren(...parts);
  }
}
