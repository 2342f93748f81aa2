//! The address of a server: scheme, host, port and path prefix.

use crate::ClientError;
use hyper::Uri;
use std::fmt;
use std::str::FromStr;
use url::Url;

/// Where a server is. A path in it is a prefix of every route: behind a proxy, a server may be at
/// `https://box.test/boxtop`.
///
/// ```
/// use boxtop_client::Address;
///
/// let address: Address = "https://box.test/boxtop".parse()?;
/// assert_eq!(address.to_string(), "https://box.test/boxtop");
/// assert!(address.is_secure());
/// # Ok::<(), boxtop_client::ClientError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    /// Its path has no slash at the end.
    url: Url,
    prefix: String,
}

impl Address {
    /// Is it reached by HTTPS?
    pub fn is_secure(&self) -> bool {
        self.url.scheme() == "https"
    }

    /// Host, port and path prefix, such as `localhost:1943` or `box.test:443/boxtop`: the same for every way to write
    /// the address of one server.
    pub fn host(&self) -> String {
        let port = self.url.port_or_known_default().unwrap_or(0);
        format!("{}:{port}{}", self.url.host_str().unwrap_or_default(), self.prefix)
    }

    /// The address of a route, which begins with a slash.
    pub(crate) fn route(&self, path: &str) -> Result<Uri, ClientError> {
        let origin = self.url.origin().ascii_serialization();
        let address = format!("{origin}{}{path}", self.prefix);
        address.parse().map_err(|_| ClientError::address(&address, "it has characters that no address may have"))
    }
}

impl FromStr for Address {
    type Err = ClientError;

    fn from_str(text: &str) -> Result<Address, ClientError> {
        let example = "it must look like http://localhost:1943 or https://example.org/boxtop";
        let url = Url::parse(text.trim()).map_err(|_| ClientError::address(text, example))?;
        if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none_or(str::is_empty) {
            return Err(ClientError::address(text, example));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(ClientError::address(text, "it names a user; use a token instead"));
        }
        let prefix = url.path().trim_end_matches('/').to_owned();
        Ok(Address { url, prefix })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.url.origin().ascii_serialization(), self.prefix)
    }
}

/// The id of a table, from the id itself or from the address of its page.
///
/// ```
/// use boxtop_client::table_id;
///
/// assert_eq!(table_id("abc-12")?, "abc-12");
/// assert_eq!(table_id("https://box.test/boxtop/tables/abc-12/")?, "abc-12");
/// assert!(table_id("two words").is_err());
/// # Ok::<(), boxtop_client::ClientError>(())
/// ```
pub fn table_id(text: &str) -> Result<String, ClientError> {
    let address = text.split(['?', '#']).next().unwrap_or_default();
    let id = address.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    if id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)) {
        let shown = id.chars().filter(|letter| !letter.is_control()).take(60).collect();
        return Err(ClientError::TableId(shown));
    }
    Ok(id.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn route(address: &str) -> String {
        address.parse::<Address>().unwrap().route("/api/v1/me").unwrap().to_string()
    }

    #[test]
    fn every_route_is_under_the_path_of_the_address() {
        assert_eq!(route("http://localhost:1943"), "http://localhost:1943/api/v1/me");
        assert_eq!(route("http://localhost:1943/"), "http://localhost:1943/api/v1/me");
        assert_eq!(route("https://box.test/games/boxtop/"), "https://box.test/games/boxtop/api/v1/me");
        assert_eq!(route("http://[::1]:8080/x?page=1#top"), "http://[::1]:8080/x/api/v1/me");
    }

    #[test]
    fn a_server_has_one_host_however_its_address_is_written() {
        for address in ["http://box.test", "http://BOX.test:80/", "http://box.test//"] {
            assert_eq!(address.parse::<Address>().unwrap().host(), "box.test:80");
        }
        assert_eq!("https://box.test/boxtop/".parse::<Address>().unwrap().host(), "box.test:443/boxtop");
    }

    #[test]
    fn anything_but_the_address_of_a_server_is_refused() {
        for bad in ["", "box.test", "localhost:1943", "ftp://box.test", "http://", "http://me@box.test", "http://a b"] {
            assert!(bad.parse::<Address>().is_err(), "{bad}");
        }
    }
}
