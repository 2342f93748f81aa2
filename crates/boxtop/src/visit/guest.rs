//! A guest's secret for each server, kept in the data folder for its owner's eyes only.

use anyhow::Context;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where guests are kept.
const FOLDER: &str = "guests";
/// The cookie with the secret.
const SECRET: &str = "boxtop_guest";
/// The cookie with the name, in hexadecimal.
const NAME: &str = "boxtop_name";

/// What a server knows a guest by: his secret, and the name he goes by.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Cookies {
    secret: Option<String>,
    name: Option<String>,
}

impl Cookies {
    /// Those that are kept for the server at `host:port`.
    pub(crate) fn kept(data: &Path, host: &str) -> Cookies {
        let text = fs::read_to_string(file(data, host)).unwrap_or_default();
        Cookies::default().with(text.trim().split("; "))
    }

    /// Keeps them.
    pub(crate) fn keep(&self, data: &Path, host: &str) -> anyhow::Result<()> {
        let file = file(data, host);
        let kept = private_folder(&data.join(FOLDER)).and_then(|()| write_private(&file, &self.header()));
        kept.with_context(|| format!("who you are at {host} cannot be kept in {}", file.display()))
    }

    /// The same with what a server has set.
    pub(crate) fn with<'a>(&self, set: impl Iterator<Item = &'a str>) -> Cookies {
        let mut cookies = self.clone();
        for (key, value) in set.filter_map(|cookie| cookie.split(';').next()?.trim().split_once('=')) {
            let plain = (1..=256).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_alphanumeric());
            // Behind a proxy that speaks TLS the names have a prefix.
            match key.strip_prefix("__Host-").unwrap_or(key) {
                SECRET if plain => cookies.secret = Some(value.to_owned()),
                NAME if plain => cookies.name = Some(value.to_owned()),
                _ => {}
            }
        }
        cookies
    }

    /// As a request carries them; empty for somebody new.
    pub(crate) fn header(&self) -> String {
        let pair = |key: &str, value: &Option<String>| value.as_ref().map(|value| format!("{key}={value}"));
        let pairs: Vec<String> = [pair(SECRET, &self.secret), pair(NAME, &self.name)].into_iter().flatten().collect();
        pairs.join("; ")
    }
}

fn file(data: &Path, host: &str) -> PathBuf {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() || ".-".contains(letter) { letter } else { '_' };
    data.join(FOLDER).join(host.chars().map(plain).collect::<String>())
}

fn private_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// Written beside and moved into place: there is never half a secret.
fn write_private(file: &Path, text: &str) -> std::io::Result<()> {
    let beside = file.with_extension(format!("{}.new", std::process::id()));
    let _ = fs::remove_file(&beside);
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(&beside)?.write_all(format!("{text}\n").as_bytes())?;
    fs::rename(&beside, file)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SET: [&str; 3] = ["boxtop_name=416e6e61; Path=/", "boxtop_guest=0123456789abcdef; HttpOnly", "other=x"];

    #[test]
    fn a_guest_is_kept_for_his_server_and_his_own_eyes() {
        let data = tempfile::tempdir().expect("a folder");
        let guest = Cookies::default().with(SET.into_iter());
        assert_eq!(Cookies::kept(data.path(), "box.test:80"), Cookies::default());
        Cookies::default().with(["boxtop_guest=ffff"].into_iter()).keep(data.path(), "box.test:80").expect("kept");
        guest.keep(data.path(), "box.test:80").expect("kept");
        assert_eq!(Cookies::kept(data.path(), "box.test:80"), guest);
        assert_eq!(Cookies::kept(data.path(), "box.test:81"), Cookies::default());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
            assert_eq!(mode(&file(data.path(), "box.test:80")), 0o600);
            assert_eq!(mode(&data.path().join(FOLDER)), 0o700);
        }
    }

    #[test]
    fn only_plain_cookies_of_ours_are_carried() {
        let guest = Cookies::default().with(SET.into_iter());
        assert_eq!(guest.header(), "boxtop_guest=0123456789abcdef; boxtop_name=416e6e61");
        let by_tls = Cookies::default().with(["__Host-boxtop_guest=0123456789abcdef; Secure"].into_iter());
        assert_eq!(by_tls.header(), "boxtop_guest=0123456789abcdef");
        assert_eq!(guest.with(["boxtop_guest=; Max-Age=0", "boxtop_guest=x\r\ny"].into_iter()), guest);
    }
}
