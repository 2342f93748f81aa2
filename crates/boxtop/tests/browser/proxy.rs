//! A small proxy that serves a server under a base path, which it strips, and answers 404 to everything else.
//!
//! Each connection has one request: its head is rewritten, everything after it is copied.

use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};

/// Starts a proxy for the server at this address; returns its own address.
pub(crate) async fn start(server: String, base_path: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address").to_string();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let server = server.clone();
            // A browser that disconnects is not an error.
            tokio::spawn(async move { pass(client, &server, base_path).await.ok() });
        }
    });
    address
}

async fn pass(mut client: TcpStream, server: &str, base_path: &str) -> std::io::Result<()> {
    let mut read = Vec::new();
    let end = loop {
        if client.read_buf(&mut read).await? == 0 {
            return Ok(());
        }
        if let Some(at) = read.windows(4).position(|four| four == b"\r\n\r\n") {
            break at;
        }
    };
    let head = String::from_utf8_lossy(&read[..end]).into_owned();
    let Some(head) = rewritten(&head, base_path) else {
        let none = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        return client.write_all(none.as_bytes()).await;
    };
    let mut server = TcpStream::connect(server).await?;
    server.write_all(head.as_bytes()).await?;
    server.write_all(&read[end..]).await?;
    copy_bidirectional(&mut client, &mut server).await.map(drop)
}

/// The head of a request without the base path, for a connection that closes after it; `None` for any other path.
fn rewritten(head: &str, base_path: &str) -> Option<String> {
    let (line, fields) = head.split_once("\r\n")?;
    let (method, rest) = line.split_once(' ')?;
    let rest = rest.strip_prefix(base_path)?;
    let slash = if rest.starts_with('/') { "" } else { "/" };
    let fields: Vec<&str> =
        fields.split("\r\n").filter(|field| !field.to_ascii_lowercase().starts_with("connection:")).collect();
    Some(format!("{method} {slash}{rest}\r\n{}\r\nConnection: close", fields.join("\r\n")))
}
