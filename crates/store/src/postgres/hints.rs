//! Telling other nodes of what is written, and hearing of what they write. With NOTIFY, the statement that writes a
//! batch sends its hints, on one channel, and every node listens with one connection. With NATS, hints are sent after the
//! commit.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use sqlx::Connection as _;
use sqlx::postgres::{PgListener, PgPool};

use super::address::Address;
use crate::nodes::message::{Message, stamp};
use crate::nodes::nats::Nats;
use crate::sql::Found;
use crate::{Heard, Hint, HintBus, Listener, StoreError, StoreMetrics};

/// The pause before a node connects again.
const PAUSE: Duration = Duration::from_millis(200);

/// What carries the hints of this node.
#[derive(Clone, Debug)]
pub(super) struct Carrier {
    way: Way,
    channel: String,
    /// Tells this node's hints from those of others.
    node: String,
    metrics: Arc<StoreMetrics>,
}

#[derive(Clone, Debug)]
enum Way {
    Nothing,
    Notify,
    Nats(Arc<Nats>),
}

/// What a statement needs to send its hints itself.
#[derive(Clone, Debug)]
pub(super) struct Notify {
    /// The channel that all nodes listen on.
    pub(super) channel: String,
    /// Who sends them, and when.
    pub(super) stamp: String,
}

impl Carrier {
    /// Begins to connect to the bus, if it is not the database.
    pub(super) async fn new(
        bus: &HintBus,
        address: &Address,
        node: &str,
        metrics: Arc<StoreMetrics>,
    ) -> Result<Carrier, StoreError> {
        let (channel, node) = (format!("{}_hints", address.schema), node.to_owned());
        let way = match bus {
            HintBus::Nothing => Way::Nothing,
            HintBus::Notify => Way::Notify,
            HintBus::Nats(servers) => {
                let nats = Nats::connect(servers, address.subject(), node.clone(), metrics.clone()).await?;
                Way::Nats(Arc::new(nats))
            }
        };
        Ok(Carrier { way, channel, node, metrics })
    }

    /// For a statement that is sent now; `None` if it sends no hints.
    pub(super) fn notify(&self) -> Option<Notify> {
        matches!(self.way, Way::Notify).then(|| Notify { channel: self.channel.clone(), stamp: stamp(&self.node) })
    }

    /// Tells of what was committed, unless the statement did. Never waits.
    pub(super) fn tell(&self, hints: Vec<Hint>) {
        match &self.way {
            _ if hints.is_empty() => {}
            Way::Nothing => {}
            Way::Notify => self.metrics.bus.sent(hints.len()),
            Way::Nats(nats) => nats.tell(hints),
        }
    }

    /// What a message says; `None` for our own, and for anything else.
    fn read(&self, payload: &str) -> Option<Heard> {
        let message = Message::read(payload).filter(|message| message.sender != self.node)?;
        self.metrics.bus.heard(message.hints(), message.lag());
        Some(message.heard)
    }

    /// Hears of changes by other nodes.
    pub(super) fn listen(&self, pool: &PgPool, address: &Address) -> Box<dyn Listener> {
        match &self.way {
            Way::Nats(nats) => Box::new(nats.listen()),
            Way::Nothing | Way::Notify => Box::new(NotifyListener {
                pool: pool.clone(),
                address: address.clone(),
                carrier: self.clone(),
                connected_before: false,
                connection: None,
            }),
        }
    }
}

/// Hears the hints of other nodes.
struct NotifyListener {
    pool: PgPool,
    address: Address,
    carrier: Carrier,
    connected_before: bool,
    connection: Option<PgListener>,
}

impl NotifyListener {
    async fn heard(&mut self) -> Heard {
        loop {
            let Some(connection) = &mut self.connection else {
                self.connect().await;
                self.carrier.metrics.bus.reconnects.add(usize::from(self.connected_before));
                self.connected_before = true;
                return Heard::Missed;
            };
            match connection.try_recv().await {
                Ok(Some(said)) => {
                    if let Some(heard) = self.carrier.read(said.payload()) {
                        return heard;
                    }
                }
                Ok(None) | Err(_) => self.connection = None,
            }
        }
    }

    async fn connect(&mut self) {
        while self.connection.is_none() {
            match self.connected().await {
                Ok(connection) => self.connection = Some(connection),
                Err(error) => {
                    tracing::debug!(%error, "hints cannot be heard");
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }

    async fn connected(&self) -> Found<PgListener> {
        // Perhaps another server takes writes now. The pool would go on trying the one that is gone.
        let (server, connection) = self.address.writable().await?;
        self.pool.set_connect_options(server);
        let _ = connection.close().await;
        let mut listener = PgListener::connect_with(&self.pool).await?;
        listener.ignore_pool_close_event(true);
        listener.listen(&self.carrier.channel).await?;
        Ok(listener)
    }
}

impl Listener for NotifyListener {
    fn next(&mut self) -> Pin<Box<dyn Future<Output = Heard> + Send + '_>> {
        Box::pin(self.heard())
    }
}
