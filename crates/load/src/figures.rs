//! What a load test has measured.

use crate::cluster::Work;
use crate::counters::{Counters, Times};
use crate::faults::Fault;
use serde::Serialize;

/// What was measured.
#[derive(Debug, Default, Serialize)]
pub struct Figures {
    /// The games played.
    pub games: Vec<&'static str>,
    /// Number of tables.
    pub tables: usize,
    /// Number of spectators' streams.
    pub spectators: usize,
    /// How long it took.
    pub seconds: f64,
    /// Number of acknowledged actions.
    pub actions: u64,
    /// Acknowledged actions per second.
    pub actions_per_second: f64,
    /// From sending an action to its acknowledgement.
    pub acknowledged_p50_ms: Option<f64>,
    /// The same, 99th percentile.
    pub acknowledged_p99_ms: Option<f64>,
    /// The same, longest.
    pub acknowledged_max_ms: Option<f64>,
    /// From sending an action to its arrival at a spectator.
    pub stream_delay_p50_ms: Option<f64>,
    /// The same, 99th percentile.
    pub stream_delay_p99_ms: Option<f64>,
    /// Messages to spectators.
    pub messages: u64,
    /// Mean length of a response to an action.
    pub bytes_per_answer: u64,
    /// Mean length of a message.
    pub bytes_per_message: u64,
    /// Median length of a message about an action.
    pub message_bytes_p50: Option<u64>,
    /// 95th percentile of the length of a message to the seat to act.
    pub actor_message_bytes_p95: Option<u64>,
    /// The server's memory before the streams were opened.
    pub server_bytes_at_start: Option<u64>,
    /// The server's memory at the end.
    pub server_bytes_at_end: Option<u64>,
    /// The server's memory for an open stream.
    pub bytes_per_stream: Option<u64>,
    /// The server's memory for an unfinished table.
    pub bytes_per_idle_table: Option<u64>,
    /// Cores kept busy by the server.
    pub server_cores: Option<f64>,
    /// The same for the players and spectators.
    pub client_cores: Option<f64>,
    /// The server's work for an action with all its messages, in milliseconds of one core.
    pub server_ms_per_action: Option<f64>,
    /// Size of the store at the end.
    pub stored_bytes: u64,
    /// Matches compared with their records.
    pub matches_checked: u64,
    /// Actions refused because the table had thrown meanwhile.
    pub too_late: u64,
    /// Acknowledged actions that are not in the record.
    pub lost: u64,
    /// Actions that are in the record twice.
    pub doubled: u64,
    /// Players whose time ran out.
    pub flags: u64,
    /// Commands that were answered with neither an acknowledgement nor a newer version.
    pub failed: u64,
    /// Requests that were sent again, because nobody answered or the server was away.
    pub requests_repeated: u64,
    /// Number of nodes that share a database; 0 for one server on SQLite.
    pub nodes: u32,
    /// Number of times a server was killed.
    pub kills: u32,
    /// Faults, and how long they interrupted streams.
    pub faults: Vec<FaultFigures>,
    /// What an action costs in a cluster.
    pub cluster: Option<ClusterFigures>,
    /// Streams that went on after a lost connection.
    pub streams_resumed: u64,
    /// Messages with a version that the client had already seen.
    pub received_twice: u64,
    /// Streams that did not reach the last version.
    pub streams_behind: u64,
    /// Number of unfinished tables.
    pub idle_tables: usize,
    /// Time until a restarted server answers.
    pub restart_ms: Option<f64>,
    /// Errors.
    pub troubles: Vec<String>,
}

impl Figures {
    /// Was nothing lost or doubled, no stream behind, and nobody out of time?
    pub fn is_sound(&self) -> bool {
        let wrong = [self.lost, self.doubled, self.received_twice, self.streams_behind, self.failed, self.flags];
        wrong.iter().sum::<u64>() == 0 && self.troubles.is_empty()
    }

    pub(crate) fn sum_up(&mut self, counters: &Counters, seconds: f64) {
        self.seconds = seconds;
        self.actions_per_second = self.actions as f64 / seconds;
        let (acknowledged, delays) = (counters.take_acknowledgements(), counters.take_delays());
        self.acknowledged_p50_ms = acknowledged.at(0.5);
        self.acknowledged_p99_ms = acknowledged.at(0.99);
        self.acknowledged_max_ms = acknowledged.at(1.0);
        self.stream_delay_p50_ms = delays.at(0.5);
        self.stream_delay_p99_ms = delays.at(0.99);
        (self.bytes_per_answer, self.bytes_per_message) = counters.mean_bytes(acknowledged.count());
        (self.message_bytes_p50, self.actor_message_bytes_p95) = counters.change_bytes();
        (self.messages, self.streams_resumed, self.received_twice) = counters.stream_counts();
        (self.matches_checked, self.lost, self.doubled, self.too_late) = counters.check_counts();
        (self.requests_repeated, self.failed, self.flags) = counters.fault_counts();
        self.faults = counters.take_gaps().into_iter().map(FaultFigures::new).collect();
        self.troubles = counters.take_errors();
    }
}

/// A kind of fault, and how long it interrupted streams: from the break until the stream is open again, with the pause that
/// browsers make; for a frozen node from its freezing.
#[derive(Debug, Serialize)]
pub struct FaultFigures {
    /// The kind.
    pub fault: Fault,
    /// How often it happened.
    pub times: u64,
    /// How many streams it broke.
    pub streams: u64,
    /// Median of the interruption.
    pub gap_p50_ms: Option<f64>,
    /// 99th percentile.
    pub gap_p99_ms: Option<f64>,
    /// The longest.
    pub gap_max_ms: Option<f64>,
}

impl FaultFigures {
    fn new((fault, times, gaps): (Fault, u64, Times)) -> Self {
        let (gap_p50_ms, gap_p99_ms, gap_max_ms) = (gaps.at(0.5), gaps.at(0.99), gaps.at(1.0));
        FaultFigures { fault, times, streams: gaps.count(), gap_p50_ms, gap_p99_ms, gap_max_ms }
    }
}

/// What an acknowledged action costs in a cluster, everything else included: streams, opening tables, records, heartbeats.
#[derive(Debug, Serialize)]
pub struct ClusterFigures {
    /// The databases' work, in milliseconds of one core.
    pub database_ms_per_action: f64,
    /// The same for the proxies.
    pub proxy_ms_per_action: f64,
    /// The same for the bus.
    pub bus_ms_per_action: f64,
    /// Statements to the database.
    pub statements_per_action: f64,
    /// Those of them that appended a batch.
    pub append_statements_per_action: f64,
    /// Bytes of the database's own log.
    pub wal_bytes_per_action: f64,
    /// Messages that nodes sent to the bus.
    pub bus_in_per_action: f64,
    /// Messages that the bus sent to nodes.
    pub bus_out_per_action: f64,
    /// Bytes that the bus sent to nodes.
    pub bus_bytes_per_action: f64,
}

impl ClusterFigures {
    pub(crate) fn new(work: &Work, actions: u64) -> Self {
        let per_action = |count: u64| count as f64 / actions.max(1) as f64;
        let ms = |seconds: f64| seconds * 1_000.0 / actions.max(1) as f64;
        ClusterFigures {
            database_ms_per_action: ms(work.database_cpu_seconds),
            proxy_ms_per_action: ms(work.proxy_cpu_seconds),
            bus_ms_per_action: ms(work.bus_cpu_seconds),
            statements_per_action: per_action(work.statements),
            append_statements_per_action: per_action(work.append_statements),
            wal_bytes_per_action: per_action(work.wal_bytes),
            bus_in_per_action: per_action(work.bus_in_msgs),
            bus_out_per_action: per_action(work.bus_out_msgs),
            bus_bytes_per_action: per_action(work.bus_out_bytes),
        }
    }
}
