//! Laws that every game keeps, perft, playthroughs.
