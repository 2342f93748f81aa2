//! A typed client for a Boxtop server, over HTTP and HTTPS.
//!
//! A [`Client`] is a server as one person or program uses it: the owner of a token, or a guest with [`Cookies`]. A
//! [`Table`] carries out commands and gives views; a [`TableWatch`] follows it, applying the changes that the server streams
//! to give whole views. Every wire type is declared in [`protocol`].
//!
//! ```no_run
//! use boxtop_client::{Client, TableEvent};
//! use boxtop_client::protocol::{Command, Phase};
//!
//! # async fn play() -> Result<(), boxtop_client::ClientError> {
//! let client = Client::new("https://example.org/boxtop")?.with_token("boxtop_…")?;
//! let table = client.table("a1b2c3");
//! table.sit(None, None).await?;
//! let mut watch = table.watch();
//! loop {
//!     let TableEvent::View(view) = watch.next().await? else { continue };
//!     if view.phase == Phase::Over {
//!         return Ok(println!("{}", view.headline));
//!     }
//!     table.add_to_dice(&view).await?;
//!     let Some(of_seat) = view.legal_moves.first() else { continue };
//!     let Some(first) = of_seat.moves.iter().flatten().next() else { continue };
//!     let play = Command::Play { seat: of_seat.seat.clone(), action: first.action.clone() };
//!     table.command(view.version, play).await?;
//! }
//! # }
//! ```
//!
//! What always holds:
//! - A path in the address is a prefix of every route; tokens and cookies are sent nowhere else.
//! - A request that changes something carries an idempotency key and is sent again until it is answered, with growing pauses
//!   ([`RetryPolicy`]): it is carried out once, even when the connection breaks or the server is restarted.
//! - Fair dice need the [`Device`] of every seat: [`Table::sit`] and [`Client::open_table`] make its secrets, [`Table::add_to_dice`]
//!   and [`Table::throw`] send what is wanted of it.
//! - A stream that breaks resumes where it was. If something was missed, the whole view is requested again.
//! - Control characters are removed from all text of a server, so that it is safe to print.
#![forbid(unsafe_code)]

mod address;
mod client;
mod cookies;
mod device;
mod dice;
mod error;
mod events;
mod json;
mod lists;
mod receipts;
mod retry;
mod sender;
mod table;
mod transport;
mod watch;

pub use protocol;

pub use address::{Address, table_id};
pub use client::{Client, OnRetry, random_key, random_nonce, with_query};
pub use cookies::Cookies;
pub use device::{Device, SeenAnchor};
pub use error::ClientError;
pub use receipts::{key_id, signature_is_valid};
pub use retry::RetryPolicy;
pub use sender::HttpSender;
pub use table::Table;
pub use watch::{TableEvent, TableWatch};
