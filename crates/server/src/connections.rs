//! Connections: accepted up to a cap for each address, watched, and closed when nothing comes of them.
//!
//! A request's head must arrive in time, a connection between two requests may be idle for a while, and an answer must
//! be read. Streams live as long as their reader reads. Whoever opens too many connections at once is refused before
//! anything is read from them.

use crate::limits;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, Request};
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::collections::HashMap;
use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower::ServiceExt;

/// The pause after a connection could not be accepted, for want of files for instance.
const PAUSE: Duration = Duration::from_millis(50);

/// What is said to somebody who has too many connections.
const REFUSED: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain\r\nretry-after: 10\r\n\
    connection: close\r\ncontent-length: 54\r\n\r\nToo many connections from your address; close some.  \n";

/// How many connections and streams there may be, and how long they may do nothing. A cap of 0 is none.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Caps {
    /// Connections from one address. Behind a trusted proxy, which brings everybody, there is no such cap.
    pub connections_per_address: usize,
    /// Connections altogether.
    pub connections: usize,
    /// Streams of one person, at all tables.
    pub streams_per_person: usize,
    /// Streams at one table.
    pub streams_per_table: usize,
    /// Streams from one address.
    pub streams_per_address: usize,
    /// A request's head must be complete after this time.
    pub head: Duration,
    /// A request must be answered after this time, its body included; streams excepted.
    pub request: Duration,
    /// A connection without a request is closed after this time.
    pub idle: Duration,
    /// An answer of which nothing has been read for this time is given up.
    pub stalled: Duration,
}

impl Default for Caps {
    fn default() -> Self {
        Caps {
            connections_per_address: 256,
            connections: 10_000,
            streams_per_person: 24,
            streams_per_table: 1_000,
            streams_per_address: 128,
            head: Duration::from_secs(10),
            request: Duration::from_secs(30),
            idle: Duration::from_secs(75),
            stalled: Duration::from_secs(30),
        }
    }
}

/// Accepts connections until the site closes, then waits for those under way.
pub(crate) async fn accept(
    listener: TcpListener,
    app: Router,
    caps: Caps,
    by_proxy: bool,
    mut closing: watch::Receiver<bool>,
) {
    let open = Arc::new(Open::default());
    let (alive, mut all_ended) = tokio::sync::mpsc::channel::<()>(1);
    loop {
        let (stream, address) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::debug!(%error, "a connection was not accepted");
                    tokio::time::sleep(PAUSE).await;
                    continue;
                }
            },
            () = async { drop(closing.wait_for(|closing| *closing).await) } => break,
        };
        let Some(place) = Open::enter(&open, address, caps, by_proxy) else {
            let _ = stream.try_write(REFUSED);
            continue;
        };
        let (app, closing, alive) = (app.clone(), closing.clone(), alive.clone());
        tokio::spawn(async move {
            let _ = stream.set_nodelay(true);
            connection(stream, address, app, caps, closing).await;
            drop((place, alive));
        });
    }
    drop((listener, alive));
    let _ = all_ended.recv().await;
}

/// Serves one connection to its end.
async fn connection(
    stream: TcpStream,
    address: SocketAddr,
    app: Router,
    caps: Caps,
    mut closing: watch::Receiver<bool>,
) {
    let pulse = Arc::new(Pulse::new());
    let io = TokioIo::new(Watched { stream, pulse: pulse.clone() });
    let (beat, service_pulse) = (pulse.clone(), pulse);
    let service = hyper::service::service_fn(move |request: Request<Incoming>| {
        service_pulse.begin();
        let (app, pulse) = (app.clone(), service_pulse.clone());
        async move {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(address));
            let answer = app.oneshot(request).await.unwrap_or_else(|never: Infallible| match never {});
            Ok::<_, Infallible>(answer.map(|body| Counted { body, _busy: Busy(pulse) }))
        }
    });
    let mut server = hyper::server::conn::http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(caps.idle.max(caps.head)).half_close(false);
    let mut served = pin!(server.serve_connection(io, service));
    let mut looks = tokio::time::interval((caps.head.min(caps.stalled) / 4).max(Duration::from_millis(10)));
    let mut ending = false;
    loop {
        tokio::select! {
            _ = served.as_mut() => return,
            _ = closing.wait_for(|closing| *closing), if !ending => {
                ending = true;
                served.as_mut().graceful_shutdown();
            }
            _ = looks.tick() => if beat.is_late(caps) { return },
        }
    }
}

/// What a connection does, as its watcher needs to know it. Times are milliseconds since it was opened, and one more.
struct Pulse {
    opened: Instant,
    /// Is a request being answered?
    busy: AtomicBool,
    /// Since when a head has been arriving, or is awaited for the first time; 0 when none is.
    head: AtomicU64,
    /// Since when nothing could be written that is to be written; 0 when nothing is.
    stalled: AtomicU64,
}

impl Pulse {
    fn new() -> Self {
        Pulse {
            opened: Instant::now(),
            busy: AtomicBool::new(false),
            head: AtomicU64::new(1),
            stalled: AtomicU64::new(0),
        }
    }

    fn now(&self) -> u64 {
        self.opened.elapsed().as_millis() as u64 + 1
    }

    /// A request has come in whole, but for its body.
    fn begin(&self) {
        self.busy.store(true, Ordering::Release);
        self.head.store(0, Ordering::Release);
    }

    fn read(&self) {
        if !self.busy.load(Ordering::Acquire) {
            let _ = self.head.compare_exchange(0, self.now(), Ordering::AcqRel, Ordering::Acquire);
        }
    }

    fn wrote(&self, waits: bool) {
        if waits {
            let _ = self.stalled.compare_exchange(0, self.now(), Ordering::AcqRel, Ordering::Acquire);
        } else {
            self.stalled.store(0, Ordering::Release);
        }
    }

    fn is_late(&self, caps: Caps) -> bool {
        let late = |since: &AtomicU64, most: Duration| {
            let since = since.load(Ordering::Acquire);
            since > 0 && self.now() - since.min(self.now()) > most.as_millis() as u64
        };
        late(&self.head, caps.head) || late(&self.stalled, caps.stalled)
    }
}

/// The connection counts as busy until this is dropped.
struct Busy(Arc<Pulse>);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.busy.store(false, Ordering::Release);
    }
}

/// An answer's body that tells when it has been sent or given up.
struct Counted {
    body: Body,
    _busy: Busy,
}

impl HttpBody for Counted {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A socket that tells what is read and written.
struct Watched {
    stream: TcpStream,
    pulse: Arc<Pulse>,
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = ready!(Pin::new(&mut self.stream).poll_read(context, buffer));
        if buffer.filled().len() > before {
            self.pulse.read();
        }
        Poll::Ready(read)
    }
}

impl AsyncWrite for Watched {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.pulse.wrote(wrote.is_pending());
        wrote
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.pulse.wrote(wrote.is_pending());
        wrote
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// The connections that are open, counted by address.
#[derive(Default)]
struct Open(Mutex<(usize, HashMap<u128, usize>)>);

/// A connection counts as long as this is kept.
struct Place {
    open: Arc<Open>,
    from: u128,
}

impl Open {
    fn enter(open: &Arc<Open>, address: SocketAddr, caps: Caps, by_proxy: bool) -> Option<Place> {
        let from = limits::network(Some(address.ip().to_canonical()));
        let mut counts = open.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, by_address) = &mut *counts;
        let mine = by_address.get(&from).copied().unwrap_or(0);
        let full = |cap: usize, count: usize| cap > 0 && count >= cap;
        if full(caps.connections, *all) || !by_proxy && full(caps.connections_per_address, mine) {
            return None;
        }
        *all += 1;
        by_address.insert(from, mine + 1);
        drop(counts);
        Some(Place { open: open.clone(), from })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.open.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, by_address) = &mut *counts;
        *all = all.saturating_sub(1);
        if let Some(mine) = by_address.get_mut(&self.from) {
            *mine -= 1;
            if *mine == 0 {
                by_address.remove(&self.from);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_so_many_connections_and_others_have_theirs() {
        let caps = Caps { connections_per_address: 2, connections: 4, ..Caps::default() };
        let open = Arc::new(Open::default());
        let from = |host: u8, by_proxy| Open::enter(&open, SocketAddr::from(([203, 0, 113, host], 1)), caps, by_proxy);
        let first = (from(1, false), from(1, false));
        assert!(first.0.is_some() && first.1.is_some() && from(1, false).is_none());
        let proxied = from(1, true);
        assert!(proxied.is_some(), "a proxy brings everybody");
        let other = from(2, false);
        assert!(other.is_some() && from(3, false).is_none(), "four altogether");
        drop((first, proxied, other));
        assert!(from(1, false).is_some() && open.0.lock().unwrap().1.is_empty(), "nothing is kept of who has gone");
    }

    #[test]
    fn the_refusal_is_as_long_as_it_says() {
        let text = std::str::from_utf8(REFUSED).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("content-length: {}", body.len())), "{}", body.len());
    }
}
