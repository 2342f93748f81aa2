//! Applies changes over random matches of all games, for every viewer.

use super::*;
use kernel::Seat;
use kernel::dynamic::{DynGame, MatchConfig};
use serde_json::Value;
use std::collections::BTreeSet;
use table::{DecidedEvent, MatchCommand, Now, Order};

/// A small random number generator with the same output on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % most.max(1)
    }
}

/// A match in play, with its snapshots.
struct Playing {
    table: Arc<Table>,
    moment: u64,
    numbers: Numbers,
}

impl Playing {
    /// A match with one person for all seats, or one for each.
    fn open(game: &dyn DynGame, players: u8, home: bool, seed: u64) -> Playing {
        let who = |at: u8| {
            let key = if home { "anna".to_owned() } else { format!("key-{at}") };
            Occupant::Person { name: format!("{key} \"\\{{"), key }
        };
        let seats = (0..players).map(who).collect();
        let order =
            Order::plain("match".into(), MatchConfig { players, ..MatchConfig::default() }, seats, [seed as u8; 32]);
        let table = Table::open(game, order, 0).expect("a table").0;
        Playing { table: Arc::new(table), moment: 1, numbers: Numbers(seed) }
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot { table: self.table.clone(), moment: self.moment }
    }

    /// All viewers of the table, a spectator first.
    fn keys(&self) -> Vec<String> {
        let mut keys: Vec<String> = self.table.seats().iter().filter_map(|who| who.key().map(str::to_owned)).collect();
        keys.dedup();
        keys.insert(0, "somebody".to_owned());
        keys
    }

    fn id(&self, seat: Seat) -> String {
        self.table.game_match().seats()[seat.index()].id.to_owned()
    }

    /// A command for the current position: mostly a move or a throw, sometimes something else.
    fn command(&mut self) -> Option<MatchCommand> {
        let seats: Vec<String> = self.table.game_match().seats().iter().map(|info| info.id.to_owned()).collect();
        let any = seats[self.numbers.below(seats.len())].clone();
        match self.numbers.below(40) {
            0 | 1 => return Some(MatchCommand::TakeBack { seat: any }),
            2 => return Some(MatchCommand::OfferDraw { seat: any }),
            3 => return Some(MatchCommand::AskBack { seat: any, steps: None }),
            4 => return Some(MatchCommand::Answer { seat: any, yes: false }),
            5 => return Some(MatchCommand::Answer { seat: any, yes: true }),
            6 if self.table.version() > 150 => return Some(MatchCommand::Resign { seat: any }),
            _ => {}
        }
        if let Some(thrower) = self.table.game_match().thrower() {
            return Some(MatchCommand::Throw { seat: Some(self.id(thrower)), link: None });
        }
        if self.table.table_throws() {
            return Some(MatchCommand::Throw { seat: None, link: None });
        }
        let acting: Vec<Seat> = self.table.acting().iter().collect();
        let seat = *acting.get(self.numbers.below(acting.len()))?;
        let moves = self.table.game_match().legal_moves(seat);
        let chosen = moves.get(self.numbers.below(moves.len()))?;
        Some(MatchCommand::Act { seat: self.id(seat), text: chosen.action.clone() })
    }

    /// Plays one command, if it is allowed; `false` if there is none.
    fn play(&mut self) -> bool {
        let Some(command) = self.command() else { return false };
        let Ok(events) = self.table.decide(&command, Now::at(self.table.version() as i64 * 1_000)) else { return true };
        self.apply(&events);
        true
    }

    fn apply(&mut self, events: &[DecidedEvent]) {
        let table = Arc::make_mut(&mut self.table);
        for event in events {
            table.apply(event).expect("it fits");
        }
        self.moment += 1;
    }
}

/// Publishes to everybody.
fn publish(cache: &ViewCache, playing: &Playing) {
    for audience in [Audience::Players, Audience::Spectators] {
        cache.publish(&playing.snapshot(), audience);
    }
}

/// The whole view as bytes.
fn whole(playing: &Playing, key: &str) -> Vec<u8> {
    serde_json::to_vec(&wire::view(&playing.table, Viewer::of(&playing.table, key), 0)).expect("JSON")
}

/// The view of one viewer, with all changes applied so far.
struct Folded {
    key: String,
    view: View,
    _listening: Listening,
}

impl Folded {
    fn begin(cache: &Arc<ViewCache>, playing: &Playing, key: String) -> Folded {
        let viewer = Viewer::of(&playing.table, &key);
        let view = serde_json::from_slice(&whole(playing, &key)).expect("a view");
        Folded { key, view, _listening: cache.listen(&playing.snapshot(), viewer) }
    }

    /// Applies the new changes and returns them.
    fn follow(&mut self, cache: &ViewCache, playing: &Playing) -> Vec<Bytes> {
        let viewer = Viewer::of(&playing.table, &self.key);
        let has = ViewVersion { version: self.view.version, epoch: Some(cache.lock().epoch) };
        match cache.next(viewer, has) {
            Next::Nothing => Vec::new(),
            Next::Gap => panic!("a gap at version {}", playing.table.version()),
            Next::Changes(changes) => changes.into_iter().map(|(_, json)| self.fold(json)).collect(),
        }
    }

    fn fold(&mut self, json: Bytes) -> Bytes {
        let change: ViewChange = serde_json::from_slice(&json).expect("a change");
        self.view.apply(change).expect("it fits");
        json
    }
}

/// Follows random matches of every game with every number of players, at one screen and with a person at each seat.
fn follow_all(steps: usize, mut check: impl FnMut(&Playing, &Folded, &[u8], &[Bytes])) {
    for game in catalog::games() {
        for players in game.info().players {
            for home in [true, false] {
                let mut playing = Playing::open(*game, *players, home, u64::from(*players) * 7 + u64::from(home));
                let cache = Arc::new(ViewCache::default());
                let mut all: Vec<Folded> =
                    playing.keys().into_iter().map(|key| Folded::begin(&cache, &playing, key)).collect();
                for _ in 0..steps {
                    let before: Vec<Vec<u8>> = all.iter().map(|one| whole(&playing, &one.key)).collect();
                    if !playing.play() {
                        break;
                    }
                    publish(&cache, &playing);
                    for (one, before) in all.iter_mut().zip(before) {
                        let messages = one.follow(&cache, &playing);
                        check(&playing, one, &before, &messages);
                    }
                }
                assert!(playing.table.version() > 10, "{} went on", game.info().title);
            }
        }
    }
}

#[test]
fn folding_the_changes_of_random_matches_gives_the_whole_view_byte_for_byte() {
    follow_all(120, |playing, one, _, _| {
        let folded = serde_json::to_vec(&one.view).expect("JSON");
        let whole = whole(playing, &one.key);
        assert!(
            folded == whole,
            "{} at version {}:\n{}\n{}",
            one.key,
            playing.table.version(),
            String::from_utf8_lossy(&folded),
            String::from_utf8_lossy(&whole)
        );
    });
}

/// All texts in a JSON value that say something.
fn texts(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) if text.is_empty() => {}
        Value::String(text) => drop(found.insert(text.clone())),
        Value::Array(all) => all.iter().for_each(|one| texts(one, found)),
        Value::Object(all) => all.values().for_each(|one| texts(one, found)),
        _ => {}
    }
}

#[test]
fn a_change_reveals_nothing_beyond_the_viewers_own_view() {
    follow_all(60, |playing, one, _, messages| {
        let (mut said, mut known) = (BTreeSet::new(), BTreeSet::new());
        for message in messages {
            texts(&serde_json::from_slice(message).expect("JSON"), &mut said);
        }
        texts(&serde_json::from_slice(&whole(playing, &one.key)).expect("JSON"), &mut known);
        let unknown: Vec<&String> = said.difference(&known).collect();
        assert!(unknown.is_empty(), "{} learns {unknown:?}", one.key);
        let (seed, over) = (&playing.table.opened().seed, playing.table.is_over());
        assert!(over || !said.contains(seed), "the seed is revealed before the end");
    });
}

#[test]
fn all_changes_are_much_smaller_than_views() {
    let (mut changes, mut views) = (Vec::new(), Vec::new());
    follow_all(60, |_, one, before, messages| {
        if one.key == "somebody" {
            changes.extend(messages.iter().map(Bytes::len));
            views.push(before.len());
        }
    });
    changes.sort_unstable();
    views.sort_unstable();
    let (change, view) = (changes[changes.len() / 2], views[views.len() / 2]);
    assert!(change <= 600, "the median change has {change} bytes, the median view {view}");
}

fn at_home() -> Playing {
    Playing::open(catalog::games()[0], 2, true, 1)
}

#[test]
fn a_listener_a_few_versions_behind_gets_all_changes_and_one_too_far_behind_gets_a_gap() {
    let (mut playing, cache) = (at_home(), Arc::new(ViewCache::default()));
    let mut folded = Folded::begin(&cache, &playing, "anna".into());
    let viewer = Viewer::of(&playing.table, "anna");
    for _ in 0..3 {
        while !matches!(playing.command(), Some(MatchCommand::Act { .. })) {}
        playing.play();
        publish(&cache, &playing);
    }
    folded.follow(&cache, &playing);
    assert_eq!(serde_json::to_vec(&folded.view).expect("JSON"), whole(&playing, "anna"));
    for _ in 0..200 {
        playing.play();
        publish(&cache, &playing);
    }
    let has = ViewVersion { version: folded.view.version, epoch: Some(0) };
    assert!(playing.table.version() > folded.view.version + MOST_CHANGES as u64);
    assert!(matches!(cache.next(viewer, has), Next::Gap));
}

#[test]
fn resuming_from_before_a_change_of_players_gives_a_gap() {
    let game = catalog::games()[0];
    let open = Occupant::Open;
    let anna = Occupant::Person { key: "anna".into(), name: "Anna".into() };
    let order = Order::plain("match".into(), MatchConfig::default(), vec![anna, open], [7; 32]);
    let table = Table::open(game, order, 0).expect("a table").0;
    let mut playing = Playing { table: Arc::new(table), moment: 1, numbers: Numbers(1) };
    let cache = Arc::new(ViewCache::default());
    let mut anna = Folded::begin(&cache, &playing, "anna".into());
    let before = playing.table.version();
    let bert = Occupant::Person { key: "bert".into(), name: "Bert".into() };
    let sit = MatchCommand::Sit { seat: None, who: bert, nonce: "00112233445566778899".into(), anchor: None };
    let events = playing.table.decide(&sit, Now::at(1)).expect("a free seat");
    playing.apply(&events);
    publish(&cache, &playing);
    let viewer = Viewer::of(&playing.table, "anna");
    assert!(matches!(cache.next(viewer, ViewVersion { version: before, epoch: None }), Next::Gap));
    assert_eq!(anna.follow(&cache, &playing).len(), 1, "a listener who was there all along follows");
    assert_eq!(serde_json::to_vec(&anna.view).expect("JSON"), whole(&playing, "anna"));
}

#[test]
fn changes_are_not_applied_across_a_version_that_was_read_again() {
    let (mut playing, cache) = (at_home(), Arc::new(ViewCache::default()));
    let folded = Folded::begin(&cache, &playing, "anna".into());
    let viewer = Viewer::of(&playing.table, "anna");
    let has = ViewVersion { version: folded.view.version, epoch: Some(cache.lock().epoch) };
    playing.moment += 1;
    publish(&cache, &playing);
    assert!(matches!(cache.next(viewer, has), Next::Nothing));
    while playing.table.version() == has.version {
        playing.play();
    }
    publish(&cache, &playing);
    assert!(matches!(cache.next(viewer, has), Next::Gap));
    assert!(matches!(cache.next(viewer, ViewVersion { epoch: None, ..has }), Next::Gap));
}

#[tokio::test]
async fn concurrent_requests_for_a_view_build_it_once() {
    let (playing, builders) = (at_home(), Builders::new(1));
    let (cache, snapshot) = (Arc::new(ViewCache::default()), playing.snapshot());
    let viewer = Viewer::of(&playing.table, "anna");
    let view = || cache.whole(&builders, &snapshot, viewer, 0);
    let readers = futures_util::future::join_all((0..8).map(|_| view())).await;
    assert_eq!(readers.iter().filter(|view| view.as_ref().is_ok_and(|view| view.built)).count(), 1);
    assert_eq!(readers[0].as_ref().map(|view| view.json.to_vec()).ok(), Some(whole(&playing, "anna")));
}

#[tokio::test]
async fn a_view_of_an_earlier_moment_does_not_replace_the_newer_one() {
    let (mut playing, builders) = (at_home(), Builders::new(1));
    let cache = Arc::new(ViewCache::default());
    let viewer = Viewer::of(&playing.table, "anna");
    for (moment, built) in [(2, true), (1, true), (2, false)] {
        playing.moment = moment;
        let view = cache.whole(&builders, &playing.snapshot(), viewer, 0).await.expect("a view");
        assert_eq!(view.built, built, "moment {moment}");
    }
}

#[test]
fn the_kept_part_of_the_log_is_known_for_every_version() {
    let mut playing = at_home();
    assert_eq!(playing.table.log_kept_since(1), Some(playing.table.log_length()));
    assert_eq!((playing.table.log_kept_since(0), playing.table.log_kept_since(2)), (None, None));
    let mut lengths = vec![playing.table.log_length()];
    while playing.table.version() < 40 && playing.play() {
        // A command may lead to several events.
        lengths.resize(playing.table.version() as usize, playing.table.log_length());
    }
    let now = playing.table.version();
    assert_eq!(playing.table.log_kept_since(now), Some(playing.table.log_length()));
    assert_eq!(playing.table.log_kept_since(now + 1), None);
    assert_eq!(playing.table.log_kept_since(1), Some(0), "the log is empty at the opening");
    let kept = (1..=now).map(|seen| playing.table.log_kept_since(seen).unwrap());
    assert!(kept.zip(&lengths).all(|(kept, length)| kept <= *length), "no more is kept than there was");
}

/// Applies the changes of every case with the page's module and compares the result with the whole view.
const FOLD_IN_NODE: &str = r#"
    import { readFileSync } from "node:fs";
    import { deepStrictEqual } from "node:assert";
    const [module, cases] = process.argv.slice(1).map((path) => readFileSync(path, "utf8"));
    const { fold } = await import("data:text/javascript," + encodeURIComponent(module));
    for (const line of cases.trim().split("\n")) {
        const { before, changes, after } = JSON.parse(line);
        deepStrictEqual(changes.reduce(fold, before), after);
    }
    deepStrictEqual(fold({ version: 2 }, { from: 1, version: 2 }), null);
"#;

/// A case in which a tray is added, and one in which it is removed; a seat changes its name in both.
fn other_lists() -> String {
    let playing = at_home();
    let few = wire::view(&playing.table, Viewer::of(&playing.table, "anna"), 0);
    let mut many = few.clone();
    many.trays.insert(0, protocol::Tray { id: "another".into(), ..protocol::Tray::default() });
    many.seats[0].name.push_str(" again");
    let case = |before: &View, after: &View| {
        let change = ViewChange::between(before, after).expect("a change");
        assert!(change.all_trays.is_some() && change.all_seats.is_some());
        format!("{}\n", serde_json::json!({ "before": before, "changes": [change], "after": after }))
    };
    case(&few, &many) + &case(&many, &few)
}

#[test]
fn the_page_applies_changes_as_the_server_does() {
    let mut cases = other_lists();
    follow_all(14, |playing, one, before, messages| {
        let read = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).expect("JSON");
        let changes: Vec<Value> = messages.iter().map(|message| read(message)).collect();
        let after = read(&whole(playing, &one.key));
        let case = serde_json::json!({ "before": read(before), "changes": changes, "after": after });
        cases.push_str(&format!("{case}\n"));
    });
    let path = std::env::temp_dir().join(format!("boxtop-fold-{}.jsonl", std::process::id()));
    std::fs::write(&path, cases).expect("a file");
    let module = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/fold.js");
    let mut node = std::process::Command::new("node");
    let run = node.args(["--input-type=module", "-e", FOLD_IN_NODE, module]).arg(&path).output();
    let _ = std::fs::remove_file(&path);
    let run = run.expect("node, which scripts/install-test-tools installs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}
