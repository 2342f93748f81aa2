//! Forced wins, compared with plain exact solvers on small boards: one finds by iteration in which positions the attack
//! can force an ending, the other plays out every line with its whole history.

use boxtop_players::{
    Flaw, ProofSearch, Rng, Strategy, StrategyKind, StrategyNode, Unprovable, Verdict, check_strategy,
};
use games::conflict::Conflict;
use games::three_musketeers::{ATTACK, MUSKETEERS, Setup, State, ThreeMusketeers};
use kernel::dynamic::{MatchConfig, TypedMatch};
use kernel::{Evaluate, Game, Play, Positions, Seat, Turn};
use std::collections::HashMap;
use std::sync::Arc;

type Tm = ThreeMusketeers;

/// Twelve points, four of them castle. The wide road is `WIDE`.
const BOARD: &str = r#"
format = 1
game = "three-musketeers"
name = "A small board"
files = "abc"
ranks = 4
[[points]]
rank = 4
files = "abc"
area = "castle"
evidence = "invented"
[[points]]
rank = 3
files = "b"
area = "castle"
evidence = "invented"
[[points]]
rank = 3
files = "ac"
area = "field"
evidence = "invented"
[[points]]
rank = 2
files = "abc"
area = "field"
evidence = "invented"
[[points]]
rank = 1
files = "abc"
area = "field"
evidence = "invented"
[musketeers]
start = ["a4", "b4", "c4"]
evidence = "invented"
[[roads]]
kind = "wide"
number = 1
along = ["WIDE"]
evidence = "invented"
[[roads]]
kind = "blue"
along = ["a4-a3-a2-a1", "b4-b3-b2-b1", "c4-c3-c2-c1", "a4-b3-c2", "c4-b3-a2", "a2-b1", "c2-b1"]
evidence = "invented"
[[roads]]
kind = "green"
along = ["GREEN", "a3-b3-c3", "a1-b1-c1"]
evidence = "invented"
"#;

const POINTS: [&str; 12] = ["a4", "b4", "c4", "a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"];

fn small_game(wide: &str, green: &str, options: &[(&str, &str)], quiet_limit: i64) -> Arc<Tm> {
    let board = BOARD.replace("WIDE", wide).replace("GREEN", green);
    let config = MatchConfig { board: Some(board), ..MatchConfig::default() }.with("quiet_limit", quiet_limit);
    let config = options.iter().fold(config, |config, (key, value)| config.with(key, *value));
    TypedMatch::<Tm>::open(&config).expect("a match").game().clone()
}

fn standard_game() -> Arc<Tm> {
    TypedMatch::<Tm>::open(&MatchConfig::default()).expect("a match").game().clone()
}

/// A position with men anywhere that is not over; `men` attackers.
fn random_position(game: &Tm, rng: &mut Rng, men: usize) -> Play<Tm> {
    loop {
        let mut points = POINTS.map(str::to_owned).to_vec();
        let mut take = |count: usize| -> Vec<String> {
            (0..count).map(|_| points.swap_remove(rng.below(points.len() as u32) as usize)).collect()
        };
        let (musketeers, attackers) = (take(3), take(men));
        let to_act = if rng.below(2) == 0 { "attack" } else { "musketeers" }.to_owned();
        let setup = Setup { attackers, musketeers, to_act, jumper: None, quiet: 0, waited: 0, earlier: vec![] };
        let (state, history) = game.place(setup).expect("a position");
        if game.turn(&state) != Turn::Over {
            return Play { state, history };
        }
    }
}

fn verdict(game: &Tm, state: &State, seat: Seat) -> Verdict {
    let found = ProofSearch::new(1 << 20).run(game, state, seat, &mut |_| true).expect("a position to search");
    if let Verdict::Won(strategy) = &found.verdict {
        let checked = check_strategy(game, state, seat, strategy, 1 << 20);
        assert!(checked.is_ok(), "{checked:?} {state:?}");
    }
    found.verdict
}

/// The attack's share of a decided match, in halves.
fn attack_share(game: &Tm, state: &State) -> Option<u8> {
    game.outcome(state).map(|outcome| (2.0 * outcome.share(ATTACK)) as u8)
}

/// All positions that can come up, without the counters of endless play, and in which of them one side can force an
/// ending: found by going through all of them until nothing changes.
struct Iterated {
    index: HashMap<State, usize>,
    states: Vec<State>,
    next: Vec<Vec<usize>>,
}

fn without_counters(mut state: State) -> State {
    (state.quiet, state.since) = (0, 0);
    state
}

impl Iterated {
    fn new() -> Self {
        Iterated { index: HashMap::new(), states: Vec::new(), next: Vec::new() }
    }

    fn add(&mut self, state: State) -> usize {
        *self.index.entry(state).or_insert_with(|| {
            self.states.push(state);
            self.states.len() - 1
        })
    }

    fn explore(&mut self, game: &Tm, root: State) -> usize {
        let root = self.add(without_counters(root));
        while self.next.len() < self.states.len() {
            let state = self.states[self.next.len()];
            let mut actions = Vec::new();
            game.legal_actions(&state, state.side.seat(), &mut actions);
            let after = actions.into_iter().map(|action| {
                let mut after = state;
                game.apply(&mut after, &mut Vec::new(), state.side.seat(), action);
                self.add(without_counters(after))
            });
            let next = after.collect();
            self.next.push(next);
        }
        root
    }

    /// In which positions can this seat force one of the endings?
    fn forced(&self, game: &Tm, seat: Seat, wanted: impl Fn(u8) -> bool) -> Vec<bool> {
        let over: Vec<_> = self.states.iter().map(|state| attack_share(game, state)).collect();
        let mut forced: Vec<bool> = over.iter().map(|share| share.is_some_and(&wanted)).collect();
        loop {
            let mut changed = false;
            for (at, state) in self.states.iter().enumerate().filter(|(at, _)| over[*at].is_none()) {
                let mut after = self.next[at].iter().map(|&next| forced[next]);
                let now = if state.side.seat() == seat { after.any(|x| x) } else { after.all(|x| x) };
                changed |= now && !forced[at];
                forced[at] |= now;
            }
            if !changed {
                return forced;
            }
        }
    }
}

/// Compares the search with [`Iterated`] in random positions; returns how many the attack and the musketeers win.
fn compare_with_iteration(game: &Tm, seed: u64, positions: u32) -> (u32, u32) {
    let (mut rng, mut won) = (Rng::new(seed), (0, 0));
    let mut all = Iterated::new();
    let plays: Vec<_> = (0..positions).map(|n| random_position(game, &mut rng, 5 + n as usize % 4)).collect();
    let roots: Vec<_> = plays.iter().map(|play| all.explore(game, play.state)).collect();
    let attack_wins = all.forced(game, ATTACK, |share| share == 2);
    let attack_does_not_lose = all.forced(game, ATTACK, |share| share > 0);
    for (play, root) in plays.iter().zip(roots) {
        let found = verdict(game, &play.state, ATTACK);
        assert_eq!(matches!(found, Verdict::Won(_)), attack_wins[root], "{:?}", play.state);
        assert_eq!(found == Verdict::NotWon, !attack_wins[root], "{:?}", play.state);
        won.0 += u32::from(attack_wins[root]);
        let found = verdict(game, &play.state, MUSKETEERS);
        assert_eq!(matches!(found, Verdict::Won(_)), !attack_does_not_lose[root], "{:?}", play.state);
        assert_eq!(found == Verdict::NotWon, attack_does_not_lose[root], "{:?}", play.state);
        won.1 += u32::from(!attack_does_not_lose[root]);
    }
    won
}

#[test]
fn every_position_of_small_boards_is_decided_as_by_iteration() {
    for (wide, green) in [("a2-b2-c2", "a4-b4-c4"), ("a4-b4-c4", "a2-b2-c2")] {
        let game = small_game(wide, green, &[], 100);
        let (attack, musketeers) = compare_with_iteration(&game, 1, 120);
        assert!(attack > 10 && musketeers > 10, "{attack} and {musketeers} of 120");
    }
}

#[test]
fn a_rescue_that_is_awaited_counts_its_turns() {
    let game = small_game("a4-b4-c4", "a2-b2-c2", &[("rescue", "in_any_way")], 100);
    compare_with_iteration(&game, 2, 60);
}

#[test]
fn where_repetition_is_a_tie_only_finite_strategies_win() {
    let game = small_game("a2-b2-c2", "a4-b4-c4", &[("repetition", "draw")], 100);
    let mut rng = Rng::new(3);
    for n in 0..60 {
        let play = random_position(&game, &mut rng, 6 + n % 3);
        let mut all = Iterated::new();
        let root = all.explore(&game, play.state);
        for (seat, share) in [(ATTACK, 2), (MUSKETEERS, 0)] {
            let wins = all.forced(&game, seat, |found| found == share)[root];
            match verdict(&game, &play.state, seat) {
                Verdict::Won(strategy) => assert!(wins && strategy.kind == StrategyKind::Finite),
                found => assert!(!wins && found == Verdict::Open, "{found:?}"),
            }
        }
    }
}

/// What proofs rely on: states that differ only in counters of endless play offer the same actions, and positions that
/// TM-19 calls the same are the same without these counters.
#[test]
fn timeless_states_are_the_same_where_the_rules_say_so() {
    for (game, matches) in [(standard_game(), 20), (small_game("a2-b2-c2", "a4-b4-c4", &[], 100), 200)] {
        let (mut rng, mut known, mut again) = (Rng::new(5), HashMap::new(), 0);
        for _ in 0..matches {
            let mut play = Play::start(&*game);
            while let Turn::Seats(seats) = play.turn(&game) {
                let seat = seats.iter().next().expect("a seat");
                let timeless = game.timeless(&play.state);
                let (mut actions, mut same) = (Vec::new(), Vec::new());
                game.legal_actions(&play.state, seat, &mut actions);
                game.legal_actions(&timeless, seat, &mut same);
                assert_eq!(actions, same);
                again += u32::from(known.insert(play.state.key(), timeless).is_some_and(|before| {
                    assert_eq!(before, timeless);
                    true
                }));
                let action = rng.one(&actions).expect("an action");
                play.apply(&game, seat, action);
            }
        }
        assert!(again > 20, "{again}");
    }
}

/// Plays out every line with its history. Positions are remembered with the part of the history that can still count.
struct Exhaustive<'g> {
    game: &'g Tm,
    known: HashMap<(State, Vec<u64>), u8>,
}

/// Maximum number of remembered positions, so that a test takes a moment.
const MOST_KNOWN: usize = 30_000;

impl Exhaustive<'_> {
    /// The attack's share with best play; `None` if there are too many lines.
    fn attack_share(&mut self, play: &mut Play<Tm>) -> Option<u8> {
        let over = attack_share(self.game, &play.state);
        if over.is_some() || self.known.len() > MOST_KNOWN {
            return over;
        }
        let reach = play.history.len().saturating_sub(usize::from(play.state.since) + 1);
        let mut past = play.history[reach..].to_vec();
        past.sort_unstable();
        let key = (play.state, past);
        if let Some(share) = self.known.get(&key) {
            return Some(*share);
        }
        let (seat, before) = (play.state.side.seat(), play.bookmark());
        let (best, mut found) = if seat == ATTACK { (2, 0) } else { (0, 2) };
        let mut actions = Vec::new();
        self.game.legal_actions(&play.state, seat, &mut actions);
        for action in actions {
            play.apply(self.game, seat, action);
            let share = self.attack_share(play);
            play.back_to(before);
            found = if seat == ATTACK { share?.max(found) } else { share?.min(found) };
            if found == best {
                break;
            }
        }
        self.known.insert(key, found);
        Some(found)
    }
}

#[test]
fn what_is_proven_holds_with_every_history() {
    let (mut won, mut undecided) = ([0, 0], 0);
    // Five quiet turns are enough for a third repetition.
    for (limit, repetition) in [(1, "musketeers"), (2, "draw"), (5, "musketeers"), (5, "draw")] {
        let game = small_game("a2-b2-c2", "a4-b4-c4", &[("repetition", repetition)], limit);
        let mut rng = Rng::new(limit as u64);
        for n in 0..60 {
            let mut play = random_position(&game, &mut rng, 6 + n % 3);
            play.state.quiet = rng.below(limit as u32) as u16;
            let state = play.state;
            let Some(share) = (Exhaustive { game: &game, known: HashMap::new() }).attack_share(&mut play) else {
                continue;
            };
            for (seat, wanted) in [(ATTACK, 2), (MUSKETEERS, 0)] {
                match verdict(&game, &state, seat) {
                    Verdict::Won(_) => assert_eq!(share, wanted, "{seat:?} {state:?}"),
                    Verdict::NotWon => assert_ne!(share, wanted, "{seat:?} {state:?}"),
                    Verdict::Open => {
                        undecided += 1;
                        continue;
                    }
                }
                won[seat.index()] += u32::from(share == wanted);
            }
        }
    }
    assert!(won[0] > 5 && won[1] > 5 && undecided < 200, "{won:?} {undecided}");
}

/// The attack completes the castle in two turns, or must not move at all.
fn attack_to_win() -> (Arc<Tm>, State) {
    let game = standard_game();
    let names = |text: &str| text.split(' ').map(str::to_owned).collect();
    let setup = Setup {
        attackers: names("b9 c9 d9 e9 f9 g9 h9 c8 d8 e8 f8 g8 c7 d7 e7 d6 e6 f6"),
        musketeers: names("g7 a3 i3"),
        to_act: "attack".to_owned(),
        jumper: None,
        quiet: 0,
        waited: 0,
        earlier: vec![],
    };
    let (state, _) = game.place(setup).expect("a position");
    (game, state)
}

fn search(game: &Tm, state: &State, seat: Seat) -> Verdict {
    ProofSearch::new(100_000).run(game, state, seat, &mut |_| true).expect("a search").verdict
}

#[test]
fn the_same_search_finds_the_same_and_can_be_stopped() {
    let (game, state) = attack_to_win();
    assert_eq!(search(&game, &state, ATTACK), search(&game, &state, ATTACK));
    let start = standard_game().start(&mut Vec::new());
    let mut asked = 0;
    let mut once = |nodes| {
        asked += 1;
        nodes < 2_000
    };
    let found = ProofSearch::new(1 << 20).run(&*game, &start, ATTACK, &mut once).expect("a search");
    assert!(found.stopped && found.nodes < 3_000 && asked >= 2 && found.verdict == Verdict::Open);
    let found = ProofSearch::new(500).run(&*game, &start, ATTACK, &mut |_| true).expect("a search");
    assert!(!found.stopped && found.nodes == 500 && found.verdict == Verdict::Open);
}

#[test]
fn matches_that_are_over_and_games_with_chance_are_refused() {
    let (game, mut state) = attack_to_win();
    state.ending = games::three_musketeers::Ending::Stuck;
    let found = ProofSearch::new(10).run(&*game, &state, ATTACK, &mut |_| true);
    assert_eq!(found.unwrap_err(), Unprovable::Over);
    let conflict = TypedMatch::<Conflict>::open(&MatchConfig::players(2)).expect("a match");
    let found = ProofSearch::new(10).run(&**conflict.game(), &conflict.current_play().state, Seat(0), &mut |_| true);
    assert_eq!(found.unwrap_err(), Unprovable::Game);
}

#[test]
fn a_win_that_patience_would_end_is_not_claimed() {
    let game = small_game("a2-b2-c2", "a4-b4-c4", &[], 100);
    let only_sideways = |state: &State| {
        let mut actions = Vec::new();
        game.legal_actions(state, ATTACK, &mut actions);
        !actions.is_empty() && actions.iter().all(|action| action.from.row() == action.to.row())
    };
    let mut rng = Rng::new(7);
    let mut refuted = 0;
    for n in 0..20_000 {
        let state = random_position(&game, &mut rng, 5 + n % 4).state;
        if !only_sideways(&state) {
            continue;
        }
        let Verdict::Won(strategy) = verdict(&game, &state, ATTACK) else { continue };
        let mut late = state;
        late.quiet = 99;
        let flaw = check_strategy(&*game, &late, ATTACK, &strategy, 1 << 20).expect_err("one turn too many");
        assert!(matches!(flaw, Flaw::NotWon { ref rule, .. } if rule == "TM-20"), "{flaw:?}");
        assert_eq!(verdict(&game, &late, ATTACK), Verdict::Open);
        refuted += 1;
        if refuted == 10 {
            break;
        }
    }
    assert!(refuted > 0);
}

#[test]
fn a_holding_strategy_is_refused_where_endless_play_is_not_won() {
    let game = small_game("a2-b2-c2", "a4-b4-c4", &[], 100);
    let tied = small_game("a2-b2-c2", "a4-b4-c4", &[("repetition", "draw")], 100);
    let mut rng = Rng::new(8);
    let held = (0..100).find_map(|_| {
        let state = random_position(&game, &mut rng, 4).state;
        let Verdict::Won(strategy) = verdict(&game, &state, MUSKETEERS) else { return None };
        let leads_back = |(at, node): (usize, &StrategyNode)| node.next().iter().any(|&next| next as usize <= at);
        strategy.nodes.iter().enumerate().any(leads_back).then_some((state, strategy))
    });
    let (state, strategy) = held.expect("a strategy with a cycle");
    assert_eq!(strategy.length(), None);
    assert_eq!(check_strategy(&*tied, &state, MUSKETEERS, &strategy, 1 << 20), Err(Flaw::NotHeld));
    assert_eq!(check_strategy(&*game, &state, ATTACK, &strategy, 1 << 20), Err(Flaw::NotHeld));
    let finite = Strategy { kind: StrategyKind::Finite, ..strategy };
    let flaw = check_strategy(&*game, &state, MUSKETEERS, &finite, 1 << 20);
    assert!(matches!(flaw, Err(Flaw::LeadsBack(_))), "{flaw:?}");
}
