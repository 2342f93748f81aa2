// Beside the board: whose turn it is, what happened, what can be done, what went wrong.

import { account } from "./account.js";
import { choose } from "./chooser.js";
import { get } from "./dom.js";
import { Log } from "./log.js";
import { chip } from "./rules.js";
import { TONES, make as draw, toneSign } from "./signs.js";
import { addingWords, endWords, showTurn } from "./turnbar.js";
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
  list = new Log();
  /** @type {Sentence[]} */
  news = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  down;

  /** @param {View} view */
  show(view) {
    get("status").textContent = view.phase === "over" ? view.verdict?.text ?? "" : addingWords(view) || view.headline;
    showTurn(view);
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
    get("resign").hidden = !playing;
    get("show-moves").hidden = !playing;
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
    // A single one is named in the turn bar.
    box.hidden = !several || here.length < 2 || here.length === new Set(view.mine).size;
    const text = `At this screen: ${listed(here.map((seat) => seat.name))}`;
    if (!box.hidden && box.textContent !== text) box.textContent = text;
  }

  /** @param {View} view */
  result(view) {
    const box = get("result");
    const over = view.phase === "over";
    if (over && (box.hidden || view.next)) box.replaceChildren(...account(view));
    if (over) get("end-title").textContent = endWords(view);
    box.hidden = !over;
    get("end").hidden = !over;
  }

  /** Follows the log of a newer view; returns what is new, and the number of entries that stay. @param {View} view */
  follow(view) {
    const before = this.log;
    this.log = view.log;
    const kept = this.list.follow(before, view);
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
    const items = grouped(view.moves, (move) => make("li", "", button(move, "")));
    list.replaceChildren(...(items.length ? items : [make("li", "", "You have no moves now.")]));
    const same = had && [...list.querySelectorAll("button")].find((one) => one.dataset.action === had.action && one.dataset.seat === had.seat);
    if (had) (same ?? list.querySelector("button") ?? list).focus();
    this.choices(view, button, play);
    this.legend(view.moves);
  }

  /** Moves made without pointing, as buttons; without any, what to do. @param {View} view @param {(move: Move, kind: string) => HTMLButtonElement} button @param {(move: Move) => void} play */
  choices(view, button, play) {
    const plain = view.moves.filter((move) => !move.steps.length);
    const only = plain.length === view.moves.length;
    const kept = plain.filter((move) => only || !move.path.length);
    const buttons = kept.map((move) => {
      const made = button(move, only ? "primary" : "choice");
      if (move.action === "pass" && made.textContent === "Pass" && this.acted(move.seat)) made.textContent = "Done";
      return made;
    });
    if (kept.length < plain.length) buttons.push(others(plain.filter((move) => !kept.includes(move)), play));
    const guide = view.can_act && !buttons.length ? [make("span", "guide", "Choose a ringed piece, then where it goes.")] : [];
    get("choices").replaceChildren(...buttons, ...guide);
  }

  /** Has a seat done something this turn? @param {string} seat */
  acted(seat) {
    const since = this.log.slice(this.log.findLastIndex((entry) => entry.seat !== seat) + 1);
    return since.some((entry) => entry.action !== "pass");
  }

  /** Shows only these moves in the list. @param {Move[]} moves */
  narrow(moves) {
    const wanted = new Set(moves.map((move) => `${move.seat} ${move.action}`));
    for (const button of get("moves").querySelectorAll("button")) {
      const item = button.closest("li");
      if (item) item.hidden = !wanted.has(`${button.dataset.seat} ${button.dataset.action}`);
    }
    for (const group of /** @type {NodeListOf<HTMLElement>} */ (get("moves").querySelectorAll(".group"))) group.hidden = !group.querySelector("li:not([hidden])");
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

/** The items of these moves, under the name of their piece where several have one. @param {Move[]} moves @param {(move: Move) => HTMLLIElement} item */
function grouped(moves, item) {
  const groups = [...Map.groupBy(moves, (move) => move.group ?? "")];
  if (groups.length < 2) return moves.map(item);
  return groups.flatMap(([name, some]) => (name ? [make("li", "group", make("b", "", name), make("ul", "", ...some.map(item)))] : some.map(item)));
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
