// Which colour a seat plays. The style sheet has the colours themselves.

/** @import { Token, View } from "./types/view" */

const COLOURS = ["red", "blue", "green", "black", "yellow", "orange", "attacker", "musketeer"];

/** The colour that a name begins with, if it does. @param {string | undefined} name */
const begins = (name) => COLOURS.find((colour) => colour === name?.split("-")[0]);

/** The colour of a piece. @param {Token} token @returns {string | undefined} */
export const tokenColour = (token) => begins(token.kind);

/** The colour of a seat: by its own name, or by its pieces. @param {Pick<View, "seats" | "tokens">} view @param {number} at @returns {string | undefined} */
export function seatColour({ seats, tokens }, at) {
  return begins(seats[at]?.id) ?? tokens.filter((token) => token.seat === at).map(tokenColour).find((colour) => colour);
}

/** Marks an element with a colour, or with none. @param {HTMLElement | SVGElement} element @param {string | undefined} colour */
export function paint(element, colour) {
  if (colour) element.dataset.colour = colour;
  else delete element.dataset.colour;
}
