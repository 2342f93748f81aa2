//! Runs the server, with a graceful shutdown.

use crate::{Hosts, Site, SiteSettings, app, connections, observe};
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use store::{EventStore, StoreError};
use tokio::net::TcpListener;

/// Time for requests in progress to finish on shutdown. Connections without one end at once.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(4);
/// Time to note when the server stopped.
const LAST_BEAT: Duration = Duration::from_millis(500);

/// Where to listen.
#[derive(Copy, Clone, Debug)]
pub struct Config {
    /// The address to bind to.
    pub bind: IpAddr,
    /// The port; 0 for any free one.
    pub port: u16,
}

/// Where the server listens.
#[derive(Copy, Clone, Debug)]
pub struct Listening {
    /// The address for players.
    pub address: SocketAddr,
    /// The address of `/metrics`, if it is served.
    pub metrics: Option<SocketAddr>,
}

/// Why the server could not run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// Another program uses the port.
    #[error("port {port} on {bind} is in use; stop the other program, or choose another port with --port (0 for any free one)", bind = .0.bind, port = .0.port)]
    PortInUse(Config),
    /// The address or port cannot be used.
    #[error("cannot listen on {bind}, port {port}: {1}; choose another with --bind and --port", bind = .0.bind, port = .0.port)]
    CannotBind(Config, io::Error),
    /// The address for metrics cannot be used.
    #[error("cannot serve metrics on {0}: {1}; choose another address with --metrics")]
    CannotBindMetrics(SocketAddr, io::Error),
    /// The network failed while running.
    #[error("the server stopped: {0}; start it again, nothing that was acknowledged is lost")]
    Network(io::Error),
    /// The store could not be closed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Serves until `stop`, then finishes open requests and closes the store.
/// `announce` is called once the server is listening.
pub async fn serve(
    config: Config,
    store: Arc<dyn EventStore>,
    announce: impl FnOnce(SocketAddr) + Send + 'static,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let announce = |listening: Listening| announce(listening.address);
    serve_with(config, SiteSettings::default(), Hosts::Any, store, announce, stop).await
}

/// The same with other settings, and under these names only.
pub async fn serve_with(
    config: Config,
    settings: SiteSettings,
    hosts: Hosts,
    store: Arc<dyn EventStore>,
    announce: impl FnOnce(Listening) + Send + 'static,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let listener = TcpListener::bind((config.bind, config.port)).await.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => ServeError::PortInUse(config),
        _ => ServeError::CannotBind(config, error),
    })?;
    run(listener, settings, hosts, store, Box::new(announce), Box::pin(stop)).await
}

/// The same on a socket that listens already, such as one inherited from a service manager. It must not block.
pub async fn serve_on(
    listener: std::net::TcpListener,
    settings: SiteSettings,
    hosts: Hosts,
    store: Arc<dyn EventStore>,
    announce: impl FnOnce(Listening) + Send + 'static,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let listener = TcpListener::from_std(listener).map_err(ServeError::Network)?;
    run(listener, settings, hosts, store, Box::new(announce), Box::pin(stop)).await
}

type Announce = Box<dyn FnOnce(Listening) + Send>;
type Boxed<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Boxed, so that everything a connection does is compiled with this crate and its settings, and not with the one that
/// awaits it.
fn run(
    listener: TcpListener,
    settings: SiteSettings,
    hosts: Hosts,
    store: Arc<dyn EventStore>,
    announce: Announce,
    stop: Boxed<()>,
) -> Boxed<Result<(), ServeError>> {
    Box::pin(async move {
        let address = listener.local_addr().map_err(ServeError::Network)?;
        #[cfg(all(feature = "fixed-entropy", debug_assertions))]
        crate::fixed_entropy::warn();
        let for_metrics = bind_metrics(settings.observe.metrics).await?;
        let metrics = for_metrics.as_ref().and_then(|listener| listener.local_addr().ok());
        let site = Site::new(store.clone()).with_settings(settings).with_hosts(hosts);
        site.keep_time();
        site.follow_other_nodes();
        site.follow_host();
        if let Some(after) = settings.unplayed_after {
            site.expire_tables(after);
        }
        let (mut closing, matches) = (site.closing(), site.matches.clone());
        let ending = site.clone();
        tokio::spawn(async move {
            stop.await;
            ending.drain();
            tokio::time::sleep(settings.drain).await;
            ending.close();
        });
        if let Some(listener) = for_metrics {
            tokio::spawn(observe::listener::serve(listener, site.clone()));
        }
        let (caps, by_proxy, counters) = (settings.caps, settings.trusted_proxy, site.metrics.clone());
        let served = connections::accept(listener, app(site), caps, by_proxy, counters, closing.clone());
        announce(Listening { address, metrics });
        let timeout = async {
            let _ = closing.wait_for(|closing| *closing).await;
            tokio::time::sleep(SHUTDOWN_TIMEOUT).await;
        };
        tokio::select! {
            () = served => {}
            () = timeout => tracing::warn!("some connections did not finish in time"),
        }
        let _ = tokio::time::timeout(LAST_BEAT, matches.last_beat()).await;
        store.close().await?;
        Ok(())
    })
}

/// The listener for metrics, if there is to be one.
async fn bind_metrics(address: Option<SocketAddr>) -> Result<Option<TcpListener>, ServeError> {
    let Some(address) = address else { return Ok(None) };
    TcpListener::bind(address).await.map(Some).map_err(|error| ServeError::CannotBindMetrics(address, error))
}
