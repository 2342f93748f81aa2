//! Experiments are repeatable, whatever the number of threads.

use boxtop_lab::sim::Spectator;
use boxtop_lab::{Unfit, arena, bench, perft, sim};
use kernel::dynamic::MatchConfig;
use kernel::record::Record;
use players::{Level, PlayerKind};
use std::sync::Mutex;
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
