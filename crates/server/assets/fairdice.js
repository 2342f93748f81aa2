// Fair dice at the table: adds a nonce for each of my seats, and shows the public data about the dice.

import { get } from "./dom.js";
import { drawn, remembered } from "./nonces.js";
import { make } from "./words.js";

/** @import { Link } from "./link.js" */
/** @import { Seat, View } from "./types/view" */

const MAX_ATTEMPTS = 4;

export class FairDice {
  /** @type {View | null} */
  view = null;
  adding = false;
  /** @type {Set<string>} Seats that have added. */
  added = new Set();
  /** The state that the fold shows. */
  told = "";

  /** @param {string} id @param {Link} link */
  constructor(id, link) {
    this.id = id;
    this.link = link;
    // Taking a seat sends a nonce along.
    get("sit")?.addEventListener("submit", (event) => {
      const field = /** @type {HTMLFormElement} */ (event.target).elements.namedItem("nonce");
      const seat = event.submitter instanceof HTMLButtonElement ? event.submitter.value : "";
      if (field instanceof HTMLInputElement) field.value = drawn(this.id, seat);
    });
    get("fair")?.addEventListener("toggle", () => this.tell());
  }

  /** @param {View} view */
  show(view) {
    this.view = view;
    this.add();
    this.tell();
  }

  /** Adds for one seat after the other, while one of mine has to. */
  async add() {
    if (this.adding) return;
    this.adding = true;
    for (let failed = 0; this.view && failed < MAX_ATTEMPTS;) {
      const { mine, version, wants_nonce: wanted } = this.view;
      const seat = wanted.find((id) => mine.includes(id) && !this.added.has(id));
      if (!seat) break;
      const answer = await this.link.command(version, { type: "add_nonce", seat, nonce: drawn(this.id, seat) });
      if (answer.ok) this.added.add(seat);
      // Refused, and nothing has changed: tried again with the next view.
      else if (this.view.version === version) break;
      else failed++;
    }
    this.adding = false;
  }

  /** Shows the fingerprint and all nonces of the record, while the fold is open. */
  async tell() {
    const { view } = this;
    if (!view || !get("fair")?.open) return;
    const state = `${view.phase} ${view.wants_nonce} ${view.seats.map((seat) => seat.kind)}`;
    if (this.told === state) return;
    this.told = state;
    try {
      const { nonces = [] } = await this.link.record();
      get("fair-words").replaceChildren(...this.words(view, nonces));
    } catch { this.told = ""; }
  }

  /** @param {View} view @param {string[]} nonces */
  words(view, nonces) {
    const code = (/** @type {string} */ text) => make("code", "", text);
    const seats = view.seats.map((seat, at) => {
      const nonce = nonces[at];
      const who = `${seat.title}, ${seat.kind === "open" ? "free" : seat.who}: `;
      return make("li", "", who, ...(nonce ? [code(nonce), this.whose(seat, nonce)] : ["nothing yet"]));
    });
    const key = view.seed ? make("p", "", "The match is over. This is the key: ", code(view.seed))
      : make("p", "", "The key is published when the match is over. Then anyone can check every throw.");
    return [
      make("p", "", "The dice of this match are already fixed. This is the fingerprint of their key:"),
      make("p", "", code(view.commitment)),
      make("p", "", "Each seat adds a number before the first throw, so the server cannot choose the dice alone:"),
      make("ul", "", ...seats),
      key,
    ];
  }

  /** Did this browser draw the nonce? @param {Seat} seat @param {string} nonce */
  whose(seat, nonce) {
    const own = remembered().filter((one) => one.table === this.id && (one.seat === seat.id || one.nonce === nonce));
    if (!own.length) return "";
    return own.some((one) => one.nonce === nonce) ? " — drawn by this browser" : " — NOT what this browser drew";
  }
}
