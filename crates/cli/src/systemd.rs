//! What systemd does for a service: it hands over a listening socket (`LISTEN_FDS`), and hears about the state of the
//! server (`NOTIFY_SOCKET`).

use crate::common::Usage;
use anyhow::Context;
use std::ffi::OsStr;
use std::io;
use std::net::TcpListener;

/// The listening socket that this process was started with; `None` if there is none.
pub(crate) fn inherited_listener() -> anyhow::Result<Option<TcpListener>> {
    let mut inherited = listenfd::ListenFd::from_env();
    if inherited.len() > 1 {
        tracing::warn!(sockets = inherited.len(), "only the first inherited socket is used");
    }
    let listener = inherited.take_tcp_listener(0).map_err(|error| {
        Usage(format!("the inherited socket cannot be used: {error}; ListenStream= needs an address and a port"))
    })?;
    if let Some(listener) = &listener {
        listener.set_nonblocking(true).context("the inherited socket cannot be used")?;
    }
    Ok(listener)
}

/// Tells the service manager, if there is one, that the server is ready.
pub(crate) fn ready() {
    notify("READY=1");
}

/// Tells the service manager, if there is one, that the server stops.
pub(crate) fn stopping() {
    notify("STOPPING=1");
}

fn notify(state: &str) {
    let Some(name) = std::env::var_os("NOTIFY_SOCKET").filter(|name| !name.is_empty()) else { return };
    if let Err(error) = send(&name, state) {
        tracing::warn!(%error, state, "the service manager could not be told");
    }
}

#[cfg(unix)]
fn send(name: &OsStr, state: &str) -> io::Result<()> {
    use std::os::unix::net::UnixDatagram;
    UnixDatagram::unbound()?.send_to_addr(state.as_bytes(), &address(name)?).map(drop)
}

/// The address of a socket: a path, or on Linux `@` and a name that is no file.
#[cfg(unix)]
fn address(name: &OsStr) -> io::Result<std::os::unix::net::SocketAddr> {
    use std::os::unix::net::SocketAddr;
    #[cfg(target_os = "linux")]
    {
        use std::os::linux::net::SocketAddrExt;
        use std::os::unix::ffi::OsStrExt;
        if let Some(name) = name.as_bytes().strip_prefix(b"@") {
            return SocketAddr::from_abstract_name(name);
        }
    }
    SocketAddr::from_pathname(name)
}

#[cfg(not(unix))]
fn send(_: &OsStr, _: &str) -> io::Result<()> {
    Ok(())
}
