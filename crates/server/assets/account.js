// How it ended: who won, by which rule, and the account of every side.

import { listed, make, points, sentence } from "./words.js";

/** Those who have a part of the win. */
const winners = (view) => view.seats.filter((_, at) => view.outcome?.[at] > 0);

/** How it ended, in a few words. */
export function ending(view) {
  if (!view.outcome) return "Ended without a result";
  const first = winners(view);
  if (first.length === 1) return `Victory for ${first[0].name}`;
  return first.length === view.seats.length ? "A tie" : `Victory shared by ${listed(first.map((seat) => seat.name))}`;
}

/** The result with its account, for the panel. */
export function account(view) {
  const parts = [];
  if (view.verdict) parts.push(make("p", "verdict", ...sentence(view.verdict)));
  if (view.seats.length > 2 || view.trays.some((tray) => tray.seat)) parts.push(sides(view));
  if (view.contest) parts.push(contest(view));
  return parts;
}

function sides(view) {
  const row = (seat, at) => {
    const share = view.outcome?.[at] ?? 0;
    const part = [share >= 1 ? "won" : share > 0 ? `shares the win, ${points(share)}` : "–"];
    if (view.account) part.push(make("b", "", `${view.account[at] > 0 ? "+" : ""}${view.account[at]}`));
    // What lies in a tray is seen there; what is only written there belongs to the account.
    const written = (tray) => !view.tokens.some((token) => token.tray === tray.id) && /\d/.test(tray.note);
    const held = view.trays.filter((tray) => tray.seat === seat.id && written(tray));
    const account = [seat.need?.text, ...held.map((tray) => `${tray.label}: ${tray.note}.`)].filter(Boolean);
    const name = make("th", "", make("strong", "", seat.title), make("small", "", seat.who));
    name.scope = "row";
    const item = make("tr", share > 0 ? "winner" : "", name, make("td", "", ...part), make("td", "", ...account.map((line) => make("span", "", line))));
    item.dataset.seat = seat.id;
    return item;
  };
  const heading = make("tr", "", ...["Side", "Result", "Account"].map((word) => { const cell = make("th", "", word); cell.scope = "col"; return cell; }));
  const table = make("table", "account", make("thead", "", heading), make("tbody", "", ...view.seats.map(row)));
  return make("div", "wide", table);
}

function contest(view) {
  const score = view.seats.map((seat, at) => `${seat.who} ${points(view.contest.points[at])}`).join(" – ");
  const which = view.contest.goes_on ? `Game ${view.contest.game} of ${view.contest.of}` : "The contest is over";
  return make("p", "score", `${which}: ${score}`);
}
