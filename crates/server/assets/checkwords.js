// Pieces of the page that checks dice: elements, and one throw in words and arithmetic.

/** @import { CheckedThrow, Drawn, Purpose } from "./proof.js" */
/** @import { Mixed } from "./chainproof.js" */

/**
 * A new element with its properties and content.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {object} about @param {...(Node | string)} inside
 */
export function make(tag, about = {}, ...inside) {
  const element = Object.assign(document.createElement(tag), about);
  element.append(...inside);
  return element;
}

/** @param {number} count @param {string} word */
export const times = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

/** A list of names: a, b and c. @param {string[]} names */
export const listed = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0] ?? "");

export const code = (/** @type {string} */ text) => make("code", { textContent: text });

/** What a throw of version 3 was made of. @param {Mixed} mixed @param {number} number */
function ingredients({ server, parts, by, again }, number) {
  const part = (/** @type {Mixed["parts"][number]} */ { seat, link, index }) =>
    (link ? make("li", {}, `${seat}${seat === by ? ", sent with this throw" : ""}: link ${index}, `, code(link)) : make("li", {}, `${seat}: nothing`));
  const first = again ? [make("li", {}, "This throw was undone and made again after the same steps, so it has the same links as the first time:")] : [];
  return [
    ...first,
    make("li", {}, `The server’s link ${number + 1}: `, code(server)),
    make("li", {}, "The newest link of each seat:", make("ul", {}, ...parts.map(part))),
  ];
}

/** The arithmetic of one throw, line by line. @param {number} number @param {Purpose} purpose @param {Drawn} drawn @param {Mixed} [mixed] */
function arithmetic(number, purpose, drawn, mixed) {
  const list = make("ol");
  const line = (/** @type {(Node | string)[]} */ ...inside) => list.append(make("li", {}, ...inside));
  line("Possible outcomes: ", code(purpose.lots.map(([outcome, weight]) => `${outcome}×${weight}`).join("  ")), ` — ${drawn.sum} parts in all${purpose.hand ? `, thrown by ${purpose.hand}` : ""}.`);
  if (mixed) list.append(...ingredients(mixed, number));
  line("Key of this throw: ", code(drawn.key), mixed ? ` — SHA-256 of the match’s id, the number ${number} and everything above.` : ` — SHA-256 of the match’s key, the number ${number} and everything above.`);
  for (const passed of drawn.passed) line("Number skipped, which keeps all outcomes fair: ", code(String(passed)));
  line("Number from ChaCha20 with that key: ", code(String(drawn.number)));
  line(code(`${drawn.number} mod ${drawn.sum} = ${drawn.rest}`));
  line(`Counting through the parts from 0, part ${drawn.rest} belongs to `, code(drawn.outcome), ".");
  return list;
}

/** @param {CheckedThrow} one */
export function throwOf({ step, fell, right, why, number, purpose, drawn, mixed }) {
  const which = number === undefined ? "A throw" : `Throw ${number + 1}`;
  const sentence = right && drawn
    ? `${which} (step ${step}): ${fell}, ${drawn.weight} in ${drawn.sum} — follows from ${mixed ? "the links" : "the key"}.`
    : `${which} (step ${step}): ${fell} — does not follow. ${why}`;
  const item = make("li", { className: right ? "right" : "wrong" });
  if (!drawn || !purpose || number === undefined) { item.append(sentence); return item; }
  item.append(make("details", { open: !right }, make("summary", { textContent: sentence }), arithmetic(number, purpose, drawn, mixed)));
  return item;
}
