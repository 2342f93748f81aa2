// What this browser adds to the dice of tables: drawn here, and remembered here
// so that it can be compared with what the record says.

const KEPT = 60; // so many are remembered

/** What was added so far, the latest last: `{table, seat, nonce}`. */
export function remembered() {
  try { return JSON.parse(localStorage.getItem("boxtop.nonces") || "[]"); } catch { return []; }
}

const random = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** What is added for a seat of a table: drawn once. */
export function drawn(table, seat) {
  const kept = remembered();
  const known = kept.find((one) => one.table === table && one.seat === seat);
  if (known) return known.nonce;
  const nonce = random();
  try { localStorage.setItem("boxtop.nonces", JSON.stringify([...kept, { table, seat, nonce }].slice(-KEPT))); } catch { /* a private window remembers nothing */ }
  return nonce;
}
