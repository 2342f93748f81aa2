//! Hints over NATS: one message for each batch, on one subject, with one connection for each node.
//!
//! Telling never waits. While the server is away, some hints wait and the rest are dropped. After every connection, a node
//! asks everyone to look for themselves; it hears this message too, and only then is it sure to hear all that follow.

use std::fmt;
use std::pin::Pin;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event, ServerAddr, Subscriber};
use futures_util::StreamExt;
use percent_encoding::percent_decode_str;
use tokio::sync::{mpsc, watch};
use url::Url;

use super::message::{self, Message};
use crate::{Heard, Hint, Listener, StoreError, StoreMetrics};

/// Maximum number of batches that wait to be sent.
const QUEUE: usize = 1024;
/// Maximum length of a message, even if the server allows more.
const LONGEST: usize = 64 << 10;
/// The longest pause between two attempts to connect.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);
/// A server that does not answer twice within this time is gone.
const PING: Duration = Duration::from_secs(5);
/// The pause before a subscription that ended is made again.
const PAUSE: Duration = Duration::from_millis(200);

/// The NATS servers of a bus, read from `nats://USER:PASSWORD@HOST:PORT` or `nats://TOKEN@HOST`. Several servers have
/// commas between them; the first login counts for all. `tls://` requires TLS. `Debug` leaves out the login.
#[derive(Clone)]
pub struct NatsServers {
    servers: Vec<ServerAddr>,
    login: Login,
}

#[derive(Clone)]
enum Login {
    None,
    Token(String),
    User(String, String),
}

impl fmt::Debug for NatsServers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.servers.iter().map(|server| (server.host(), server.port()))).finish()
    }
}

impl FromStr for NatsServers {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        let (scheme, _) = text.split_once("://").ok_or_else(|| bad("it has no “://”"))?;
        let (mut servers, mut login) = (Vec::new(), Login::None);
        for part in text.split(',').map(str::trim) {
            let named = if part.contains("://") { part.to_owned() } else { format!("{scheme}://{part}") };
            let (server, own) = server(&named)?;
            servers.push(server);
            if matches!(login, Login::None) {
                login = own;
            }
        }
        Ok(NatsServers { servers, login })
    }
}

/// One server without its login, and the login.
fn server(text: &str) -> Result<(ServerAddr, Login), StoreError> {
    let mut url = Url::parse(text).map_err(|error| bad(&error.to_string()))?;
    if !matches!(url.scheme(), "nats" | "tls") {
        return Err(bad("it does not begin with nats:// or tls://"));
    }
    if url.host_str().is_none_or(str::is_empty) {
        return Err(bad("a server has no host"));
    }
    let plain = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let login = match (url.username(), url.password()) {
        ("", None) => Login::None,
        (token, None) => Login::Token(plain(token)),
        (user, Some(password)) => Login::User(plain(user), plain(password)),
    };
    let removed = url.set_username("").and_then(|()| url.set_password(None));
    removed.map_err(|()| bad("a server has no host"))?;
    let server = ServerAddr::from_url(url).map_err(|error| bad(&error.to_string()))?;
    Ok((server, login))
}

/// Does not repeat the address, which may have a password.
fn bad(why: &str) -> StoreError {
    StoreError::BadRequest(format!(
        "the address of the bus is wrong: {why}. Write nats://USER:PASSWORD@HOST:PORT; name several servers with commas"
    ))
}

/// A subject of a NATS server, for one node.
#[derive(Clone)]
struct Channel {
    client: Client,
    subject: String,
    node: String,
    metrics: Arc<StoreMetrics>,
}

/// A connection to NATS, which makes itself again.
pub(crate) struct Nats {
    channel: Channel,
    teller: Teller,
    /// Counts the connections, and the times that messages were dropped.
    gaps: watch::Receiver<u64>,
}

impl fmt::Debug for Nats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Nats").field("subject", &self.channel.subject).finish_non_exhaustive()
    }
}

impl Nats {
    /// Begins to connect; the server may be away.
    pub(crate) async fn connect(
        servers: &NatsServers,
        subject: String,
        node: String,
        metrics: Arc<StoreMetrics>,
    ) -> Result<Nats, StoreError> {
        let (gap, gaps) = watch::channel(0);
        let options = options(&servers.login, gap, metrics.clone());
        let client = options.connect(&*servers.servers).await.map_err(|error| bad(&error.to_string()))?;
        let (queue, waiting) = mpsc::channel(QUEUE);
        let teller = Teller { queue, untold: Arc::default() };
        let channel = Channel { client, subject, node, metrics };
        tokio::spawn(channel.clone().publish(waiting, teller.untold.clone()));
        Ok(Nats { channel, teller, gaps })
    }

    /// Tells the other nodes, some time.
    pub(crate) fn tell(&self, hints: Vec<Hint>) {
        self.teller.tell(hints);
    }

    pub(crate) fn listen(&self) -> NatsListener {
        let (channel, teller, gaps) = (self.channel.clone(), self.teller.clone(), self.gaps.clone());
        NatsListener { channel, teller, gaps, subscription: None }
    }
}

fn options(login: &Login, gap: watch::Sender<u64>, metrics: Arc<StoreMetrics>) -> ConnectOptions {
    let options = match login.clone() {
        Login::None => ConnectOptions::new(),
        Login::Token(token) => ConnectOptions::with_token(token),
        Login::User(user, password) => ConnectOptions::with_user_and_password(user, password),
    };
    let (gap, connected) = (Arc::new(gap), Arc::new(AtomicBool::new(false)));
    let pause = |attempts: usize| Duration::from_millis(attempts as u64 * 50).min(LONGEST_PAUSE);
    options
        .name("boxtop")
        .retry_on_initial_connect()
        .ping_interval(PING)
        .reconnect_delay_callback(pause)
        .event_callback(move |event| {
            let reconnected = matches!(event, Event::Connected) && connected.swap(true, Ordering::Relaxed);
            metrics.bus.reconnects.add(usize::from(reconnected));
            if matches!(event, Event::Connected | Event::SlowConsumer(_)) {
                gap.send_modify(|gaps| *gaps += 1);
            }
            std::future::ready(())
        })
}

/// The queue of hints to be sent.
#[derive(Clone)]
struct Teller {
    queue: mpsc::Sender<Vec<Hint>>,
    /// Others cannot know of something: they should look for themselves.
    untold: Arc<AtomicBool>,
}

impl Teller {
    fn tell(&self, hints: Vec<Hint>) {
        if self.queue.try_send(hints).is_err() {
            self.untold.store(true, Ordering::Release);
        }
    }

    fn ask_to_look(&self) {
        self.untold.store(true, Ordering::Release);
        self.tell(Vec::new());
    }
}

impl Channel {
    /// Sends what waits, until nobody can add to it.
    async fn publish(self, mut waiting: mpsc::Receiver<Vec<Hint>>, untold: Arc<AtomicBool>) {
        while let Some(hints) = waiting.recv().await {
            let mut texts = message::texts(&self.node, &hints, self.client.max_payload().min(LONGEST));
            if untold.swap(false, Ordering::AcqRel) {
                texts.push((message::everything(&self.node), 0));
            }
            for (text, hints) in texts {
                match self.client.publish(self.subject.clone(), text.into()).await {
                    Ok(()) => self.metrics.bus.sent(hints),
                    Err(error) => tracing::debug!(%error, "hints could not be sent"),
                }
            }
        }
    }
}

/// Hears the hints of other nodes.
pub(crate) struct NatsListener {
    channel: Channel,
    teller: Teller,
    gaps: watch::Receiver<u64>,
    subscription: Option<Subscriber>,
}

impl NatsListener {
    async fn heard(&mut self) -> Heard {
        loop {
            let Some(subscription) = &mut self.subscription else {
                self.subscribe().await;
                continue;
            };
            tokio::select! {
                Ok(()) = self.gaps.changed() => self.teller.ask_to_look(),
                said = subscription.next() => match said {
                    Some(said) => if let Some(heard) = self.read(&said.payload) {
                        return heard;
                    },
                    None => self.subscription = None,
                },
            }
        }
    }

    async fn subscribe(&mut self) {
        match self.channel.client.subscribe(self.channel.subject.clone()).await {
            Ok(subscription) => {
                self.subscription = Some(subscription);
                if *self.gaps.borrow() > 0 {
                    self.gaps.mark_changed();
                }
            }
            Err(error) => {
                tracing::debug!(%error, "hints cannot be heard");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }

    /// What a message says. Of our own, only the wish to look is news: we hear everything from now on.
    fn read(&self, payload: &[u8]) -> Option<Heard> {
        let message = Message::read(std::str::from_utf8(payload).ok()?)?;
        if message.sender == self.channel.node {
            return (message.heard == Heard::Missed).then_some(Heard::Missed);
        }
        self.channel.metrics.bus.heard(message.hints(), message.lag());
        Some(message.heard)
    }
}

impl Listener for NatsListener {
    fn next(&mut self) -> Pin<Box<dyn Future<Output = Heard> + Send + '_>> {
        Box::pin(self.heard())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_the_login_is_never_shown() {
        let read = |text: &str| text.parse::<NatsServers>().expect(text);
        let one = read("nats://ann:s3%40cret@bus.example:4333,other,tls://third:1");
        let at: Vec<_> = one.servers.iter().map(|server| (server.host().to_owned(), server.port())).collect();
        assert_eq!(at, [("bus.example".into(), 4333), ("other".into(), 4222), ("third".to_owned(), 1)]);
        assert!(one.servers[2].tls_required() && !one.servers[0].tls_required());
        assert!(matches!(&one.login, Login::User(user, password) if user == "ann" && password == "s3@cret"));
        assert!(!format!("{one:?} {:?}", one.servers).contains("cret"), "{one:?}");
        assert!(matches!(read("nats://s3cret@bus").login, Login::Token(token) if token == "s3cret"));
        assert!(matches!(read("nats://bus,nats://ann:s3cret@bus").login, Login::User(..)));
        for wrong in
            ["", "bus", "http://ann:s3cret@bus", "nats://", "nats://ann:s3cret@", "nats://bus:x", "nats://a,,b"]
        {
            let error = wrong.parse::<NatsServers>().expect_err(wrong).to_string();
            assert!(error.contains("nats://USER:PASSWORD@HOST:PORT") && !error.contains("s3cret"), "{wrong}: {error}");
        }
    }
}
