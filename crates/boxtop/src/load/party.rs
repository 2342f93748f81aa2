//! The people at one table: they open it, sit down, and act as fast as they are
//! told to, each on what the server shows him. When a match is over they check
//! its record and open another table.

use super::person::Person;
use super::tally::Tally;
use anyhow::{Context, bail, ensure};
use kernel::record::{Record, Step};
use protocol::{
    Command, CommandRequest, CommandResult, LegalMoves, LegalMovesQuery, PartialSeatMoves, PartialView, PendingThrow,
    Phase,
};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;

/// A watcher who is further behind is not measured.
const REMEMBERED: usize = 256;
/// The others' screens must show what happened within this time.
const PATIENCE: Duration = Duration::from_secs(20);

/// What the watchers of a table share with its people.
pub(crate) struct Place {
    /// The address of the table that is played at now.
    pub(crate) table: watch::Sender<String>,
    /// When the request was sent that was to make a version.
    sent: Mutex<VecDeque<(u64, Instant)>>,
    /// The version the people know of.
    pub(crate) version: AtomicU64,
}

impl Place {
    pub(crate) fn new() -> Arc<Place> {
        let table = watch::Sender::new(String::new());
        Arc::new(Place { table, sent: Mutex::default(), version: AtomicU64::new(0) })
    }

    fn remember(&self, version: u64) {
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        if sent.len() == REMEMBERED {
            sent.pop_front();
        }
        sent.push_back((version, Instant::now()));
    }

    /// When what made these versions was sent.
    pub(crate) fn sent(&self, versions: std::ops::RangeInclusive<u64>) -> Vec<Instant> {
        let sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        sent.iter().filter(|(version, _)| versions.contains(version)).map(|(_, at)| *at).collect()
    }

    fn moved_to(&self, table: String) {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.version.store(0, Ordering::Relaxed);
        self.table.send_replace(table);
    }
}

/// What the people of one table are to do.
#[derive(Clone)]
pub(crate) struct Task {
    pub(crate) host: String,
    pub(crate) game: &'static str,
    pub(crate) players: u8,
    /// Chooses what they play.
    pub(crate) luck: u64,
    /// The time between two actions at this table.
    pub(crate) interval: Duration,
}

/// What one of them may do.
#[derive(Clone, Debug)]
enum Wish {
    Act {
        seat: String,
        action: String,
    },
    /// One of many actions: the server is asked for it.
    Ask {
        seat: String,
        at: usize,
    },
    Throw {
        seat: String,
    },
}

/// What one of them sees.
#[derive(Clone, Debug, Default)]
struct Look {
    version: u64,
    over: bool,
    /// The house throws by itself now.
    house: bool,
    wish: Option<Wish>,
}

/// What one player knows of the match: whatever a change does not name is as before.
#[derive(Default)]
struct Screen {
    over: bool,
    chance: Option<PendingThrow>,
    act: Option<Wish>,
}

impl Screen {
    fn follow(&mut self, part: PartialView<'_>, luck: u64) -> Look {
        self.over = part.phase.map_or(self.over, |phase| phase == Phase::Over);
        if let Some(chance) = part.chance {
            self.chance = chance;
        }
        if let Some(lists) = part.legal_moves {
            self.act = lists.iter().find_map(|list| choose(list, luck as usize));
        }
        let house = self.chance.as_ref().is_some_and(|chance| chance.thrower.is_none());
        let thrower = self.chance.as_ref().filter(|chance| chance.mine).and_then(|chance| chance.thrower.clone());
        let wish = thrower.map(|seat| Wish::Throw { seat }).or_else(|| self.act.clone());
        Look { version: part.version, over: self.over, house, wish }
    }
}

/// What the seat does: one of the moves in the list or, where they are too many for it, one that is asked for.
fn choose(list: &PartialSeatMoves<'_>, luck: usize) -> Option<Wish> {
    let (at, seat) = (luck.checked_rem(list.count)?, list.seat.clone().into_owned());
    Some(match &list.moves {
        Some(moves) => Wish::Act { seat, action: moves.get(at)?.action.clone().into_owned() },
        None => Wish::Ask { seat, at },
    })
}

/// The people at one table.
pub(crate) struct Party {
    task: Task,
    people: Vec<Person>,
    place: Arc<Place>,
    tally: Arc<Tally>,
    table: String,
    looks: Vec<Look>,
    news: mpsc::UnboundedReceiver<(usize, Look)>,
    screens: JoinSet<()>,
    /// What was acknowledged at this table, in order.
    acted: Vec<(String, String)>,
    threw: usize,
    house_threw: bool,
    luck: u64,
}

impl Party {
    /// Opens the first table and sits down.
    pub(crate) async fn gather(task: Task, place: Arc<Place>, tally: Arc<Tally>) -> anyhow::Result<Party> {
        let people = (0..task.players).map(|_| Person::new(&task.host)).collect();
        let (_, news) = mpsc::unbounded_channel();
        let luck = task.luck;
        let mut party = Party {
            task,
            people,
            place,
            tally,
            table: String::new(),
            looks: Vec::new(),
            news,
            screens: JoinSet::new(),
            acted: Vec::new(),
            threw: 0,
            house_threw: false,
            luck,
        };
        party.open().await?;
        Ok(party)
    }

    async fn open(&mut self) -> anyhow::Result<()> {
        let mut words = vec!["open"; self.people.len()];
        words[0] = "me";
        let order = json!({ "game": self.task.game, "players": self.task.players, "seats": words });
        let answer = self.people[0].post("/tables", order.to_string().as_bytes()).await?;
        ensure!(answer.status == 201, "no table is opened: {} {}", answer.status, answer.text());
        let opened: Value = serde_json::from_slice(&answer.body)?;
        self.table = opened["url"].as_str().context("the table has no address")?.to_owned();
        for person in &mut self.people[1..] {
            let answer = person.form(&format!("{}/sit", self.table), "").await?;
            ensure!(answer.status == 303, "nobody can sit down: {} {}", answer.status, answer.text());
        }
        (self.acted, self.threw, self.house_threw) = (Vec::new(), 0, false);
        self.place.moved_to(self.table.clone());
        Ok(())
    }

    /// Everybody looks at his screen.
    fn look_on(&mut self) {
        let (tell, news) = mpsc::unbounded_channel();
        self.news = news;
        self.looks = vec![Look::default(); self.people.len()];
        self.screens = JoinSet::new();
        for (at, person) in self.people.iter().enumerate() {
            let path = format!("/api/v1{}/events", self.table);
            let screen = Following { luck: self.luck ^ at as u64, at, tally: self.tally.clone(), tell: tell.clone() };
            self.screens.spawn(screen.follow(person.twin(), path));
        }
    }

    /// Plays until told to stop, then checks the record.
    pub(crate) async fn play(mut self, begin: Instant, stop: watch::Receiver<bool>) -> anyhow::Result<()> {
        self.look_on();
        let mut next = begin + self.task.interval.mul_f64((self.task.luck % 997) as f64 / 997.0);
        loop {
            tokio::time::sleep_until(next.into()).await;
            if *stop.borrow() {
                break;
            }
            next = (next + self.task.interval).max(Instant::now() - self.task.interval);
            if !self.act().await? {
                self.check().await?;
                self.open().await?;
                self.look_on();
            }
        }
        self.check().await
    }

    /// One action of whoever may; `false` when the match is over.
    async fn act(&mut self) -> anyhow::Result<bool> {
        let (at, version, wish) = match self.wish().await? {
            Some(found) => found,
            None => return Ok(false),
        };
        let wish = match wish {
            Wish::Ask { seat, at: index } => match self.listed(at, version, seat, index).await? {
                Some(wish) => wish,
                None => return Ok(true),
            },
            wish => wish,
        };
        self.luck = self.luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let key = format!("bench-{version}-{:016x}", self.luck);
        let command = match wish.clone() {
            Wish::Act { seat, action } => Command::Play { seat, action },
            Wish::Throw { seat } => Command::Throw { seat },
            Wish::Ask { .. } => bail!("an action is to be asked for first"),
        };
        let path = format!("/api/v1{}/commands", self.table);
        let body = serde_json::to_string(&CommandRequest::new(version, key, command))?;
        let sent = Instant::now();
        self.place.remember(version + 1);
        let answer = self.people[at].post(&path, body.as_bytes()).await?;
        match answer.status {
            200 => self.acknowledged(at, sent, wish, &answer.body)?,
            409 => {
                self.tally.stale();
                self.looks[at].wish = None;
            }
            status => bail!("{body} is answered with {status}: {}", answer.text()),
        }
        Ok(true)
    }

    /// One of many legal moves; `None` when the table has moved on meanwhile.
    async fn listed(&mut self, at: usize, version: u64, seat: String, index: usize) -> anyhow::Result<Option<Wish>> {
        let query = LegalMovesQuery { seat: seat.clone(), from: index, limit: Some(1) };
        let path = client::with_query(&format!("/api/v1{}/legal-moves", self.table), &query);
        let answer = self.people[at].get(&path).await?;
        ensure!(answer.status == 200, "no legal moves: {} {}", answer.status, answer.text());
        let listed: LegalMoves = serde_json::from_slice(&answer.body).context("the moves cannot be read")?;
        let action = listed.legal_moves.moves.into_iter().flatten().next().map(|one| one.action);
        self.looks[at].wish = None;
        Ok(action.filter(|_| listed.version == version).map(|action| Wish::Act { seat, action }))
    }

    fn acknowledged(&mut self, at: usize, sent: Instant, wish: Wish, body: &[u8]) -> anyhow::Result<()> {
        self.tally.acknowledged(sent.elapsed(), body.len());
        let answer: CommandResult = serde_json::from_slice(body).context("the answer cannot be read")?;
        match wish {
            Wish::Act { seat, action } => self.acted.push((seat, action)),
            Wish::Throw { .. } => self.threw += 1,
            Wish::Ask { .. } => {}
        }
        self.place.version.fetch_max(answer.version, Ordering::Relaxed);
        // What comes of it is shown by the stream.
        self.looks[at].wish = None;
        Ok(())
    }

    /// Who may act next, on which version, and what he wants; `None` when the match is over.
    async fn wish(&mut self) -> anyhow::Result<Option<(usize, u64, Wish)>> {
        loop {
            while let Ok((at, look)) = self.news.try_recv() {
                self.seen(at, look);
            }
            let known = self.place.version.load(Ordering::Relaxed);
            if self.looks.iter().any(|look| look.over) {
                return Ok(None);
            }
            let current = |(at, look): (usize, &Look)| {
                let wish = look.wish.clone().filter(|_| look.version >= known)?;
                Some((at, look.version, wish))
            };
            if let Some(found) = self.looks.iter().enumerate().find_map(current) {
                return Ok(Some(found));
            }
            let waiting = tokio::time::timeout(PATIENCE, self.news.recv()).await;
            let news = waiting.with_context(|| format!("nobody is shown what to do at {}", self.table))?;
            let (at, look) = news.with_context(|| format!("the streams of {} have ended", self.table))?;
            self.seen(at, look);
        }
    }

    fn seen(&mut self, at: usize, look: Look) {
        self.house_threw |= look.house;
        self.place.version.fetch_max(look.version, Ordering::Relaxed);
        if look.version > self.looks[at].version {
            self.looks[at] = look;
        }
    }

    /// Compares the record with what was acknowledged.
    async fn check(&mut self) -> anyhow::Result<()> {
        let answer = self.people[0].get(&format!("{}/record", self.table)).await?;
        ensure!(answer.status == 200, "no record: {} {}", answer.status, answer.text());
        let record: Record = serde_json::from_slice(&answer.body).context("the record cannot be read")?;
        let throws = record.steps.iter().filter(|step| matches!(step, Step::Chance { .. })).count();
        let acted = |step| if let Step::Act { seat, action } = step { Some((seat, action)) } else { None };
        let acts: Vec<_> = record.steps.into_iter().filter_map(acted).collect();
        let (mut lost, mut doubled) = compare(&self.acted, &acts);
        lost += self.threw.saturating_sub(throws);
        if !self.house_threw {
            doubled += throws.saturating_sub(self.threw);
        }
        self.tally.checked(lost as u64, doubled as u64);
        Ok(())
    }
}

/// How many of the acknowledged actions are missing in the record, and how many are in it that nobody was told of.
fn compare<T: PartialEq>(acknowledged: &[T], kept: &[T]) -> (usize, usize) {
    let same = acknowledged.iter().zip(kept).take_while(|(told, kept)| told == kept).count();
    (acknowledged.len() - same, kept.len() - same)
}

/// Follows the stream of one player and tells what they see, whatever happens to the server.
struct Following {
    luck: u64,
    at: usize,
    tally: Arc<Tally>,
    tell: mpsc::UnboundedSender<(usize, Look)>,
}

impl Following {
    async fn follow(self, person: Person, path: String) {
        let (mut seen, mut screen) = (0, Screen::default());
        while let Ok(mut events) = person.listen(&path, seen).await {
            while let Ok(event) = events.next().await {
                let is_change = event.name == "change";
                if !is_change && event.name != "view" {
                    continue;
                }
                let Ok(part) = serde_json::from_slice::<PartialView<'_>>(&event.data) else { continue };
                seen = part.version;
                let look = screen.follow(part, self.luck.wrapping_mul(seen | 1) >> 7);
                match look.wish {
                    _ if !is_change => {}
                    Some(_) => self.tally.sent_to_actor(event.data.len()),
                    None => self.tally.sent_to_player(event.data.len()),
                }
                if self.tell.send((self.at, look)).is_err() {
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::compare;

    #[test]
    fn what_is_missing_is_lost_and_what_is_too_much_is_doubled() {
        assert_eq!(compare(&[1, 2, 3], &[1, 2, 3]), (0, 0));
        assert_eq!(compare(&[1, 2, 3], &[1, 2]), (1, 0));
        assert_eq!(compare(&[1, 2], &[1, 2, 2]), (0, 1));
        assert_eq!(compare(&[1, 2, 3], &[1, 3]), (2, 1), "from the first difference on, nothing is as it was told");
    }
}
