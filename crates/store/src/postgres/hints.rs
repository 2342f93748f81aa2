//! Hints by NOTIFY: one for each batch of appends, on one channel; every node listens with one connection.

use std::pin::Pin;
use std::time::Duration;

use sqlx::Connection as _;
use sqlx::postgres::{PgListener, PgPool};

use super::address::Address;
use crate::sql::Found;
use crate::{Heard, Hint, Listener};

/// The pause before a node connects again.
const PAUSE: Duration = Duration::from_millis(200);

/// Hears the hints of other nodes.
pub(super) struct NotifyListener {
    pool: PgPool,
    address: Address,
    channel: String,
    /// Our own hints are not news.
    node: String,
    connection: Option<PgListener>,
}

impl NotifyListener {
    pub(super) fn new(pool: PgPool, address: Address, channel: String, node: String) -> Self {
        NotifyListener { pool, address, channel, node, connection: None }
    }

    async fn heard(&mut self) -> Heard {
        loop {
            let Some(connection) = &mut self.connection else {
                self.connect().await;
                return Heard::Missed;
            };
            match connection.try_recv().await {
                Ok(Some(said)) => {
                    if let Some(heard) = read(said.payload(), &self.node) {
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
        listener.listen(&self.channel).await?;
        Ok(listener)
    }
}

impl Listener for NotifyListener {
    fn next(&mut self) -> Pin<Box<dyn Future<Output = Heard> + Send + '_>> {
        Box::pin(self.heard())
    }
}

/// `NODE HINT,HINT,…`, or `NODE *` if there were too many; `None` for our own, and for anything else.
fn read(payload: &str, node: &str) -> Option<Heard> {
    let (sender, hints) = payload.split_once(' ')?;
    if sender == node {
        return None;
    }
    if hints == "*" {
        return Some(Heard::Missed);
    }
    hints.split(',').map(Hint::read).collect::<Option<_>>().map(Heard::Hints)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{StreamId, Version};

    #[test]
    fn hints_of_other_nodes_are_read() {
        let hint = |name: &str, version, message| Hint {
            stream: StreamId::new(name).expect("a name"),
            version: Version(version),
            message,
        };
        let both = Heard::Hints(vec![hint("a", 3, None), hint("b", 0, Some(4))]);
        assert_eq!(read("one a 3,b 0 4", "two"), Some(both));
        assert_eq!(read("one a 3", "one"), None, "our own");
        assert_eq!(read("one *", "two"), Some(Heard::Missed));
        for odd in ["", "one", "one a", "one a 3,", "one a 3;b 4"] {
            assert_eq!(read(odd, "two"), None, "{odd}");
        }
    }
}
