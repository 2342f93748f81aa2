//! Where matches are kept: one file for server and terminal.

use anyhow::Context;
use std::path::{Path, PathBuf};

/// The store's name in its folder.
const FILE: &str = "matches.sqlite";

/// The store: in the folder that was given, or in the user's own for data.
pub(crate) fn store_file(given: Option<&Path>) -> anyhow::Result<PathBuf> {
    Ok(folder(given)?.join(FILE))
}

/// The folder that was given, or the user's own for data.
pub(crate) fn folder(given: Option<&Path>) -> anyhow::Result<PathBuf> {
    match given {
        Some(folder) => Ok(folder.to_owned()),
        None => user_folder().context("there is no data folder for this user; name one with --data"),
    }
}

/// Where this user's programs keep their data.
fn user_folder() -> Option<PathBuf> {
    let var = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || var("HOME").map(|home| home.join(".local").join("share"));
    let base = if cfg!(windows) { var("APPDATA") } else { var("XDG_DATA_HOME").or_else(home) };
    base.map(|base| base.join("boxtop"))
}
