//! The devices of this user's seats at tables of servers: the secrets of their dice, and the receipts, one file for each match.
//!
//! They are in `devices/` in the data folder, in a folder for each server, readable by their owner only. `boxtop verify --receipt`
//! reads the same files.

use crate::guests::{plain, private_folder, write_private};
use anyhow::Context;
use client::{Address, Device, Table};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

/// The folder's name.
pub(crate) const FOLDER: &str = "devices";
/// Maximum number of files for one server. The oldest ones go first, those of finished matches before all others.
const MOST: usize = 200;

/// Where the device of a match is stored.
pub(crate) fn file(data: &Path, server: &Address, of: &str) -> PathBuf {
    data.join(FOLDER).join(plain(&server.host())).join(format!("{}.json", plain(of)))
}

/// The same table with the device that was stored, which is stored again after every change. Without a folder, or if the file
/// cannot be written, play goes on, and `complain` gets a sentence about it, once.
pub(crate) fn with_stored(
    table: Table,
    data: Option<&Path>,
    complain: impl Fn(String) + Send + Sync + 'static,
) -> Table {
    let Some(data) = data else {
        complain(unkept("there is no data folder"));
        return table;
    };
    let file = file(data, table.client().address(), table.id());
    let device = load(&file, table.id());
    let (data, complained) = (data.to_owned(), Mutex::new(false));
    table.with_device(device, move |device| {
        let Err(error) = store(&data, &file, device) else { return };
        let mut complained = complained.lock().unwrap_or_else(PoisonError::into_inner);
        if !std::mem::replace(&mut complained, true) {
            complain(unkept(&format!("{error:#}")));
        }
    })
}

fn unkept(why: &str) -> String {
    format!("The secret of your dice cannot be stored, so this seat is bound to this run: {why}.")
}

/// The stored device; a new one if there is none, or none that can be read.
fn load(file: &Path, of: &str) -> Device {
    let text = fs::read_to_string(file).unwrap_or_default();
    let read = serde_json::from_str::<Device>(&text).ok().filter(|device| device.of() == of);
    read.unwrap_or_else(|| Device::new(of))
}

fn store(data: &Path, file: &Path, device: &Device) -> anyhow::Result<()> {
    let folder = file.parent().unwrap_or(data);
    let new = !file.exists();
    let text = serde_json::to_string(device)?;
    [&data.join(FOLDER), folder]
        .into_iter()
        .try_for_each(private_folder)
        .and_then(|()| write_private(file, &text))
        .with_context(|| format!("{} cannot be written", file.display()))?;
    if new {
        make_room(folder);
    }
    Ok(())
}

/// Removes the oldest files if there are too many: first those of finished matches.
fn make_room(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    let surplus = files.len().saturating_sub(MOST);
    if surplus == 0 {
        return;
    }
    let changed = |file: &Path| fs::metadata(file).and_then(|found| found.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    let unfinished = |file: &Path| {
        let text = fs::read_to_string(file).unwrap_or_default();
        serde_json::from_str::<Device>(&text).is_ok_and(|device| !device.is_over())
    };
    files.sort_by_cached_key(|file| (unfinished(file), changed(file)));
    for file in &files[..surplus] {
        let _ = fs::remove_file(file);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address() -> Address {
        "http://box.test:81/boxtop".parse().unwrap()
    }

    fn stored(of: &str, over: bool) -> Device {
        let secret = "07".repeat(32);
        let text = format!(
            r#"{{"match":"{of}","receipts":[],"anchors":{{}},"secrets":[{{"secret":"{secret}"}}],"reveals":[],"over":{over}}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn a_device_belongs_to_one_match_of_one_server_and_is_readable_by_one_user() {
        let data = tempfile::tempdir().expect("a folder");
        let path = file(data.path(), &address(), "m1");
        store(data.path(), &path, &stored("m1", false)).expect("stored");
        assert_eq!(load(&path, "m1"), stored("m1", false));
        assert_eq!(load(&path, "m2"), Device::new("m2"), "it is another match's");
        let other = file(data.path(), &"http://box.test".parse().unwrap(), "m1");
        assert_eq!(load(&other, "m1"), Device::new("m1"), "another server gets none of its links");
        assert!(file(data.path(), &address(), "../../x").starts_with(data.path().join(FOLDER)));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
            assert_eq!((mode(&path), mode(&data.path().join(FOLDER))), (0o600, 0o700));
        }
    }

    #[test]
    fn the_oldest_finished_match_makes_room_first() {
        let data = tempfile::tempdir().expect("a folder");
        let of = |number: usize| format!("m{number}");
        let path = |number: usize| file(data.path(), &address(), &of(number));
        let day = |number: usize| SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(86_400 * number as u64);
        for number in 0..MOST {
            store(data.path(), &path(number), &stored(&of(number), number == 7 || number == 9)).expect("stored");
            let file = fs::File::options().write(true).open(path(number)).expect("it is there");
            file.set_modified(day(number)).expect("a time");
        }
        store(data.path(), &path(MOST), &stored(&of(MOST), false)).expect("stored");
        let gone = || (0..=MOST).filter(|number| !path(*number).exists()).collect::<Vec<_>>();
        assert_eq!(gone(), [7]);
        (1..3)
            .for_each(|more| store(data.path(), &path(MOST + more), &stored(&of(MOST + more), false)).expect("stored"));
        assert_eq!(gone(), [0, 7, 9]);
    }
}
