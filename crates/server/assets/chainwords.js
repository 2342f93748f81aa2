// The check of dice of version 3 in words: the verdict, what it promises, and what this device kept of the match.

import { code, listed, make, throwOf, times } from "./checkwords.js";

/** @import { ChainProof } from "./chainproof.js" */
/** @import { MatchRecord } from "./proof.js" */
/** @import { Comparison } from "./transcript.js" */

const NOBODY = "Nobody chooses a throw, and nobody foresees one, except that a host who plays can foresee their own.";

/** The player of a seat, with the seat. @param {MatchRecord} record @param {string} seat */
const called = ({ seats = [] }, seat) => `${seats.find((one) => one.seat === seat)?.name || seat} (${seat})`;

/** The verdict in a sentence. @param {ChainProof} proof */
export function announced({ fingerprint, throws, steps, entered, right }) {
  const wrong = throws.filter((one) => !one.right);
  const [broken] = steps.filter((one) => !one.right);
  if (!fingerprint.right) return "The server’s secret does not lead to its anchor: these are not the dice that were fixed at the start.";
  if (broken) return `At step ${broken.step}, ${broken.words} that it had not committed to.`;
  if (wrong.length) return `${times(wrong.length, "throw")} of ${throws.length} did not come from the chains, the first at step ${wrong[0].step}.`;
  if (!right) return "The record’s steps and throws do not belong together: it was changed.";
  const own = entered ? ` ${times(entered, "throw")} more came from real dice and cannot be checked.` : "";
  if (!throws.length) return `No dice were thrown by the server.${own}`;
  const all = throws.length === 1 ? "The only throw follows" : `All ${throws.length} throws follow`;
  return `${all} from what everybody had committed to.${own}`;
}

/** Whom the proof protects, and who brought nothing. @param {ChainProof} proof @param {MatchRecord} record */
export function promise({ right, throws, brought, nothing }, record) {
  if (!right || !throws.length) return [];
  const name = (/** @type {string} */ seat) => called(record, seat);
  const none = nothing.length ? `${listed(nothing.map(name))} brought nothing to the dice.` : "";
  if (!brought.length) return [`No device added to these dice, so the host could have chosen or foreseen every throw. ${none}`];
  return [NOBODY, `${listed(brought.map(name))} added to the dice from ${brought.length > 1 ? "their own devices" : "an own device"}. ${none}`.trim()];
}

/** What the receipts of this device say. @param {Comparison | null} kept @param {MatchRecord} record */
export function comparison(kept, record) {
  const line = (/** @type {boolean} */ right, /** @type {string} */ words) => make("li", { className: right ? "right" : "wrong", textContent: `${right ? "✓" : "✗"} ${words}` });
  const title = make("h2", { textContent: "What this device kept" });
  if (!kept?.receipts.length) {
    const words = "This device has no receipt of this match. So it cannot say whether this is the match that was played, or another one with dice that are right in themselves.";
    return [title, make("p", { textContent: words }), ...(kept?.anchors.length ? [make("ul", { className: "kept" }, ...kept.anchors.map(anchorLine))] : [])];
  }
  const receipts = kept.receipts.map((one) => line(!one.fault && one.signed !== "invalid", `Receipt after ${times(one.steps, "step")}: ${one.fault ?? "the record is the same up to there."} ${SIGNED[one.signed]}`));
  return [title, make("ul", { className: "kept" }, ...receipts, ...kept.anchors.map(anchorLine))];

  /** @param {Comparison["anchors"][number]} one */
  function anchorLine({ seat, anchor, right }) {
    const item = line(right, `${called(record, seat)} had committed to this before the first link was revealed${right ? ", and the record says the same" : ", but the record does not say so"}: `);
    item.append(code(anchor));
    return item;
  }
}

const SIGNED = {
  valid: "Signed with the site’s key.",
  invalid: "The signature is NOT the site’s.",
  "no key": "The site’s key is not at hand, so the signature was not checked.",
  "no check": "This browser cannot check signatures; “boxtop verify --receipt” can.",
};

/** From the anchors to each throw. @param {MatchRecord} record @param {ChainProof} proof */
export function throughChains(record, { fingerprint, steps, throws }) {
  const step = (/** @type {ChainProof["steps"][number]} */ { step: at, words, link, right, why }) =>
    make("li", { className: right ? "right" : "wrong" }, `Step ${at}: ${words}: `, code(link), right ? "" : ` — ${why}`);
  const server = make("ol", { className: "proof" },
    make("li", {}, "The server’s anchor, shown to everyone at the start: ", code(fingerprint.shown)),
    make("li", {}, "Its secret, published after the match: ", code(record.seed)),
    make("li", { className: fingerprint.right ? "right" : "wrong" }, "SHA-256 of that secret, 4096 times over: ", code(fingerprint.found ?? "no secret"), fingerprint.right ? " — the anchor. Each throw takes the next link of this chain." : " — not the anchor."));
  return [
    make("h2", { textContent: "The server’s chain" }), server,
    make("h2", { textContent: "What the seats committed to and revealed" }),
    steps.length ? make("ol", { className: "links" }, ...steps.map(step)) : make("p", { textContent: "Nobody committed to anything." }),
    make("h2", { textContent: "Throw by throw" }), make("ol", { className: "throws" }, ...throws.map((one) => throwOf(one))),
  ];
}
