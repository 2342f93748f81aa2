//! The flags of `boxtop serve` for metrics and logs, and the log itself.

use super::traces::{self, Traces};
use crate::version::COMMIT;
use server::Observe;
use std::net::SocketAddr;
use tokio::runtime::Handle;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{FilterExt, LevelFilter, Targets, filter_fn};
use tracing_subscriber::prelude::*;
use tracing_subscriber::registry::LookupSpan;

/// The target of the access log.
const ACCESS: &str = "boxtop::access";

/// Metrics and logs.
#[derive(clap::Args)]
pub(super) struct ObserveArgs {
    /// Address and port for Prometheus: GET /metrics, /livez and /readyz, for example
    /// 127.0.0.1:9464; port 0 for any free one [default: not served]
    #[arg(long, value_name = "ADDRESS:PORT")]
    metrics: Option<SocketAddr>,
    /// Form of the log on standard error
    #[arg(long, value_enum, default_value_t = LogFormat::Text)]
    log_format: LogFormat,
    /// Logs a line for each request: method, route, status, milliseconds, bytes and request id
    #[arg(long)]
    access_log: bool,
    /// Collector of OpenTelemetry traces (OTLP over HTTP), such as http://127.0.0.1:4318; needs a
    /// program that was built with --features traces
    #[arg(long, value_name = "URL", value_parser = collector)]
    traces: Option<String>,
}

/// Checks the address of a collector.
#[cfg(feature = "traces")]
fn collector(url: &str) -> Result<String, String> {
    url.parse::<client::Address>().map(|_| url.trim_end_matches('/').to_owned()).map_err(|error| error.to_string())
}

/// Says that there are no traces.
#[cfg(not(feature = "traces"))]
fn collector(_: &str) -> Result<String, String> {
    Err("this program cannot send traces; build it with cargo build --profile dist --features traces".to_owned())
}

/// The form of log lines.
#[derive(Copy, Clone, Debug, PartialEq, Eq, clap::ValueEnum)]
enum LogFormat {
    /// For people
    Text,
    /// One JSON object for each line
    Json,
}

impl ObserveArgs {
    /// What the server needs to know.
    pub(super) fn settings(&self) -> Observe {
        let join_trace = self.traces.as_ref().and(traces::JOIN);
        Observe { metrics: self.metrics, access_log: self.access_log, commit: Some(COMMIT), join_trace }
    }

    /// Starts to log to standard error, and to send traces. What is returned must be finished at the end.
    pub(super) fn start(&self, runtime: &Handle) -> anyhow::Result<Traces> {
        let (layer, traces) = traces::start(self.traces.as_deref(), runtime)?;
        let loggable = filter_fn(|metadata| server::is_loggable(metadata.target()));
        let lines = lines(self.log_format).with_filter(self.filter().and(loggable));
        // A test may already have set one up.
        let _ = tracing_subscriber::registry().with(layer).with(lines).try_init();
        Ok(traces)
    }

    /// What is logged: what `BOXTOP_LOG` says, and the access log if it was asked for.
    fn filter(&self) -> Targets {
        let filter = wanted();
        if self.access_log { filter.with_target(ACCESS, LevelFilter::INFO) } else { filter }
    }
}

fn wanted() -> Targets {
    let usual = || Targets::new().with_default(LevelFilter::WARN);
    std::env::var("BOXTOP_LOG").map_or_else(
        |_| usual(),
        |wanted| {
            wanted.parse().unwrap_or_else(|error| {
                eprintln!("BOXTOP_LOG is ignored: {error}. Use error, warn, info or debug.");
                usual()
            })
        },
    )
}

/// The log in this form.
fn lines<S>(format: LogFormat) -> Box<dyn Layer<S> + Send + Sync>
where
    S: tracing::Subscriber + for<'a> LookupSpan<'a>,
{
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    match format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).with_span_list(false).boxed(),
    }
}
