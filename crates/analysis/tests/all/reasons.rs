//! Reasons are true: what they say is found again by playing on.

use crate::records::{SHORT, config, random_match};
use games::Visitor;
use games::fighting_marines::{self, FightingMarines};
use games::hit_the_beach::{self, HitTheBeach};
use games::three_musketeers::ThreeMusketeers;
use kernel::dynamic::{MatchConfig, TypedMatch};
use kernel::{FullGame, Game, Play, RuleBook, Seat, Sentence, Turn};

/// Calls `check` for pairs of legal actions in positions of a random match.
fn pairs<G: FullGame>(
    config: &MatchConfig,
    seed: u64,
    mut check: impl FnMut(&G, &Play<G>, Seat, G::Action, G::Action, Vec<Sentence>),
) {
    let mut back = random_match(G::INFO.slug, config, seed);
    while back.undo() {
        let typed = back.as_any().downcast_ref::<TypedMatch<G>>().expect("a match of this game");
        let (game, play) = (typed.game(), typed.current_play());
        let Turn::Seats(seats) = play.turn(game) else { continue };
        for seat in seats.iter() {
            let mut actions = Vec::new();
            game.legal_actions(&play.state, seat, &mut actions);
            // Actions that are far apart in the list differ most.
            for at in (0..actions.len()).step_by(actions.len() / 12 + 1) {
                let (better, worse) = (actions[at], actions[(at + actions.len().div_ceil(2)) % actions.len()]);
                let facts = game.advantages(&play.state, seat, better, worse);
                check(game, play, seat, better, worse, facts);
            }
        }
    }
}

struct Facts(u8, &'static [(&'static str, i64)]);

impl Visitor for Facts {
    type Output = (usize, usize);

    fn visit<G: FullGame>(self) -> (usize, usize) {
        let book = RuleBook::read(G::INFO.rules).expect("a rule book");
        let (mut asked, mut answered) = (0, 0);
        let config = config((G::INFO.slug, self.0, self.1));
        pairs::<G>(&config, 4, |game, play, seat, better, _, facts| {
            asked += 1;
            answered += usize::from(!facts.is_empty());
            assert_eq!(game.advantages(&play.state, seat, better, better), [], "nothing speaks for the same action");
            for fact in facts {
                assert!(fact.text.ends_with('.') && !fact.rules.is_empty(), "{}", fact.text);
                for rule in fact.rules {
                    assert!(book.get(&rule.to_string()).is_some(), "{rule} in “{}”", fact.text);
                }
            }
        });
        (asked, answered)
    }
}

#[test]
fn every_game_has_reasons_that_cite_rules_and_none_for_an_action_against_itself() {
    for (slug, players, options) in SHORT {
        // In Conflict the first throws only bring pieces out.
        let options = if slug == "conflict" { &[("throw_limit", 60)][..] } else { options };
        let (asked, answered) = games::visit(slug, Facts(players, options)).expect("a game");
        assert!(answered * 20 >= asked, "{slug}, {players} players: {answered} of {asked}");
    }
}

/// The number in a sentence after these words.
fn number_after(text: &str, words: &str) -> Option<u32> {
    let rest = text.split(words).nth(1)?;
    rest.split(|letter: char| !letter.is_ascii_digit()).find(|part| !part.is_empty())?.parse().ok()
}

/// The number of the seat's men that the other seat can capture after this action and this total, if everybody else
/// passes.
fn in_reach(
    game: &FightingMarines,
    play: &Play<FightingMarines>,
    seat: Seat,
    action: fighting_marines::Action,
    total: u8,
) -> u32 {
    let mut play = play.clone();
    play.apply(game, seat, action);
    while let Turn::Seats(seats) = play.turn(game) {
        play.apply(game, seats.iter().next().expect("a seat"), fighting_marines::Action::Pass);
    }
    play.apply_chance(game, fighting_marines::Throw::Turn(total));
    let mut actions = Vec::new();
    game.legal_actions(&play.state, Seat(1 - seat.0), &mut actions);
    actions.iter().filter(|action| matches!(action, fighting_marines::Action::Capture(_))).count() as u32
}

#[test]
fn as_many_men_are_in_reach_of_a_throw_as_the_reason_says() {
    let mut checked = 0;
    let config = MatchConfig::players(2).with("throw_limit", 12_i64);
    for seed in 0..4 {
        pairs::<FightingMarines>(&config, seed, |game, play, seat, better, worse, facts| {
            for fact in facts.iter().filter(|fact| fact.text.contains("in reach of")) {
                let total = number_after(&fact.text, "in reach of").expect("a total") as u8;
                let (few, many) = match number_after(&fact.text, "Leaves ") {
                    Some(few) if !fact.text.starts_with("Leaves no") => (few, number_after(&fact.text, "instead of ")),
                    _ => (0, number_after(&fact.text, "other move leaves ")),
                };
                assert_eq!(in_reach(game, play, seat, better, total), few, "{}", fact.text);
                assert_eq!(Some(in_reach(game, play, seat, worse, total)), many, "{}", fact.text);
                checked += 1;
            }
        });
    }
    assert!(checked > 20, "{checked}");
}

/// The numbers with which the other seat wins after this action.
fn winning(game: &HitTheBeach, play: &Play<HitTheBeach>, seat: Seat, action: hit_the_beach::Action) -> Vec<u8> {
    let mut after = play.clone();
    after.apply(game, seat, action);
    let wins = |pips: &u8| {
        let mut thrown = after.clone();
        thrown.apply_chance(game, hit_the_beach::Throw::Turn(*pips));
        let (other, mut actions) = (Seat(1 - seat.0), Vec::new());
        game.legal_actions(&thrown.state, other, &mut actions);
        actions.into_iter().any(|action| {
            let mut end = thrown.clone();
            end.apply(game, other, action);
            game.outcome(&end.state).is_some_and(|outcome| outcome.share(other) == 1.0)
        })
    };
    (1..=6).filter(wins).collect()
}

#[test]
fn the_numbers_that_win_are_those_that_the_reason_names() {
    let mut checked = 0;
    let config = MatchConfig::players(2).with("throw_limit", 2_000_i64);
    for seed in 0..6 {
        pairs::<HitTheBeach>(&config, seed, |game, play, seat, better, worse, facts| {
            for fact in facts.iter().filter(|fact| fact.text.starts_with("Leaves") && fact.text.contains("win")) {
                let (few, many) = (winning(game, play, seat, better), winning(game, play, seat, worse));
                let names = |pips: &Vec<u8>| pips.iter().all(|pips| fact.text.contains(&format!("a {pips}")));
                assert!(few.len() < many.len() && names(&few) && names(&many), "{}: {few:?} {many:?}", fact.text);
                assert_eq!(few.is_empty(), fact.text.contains("no number"), "{}", fact.text);
                checked += 1;
            }
        });
    }
    assert!(checked > 0, "{checked}");
}

/// The number of men that musketeers could jump if it were their turn.
fn jumped(game: &ThreeMusketeers, state: &games::three_musketeers::State) -> usize {
    let mut turned = *state;
    turned.side = games::three_musketeers::Side::Musketeers;
    let mut actions = Vec::new();
    game.legal_actions(&turned, Seat(1), &mut actions);
    let jumps = actions.iter().filter(|action| state.attackers >> action.over().0 & 1 != 0 && action.from != action.to);
    let far = |action: &&games::three_musketeers::Action| {
        let (from, to) = (i32::from(action.from.0), i32::from(action.to.0));
        (from % 11 - to % 11).abs().max((from / 11 - to / 11).abs()) == 2
    };
    let mut over: Vec<u8> = jumps.filter(far).map(|action| action.over().0).collect();
    over.sort_unstable();
    over.dedup();
    over.len()
}

#[test]
fn as_many_men_can_be_jumped_as_the_reason_says() {
    let mut checked = 0;
    for seed in 0..3 {
        pairs::<ThreeMusketeers>(&config(SHORT[0]), seed, |game, play, seat, better, worse, facts| {
            let after = |action| {
                let mut next = play.clone();
                next.apply(game, seat, action);
                next
            };
            for fact in facts.iter().filter(|fact| fact.text.contains("to be jumped")) {
                let (best, other) = (after(better), after(worse));
                if best.turn(game) == Turn::Over || other.turn(game) == Turn::Over {
                    continue;
                }
                let (few, many) = (jumped(game, &best.state), jumped(game, &other.state));
                let said = if few == 0 { format!("leaves {many}") } else { format!("instead of {many}") };
                assert!(few < many && fact.text.contains(&said), "{}: {few} {many}", fact.text);
                checked += 1;
            }
        });
    }
    assert!(checked > 10, "{checked}");
}
