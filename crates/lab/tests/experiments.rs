//! Experiments are repeatable, whatever the number of threads.

use boxtop_lab::likelihood::Hypotheses;
use boxtop_lab::sprt::{self, Verdict};
use boxtop_lab::watch::{Ending, SoFar, Spectator};
use boxtop_lab::{Unfit, arena, bench, perft, sim};
use kernel::dynamic::MatchConfig;
use kernel::record::Record;
use players::{Level, PlayerKind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

const GAME: &str = "three-musketeers";

fn sim_plan(seats: &[PlayerKind], matches: u64, threads: usize) -> sim::Plan {
    sim::Plan { game: GAME.into(), config: MatchConfig::default(), seats: seats.to_vec(), matches, seed: 5, threads }
}

#[derive(Default)]
struct Keep(Mutex<Vec<(u64, Record)>>);

impl Spectator for Keep {
    fn wants_records(&self) -> bool {
        true
    }

    fn over(&self, number: u64, record: Option<Record>) {
        self.0.lock().unwrap().push((number, record.expect("a record was wanted")));
    }
}

impl Keep {
    fn sorted(self) -> Vec<Record> {
        let mut kept = self.0.into_inner().unwrap();
        kept.sort_by_key(|(number, _)| *number);
        kept.into_iter().map(|(_, record)| record).collect()
    }
}

#[test]
fn match_n_of_a_seed_is_the_same_on_any_number_of_threads() {
    let seats = [PlayerKind::Greedy, PlayerKind::Level(Level::Private)];
    let played = |matches, threads| {
        let keep = Keep::default();
        let summary = sim::run(&sim_plan(&seats, matches, threads), &keep).unwrap();
        (summary, keep.sorted())
    };
    let (one, records) = played(12, 1);
    let (four, same) = played(12, 4);
    assert_eq!(records, same);
    assert_eq!((one.wins, one.ties, one.mean_length), (four.wins, four.ties, four.mean_length));
    assert_eq!(played(5, 2).1, records[..5]);
}

#[test]
fn matches_differ_and_their_records_can_be_replayed() {
    let keep = Keep::default();
    sim::run(&sim_plan(&[PlayerKind::Random, PlayerKind::Level(Level::Private)], 8, 0), &keep).unwrap();
    let records = keep.sorted();
    assert!(records.windows(2).all(|pair| pair[0].steps != pair[1].steps));
    let game = catalog::game(GAME).unwrap();
    for record in records {
        let replayed = table::replay(game, &record).expect("it can be replayed");
        drop(replayed);
        let result = record.result.expect("it ended");
        assert_eq!(result.shares.iter().sum::<f64>(), 1.0);
        assert!(!result.rules.is_empty());
    }
}

#[test]
fn the_summary_adds_up() {
    let summary = sim::run(&sim_plan(&[PlayerKind::Random; 2], 300, 0), &()).unwrap();
    let wins: u64 = summary.wins.0.iter().map(|(_, wins)| wins).sum();
    assert_eq!((summary.matches, summary.finished, wins + summary.ties), (300, 300, 300));
    assert!(summary.mean_length > 20.0);
}

/// Greedy partners at Conflict, with a limit of throws.
fn partners(throw_limit: i64) -> sim::Summary {
    let options = [
        ("partnership".to_owned(), kernel::OptionValue::Switch(true)),
        ("throw_limit".to_owned(), kernel::OptionValue::Number(throw_limit)),
    ];
    let config = MatchConfig { players: 4, options: options.into(), ..MatchConfig::default() };
    let seats = vec![PlayerKind::Greedy; 4];
    sim::run(&sim::Plan { game: "conflict".into(), config, seats, matches: 6, seed: 5, threads: 0 }, &()).unwrap()
}

#[test]
fn partners_win_and_draw_as_one_side() {
    let won = partners(3_000);
    assert_eq!(won.sides.iter().map(|side| side.seats.join("+")).collect::<Vec<_>>(), ["red+yellow", "orange+green"]);
    assert_eq!((won.ties, won.sides.iter().map(|side| side.wins).sum::<u64>()), (0, 6));
    assert_eq!(won.wins.0[0].1, won.sides[0].wins, "a seat wins with its side");
    let drawn = partners(3);
    assert_eq!((drawn.ties, drawn.sides[0].wins, drawn.sides[1].wins), (6, 0, 0));
    assert!(drawn.sides.iter().all(|side| side.interval.score == 0.5), "{drawn:?}");
}

fn arena_plan(a: PlayerKind, b: PlayerKind, matches: u64, threads: usize) -> arena::Plan {
    arena::Plan { game: GAME.into(), config: MatchConfig::default(), a, b, matches, time: None, seed: 3, threads }
}

#[test]
fn the_arena_changes_sides_and_does_not_depend_on_threads() {
    let (a, b) = (PlayerKind::Level(Level::Private), PlayerKind::Greedy);
    let one = arena::run(&arena_plan(a, b, 21, 1), &()).unwrap();
    let many = arena::run(&arena_plan(a, b, 21, 3), &()).unwrap();
    assert_eq!((one.a_wins, one.b_wins, one.ties, &one.sides), (many.a_wins, many.b_wins, many.ties, &many.sides));
    assert_eq!((one.sides[0].seat, one.sides[0].matches), ("attack", 11));
    assert_eq!((one.sides[1].seat, one.sides[1].matches), ("musketeers", 10));
    assert_eq!(one.a_wins + one.b_wins + one.ties, 21);
    assert!(one.interval.low95 <= one.interval.score && one.interval.score <= one.interval.high95);
}

#[test]
fn a_captain_beats_a_greedy_player() {
    let standing = arena::run(&arena_plan(PlayerKind::Level(Level::Captain), PlayerKind::Greedy, 20, 0), &()).unwrap();
    assert!(standing.interval.low95 > 0.5, "{standing:?}");
}

/// Partners are one side: a rotation has two matches, and even players score a half.
#[test]
fn partners_play_on_the_same_side_of_the_arena() {
    let options = [("partnership".to_owned(), kernel::OptionValue::Switch(true))];
    let config = MatchConfig { players: 4, options: options.into(), ..MatchConfig::default() };
    let plan = arena_plan(PlayerKind::Greedy, PlayerKind::Random, 7, 2);
    let standing = arena::run(&arena::Plan { game: "conflict".into(), config, ..plan }, &()).unwrap();
    assert_eq!(
        standing.sides.iter().map(|side| side.seats.join("+")).collect::<Vec<_>>(),
        ["red+yellow", "orange+green"]
    );
    assert_eq!(standing.sides.iter().map(|side| side.matches).collect::<Vec<_>>(), [4, 3]);
    assert_eq!((standing.fair, standing.groups, standing.matches), (0.5, 3, 7));
}

#[test]
fn an_arena_result_says_how_to_repeat_it() {
    let standing = arena::run(&arena_plan(PlayerKind::Greedy, PlayerKind::Random, 9, 2), &()).unwrap();
    let json = serde_json::to_value(&standing).unwrap();
    assert_eq!((&json["seed"], &json["threads"], &json["groups"]), (&3.into(), &2.into(), &4.into()));
    assert_eq!((&json["ending"], &json["interrupted"]), (&"complete".into(), &false.into()));
    assert!(json["rules_version"].is_u64() && json["options"]["quiet_limit"].is_u64(), "{json}");
    assert_eq!(json["board_hash"].as_str().map(str::len), Some(64));
    let pace = &json["a_thinking"];
    let seconds = |key: &str| pace[key].as_f64().unwrap();
    assert!(pace["decisions"].as_u64().unwrap() > 100 && pace["stopped_by_clock"] == 0, "{pace}");
    assert!(seconds("cpu_p50") <= seconds("cpu_p99") && seconds("cpu_p99") <= seconds("cpu_max"), "{pace}");
    assert!(seconds("cpu_mean") > 0.0 && seconds("cpu_mean") <= seconds("cpu_max"), "{pace}");
    assert_eq!(json["b_thinking"]["decisions"], 0, "a random player does not think");
}

/// Two copies of a player that leaves nothing to luck but the throws: what one wins with them the other wins, too.
#[test]
fn matches_of_a_rotation_share_their_throws() {
    let plan = arena_plan(PlayerKind::Greedy, PlayerKind::Greedy, 1_200, 0);
    let ranger = arena::Plan { game: "ranger-commandos".into(), config: table_for(2), ..plan };
    let standing = arena::run(&ranger, &()).unwrap();
    let removed = standing.variance_removed.unwrap();
    assert!((0.2..0.6).contains(&removed), "{removed}");
    assert!(standing.paired_high95 - standing.paired_low95 < standing.interval.high95 - standing.interval.low95);
}

/// Interrupts after this many matches.
struct Impatient {
    patience: u64,
    over: AtomicU64,
    counted: AtomicU64,
}

impl Impatient {
    fn new(patience: u64) -> Self {
        Impatient { patience, over: AtomicU64::new(0), counted: AtomicU64::new(0) }
    }
}

impl Spectator for Impatient {
    fn over(&self, _: u64, _: Option<Record>) {
        self.over.fetch_add(1, Ordering::Relaxed);
    }

    fn counted(&self, so_far: &SoFar) {
        assert_eq!(self.counted.fetch_add(1, Ordering::Relaxed) + 1, so_far.groups, "rotations come in order");
    }

    fn interrupted(&self) -> bool {
        self.over.load(Ordering::Relaxed) >= self.patience
    }
}

#[test]
fn an_interrupted_arena_keeps_the_rotations_that_are_whole() {
    let (a, b) = (PlayerKind::Greedy, PlayerKind::Random);
    let plan = arena::Plan { game: MARINES.into(), ..arena_plan(a, b, 1_000_000, 1) };
    let impatient = Impatient::new(50);
    let standing = arena::run(&plan, &impatient).unwrap();
    assert_eq!((standing.ending, standing.interrupted), (Ending::Interrupted, true));
    assert_eq!((standing.matches, standing.groups), (48, impatient.counted.load(Ordering::Relaxed)));
    assert!(standing.sides.iter().all(|side| side.matches == standing.groups));
    let same = arena::run(&arena::Plan { matches: standing.matches, ..plan }, &()).unwrap();
    assert_eq!((same.sides, same.interval), (standing.sides, standing.interval), "as if no more had been asked for");
    assert_eq!(same.ending, Ending::Complete);
}

#[test]
fn an_interrupted_simulation_keeps_the_matches_that_are_over() {
    let plan = sim_plan(&[PlayerKind::Greedy, PlayerKind::Random], 1_000_000, 1);
    let summary = sim::run(&plan, &Impatient::new(7)).unwrap();
    assert_eq!((summary.matches, summary.finished, summary.interrupted), (7, 7, true));
    assert_eq!(summary.scores.0.iter().map(|(_, score)| score).sum::<f64>(), 1.0);
    let whole = sim::run(&sim::Plan { matches: 7, ..plan.clone() }, &()).unwrap();
    assert_eq!((whole.interrupted, whole.wins), (false, summary.wins));
    assert_eq!(sim::run(&plan, &Impatient::new(0)).unwrap().mean_length, 0.0);
}

#[test]
fn an_arena_whose_time_is_up_keeps_what_it_has() {
    let (a, b) = (PlayerKind::Greedy, PlayerKind::Random);
    let plan = arena::Plan { time: Some(Duration::ZERO), ..arena_plan(a, b, 1_000_000, 2) };
    let standing = arena::run(&plan, &()).unwrap();
    assert_eq!((standing.ending, standing.interrupted), (Ending::Time, false));
    assert_eq!((standing.matches, standing.groups, standing.mean_length), (0, 0, 0.0));
    assert_eq!((standing.interval.low95, standing.interval.high95), (0.0, 1.0));
}

const HYPOTHESES: Hypotheses = Hypotheses { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 };

fn sprt_plan(game: &str, players: u8, a: PlayerKind, b: PlayerKind) -> sprt::Plan {
    let (config, hypotheses) = (table_for(players), HYPOTHESES);
    sprt::Plan { game: game.into(), config, a, b, hypotheses, groups: 2_000, time: None, seed: 1, threads: 2 }
}

#[test]
fn a_test_decides_after_the_same_rotation_on_any_number_of_threads() {
    for (game, players) in [(MARINES, 2), (MARINES, 4), ("ranger-commandos", 3)] {
        let plan = sprt_plan(game, players, PlayerKind::Greedy, PlayerKind::Random);
        let reports: Vec<sprt::Report> = [1, 2, 5]
            .iter()
            .map(|threads| sprt::run(&sprt::Plan { threads: *threads, ..plan.clone() }, &()).unwrap())
            .collect();
        for report in &reports {
            assert_eq!((report.verdict, report.ending), (Verdict::Stronger, Ending::Decided), "{report:?}");
            assert_eq!(report.matches, report.groups * u64::from(players));
            assert_eq!((report.llr, report.groups), (reports[0].llr, reports[0].groups));
            assert_eq!((&report.group_scores, &report.sides), (&reports[0].group_scores, &reports[0].sides));
            assert!(report.llr >= report.llr_high && report.interval.score > report.fair, "{report:?}");
        }
        let before = sprt::run(&sprt::Plan { groups: reports[0].groups - 1, ..plan }, &()).unwrap();
        assert_eq!((before.verdict, before.ending), (Verdict::Undecided, Ending::Complete), "one rotation before");
        assert!(before.llr < before.llr_high);
    }
}

#[test]
fn a_weaker_player_is_found_not_to_be_stronger() {
    let report = sprt::run(&sprt_plan(MARINES, 2, PlayerKind::Random, PlayerKind::Greedy), &()).unwrap();
    assert_eq!((report.verdict, report.fair), (Verdict::NotStronger, 0.5));
    assert!(report.llr <= report.llr_low && report.elo.is_none_or(|elo| elo < 0.0), "{report:?}");
    assert_eq!(report.group_scores.iter().map(|score| score.groups).sum::<u64>(), report.groups);
}

#[test]
fn an_interrupted_test_is_undecided() {
    let impatient = Impatient::new(3);
    let plan = sprt_plan(MARINES, 4, PlayerKind::Greedy, PlayerKind::Random);
    let report = sprt::run(&sprt::Plan { threads: 1, ..plan.clone() }, &impatient).unwrap();
    assert_eq!((report.verdict, report.interrupted, report.groups, report.matches), (Verdict::Undecided, true, 0, 0));
    let late = sprt::run(&sprt::Plan { time: Some(Duration::ZERO), ..plan }, &()).unwrap();
    assert_eq!((late.verdict, late.ending), (Verdict::Undecided, Ending::Time));
}

#[test]
fn a_test_without_two_hypotheses_is_refused() {
    let plan = sprt_plan(GAME, 2, PlayerKind::Greedy, PlayerKind::Random);
    let refused = |hypotheses| sprt::check(&sprt::Plan { hypotheses, ..plan.clone() }).unwrap_err().to_string();
    let order = refused(Hypotheses { elo0: 10.0, elo1: 10.0, ..HYPOTHESES });
    assert_eq!(order, "elo1 (10) must be greater than elo0 (10); the test decides between the two");
    assert!(refused(Hypotheses { elo1: f64::NAN, ..HYPOTHESES }).contains("NaN Elo"));
    assert!(refused(Hypotheses { elo0: -9_000.0, ..HYPOTHESES }).contains("between -2000 and 2000"));
    for error in [0.0, 0.5, 2.0, -1.0, f64::NAN] {
        assert!(refused(Hypotheses { alpha: error, ..HYPOTHESES }).contains("between 0 and 0.5"));
        assert!(refused(Hypotheses { beta: error, ..HYPOTHESES }).contains("between 0 and 0.5"));
    }
    assert_eq!(sprt::check(&sprt::Plan { groups: 0, ..plan }), Err(Unfit::NoMatches));
}

#[test]
fn a_faulty_plan_is_refused_before_anything_is_played() {
    assert_eq!(sim::check(&sim_plan(&[PlayerKind::Random; 2], 0, 1)), Err(Unfit::NoMatches));
    let error = sim::check(&sim_plan(&[PlayerKind::Random; 3], 1, 1)).unwrap_err();
    assert_eq!(error.to_string(), "The Three Musketeers has 2 seats, but 3 players are named; name one for each seat");
    let mut plan = sim_plan(&[PlayerKind::Random; 2], 1, 1);
    plan.config.players = 5;
    assert!(matches!(sim::check(&plan), Err(Unfit::MatchConfig(_))));
    plan.game = "chess".into();
    assert!(sim::check(&plan).unwrap_err().to_string().contains("three-musketeers"));
    assert_eq!(arena::check(&arena_plan(PlayerKind::Random, PlayerKind::Random, 0, 1)), Err(Unfit::NoMatches));
}

#[test]
fn the_bench_measures_something() {
    let measured = bench::run(GAME, 0, Duration::from_millis(30)).unwrap();
    assert!(measured.playouts_per_second > 100.0 && measured.search_nodes_per_second > 1_000.0, "{measured:?}");
    assert!((measured.mean_actions - 135.0).abs() < 15.0, "{measured:?}");
}

const MARINES: &str = "fighting-marines";

fn table_for(players: u8) -> MatchConfig {
    MatchConfig { players, ..MatchConfig::default() }
}

#[test]
fn at_a_table_of_several_one_plays_against_all_others() {
    for players in [2, 3, 4] {
        let (a, b) = (PlayerKind::Greedy, PlayerKind::Random);
        let plan = arena::Plan { game: MARINES.into(), config: table_for(players), ..arena_plan(a, b, 60, 2) };
        let standing = arena::run(&plan, &()).unwrap();
        let seats: u64 = standing.sides.iter().map(|side| side.matches).sum();
        assert_eq!((standing.players, standing.sides.len(), seats), (players, usize::from(players), 60));
        assert!(standing.sides.iter().all(|side| side.matches == 60 / u64::from(players)));
        assert!((standing.fair - 1.0 / f64::from(players)).abs() < 1e-9);
        assert!(standing.interval.low95 > standing.fair, "greedy beats random: {standing:?}");
        assert_eq!(standing.a_wins + standing.b_wins + standing.ties, 60);
    }
}

#[test]
fn equal_players_score_their_fair_share() {
    let plan = arena::Plan { game: MARINES.into(), ..arena_plan(PlayerKind::Greedy, PlayerKind::Greedy, 400, 0) };
    let standing = arena::run(&plan, &()).unwrap();
    assert!(standing.interval.low95 < 0.25 && standing.interval.high95 > 0.25, "{standing:?}");
}

#[test]
fn a_simulation_counts_throws_scores_and_endings() {
    for players in [2, 3, 4] {
        let seats = vec![PlayerKind::Random; usize::from(players)];
        let plan = sim::Plan { game: MARINES.into(), config: table_for(players), ..sim_plan(&seats, 200, 0) };
        let summary = sim::run(&plan, &()).unwrap();
        assert_eq!((summary.players, summary.finished), (players, 200));
        assert!(summary.mean_throws > 10.0 && summary.mean_length > summary.mean_throws, "{summary:?}");
        assert!((summary.scores.0.iter().map(|(_, score)| score).sum::<f64>() - 1.0).abs() < 1e-9);
        assert_eq!(summary.endings.values().sum::<u64>(), 200);
        assert!(summary.endings.keys().all(|rule| ["FM-25", "FM-28"].contains(&rule.as_str())), "{summary:?}");
    }
}

#[test]
fn the_bench_measures_for_any_number_of_players() {
    for players in [2, 3, 4] {
        assert_eq!(bench::run(MARINES, players, Duration::from_millis(5)).unwrap().players, players);
    }
    assert_eq!(bench::run(MARINES, 0, Duration::from_millis(5)).unwrap().players, 4);
    assert!(matches!(bench::run(GAME, 3, Duration::from_millis(5)), Err(Unfit::MatchConfig(_))));
}

#[test]
fn a_throw_counts_as_a_turn() {
    let mut lines = Vec::new();
    perft::run(MARINES, &table_for(2), 3, &mut |count| lines.push((count.depth, count.sequences, count.positions)))
        .unwrap();
    // Eleven totals for each of two, then the first throw of the platform or, after a tie, the first again.
    assert_eq!(lines[..2], [(1, 11, 11), (2, 121, 3)]);
    assert_eq!(lines[2].1, 1_331);
}

#[test]
fn perft_reports_each_depth() {
    let mut lines = Vec::new();
    perft::run(GAME, &MatchConfig::default(), 4, &mut |count| {
        lines.push((count.depth, count.sequences, count.positions))
    })
    .unwrap();
    assert_eq!(lines, [(1, 2, 2), (2, 22, 22), (3, 152, 145), (4, 566, 486)]);
}

/// Three players who all draw score a third each, to the last digit, in JSON too.
#[test]
fn shared_wins_are_summed_exactly() {
    let options = [("throw_limit".to_owned(), kernel::OptionValue::Number(1))].into();
    let plan = sim::Plan {
        game: "hit-the-beach".into(),
        config: MatchConfig { players: 3, options, ..MatchConfig::default() },
        seats: vec![PlayerKind::Random; 3],
        matches: 7,
        seed: 3,
        threads: 1,
    };
    let summary = sim::run(&plan, &()).unwrap();
    assert_eq!((summary.ties, summary.scores.0.len()), (7, 3));
    assert!(summary.scores.0.iter().all(|(_, score)| *score == 1.0 / 3.0), "{summary:?}");
    let json = serde_json::to_value(&summary).unwrap();
    assert_eq!(json["scores"]["green"], 1.0 / 3.0);
}
