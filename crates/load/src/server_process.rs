//! The server under load: this program in a separate process, with a new store. Only its limits for
//! one address are changed, because all simulated people share one.

use anyhow::{Context, bail};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Maximum number of times that a restart is repeated, and the pause before that.
const START_TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(250);

/// A server process and its folder. Dropping this ends the process and deletes the folder.
pub(crate) struct ServerProcess {
    folder: PathBuf,
    process: Child,
    /// `127.0.0.1:PORT`; the same after a restart.
    pub(crate) host: String,
}

impl ServerProcess {
    /// Starts a server on an empty store in a temporary folder and any free port.
    pub(crate) fn start_new() -> anyhow::Result<ServerProcess> {
        let folder = std::env::temp_dir().join(format!("boxtop-bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot create the folder {}", folder.display()))?;
        match start(&folder, 0) {
            Ok((process, host)) => Ok(ServerProcess { folder, process, host }),
            Err(error) => {
                let _ = std::fs::remove_dir_all(&folder);
                Err(error)
            }
        }
    }

    /// Ends the process at once, as a power cut would.
    pub(crate) fn kill(&mut self) -> anyhow::Result<()> {
        self.process.kill().context("cannot kill the server")?;
        self.process.wait().context("cannot wait for the server to end")?;
        Ok(())
    }

    /// Starts the server again with the same store and port.
    pub(crate) fn start_again(&mut self) -> anyhow::Result<()> {
        let port = self.host.rsplit(':').next().and_then(|port| port.parse().ok()).unwrap_or(0);
        // Another program may have got the port for a moment.
        let mut tries = 0;
        (self.process, self.host) = loop {
            match start(&self.folder, port) {
                Err(_) if tries < START_TRIES => tries += 1,
                started => break started?,
            }
            std::thread::sleep(PAUSE);
        };
        Ok(())
    }

    /// The resident memory of the process, in bytes; `None` if the system does not report it.
    pub(crate) fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.split_whitespace().next()?.parse::<u64>().ok()? << 10)
    }

    /// The CPU time of the process, in seconds; `None` if the system does not report it.
    pub(crate) fn cpu_seconds(&self) -> Option<f64> {
        cpu_seconds(&self.process.id().to_string())
    }

    /// The size of the store, in bytes.
    pub(crate) fn stored_bytes(&self) -> u64 {
        let files = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        files.filter_map(|file| file.metadata().ok()).map(|file| file.len()).sum()
    }
}

/// The CPU time of a process from `/proc`, in seconds. The system counts hundredths of a second.
pub(crate) fn cpu_seconds(process: &str) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    let mut times = fields.split_whitespace().skip(11).map_while(|field| field.parse::<u64>().ok());
    Some((times.next()? + times.next()?) as f64 / 100.0)
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Options that turn off the limits for one address.
const NO_LIMITS: [&str; 8] = [
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
    let program = std::env::current_exe().context("cannot find the path of this program")?;
    let mut process = Command::new(program)
        .args(["serve", "--port", &port.to_string(), "--data"])
        .arg(folder)
        .args(NO_LIMITS)
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot start the server")?;
    let first_line = process.stdout.take().map(BufReader::new).and_then(|out| out.lines().next()?.ok());
    match first_line.as_deref().and_then(|line| line.split("http://").nth(1)) {
        Some(rest) => Ok((process, rest.trim_end_matches('/').to_owned())),
        None => {
            let _ = process.kill();
            let _ = process.wait();
            bail!("the server ended before it was ready; see its messages above")
        }
    }
}
