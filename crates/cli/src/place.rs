//! Which store a command works on: the data folder or a database, as for the server.

use crate::common::Usage;
use crate::config;
use crate::data::{folder, store_file, take_for_server};
use anyhow::bail;
use std::fs::File;
use std::path::{Path, PathBuf};
use store::StoreError;
use store::data::Location;

/// The store.
#[derive(clap::Args)]
pub(crate) struct PlaceArgs {
    /// Folder with the matches [default: BOXTOP_DATA, or the user's data folder]
    #[arg(long, value_name = "DIR", global = true)]
    data: Option<PathBuf>,
    /// PostgreSQL database instead of the folder [default: BOXTOP_STORE, which keeps the password out of
    /// the list of processes]
    #[arg(long, value_name = "URL", conflicts_with = "data", global = true)]
    store: Option<String>,
}

impl PlaceArgs {
    /// Where the store is; flags come before the settings of the server.
    pub(crate) fn location(&self) -> anyhow::Result<Location> {
        if let Some(folder) = &self.data {
            return Ok(Location::File(store_file(Some(folder))?));
        }
        if let Some(url) = self.store.clone().map_or_else(|| config::setting("store"), |url| Ok(Some(url)))? {
            return database(&url);
        }
        let folder = config::setting("data")?.map(PathBuf::from);
        Ok(Location::File(store_file(folder.as_deref())?))
    }

    /// As [`PlaceArgs::location`], for a store that must be there.
    pub(crate) fn existing(&self) -> anyhow::Result<Location> {
        let location = self.location()?;
        must_exist(&location)?;
        Ok(location)
    }
}

/// A database, not a file.
fn database(url: &str) -> anyhow::Result<Location> {
    match url.parse() {
        Ok(Location::File(_)) => {
            Err(Usage("--store takes the address of a database; name a folder with --data".into()).into())
        }
        Ok(location) => Ok(location),
        Err(StoreError::BadRequest(wrong)) => Err(Usage(format!("--store: {wrong}")).into()),
        Err(error) => Err(error.into()),
    }
}

/// Reports a missing file before it would be made.
pub(crate) fn must_exist(location: &Location) -> anyhow::Result<()> {
    match location {
        Location::File(path) if !path.exists() => {
            bail!("there is no file {}; name the server's folder with --data", path.display())
        }
        _ => Ok(()),
    }
}

/// The file of a folder, if a folder is named.
pub(crate) fn in_folder(location: Location) -> anyhow::Result<Location> {
    match location {
        Location::File(path) if path.is_dir() => Ok(Location::File(store_file(Some(&path))?)),
        other => Ok(other),
    }
}

/// Keeps servers away from the folder of a file until the returned value is dropped, if it is a data folder.
pub(crate) fn lock(location: &Location) -> anyhow::Result<Option<File>> {
    let Location::File(path) = location else { return Ok(None) };
    let parent = path.parent().unwrap_or(Path::new("."));
    match store_file(Some(parent))? == *path {
        true => take_for_server(&folder(Some(parent))?).map(Some),
        false => Ok(None),
    }
}
