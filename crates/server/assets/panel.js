// Beside the board: whose turn, what happened, what can be done, what went wrong.

import { account, ending } from "./account.js";
import { choose } from "./chooser.js";
import { chip } from "./rules.js";
import { TONES, make as draw, toneSign } from "./signs.js";
import { listed, make, sentence } from "./words.js";

const get = (id) => document.getElementById(id);
const KEPT_NEWS = 3;
const FLICKER = 700; // a line that is back sooner was hardly down
const DOWN = {
  reconnecting: "The connection is down. The board shows how it stood last; what you do now is sent once, as soon as the line is back.",
  stale: "This page has fallen behind and is coming up to date. Look again before you go on.",
};

export class Panel {
  constructor() {
    this.log = [];
    this.news = [];
  }

  show(view) {
    get("status").textContent = view.phase === "over" ? ending(view) : view.headline;
    document.body.classList.toggle("thinking", view.thinking);
    this.handOver(view);
    this.result(view);
    get("check-dice")?.toggleAttribute("hidden", view.phase !== "over");
    this.buttons(view);
  }

  buttons(view) {
    const over = view.phase === "over";
    const playing = view.phase === "playing" && view.mine.length > 0;
    const home = view.at_home && view.mine.length > 0;
    // Beyond what is free, the others are asked.
    const asks = !view.can_undo && view.can_ask && playing && this.log.length > 0;
    get("undo").disabled = !view.can_undo && !asks;
    get("hint").disabled = !view.can_hint;
    // A player who is out has nothing left to resign.
    get("resign").disabled = !playing || !view.seats.some((seat) => view.mine.includes(seat.id) && !seat.out);
    get("hint").hidden = !home || over;
    get("undo").hidden = !(home || playing) || (over && !view.can_undo);
    // A turn half done is one whole that can be taken back.
    const half = view.mid_turn && view.can_undo;
    get("undo").textContent = half ? "Take the move back" : asks ? "Ask to take back" : "Undo";
    get("undo").classList.toggle("half", half);
    for (const id of ["resign", "show-moves"]) get(id).hidden = !playing;
    if (over) get("moves-box").hidden = true;
    const again = get("rematch");
    // While a rematch is offered, the banner above has its buttons.
    again.hidden = !over || !(view.mine.length || view.next) || view.question?.proposal.type === "rematch";
    again.textContent = view.next ? "Go to the next game" : view.contest?.goes_on ? `Offer game ${view.contest.game + 1} of ${view.contest.of}, sides changed` : "Offer a rematch, sides changed";
    if (!view.next && !view.seats.some((seat) => seat.kind === "person" && !view.mine.includes(seat.id))) again.textContent = again.textContent.replace("Offer game", "Game").replace("Offer a rematch", "Rematch");
  }

  /** Several seats at one screen: whose hands are wanted now. */
  handOver(view) {
    const box = get("hand-over");
    const wanted = view.chance ? [view.chance.thrower] : view.turn;
    const here = view.seats.filter((seat) => wanted.includes(seat.id) && view.mine.includes(seat.id));
    const several = new Set(view.mine).size > 1 && view.phase === "playing";
    box.hidden = !several || !here.length || here.length === new Set(view.mine).size;
    const text = `At this screen: ${listed(here.map((seat) => seat.name))}`;
    if (!box.hidden && box.textContent !== text) box.textContent = text;
  }

  result(view) {
    const box = get("result");
    const over = view.phase === "over";
    if (over && box.hidden) box.replaceChildren(...account(view));
    else if (over && view.next) box.replaceChildren(...account(view));
    box.hidden = !over;
  }

  /** Follows the log of a newer view; returns what is new, and the number of entries that stay. */
  follow(view) {
    const before = this.log;
    this.log = view.log;
    const same = (at) => before[at] === this.log[at] || JSON.stringify(before[at]) === JSON.stringify(this.log[at]);
    let kept = 0;
    while (kept < before.length && kept < this.log.length && same(kept)) kept++;
    const list = get("log");
    while (list.childElementCount > kept || list.querySelector(".empty")) list.lastElementChild.remove();
    for (const entry of this.log.slice(kept)) list.append(item(entry));
    if (!this.log.length) list.append(make("li", "empty", "Nothing has been played yet."));
    list.scrollTop = list.scrollHeight;
    const undone = this.log.length < before.length;
    const fresh = undone ? [] : this.log.slice(before.length);
    const said = (undone ? this.log.slice(kept) : fresh).flatMap((entry) => entry.lines.map((line) => line.text)).join(" ");
    return { fresh, kept, said: undone ? `Taken back. ${said}` : said };
  }

  /** What others and the dice did to me since I acted last, in short. */
  about(view, fresh) {
    const mine = view.seats.filter((seat) => view.mine.includes(seat.id));
    if (mine.length === view.seats.length) return;
    if (fresh.some((entry) => view.mine.includes(entry.seat))) this.news = [];
    const names = mine.flatMap((seat) => seat.name.split(" and "));
    const of = (text) => names.some((name) => new RegExp(`\\b${name}\\b`).test(text));
    // The first line of a throw is the throw itself, which everybody has seen.
    const told = (entry) => (entry.seat === null ? entry.lines.slice(1) : entry.lines);
    const lines = fresh.filter((entry) => !view.mine.includes(entry.seat)).flatMap(told).filter((line) => of(line.text));
    this.news = [...this.news, ...lines].slice(-KEPT_NEWS);
    if (view.phase === "over") this.news = [];
    get("news").replaceChildren(...this.news.map((line) => make("li", "", ...sentence(line))));
    get("news").hidden = !this.news.length;
  }

  /** The legal moves as buttons: the way to play without a board. */
  moves(view, play) {
    const seats = new Set(view.moves.map((offer) => offer.seat));
    const name = (offer) => view.seats.find((seat) => seat.id === offer.seat)?.name;
    const words = (offer) => (seats.size > 1 ? `${name(offer)}: ${offer.label || offer.action}` : offer.label || offer.action);
    const button = (offer, kind) => {
      const made = make("button", kind, words(offer));
      made.type = "button";
      made.dataset.action = offer.action;
      made.dataset.seat = offer.seat;
      made.addEventListener("click", () => play(offer));
      return made;
    };
    const list = get("moves");
    const had = list.contains(document.activeElement) ? document.activeElement.dataset : null;
    const items = view.moves.map((offer) => make("li", "", button(offer, "")));
    list.replaceChildren(...(items.length ? items : [make("li", "", "There is nothing for you to do now.")]));
    const same = had && [...list.querySelectorAll("button")].find((one) => one.dataset.action === had.action && one.dataset.seat === had.seat);
    if (had) (same ?? list.querySelector("button") ?? list).focus();
    const plain = view.moves.filter((offer) => !offer.steps.length);
    const only = plain.length === view.moves.length;
    const kept = plain.filter((offer) => only || !offer.path?.length);
    get("choices").replaceChildren(...kept.map((offer) => button(offer, only ? "primary" : "choice")), ...(kept.length < plain.length ? [others(plain.filter((offer) => !kept.includes(offer)), play)] : []));
    this.legend(view.moves);
  }

  /** Of many moves, those with what is picked. */
  narrow(offers) {
    const wanted = new Set(offers.map((offer) => `${offer.seat} ${offer.action}`));
    for (const item of get("moves").children) {
      const { action, seat } = item.firstElementChild?.dataset ?? {};
      item.hidden = action !== undefined && !wanted.has(`${seat} ${action}`);
    }
  }

  /** What the signs on the board mean, as far as they are in use. */
  legend(offers) {
    const used = Object.keys(TONES).filter((tone) => offers.some((offer) => offer.tone === tone));
    const item = (tone) => {
      const svg = draw("svg", { viewBox: "-1.2 -1.2 2.4 2.4", "aria-hidden": "true" });
      svg.append(toneSign(tone, 1));
      return make("li", "", svg, TONES[tone].means);
    };
    get("tones").replaceChildren(...used.map(item));
    get("tones").hidden = !used.length;
  }

  /** A refusal or trouble, with its rule. */
  error(problem) {
    const box = get("error");
    box.hidden = !problem;
    if (!problem) return box.replaceChildren();
    this.note(null);
    const line = make("p", "", problem.detail);
    if (problem.rule) line.append(" ", chip(problem.rule));
    if (problem.instead) line.append(` ${problem.instead}`);
    return box.replaceChildren(line);
  }

  /** Something to know that is no refusal. */
  note(line) {
    const box = get("note");
    box.hidden = !line;
    box.replaceChildren(...(line ? [make("p", "", ...sentence(line))] : []));
  }

  /** The state of the line: a lamp with a word, and once it has been down for a moment a banner that says what that means. */
  connection(state) {
    const box = get("connection");
    box.dataset.state = state;
    box.querySelector(".word").textContent = state;
    clearTimeout(this.down);
    const banner = get("banner");
    if (!DOWN[state]) banner.hidden = true;
    else if (banner.hidden) this.down = setTimeout(() => { banner.textContent = DOWN[state]; banner.hidden = false; }, FLICKER);
    else banner.textContent = DOWN[state];
  }

  /** How many watch. */
  spectators(count) {
    get("watching").hidden = !count;
    get("watching").querySelector(".count").textContent = count;
  }

  /** Says it to who cannot see. */
  announce(text) {
    if (!text) return;
    const box = get("announce");
    // The same words again are only read when they differ.
    box.textContent = box.textContent === text ? `${text}\u00a0` : text;
  }
}

/** One button for moves that are not made by pointing, so that they do not crowd out the rest. */
function others(offers, play) {
  const button = make("button", "choice", offers.length > 1 ? `${offers.length} other moves` : "Another move");
  button.type = "button";
  button.id = "other-choices";
  button.addEventListener("click", async () => {
    const offer = await choose(offers, "Which one?");
    if (offer) play(offer);
  });
  return button;
}

function item(entry) {
  const line = make("li");
  if (entry.seat) line.dataset.seat = entry.seat;
  else line.className = "chance";
  line.dataset.action = entry.action;
  for (const one of entry.lines) line.append(make("span", "", ...sentence(one)), " ");
  return line;
}
