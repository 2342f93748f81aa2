//! The data folder: one SQLite file for server and terminal, readable by its owner only.

use anyhow::{Context, bail};
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// The store's name in its folder.
const FILE: &str = "matches.sqlite";
/// Locked by the server that uses the folder.
const LOCK: &str = "server.lock";
/// Folder with the cookies of guests at other servers.
const GUESTS: &str = "guests";

/// The store's file, in the given folder or in the user's data folder.
pub(crate) fn store_file(given: Option<&Path>) -> anyhow::Result<PathBuf> {
    Ok(folder(given)?.join(FILE))
}

/// Creates the folder for its owner only, and locks it for this server until the returned file is dropped. If the folder
/// exists and has only our files, other users lose access to it.
pub(crate) fn take_for_server(folder: &Path) -> anyhow::Result<File> {
    let not_created = || format!("cannot create the folder {}; choose another one with --data", folder.display());
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder).with_context(not_created)?;
    close_to_others(folder);
    let mut options = File::options();
    options.create(true).write(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let unlockable =
        || format!("cannot write to the folder {}; allow it, or choose another one with --data", folder.display());
    let lock = options.open(folder.join(LOCK)).with_context(unlockable)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => bail!(
            "another Boxtop server uses the folder {}; stop it, or choose another folder with --data",
            folder.display()
        ),
        Err(TryLockError::Error(error)) => {
            // Some file systems have no locks. A server without a lock is better than none.
            tracing::warn!(%error, folder = %folder.display(), "the folder cannot be locked against a second server");
            Ok(lock)
        }
    }
}

/// Removes access for other users, unless the folder has other files too.
#[cfg(unix)]
fn close_to_others(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let Ok(mode) = fs::metadata(folder).map(|found| found.permissions().mode()) else { return };
    if mode & 0o077 == 0 {
        return;
    }
    let ours = |name: &str| name.starts_with(FILE) || [LOCK, GUESTS, crate::devices::FOLDER].contains(&name);
    let only_ours = fs::read_dir(folder).is_ok_and(|mut entries| {
        entries.all(|entry| entry.is_ok_and(|entry| entry.file_name().to_str().is_some_and(ours)))
    });
    if !only_ours {
        tracing::warn!(folder = %folder.display(), "other users can read the data folder, which has other files too");
    } else if let Err(error) = fs::set_permissions(folder, fs::Permissions::from_mode(mode & 0o700)) {
        tracing::warn!(%error, folder = %folder.display(), "other users can read the data folder");
    }
}

#[cfg(not(unix))]
fn close_to_others(_: &Path) {}

/// The given folder, or the user's data folder.
pub(crate) fn folder(given: Option<&Path>) -> anyhow::Result<PathBuf> {
    match given {
        Some(folder) => Ok(folder.to_owned()),
        None => user_folder().context("there is no data folder for this user; name one with --data"),
    }
}

/// The data folder of this user's programs.
fn user_folder() -> Option<PathBuf> {
    let var = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || var("HOME").map(|home| home.join(".local").join("share"));
    let base = if cfg!(windows) { var("APPDATA") } else { var("XDG_DATA_HOME").or_else(home) };
    base.map(|base| base.join("boxtop"))
}
