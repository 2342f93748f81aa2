//! The cookies by which a server recognises a guest.

use std::fmt;

const SECRET: &str = "boxtop_guest";
const NAME: &str = "boxtop_name";
/// Under HTTPS the server's cookies have this prefix.
const PREFIX: &str = "__Host-";

/// The cookies of a guest: a secret, and the name that others see. Empty for a new guest.
///
/// ```
/// use boxtop_client::Cookies;
///
/// let cookies: Cookies = "boxtop_guest=0123456789abcdef; boxtop_name=416e6e61".parse()?;
/// assert_eq!(cookies.header(false), "boxtop_guest=0123456789abcdef; boxtop_name=416e6e61");
/// # Ok::<(), std::convert::Infallible>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Cookies {
    secret: Option<String>,
    name: Option<String>,
}

impl Cookies {
    /// Stores the cookies that a server has set. Everything that is not a plain cookie of Boxtop is ignored.
    pub fn set<'a>(&mut self, cookies: impl Iterator<Item = &'a str>) {
        for (key, value) in cookies.filter_map(|cookie| cookie.split(';').next()?.trim().split_once('=')) {
            let plain = (1..=256).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_alphanumeric());
            match key.strip_prefix(PREFIX).unwrap_or(key) {
                SECRET if plain => self.secret = Some(value.to_owned()),
                NAME if plain => self.name = Some(value.to_owned()),
                _ => {}
            }
        }
    }

    /// The value of the header `Cookie`; empty for a new guest.
    pub fn header(&self, secure: bool) -> String {
        let prefix = if secure { PREFIX } else { "" };
        let pair = |(key, value): (&str, &Option<String>)| value.as_ref().map(|value| format!("{prefix}{key}={value}"));
        [(SECRET, &self.secret), (NAME, &self.name)].into_iter().filter_map(pair).collect::<Vec<_>>().join("; ")
    }
}

impl std::str::FromStr for Cookies {
    type Err = std::convert::Infallible;

    /// Reads the value of [`Cookies::header`].
    fn from_str(text: &str) -> Result<Cookies, Self::Err> {
        let mut cookies = Cookies::default();
        cookies.set(text.trim().split("; "));
        Ok(cookies)
    }
}

/// The secret belongs in no log.
impl fmt::Debug for Cookies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cookies").field("known", &self.secret.is_some()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_cookies_of_boxtop_are_kept() {
        let mut guest = Cookies::default();
        guest.set(["boxtop_name=416e6e61; Path=/", "boxtop_guest=0123456789abcdef; HttpOnly", "other=x"].into_iter());
        assert_eq!(guest.header(false), "boxtop_guest=0123456789abcdef; boxtop_name=416e6e61");
        let before = guest.clone();
        guest.set(["boxtop_guest=; Max-Age=0", "boxtop_guest=x\r\ny"].into_iter());
        assert_eq!(guest, before);
    }

    #[test]
    fn cookies_have_a_prefix_under_https() {
        let mut guest = Cookies::default();
        guest.set(["__Host-boxtop_guest=0123456789abcdef; Secure"].into_iter());
        assert_eq!(guest.header(true), "__Host-boxtop_guest=0123456789abcdef");
        assert_eq!(guest.header(true).parse::<Cookies>(), Ok(guest));
    }

    #[test]
    fn the_secret_is_not_in_debug_output() {
        let guest: Cookies = "boxtop_guest=0123456789abcdef".parse().unwrap();
        assert!(!format!("{guest:?}").contains("0123456789abcdef"));
    }
}
