//! Requests over pooled connections, and streams.
//!
//! It uses hyper with rustls. Most of their crates are dependencies of the server anyway, so they cost the build and the
//! binary less than a client with more features (reqwest adds a dozen crates that are not needed here). The certificates are
//! the system's, so that a private authority works like any other.

use crate::events::{Decoder, Event};
use crate::{Address, ClientError};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{HeaderMap, RETRY_AFTER};
use hyper::{Request, StatusCode};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::{Client, connect::HttpConnector};
use hyper_util::rt::{TokioExecutor, TokioTimer};
use protocol::Problem;
use rustls::{ClientConfig, RootCertStore, crypto::ring};
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// Timeout for connecting.
const CONNECT: Duration = Duration::from_secs(10);
/// Timeout for an answer.
const ANSWER: Duration = Duration::from_secs(40);
/// Timeout for a silent stream: the server sends a heartbeat every few seconds.
const SILENCE: Duration = Duration::from_secs(40);
/// How long an unused connection is kept. Servers and proxies close them after a minute or more.
const IDLE: Duration = Duration::from_secs(30);
/// Maximum length of an answer or an event, in bytes.
const LONGEST: usize = 64 << 20;

/// Connections to one server.
#[derive(Clone)]
pub(crate) struct Transport {
    address: Address,
    http: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
}

/// A successful answer.
pub(crate) struct Answer {
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Transport {
    pub(crate) fn new(address: Address) -> Result<Transport, ClientError> {
        let mut tcp = HttpConnector::new();
        tcp.set_nodelay(true);
        tcp.set_connect_timeout(Some(CONNECT));
        tcp.enforce_http(false);
        let connector = HttpsConnectorBuilder::new().with_tls_config(tls(address.is_secure())?);
        let connector = connector.https_or_http().enable_http1().wrap_connector(tcp);
        let mut http = Client::builder(TokioExecutor::new());
        http.pool_idle_timeout(IDLE).pool_timer(TokioTimer::new());
        Ok(Transport { address, http: http.build(connector) })
    }

    pub(crate) fn address(&self) -> &Address {
        &self.address
    }

    /// Sends a request once and reads the whole answer. Any status but success is an error.
    pub(crate) async fn send(&self, request: Request<Full<Bytes>>) -> Result<Answer, ClientError> {
        let answered = async {
            let (head, body) = self.http.request(request).await.map_err(|why| self.unreachable(&why))?.into_parts();
            let body = Limited::new(body, LONGEST).collect().await;
            let body = body.map_err(|why| self.unreachable(&*why))?.to_bytes();
            if head.status.is_success() {
                Ok(Answer { headers: head.headers, body })
            } else {
                Err(self.refused(head.status, &head.headers, &body))
            }
        };
        timeout(ANSWER, answered).await.unwrap_or_else(|_| Err(self.silent()))
    }

    /// Opens a stream of events.
    pub(crate) async fn open(&self, request: Request<Full<Bytes>>) -> Result<EventStream, ClientError> {
        let opened = async {
            let (head, body) = self.http.request(request).await.map_err(|why| self.unreachable(&why))?.into_parts();
            if head.status == StatusCode::OK {
                return Ok(EventStream { body, decoder: Decoder::default(), host: self.address.host() });
            }
            let body = Limited::new(body, LONGEST).collect().await;
            let body = body.map_err(|why| self.unreachable(&*why))?.to_bytes();
            Err(self.refused(head.status, &head.headers, &body))
        };
        timeout(ANSWER, opened).await.unwrap_or_else(|_| Err(self.silent()))
    }

    fn refused(&self, status: StatusCode, headers: &HeaderMap, body: &[u8]) -> ClientError {
        let status = status.as_u16();
        if matches!(status, 429 | 502..=504) {
            let seconds = headers.get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
            let retry_after = seconds.map(Duration::from_secs);
            return ClientError::Busy { host: self.address.host(), status, retry_after };
        }
        let mut problem: Problem = crate::json::read("problem", body).unwrap_or_default();
        if problem.message().is_empty() {
            let text = String::from_utf8_lossy(body);
            problem.detail = text.chars().filter(|letter| !letter.is_control()).take(300).collect();
        }
        ClientError::Problem(Box::new(Problem { status, ..problem }))
    }

    fn silent(&self) -> ClientError {
        ClientError::Unreachable { host: self.address.host(), why: "no answer in time".into() }
    }

    fn unreachable(&self, error: &(dyn Error + 'static)) -> ClientError {
        ClientError::Unreachable { host: self.address.host(), why: root_cause(error) }
    }
}

/// The root cause of an error: the message of the system or of TLS.
fn root_cause(error: &(dyn Error + 'static)) -> String {
    let mut cause = error;
    while let Some(next) = cause.source() {
        cause = next;
    }
    cause.to_string()
}

/// TLS with the system's certificates, which are read only if they are needed.
fn tls(secure: bool) -> Result<ClientConfig, ClientError> {
    let failed = |why: &dyn std::fmt::Display| ClientError::Tls(why.to_string());
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = config.with_safe_default_protocol_versions().map_err(|why| failed(&why))?;
    let mut roots = RootCertStore::empty();
    if secure {
        let found = rustls_native_certs::load_native_certs();
        roots.add_parsable_certificates(found.certs);
        if roots.is_empty() {
            let why = found.errors.first().map_or("the system has no certificates".into(), ToString::to_string);
            return Err(ClientError::Tls(why));
        }
    }
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}

/// An open stream of events.
pub(crate) struct EventStream {
    body: Incoming,
    decoder: Decoder,
    host: String,
}

impl EventStream {
    /// The next event. Cancelling the future loses nothing.
    pub(crate) async fn next(&mut self) -> Result<Event, ClientError> {
        loop {
            if let Some(event) = self.decoder.next() {
                return Ok(event);
            }
            if self.decoder.pending() > LONGEST {
                return Err(self.broken("an event has no end"));
            }
            match timeout(SILENCE, self.body.frame()).await {
                Err(_) => return Err(self.broken("no heartbeat in time")),
                Ok(None) => return Err(self.broken("the stream has ended")),
                Ok(Some(Err(why))) => return Err(self.broken(&root_cause(&why))),
                Ok(Some(Ok(frame))) => self.decoder.add(frame.data_ref().map_or(&[], |data| &data[..])),
            }
        }
    }

    /// When the server wants the client to come back, once the stream has ended.
    pub(crate) fn retry(&self) -> Option<Duration> {
        self.decoder.retry().map(|ms| Duration::from_millis(ms.into()))
    }

    fn broken(&self, why: &str) -> ClientError {
        ClientError::Unreachable { host: self.host.clone(), why: why.to_owned() }
    }
}
