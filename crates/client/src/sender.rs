//! Requests to a program that is not Boxtop, such as a collector of traces: the same connections, TLS, time limits and
//! size limits.

use crate::ClientError;
use crate::transport::Transport;
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::{Request, Response};

/// Sends requests to one server.
#[derive(Clone)]
pub struct HttpSender {
    transport: Transport,
}

impl HttpSender {
    /// A sender of requests to the server at this address. Nothing is sent yet.
    pub fn new(address: &str) -> Result<HttpSender, ClientError> {
        Ok(HttpSender { transport: Transport::new(address.parse()?)? })
    }

    /// Sends a request once and reads the whole answer. Any status but success is an error.
    pub async fn send(&self, request: Request<Bytes>) -> Result<Response<Bytes>, ClientError> {
        let answer = self.transport.send(request.map(Full::new)).await?;
        let mut response = Response::new(answer.body);
        *response.headers_mut() = answer.headers;
        Ok(response)
    }
}
