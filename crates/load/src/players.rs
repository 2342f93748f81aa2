//! The simulated players at one table: they open it, take their seats, and act at the planned rate, each
//! by the view that the server sends them. When a match is over, they check its record and open another
//! table.

use super::counters::Counters;
use super::simulated_person::{Hosts, SimulatedPerson};
use anyhow::{Context, bail, ensure};
use chain::{Chain, Link};
use kernel::dynamic::MatchConfig;
use kernel::record::{Record, Step};
use protocol::{
    Command, CommandRequest, CommandResult, LegalMoves, LegalMovesQuery, LinkWanted, Pace, PartialSeatMoves,
    PartialView, PendingThrow, Phase, SeatLink,
};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;

/// Number of versions whose sending times are kept. The delay of a spectator further behind is not measured.
const KEPT_TIMES: usize = 256;
/// Timeout for a view in which a player can act.
const TIMEOUT: Duration = Duration::from_secs(60);

/// What the spectators of a table need to know of its players.
pub(crate) struct TableStatus {
    /// The path of the current table.
    pub(crate) table: watch::Sender<String>,
    /// Versions, each with the time when the command that should lead to it was sent.
    sent: Mutex<VecDeque<(u64, Instant)>>,
    /// The last version that a player has seen.
    pub(crate) version: AtomicU64,
}

impl TableStatus {
    pub(crate) fn new() -> Arc<TableStatus> {
        let table = watch::Sender::new(String::new());
        Arc::new(TableStatus { table, sent: Mutex::default(), version: AtomicU64::new(0) })
    }

    /// Notes that a command for this version is sent now.
    fn note_sent(&self, version: u64) {
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        if sent.len() == KEPT_TIMES {
            sent.pop_front();
        }
        sent.push_back((version, Instant::now()));
    }

    /// When the commands that led to these versions were sent.
    pub(crate) fn sent(&self, versions: std::ops::RangeInclusive<u64>) -> Vec<Instant> {
        let sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        sent.iter().filter(|(version, _)| versions.contains(version)).map(|(_, at)| *at).collect()
    }

    fn move_to(&self, table: String) {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.version.store(0, Ordering::Relaxed);
        self.table.send_replace(table);
    }
}

/// What the players of one table do.
#[derive(Clone)]
pub(crate) struct TablePlan {
    pub(crate) hosts: Hosts,
    pub(crate) game: &'static str,
    pub(crate) players: u8,
    /// The seed of their choices.
    pub(crate) seed: u64,
    /// The time between two actions at this table.
    pub(crate) interval: Duration,
    /// The clocks of the players.
    pub(crate) pace: Pace,
}

/// What a player can do next.
#[derive(Clone, Debug)]
enum Choice {
    Play {
        seat: String,
        action: String,
    },
    /// The legal move with this index, which is not in the view because there are too many.
    PlayUnlisted {
        seat: String,
        index: usize,
    },
    /// A throw, with the number of the link that goes with it.
    Throw {
        seat: String,
        link: Option<u64>,
    },
    /// A link that the player's device sends by itself.
    Send(SeatLink),
}

/// What a player has seen last.
#[derive(Clone, Debug, Default)]
struct Seen {
    version: u64,
    over: bool,
    choice: Option<Choice>,
}

/// What a player's stream brings: what they see, or why it has ended.
type Update = (usize, anyhow::Result<Seen>);

/// The parts of a player's view that matter here. A change leaves out what is as before.
#[derive(Default)]
struct KnownView {
    over: bool,
    chance: Option<PendingThrow>,
    play: Option<Choice>,
    /// How many devices still have to add to the dice: by an anchor, and by a link.
    awaited: [usize; 2],
    links: Vec<SeatLink>,
}

impl KnownView {
    fn update(&mut self, part: PartialView<'_>, random: u64) -> Seen {
        self.over = part.phase.map_or(self.over, |phase| phase == Phase::Over);
        if let Some(chance) = part.chance {
            self.chance = chance;
        }
        if let Some(lists) = part.legal_moves {
            self.play = lists.iter().find_map(|list| choose(list, random as usize));
        }
        if let Some(seats) = part.wants_anchor {
            self.awaited[0] = seats.len();
        }
        if let Some(seats) = part.wants_link {
            self.awaited[1] = seats.len();
        }
        if let Some(links) = part.links {
            self.links = links;
        }
        Seen { version: part.version, over: self.over, choice: self.choice() }
    }

    /// What the player can do next: first what their device sends by itself, then a throw, then a move.
    fn choice(&self) -> Option<Choice> {
        if let Some(link) = self.links.iter().find(|link| link.now.is_some()) {
            return Some(Choice::Send(link.clone()));
        }
        let thrower = self.chance.as_ref().filter(|chance| chance.mine).and_then(|chance| chance.thrower.clone());
        let Some(seat) = thrower else { return self.play.clone() };
        let link = self.links.iter().find(|link| link.seat == seat).map(|link| link.index);
        (self.awaited == [0, 0]).then_some(Choice::Throw { seat, link })
    }
}

/// One of the seat's legal moves, by a random number.
fn choose(list: &PartialSeatMoves<'_>, random: usize) -> Option<Choice> {
    let (index, seat) = (random.checked_rem(list.count)?, list.seat.clone().into_owned());
    Some(match &list.moves {
        Some(moves) => Choice::Play { seat, action: moves.get(index)?.action.clone().into_owned() },
        None => Choice::PlayUnlisted { seat, index },
    })
}

/// The players at one table.
pub(crate) struct Players {
    plan: TablePlan,
    people: Vec<SimulatedPerson>,
    /// The chain of each player's device at the current table.
    chains: Vec<Chain>,
    status: Arc<TableStatus>,
    counters: Arc<Counters>,
    /// The path of the current table.
    table: String,
    /// What each player has seen last.
    seen: Vec<Seen>,
    updates: mpsc::UnboundedReceiver<Update>,
    followers: JoinSet<()>,
    /// The acknowledged actions at this table, in order: seat and notation.
    acted: Vec<(String, String)>,
    /// The number of acknowledged throws at this table.
    threw: usize,
    random: u64,
}

impl Players {
    /// Opens the first table and takes all seats.
    pub(crate) async fn open(
        plan: TablePlan,
        status: Arc<TableStatus>,
        counters: Arc<Counters>,
    ) -> anyhow::Result<Players> {
        let hosts = |player: u8| plan.hosts.beginning_at(plan.seed as usize % 97 + usize::from(player));
        let people = (0..plan.players).map(|player| SimulatedPerson::new(hosts(player), counters.clone())).collect();
        let (_, updates) = mpsc::unbounded_channel();
        let random = plan.seed;
        let mut players = Players {
            plan,
            people,
            chains: Vec::new(),
            status,
            counters,
            table: String::new(),
            seen: Vec::new(),
            updates,
            followers: JoinSet::new(),
            acted: Vec::new(),
            threw: 0,
            random,
        };
        // As a browser does: a seat that is taken before they have a cookie would be somebody else's when the request is repeated.
        for person in &mut players.people {
            person.introduce().await?;
        }
        players.open_table().await?;
        Ok(players)
    }

    async fn open_table(&mut self) -> anyhow::Result<()> {
        let mut seats = vec!["open"; self.people.len()];
        seats[0] = "me";
        let (game, pace) = (self.plan.game, self.plan.pace);
        self.chains = (0..self.people.len()).map(|_| self.fresh_chain()).collect();
        let anchors: Vec<String> = self.chains.iter().map(|chain| chain.anchor().to_string()).collect();
        let request = json!({
            "game": game, "players": self.plan.players, "seats": seats, "pace": pace, "anchor": anchors[0],
        });
        let request = request.to_string();
        let key = format!("bench-table-{:016x}", self.next_random());
        let response = self.people[0].post_with_key("/api/v1/tables", &key, request.as_bytes()).await?;
        ensure!(response.status == 201, "cannot open a table: {} {}", response.status, response.text());
        let opened: Value = serde_json::from_slice(&response.body)?;
        self.table = opened["url"].as_str().context("the table has no address")?.to_owned();
        for (person, anchor) in self.people.iter_mut().zip(anchors).skip(1) {
            let sit = Command::Sit { seat: None, name: None, nonce: None, anchor: Some(anchor) };
            let body = serde_json::to_vec(&CommandRequest::new(0, "", sit))?;
            let response = person.post(&format!("/api/v1{}/commands", self.table), &body).await?;
            ensure!(response.status == 200, "cannot take a seat: {} {}", response.status, response.text());
        }
        (self.acted, self.threw) = (Vec::new(), 0);
        self.status.move_to(self.table.clone());
        Ok(())
    }

    fn next_random(&mut self) -> u64 {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.random
    }

    /// A chain whose secret follows from the seed of the plan: nobody's dice depend on it.
    fn fresh_chain(&mut self) -> Chain {
        let mut secret = [0; 32];
        secret.chunks_exact_mut(8).for_each(|part| part.copy_from_slice(&self.next_random().to_be_bytes()));
        Chain::new(Link::new(secret))
    }

    /// Opens the stream of each player.
    fn follow_table(&mut self) {
        let (sender, updates) = mpsc::unbounded_channel();
        self.updates = updates;
        self.seen = vec![Seen::default(); self.people.len()];
        self.followers = JoinSet::new();
        for (player, person) in self.people.iter().enumerate() {
            let path = format!("/api/v1{}/events", self.table);
            let seed = self.random ^ player as u64;
            let follower = Follower { seed, player, counters: self.counters.clone(), sender: sender.clone() };
            self.followers.spawn(follower.follow(person.with_new_connection(), path));
        }
    }

    /// Plays until `stop` is true, then checks the record.
    pub(crate) async fn play(mut self, begin: Instant, stop: watch::Receiver<bool>) -> anyhow::Result<()> {
        self.follow_table();
        let mut next = begin + self.plan.interval.mul_f64((self.plan.seed % 997) as f64 / 997.0);
        loop {
            tokio::time::sleep_until(next.into()).await;
            if *stop.borrow() {
                break;
            }
            next = (next + self.plan.interval).max(Instant::now() - self.plan.interval);
            if !self.act().await? {
                self.check_record().await?;
                self.open_table().await?;
                self.follow_table();
            }
        }
        self.catch_up().await?;
        self.check_record().await
    }

    /// Waits until every player has seen the last version.
    async fn catch_up(&mut self) -> anyhow::Result<()> {
        while let Some(behind) = self.first_behind() {
            let waiting = tokio::time::timeout(TIMEOUT, self.updates.recv()).await;
            let update =
                waiting.with_context(|| format!("the stream of player {behind} at {} is behind", self.table))?;
            self.update(update.with_context(|| format!("the streams of {} have ended", self.table))?)?;
        }
        Ok(())
    }

    /// The first player who has not seen the last version.
    fn first_behind(&self) -> Option<usize> {
        let newest = self.status.version.load(Ordering::Relaxed);
        self.seen.iter().position(|seen| seen.version < newest)
    }

    /// Sends one command of a player who can act, after everything that devices send by themselves, which is not counted as
    /// actions; `false` if the match is over.
    async fn act(&mut self) -> anyhow::Result<bool> {
        loop {
            match self.next_choice().await? {
                None => return Ok(false),
                Some((player, version, choice)) => {
                    let by_itself = matches!(choice, Choice::Send(_));
                    self.send(player, version, choice).await?;
                    if !by_itself {
                        return Ok(true);
                    }
                }
            }
        }
    }

    async fn send(&mut self, player: usize, version: u64, choice: Choice) -> anyhow::Result<()> {
        let choice = match choice {
            Choice::PlayUnlisted { seat, index } => match self.look_up(player, version, seat, index).await? {
                Some(choice) => choice,
                None => return Ok(()),
            },
            choice => choice,
        };
        let key = format!("bench-{version}-{:016x}", self.next_random());
        let link = |index: u64| self.chains[player].link(index).to_string();
        let command = match choice.clone() {
            Choice::Play { seat, action } => Command::Play { seat, action },
            Choice::Throw { seat, link: index } => Command::Throw { seat, link: index.map(link) },
            Choice::Send(SeatLink { seat, index, now: Some(LinkWanted::Reveal), .. }) => {
                Command::Reveal { seat, link: link(index) }
            }
            Choice::Send(SeatLink { seat, index, .. }) => Command::Throw { seat, link: Some(link(index)) },
            Choice::PlayUnlisted { .. } => bail!("a move must be looked up before it is played"),
        };
        let path = format!("/api/v1{}/commands", self.table);
        let body = serde_json::to_string(&CommandRequest::new(version, key, command))?;
        let sent = Instant::now();
        self.status.note_sent(version + 1);
        let response = self.people[player].post(&path, body.as_bytes()).await?;
        match response.status {
            200 => self.acknowledged(player, sent, choice, &response.body)?,
            409 => {
                self.counters.stale();
                self.seen[player].choice = None;
            }
            status => {
                self.counters.failed();
                bail!("{body} is answered with {status}: {}", response.text())
            }
        }
        Ok(())
    }

    /// Asks the server for one legal move; `None` if the match has changed meanwhile.
    async fn look_up(
        &mut self,
        player: usize,
        version: u64,
        seat: String,
        index: usize,
    ) -> anyhow::Result<Option<Choice>> {
        let query = LegalMovesQuery { seat: seat.clone(), from: index, limit: Some(1) };
        let path = client::with_query(&format!("/api/v1{}/legal-moves", self.table), &query);
        let response = self.people[player].get(&path).await?;
        ensure!(response.status == 200, "cannot get legal moves: {} {}", response.status, response.text());
        let listed: LegalMoves = serde_json::from_slice(&response.body).context("cannot read the legal moves")?;
        let action = listed.legal_moves.moves.into_iter().flatten().next().map(|one| one.action);
        self.seen[player].choice = None;
        Ok(action.filter(|_| listed.version == version).map(|action| Choice::Play { seat, action }))
    }

    fn acknowledged(&mut self, player: usize, sent: Instant, choice: Choice, body: &[u8]) -> anyhow::Result<()> {
        if !matches!(choice, Choice::Send(_)) {
            self.counters.acknowledged(sent.elapsed(), body.len());
        }
        let result: CommandResult = serde_json::from_slice(body).context("cannot read the result of a command")?;
        match choice {
            Choice::Play { seat, action } => self.acted.push((seat, action)),
            Choice::Throw { .. } => self.threw += 1,
            Choice::Send(_) | Choice::PlayUnlisted { .. } => {}
        }
        self.status.version.fetch_max(result.version, Ordering::Relaxed);
        // The stream brings the new view.
        self.seen[player].choice = None;
        Ok(())
    }

    /// A player who can act, the version they have seen, and their choice; `None` if the match is over.
    async fn next_choice(&mut self) -> anyhow::Result<Option<(usize, u64, Choice)>> {
        loop {
            while let Ok(update) = self.updates.try_recv() {
                self.update(update)?;
            }
            let newest = self.status.version.load(Ordering::Relaxed);
            if self.seen.iter().any(|seen| seen.over) {
                return Ok(None);
            }
            let current = |(player, seen): (usize, &Seen)| {
                let choice = seen.choice.clone().filter(|_| seen.version >= newest)?;
                Some((player, seen.version, choice))
            };
            if let Some(found) = self.seen.iter().enumerate().find_map(current) {
                return Ok(Some(found));
            }
            let waiting = tokio::time::timeout(TIMEOUT, self.updates.recv()).await;
            let update = waiting.with_context(|| {
                let (table, game) = (&self.table, self.plan.game);
                format!("no player can act at {table} ({game}, version {newest}): {:?}", self.seen)
            })?;
            self.update(update.with_context(|| format!("the streams of {} have ended", self.table))?)?;
        }
    }

    fn update(&mut self, (player, seen): Update) -> anyhow::Result<()> {
        let seen = seen.with_context(|| format!("the stream of player {player} at {} has ended", self.table))?;
        self.status.version.fetch_max(seen.version, Ordering::Relaxed);
        if seen.version > self.seen[player].version {
            self.seen[player] = seen;
        }
        Ok(())
    }

    /// Compares the record with the acknowledged actions.
    async fn check_record(&mut self) -> anyhow::Result<()> {
        let response = self.people[0].get(&format!("{}/record", self.table)).await?;
        ensure!(response.status == 200, "cannot get the record: {} {}", response.status, response.text());
        let record: Record = serde_json::from_slice(&response.body).context("cannot read the record")?;
        let throws = throws_of_players(&record)?;
        let flags = record.steps.iter().filter(|step| matches!(step, Step::Flag { .. })).count();
        let action = |step| if let Step::Act { seat, action } = step { Some((seat, action)) } else { None };
        let recorded: Vec<_> = record.steps.into_iter().filter_map(action).collect();
        let (lost, doubled) = compare(&self.acted, &recorded);
        let (lost, doubled) = (lost + self.threw.saturating_sub(throws), doubled + throws.saturating_sub(self.threw));
        self.counters.checked(lost as u64, doubled as u64, flags as u64);
        Ok(())
    }
}

/// The number of throws that players made. The others are made by the table, or by a device without its player.
fn throws_of_players(record: &Record) -> anyhow::Result<usize> {
    let game = games::game(&record.game).with_context(|| format!("no game is called {}", record.game))?;
    let config = MatchConfig {
        players: u8::try_from(record.seats.len())?,
        options: record.options.clone(),
        board: record.board.clone(),
        rules_version: record.rules_version,
    };
    let setup = game.open(&config);
    let mut game_match = setup.map_err(|faults| anyhow::anyhow!("the record cannot be set up: {faults:?}"))?;
    let mut throws = 0;
    for step in &record.steps {
        let played = match step {
            Step::Act { seat, action } => {
                let seat = game_match.seat(seat).with_context(|| format!("no seat is called {seat}"))?;
                game_match.play(seat, action).map(drop)
            }
            Step::Chance { chance, .. } => {
                throws += usize::from(game_match.thrower().is_some());
                game_match.apply_chance(chance).map(drop)
            }
            _ => Ok(()),
        };
        played.map_err(|refusal| anyhow::anyhow!("{} cannot be played: {refusal}", step.words()))?;
    }
    Ok(throws)
}

/// The number of acknowledged actions that are not in the record, and of recorded actions that were not acknowledged.
fn compare<T: PartialEq>(acknowledged: &[T], recorded: &[T]) -> (usize, usize) {
    let same = acknowledged.iter().zip(recorded).take_while(|(one, other)| one == other).count();
    (acknowledged.len() - same, recorded.len() - same)
}

/// Follows the stream of one player, also across restarts of the server, and sends what they see to [`Players`].
struct Follower {
    seed: u64,
    player: usize,
    counters: Arc<Counters>,
    sender: mpsc::UnboundedSender<Update>,
}

impl Follower {
    async fn follow(self, mut person: SimulatedPerson, path: String) {
        let (mut version, mut view, mut broken) = (0, KnownView::default(), None);
        loop {
            let mut events = match person.listen(&path, version).await {
                Ok(events) => events,
                Err(error) => return drop(self.sender.send((self.player, Err(error)))),
            };
            self.counters.stream_resumed(broken.take());
            while let Ok(event) = events.next().await {
                let is_change = event.name == "change";
                if !is_change && event.name != "view" {
                    continue;
                }
                let Ok(part) = serde_json::from_slice::<PartialView<'_>>(&event.data) else { continue };
                version = part.version;
                let seen = view.update(part, self.seed.wrapping_mul(version | 1) >> 7);
                match seen.choice {
                    _ if !is_change => {}
                    Some(_) => self.counters.sent_to_actor(event.data.len()),
                    None => self.counters.sent_to_player(event.data.len()),
                }
                if self.sender.send((self.player, Ok(seen))).is_err() {
                    return;
                }
            }
            broken = Some(self.counters.stream_broke());
            tokio::time::sleep(events.reconnect).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{compare, throws_of_players};
    use kernel::Turn;
    use kernel::dynamic::MatchConfig;
    use kernel::record::{Record, RecordSeat, Step};

    #[test]
    fn a_missing_action_is_lost_and_an_unexpected_one_is_doubled() {
        assert_eq!(compare(&[1, 2, 3], &[1, 2, 3]), (0, 0));
        assert_eq!(compare(&[1, 2, 3], &[1, 2]), (1, 0));
        assert_eq!(compare(&[1, 2], &[1, 2, 2]), (0, 1));
        assert_eq!(compare(&[1, 2, 3], &[1, 3]), (2, 1), "everything after the first difference counts");
    }

    /// A match of *Ranger Commandos*, and how many spins and counters it has.
    fn random_match(mut random: usize) -> (Record, usize, usize) {
        let game = games::game("ranger-commandos").unwrap();
        let config = MatchConfig { players: 2, ..MatchConfig::default() };
        let mut game_match = game.open(&config).unwrap();
        let seats = game_match.seats().into_iter().map(|seat| RecordSeat { seat: seat.id.into(), name: String::new() });
        let mut record = Record::blank(game.info(), String::new(), &config, seats.collect());
        let (mut spins, mut counters) = (0, 0);
        loop {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            record.steps.push(match game_match.turn() {
                Turn::Over => return (record, spins, counters),
                Turn::Chance => {
                    let outcomes = game_match.chance_outcomes();
                    let chance = outcomes[(random >> 33) % outcomes.len()].outcome.clone();
                    *(if chance.starts_with(char::is_uppercase) { &mut spins } else { &mut counters }) += 1;
                    game_match.apply_chance(&chance).unwrap();
                    Step::chance(chance)
                }
                Turn::Seats(acting) => {
                    let seat = acting.iter().next().unwrap();
                    let moves = game_match.legal_moves(seat);
                    let action = moves[(random >> 33) % moves.len()].action.clone();
                    game_match.play(seat, &action).unwrap();
                    Step::Act { seat: record.seats[seat.index()].seat.clone(), action }
                }
            });
        }
    }

    #[test]
    fn counters_that_the_table_turns_up_are_no_throws_of_players() {
        let matches: Vec<_> = (1..200).map(random_match).collect();
        assert!(matches.iter().any(|(_, _, counters)| *counters > 0));
        for (record, spins, _) in &matches {
            assert_eq!(throws_of_players(record).unwrap(), *spins);
        }
    }
}
