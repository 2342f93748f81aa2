//! A minimal HTTP/1.1 client for the load test: requests over a persistent connection, and streams of
//! events.
//!
//! It is written by hand to cost little, because it shares the machine with the server it measures.
//! It speaks plain HTTP only, and knows nothing of tables or moves.

use std::io;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Maximum length of a response head, in bytes.
const LONGEST_HEAD: usize = 64 << 10;
/// The pause of a browser before it opens a broken stream again, unless the server names another.
const RECONNECT: Duration = Duration::from_secs(3);
/// Maximum length of a body or event, in bytes.
const LONGEST_BODY: usize = 64 << 20;

/// A request.
pub(crate) struct Request<'a> {
    pub(crate) method: &'static str,
    pub(crate) path: &'a str,
    /// Complete header lines, each with its line end.
    pub(crate) headers: String,
    pub(crate) body: &'a [u8],
}

impl<'a> Request<'a> {
    /// A GET request.
    pub(crate) fn get(path: &'a str) -> Self {
        Request { method: "GET", path, headers: String::new(), body: &[] }
    }

    /// A POST request with this content type.
    pub(crate) fn post(path: &'a str, kind: &str, body: &'a [u8]) -> Self {
        Request { method: "POST", path, headers: String::new(), body }.with("Content-Type", kind)
    }

    /// Adds a header.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        for part in [name, ": ", value, "\r\n"] {
            self.headers.push_str(part);
        }
        self
    }

    fn written(&self, host: &str) -> Vec<u8> {
        let Request { method, path, headers, body } = self;
        let length = body.len();
        let head = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\n{headers}Content-Length: {length}\r\n\r\n");
        [head.as_bytes(), body].concat()
    }
}

/// A response.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: Vec<u8>,
}

impl Response {
    /// The header's values, in order.
    pub(crate) fn headers<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        headers(&self.head, name)
    }

    /// The body as text, for messages.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

fn headers<'a>(head: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    let pairs = head.split("\r\n").filter_map(|line| line.split_once(':'));
    pairs.filter(move |(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
}

/// A connection to a server, kept between requests.
pub(crate) struct Connection {
    host: String,
    socket: TcpStream,
    /// Received bytes; those from `at` on have not been read yet.
    received: Vec<u8>,
    at: usize,
}

impl Connection {
    /// Connects to the server at `host:port`.
    pub(crate) async fn open(host: &str) -> io::Result<Connection> {
        let socket = TcpStream::connect(host).await?;
        socket.set_nodelay(true)?;
        Ok(Connection { host: host.to_owned(), socket, received: Vec::new(), at: 0 })
    }

    /// Sends a request and waits for the whole response.
    pub(crate) async fn send(&mut self, request: &Request<'_>) -> io::Result<Response> {
        self.socket.write_all(&request.written(&self.host)).await?;
        let (status, head) = self.head().await?;
        let body = match Length::of(&head)? {
            Length::Known(length) => self.take(length).await?,
            Length::Chunks => self.chunks().await?,
        };
        Ok(Response { status, head, body })
    }

    /// Asks for a stream of events, and waits for its start. Any other response is returned whole.
    pub(crate) async fn listen(mut self, request: &Request<'_>) -> io::Result<Result<Events, Response>> {
        self.socket.write_all(&request.written(&self.host)).await?;
        let (status, head) = self.head().await?;
        match Length::of(&head)? {
            Length::Chunks if status == 200 => {
                Ok(Ok(Events { connection: self, text: Vec::new(), looked: 0, reconnect: RECONNECT }))
            }
            Length::Chunks => Ok(Err(Response { status, body: self.chunks().await?, head })),
            Length::Known(length) => Ok(Err(Response { status, body: self.take(length).await?, head })),
        }
    }

    async fn head(&mut self) -> io::Result<(u16, String)> {
        let mut head = String::new();
        loop {
            let line = self.text_line().await?;
            if line.is_empty() {
                break;
            }
            head.push_str(&line);
            head.push_str("\r\n");
            if head.len() > LONGEST_HEAD {
                return Err(malformed("its head has no end"));
            }
        }
        let status = head.split(' ').nth(1).and_then(|status| status.get(..3)?.parse().ok());
        Ok((status.ok_or_else(|| malformed("it has no status"))?, head))
    }

    async fn chunks(&mut self) -> io::Result<Vec<u8>> {
        let mut body = Vec::new();
        while let Some(chunk) = self.chunk().await? {
            body.extend_from_slice(&chunk);
            if body.len() > LONGEST_BODY {
                return Err(malformed("its body has no end"));
            }
        }
        Ok(body)
    }

    /// The next chunk of a body; `None` after the last one.
    async fn chunk(&mut self) -> io::Result<Option<Vec<u8>>> {
        let line = self.text_line().await?;
        let digits = line.split(';').next().unwrap_or_default().trim();
        let length = usize::from_str_radix(digits, 16).map_err(|_| malformed("a chunk has no length"))?;
        let chunk = self.take(length).await?;
        self.text_line().await?;
        Ok(Some(chunk).filter(|chunk| !chunk.is_empty()))
    }

    /// A line of text, without its end.
    async fn text_line(&mut self) -> io::Result<String> {
        let mut looked = self.at;
        loop {
            if let Some(found) = self.received[looked..].iter().position(|byte| *byte == b'\n') {
                let line = self.received[self.at..looked + found].trim_ascii_end();
                let line = String::from_utf8_lossy(line).into_owned();
                self.at = looked + found + 1;
                return Ok(line);
            }
            if self.received.len() - self.at > LONGEST_HEAD {
                return Err(malformed("a line of it has no end"));
            }
            let known = self.received.len() - self.at;
            self.more().await?;
            looked = self.at + known;
        }
    }

    async fn take(&mut self, length: usize) -> io::Result<Vec<u8>> {
        if length > LONGEST_BODY {
            return Err(malformed("its body is too long"));
        }
        while self.received.len() - self.at < length {
            self.more().await?;
        }
        let taken = self.received[self.at..self.at + length].to_vec();
        self.at += length;
        Ok(taken)
    }

    async fn more(&mut self) -> io::Result<()> {
        self.received.drain(..self.at);
        self.at = 0;
        self.received.reserve(4 << 10);
        match self.socket.read_buf(&mut self.received).await? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(()),
        }
    }
}

/// How long a body is.
enum Length {
    Known(usize),
    Chunks,
}

impl Length {
    fn of(head: &str) -> io::Result<Length> {
        if headers(head, "transfer-encoding").any(|coding| coding.eq_ignore_ascii_case("chunked")) {
            return Ok(Length::Chunks);
        }
        let length = headers(head, "content-length").next().map_or(Ok(0), str::parse);
        length.map(Length::Known).map_err(|_| malformed("its length is not a number"))
    }
}

fn malformed(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("the response is malformed: {what}"))
}

/// A stream of server-sent events.
pub(crate) struct Events {
    connection: Connection,
    text: Vec<u8>,
    /// Number of bytes of the text that have been searched for the end of an event.
    looked: usize,
    /// The pause before the stream is opened again.
    pub(crate) reconnect: Duration,
}

/// One event of a stream.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Event {
    pub(crate) name: String,
    pub(crate) id: Option<String>,
    pub(crate) data: Vec<u8>,
    /// The pause before the stream is opened again, in milliseconds, if the server names one.
    retry: Option<u64>,
}

impl Events {
    /// The next event; an error when the stream ends. Cancelling the future loses nothing.
    pub(crate) async fn next(&mut self) -> io::Result<Event> {
        loop {
            let ends = self.text[self.looked..].windows(2).position(|two| two == b"\n\n");
            if let Some(end) = ends.map(|end| end + self.looked) {
                let event = Event::read(&self.text[..end]);
                self.text.drain(..end + 2);
                self.looked = 0;
                self.reconnect = event.retry.map_or(self.reconnect, Duration::from_millis);
                return Ok(event);
            }
            self.looked = self.text.len().saturating_sub(1);
            if self.text.len() > LONGEST_BODY {
                return Err(malformed("an event has no end"));
            }
            self.more().await?;
        }
    }

    /// Reads one more chunk. Cancelling the future loses nothing: a chunk is taken out only when it is complete.
    async fn more(&mut self) -> io::Result<()> {
        loop {
            let received = &self.connection.received[self.connection.at..];
            if let Some((chunk, used)) = whole_chunk(received)? {
                if chunk.is_empty() {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                self.text.extend_from_slice(chunk);
                self.connection.at += used;
                return Ok(());
            }
            self.connection.more().await?;
        }
    }
}

/// The first chunk, and the number of bytes it takes with its frame; `None` while it is incomplete.
fn whole_chunk(received: &[u8]) -> io::Result<Option<(&[u8], usize)>> {
    let Some(end) = received.iter().take(64).position(|byte| *byte == b'\n') else { return Ok(None) };
    let digits = std::str::from_utf8(&received[..end]).unwrap_or_default().trim();
    let length = usize::from_str_radix(digits, 16).map_err(|_| malformed("a chunk has no length"))?;
    let whole = end + 1 + length + 2;
    Ok((received.len() >= whole).then(|| (&received[end + 1..end + 1 + length], whole)))
}

impl Event {
    fn read(text: &[u8]) -> Event {
        let mut event = Event::default();
        for line in text.split(|byte| *byte == b'\n') {
            let Some(colon) = line.iter().take(16).position(|byte| *byte == b':') else { continue };
            let value = &line[colon + 1..];
            let value = value.strip_prefix(b" ").unwrap_or(value);
            match &line[..colon] {
                b"event" => event.name = String::from_utf8_lossy(value).into_owned(),
                b"id" => event.id = Some(String::from_utf8_lossy(value).into_owned()),
                b"data" => event.add(value),
                b"retry" => event.retry = std::str::from_utf8(value).ok().and_then(|text| text.parse().ok()),
                _ => {}
            }
        }
        event
    }

    fn add(&mut self, data: &[u8]) {
        if !self.data.is_empty() {
            self.data.push(b'\n');
        }
        self.data.extend_from_slice(data);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A server that sends these pieces one after the other and closes the connection.
    async fn test_server(pieces: &'static [&'static str]) -> String {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        tokio::spawn(async move {
            let (mut socket, _) = listener.accept().await.expect("a connection");
            for piece in pieces {
                socket.write_all(piece.as_bytes()).await.expect("it is sent");
                tokio::task::yield_now().await;
            }
            // Keeps reading, so that nothing under way is cut off.
            let _ = socket.shutdown().await;
            let _ = tokio::io::copy(&mut socket, &mut tokio::io::sink()).await;
        });
        address
    }

    #[tokio::test]
    async fn responses_with_a_length_and_in_chunks_use_one_connection() {
        let host = test_server(&[
            "HTTP/1.1 201 Created\r\nContent-Length: 5\r\nSet-Cookie: a=b\r\nset-cookie: c=d\r\n\r\nhel",
            "lo",
            "HTTP/1.1 422 No\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r",
            "\n2;x\r\nde\r\n0\r\n\r\n",
        ])
        .await;
        let mut connection = Connection::open(&host).await.expect("a connection");
        let first = connection.send(&Request::get("/")).await.expect("a response");
        assert_eq!((first.status, first.text().as_str()), (201, "hello"));
        assert_eq!(first.headers("Set-Cookie").collect::<Vec<_>>(), ["a=b", "c=d"]);
        let second = connection.send(&Request::get("/")).await.expect("a response");
        assert_eq!((second.status, second.text().as_str()), (422, "abcde"));
        assert!(connection.send(&Request::get("/")).await.is_err(), "the server has closed the connection");
    }

    #[tokio::test]
    async fn events_are_read_however_they_are_cut() {
        let host = test_server(&[
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1a\r\nevent: view\nid: 7\ndata: {}\r\n2\r\n\n\n",
            "\r\n20\r\n: nothing\n\nevent: beat\ndata: 7\n\n\r\n",
            "c\r\nretry: 250\n\n\r\n0\r\n\r\n",
        ])
        .await;
        let connection = Connection::open(&host).await.expect("a connection");
        let mut events = connection.listen(&Request::get("/")).await.expect("a stream").expect("no refusal");
        let view = Event { name: "view".into(), id: Some("7".into()), data: b"{}".to_vec(), retry: None };
        assert_eq!(events.next().await.expect("a view"), view);
        assert_eq!(events.next().await.expect("a comment"), Event::default());
        assert_eq!(events.next().await.expect("a beat").data, b"7");
        assert_eq!(events.reconnect, RECONNECT);
        events.next().await.expect("a pause");
        assert_eq!(events.reconnect, Duration::from_millis(250));
        assert!(events.next().await.is_err(), "the stream has ended");
    }

    #[tokio::test]
    async fn a_malformed_response_is_an_error_and_not_a_panic() {
        for pieces in [
            &["nonsense\r\n\r\n"][..],
            &["HTTP/1.1 2\r\n\r\n"],
            &["HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n"],
            &["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"],
            &[""],
        ] {
            let host = test_server(pieces).await;
            let mut connection = Connection::open(&host).await.expect("a connection");
            assert!(connection.send(&Request::get("/")).await.is_err(), "{pieces:?}");
        }
    }

    /// How much processor time a request costs with this client and with the typed one. Run it with
    /// `cargo test --release -p boxtop-load --lib -- --ignored --nocapture`; docs/performance.md has the result.
    #[test]
    #[ignore = "a measurement"]
    fn cost_of_a_request_with_this_client_and_with_the_typed_one() {
        const REQUESTS: u32 = 20_000;
        let own_time = || {
            let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("a thread's time");
            text.split(' ').next().and_then(|first| first.parse::<u64>().ok()).expect("a number")
        };
        let (send, address) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            runtime.block_on(answer_with_an_empty_list(send));
        });
        let host: String = address.recv().expect("an address");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let (small, typed) = runtime.block_on(async {
            let mut connection = Connection::open(&host).await.expect("a connection");
            let begun = own_time();
            for _ in 0..REQUESTS {
                let response = connection.send(&Request::get("/api/v1/games")).await.expect("a response");
                serde_json::from_slice::<Vec<protocol::GameSummary>>(&response.body).expect("a list");
            }
            let small = own_time() - begun;
            let client = client::Client::new(&format!("http://{host}")).expect("a client");
            let begun = own_time();
            for _ in 0..REQUESTS {
                client.games().await.expect("a list");
            }
            (small, own_time() - begun)
        });
        let each = |time: u64| time as f64 / 1e3 / f64::from(REQUESTS);
        println!("microseconds for a request: {:.1} small, {:.1} typed", each(small), each(typed));
    }

    async fn answer_with_an_empty_list(address: std::sync::mpsc::Sender<String>) {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        address.send(listener.local_addr().expect("an address").to_string()).expect("somebody waits");
        while let Ok((mut socket, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut request = [0; 4096];
                while socket.read(&mut request).await.is_ok_and(|length| length > 0) {
                    let response = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]";
                    socket.write_all(response).await.expect("it is sent");
                }
            });
        }
    }
}
