//! Ranger Commandos, Hit the Beach and Conflict: dial and dice, paths, acts, trays, turns in two parts, and a
//! board that is larger than the screen.

use crate::party::{Party, seeded, with_option, with_seats};
use boxtop_tui::{Key, Local, Look, NewMatch, Overlay, Side, lines};
use kernel::dynamic::{DynGame, LegalMove};
use kernel::scene::{Spot, Tone};

const RANGERS: &str = "ranger-commandos";
const BEACH: &str = "hit-the-beach";
const CONFLICT: &str = "conflict";
const ALL: [&str; 3] = [RANGERS, BEACH, CONFLICT];

fn game(slug: &str) -> &'static dyn DynGame {
    catalog::game(slug).expect("it is in the catalog")
}

/// Everybody at one terminal.
fn everybody(players: usize) -> NewMatch {
    with_seats(&vec!["me"; players])
}

fn begun(slug: &str, players: usize, seed: u8) -> Party {
    Party::at(seeded(game(slug), &everybody(players), seed))
}

/// The move with the best tone, or one chosen by a number.
fn chosen(moves: &[LegalMove], number: usize) -> Option<&LegalMove> {
    let best = moves.iter().max_by_key(|legal| (legal.gesture.tone != Tone::Harm, legal.gesture.tone))?;
    if best.gesture.tone > Tone::Plain && best.gesture.tone != Tone::Harm {
        return Some(best);
    }
    let safe: Vec<&LegalMove> = moves.iter().filter(|legal| legal.gesture.tone != Tone::Harm).collect();
    safe.get(number * 7919 % safe.len().max(1)).copied().or(moves.first())
}

/// The next line of a player who plays by a fixed rule; `None` if the match is over.
fn next_line(local: &Local, number: usize) -> Option<String> {
    let seen = local.view();
    match (seen.my_throw(), seen.acting().next()) {
        _ if seen.is_over() => None,
        (Some(_), _) => Some("throw".into()),
        (None, Some(seat)) => {
            let action = chosen(seen.legal_moves(Some(seat)), number).expect("a move").action.clone();
            Some(format!("{}: {action}", seen.seats[seat.index()].id))
        }
        (None, None) => panic!("it waits for nobody: {:?}", seen.view.turn),
    }
}

/// The line, with the answer to the question that its move asks, if it asks one.
fn confirmed(local: &Local, line: String) -> String {
    let seen = local.view();
    let typed = |legal: &LegalMove| line.ends_with(&format!(" {}", legal.action));
    let asks =
        seen.acting().any(|seat| seen.legal_moves(Some(seat)).iter().any(|one| typed(one) && one.confirm.is_some()));
    if asks { format!("{line}\nyes") } else { line }
}

/// Plays on by typed lines until this holds; `false` if the match ends before.
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

/// A position after some play in which the legal moves fulfil a condition.
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
    let mut party = at(RANGERS, 2, |moves| moves.iter().any(|legal| legal.gesture.path.len() > 1));
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
    let mut party = at(BEACH, 2, |moves| moves.iter().any(|legal| legal.action.starts_with("def-")));
    snapshot("beach-place", &mut party, &SIZES);
    play_until(&mut party, |party| !party.app.previews().is_empty());
    snapshot("beach-throw", &mut party, &SIZES);
}

#[test]
fn screens_of_conflict() {
    let mut party = at(CONFLICT, 4, |moves| moves.iter().any(|legal| legal.action.contains('x')));
    let taker =
        party.app.legal_moves().iter().find(|legal| legal.action.contains('x')).expect("one").gesture.steps.clone();
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

/// Plays these lines in line mode. Returns the output and the match.
fn converse(local: Local, script: &str) -> (String, Local) {
    let mut output = Vec::new();
    let local = lines::run(local, Look::PLAIN, true, script.as_bytes(), &mut output).expect("it goes on");
    (String::from_utf8(output).expect("text"), local)
}

#[test]
fn whole_matches_in_lines() {
    for slug in ALL {
        for players in if slug == RANGERS { 2..=4 } else { 2..=2 } {
            let begin = || seeded(game(slug), &short(slug, players), 9);
            let (mut local, mut script) = (begin(), String::new());
            for number in 0.. {
                let Some(line) = next_line(&local, number) else { break };
                let line = confirmed(&local, line);
                script += &format!("{line}\n");
                local = converse(local, &line).1;
            }
            let (output, ended) = converse(begin(), &(script + "trays\nundo\nq9\nnew\n"));
            assert!(output.contains("The game is over.") && output.is_ascii(), "{output}");
            assert!(!output.lines().any(|line| line.chars().count() > 80), "{slug} fits into eighty columns");
            assert_eq!(ended.view().seats.len(), players);
            assert!(!ended.view().is_over(), "the next one has begun");
        }
    }
}

#[test]
fn bad_lines_are_answered_and_change_nothing() {
    for slug in ALL {
        let local = seeded(game(slug), &everybody(2), 4);
        let nonsense =
            "nobody: throw\nq99\nmoves\nmoves zz\nrules 999\n+\n5:\n5:zz-zz\n-\n\u{1b}[2Jx\nbefall 6\naid\nundo\n";
        let (output, after) = converse(local, nonsense);
        assert!(after.view().view.log.is_empty(), "{output}");
        assert!(output.contains("! There is no seat \"nobody\" here"), "{output}");
        assert!(output.contains("There is no rule 999"), "{output}");
        let mut party = at(slug, 2, |moves| !moves.is_empty());
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
fn a_seat_with_a_number_can_be_named() {
    let (output, local) = converse(seeded(game(RANGERS), &everybody(2), 3), "p1: throw\np2: throw\np9: throw\n");
    assert_eq!(local.view().view.log.len(), 2, "{output}");
    assert!(output.contains("there are p1, p2"), "{output}");
}

#[test]
fn q_must_be_pressed_twice_where_it_starts_a_space() {
    let mut party = begun(RANGERS, 2, 3);
    party.keys("q");
    assert!(!party.left && party.note().contains("Press q again"), "{}", party.note());
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
fn u_must_be_pressed_twice_where_it_starts_a_square() {
    let mut party = at(CONFLICT, 2, |moves| moves.iter().any(|legal| legal.action.starts_with("5:plane-")));
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

/// A column of the screen without its first and last rows, which span the screen.
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
fn conflict_opens_on_your_own_corner() {
    // Row and column of each home circle: their names stay in sight when the board is scrolled.
    for (side, row, columns) in
        [("red", " 3 ", "a b c"), ("orange", " 3 ", "y z a"), ("yellow", " 26 ", "y z a"), ("green", " 26 ", "a b c")]
    {
        let new_match = NewMatch { side: Some(Side::Seat(side.into())), ..everybody(4) };
        let mut party = Party::at(seeded(game(CONFLICT), &new_match, 3));
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
        // After the throw, a piece waits beside the board.
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
    let (output, _) = converse(seeded(game(BEACH), &everybody(2), 3), "board\n");
    for name in ["R21", "HQ", "K23", "SB"] {
        assert!(output.split_whitespace().any(|word| word == name), "{name}: {output}");
    }
}

#[test]
fn no_text_of_a_match_has_markdown() {
    for slug in catalog::games().iter().map(|game| game.info().slug) {
        let players = game(slug).info().players[0].into();
        let mut party = begun(slug, players, 5);
        let ids: Vec<String> = game(slug).rule_book().rules.iter().map(|rule| rule.id.clone()).collect();
        let rules: String = ids.iter().map(|id| format!("rules {id}\n")).collect();
        let script = format!("aid\nrules all\nhelp\nmoves\nthrow\nmoves\ntrays\nlog\n{rules}");
        let (mut output, _) = converse(seeded(game(slug), &everybody(players), 5), &script);
        for (number, id) in ids.iter().enumerate() {
            party.keys(":");
            party.line(&format!("rules {id}"));
            output += &party.text(80, 60, Look::PLAIN);
            party.key(Key::Esc);
            let Some(line) = next_line(&party.local, number) else { break };
            party.line(&line);
            output += &party.text(120, 50, Look::PLAIN);
        }
        for sign in ["**", "`", "](", "|---", "\n#", "| ---"] {
            assert!(!output.contains(sign), "{slug}: {sign}: {output}");
        }
    }
}

#[test]
fn quick_rules_are_one_key_away() {
    let mut party = begun(CONFLICT, 2, 3);
    party.keys("a");
    let shown = party.text(80, 24, Look::PLAIN);
    assert!(shown.contains("What takes what") && shown.contains("  artillery only  "), "{shown}");
    party.keys("a");
    assert!(party.text(80, 24, Look::PLAIN).contains("On a circle"));
    party.keys("aa");
    assert_eq!(*party.app.overlay(), Overlay::None, "after the last the board again");
    let (output, _) = converse(seeded(game(CONFLICT), &everybody(2), 3), "aid\n");
    assert!(output.contains("\nships take  ") && output.contains("CF-18"), "{output}");
    let mut party = begun("three-musketeers", 2, 3);
    party.keys("a");
    assert!(party.note().contains("no quick rules"), "{}", party.note());
}

#[test]
fn a_turn_in_two_parts_is_undone_part_by_part() {
    let mut party = at(BEACH, 2, |moves| moves.iter().any(|legal| legal.action.starts_with("def-")));
    let placing = party.moves();
    assert!(party.app.picked().is_empty(), "nothing is in the hand but the defender, who is put down by Enter");
    // A space where no defender can be placed: the game says why, for pointing and typing.
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
    assert!(party.app.legal_moves().iter().any(|legal| Some(&legal.action) == placing.last()), "and can be made again");
    party.keys("u");
    assert!(party.note().contains("You cannot undo a throw"), "{}", party.note());
}

#[test]
fn moves_with_the_same_end_are_listed_with_their_effect() {
    let shared = |moves: &[LegalMove]| {
        let of =
            |legal: &LegalMove| moves.iter().filter(|other| other.gesture.steps == legal.gesture.steps).count() > 1;
        moves.iter().find(|legal| legal.gesture.path.len() > 1 && of(legal)).map(|legal| legal.gesture.steps.clone())
    };
    let mut party = at(CONFLICT, 2, |moves| shared(moves).is_some());
    let steps = shared(party.app.legal_moves()).expect("it was found");
    // If nothing else can move, the tray is already picked.
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
    let labels: Vec<String> = party.app.open_moves().map(|legal| legal.gesture.label.clone()).collect();
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
fn before_a_spin_the_chance_of_every_circle_is_shown() {
    let mut party = at(RANGERS, 2, |moves| moves.iter().any(|legal| legal.gesture.tone == Tone::Harm));
    assert!(play_until(&mut party, |party| party.app.previews().iter().any(|preview| !preview.ends.is_empty())));
    let previews = party.app.previews().to_vec();
    let shown = party.text(140, 60, Look::PLAIN);
    assert!(shown.contains("Chance to reach: "), "{shown}");
    for (id, _) in previews.iter().flat_map(|preview| &preview.ends) {
        let p: f64 = previews
            .iter()
            .filter(|preview| preview.ends.iter().any(|(end, _)| end == id))
            .map(|preview| preview.chance.p)
            .sum();
        let chance = format!("{id} {:.0}%", p * 100.0);
        let flat: String = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(&chance) || shown.contains(" more."), "{chance}: {shown}");
    }
}

#[test]
fn acts_and_moods_are_shown() {
    let mut party = begun(RANGERS, 2, 5);
    let night = party.text(100, 40, Look::PLAIN);
    assert!(night.contains("Ranger Commandos - night") && night.contains("Before the night"), "{night}");
    let over = |party: &Party| party.app.seen().view.scene.mood == Some("day");
    assert!(play_until(&mut party, over), "the whistle sounds");
    assert!(party.text(100, 40, Look::PLAIN).contains("Ranger Commandos - day"));
    let (mut local, mut output) = (seeded(game(RANGERS), &short(RANGERS, 2), 5), String::new());
    for number in 0.. {
        let Some(line) = next_line(&local, number) else { break };
        let (said, next) = converse(local, &line);
        output += &said;
        local = next;
    }
    assert!(output.contains("- Night -") && output.contains("- Day -") && output.contains("The raid"), "{output}");
}

#[test]
fn a_large_board_follows_the_cursor_and_keeps_its_names() {
    let on_board = |id: &String| !id.contains("home") && !id.contains("reserve");
    let open = |moves: &[LegalMove]| moves.iter().any(|legal| legal.gesture.steps.first().is_some_and(on_board));
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
fn pieces_and_marks_have_different_signs() {
    for game in catalog::games() {
        let game_match = game.open(&kernel::dynamic::MatchConfig::default()).expect("a match");
        let plan = game_match.scene(kernel::Viewer::Spectator).plan;
        for plain in [true, false] {
            let signs = draw::cells::Signs::of(&plan, plain);
            for art in &plan.tokens {
                let glyph = if plain { art.glyph.1 } else { art.glyph.0 };
                assert!(![signs.held, signs.must, signs.taken].contains(&glyph), "{}: {}", game.info().slug, art.kind);
            }
        }
    }
}

/// Either of two identical divisions can be picked, and no note has an id.
#[test]
fn either_of_two_like_divisions_is_picked_in_the_terminal() {
    for number in [1, 2] {
        let mut party = at(BEACH, 2, |moves| moves.iter().any(|legal| !legal.gesture.same.is_empty()));
        let waits = |legal: &&LegalMove| !legal.gesture.same.is_empty();
        let legal = party.app.legal_moves().iter().find(waits).expect("one").clone();
        let wanted = legal.gesture.choices(0).nth(number - 1).expect("two").clone();
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
        tab_to(&mut party, &legal.gesture.steps[1]);
        party.key(Key::Enter);
        assert_eq!(party.moves()[before.len()], legal.action);
    }
}

/// Presses Tab until the cursor is there.
fn tab_to(party: &mut Party, id: &str) {
    for _ in 0..200 {
        if party.app.cursor() == id {
            return;
        }
        party.key(Key::Tab);
    }
    panic!("Tab never comes to {id}");
}

/// Moves the cursor to an empty space that is not a target.
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

#[test]
fn a_walk_onto_a_sentry_is_played_only_after_yes() {
    let asks = |moves: &[LegalMove]| moves.iter().find(|legal| legal.confirm.is_some()).cloned();
    let mut party = at(RANGERS, 2, |moves| asks(moves).is_some());
    let walk = asks(party.app.legal_moves()).expect("such a walk");
    let before = party.moves();
    for (answer, played) in [("n", 0), ("y", 1)] {
        party.keys(&format!(":{}", walk.action));
        party.key(Key::Enter);
        assert!(matches!(party.app.overlay(), Overlay::Confirm { .. }), "it asks");
        let text = party.text(80, 24, Look::PLAIN);
        assert!(text.contains("this raises the alarm") && text.contains("y: play it"), "{text}");
        party.keys(answer);
        assert_eq!((party.moves().len(), party.app.overlay()), (before.len() + played, &Overlay::None), "{answer}");
        party.key(Key::Esc);
    }
    let party = at(RANGERS, 2, |moves| asks(moves).is_some());
    let before = party.local.version();
    let (output, local) = converse(party.local, &format!("{}\nno\n", walk.action));
    let output = output.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(output.contains("Go on? Type yes or no.") && output.contains("Nothing was played."), "{output}");
    assert_eq!(local.version(), before);
    let (output, local) = converse(local, &format!("{}\nyes\n", walk.action));
    assert!(output.contains("the whistle!") && local.version() > before, "{output}");
}
