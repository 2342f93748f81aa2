//! Players at real games: their actions are legal, repeatable, within their limits and
//! sensible, and use no hidden information. One file for each game, and one for secrets.

mod beach;
mod clocks;
mod conflict;
mod marines;
mod musketeers;
mod nim;
mod proofs;
mod secrets;
mod values;
