//! The cookies of a guest at each server, stored in the data folder and readable by its owner only.

use anyhow::Context;
use client::{Address, Cookies};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The folder's name.
const FOLDER: &str = "guests";

/// The stored cookies for a server; empty for a new guest.
pub(crate) fn load(data: &Path, server: &Address) -> Cookies {
    let text = fs::read_to_string(file(data, server)).unwrap_or_default();
    text.parse().unwrap_or_default()
}

/// Stores the cookies for a server.
pub(crate) fn store(data: &Path, server: &Address, cookies: &Cookies) -> anyhow::Result<()> {
    let file = file(data, server);
    let stored = private_folder(&data.join(FOLDER)).and_then(|()| write_private(&file, &cookies.header(false)));
    stored.with_context(|| format!("your cookies for {} cannot be saved in {}", server.host(), file.display()))
}

fn file(data: &Path, server: &Address) -> PathBuf {
    data.join(FOLDER).join(plain(&server.host()))
}

/// A text as part of the name of a file: other characters than letters, digits, dots and hyphens become `_`.
pub(crate) fn plain(text: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() || ".-".contains(letter) { letter } else { '_' };
    text.chars().map(plain).collect()
}

/// Creates a folder for its owner only.
pub(crate) fn private_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// Writes a temporary file and renames it, so that a secret is never half written.
pub(crate) fn write_private(file: &Path, text: &str) -> std::io::Result<()> {
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

    fn cookies(secret: &str) -> Cookies {
        format!("boxtop_guest={secret}; boxtop_name=416e6e61").parse().unwrap()
    }

    #[test]
    fn cookies_belong_to_one_server_and_are_readable_by_one_user() {
        let data = tempfile::tempdir().expect("a folder");
        let [server, other, prefixed]: [Address; 3] =
            ["http://box.test", "http://box.test:81", "http://box.test/boxtop"].map(|url| url.parse().unwrap());
        assert_eq!(load(data.path(), &server), Cookies::default());
        store(data.path(), &server, &cookies("ffff")).expect("stored");
        store(data.path(), &server, &cookies("0123456789abcdef")).expect("stored");
        assert_eq!(load(data.path(), &server), cookies("0123456789abcdef"));
        assert_eq!(load(data.path(), &other), Cookies::default());
        assert_eq!(load(data.path(), &prefixed), Cookies::default(), "another prefix is another server");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
            assert_eq!(mode(&file(data.path(), &server)), 0o600);
            assert_eq!(mode(&data.path().join(FOLDER)), 0o700);
        }
    }
}
