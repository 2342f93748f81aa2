//! The web application and its API.
//!
//! Here belongs everything between a browser and a [`table::Table`]: who is
//! asking (`guest`, `people`), how much of it (`limits`), what no page may leave
//! out (`guard`), live matches (`registry`, `match_handle`) and their views (`match_views`),
//! lists of them (`lobby`), talk at them (`chat`), the JSON that leaves the house
//! (`wire`), the `pages` and the `routes` that lead to them, and the `api` for
//! programs.
//!
//! Here does not belong: a rule of any game (pages and scripts show what
//! [`table::View`] offers and hold no rules), how a board is drawn (`draw`),
//! how events are kept (`store`), how a computer thinks (`players`).
#![forbid(unsafe_code)]

mod api;
mod assets;
mod attendance;
mod base_path;
mod bounded;
mod brains;
mod builders;
mod chat;
mod commands;
mod computer;
mod connections;
mod door;
mod entropy;
mod expiry;
mod guard;
mod guest;
mod health;
mod hosts;
mod limits;
mod lobby;
mod match_handle;
mod match_views;
mod me;
mod names;
mod opening;
mod pages;
mod people;
mod pointed;
mod presence;
mod problem;
mod queries;
mod registry;
mod rematch;
mod routes;
mod secret;
mod serve;
mod site;
mod spectator_feed;
mod streams;
mod tag;
mod timekeeper;
mod view_cache;
mod wire;
mod work;

pub use base_path::BasePath;
pub use connections::Caps;
pub use door::Door;
pub use hosts::Hosts;
pub use limits::{Both, Limits, Rate};
pub use routes::app;
pub use secret::reset_link;
pub use serve::{Config, ServeError, serve, serve_behind};
pub use site::{Pace, Site};
