//! Where events are kept: memory and SQLite.
