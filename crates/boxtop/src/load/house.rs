//! The server under load: this very program as a process of its own, on a
//! store of its own, with nothing changed for being measured but the caps for one address.

use anyhow::{Context, bail};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A server process with its folder. Both are gone when this is dropped.
pub(crate) struct House {
    folder: PathBuf,
    process: Child,
    /// `127.0.0.1:PORT`; the same after a restart.
    pub(crate) host: String,
}

impl House {
    /// Starts a server on an empty store in a temporary folder and any free port.
    pub(crate) fn open() -> anyhow::Result<House> {
        let folder = std::env::temp_dir().join(format!("boxtop-bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        match start(&folder, 0) {
            Ok((process, host)) => Ok(House { folder, process, host }),
            Err(error) => {
                let _ = std::fs::remove_dir_all(&folder);
                Err(error)
            }
        }
    }

    /// Ends the process at once, as a power cut would.
    pub(crate) fn kill(&mut self) -> anyhow::Result<()> {
        self.process.kill().context("the server cannot be killed")?;
        self.process.wait().context("the server does not end")?;
        Ok(())
    }

    /// Starts it again on the same store and port.
    pub(crate) fn start_again(&mut self) -> anyhow::Result<()> {
        let port = self.host.rsplit(':').next().and_then(|port| port.parse().ok()).unwrap_or(0);
        (self.process, self.host) = start(&self.folder, port)?;
        Ok(())
    }

    /// The memory it really uses, in bytes; `None` where the system does not tell.
    pub(crate) fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.split_whitespace().next()?.parse::<u64>().ok()? << 10)
    }

    /// The time its threads have worked, in seconds; `None` where the system does not tell.
    pub(crate) fn worked(&self) -> Option<f64> {
        worked(&self.process.id().to_string())
    }

    /// How large the store has become, in bytes.
    pub(crate) fn stored(&self) -> u64 {
        let files = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        files.filter_map(|file| file.metadata().ok()).map(|file| file.len()).sum()
    }
}

/// The time a process has worked, from `/proc`, in seconds. The system counts hundredths.
pub(crate) fn worked(process: &str) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    let mut times = fields.split_whitespace().skip(11).map_while(|field| field.parse::<u64>().ok());
    Some((times.next()? + times.next()?) as f64 / 100.0)
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// All who are measured come from one address.
const NO_CAPS: [&str; 8] = [
    "--connections-per-address",
    "0",
    "--streams-per-person",
    "0",
    "--streams-per-table",
    "0",
    "--streams-per-address",
    "0",
];

fn start(folder: &Path, port: u16) -> anyhow::Result<(Child, String)> {
    let program = std::env::current_exe().context("this program cannot find itself")?;
    let mut process = Command::new(program)
        .args(["serve", "--port", &port.to_string(), "--data"])
        .arg(folder)
        .args(NO_CAPS)
        .stdout(Stdio::piped())
        .spawn()
        .context("the server does not start")?;
    let said = process.stdout.take().map(BufReader::new).and_then(|out| out.lines().next()?.ok());
    match said.as_deref().and_then(|line| line.split("http://").nth(1)) {
        Some(rest) => Ok((process, rest.trim_end_matches('/').to_owned())),
        None => {
            let _ = process.kill();
            let _ = process.wait();
            bail!("the server ended before it was listening; its messages say why")
        }
    }
}
