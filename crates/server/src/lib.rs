//! The web application and its API.
//!
//! Everything between a browser and a [`table::Table`]: identity (`guest`, `accounts`), rate limits (`limits`), security
//! middleware (`guard`), live matches (`registry`, `match_handle`) and their views (`match_views`, `wire`), lists of
//! tables (`lobby`), `chat`, what the host does (`moderation`, `reports`), receipts (`signing`), metrics and logs (`observe`), HTML (`pages`, `routes`) and the JSON API (`api`).
//!
//! The rules of games are not here: pages and scripts show what [`table::View`] contains. Boards are drawn by `draw`,
//! events are stored by `store`, computers are in `players`.
#![forbid(unsafe_code)]

mod accounts;
mod analyses;
mod api;
mod assets;
mod attendance;
mod base_path;
mod bounded;
mod builders;
mod chat;
mod commands;
mod computer;
mod connections;
mod entropy;
mod exercise;
mod expiry;
#[cfg(all(feature = "fixed-entropy", debug_assertions))]
mod fixed_entropy;
mod following;
mod gesture;
mod guard;
mod guest;
mod health;
mod host_texts;
mod hosts;
mod leases;
mod limits;
mod lobby;
mod match_handle;
mod match_views;
mod me;
mod mistakes;
mod moderation;
mod names;
mod observe;
mod opening;
mod outages;
mod pages;
mod presence;
mod problem;
mod puzzles;
mod queries;
mod registry;
mod rematch;
mod reports;
mod routes;
mod search_queue;
mod secret;
mod serve;
mod settings;
mod signing;
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
pub use host_texts::{HostTexts, SecurityContact, utc};
pub use hosts::Hosts;
pub use limits::{Limit, Limits, Rate};
pub use moderation::close_table;
pub use observe::{JoinTrace, Observe, is_loggable};
pub use routes::app;
pub use secret::reset_link;
pub use serve::{Config, Listening, ServeError, serve, serve_on, serve_with};
pub use settings::SiteSettings;
pub use signing::new_signing_key;
pub use site::{Site, Timing};
