//! What the system knows about this process. Only Linux tells without asking for more than reading files.

use std::fs;

/// Memory and files of this process; `None` where the system does not say.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Process {
    pub(crate) resident_bytes: Option<u64>,
    pub(crate) open_files: Option<u64>,
    pub(crate) most_files: Option<u64>,
}

impl Process {
    /// Reads `/proc/self`, which blocks for a moment if many files are open.
    pub(crate) fn read() -> Process {
        if !cfg!(target_os = "linux") {
            return Process::default();
        }
        let text = |name: &str| fs::read_to_string(format!("/proc/self/{name}")).unwrap_or_default();
        // One of them is the folder that is being read.
        let files = fs::read_dir("/proc/self/fd").ok().map(|files| (files.count() as u64).saturating_sub(1));
        Process {
            resident_bytes: number_after(&text("status"), "VmRSS:").map(|kib| kib << 10),
            open_files: files,
            most_files: number_after(&text("limits"), "Max open files"),
        }
    }
}

/// The first number after this word; `None` if it is unlimited.
fn number_after(text: &str, word: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix(word)?.split_whitespace().next()?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_from_the_files_of_the_system() {
        let status = "Name:\tboxtop\nVmHWM:\t  900 kB\nVmRSS:\t   840 kB\n";
        let limits = "Limit    Soft Limit   Hard Limit  Units\nMax open files    1024    4096    files\n";
        assert_eq!(number_after(status, "VmRSS:"), Some(840));
        assert_eq!(number_after(limits, "Max open files"), Some(1024));
        assert_eq!(number_after("Max open files    unlimited  unlimited\n", "Max open files"), None);
        assert_eq!(number_after("", "VmRSS:"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn linux_tells_memory_and_files() {
        let process = Process::read();
        assert!(
            process.resident_bytes.is_some_and(|bytes| bytes > 0) && process.open_files.is_some_and(|files| files > 0)
        );
    }
}
