//! Analyses of matches that are over: one job for each match, shared by everyone who looks, also across nodes.
//!
//! A job is named by the fingerprint of its match. It waits for its turn, takes a lease, and works in slices on blocking
//! threads, each with a permit of the queue of computer players. All analyses are one person in that queue, who
//! never gets the last permit, so a computer player waits for one slice at most. What is found is stored without names of
//! people; whoever reads it gets the names of the record that they may read. A job that is lost with its node is begun again by
//! whoever asks next, or by a node that waits for its lease.

use crate::bounded::Bounded;
use crate::guest::Guest;
use crate::problem::{Problem, sentence};
use crate::registry::MatchRegistry;
use crate::site::Site;
use crate::wire;
use crate::work::{Cost, Priced};
use analysis::{Budget, CannotAnalyse, DynAnalyser};
use axum::body::Bytes;
use kernel::record::Record;
use protocol::{Analysis, AnalysisState, AnalysisStatus, Moments, MomentsQuery};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::{AnalysisKey, Change, EventStore, KeptAnalysis, LARGEST_ANALYSIS, UploadedRecord};
use tokio::sync::{Semaphore, watch};

/// Maximum number of jobs at this node, with those that wait.
const MOST_JOBS: usize = 16;
/// Maximum number of them that one person has started.
const MOST_OF_A_PERSON: usize = 2;
/// Maximum number of them that people at one address have started.
const MOST_OF_AN_ADDRESS: usize = 8;
/// Maximum number of steps of a match that is analysed here, so that what is found can be stored.
const MOST_STEPS: usize = 5_000;
/// How long a job works before it gives its permit back.
const SLICE: Duration = Duration::from_millis(100);
/// If a node dies during a job, another one can begin it again after this time.
const LEASE: Duration = Duration::from_secs(20);
/// The pause between two looks at what another node does.
const LOOK: Duration = Duration::from_secs(1);
/// How long a job that failed is remembered, so that pages do not begin it again and again.
const FAILED_FOR: Duration = Duration::from_secs(60);
/// Seconds that a person is told to wait when there are too many jobs.
const TOO_MANY: u16 = 60;
/// Number of fingerprints that are remembered.
const MOST_FINGERPRINTS: usize = 4_096;
/// All analyses in the queue of computer players. No key of a person looks like it.
const IN_QUEUE: &str = "analyses";
/// Maximum number of moments in one response.
const MOST_MOMENTS: usize = 64;

/// Who asks for an analysis.
pub(crate) struct Asker {
    pub(crate) person: String,
    pub(crate) address: u128,
}

/// A job under way.
struct Job {
    asker: Asker,
    done: AtomicU32,
    of: u32,
    running: AtomicBool,
    failed: AtomicBool,
}

/// All analyses.
pub(crate) struct Analyses {
    store: Arc<dyn EventStore>,
    matches: Arc<MatchRegistry>,
    /// Jobs by fingerprint.
    jobs: Mutex<HashMap<String, Arc<Job>>>,
    /// Fingerprints of tables and uploaded records.
    fingerprints: Mutex<Bounded<String, String>>,
    /// Half of the cores may analyse at a time.
    turns: Semaphore,
    /// One record is replayed and checked at a time: that may take seconds, and views need the other threads.
    checking: Semaphore,
    closing: watch::Receiver<bool>,
}

/// What is analysed: a name of its own, and the record.
pub(crate) struct Source {
    name: String,
    record: Record,
}

/// A match that can be analysed, by its fingerprint; with its analyser if that was just made.
struct Identified {
    fingerprint: String,
    analyser: Option<Box<dyn DynAnalyser>>,
}

impl Analyses {
    pub(crate) fn new(store: Arc<dyn EventStore>, matches: Arc<MatchRegistry>, closing: watch::Receiver<bool>) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Analyses {
            store,
            matches,
            jobs: Mutex::default(),
            fingerprints: Mutex::new(Bounded::new(MOST_FINGERPRINTS)),
            turns: Semaphore::new((cores / 2).max(1)),
            checking: Semaphore::new(1),
            closing,
        }
    }

    /// Starts the analysis of a match, or joins it.
    pub(crate) async fn start(
        self: &Arc<Self>,
        source: Source,
        asker: Asker,
    ) -> Result<Priced<AnalysisStatus>, Problem> {
        let (source, known) = self.identify(source).await?;
        if let Some(status) = self.status(&source, &known.fingerprint).await? {
            return Ok(priced(&source, status));
        }
        let analyser = match known.analyser {
            Some(analyser) => analyser,
            None => self.analyser(source.record.clone()).await?,
        };
        let job = self.add(&known.fingerprint, asker, analyser.progress().of)?;
        if let Some(job) = &job {
            tokio::spawn(self.clone().run(known.fingerprint.clone(), job.clone(), analyser));
        }
        let status = self.status(&source, &known.fingerprint).await?.ok_or_else(|| Problem::broken("a lost job"))?;
        Ok(priced(&source, status))
    }

    /// How far the analysis of a match is.
    pub(crate) async fn read(&self, source: Source) -> Result<Priced<AnalysisStatus>, Problem> {
        let (source, known) = self.identify(source).await?;
        let none = || Problem::missing("Nobody has asked for this analysis yet.", "Start it with a POST request.");
        let status = self.status(&source, &known.fingerprint).await?.ok_or_else(none)?;
        Ok(priced(&source, status))
    }

    /// The fingerprint of what is analysed, computed on another thread unless it is known.
    async fn identify(&self, source: Source) -> Result<(Source, Identified), Problem> {
        if let Some(fingerprint) = lock(&self.fingerprints).get(&source.name).cloned() {
            return Ok((source, Identified { fingerprint, analyser: None }));
        }
        let analyser = self.analyser(source.record.clone()).await?;
        let fingerprint = analyser.fingerprint().to_owned();
        lock(&self.fingerprints).insert(source.name.clone(), fingerprint.clone());
        Ok((source, Identified { fingerprint, analyser: Some(analyser) }))
    }

    async fn analyser(&self, record: Record) -> Result<Box<dyn DynAnalyser>, Problem> {
        if record.steps.len() > MOST_STEPS {
            let steps = record.steps.len();
            return Err(Problem::refused(
                format!("This match has {steps} steps; at most {MOST_STEPS} are analysed here."),
                "Analyse its record with the command boxtop analyse.",
            ));
        }
        let divisor = self.matches.timing.analysis_divisor;
        self.check(move || catalog::analyser_within(&record, Budget::full(&record.game).divided(divisor))).await
    }

    /// Replays a record on another thread, one after the other.
    async fn check<T: Send + 'static>(
        &self,
        replay: impl FnOnce() -> Result<T, CannotAnalyse> + Send + 'static,
    ) -> Result<T, Problem> {
        let _one = self.checking.acquire().await.map_err(Problem::broken)?;
        self.matches.builders.run(replay).await?.map_err(refused)
    }

    /// The stored analysis or the job with this fingerprint, if there is one.
    async fn status(&self, source: &Source, fingerprint: &str) -> Result<Option<AnalysisStatus>, Problem> {
        if let Some(found) = self.store.analyses().analysis(&key(fingerprint)).await? {
            let found: Analysis = serde_json::from_str(&found).map_err(Problem::broken)?;
            let found = analysis::with_names_of(found, &source.record);
            let steps = found.steps.len() as u32 + 1;
            let state = AnalysisState::Done;
            return Ok(Some(AnalysisStatus { state, done: steps, of: steps, analysis: Some(found) }));
        }
        let Some(job) = lock(&self.jobs).get(fingerprint).cloned() else { return Ok(None) };
        if job.failed.load(Ordering::Acquire) {
            let status = axum::http::StatusCode::INTERNAL_SERVER_ERROR;
            let instead = "Try again in a minute. If it fails again, tell the host of this server.";
            return Err(Problem::new(status, "The analysis of this match failed.", instead));
        }
        let running = job.running.load(Ordering::Acquire);
        let state = if running { AnalysisState::Running } else { AnalysisState::Waiting };
        Ok(Some(AnalysisStatus { state, done: job.done.load(Ordering::Acquire), of: job.of, analysis: None }))
    }

    /// Adds a job; `None` if somebody else just did. Refused if there are too many.
    fn add(&self, fingerprint: &str, asker: Asker, of: u32) -> Result<Option<Arc<Job>>, Problem> {
        let mut jobs = lock(&self.jobs);
        if jobs.contains_key(fingerprint) {
            return Ok(None);
        }
        let theirs = |same: &dyn Fn(&Asker) -> bool| jobs.values().filter(|job| same(&job.asker)).count();
        let of_person = theirs(&|other| other.person == asker.person);
        let of_address = theirs(&|other| other.address == asker.address);
        if of_person >= MOST_OF_A_PERSON || of_address >= MOST_OF_AN_ADDRESS || jobs.len() >= MOST_JOBS {
            return Err(too_many());
        }
        let (running, failed) = (AtomicBool::new(false), AtomicBool::new(false));
        let job = Arc::new(Job { asker, done: AtomicU32::new(0), of, running, failed });
        jobs.insert(fingerprint.to_owned(), job.clone());
        Ok(Some(job))
    }

    /// Carries a job out and removes it.
    async fn run(self: Arc<Self>, fingerprint: String, job: Arc<Job>, analyser: Box<dyn DynAnalyser>) {
        let mut closing = self.closing.clone();
        let ended = tokio::select! {
            ended = self.work(&fingerprint, &job, analyser) => ended,
            // Somebody will ask again.
            _ = closing.wait_for(|closing| *closing) => Ok(()),
        };
        if let Err(problem) = ended {
            tracing::error!(error = problem.error, "an analysis failed");
            job.failed.store(true, Ordering::Release);
            tokio::time::sleep(FAILED_FOR).await;
        }
        lock(&self.jobs).remove(&fingerprint);
    }

    async fn work(&self, fingerprint: &str, job: &Job, mut analyser: Box<dyn DynAnalyser>) -> Result<(), Problem> {
        let (lease, mut worked) = (format!("analyse/{fingerprint}"), Duration::ZERO);
        loop {
            if self.store.analyses().analysis(&key(fingerprint)).await?.is_some() {
                return Ok(());
            }
            let turn = self.turns.acquire().await.map_err(Problem::broken)?;
            if self.matches.leases.take(&lease, LEASE).await {
                let done;
                (analyser, done) = self.slices(&lease, job, analyser, &mut worked).await?;
                if done {
                    self.keep(fingerprint, analyser.analysis()).await?;
                    self.matches.metrics.analyses_finished.increment();
                    self.matches.metrics.analysis_seconds.observe(worked);
                    self.matches.leases.release(&lease).await;
                    return Ok(());
                }
            }
            drop(turn);
            // Another node works on it.
            job.running.store(true, Ordering::Release);
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Works slice by slice, as long as the lease is ours; was everything done?
    async fn slices(
        &self,
        lease: &str,
        job: &Job,
        mut analyser: Box<dyn DynAnalyser>,
        worked: &mut Duration,
    ) -> Result<(Box<dyn DynAnalyser>, bool), Problem> {
        let (metrics, mut taken) = (self.matches.metrics.clone(), Instant::now());
        let _counted = metrics.analyses.hold();
        job.running.store(true, Ordering::Release);
        loop {
            if taken.elapsed() >= LEASE / 3 {
                taken = Instant::now();
                if !self.matches.leases.take(lease, LEASE).await {
                    return Ok((analyser, false));
                }
            }
            let permit = self.matches.search_queue.acquire(IN_QUEUE).await;
            let permit = permit.ok_or_else(|| Problem::broken("the queue of computer players is gone"))?;
            let slice = move || {
                let (_permit, began) = (permit, Instant::now());
                while !analyser.step().is_complete() && began.elapsed() < SLICE {}
                (analyser, began.elapsed())
            };
            let took;
            (analyser, took) = tokio::task::spawn_blocking(slice).await.map_err(Problem::broken)?;
            *worked += took;
            let progress = analyser.progress();
            job.done.store(progress.done, Ordering::Release);
            if progress.is_complete() {
                return Ok((analyser, true));
            }
        }
    }

    async fn keep(&self, fingerprint: &str, found: Analysis) -> Result<(), Problem> {
        let found = analysis::without_names(found);
        let found = serde_json::to_string(&found).map_err(Problem::broken)?;
        if found.len() > LARGEST_ANALYSIS {
            return Err(Problem::broken("an analysis is too large to be stored"));
        }
        let kept = KeptAnalysis { key: key(fingerprint), found };
        self.store.people().change(Change::KeepAnalysis(Box::new(kept))).await?;
        Ok(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn key(fingerprint: &str) -> AnalysisKey {
    AnalysisKey { fingerprint: fingerprint.to_owned(), version: analysis::VERSION }
}

fn priced(source: &Source, body: AnalysisStatus) -> Priced<AnalysisStatus> {
    Priced { cost: Cost(1.0 + source.record.steps.len() as f64 / 10.0), body }
}

fn too_many() -> Problem {
    let mut problem = Problem::too_many(TOO_MANY);
    "There are enough analyses under way.".clone_into(&mut problem.error);
    "Try again in a minute.".clone_into(&mut problem.instead);
    problem
}

/// Why a match is not analysed.
fn refused(why: CannotAnalyse) -> Problem {
    let instead = match why {
        CannotAnalyse::NotOver => "Ask again when it is.",
        CannotAnalyse::NoResult => "Analyse a match that was played to its end.",
        CannotAnalyse::TooLong(_) => "Analyse a shorter match.",
        CannotAnalyse::NoGame(_) | CannotAnalyse::Replay(_) | CannotAnalyse::Unreadable(_) => {
            "Choose a record that boxtop verify accepts."
        }
    };
    Problem::refused(sentence(&why.to_string()), instead)
}

// ---- tables ----

/// The match of a table. One that is not over is refused before anything is computed.
pub(crate) async fn of_table(site: &Site, id: &str) -> Result<Source, Problem> {
    let table = site.matches.find_current(id).await?.table();
    if !table.is_over() {
        return Err(Problem::refused(
            "The match is not over, so there is no analysis of it.",
            "Ask again when it is: until then, nobody gets an evaluation.",
        ));
    }
    let name = format!("table {id} {}", table.version());
    Ok(Source { name, record: site.matches.builders.run(move || table.record()).await? })
}

/// A person at an address.
pub(crate) fn asker(guest: &Guest, address: u128) -> Asker {
    Asker { person: guest.key.clone(), address }
}

// ---- uploaded records ----

/// Reads, checks and keeps an uploaded record, and starts its analysis; returns its id.
pub(crate) async fn upload(site: &Site, text: Bytes, asker: Asker) -> Result<String, Problem> {
    let no_record = |error: serde_json::Error| {
        Problem::malformed(
            format!("This is not a record of Boxtop: {error}."),
            "Save a record on the page of its match, and choose that file.",
        )
    };
    let read = move || {
        let record: Record = serde_json::from_slice(&text)?;
        Ok::<_, serde_json::Error>((serde_json::to_string(&record)?, record))
    };
    let (kept, record) = site.matches.builders.run(read).await?.map_err(no_record)?;
    // The same record has the same id, so uploading it twice takes no more space.
    let id = table::fingerprint(kept.as_bytes())[..32].to_owned();
    site.analyses.start(Source { name: format!("record {id}"), record }, asker).await?;
    let uploaded = UploadedRecord { id: id.clone(), record: kept };
    site.store.people().change(Change::Upload(Box::new(uploaded))).await?;
    Ok(id)
}

/// An uploaded record.
pub(crate) async fn of_record(site: &Site, id: &str) -> Result<Source, Problem> {
    let gone = || {
        Problem::missing(
            "There is no such record, or it was uploaded more than seven days ago.",
            "Upload it again on the page /analysis.",
        )
    };
    let kept = site.store.analyses().uploaded_record(id).await?.ok_or_else(gone)?;
    let record = site.matches.builders.run(move || serde_json::from_str(&kept)).await?.map_err(Problem::broken)?;
    Ok(Source { name: format!("record {id}"), record })
}

impl Source {
    pub(crate) fn record(&self) -> &Record {
        &self.record
    }

    /// The match of the record, replayed.
    pub(crate) async fn replayed(self, site: &Site) -> Result<(Record, Box<dyn kernel::dynamic::DynMatch>), Problem> {
        let game = catalog::game(&self.record.game).ok_or_else(|| Problem::no_game(&self.record.game))?;
        let replay = move || Ok((table::replay(game, &self.record)?.game_match, self.record));
        let (game_match, record) = site.analyses.check(replay).await?;
        Ok((record, game_match))
    }
}

/// The positions of an uploaded record after these steps, as spectators saw them.
pub(crate) async fn moments(site: &Site, id: &str, query: &MomentsQuery) -> Result<Priced<Moments>, Problem> {
    let source = of_record(site, id).await?;
    let count = query.count.unwrap_or(16).min(MOST_MOMENTS);
    let wanted = query.from..query.from.saturating_add(count);
    let cost = Cost(5.0 * count as f64 + source.record.steps.len() as f64);
    let (_, game_match) = source.replayed(site).await?;
    let body = move || wire::moments(table::Past::of_spectator(game_match), 1, wanted);
    Ok(Priced { cost, body: site.matches.builders.run(body).await? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search_queue::Permit;
    use axum::http::StatusCode;
    use kernel::dynamic::MatchConfig;
    use kernel::record::{RecordSeat, Result as End, Step};

    fn site() -> Site {
        let timing = crate::Timing { analysis_divisor: 5_000, ..crate::Timing::default() };
        Site::with_timing(Arc::new(store::Memory::new()), timing)
    }

    /// A match that ends by resignation after the n-th of the first moves.
    fn source(number: usize) -> Source {
        let game = catalog::game("three-musketeers").expect("a game");
        let mut played = game.open(&MatchConfig::default()).expect("a match");
        // Different numbers make different matches.
        let mut rest = number;
        for _ in 0..4 {
            let kernel::Turn::Seats(seats) = played.turn() else { panic!("nobody to act") };
            let seat = seats.iter().next().expect("a seat");
            let moves = played.legal_moves(seat);
            let at = rest % moves.len();
            rest /= moves.len();
            played.play(seat, &moves[at].action).expect("a legal move");
        }
        let seats = played.seats().into_iter();
        let seats = seats.map(|info| RecordSeat { seat: info.id.into(), name: info.name.into() }).collect();
        let hash = table::board_hash(game.standard_board());
        let mut record = Record::blank(game.info(), hash, played.config(), seats);
        record.steps = played.played().iter().map(|step| step.step.clone()).collect();
        record.steps.push(Step::Resign { resign: "attack".into(), relief: None });
        let (shares, reason) = (vec![0.0, 1.0], "The attack resigned.".into());
        record.result = Some(End { shares, account: None, reason, rules: Vec::new() });
        Source { name: format!("match {number}"), record }
    }

    fn by(person: &str, address: u128) -> Asker {
        Asker { person: person.into(), address }
    }

    /// All permits to search, taken by two people.
    async fn occupied(site: &Site) -> Vec<Permit> {
        let mut permits = Vec::new();
        for person in ["one", "two"] {
            let ask = || tokio::time::timeout(Duration::from_millis(50), site.matches.search_queue.acquire(person));
            while let Ok(Some(permit)) = ask().await {
                permits.push(permit);
            }
        }
        permits
    }

    async fn done(site: &Site, number: usize) -> AnalysisStatus {
        for _ in 0..3_000 {
            let status = site.analyses.read(source(number)).await.expect("a status").body;
            if status.state == AnalysisState::Done {
                return status;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("the analysis was never done");
    }

    #[tokio::test]
    async fn two_who_ask_for_one_match_share_one_job_that_waits_for_a_free_permit() {
        let site = site();
        let permits = occupied(&site).await;
        for (person, name) in [("anna", "her table"), ("bert", "his upload"), ("anna", "her table")] {
            let source = Source { name: name.into(), ..source(0) };
            let status = site.analyses.start(source, by(person, 1)).await.expect("a status").body;
            assert_eq!((status.done, status.of, status.analysis.is_none()), (0, 5, true));
        }
        assert_eq!(lock(&site.analyses.jobs).len(), 1);
        tokio::time::sleep(Duration::from_millis(200)).await;
        assert_eq!(
            site.analyses.read(source(0)).await.expect("a status").body.done,
            0,
            "computers of people come first"
        );
        drop(permits);
        let status = done(&site, 0).await;
        assert_eq!(status.analysis.map(|found| found.steps.len()), Some(4));
        let metrics = &site.matches.metrics;
        assert_eq!((metrics.analyses_finished.get(), metrics.analyses.get()), (1, 0));
        while !lock(&site.analyses.jobs).is_empty() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    #[tokio::test]
    async fn the_number_of_jobs_is_bounded_for_a_person_an_address_and_in_all() {
        let site = site();
        let _permits = occupied(&site).await;
        let start = async |number: usize, person: String, address: u128| {
            site.analyses.start(source(number), by(&person, address)).await.map(drop)
        };
        let mut numbers = 0..;
        let mut next = || numbers.next().expect("a number");
        for _ in 0..MOST_OF_A_PERSON {
            start(next(), "anna".into(), 1).await.expect("a job");
        }
        let refused = start(next(), "anna".into(), 2).await.expect_err("she has two");
        assert_eq!((refused.status, refused.retry_after), (StatusCode::TOO_MANY_REQUESTS, Some(60)));
        assert!(refused.instead.contains("in a minute"), "{}", refused.instead);
        start(0, "anna".into(), 1).await.expect("joining is always possible");
        for other in MOST_OF_A_PERSON..MOST_OF_AN_ADDRESS {
            start(next(), format!("guest {other}"), 1).await.expect("a job");
        }
        start(next(), "another guest".into(), 1).await.expect_err("the address has its jobs");
        for other in MOST_OF_AN_ADDRESS..MOST_JOBS {
            start(next(), format!("guest {other}"), 100 + other as u128).await.expect("a job");
        }
        start(next(), "late".into(), 99).await.expect_err("there are enough in all");
        assert_eq!(lock(&site.analyses.jobs).len(), MOST_JOBS);
    }

    #[tokio::test]
    async fn jobs_end_when_the_site_closes() {
        let site = site();
        let _permits = occupied(&site).await;
        site.analyses.start(source(0), by("anna", 1)).await.expect("a job");
        site.close();
        while !lock(&site.analyses.jobs).is_empty() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}
