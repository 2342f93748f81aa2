// What people at a table ask each other: to take back, to call it a draw, to let
// a computer play for who is away, to play a rematch. And what one does alone: leaving before the
// start, coming back to a seat that was kept.

import { listed, make } from "./words.js";

const get = (id) => document.getElementById(id);

export class Consent {
  /** `send(command)` sends a command. */
  constructor(send, announce) {
    Object.assign(this, { send, announce });
    for (const [id, yes] of [["asked-yes", true], ["asked-no", false]]) {
      get(id).addEventListener("click", () => this.answer(yes));
    }
    get("offer-draw").addEventListener("click", () => this.send({ type: "offer_draw", seat: this.view.mine[0] }));
    get("ask-undo").addEventListener("click", () => this.askBack());
    get("relieve").addEventListener("submit", (event) => {
      event.preventDefault();
      const { absent, level } = event.target.elements;
      this.send({ type: "propose_computer", seat: this.view.mine[0], absent: absent.value, level: level.value });
    });
    get("leave").addEventListener("click", () => this.leave());
    get("return").addEventListener("click", () => this.send({ type: "return", seat: this.view.kept[0] }));
  }

  show(view) {
    this.view = view;
    const people = view.seats.filter((seat) => seat.kind === "person");
    const others = people.filter((seat) => !view.mine.includes(seat.id));
    this.asked(view);
    this.declined(view);
    get("ask").hidden = view.phase !== "playing" || !view.mine.length || !others.length;
    for (const id of ["offer-draw", "ask-undo"]) get(id).disabled = !view.can_ask;
    get("relieve").hidden = people.length < 3;
    this.absent(others);
    get("leave").hidden = view.phase === "over" || !view.mine.length || view.at_home && view.phase !== "waiting" || view.log.length > 0;
    get("kept").hidden = !view.kept.length || view.phase === "over";
    get("kept-words").textContent = `A computer plays ${listed(this.names(view.kept))} until you are back.`;
  }

  names(ids) { return ids.map((id) => this.view.seats.find((seat) => seat.id === id)?.name ?? id); }

  absent(others) {
    const field = get("relieve").elements.absent;
    const now = others.map((seat) => `${seat.id} ${seat.who}`).join();
    if (field.dataset.of === now) return;
    field.dataset.of = now;
    field.replaceChildren(...others.map((seat) => Object.assign(make("option", "", `${seat.who} (${seat.name})`), { value: seat.id })));
  }

  /** The banner with what is asked, and its two buttons if it is asked of me. */
  asked({ question: asked, mine, seats }) {
    const box = get("asked");
    const was = box.hidden ? "" : get("asked-words").textContent;
    box.hidden = !asked;
    if (!asked) return;
    const who = seats.find((seat) => seat.id === asked.by);
    const me = mine.includes(asked.by);
    const text = this.proposal(asked.proposal, me ? "You" : who.who, me);
    const waits = asked.mine ? "" : ` ${listed(this.names(asked.to_answer))} ${asked.to_answer.length > 1 ? "have" : "has"} to answer.`;
    get("asked-words").textContent = `${text}${waits}`;
    get("asked-yes").hidden = !asked.mine;
    get("asked-no").hidden = !asked.mine && !me;
    get("asked-yes").textContent = { undo: "Let it be taken back", draw: "Agree to a draw", computer: "Let the computer play", rematch: "Accept" }[asked.proposal.type];
    get("asked-no").textContent = me ? (asked.proposal.type === "rematch" ? "Withdraw the offer" : "Ask no longer") : { undo: "It stands", draw: "Play on", computer: "Wait for them", rematch: "Decline" }[asked.proposal.type];
    if (was !== get("asked-words").textContent) this.announce(get("asked-words").textContent);
  }

  /** That a rematch was declined; the offer may be made again. */
  declined({ declined, question: asked, mine, seats }) {
    if (!declined || asked) return;
    const who = mine.includes(declined) ? "You" : seats.find((seat) => seat.id === declined)?.who;
    get("asked").hidden = false;
    get("asked-words").textContent = `${who} declined the rematch.`;
    for (const id of ["asked-yes", "asked-no"]) get(id).hidden = true;
  }

  proposal(proposal, who, me) {
    const verb = (word) => (me ? word : `${word}s`);
    if (proposal.type === "rematch") return `${who} ${verb("offer")} a rematch, sides changed.`;
    if (proposal.type === "draw") return `${who} ${verb("offer")} a draw.`;
    if (proposal.type === "undo") return `${who} ${verb("ask")} to take back ${proposal.steps === 1 ? "the last step" : `the last ${proposal.steps} steps`}.`;
    return `${who} ${verb("want")} a ${proposal.level} to play ${listed(this.names([proposal.absent]))} for who is away.`;
  }

  answer(yes) {
    const { question: asked, mine, kept } = this.view;
    // Who asked takes it back with a no.
    const seat = asked?.to_answer.find((id) => mine.includes(id) || kept.includes(id)) ?? (mine.includes(asked?.by) ? asked.by : undefined);
    if (seat) this.send({ type: "answer", seat, accept: yes });
  }

  /** Asks the others to let my last step be taken back. */
  askBack() { return this.send({ type: "ask_undo", seat: this.view.mine[0] }); }

  async leave() {
    const answer = await this.send({ type: "leave", seat: this.view.mine[0] });
    if (answer?.ok) location.reload();
  }
}
