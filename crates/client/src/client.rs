//! A server as one person or program uses it.

use crate::retry::RetryPolicy;
use crate::transport::{Answer, EventStream, Transport};
use crate::{Address, ClientError, Cookies, Table, json};
use chain::Link;
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, COOKIE, DATE, HeaderValue, SET_COOKIE};
use hyper::http::request::Builder;
use hyper::{Method, Request};
use rand::TryRng;
use rand::rngs::SysRng;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Who sends the requests.
#[derive(Clone)]
enum Identity {
    /// The owner of a token.
    Token(HeaderValue),
    /// A guest, known by cookies; every answer may set new ones.
    Guest(Arc<RwLock<Cookies>>),
}

/// A client of one server. Cloning it is cheap, and all clones share their connections.
#[derive(Clone)]
pub struct Client {
    transport: Transport,
    identity: Identity,
    retry: RetryPolicy,
}

impl Client {
    /// A client of the server at this address, as a new guest. Nothing is sent yet.
    pub fn new(address: &str) -> Result<Client, ClientError> {
        let transport = Transport::new(address.parse()?)?;
        Ok(Client { transport, identity: Identity::Guest(Arc::default()), retry: RetryPolicy::default() })
    }

    /// The same server, used by the owner of a token.
    pub fn with_token(self, token: &str) -> Result<Client, ClientError> {
        if token.is_empty() || token.chars().any(|letter| letter.is_control() || letter == ' ') {
            return Err(ClientError::Token);
        }
        let mut bearer = HeaderValue::from_str(&format!("Bearer {token}")).map_err(|_| ClientError::Token)?;
        bearer.set_sensitive(true);
        Ok(Client { identity: Identity::Token(bearer), ..self })
    }

    /// The same server, used by a guest with these cookies.
    pub fn with_cookies(self, cookies: Cookies) -> Client {
        Client { identity: Identity::Guest(Arc::new(RwLock::new(cookies))), ..self }
    }

    /// The same client with another retry policy.
    pub fn with_retry(self, retry: RetryPolicy) -> Client {
        Client { retry, ..self }
    }

    /// Where the server is.
    pub fn address(&self) -> &Address {
        self.transport.address()
    }

    /// The cookies by which the server knows this guest: keep them to come back. Empty with a token.
    pub fn cookies(&self) -> Cookies {
        match &self.identity {
            Identity::Token(_) => Cookies::default(),
            Identity::Guest(cookies) => cookies.read().unwrap_or_else(PoisonError::into_inner).clone(),
        }
    }

    pub(crate) fn retry(&self) -> &RetryPolicy {
        &self.retry
    }

    /// A table of the server, by its id.
    pub fn table(&self, id: &str) -> Table {
        Table::new(self.clone(), id)
    }

    /// The server's clock in milliseconds since 1970, to the second.
    pub async fn server_time(&self) -> Result<i64, ClientError> {
        let answer = self.once(&Call::get("/healthz")).await?;
        let date = answer.headers.get(DATE).and_then(|date| httpdate::parse_http_date(date.to_str().ok()?).ok());
        let since = date.unwrap_or_else(SystemTime::now).duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }

    /// Sends a GET request, with retries.
    pub(crate) async fn get<T: DeserializeOwned>(&self, what: &'static str, path: &str) -> Result<T, ClientError> {
        json::read(what, &self.send(&Call::get(path), &mut |_| {}).await?.body)
    }

    /// The same with query parameters.
    pub(crate) async fn get_with<T: DeserializeOwned>(
        &self,
        what: &'static str,
        path: &str,
        query: &impl Serialize,
    ) -> Result<T, ClientError> {
        self.get(what, &with_query(path, query)).await
    }

    /// Sends a request until it is answered or `patience` ends. `on_retry` is called with the error before each retry. A
    /// request that changes something must be idempotent or have an idempotency key.
    pub(crate) async fn send(&self, call: &Call<'_>, on_retry: OnRetry<'_>) -> Result<Answer, ClientError> {
        let (begun, mut backoff) = (Instant::now(), self.retry.backoff());
        loop {
            match self.once(call).await {
                Err(error) if error.is_temporary() && begun.elapsed() < self.retry.patience => {
                    on_retry(&error);
                    tokio::time::sleep(backoff.pause(error.retry_after())).await;
                }
                answered => return answered,
            }
        }
    }

    /// Sends a request once.
    pub(crate) async fn once(&self, call: &Call<'_>) -> Result<Answer, ClientError> {
        let answer = self.transport.send(self.request(call, "application/json")?).await?;
        if let Identity::Guest(cookies) = &self.identity {
            let set = answer.headers.get_all(SET_COOKIE).iter().filter_map(|cookie| cookie.to_str().ok());
            cookies.write().unwrap_or_else(PoisonError::into_inner).set(set);
        }
        Ok(answer)
    }

    /// Opens a stream of events.
    pub(crate) async fn stream(&self, call: &Call<'_>) -> Result<EventStream, ClientError> {
        self.transport.open(self.request(call, "text/event-stream")?).await
    }

    fn request(&self, call: &Call<'_>, accept: &str) -> Result<Request<Full<Bytes>>, ClientError> {
        let uri = self.address().route(call.path)?;
        let request = Request::builder().method(call.method.clone()).uri(uri).header(ACCEPT, accept);
        let request = if call.body.is_some() { request.header(CONTENT_TYPE, "application/json") } else { request };
        let request = call.headers.iter().fold(request, |request, (name, value)| request.header(*name, value));
        let body = call.body.as_ref().map(|body| Bytes::from(body.clone())).unwrap_or_default();
        let built = self.signed(request).body(Full::new(body));
        built.map_err(|_| ClientError::address(call.path, "it has characters that no request may have"))
    }

    fn signed(&self, request: Builder) -> Builder {
        match &self.identity {
            Identity::Token(bearer) => request.header(AUTHORIZATION, bearer),
            Identity::Guest(_) => {
                let cookies = self.cookies().header(self.address().is_secure());
                if cookies.is_empty() { request } else { request.header(COOKIE, cookies) }
            }
        }
    }
}

/// Called with the error before a request is sent again.
pub type OnRetry<'a> = &'a mut (dyn FnMut(&ClientError) + Send);

/// A request that can be sent several times.
pub(crate) struct Call<'a> {
    method: Method,
    path: &'a str,
    headers: Vec<(&'static str, String)>,
    body: Option<Vec<u8>>,
}

/// A path with query parameters, which are one of the types of [`protocol`] whose names end in `Query`.
///
/// ```
/// use boxtop_client::{protocol::ChatQuery, with_query};
///
/// assert_eq!(with_query("/chat", &ChatQuery { after: Some(3), limit: None }), "/chat?after=3");
/// ```
pub fn with_query(path: &str, query: &impl Serialize) -> String {
    // Only nested types cannot be written, and no query has one.
    let query = serde_urlencoded::to_string(query).unwrap_or_default();
    format!("{path}?{query}")
}

impl<'a> Call<'a> {
    pub(crate) fn get(path: &'a str) -> Call<'a> {
        Call { method: Method::GET, path, headers: Vec::new(), body: None }
    }

    pub(crate) fn post(path: &'a str, body: &impl Serialize) -> Result<Call<'a>, ClientError> {
        let body = serde_json::to_vec(body).map_err(ClientError::unreadable("request"))?;
        Ok(Call { method: Method::POST, path, headers: Vec::new(), body: Some(body) })
    }

    pub(crate) fn with(mut self, name: &'static str, value: impl Into<String>) -> Call<'a> {
        self.headers.push((name, value.into()));
        self
    }
}

/// 16 random bytes in hexadecimal: a nonce for the dice.
///
/// Tests can fix it: with the feature `fixed-entropy` and debug assertions, it is the first 16 bytes of the environment
/// variable `BOXTOP_FIXED_ENTROPY`, if that is set.
pub fn random_nonce() -> Result<String, ClientError> {
    #[cfg(all(feature = "fixed-entropy", debug_assertions))]
    if let Some(text) = std::env::var("BOXTOP_FIXED_ENTROPY").ok().filter(|text| !text.is_empty()) {
        let bytes = text.bytes().chain(std::iter::repeat(0)).take(16);
        return Ok(bytes.map(|byte| format!("{byte:02x}")).collect());
    }
    random_key()
}

/// 32 random bytes: the secret of the chain with this number on a device. Tests can fix it in the same way.
pub(crate) fn random_secret(_number: usize) -> Result<Link, ClientError> {
    let mut bytes = [0; 32];
    #[cfg(all(feature = "fixed-entropy", debug_assertions))]
    if let Some(text) = std::env::var("BOXTOP_FIXED_ENTROPY").ok().filter(|text| !text.is_empty()) {
        bytes.iter_mut().zip(text.bytes()).for_each(|(to, byte)| *to = byte);
        bytes[31] ^= u8::try_from(_number).unwrap_or(u8::MAX);
        return Ok(Link::new(bytes));
    }
    SysRng.try_fill_bytes(&mut bytes).map_err(|error| ClientError::Entropy(error.to_string()))?;
    Ok(Link::new(bytes))
}

/// 16 random bytes in hexadecimal: an idempotency key.
pub fn random_key() -> Result<String, ClientError> {
    let mut bytes = [0; 16];
    SysRng.try_fill_bytes(&mut bytes).map_err(|error| ClientError::Entropy(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::*;
    use std::fmt::Debug;

    /// What the server reads is what was written.
    fn check<Q: Serialize + DeserializeOwned + PartialEq + Debug>(query: &Q) {
        let path = with_query("/path", query);
        let written = path.strip_prefix("/path?").expect("a query");
        assert_eq!(&serde_urlencoded::from_str::<Q>(written).expect(written), query);
    }

    #[test]
    fn every_query_of_the_api_can_be_written_and_read() {
        let seat = || "red & black=?".to_owned();
        check(&TablesQuery { game: Some(seat()), open: Some(true), limit: Some(5), after: Some("1.a/b".into()) });
        check(&TablesQuery::default());
        check(&ViewQuery { log: Some(false), log_from: Some(3) });
        check(&LegalMovesQuery { seat: seat(), from: 7, limit: None });
        check(&WhyQuery { seat: seat(), action: "$pvt<a+b".into(), steps: "d6,d7".into(), kind: Some("ü".into()) });
        check(&ProspectsQuery { seat: seat() });
        check(&PathQuery { seat: seat(), way: "d6,d7".into() });
        check(&MomentsQuery { from: 2, count: Some(64) });
        check(&ChatQuery { after: Some(1), limit: None });
        check(&EventsQuery { since: Some(17), chat: None });
    }
}
