//! A match as events: commands, decisions, fair dice, views.
