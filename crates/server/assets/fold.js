// Views and what changes in them. A change names only what is different; folding it into the view before gives the view
// that the server would send whole. There are no rules here.

const BY_ID = new Set(["seats", "trays"]);

/** A list with some of its entries changed, by id; `null` when it lacks one of them. */
function changed(list, changes) {
  const found = changes.every((change) => list.some((one) => one.id === change.id));
  return found ? list.map((one) => ({ ...one, ...changes.find((change) => change.id === one.id) })) : null;
}

/** The tokens, in the order of their ids; `null` when one that has moved is not there. */
function tokens(list, { removed = [], moved = [], put = [] }) {
  const all = new Map(list.map((token) => [token.id, token]));
  for (const id of removed) all.delete(id);
  for (const { id, space = null, tray = null, x, y, scale = 1 } of moved) {
    if (!all.has(id)) return null;
    all.set(id, { ...all.get(id), space, tray, x, y, scale });
  }
  for (const token of put) all.set(token.id, token);
  return [...all.values()].sort((one, other) => one.id - other.id);
}

/** The view with a change folded in; `null` when the change is not for this view. */
export function fold(view, change) {
  const { from, log, ...rest } = change;
  if (from !== view.version) return null;
  const next = { ...view };
  for (const [field, value] of Object.entries(rest)) {
    next[field] = BY_ID.has(field) ? changed(view[field], value) : field === "tokens" ? tokens(view.tokens, value) : value;
    if (next[field] === null && (BY_ID.has(field) || field === "tokens")) return null;
  }
  if (log && log.from > view.log_from + view.log.length) return null;
  if (log) {
    next.log = [...view.log.slice(0, Math.max(0, log.from - view.log_from)), ...(log.entries ?? [])];
    next.log_from = Math.min(view.log_from, log.from);
  }
  return next;
}

/** The legal moves of a seat, each with all that is said about it. */
export function listed({ seat, rules = [], moves }) {
  const whole = ({ rules: at = 0, ...move }) => ({ seat, steps: [], path: [], tone: "plain", ...move, rules: rules[at] ?? [] });
  return (moves ?? []).map(whole);
}

/** The view as the page shows it: with `moves`, all legal moves in one list, and whether there are any. */
export function shown(view) {
  return { ...view, moves: view.legal_moves.flatMap(listed), can_act: view.legal_moves.some((one) => one.count > 0) };
}
