// Fair dice at the table: adds a nonce for each of my seats at older tables, shows what the server and every seat have
// committed to, and saves the receipts of this browser.

import { chainWith, fillAnchor } from "./chains.js";
import { get } from "./dom.js";
import { drawn, remembered } from "./nonces.js";
import { receiptsOf, saveReceipts } from "./receipts.js";
import { Rounds } from "./rounds.js";
import { make, times } from "./words.js";

/** @import { Link } from "./link.js" */
/** @import { MatchRecord } from "./proof.js" */
/** @import { Seat, View } from "./types/view" */

const MAX_ATTEMPTS = 4;

const code = (/** @type {string} */ text) => make("code", "", text);

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
    // Taking a seat sends an anchor along, and a nonce for dice of version 2.
    get("sit")?.addEventListener("submit", (event) => {
      const form = /** @type {HTMLFormElement} */ (event.target);
      const field = form.elements.namedItem("nonce");
      const seat = event.submitter instanceof HTMLButtonElement ? event.submitter.value : "";
      fillAnchor(form, this.id, seat);
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

  /** Shows what the record says about the dice, while the fold is open. */
  async tell() {
    const { view } = this;
    if (!view || !get("fair")?.open) return;
    const kept = receiptsOf(this.id)?.receipts.length ?? 0;
    const state = `${view.phase} ${kept} ${view.wants_nonce} ${view.wants_anchor} ${view.wants_link} ${view.seats.map((seat) => seat.who)}`;
    if (this.told === state) return;
    this.told = state;
    try {
      const record = await this.link.record();
      get("fair-words").replaceChildren(...(record.dice === 3 ? this.chained(view, record) : this.fixed(view, record)));
    } catch { this.told = ""; }
  }

  // ---- dice of version 3 ----

  /** @param {View} view @param {MatchRecord} record */
  chained(view, record) {
    const rounds = Rounds.of(record);
    const seats = view.seats.map((seat) => make("li", "", `${seat.title}, ${seat.kind === "open" ? "free" : seat.who}: `, ...this.brought(view, seat, rounds)));
    const secret = view.seed ? make("p", "", "The match is over. This is the server’s secret: ", code(view.seed))
      : make("p", "", "The server’s secret is published when the match is over. Then anyone can check every throw.");
    const dice = [
      make("p", "", "Nobody chooses a throw, and nobody foresees one, except that a host who plays can foresee their own."),
      make("p", "", "The server and every device have fixed a chain of secret numbers. A throw mixes the next number of the server with the next one of whoever throws; neither knows the other’s before. The server’s chain has this anchor:"),
      make("p", "", code(view.commitment)),
      make("p", "", "The seats:"),
      make("ul", "", ...seats),
      secret,
    ];
    return [...(record.throws?.length || view.links.length || rounds.chains.size || view.wants_anchor.length ? dice : []), ...this.receipts()];
  }

  /** What a seat brings to the dice. @param {View} view @param {Seat} seat @param {Rounds} rounds */
  brought(view, seat, rounds) {
    const chain = rounds.chains.get(seat.id);
    if (view.wants_anchor.includes(seat.id)) return ["its device has committed to nothing yet"];
    if (!chain) return [seat.kind === "open" ? "nobody yet" : "brings nothing to the dice"];
    const whose = chainWith(this.id, chain.anchor) ? " — this device" : view.mine.includes(seat.id) ? " — another device of yours" : "";
    return [code(chain.anchor), whose, rounds.brings(seat.id) ? "" : ", not revealed yet"];
  }

  /** How many receipts this browser has, and the button that saves them. */
  receipts() {
    const count = receiptsOf(this.id)?.receipts.length ?? 0;
    if (!count) return [make("p", "", "This browser has no receipt of this match yet. It gets one with each of your moves.")];
    const button = Object.assign(make("button", "", "Save receipts"), { type: "button", id: "save-receipts" });
    button.addEventListener("click", () => saveReceipts(this.id));
    return [
      make("p", "", `The server has signed what happened. This browser keeps ${count === 1 ? "its receipt" : `${times(count, "receipt")}, the first and the latest`}, and the check compares the record with ${count === 1 ? "it" : "them"}.`),
      make("div", "buttons", button),
    ];
  }

  // ---- dice of versions 1 and 2 ----

  /** @param {View} view @param {MatchRecord} record */
  fixed(view, { nonces = [] }) {
    const seats = view.seats.map((seat, at) => {
      const nonce = nonces[at];
      const who = `${seat.title}, ${seat.kind === "open" ? "free" : seat.who}: `;
      return make("li", "", who, ...(nonce ? [code(nonce), this.whose(seat, nonce)] : ["nothing yet"]));
    });
    const key = view.seed ? make("p", "", "The match is over. This is the key: ", code(view.seed))
      : make("p", "", "The key is published when the match is over. Then anyone can check every throw.");
    return [
      make("p", "", "The dice of this match are already fixed. No player can choose or foresee a throw; the host could have chosen them. This is the fingerprint of their key:"),
      make("p", "", code(view.commitment)),
      make("p", "", "Each seat adds a number before the first throw:"),
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
