// Beside the board: whose turn it is, what happened, what can be done, what went wrong.

import { account, ending } from "./account.js";
import { choose } from "./chooser.js";
import { get } from "./dom.js";
import { chip } from "./rules.js";
import { TONES, make as draw, toneSign } from "./signs.js";
import { listed, make, sentence } from "./words.js";

/** @import { Explanation, Problem } from "./types/protocol" */
/** @import { LogEntry, Move, Sentence, View } from "./types/view" */

const MAX_NEWS = 3;
const FLICKER = 700; // ms: a shorter interruption is not mentioned

/** @type {Record<string, string>} */
const DOWN = {
  reconnecting: "Reconnecting… The board may be out of date. Your next action is sent once the connection is back.",
  stale: "This page was out of date and is being updated. Look again before you move.",
};

export class Panel {
  /** @type {LogEntry[]} */
  log = [];
  /** @type {Sentence[]} */
  news = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  down;

  /** @param {View} view */
  show(view) {
    get("status").textContent = view.phase === "over" ? ending(view) : view.headline;
    document.body.classList.toggle("thinking", view.thinking);
    this.handOver(view);
    this.result(view);
    get("check-dice")?.toggleAttribute("hidden", view.phase !== "over");
    this.buttons(view);
  }

  /** @param {View} view */
  buttons(view) {
    const over = view.phase === "over";
    const playing = view.phase === "playing" && view.mine.length > 0;
    const home = view.at_home && view.mine.length > 0;
    // Undoing more needs the consent of the others.
    const asks = !view.can_undo && view.can_ask && playing && this.log.length > 0;
    get("undo").disabled = !view.can_undo && !asks;
    get("hint").disabled = !view.can_hint;
    // An eliminated player has nothing to resign.
    get("resign").disabled = !playing || !view.seats.some((seat) => view.mine.includes(seat.id) && !seat.out);
    get("hint").hidden = !home || over;
    get("undo").hidden = !(home || playing) || (over && !view.can_undo);
    // A turn that is not complete is undone as a whole.
    const half = view.mid_turn && view.can_undo;
    get("undo").textContent = half ? "Undo this turn" : asks ? "Ask to undo" : "Undo";
    get("undo").classList.toggle("half", half);
    for (const id of ["resign", "show-moves"]) get(id).hidden = !playing;
    if (over) get("moves-box").hidden = true;
    const again = get("rematch");
    // While a rematch is offered, the banner above has its buttons.
    again.hidden = !over || !(view.mine.length || view.next) || view.question?.proposal.type === "rematch";
    again.textContent = view.next ? "Go to the next game" : view.contest?.goes_on ? `Offer game ${view.contest.game + 1} of ${view.contest.of}` : "Offer a rematch";
    if (!view.next && !view.seats.some((seat) => seat.kind === "person" && !view.mine.includes(seat.id))) again.textContent = again.textContent.replace("Offer game", "Game").replace("Offer a rematch", "Rematch");
  }

  /** Several players at one screen: who is to act. @param {View} view */
  handOver(view) {
    const box = get("hand-over");
    const wanted = view.chance ? [view.chance.thrower] : view.turn;
    const here = view.seats.filter((seat) => wanted.includes(seat.id) && view.mine.includes(seat.id));
    const several = new Set(view.mine).size > 1 && view.phase === "playing";
    box.hidden = !several || !here.length || here.length === new Set(view.mine).size;
    const text = `At this screen: ${listed(here.map((seat) => seat.name))}`;
    if (!box.hidden && box.textContent !== text) box.textContent = text;
  }

  /** @param {View} view */
  result(view) {
    const box = get("result");
    const over = view.phase === "over";
    if (over && (box.hidden || view.next)) box.replaceChildren(...account(view));
    box.hidden = !over;
  }

  /** Follows the log of a newer view; returns what is new, and the number of entries that stay. @param {View} view */
  follow(view) {
    const before = this.log;
    this.log = view.log;
    const same = (/** @type {number} */ at) => before[at] === this.log[at] || JSON.stringify(before[at]) === JSON.stringify(this.log[at]);
    let kept = 0;
    while (kept < before.length && kept < this.log.length && same(kept)) kept++;
    const list = get("log");
    while (list.childElementCount > kept || list.querySelector(".empty")) list.lastElementChild?.remove();
    for (const entry of this.log.slice(kept)) list.append(item(entry));
    if (!this.log.length) list.append(make("li", "empty", "Nothing has been played yet."));
    list.scrollTop = list.scrollHeight;
    const undone = this.log.length < before.length;
    const fresh = undone ? [] : this.log.slice(before.length);
    const said = (undone ? this.log.slice(kept) : fresh).flatMap((entry) => entry.lines.map((line) => line.text)).join(" ");
    return { fresh, kept, said: undone ? `Undone. ${said}` : said };
  }

  /** What others and the dice did to me since my last action. @param {View} view @param {LogEntry[]} fresh */
  about(view, fresh) {
    const mine = view.seats.filter((seat) => view.mine.includes(seat.id));
    if (mine.length === view.seats.length) return;
    const own = (/** @type {LogEntry} */ { seat }) => Boolean(seat && view.mine.includes(seat));
    if (fresh.some(own)) this.news = [];
    const names = mine.flatMap((seat) => seat.name.split(" and "));
    const of = (/** @type {string} */ text) => names.some((name) => new RegExp(`\\b${name}\\b`).test(text));
    // The first sentence of a throw is the throw itself, which everyone has seen.
    const told = (/** @type {LogEntry} */ entry) => (entry.seat === null ? entry.lines.slice(1) : entry.lines);
    const lines = fresh.filter((entry) => !own(entry)).flatMap(told).filter((line) => of(line.text));
    this.news = [...this.news, ...lines].slice(-MAX_NEWS);
    if (view.phase === "over") this.news = [];
    get("news").replaceChildren(...this.news.map((line) => make("li", "", ...sentence(line))));
    get("news").hidden = !this.news.length;
  }

  /** The legal moves as buttons, to play without pointing at the board. @param {View} view @param {(move: Move) => void} play */
  moves(view, play) {
    const seats = new Set(view.moves.map((move) => move.seat));
    const name = (/** @type {Move} */ move) => view.seats.find((seat) => seat.id === move.seat)?.name;
    const words = (/** @type {Move} */ move) => (seats.size > 1 ? `${name(move)}: ${move.label || move.action}` : move.label || move.action);
    const button = (/** @type {Move} */ move, /** @type {string} */ kind) => {
      const made = make("button", kind, words(move));
      made.type = "button";
      made.dataset.action = move.action;
      made.dataset.seat = move.seat;
      made.addEventListener("click", () => play(move));
      return made;
    };
    const list = get("moves");
    const active = document.activeElement;
    const had = active instanceof HTMLElement && list.contains(active) ? active.dataset : null;
    const items = view.moves.map((move) => make("li", "", button(move, "")));
    list.replaceChildren(...(items.length ? items : [make("li", "", "You have no moves now.")]));
    const same = had && [...list.querySelectorAll("button")].find((one) => one.dataset.action === had.action && one.dataset.seat === had.seat);
    if (had) (same ?? list.querySelector("button") ?? list).focus();
    const plain = view.moves.filter((move) => !move.steps.length);
    const only = plain.length === view.moves.length;
    const kept = plain.filter((move) => only || !move.path.length);
    get("choices").replaceChildren(...kept.map((move) => button(move, only ? "primary" : "choice")), ...(kept.length < plain.length ? [others(plain.filter((move) => !kept.includes(move)), play)] : []));
    this.legend(view.moves);
  }

  /** Shows only these moves in the list. @param {Move[]} moves */
  narrow(moves) {
    const wanted = new Set(moves.map((move) => `${move.seat} ${move.action}`));
    for (const item of get("moves").querySelectorAll("li")) {
      const { action, seat } = item.querySelector("button")?.dataset ?? {};
      item.hidden = action !== undefined && !wanted.has(`${seat} ${action}`);
    }
  }

  /** What the signs on the board mean, for those in use. @param {Move[]} moves */
  legend(moves) {
    const used = Object.keys(TONES).filter((tone) => moves.some((move) => move.tone === tone));
    const item = (/** @type {string} */ tone) => {
      const svg = draw("svg", { viewBox: "-1.2 -1.2 2.4 2.4", "aria-hidden": "true" });
      svg.append(toneSign(tone, 1));
      return make("li", "", svg, TONES[tone].means);
    };
    get("tones").replaceChildren(...used.map(item));
    get("tones").hidden = !used.length;
  }

  /** Shows a refusal with its rule, or removes it. @param {Partial<Problem> | Explanation | null} problem */
  error(problem) {
    const box = get("error");
    box.hidden = !problem;
    box.replaceChildren();
    if (!problem) return;
    this.note(null);
    const line = make("p", "", problem.detail ?? "");
    if (problem.rule) line.append(" ", chip(problem.rule));
    if (problem.instead) line.append(` ${problem.instead}`);
    box.append(line);
  }

  /** Shows a note that is no refusal, or removes it. @param {Sentence | null} line */
  note(line) {
    const box = get("note");
    box.hidden = !line;
    box.replaceChildren(...(line ? [make("p", "", ...sentence(line))] : []));
  }

  /** Shows the state of the connection: a lamp with a word, and a banner when it has been lost for a moment. @param {string} state */
  connection(state) {
    const box = get("connection");
    box.dataset.state = state;
    const word = box.querySelector(".word");
    if (word) word.textContent = state === "reconnecting" ? "reconnecting…" : state;
    clearTimeout(this.down);
    const banner = get("banner");
    if (!DOWN[state]) banner.hidden = true;
    else if (banner.hidden) this.down = setTimeout(() => { banner.textContent = DOWN[state]; banner.hidden = false; }, FLICKER);
    else banner.textContent = DOWN[state];
  }

  /** Shows the number of spectators. @param {number} count */
  spectators(count) {
    const box = get("watching");
    box.hidden = !count;
    const [number, rest] = [box.querySelector(".count"), box.querySelector(".rest")];
    if (number) number.textContent = String(count);
    if (rest) rest.textContent = count === 1 ? " spectator" : " spectators";
  }

  /** Tells a screen reader. @param {string | null | undefined} text */
  announce(text) {
    if (!text) return;
    const box = get("announce");
    // Screen readers skip a text that has not changed.
    box.textContent = box.textContent === text ? `${text}\u00a0` : text;
  }
}

/** One button for all moves that are not made by pointing. @param {Move[]} moves @param {(move: Move) => void} play */
function others(moves, play) {
  const button = make("button", "choice", moves.length > 1 ? `${moves.length} other moves` : "Another move");
  button.type = "button";
  button.id = "other-choices";
  button.addEventListener("click", async () => {
    const move = await choose(moves, "Which one?");
    if (move) play(move);
  });
  return button;
}

/** @param {LogEntry} entry */
function item(entry) {
  const line = make("li");
  if (entry.seat) line.dataset.seat = entry.seat;
  else line.className = "chance";
  line.dataset.action = entry.action;
  for (const one of entry.lines) line.append(make("span", "", ...sentence(one)), " ");
  return line;
}
