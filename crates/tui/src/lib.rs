//! The terminal application.
