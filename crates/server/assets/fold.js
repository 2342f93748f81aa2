// Applies changes to views. A change has only what is different; applying it to the previous view gives the view
// that the server would send.

/** @import { LegalMove, SeatMoves, Token, TokenChanges, View, ViewChange } from "./types/protocol" */
/** @import { Move, View as ShownView } from "./types/view" */

/**
 * A list with some of its entries changed, by id; `null` when it lacks one of them.
 * @template {{ id: string }} Entry
 * @param {Entry[]} list @param {{ id: string }[]} [changes] @returns {Entry[] | null}
 */
function changed(list, changes) {
  if (!changes) return list;
  const found = changes.every((change) => list.some((one) => one.id === change.id));
  return found ? list.map((one) => ({ ...one, ...changes.find((change) => change.id === one.id) })) : null;
}

/** The tokens, in the order of their ids; `null` when one that has moved is not there. @param {Token[]} list @param {TokenChanges} changes */
function tokens(list, { removed = [], moved = [], put = [] }) {
  const all = new Map(list.map((token) => [token.id, token]));
  for (const id of removed) all.delete(id);
  for (const { id, space = null, tray = null, x, y, scale = 1 } of moved) {
    const token = all.get(id);
    if (!token) return null;
    all.set(id, { ...token, space, tray, x, y, scale });
  }
  for (const token of put) all.set(token.id, token);
  return [...all.values()].sort((one, other) => one.id - other.id);
}

/** The log with a change; `null` when entries between are missing. @param {View} view @param {NonNullable<ViewChange["log"]>} change */
function logged(view, { from, entries = [] }) {
  if (from > view.log_from + view.log.length) return null;
  return { log: [...view.log.slice(0, Math.max(0, from - view.log_from)), ...entries], log_from: Math.min(view.log_from, from) };
}

/** The view with a change applied; `null` when the change is not for this view. @param {View} view @param {ViewChange} change @returns {View | null} */
export function fold(view, change) {
  const { from, log, all_seats, seats, all_trays, trays, tokens: moved, ...rest } = change;
  const lists = {
    seats: changed(all_seats ?? view.seats, seats),
    trays: changed(all_trays ?? view.trays, trays),
    tokens: moved ? tokens(view.tokens, moved) : view.tokens,
  };
  const entries = log ? logged(view, log) : {};
  if (from !== view.version || !lists.seats || !lists.trays || !lists.tokens || !entries) return null;
  return /** @type {View} */ ({ ...view, ...rest, ...lists, ...entries });
}

/** @satisfies {Partial<View>} */
const NO_CHAINS = { wants_anchor: [], wants_link: [], links: [] };

/** The legal moves of a seat, each with its seat and its rules. @param {SeatMoves} list @returns {Move[]} */
export function listed({ seat, rules = [], moves }) {
  const whole = (/** @type {LegalMove} */ { rules: at = 0, steps = [], path = [], tone = "plain", ...move }) => ({ ...move, seat, steps, path, tone, rules: rules[at] ?? [] });
  return (moves ?? []).map(whole);
}

/** The view as the page shows it. A node that still runs the version before sends nothing about chains. @param {View} view @returns {ShownView} */
export function shown(view) {
  return { ...NO_CHAINS, ...view, moves: view.legal_moves.flatMap(listed), can_act: view.legal_moves.some((one) => one.count > 0) };
}
