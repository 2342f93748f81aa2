// Beside the board: whose turn, who sits where, what happened, what can be done.

import { chip } from "./rules.js";

const get = (id) => document.getElementById(id);

/** An element with its class and words. */
export function make(name, kind, ...children) {
  const element = document.createElement(name);
  if (kind) element.className = kind;
  element.append(...children);
  return element;
}

/** A sentence with the chips of its rules. */
export function sentence(line) {
  const text = [line.text];
  for (const rule of line.rules) text.push(" ", chip(rule));
  return text;
}

/** How it ended, in a few words. */
function won(view) {
  const at = view.outcome.findIndex((share) => share >= 1);
  return at < 0 ? "A tie" : `Victory for ${view.seats[at].name}`;
}

const points = (number) => (number % 1 ? `${Math.floor(number) || ""}½` : String(number));

export class Panel {
  constructor(plan) {
    this.ids = get("table").dataset.ids;
    this.plan = plan;
    this.log = [];
    this.title = document.title;
  }

  show(view) {
    get("status").textContent = view.phase === "over" ? won(view) : view.headline;
    document.title = view.offers.length ? `Your move · ${this.title}` : this.title;
    document.body.classList.toggle("thinking", view.thinking);
    get("seats").replaceChildren(...view.seats.map((seat, at) => this.seat(view, seat, at)));
    for (const tray of view.trays) this.tray(tray);
    this.result(view);
    if (view.phase !== "waiting") { get("share")?.remove(); get("sit")?.remove(); }
    const playing = view.phase === "playing" && view.mine.length > 0;
    get("undo").disabled = !view.can_undo;
    get("hint").disabled = !view.can_hint;
    get("resign").disabled = !playing;
    const home = view.at_home && view.mine.length > 0;
    get("hint").hidden = !home || view.phase === "over";
    if (view.phase === "over") get("moves-box").hidden = true;
    get("undo").hidden = !home || (view.phase === "over" && !view.can_undo);
    for (const id of ["resign", "show-moves"]) get(id).hidden = !playing;
    const again = get("rematch");
    again.hidden = view.phase !== "over" || !(view.mine.length || view.next);
    again.textContent = view.next ? "Go to the next game" : view.contest?.goes_on ? "Second game, sides changed" : "Rematch, sides changed";
  }

  seat(view, seat, at) {
    const face = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const kind = view.tokens.find((token) => token.seat === at)?.kind;
    face.setAttribute("viewBox", `${-this.plan.r * 1.1} ${-this.plan.r * 1.1} ${this.plan.r * 2.2} ${this.plan.r * 2.2}`);
    face.setAttribute("aria-hidden", "true");
    if (kind) {
      const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
      use.setAttribute("href", `#${this.ids}-token-${kind}`);
      face.append(use);
    }
    const mine = view.mine.includes(seat.id) && new Set(view.mine).size < view.seats.length;
    const who = seat.kind === "open" ? "free" : mine ? `${seat.who} (you)` : seat.who;
    const name = make("div", "", make("span", "side-name", seat.title), make("span", "who", who));
    const badge = view.phase === "over" || view.phase === "waiting" ? "" : view.turn.includes(seat.id) ? make("span", "mark-turn", view.thinking ? "thinking" : "to move") : "";
    const item = make("li", "seat", face, name, view.contest ? make("span", "points", `${points(view.contest.points[at])} `, badge) : badge);
    item.dataset.seat = seat.id;
    if (seat.need && view.phase !== "over") item.append(make("p", "need", ...sentence(seat.need)));
    return item;
  }

  tray(tray) {
    const texts = document.querySelectorAll(`[data-tray="${tray.id}"] text`);
    if (texts.length) texts[texts.length - 1].textContent = tray.note;
    const title = document.querySelector(`[data-tray="${tray.id}"] title`);
    if (title) title.textContent = `${tray.label}: ${tray.note}`;
  }

  result(view) {
    const box = get("result");
    box.hidden = view.phase !== "over";
    if (box.hidden) return;
    const parts = [];
    if (view.verdict) parts.push(make("p", "", ...sentence(view.verdict)));
    if (view.contest) {
      const score = view.seats.map((seat, i) => `${seat.who} ${points(view.contest.points[i])}`).join(" – ");
      const which = view.contest.goes_on ? `Game ${view.contest.game} of ${view.contest.of}` : "The contest is over";
      parts.push(make("p", "score", `${which}: ${score}`));
    }
    box.replaceChildren(...parts);
  }

  /** Takes the log on from an entry; tells what is new. `null` when there is a gap. */
  follow(view) {
    if (view.log_from > this.log.length) return null;
    const before = this.log.length;
    const kept = this.log.slice(0, view.log_from);
    this.log = [...kept, ...view.log];
    const list = get("log");
    while (list.childElementCount > view.log_from || list.querySelector(".empty")) list.lastElementChild.remove();
    for (const entry of view.log) {
      const item = make("li");
      if (entry.seat) item.dataset.seat = entry.seat;
      item.dataset.action = entry.action;
      for (const line of entry.lines) item.append(make("span", "", ...sentence(line)), " ");
      list.append(item);
    }
    if (!this.log.length) list.append(make("li", "empty", "Nothing has been played yet."));
    list.scrollTop = list.scrollHeight;
    const undone = this.log.length < before;
    const said = view.log.flatMap((entry) => entry.lines.map((line) => line.text)).join(" ");
    return { said: undone ? `Taken back. ${said}` : said };
  }

  /** The legal moves as buttons: the way to play without a board. */
  moves(offers, play) {
    const items = offers.map((offer) => {
      const button = make("button", "", offer.label || offer.action);
      button.type = "button";
      button.dataset.action = offer.action;
      button.addEventListener("click", () => play(offer));
      return make("li", "", button);
    });
    const list = get("moves");
    const wasHere = list.contains(document.activeElement);
    list.replaceChildren(...(items.length ? items : [make("li", "", "It is not your turn.")]));
    if (wasHere) (list.querySelector("button") ?? list).focus();
    const buttons = offers.filter((offer) => offer.steps.length === 0).map((offer) => {
      const button = make("button", "primary", offer.label || offer.action);
      button.type = "button";
      button.dataset.action = offer.action;
      button.addEventListener("click", () => play(offer));
      return button;
    });
    get("choices").replaceChildren(...buttons);
  }

  /** A refusal or trouble, with its rule. */
  error(problem) {
    const box = get("error");
    box.hidden = !problem;
    if (!problem) return box.replaceChildren();
    this.note(null);
    const line = make("p", "", problem.error);
    if (problem.rule) line.append(" ", chip(problem.rule));
    if (problem.instead) line.append(` ${problem.instead}`);
    box.replaceChildren(line);
  }

  /** Something to know that is no refusal. */
  note(line) {
    let box = get("note");
    if (!box) {
      box = make("div");
      box.id = "note";
      get("error").after(box);
    }
    box.hidden = !line;
    box.replaceChildren(...(line ? [make("p", "", ...sentence(line))] : []));
  }

  connection(state) {
    const box = get("connection");
    box.dataset.state = state;
    box.querySelector(".word").textContent = state;
  }

  /** Says it to who cannot see. */
  announce(text) {
    if (!text) return;
    const box = get("announce");
    // The same words again are only read when they differ.
    box.textContent = box.textContent === text ? `${text}\u00a0` : text;
  }
}
