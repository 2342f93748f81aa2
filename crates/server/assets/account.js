// How the match ended: who won, by which rule, and the details of every side.

import { make, points, sentence } from "./words.js";

/** @import { Contest, Seat, Tray, View } from "./types/view" */

/** The result with its account, for the panel. @param {View} view */
export function account(view) {
  const parts = [];
  if (view.verdict) parts.push(make("p", "verdict", ...sentence(view.verdict)));
  parts.push(sides(view));
  if (view.contest) parts.push(contest(view, view.contest));
  return parts;
}

/** @param {View} view */
function sides(view) {
  const heading = make("tr", "", ...["Player", "Result", "Details"].map((word) => Object.assign(make("th", "", word), { scope: "col" })));
  // You first, then the winners.
  const rank = (/** @type {number} */ at) => (view.mine.includes(view.seats[at].id) ? 2 : 0) + (view.outcome?.[at] ?? 0);
  const order = view.seats.map((_, at) => at).sort((a, b) => rank(b) - rank(a));
  const rows = order.map((at) => row(view, view.seats[at], at));
  return make("div", "wide", make("table", "account", make("thead", "", heading), make("tbody", "", ...rows)));
}

/** @param {View} view @param {Seat} seat @param {number} at */
function row(view, seat, at) {
  const share = view.outcome?.[at] ?? 0;
  /** @type {(Node | string)[]} */
  const part = [share >= 1 ? "won" : share > 0 ? `shared win, ${points(share)}` : view.outcome ? "lost" : "–"];
  if (view.account) part.push(make("b", "", `${view.account[at] > 0 ? "+" : ""}${view.account[at]}`));
  // Pieces in a tray are shown there; only numbers written on a tray belong to the account.
  const written = (/** @type {Tray} */ tray) => !view.tokens.some((token) => token.tray === tray.id) && /\d/.test(tray.note);
  const held = view.trays.filter((tray) => tray.seat === seat.id && written(tray));
  const lines = [...(seat.need ? [seat.need.text] : []), ...held.map((tray) => `${tray.label}: ${tray.note}.`)];
  const name = Object.assign(make("th", "", make("strong", "", seat.title), make("small", "", view.mine.includes(seat.id) ? `${seat.who} (you)` : seat.who)), { scope: "row" });
  const item = make("tr", share > 0 ? "winner" : "", name, make("td", "", ...part), make("td", "", ...lines.map((line) => make("span", "", line))));
  item.dataset.seat = seat.id;
  return item;
}

/** @param {View} view @param {Contest} contest */
function contest(view, contest) {
  const score = view.seats.map((seat, at) => `${seat.who} ${points(contest.points?.[at] ?? 0)}`).join(" – ");
  const which = contest.goes_on ? `Game ${contest.game} of ${contest.of}` : "The contest is over";
  return make("p", "score", `${which}: ${score}`);
}
