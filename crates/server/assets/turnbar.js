// The turn bar: whose turn it is, in words to the viewer, and in their colour when it is theirs.

import { paint, seatColour } from "./colours.js";
import { get } from "./dom.js";
import { listed } from "./words.js";

/** @import { Seat, View } from "./types/view" */

/** The seats that are waited for. @param {View} view @returns {Seat[]} */
function wanted({ seats, turn, chance }) {
  const ids = chance ? [chance.thrower] : turn;
  return seats.filter((seat) => ids.includes(seat.id));
}

/** The seats whose devices still have to add to the dice, while a throw is waited for. @param {View} view */
export function addingSeats({ phase, seats, turn, chance, wants_anchor, wants_link }) {
  const ids = [...wants_anchor, ...wants_link];
  return phase === "playing" && (chance || !turn.length) ? seats.filter((seat) => ids.includes(seat.id)) : [];
}

/** Whose devices are waited for, as a sentence; empty if none is. @param {View} view */
export function addingWords(view) {
  const seats = addingSeats(view);
  const others = seats.filter((seat) => !view.mine.includes(seat.id));
  if (others.length) return `Waiting for ${listed(others.map((seat) => `${seat.title}’s device`))} to add to the dice.`;
  return seats.length ? "Your device is adding to the dice." : "";
}

/** Do all seats belong to the viewer? @param {View} view */
const alone = ({ mine, seats }) => new Set(mine).size === seats.length;

/** The turn in a few words. @param {View} view */
export function turnWords(view) {
  if (view.phase === "waiting") return "Waiting for players";
  if (view.phase === "over") return endWords(view);
  const adding = addingSeats(view);
  const others = adding.filter((seat) => !view.mine.includes(seat.id));
  if (adding.length) return others.length ? `Waiting for ${listed(others.map((seat) => seat.who))}` : "Adding to the dice…";
  const acts = wanted(view);
  const own = acts.filter((seat) => view.mine.includes(seat.id));
  const noun = !view.chance ? "move" : view.throw?.kind === "dial" ? "spin" : "roll";
  if (own.length) return new Set(view.mine).size > 1 && own.length === 1 ? `${own[0].title}: your ${noun}` : `Your ${noun}`;
  const gone = view.seats.filter((seat) => view.mine.includes(seat.id));
  if (gone.length && gone.every((seat) => seat.out)) return "You’re out";
  const computers = acts.filter((seat) => seat.kind === "computer");
  if (acts.length && computers.length === acts.length) return `${listed(acts.map((seat) => seat.title))} ${acts.length > 1 ? "are" : "is"} thinking…`;
  if (acts.length) return `Waiting for ${listed(acts.filter((seat) => seat.kind !== "computer").map((seat) => seat.who))}`;
  return view.chance ? `The ${noun} is automatic` : "Wait a moment…";
}

/** How it ended, for the viewer. @param {View} view */
export function endWords(view) {
  const { outcome, seats, mine } = view;
  if (!outcome) return "No result";
  const winners = seats.filter((_, at) => outcome[at] > 0);
  if (winners.length === seats.length) return "A tie";
  const own = winners.some((seat) => mine.includes(seat.id));
  if (mine.length && !alone(view)) return own ? winners.length > 1 ? "You share the win" : "You won" : "You lost";
  return `${listed(winners.map((seat) => seat.title))} won`;
}

/** The seat whose colour the bar has: of several the viewer's. @param {View} view */
function shownSeat(view) {
  const acts = view.phase === "over" ? view.seats.filter((_, at) => (view.outcome?.[at] ?? 0) > 0) : wanted(view);
  return acts.find((seat) => view.mine.includes(seat.id)) ?? acts[0];
}

/** @param {View} view */
export function showTurn(view) {
  const seat = addingSeats(view).length ? undefined : shownSeat(view);
  const bar = get("turn-bar");
  get("turn").textContent = turnWords(view);
  bar.classList.toggle("mine", Boolean(seat && view.phase !== "waiting" && view.mine.includes(seat.id)));
  for (const element of [bar, get("end")]) paint(element, seat && seatColour(view, view.seats.indexOf(seat)));
}
