//! The web application and its API.
//!
//! Here belongs everything between a browser and a [`table::Table`]: who is
//! asking (`guest`), what no page may leave out (`guard`), the rooms where
//! tables are kept while somebody plays (`rooms`), the JSON that leaves the
//! house (`wire`), the `pages` and the `routes` that lead to them.
//!
//! Here does not belong: a rule of any game (pages and scripts show what
//! [`table::View`] offers and hold no rules), how a board is drawn (`draw`),
//! how events are kept (`store`), how a computer thinks (`players`).
#![forbid(unsafe_code)]

mod assets;
mod computer;
mod entropy;
mod guard;
mod guest;
mod pages;
mod problem;
mod room;
mod rooms;
mod routes;
mod serve;
mod shown;
mod site;
mod wire;

pub use routes::app;
pub use serve::{Config, ServeError, serve};
pub use site::{Pace, Site};
