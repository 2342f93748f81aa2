//! A file that gets its name only when it is complete. Until then it has another name beside it, and is removed when it
//! is dropped.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::sqlite::{draft_name, remove_file, sync_folder};

/// A file that is being written.
#[derive(Debug)]
pub struct Draft {
    path: PathBuf,
}

impl Draft {
    /// A draft of this file, with a unique name beside it. Nothing is created yet.
    #[must_use]
    pub fn of(file: &Path) -> Draft {
        Draft { path: draft_name(file) }
    }

    /// The draft's own name.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes it to the disk and gives it its name, at once. Unless an existing file may be replaced, it stays, and this
    /// fails.
    pub fn publish(self, file: &Path, replace: bool) -> io::Result<()> {
        File::open(&self.path)?.sync_all()?;
        match replace {
            true => fs::rename(&self.path, file)?,
            false => link(&self.path, file)?,
        }
        sync_folder(file)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        remove_file(&self.path);
    }
}

/// Renames a file to a name that is not taken.
fn link(draft: &Path, file: &Path) -> io::Result<()> {
    match fs::hard_link(draft, file) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists && !file.exists() => fs::rename(draft, file),
        linked => linked,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_replaces_a_file_only_if_it_may_and_leaves_nothing_behind() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("backup");
        let draft = |text: &str| {
            let draft = Draft::of(&file);
            fs::write(draft.path(), text).expect("a draft");
            draft
        };
        draft("one").publish(&file, false).expect("a file");
        assert_eq!(draft("two").publish(&file, false).map_err(|error| error.kind()), Err(io::ErrorKind::AlreadyExists));
        assert_eq!(fs::read_to_string(&file).expect("a file"), "one");
        draft("three").publish(&file, true).expect("a file");
        assert_eq!(fs::read_to_string(&file).expect("a file"), "three");
        drop(draft("four"));
        assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1);
    }
}
