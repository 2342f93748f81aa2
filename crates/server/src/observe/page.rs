//! The text of `/metrics`.

use super::metrics::{ActionResult, Metrics, Rejection, RouteClass, STATUSES, StreamKind};
use super::process::Process;
use crate::site::Site;
use catalog::Level;
use metrics::{Counter, Page};
use store::{BusMetrics, StoreMetrics};

/// All metrics of this site, in the text format of Prometheus.
pub(crate) fn text(site: &Site, process: Process) -> String {
    let (mut page, metrics) = (Page::default(), &*site.metrics);
    about(&mut page, metrics, site.settings.observe.commit.unwrap_or("unknown"));
    of_process(&mut page, process);
    actions(&mut page, metrics);
    requests(&mut page, metrics);
    rejections(&mut page, metrics);
    open(&mut page, metrics);
    matches(&mut page, site);
    searches(&mut page, metrics);
    let store_metrics = site.store.metrics();
    store(&mut page, &store_metrics);
    bus(&mut page, &store_metrics.bus, metrics);
    page.into_text()
}

fn about(page: &mut Page, metrics: &Metrics, commit: &str) {
    let labels = [("version", env!("CARGO_PKG_VERSION")), ("commit", commit)];
    page.gauge("boxtop_build_info", "Version and commit of the program; always 1.").sample(&labels, 1);
    page.gauge("boxtop_start_time_seconds", "When the server started, in seconds since 1970.")
        .sample(&[], metrics.started);
}

fn of_process(page: &mut Page, process: Process) {
    let mut gauge = |name, help, value: Option<u64>| {
        let mut family = page.gauge(name, help);
        if let Some(value) = value {
            family.sample(&[], value);
        }
    };
    gauge("boxtop_resident_memory_bytes", "Memory that the process occupies.", process.resident_bytes);
    gauge("boxtop_open_files", "Open files and connections of the process.", process.open_files);
    gauge("boxtop_open_files_limit", "Maximum number of open files.", process.most_files);
}

fn actions(page: &mut Page, metrics: &Metrics) {
    let mut family =
        page.counter("boxtop_actions_total", "Commands of players, computers and clocks, by game and result.");
    for actions in &metrics.actions {
        for (result, count) in counted(ActionResult::WORDS, &actions.results) {
            family.sample(&[("game", actions.slug), ("result", result)], count);
        }
    }
    page.histogram(
        "boxtop_action_duration_seconds",
        "Time from a command's receipt by its match to its acknowledgement.",
    )
    .distribution(&[], &metrics.action_seconds);
}

fn requests(page: &mut Page, metrics: &Metrics) {
    let mut family = page.counter("boxtop_http_requests_total", "HTTP requests, by class of route and status.");
    for (route, counters) in RouteClass::WORDS.iter().zip(&metrics.requests) {
        for (status, count) in counted(&STATUSES, counters) {
            family.sample(&[("route", route), ("status", status)], count);
        }
    }
    let mut family =
        page.histogram("boxtop_http_request_duration_seconds", "Time from a request's head to that of its response.");
    for (route, histogram) in RouteClass::WORDS.iter().zip(&metrics.request_seconds) {
        family.distribution(&[("route", route)], histogram);
    }
}

fn rejections(page: &mut Page, metrics: &Metrics) {
    let mut family =
        page.counter("boxtop_rejected_requests_total", "Requests and connections that were turned away, by reason.");
    for (reason, count) in counted(Rejection::WORDS, &metrics.rejected) {
        family.sample(&[("reason", reason)], count);
    }
}

fn open(page: &mut Page, metrics: &Metrics) {
    page.gauge("boxtop_connections", "Open connections.").sample(&[], metrics.connections.get());
    let mut family = page.gauge("boxtop_streams", "Open streams, by kind of viewer.");
    for (kind, gauge) in StreamKind::WORDS.iter().zip(&metrics.streams) {
        family.sample(&[("kind", kind)], gauge.get());
    }
}

fn matches(page: &mut Page, site: &Site) {
    page.gauge("boxtop_matches_in_memory", "Live matches in memory.").sample(&[], site.matches.count());
    page.gauge("boxtop_view_queue_length", "Jobs that wait for a thread to build views.")
        .sample(&[], site.matches.builders.waiting());
}

fn searches(page: &mut Page, metrics: &Metrics) {
    page.gauge("boxtop_search_queue_length", "Computer players that wait for their turn to think.")
        .sample(&[], metrics.search_queue.get());
    page.histogram("boxtop_search_wait_seconds", "Time a computer player waited for its turn to think.")
        .distribution(&[], &metrics.search_wait_seconds);
    page.gauge("boxtop_searches", "Computer players that think now.").sample(&[], metrics.searches.get());
    page.gauge("boxtop_analyses", "Analyses of matches that run now.").sample(&[], metrics.analyses.get());
    page.counter("boxtop_analyses_finished_total", "Analyses of matches that were finished.")
        .sample(&[], metrics.analyses_finished.get());
    page.histogram("boxtop_analysis_seconds", "Processor time of a finished analysis of a match.")
        .distribution(&[], &metrics.analysis_seconds);
    let mut family = page.histogram("boxtop_thinking_seconds", "Time a computer player thought, by level.");
    for (level, histogram) in Level::ALL.iter().zip(&metrics.thinking_seconds) {
        family.distribution(&[("level", level.word())], histogram);
    }
    let help = "Searches that the wall clock ended before their budget was spent, by level.";
    let mut family = page.counter("boxtop_searches_stopped_by_clock_total", help);
    for (level, counter) in Level::ALL.iter().zip(&metrics.stopped_by_clock) {
        family.sample(&[("level", level.word())], counter.get());
    }
}

fn store(page: &mut Page, store: &StoreMetrics) {
    page.histogram("boxtop_store_append_duration_seconds", "Time from the request of an append to its result.")
        .distribution(&[], &store.append_seconds);
    page.histogram("boxtop_store_batch_size", "Appends that shared a transaction.")
        .distribution(&[], &store.batch_size);
    page.gauge("boxtop_store_queue_length", "Requests that wait for the writer of the store.")
        .sample(&[], store.queue.get());
    let mut family = page.counter("boxtop_store_errors_total", "Errors of the store, by kind; conflicts are none.");
    for (kind, count) in store.errors() {
        family.sample(&[("kind", kind)], count);
    }
}

fn bus(page: &mut Page, bus: &BusMetrics, metrics: &Metrics) {
    let mut both = |name, help, sent: &Counter, heard: &Counter| {
        let mut family = page.counter(name, help);
        family.sample(&[("direction", "sent")], sent.get());
        family.sample(&[("direction", "heard")], heard.get());
    };
    let messages = "Messages between nodes, one for each batch of appends.";
    both("boxtop_bus_messages_total", messages, &bus.messages_sent, &bus.messages_heard);
    both("boxtop_bus_hints_total", "Changed matches that messages named.", &bus.hints_sent, &bus.hints_heard);
    page.counter("boxtop_bus_reconnects_total", "Connections to the bus after the first.")
        .sample(&[], bus.reconnects.get());
    page.histogram("boxtop_bus_lag_seconds", "Time from a write at another node to hearing of it here.")
        .distribution(&[], &bus.lag_seconds);
    page.counter("boxtop_bus_missed_total", "Changes of other nodes that a look into the store found before a hint.")
        .sample(&[], metrics.swept.get());
}

fn counted<'a>(words: &'a [&'a str], counters: &'a [Counter]) -> impl Iterator<Item = (&'a str, u64)> {
    words.iter().copied().zip(counters.iter().map(Counter::get))
}
