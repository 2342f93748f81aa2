//! Traces for OpenTelemetry, sent to a collector with OTLP over HTTP. Only spans are sent, no log lines: they name the
//! pattern of a route, never a path, a person or a table.
//!
//! The usual variables of OpenTelemetry are read too: `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_TRACES_SAMPLER`,
//! `OTEL_EXPORTER_OTLP_HEADERS` and the limits of a batch (`OTEL_BSP_…`).

use anyhow::Context;
use client::HttpSender;
use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::TracerProvider;
use opentelemetry_http::{Bytes, HeaderExtractor, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracerProvider;
use server::JoinTrace;
use std::fmt;
use std::pin::Pin;
use tokio::runtime::Handle;
use tracing::Subscriber;
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::registry::LookupSpan;

/// Connects a request to the trace that its `traceparent` header names.
pub(super) const JOIN: Option<JoinTrace> = Some(|span, headers| {
    let context = TraceContextPropagator::new().extract(&HeaderExtractor(headers));
    // It fails only if no traces are recorded.
    let _ = span.set_parent(context);
});

/// The traces that are being sent.
pub(super) struct Traces(Option<SdkTracerProvider>);

impl Traces {
    /// Sends what has been recorded. Call it while the runtime still runs, outside of its tasks.
    pub(super) fn finish(self) {
        if let Some(Err(error)) = self.0.map(|provider| provider.shutdown()) {
            tracing::warn!(%error, "the last traces could not be sent");
        }
    }
}

/// A layer that sends spans to the collector at this address; without one it does nothing.
pub(super) fn start<S>(collector: Option<&str>, runtime: &Handle) -> anyhow::Result<(impl Layer<S> + use<S>, Traces)>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    let provider = collector.map(|collector| provider(collector, runtime)).transpose()?;
    let layer = provider.as_ref().map(|provider| {
        let spans = Targets::new().with_target("boxtop", LevelFilter::DEBUG);
        let layer = tracing_opentelemetry::layer().with_tracer(provider.tracer("boxtop")).with_threads(false);
        layer.with_filter(tracing_subscriber::filter::filter_fn(move |metadata| {
            metadata.is_span() && spans.would_enable(metadata.target(), metadata.level())
        }))
    });
    Ok((layer, Traces(provider)))
}

fn provider(collector: &str, runtime: &Handle) -> anyhow::Result<SdkTracerProvider> {
    let sender = HttpSender::new(collector)?;
    let exporter = SpanExporter::builder()
        .with_http()
        .with_http_client(OnRuntime { sender, runtime: runtime.clone() })
        .with_endpoint(format!("{collector}/v1/traces"))
        .build()
        .context("traces cannot be sent")?;
    let named = std::env::var_os("OTEL_SERVICE_NAME").is_some();
    let resource = if named { Resource::builder() } else { Resource::builder().with_service_name("boxtop") };
    let version = opentelemetry::KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
    let resource = resource.with_attribute(version).build();
    Ok(SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build())
}

/// Sends requests in the server's runtime: the thread that gathers spans has none.
struct OnRuntime {
    sender: HttpSender,
    runtime: Handle,
}

impl fmt::Debug for OnRuntime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OnRuntime").finish_non_exhaustive()
    }
}

impl HttpClient for OnRuntime {
    fn send_bytes<'a, 'b>(
        &'a self,
        request: Request<Bytes>,
    ) -> Pin<Box<dyn Future<Output = Result<Response<Bytes>, HttpError>> + Send + 'b>>
    where
        'a: 'b,
        Self: 'b,
    {
        let sender = self.sender.clone();
        let sent = self.runtime.spawn(async move { sender.send(request).await });
        Box::pin(async move { Ok(sent.await??) })
    }
}
