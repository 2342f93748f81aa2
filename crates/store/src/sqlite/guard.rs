//! Checks that the file is still the one that was opened. SQLite keeps writing to a deleted file, which nobody would ever
//! read again. So before and after each commit the writer compares the file at the path with the one it opened: device
//! and inode, length, header, the page with the store's name, and the log. Once lost, a store stays lost: what
//! happened to it meanwhile is not known.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sqlx::{Row, SqliteConnection};

use super::file::beside;
use super::schema::APPLICATION_ID;
use crate::StoreError;

/// The part of SQLite's header that is checked.
const HEADER: usize = 100;
const PAGE: usize = 4096;

/// Guards one file.
#[derive(Debug)]
pub(super) struct Guard {
    path: PathBuf,
    /// Kept open as long as the writer: closing it would drop SQLite's locks.
    file: File,
    main: FileId,
    log: Option<FileId>,
    length: u64,
    counter: u32,
    /// The store's name and where it stands, once it has been seen in the file.
    name: Option<(u64, String)>,
    name_seen: bool,
    /// Why it is lost, in words.
    lost: Option<&'static str>,
}

/// The identity of a file, whatever its name.
#[cfg(unix)]
type FileId = (u64, u64);
#[cfg(not(unix))]
type FileId = ();

#[cfg(unix)]
fn file_id(found: &Metadata) -> FileId {
    use std::os::unix::fs::MetadataExt;
    (found.dev(), found.ino())
}

#[cfg(not(unix))]
fn file_id(_: &Metadata) -> FileId {}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, bytes, at)
}

#[cfg(not(unix))]
fn read_at(_: &File, _: &mut [u8], _: u64) -> io::Result<usize> {
    Ok(0)
}

impl Guard {
    /// Remembers the file of this new connection.
    pub(super) async fn new(path: &Path, connection: &mut SqliteConnection) -> Result<Self, sqlx::Error> {
        let file = File::open(path)?;
        let found = file.metadata()?;
        let sql = "SELECT rootpage, (SELECT id FROM identity) AS id FROM sqlite_schema WHERE name = 'identity'";
        let row = sqlx::query(sql).fetch_optional(&mut *connection).await?;
        let name = row.map(|row| {
            let page: i64 = row.try_get("rootpage")?;
            let at = u64::try_from(page - 1).unwrap_or_default() * PAGE as u64;
            Ok::<_, sqlx::Error>((at, row.try_get("id")?))
        });
        Ok(Self {
            path: path.to_owned(),
            file,
            main: file_id(&found),
            log: log_id(path),
            length: found.len(),
            counter: 0,
            name: name.transpose()?,
            name_seen: false,
            lost: None,
        })
    }

    /// A new connection may have a new log.
    pub(super) fn reconnected(&mut self) {
        self.log = log_id(&self.path);
    }

    /// May be written to.
    pub(super) fn before(&mut self) -> Result<(), StoreError> {
        self.check(false)
    }

    /// What has just been committed is in the file that others will read.
    pub(super) fn after(&mut self) -> Result<(), StoreError> {
        self.check(true)
    }

    fn check(&mut self, committed: bool) -> Result<(), StoreError> {
        if let Some(detail) = self.lost {
            return Err(self.error(detail));
        }
        let detail = match self.look(committed) {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(detail)) => detail,
            Err(error) => {
                return Err(StoreError::Database(format!("{} cannot be seen: {error}", self.path.display())));
            }
        };
        let error = self.error(detail);
        tracing::error!(%error, "the store is lost");
        self.lost = Some(detail);
        Err(error)
    }

    fn error(&self, detail: &str) -> StoreError {
        StoreError::Lost { path: self.path.clone(), detail: detail.to_owned() }
    }

    /// What happened to the file, in words, if it is not the same.
    fn look(&mut self, committed: bool) -> io::Result<Result<(), &'static str>> {
        let Some(found) = find(&self.path)? else { return Ok(Err("it was deleted or moved away")) };
        if file_id(&found) != self.main {
            return Ok(Err("another file has taken its place"));
        }
        if found.len() < self.length {
            return Ok(Err("it was cut short"));
        }
        self.length = found.len();
        if !self.reads_as_before()? {
            return Ok(Err("something else was written over it"));
        }
        if !self.log_is_whole(committed)? {
            return Ok(Err("its log (-wal) was deleted, replaced or cut short"));
        }
        Ok(Ok(()))
    }

    /// The header is ours and not older, and the store's name is where it was.
    fn reads_as_before(&mut self) -> io::Result<bool> {
        let mut header = [0; HEADER];
        if read_at(&self.file, &mut header, 0)? < HEADER {
            return Ok(cfg!(not(unix)));
        }
        let number = |at: usize| u32::from_be_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        let (counter, owner) = (number(24), number(68));
        if !header.starts_with(b"SQLite format 3\0") || i64::from(owner) != APPLICATION_ID || counter < self.counter {
            return Ok(false);
        }
        self.counter = counter;
        let Some((at, name)) = &self.name else { return Ok(true) };
        let mut page = [0; PAGE];
        let read = read_at(&self.file, &mut page, *at)?;
        let seen = page[..read].windows(name.len()).any(|part| part == name.as_bytes());
        // Until the log is put into the file for the first time, the name may stand in the log only.
        self.name_seen |= seen;
        Ok(seen || !self.name_seen)
    }

    /// The log is the one that was there, and after a commit it begins as a log does.
    fn log_is_whole(&mut self, committed: bool) -> io::Result<bool> {
        let Some(known) = self.log else {
            self.log = log_id(&self.path);
            return Ok(true);
        };
        let path = beside(&self.path, "-wal");
        match find(&path)? {
            Some(found) if file_id(&found) == known => Ok(!committed || begins_as_a_log(&path)?),
            _ => Ok(false),
        }
    }
}

fn log_id(path: &Path) -> Option<FileId> {
    find(&beside(path, "-wal")).ok().flatten().map(|found| file_id(&found))
}

fn find(path: &Path) -> io::Result<Option<Metadata>> {
    match fs::metadata(path) {
        Ok(found) => Ok(Some(found)),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(None),
        Err(error) => Err(error),
    }
}

/// SQLite keeps no locks on its log, so that it may be opened and closed. Another process may have put the whole log into
/// the file and emptied it; one that was emptied by anybody else begins with a hole as soon as it is written again.
fn begins_as_a_log(path: &Path) -> io::Result<bool> {
    let mut file = File::open(path)?;
    let mut magic = [0; 4];
    match file.read_exact(&mut magic) {
        Ok(()) => Ok(matches!(u32::from_be_bytes(magic), 0x377f_0682 | 0x377f_0683)),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(file.metadata()?.len() == 0),
        Err(error) => Err(error),
    }
}
