//! Connections, with a limit for each address and with timeouts.
//!
//! There are timeouts for the head of a request, for idle connections and for responses that are not read. Streams stay
//! open as long as they are read. Connections beyond the limit are refused before anything is read from them.

use crate::limits;
use crate::observe::metrics::{Metrics, Rejection};
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

/// The pause after a connection could not be accepted, for example because no file descriptor was free.
const PAUSE: Duration = Duration::from_millis(50);

/// Time for a client to read the rest of a response, or to finish its request, once the site closes.
const FAREWELL: Duration = Duration::from_millis(300);

/// The response to a client with too many connections.
const REFUSED: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain\r\nretry-after: 10\r\n\
    connection: close\r\ncontent-length: 54\r\n\r\nToo many connections from your address; close some.  \n";

/// Limits and timeouts of connections and streams. A limit of 0 means no limit.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Caps {
    /// Connections from one address. Behind a trusted proxy it does not apply, because all connections come from the proxy.
    pub connections_per_address: usize,
    /// Connections in total.
    pub connections: usize,
    /// Streams of one person, at all tables.
    pub streams_per_person: usize,
    /// Streams at one table.
    pub streams_per_table: usize,
    /// Streams from one address.
    pub streams_per_address: usize,
    /// Timeout for the head of a request.
    pub head: Duration,
    /// Timeout for a request with its body; not for streams.
    pub request: Duration,
    /// Timeout for a connection without a request.
    pub idle: Duration,
    /// Timeout for a response that the client does not read.
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

/// Accepts connections until the site closes, then waits for open ones to end.
pub(crate) async fn accept(
    listener: TcpListener,
    app: Router,
    caps: Caps,
    by_proxy: bool,
    metrics: Arc<Metrics>,
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
        let Some(slot) = Open::enter(&open, address, caps, by_proxy) else {
            metrics.reject(Rejection::ConnectionCap);
            let _ = stream.try_write(REFUSED);
            continue;
        };
        let (app, closing, alive) = (app.clone(), closing.clone(), alive.clone());
        let (metrics, counted) = (metrics.clone(), metrics.connections.hold());
        tokio::spawn(async move {
            let _ = stream.set_nodelay(true);
            if connection(stream, address, app, caps, closing).await == Ended::Late {
                metrics.reject(Rejection::SlowClient);
            }
            drop((slot, counted, alive));
        });
    }
    drop((listener, alive));
    let _ = all_ended.recv().await;
}

/// How a connection ended.
#[derive(PartialEq)]
enum Ended {
    /// The client or the server closed it.
    Closed,
    /// The client was too slow.
    Late,
}

/// Serves one connection to its end.
async fn connection(
    stream: TcpStream,
    address: SocketAddr,
    app: Router,
    caps: Caps,
    mut closing: watch::Receiver<bool>,
) -> Ended {
    let pulse = Arc::new(Pulse::new());
    let io = TokioIo::new(Watched { stream, pulse: pulse.clone() });
    let (watcher, service_pulse) = (pulse.clone(), pulse);
    let service = hyper::service::service_fn(move |request: Request<Incoming>| {
        service_pulse.begin();
        let (app, pulse) = (app.clone(), service_pulse.clone());
        async move {
            let mut request = request.map(|body| Body::new(Upload::new(body, pulse.clone())));
            request.extensions_mut().insert(ConnectInfo(address));
            let answer = app.oneshot(request).await.unwrap_or_else(|never: Infallible| match never {});
            Ok::<_, Infallible>(answer.map(|body| Counted { body, _busy: Busy(pulse) }))
        }
    });
    let mut server = hyper::server::conn::http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(caps.idle.max(caps.head)).half_close(false);
    let mut served = pin!(server.serve_connection(io, service));
    let mut ticks = tokio::time::interval((caps.head.min(caps.stalled) / 4).max(Duration::from_millis(10)));
    let mut ending = false;
    loop {
        tokio::select! {
            _ = served.as_mut() => return Ended::Closed,
            _ = closing.wait_for(|closing| *closing), if !ending => {
                ending = true;
                served.as_mut().graceful_shutdown();
                ticks = tokio::time::interval_at(tokio::time::Instant::now() + FAREWELL, FAREWELL);
            }
            _ = ticks.tick() => if watcher.is_late(caps) || ending && watcher.waits_for_client() { return Ended::Late },
        }
    }
}

/// The activity of a connection. Times are milliseconds since it was opened, plus one.
struct Pulse {
    opened: Instant,
    /// Is a request being answered?
    busy: AtomicBool,
    /// When the current head began to arrive, or the first was awaited; 0 if none is.
    head: AtomicU64,
    /// When writing began to block; 0 if it does not.
    stalled: AtomicU64,
    /// Is the body of a request still arriving?
    uploads: AtomicBool,
}

impl Pulse {
    fn new() -> Self {
        Pulse {
            opened: Instant::now(),
            busy: AtomicBool::new(false),
            head: AtomicU64::new(1),
            stalled: AtomicU64::new(0),
            uploads: AtomicBool::new(false),
        }
    }

    fn now(&self) -> u64 {
        self.opened.elapsed().as_millis() as u64 + 1
    }

    /// The head of a request is complete.
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

    /// Is there nothing to do here until the client sends or reads something?
    fn waits_for_client(&self) -> bool {
        let stalled = self.stalled.load(Ordering::Acquire) > 0;
        !self.busy.load(Ordering::Acquire) || stalled || self.uploads.load(Ordering::Acquire)
    }

    fn is_late(&self, caps: Caps) -> bool {
        let late = |since: &AtomicU64, most: Duration| {
            let since = since.load(Ordering::Acquire);
            since > 0 && self.now() - since.min(self.now()) > most.as_millis() as u64
        };
        late(&self.head, caps.head) || late(&self.stalled, caps.stalled)
    }
}

/// The body of a request, which marks the connection as waiting for its client until it is complete.
struct Upload {
    body: Incoming,
    pulse: Arc<Pulse>,
}

impl Upload {
    fn new(body: Incoming, pulse: Arc<Pulse>) -> Self {
        pulse.uploads.store(!body.is_end_stream(), Ordering::Release);
        Upload { body, pulse }
    }
}

impl HttpBody for Upload {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if frame.is_none() || self.body.is_end_stream() {
            self.pulse.uploads.store(false, Ordering::Release);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        self.pulse.uploads.store(false, Ordering::Release);
    }
}

/// Marks the connection as busy until dropped.
struct Busy(Arc<Pulse>);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.busy.store(false, Ordering::Release);
    }
}

/// A response body that marks the connection as idle when it is dropped.
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

/// A socket that reports reads and writes.
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

/// The number of open connections, in total and by address.
#[derive(Default)]
struct Open(Mutex<(usize, HashMap<u128, usize>)>);

/// A counted connection, until dropped.
struct ConnectionSlot {
    open: Arc<Open>,
    from: u128,
}

impl Open {
    fn enter(open: &Arc<Open>, address: SocketAddr, caps: Caps, by_proxy: bool) -> Option<ConnectionSlot> {
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
        Some(ConnectionSlot { open: open.clone(), from })
    }
}

impl Drop for ConnectionSlot {
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
    fn connections_are_limited_by_address_and_in_total() {
        let caps = Caps { connections_per_address: 2, connections: 4, ..Caps::default() };
        let open = Arc::new(Open::default());
        let from = |host: u8, by_proxy| Open::enter(&open, SocketAddr::from(([203, 0, 113, host], 1)), caps, by_proxy);
        let first = (from(1, false), from(1, false));
        assert!(first.0.is_some() && first.1.is_some() && from(1, false).is_none());
        let proxied = from(1, true);
        assert!(proxied.is_some(), "no limit by address behind a proxy");
        let other = from(2, false);
        assert!(other.is_some() && from(3, false).is_none(), "four in total");
        drop((first, proxied, other));
        assert!(from(1, false).is_some() && open.0.lock().unwrap().1.is_empty(), "closed connections are not counted");
    }

    #[test]
    fn the_refusal_has_the_right_content_length() {
        let text = std::str::from_utf8(REFUSED).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("content-length: {}", body.len())), "{}", body.len());
    }
}
