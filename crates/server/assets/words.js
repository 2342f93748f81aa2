// Small pieces of a page: elements, sentences with their rules, numbers in words.

import { chip } from "./rules.js";

/** @import { Sentence } from "./types/view" */

/**
 * A new element with its class and content.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} [kind]
 * @param {...(Node | string)} children
 */
export function make(name, kind, ...children) {
  const element = document.createElement(name);
  if (kind) element.className = kind;
  element.append(...children);
  return element;
}

/** A sentence with the chips of its rules. @param {Sentence} line @returns {(Node | string)[]} */
export function sentence(line) {
  return [line.text, ...line.rules.flatMap((rule) => [" ", chip(rule)])];
}

/** A number of points, with halves as people write them. @param {number} number */
export const points = (number) => (number % 1 === 0.5 ? `${Math.floor(number) || ""}½` : String(Math.round(number * 100) / 100));

/** A count with its noun: 1 day, 2 days. @param {number} count @param {string} noun */
export const times = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** A list of names: a, b and c. @param {string[]} names */
export const listed = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0] ?? "");
