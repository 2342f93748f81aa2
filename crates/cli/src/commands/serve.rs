//! `boxtop serve`, and what `boxtop` does without a subcommand.

mod observe;
pub(crate) mod storage;
#[cfg(feature = "traces")]
mod traces;
#[cfg(not(feature = "traces"))]
#[path = "serve/no_traces.rs"]
mod traces;

use self::observe::ObserveArgs;
use self::storage::StorageArgs;
use crate::config;
use crate::systemd;
use anyhow::Context;
use server::{BasePath, Caps, HostTexts, Hosts, Listening, SecurityContact};
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::time::{Duration, SystemTime};

/// Maximum number of open files to ask the system for.
const MOST_FILES: u64 = 65_536;
/// Files reserved for the store and everything else that is not a connection.
const OTHER_FILES: usize = 128;

/// Starts the server and prints its address
///
/// Matches are stored in one SQLite file in the data folder, or in PostgreSQL
/// (--store); every action is on disk before it is acknowledged. Stop the server with Ctrl-C. BOXTOP_LOG sets
/// what is logged to standard error (error, warn, info, debug). Settings come
/// from a file, the environment and flags; the later wins.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    _config: config::Flags,
    /// Port to listen on; 0 for any free port. A socket from systemd comes first
    #[arg(long, default_value_t = 1943)]
    port: u16,
    /// Address to listen on; 0.0.0.0 lets others in your network play
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    #[command(flatten)]
    storage: StorageArgs,
    /// Trust X-Forwarded-For and X-Forwarded-Proto; only if every request comes through your proxy
    #[arg(long)]
    trust_proxy: bool,
    /// Path under which a proxy serves Boxtop, such as /boxtop; the proxy may keep it or strip it
    #[arg(long, value_name = "PATH", default_value = "", value_parser = BasePath::parse)]
    base_path: BasePath,
    /// A host name of the server, such as play.example.org; repeat it for more. Requests for other
    /// hosts are refused [default: localhost and IP addresses if the server listens on this machine
    /// only, otherwise any]
    #[arg(long, value_name = "NAME", value_parser = host_name)]
    host: Vec<String>,
    /// Maximum number of connections per address; 0 for no limit. Ignored with --trust-proxy
    #[arg(long, value_name = "N", default_value_t = Caps::default().connections_per_address)]
    connections_per_address: usize,
    /// Maximum number of connections in total [default: as many as files can be open]
    #[arg(long, value_name = "N")]
    connections: Option<usize>,
    /// Maximum number of live streams per person; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = Caps::default().streams_per_person)]
    streams_per_person: usize,
    /// Maximum number of live streams per table; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = Caps::default().streams_per_table)]
    streams_per_table: usize,
    /// Maximum number of live streams per address; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = Caps::default().streams_per_address)]
    streams_per_address: usize,
    /// Seconds a connection may stay open without a request
    #[arg(long, value_name = "SECONDS", default_value_t = 75, value_parser = clap::value_parser!(u32).range(1..=3600))]
    keep_alive: u32,
    /// Seconds to go on after a signal to stop while /readyz already fails, so that a proxy notices first
    #[arg(long, value_name = "SECONDS", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=3600))]
    drain: u32,
    /// Days after which a table without any move is removed; 0 for never
    #[arg(long, value_name = "DAYS", default_value_t = 14)]
    unplayed_after: u32,
    /// Seconds without a connection after which a player counts as absent; the others may then let a
    /// computer play for them
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    absent_after: u32,
    /// Your own text for the privacy page, as Markdown
    #[arg(long, value_name = "FILE", value_parser = text_file)]
    privacy: Option<Text>,
    /// The terms of your server, as Markdown; without it there is no such page
    #[arg(long, value_name = "FILE", value_parser = text_file)]
    terms: Option<Text>,
    /// Where to report security problems, such as mailto:security@example.org; without it there is no
    /// security.txt
    #[arg(long, value_name = "CONTACT", value_parser = SecurityContact::parse)]
    security_contact: Option<SecurityContact>,
    #[command(flatten)]
    observe: ObserveArgs,
}

/// A text of the host. It lasts as long as the process.
type Text = &'static str;

/// Maximum size of a text of the host, in bytes.
const LARGEST_TEXT: usize = 1 << 20;

/// Reads a text of the host, so that a file that cannot be read is reported like any other wrong value.
fn text_file(path: &str) -> Result<Text, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path} cannot be read: {error}"))?;
    if text.len() > LARGEST_TEXT {
        return Err(format!("{path} is larger than 1 MiB"));
    }
    Ok(Box::leak(text.into_boxed_str()))
}

/// Runs the command.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("cannot start threads")?;
    let traces = args.observe.start(runtime.handle())?;
    let inherited = systemd::inherited_listener()?;
    let _lock = args.storage.lock()?;
    let served = runtime.block_on(serve(args, inherited));
    traces.finish();
    served
}

async fn serve(args: Args, inherited: Option<TcpListener>) -> anyhow::Result<()> {
    let store = args.storage.open().await?;
    let address = inherited.as_ref().and_then(|listener| listener.local_addr().ok());
    let hosts = hosts(&args, address.map_or(args.bind, |address| address.ip()));
    let config = server::Config { bind: args.bind, port: args.port };
    let absent_after = Duration::from_secs(args.absent_after.into());
    let caps = caps(&args);
    let unplayed_after =
        Some(Duration::from_secs(u64::from(args.unplayed_after) * 86_400)).filter(|time| !time.is_zero());
    let (trusted_proxy, limits) = (args.trust_proxy, server::Limits::default());
    let base_path = args.base_path;
    let settings = server::SiteSettings {
        trusted_proxy,
        base_path,
        limits,
        absent_after,
        caps,
        unplayed_after,
        texts: texts(&args),
        drain: Duration::from_secs(args.drain.into()),
        observe: args.observe.settings(),
    };
    let announce = move |at| announce(at, base_path);
    let signal = stopped();
    let stopped = async {
        signal.await;
        systemd::stopping();
    };
    match inherited {
        Some(listener) => server::serve_on(listener, settings, hosts, store, announce, stopped).await?,
        None => server::serve_with(config, settings, hosts, store, announce, stopped).await?,
    }
    Ok(())
}

/// The limits on connections and streams. Every connection is an open file, and some are reserved.
fn caps(args: &Args) -> Caps {
    let files = rlimit::increase_nofile_limit(MOST_FILES).unwrap_or(1_024);
    let connections = usize::try_from(files).unwrap_or(usize::MAX).saturating_sub(OTHER_FILES).max(64);
    Caps {
        connections_per_address: args.connections_per_address,
        connections: args.connections.unwrap_or(connections),
        streams_per_person: args.streams_per_person,
        streams_per_table: args.streams_per_table,
        streams_per_address: args.streams_per_address,
        idle: Duration::from_secs(args.keep_alive.into()),
        ..Caps::default()
    }
}

fn texts(args: &Args) -> HostTexts {
    let security_txt = args.security_contact.as_ref().map(|contact| contact.security_txt(SystemTime::now()));
    let security_txt = security_txt.map(|text| &*Box::leak(text.into_boxed_str()));
    HostTexts { privacy: args.privacy, terms: args.terms, security_txt }
}

/// The hosts that requests may name, on a server that listens here.
fn hosts(args: &Args, listens: IpAddr) -> Hosts {
    match args.host.as_slice() {
        [] if listens.is_loopback() && !args.trust_proxy => Hosts::Local,
        [] => Hosts::Any,
        // Every name was checked when it was read.
        names => Hosts::named(names).unwrap_or(Hosts::Local),
    }
}

/// Checks one host name.
fn host_name(text: &str) -> Result<String, String> {
    Hosts::named(&[text.to_owned()]).map(|_| text.to_owned())
}

/// Prints the address, for which programs that start the server wait, and tells systemd.
fn announce(Listening { address, metrics }: Listening, base_path: BasePath) {
    let host = match address.ip() {
        ip if !ip.is_unspecified() => ip,
        IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
    };
    let mut out = std::io::stdout();
    // The server runs even if nobody reads the line.
    let _ = writeln!(out, "Boxtop is at http://{}{}", SocketAddr::new(host, address.port()), base_path.url("/"));
    if let Some(metrics) = metrics {
        let _ = writeln!(out, "Metrics are at http://{metrics}/metrics");
    }
    let _ = out.flush();
    systemd::ready();
}

/// Waits for Ctrl-C or, on Unix, SIGTERM. Signals count from this call on, so that none ends the program at once. A second
/// signal does: nothing that was acknowledged is lost.
pub(crate) fn stopped() -> impl Future<Output = ()> {
    let first = signalled();
    async {
        first.await;
        let second = signalled();
        tokio::spawn(async {
            second.await;
            tracing::warn!("stopped at once by a second signal");
            std::process::exit(1);
        });
    }
}

/// The next signal to stop, from this call on.
#[cfg(unix)]
fn signalled() -> impl Future<Output = ()> {
    use tokio::signal::unix::{SignalKind, signal};
    let signals = [SignalKind::interrupt(), SignalKind::terminate()].map(signal);
    async move {
        let [interrupted, ended] = signals.map(async |stream| match stream {
            Ok(mut stream) => drop(stream.recv().await),
            Err(_) => std::future::pending().await,
        });
        tokio::select! {
            () = interrupted => {}
            () = ended => {}
        }
    }
}

/// The next signal to stop.
#[cfg(not(unix))]
async fn signalled() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
