// What players ask each other: to undo, to agree to a draw, to let a computer play for an absent player, to play a
// rematch. Also leaving before the start, and coming back to a seat that a computer plays.

import { get } from "./dom.js";
import { listed, make } from "./words.js";

/** @import { Answer } from "./link.js" */
/** @import { Command, CommandResult } from "./types/protocol" */
/** @import { Proposal, Seat, View } from "./types/view" */

export class Consent {
  /** @type {View | null} */
  view = null;

  /** @param {(command: Command) => Promise<Answer<CommandResult> | null>} send @param {(text: string) => void} announce */
  constructor(send, announce) {
    this.send = send;
    this.announce = announce;
    get("asked-yes").addEventListener("click", () => this.answer(true));
    get("asked-no").addEventListener("click", () => this.answer(false));
    get("offer-draw").addEventListener("click", () => this.send({ type: "offer_draw", seat: this.seat }));
    get("ask-undo").addEventListener("click", () => this.askBack());
    const form = get("relieve");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const field = (/** @type {string} */ name) => String(new FormData(form).get(name));
      this.send({ type: "propose_computer", seat: this.seat, absent: field("absent"), level: field("level") });
    });
    get("leave").addEventListener("click", () => this.leave());
    get("return").addEventListener("click", () => this.send({ type: "return", seat: this.view?.kept[0] ?? "" }));
  }

  /** My first seat. */
  get seat() { return this.view?.mine[0] ?? ""; }

  /** @param {View} view */
  show(view) {
    this.view = view;
    const people = view.seats.filter((seat) => seat.kind === "person");
    const others = people.filter((seat) => !view.mine.includes(seat.id));
    this.asked(view);
    this.declined(view);
    get("ask").hidden = view.phase !== "playing" || !view.mine.length || !others.length;
    for (const id of /** @type {const} */ (["offer-draw", "ask-undo"])) get(id).disabled = !view.can_ask;
    get("relieve").hidden = people.length < 3;
    this.absent(others);
    get("leave").hidden = view.phase === "over" || !view.mine.length || view.at_home && view.phase !== "waiting" || view.log.length > 0;
    get("kept").hidden = !view.kept.length || view.phase === "over";
    get("kept-words").textContent = `A computer plays ${listed(this.names(view, view.kept))} until you return.`;
  }

  /** @param {View} view @param {string[]} ids */
  names(view, ids) { return ids.map((id) => view.seats.find((seat) => seat.id === id)?.name ?? id); }

  /** @param {Seat[]} others */
  absent(others) {
    const field = get("relieve").querySelector("select");
    const now = others.map((seat) => `${seat.id} ${seat.who}`).join();
    if (!field || field.dataset.of === now) return;
    field.dataset.of = now;
    field.replaceChildren(...others.map((seat) => Object.assign(make("option", "", `${seat.who} (${seat.name})`), { value: seat.id })));
  }

  /** The banner with what is asked, and its two buttons if I am asked. @param {View} view */
  asked(view) {
    const { question: asked, mine, seats } = view;
    const box = get("asked");
    const was = box.hidden ? "" : get("asked-words").textContent;
    box.hidden = !asked;
    if (!asked) return;
    const who = seats.find((seat) => seat.id === asked.by)?.who ?? asked.by;
    const me = mine.includes(asked.by);
    const waits = asked.mine ? "" : ` Waiting for ${listed(this.names(view, asked.to_answer))}.`;
    const text = `${this.proposal(view, asked.proposal, me ? "You" : who, me)}${waits}`;
    get("asked-words").textContent = text;
    get("asked-yes").hidden = !asked.mine;
    get("asked-no").hidden = !asked.mine && !me;
    get("asked-no").textContent = me ? "Withdraw" : "Decline";
    if (was !== text) this.announce(text);
  }

  /** Says that a rematch was declined; it may be offered again. @param {View} view */
  declined({ declined, question: asked, mine, seats }) {
    if (!declined || asked) return;
    const who = mine.includes(declined) ? "You" : seats.find((seat) => seat.id === declined)?.who;
    get("asked").hidden = false;
    get("asked-words").textContent = `${who} declined the rematch.`;
    for (const id of ["asked-yes", "asked-no"]) get(id).hidden = true;
  }

  /** @param {View} view @param {Proposal} proposal @param {string} who @param {boolean} me */
  proposal(view, proposal, who, me) {
    const verb = (/** @type {string} */ word) => (me ? word : `${word}s`);
    if (proposal.type === "rematch") return `${who} ${verb("offer")} a rematch with sides switched.`;
    if (proposal.type === "new_device") return `${who} ${verb("want")} to go on with another device, because the one with ${me ? "your" : "their"} dice is lost. Everybody adds to the dice again then.`;
    if (proposal.type === "draw") return `${who} ${verb("offer")} a draw.`;
    if (proposal.type === "undo") return `${who} ${verb("ask")} to undo ${proposal.steps === 1 ? "the last step" : `the last ${proposal.steps} steps`}.`;
    return `${who} ${verb("want")} a ${proposal.level} to play ${listed(this.names(view, [proposal.absent]))} while its player is away.`;
  }

  /** @param {boolean} accept */
  answer(accept) {
    if (!this.view) return;
    const { question: asked, mine, kept } = this.view;
    // Declining withdraws my own question.
    const seat = asked?.to_answer.find((id) => mine.includes(id) || kept.includes(id)) ?? mine.find((id) => id === asked?.by);
    if (seat) this.send({ type: "answer", seat, accept });
  }

  /** Asks the others to undo my last step. */
  askBack() { return this.send({ type: "ask_undo", seat: this.seat }); }

  async leave() {
    const answer = await this.send({ type: "leave", seat: this.seat });
    if (answer?.ok) location.reload();
  }
}
