// Small pieces of a page: elements, sentences with their rules, numbers in words.

import { chip } from "./rules.js";

/** An element with its class and words. */
export function make(name, kind, ...children) {
  const element = document.createElement(name);
  if (kind) element.className = kind;
  element.append(...children);
  return element;
}

/** A sentence with the chips of its rules. */
export function sentence(line) {
  const text = [line.text];
  for (const rule of line.rules) text.push(" ", chip(rule));
  return text;
}

/** Points: halves as people write them. */
export const points = (number) => (number % 1 === 0.5 ? `${Math.floor(number) || ""}½` : String(Math.round(number * 100) / 100));

/** A count with its noun: 1 day, 2 days. */
export const times = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Names in a row: a, b and c. */
export const listed = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0] ?? "");
