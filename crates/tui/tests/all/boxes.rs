//! Ranger Commandos, Hit the Beach and Conflict: dial and dice, paths, acts, trays, turns
//! in two parts, and a board that is larger than the screen.

use crate::party::{Party, seated, seeded, with_option};
use boxtop_tui::{Key, Local, Look, NewMatch, Overlay, Side, lines};
use kernel::dynamic::{DynGame, LegalMove};
use kernel::scene::{Spot, Tone};

const RANGERS: &str = "ranger-commandos";
const BEACH: &str = "hit-the-beach";
const CONFLICT: &str = "conflict";
const ALL: [&str; 3] = [RANGERS, BEACH, CONFLICT];

fn title(slug: &str) -> &'static dyn DynGame {
    catalog::game(slug).expect("it is on the shelf")
}

/// Everybody at one terminal.
fn everybody(players: usize) -> NewMatch {
    seated(&vec!["me"; players])
}

fn begun(slug: &str, players: usize, seed: u8) -> Party {
    Party::at(seeded(title(slug), &everybody(players), seed))
}

/// What looks best at once, and otherwise one chosen by a number.
fn chosen(offers: &[LegalMove], number: usize) -> Option<&LegalMove> {
    let best = offers.iter().max_by_key(|offer| (offer.gesture.tone != Tone::Harm, offer.gesture.tone))?;
    if best.gesture.tone > Tone::Plain && best.gesture.tone != Tone::Harm {
        return Some(best);
    }
    let safe: Vec<&LegalMove> = offers.iter().filter(|offer| offer.gesture.tone != Tone::Harm).collect();
    safe.get(number * 7919 % safe.len().max(1)).copied().or(offers.first())
}

/// What somebody types who plays by a fixed rule; `None` when it is over.
fn next_line(local: &Local, number: usize) -> Option<String> {
    let seen = local.view();
    match (seen.my_throw(), seen.acting().next()) {
        _ if seen.is_over() => None,
        (Some(_), _) => Some("throw".into()),
        (None, Some(seat)) => {
            let action = chosen(seen.legal_moves(Some(seat)), number).expect("an offer").action.clone();
            Some(format!("{}: {action}", seen.seats[seat.index()].id))
        }
        (None, None) => panic!("it waits for nobody: {:?}", seen.view.turn),
    }
}

/// Plays on by typed lines until this holds; `false` when the match ended before.
fn play_until(party: &mut Party, holds: impl Fn(&Party) -> bool) -> bool {
    for number in 0..4000 {
        if holds(party) {
            return true;
        }
        let Some(line) = next_line(&party.local, number) else { return false };
        let before = party.local.version();
        party.line(&line);
        assert!(party.local.version() > before, "{line}: {}", party.note());
    }
    panic!("it never ends")
}

fn snapshot(name: &str, party: &mut Party, sizes: &[(u16, u16)]) {
    for (width, height) in sizes {
        insta::assert_snapshot!(format!("{name}-{width}x{height}"), party.text(*width, *height, Look::PLAIN));
    }
}

const SIZES: [(u16, u16); 3] = [(80, 24), (100, 40), (140, 50)];

/// A position that everybody played for a while, where the one who is to act has this.
fn at(slug: &str, players: usize, open: impl Fn(&[LegalMove]) -> bool) -> Party {
    for seed in 1..20 {
        let mut party = begun(slug, players, seed);
        if play_until(&mut party, |party| open(party.app.legal_moves())) {
            return party;
        }
    }
    panic!("no such position in twenty matches of {slug}")
}

#[test]
fn every_screen_of_a_match_is_drawn_in_any_size_plain_and_not() {
    for slug in ALL {
        let mut party = begun(slug, 2, 3);
        for number in 0..30 {
            let Some(line) = next_line(&party.local, number) else { break };
            party.line(&line);
            for (width, height) in [(56, 15), (80, 24)] {
                let plain = party.text(width, height, Look::PLAIN);
                assert!(plain.is_ascii() && !plain.contains('?') || plain.contains("? help"), "{slug}: {plain}");
                party.text(width, height, Look::FULL);
            }
        }
    }
}

#[test]
fn screens_of_the_rangers() {
    let mut party = at(RANGERS, 2, |offers| offers.iter().any(|offer| offer.gesture.path.len() > 1));
    party.key(Key::Enter);
    party.key(Key::Tab);
    snapshot("rangers-walk", &mut party, &SIZES);
    party.key(Key::Esc);
    play_until(&mut party, |party| {
        !party.app.previews().is_empty() && party.app.previews().iter().any(|o| !o.ends.is_empty())
    });
    snapshot("rangers-spin", &mut party, &SIZES);
}

#[test]
fn screens_of_the_beach() {
    let mut party = at(BEACH, 2, |offers| offers.iter().any(|offer| offer.action.starts_with("def-")));
    snapshot("beach-place", &mut party, &SIZES);
    play_until(&mut party, |party| !party.app.previews().is_empty());
    snapshot("beach-throw", &mut party, &SIZES);
}

#[test]
fn screens_of_conflict() {
    let mut party = at(CONFLICT, 4, |offers| offers.iter().any(|offer| offer.action.contains('x')));
    let taker =
        party.app.legal_moves().iter().find(|offer| offer.action.contains('x')).expect("one").gesture.steps.clone();
    for _ in 0..400 {
        if party.app.cursor() == taker[0] {
            break;
        }
        party.key(Key::Tab);
    }
    party.key(Key::Enter);
    for _ in 0..400 {
        if party.app.cursor() == taker[1] {
            break;
        }
        party.key(Key::Tab);
    }
    snapshot("conflict-take", &mut party, &SIZES);
    party.key(Key::Esc);
    play_until(&mut party, |party| !party.app.previews().is_empty());
    snapshot("conflict-throw", &mut party, &SIZES);
}

/// The same with a limit, so that a match by a fixed rule is short.
fn short(slug: &str, players: usize) -> NewMatch {
    match slug {
        RANGERS => with_option(everybody(players), "dawn_round", 4),
        _ => with_option(everybody(players), "throw_limit", 12),
    }
}

/// Says the lines, one after the other, and what was answered.
fn converse(local: Local, script: &str) -> (String, Local) {
    let mut output = Vec::new();
    let local = lines::run(local, Look::PLAIN, true, script.as_bytes(), &mut output).expect("it goes on");
    (String::from_utf8(output).expect("text"), local)
}

#[test]
fn whole_matches_in_lines() {
    for slug in ALL {
        for players in if slug == RANGERS { 2..=4 } else { 2..=2 } {
            let begin = || seeded(title(slug), &short(slug, players), 9);
            let (mut local, mut script) = (begin(), String::new());
            for number in 0.. {
                let Some(line) = next_line(&local, number) else { break };
                script += &format!("{line}\n");
                local = converse(local, &line).1;
            }
            let (told, ended) = converse(begin(), &(script + "trays\nundo\nq9\nnew\n"));
            assert!(told.contains("The game is over.") && told.is_ascii(), "{told}");
            assert!(!told.lines().any(|line| line.chars().count() > 80), "{slug} fits into eighty columns");
            assert_eq!(ended.view().seats.len(), players);
            assert!(!ended.view().is_over(), "the next one has begun");
        }
    }
}

#[test]
fn bad_lines_are_answered_and_change_nothing() {
    for slug in ALL {
        let local = seeded(title(slug), &everybody(2), 4);
        let nonsense =
            "nobody: throw\nq99\nmoves\nmoves zz\nrules 999\n+\n5:\n5:zz-zz\n-\n\u{1b}[2Jx\nbefall 6\naid\nundo\n";
        let (told, after) = converse(local, nonsense);
        assert!(after.view().view.log.is_empty(), "{told}");
        assert!(told.contains("! Nobody is called \"nobody\" here"), "{told}");
        assert!(told.contains("There is no rule 999"), "{told}");
        let mut party = at(slug, 2, |offers| !offers.is_empty());
        let before = party.moves();
        for line in ["zz9-zz9", "pass pass pass", "moves zz", "5:a1xa1-a1", "def-XX", "q99", "+tank"] {
            party.keys(":");
            party.line(line);
            assert!(!party.note().is_empty(), "{slug}: {line} is answered");
            assert_eq!(party.moves(), before);
        }
    }
}

#[test]
fn a_seat_with_a_number_is_spoken_for() {
    let (told, local) = converse(seeded(title(RANGERS), &everybody(2), 3), "p1: throw\np2: throw\np9: throw\n");
    assert_eq!(local.view().view.log.len(), 2, "{told}");
    assert!(told.contains("there are p1, p2"), "{told}");
}

#[test]
fn a_letter_that_leaves_is_asked_for_twice_where_it_begins_a_space() {
    let mut party = begun(RANGERS, 2, 3);
    party.keys("q");
    assert!(!party.left && party.note().contains("q once more"), "{}", party.note());
    party.keys("4");
    assert_eq!(party.app.typing(), Some("q4"));
    party.key(Key::Esc);
    party.keys("q");
    party.key(Key::Down);
    party.keys("q");
    assert!(!party.left, "something else in between forgets the first");
    party.keys("q");
    assert!(party.left);
    let mut party = begun(BEACH, 2, 3);
    party.keys("R5");
    assert_eq!((party.app.typing(), party.app.overlay()), (Some("R5"), &Overlay::None), "R alone asks, R5 is a space");
    party.key(Key::Esc);
    party.keys("q");
    assert!(party.left, "no space begins with q here");
}

#[test]
fn undo_is_asked_for_twice_where_it_begins_a_square() {
    let mut party = at(CONFLICT, 2, |offers| offers.iter().any(|offer| offer.action.starts_with("5:plane-")));
    let action = party.app.legal_moves()[0].action.clone();
    party.line(&action);
    let moved = party.moves();
    party.keys("u");
    assert_eq!(party.moves(), moved);
    party.keys("u");
    assert_eq!(party.moves().len() + 1, moved.len(), "{}", party.note());
}

#[test]
fn the_word_throw_throws_once() {
    let mut party = begun(RANGERS, 2, 3);
    party.line("throw");
    assert_eq!((party.moves().len(), party.app.typing()), (1, None), "the next spin is another player’s");
    party.keys("th5");
    assert_eq!((party.moves().len(), party.app.typing()), (2, Some("h5")), "t has thrown, and h5 is a space");
}

/// A column of the screen without its first and its last rows, which go across.
fn column(text: &str, at: usize) -> String {
    let rows: Vec<&str> = text.lines().collect();
    rows[1..rows.len() - 5].iter().map(|row| row.chars().nth(at).unwrap_or(' ')).collect()
}

#[test]
fn a_column_stays_free_between_board_and_words() {
    for slug in ALL {
        let mut party = begun(slug, 2, 3);
        for number in 0..40 {
            let text = party.text(80, 24, Look::PLAIN);
            assert_eq!(column(&text, 49).trim(), "", "{slug}: {text}");
            let Some(line) = next_line(&party.local, number) else { break };
            party.line(&line);
        }
    }
}

#[test]
fn conflict_opens_on_the_own_corner() {
    // Row and column of each home circle: their names stay in sight when the board is scrolled.
    for (side, row, columns) in
        [("red", " 3 ", "a b c"), ("orange", " 3 ", "y z a"), ("yellow", " 26 ", "y z a"), ("green", " 26 ", "a b c")]
    {
        let new_match = NewMatch { side: Some(Side::Seat(side.into())), ..everybody(4) };
        let mut party = Party::at(seeded(title(CONFLICT), &new_match, 3));
        let check = |text: &str| {
            let circle = text.lines().find(|line| line.starts_with(row)).unwrap_or_default();
            assert!(circle.contains('@'), "{side}: {text}");
            assert!(text.lines().any(|line| line.contains(columns)), "{side}: {text}");
        };
        check(&party.text(80, 24, Look::PLAIN));
        party.settle();
        for number in 0..60 {
            if party.app.seen().my_throw().is_some() {
                break;
            }
            let line = next_line(&party.local, number).expect("it goes on");
            party.line(&line);
            party.settle();
        }
        check(&party.text(80, 24, Look::PLAIN));
        // Thrown, and a piece waits beside the board.
        party.line("throw");
        check(&party.text(80, 24, Look::PLAIN));
    }
}

#[test]
fn the_beach_has_the_names_of_its_spaces() {
    let mut party = begun(BEACH, 2, 3);
    for (width, height) in [(80, 24), (100, 40), (140, 50)] {
        for look in [Look::PLAIN, Look::FULL] {
            let text = party.text(width, height, look);
            let board: Vec<&str> = text.lines().flat_map(|line| line.split_whitespace()).collect();
            let plan = &party.app.seen().view.scene.plan;
            let named = plan.spaces.iter().filter(|space| board.contains(&space.id.as_str())).count();
            assert!(named > 20, "{named} at {width} by {height}: {text}");
        }
    }
    let (told, _) = converse(seeded(title(BEACH), &everybody(2), 3), "board\n");
    for name in ["R21", "HQ", "K23", "SB"] {
        assert!(told.split_whitespace().any(|word| word == name), "{name}: {told}");
    }
}

#[test]
fn no_text_of_a_match_has_signs_of_markdown() {
    for slug in catalog::games().iter().map(|title| title.info().slug) {
        let players = title(slug).info().players[0].into();
        let mut party = begun(slug, players, 5);
        let ids: Vec<String> = title(slug).rule_book().rules.iter().map(|rule| rule.id.clone()).collect();
        let rules: String = ids.iter().map(|id| format!("rules {id}\n")).collect();
        let script = format!("aid\nrules all\nhelp\nmoves\nthrow\nmoves\ntrays\nlog\n{rules}");
        let (mut told, _) = converse(seeded(title(slug), &everybody(players), 5), &script);
        for (number, id) in ids.iter().enumerate() {
            party.keys(":");
            party.line(&format!("rules {id}"));
            told += &party.text(80, 60, Look::PLAIN);
            party.key(Key::Esc);
            let Some(line) = next_line(&party.local, number) else { break };
            party.line(&line);
            told += &party.text(120, 50, Look::PLAIN);
        }
        for sign in ["**", "`", "](", "|---", "\n#", "| ---"] {
            assert!(!told.contains(sign), "{slug}: {sign}: {told}");
        }
    }
}

#[test]
fn rules_at_hand_are_one_key_away() {
    let mut party = begun(CONFLICT, 2, 3);
    party.keys("a");
    let shown = party.text(80, 24, Look::PLAIN);
    assert!(shown.contains("What takes what") && shown.contains("  artillery only  "), "{shown}");
    party.keys("a");
    assert!(party.text(80, 24, Look::PLAIN).contains("On a circle"));
    party.keys("aa");
    assert_eq!(*party.app.overlay(), Overlay::None, "after the last the board again");
    let (told, _) = converse(seeded(title(CONFLICT), &everybody(2), 3), "aid\n");
    assert!(told.contains("\nships take  ") && told.contains("CF-18"), "{told}");
    let mut party = begun("three-musketeers", 2, 3);
    party.keys("a");
    assert!(party.note().contains("no quick rules"), "{}", party.note());
}

#[test]
fn a_turn_in_two_parts_is_taken_back_part_by_part() {
    let mut party = at(BEACH, 2, |offers| offers.iter().any(|offer| offer.action.starts_with("def-")));
    let placing = party.moves();
    assert!(party.app.picked().is_empty(), "nothing is in the hand but the defender, who is put down by Enter");
    // A space that takes no defender: the game says why, by pointing and by typing.
    party.line("def-HQ");
    assert!(party.note().contains("HB-"), "{}", party.note());
    party.key(Key::Tab);
    let circle = party.app.cursor().to_owned();
    party.key(Key::Enter);
    assert_eq!(party.moves().last(), Some(&format!("def-{circle}")));
    party.keys("u");
    assert_eq!(party.moves(), placing, "the defender is in the hand again");
    party.keys("u");
    assert_eq!(party.moves(), placing[..placing.len() - 1], "and now the move is taken back, up to the throw");
    assert!(party.app.legal_moves().iter().any(|offer| Some(&offer.action) == placing.last()), "and can be made again");
    party.keys("u");
    assert!(party.note().contains("A throw stands"), "{}", party.note());
}

#[test]
fn alternatives_to_the_same_end_are_chosen_from_with_their_effect() {
    let shared = |offers: &[LegalMove]| {
        let of =
            |offer: &LegalMove| offers.iter().filter(|other| other.gesture.steps == offer.gesture.steps).count() > 1;
        offers.iter().find(|offer| offer.gesture.path.len() > 1 && of(offer)).map(|offer| offer.gesture.steps.clone())
    };
    let mut party = at(CONFLICT, 2, |offers| shared(offers).is_some());
    let steps = shared(party.app.legal_moves()).expect("it was found");
    // Where nothing else can move, the tray is in the hand already.
    for step in steps.iter().skip(party.app.picked().len()) {
        for _ in 0..600 {
            if party.app.cursor() == step {
                break;
            }
            party.key(Key::Tab);
        }
        party.key(Key::Enter);
    }
    assert!(matches!(party.app.overlay(), Overlay::Moves { .. }), "{:?} {}", steps, party.note());
    let labels: Vec<String> = party.app.open_offers().map(|offer| offer.gesture.label.clone()).collect();
    assert!(labels.len() > 1 && labels.iter().all(|label| label.contains(&steps[1])), "{labels:?}");
    let ways: Vec<Vec<String>> = (0..labels.len())
        .map(|_| {
            let way = party.app.way().to_vec();
            party.key(Key::Down);
            way
        })
        .collect();
    assert!(ways.iter().all(|way| way.last() == Some(&steps[1])), "each shows its own way: {ways:?}");
    let before = party.moves().len();
    party.key(Key::Enter);
    assert_eq!(party.moves().len(), before + 1);
}

#[test]
fn before_a_spin_every_circle_has_its_chance() {
    let mut party = at(RANGERS, 2, |offers| offers.iter().any(|offer| offer.gesture.tone == Tone::Harm));
    assert!(play_until(&mut party, |party| party.app.previews().iter().any(|preview| !preview.ends.is_empty())));
    let previews = party.app.previews().to_vec();
    let shown = party.text(140, 60, Look::PLAIN);
    assert!(shown.contains("Chance to reach: "), "{shown}");
    for (id, _) in previews.iter().flat_map(|preview| &preview.ends) {
        let p: f64 = previews
            .iter()
            .filter(|preview| preview.ends.iter().any(|(end, _)| end == id))
            .map(|preview| preview.lot.p)
            .sum();
        let told = format!("{id} {:.0}%", p * 100.0);
        let flat: String = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(&told) || shown.contains(" more."), "{told}: {shown}");
    }
}

#[test]
fn acts_and_light_are_told() {
    let mut party = begun(RANGERS, 2, 5);
    let night = party.text(100, 40, Look::PLAIN);
    assert!(night.contains("Ranger Commandos - night") && night.contains("Before the night"), "{night}");
    let over = |party: &Party| party.app.seen().view.scene.mood == Some("day");
    assert!(play_until(&mut party, over), "the whistle sounds");
    assert!(party.text(100, 40, Look::PLAIN).contains("Ranger Commandos - day"));
    let (mut local, mut told) = (seeded(title(RANGERS), &short(RANGERS, 2), 5), String::new());
    for number in 0.. {
        let Some(line) = next_line(&local, number) else { break };
        let (said, next) = converse(local, &line);
        told += &said;
        local = next;
    }
    assert!(told.contains("- Night -") && told.contains("- Day -") && told.contains("The raid"), "{told}");
}

#[test]
fn a_large_board_follows_the_cursor_and_keeps_its_names() {
    let on_board = |id: &String| !id.contains("home") && !id.contains("reserve");
    let open = |offers: &[LegalMove]| offers.iter().any(|offer| offer.gesture.steps.first().is_some_and(on_board));
    let mut party = at(CONFLICT, 2, open);
    (0..40).for_each(|_| {
        if !on_board(&party.app.cursor().to_owned()) {
            party.key(Key::Tab)
        }
    });
    for (key, row, column) in [(Key::Down, "28", ""), (Key::Up, "1", ""), (Key::Right, "", "b"), (Key::Left, "", "a")] {
        (0..40).for_each(|_| party.key(key));
        let shown = party.text(80, 24, Look::PLAIN);
        let rows: Vec<&str> = shown.lines().collect();
        assert!(rows[1..20].iter().any(|line| line.contains('[')), "the cursor is in sight: {shown}");
        let named = |line: &&str| row.is_empty() || line.split_whitespace().next() == Some(row);
        assert!(rows[1..18].iter().any(named), "row {row}: {shown}");
        let names = rows[18];
        assert!(names.split_whitespace().any(|name| column.is_empty() || name == column), "column {column}: {shown}");
    }
}

#[test]
fn pieces_and_marks_never_look_alike() {
    for title in catalog::games() {
        let session = title.open(&kernel::dynamic::MatchConfig::default()).expect("a match");
        let plan = session.scene(kernel::Viewer::Spectator).plan;
        for plain in [true, false] {
            let signs = draw::cells::Signs::of(&plan, plain);
            for art in &plan.tokens {
                let glyph = if plain { art.glyph.1 } else { art.glyph.0 };
                assert!(![signs.held, signs.must, signs.taken].contains(&glyph), "{}: {}", title.info().slug, art.kind);
            }
        }
    }
}

/// Of two like divisions that wait either is picked, and no note speaks of ids.
#[test]
fn either_of_two_like_divisions_is_picked_in_the_terminal() {
    for number in [1, 2] {
        let mut party = at(BEACH, 2, |offers| offers.iter().any(|offer| !offer.gesture.same.is_empty()));
        let waits = |offer: &&LegalMove| !offer.gesture.same.is_empty();
        let offer = party.app.legal_moves().iter().find(waits).expect("one").clone();
        let wanted = offer.gesture.choices(0).nth(number - 1).expect("two").clone();
        tab_to(&mut party, &wanted);
        let under = party.text(100, 40, Look::PLAIN);
        assert!(!under.contains(&wanted), "the place is named in words: {under}");
        party.key(Key::Enter);
        assert_eq!(party.app.picked(), std::slice::from_ref(&wanted), "in the hand");
        elsewhere(&mut party);
        let before = party.moves();
        party.key(Key::Enter);
        assert!(party.note().contains("HB-") && !party.note().contains(&wanted), "{}", party.note());
        assert_eq!(party.moves(), before);
        tab_to(&mut party, &offer.gesture.steps[1]);
        party.key(Key::Enter);
        assert_eq!(party.moves()[before.len()], offer.action);
    }
}

/// Goes on with Tab until the cursor is there.
fn tab_to(party: &mut Party, id: &str) {
    for _ in 0..200 {
        if party.app.cursor() == id {
            return;
        }
        party.key(Key::Tab);
    }
    panic!("Tab never comes to {id}");
}

/// Moves the cursor to a space where nothing stands and what is picked cannot go.
fn elsewhere(party: &mut Party) {
    for key in [Key::Down, Key::Right].into_iter().cycle().take(40) {
        party.key(key);
        let cursor = party.app.cursor().to_owned();
        let tokens = &party.app.seen().view.scene.tokens;
        let taken = tokens.iter().any(|token| token.at == Spot::Space(cursor.clone()));
        if !taken && !cursor.contains('-') && !party.app.targets().contains(&cursor) {
            return;
        }
    }
    panic!("every space is open");
}
