//! A game with dice, trays and four seats, played with the keyboard and in lines.

use crate::party::{Party, archive, marines, marines_with, seeded, with_option};
use boxtop_tui::{Key, Local, Look, NewMatch, Overlay, lines};
use kernel::Turn;
use kernel::scene::Throw;

fn alone() -> NewMatch {
    marines_with(&["me", "private", "private", "private"])
}

/// A match in which it is the person's turn to throw for the platform.
fn at_my_throw(seed: u8) -> Party {
    let mut party = Party::at(seeded(marines(), &alone(), seed));
    party.settle();
    while party.app.previews().is_empty() {
        play_on(&mut party);
    }
    party
}

/// One step of the person here, by keys alone: throws, points, chooses, passes.
fn play_on(party: &mut Party) {
    let before = party.local.version();
    if party.app.seen().my_throw().is_some() {
        party.key(Key::Enter);
    } else if party.app.legal_moves().iter().all(|legal| legal.gesture.steps.is_empty()) {
        party.keys(".");
    } else {
        point_out_an_action(party);
    }
    assert!(party.local.version() > before, "nothing happened: {} {:?}", party.note(), party.app.legal_moves());
    party.settle();
}

/// Presses Enter at the cursor and Tab to the next target, until something is played.
fn point_out_an_action(party: &mut Party) {
    let before = party.local.version();
    for _ in 0..6 {
        if party.app.picked().is_empty() || party.app.picked().last().is_some_and(|id| id == party.app.cursor()) {
            party.key(Key::Tab);
        }
        party.key(Key::Enter);
        if *party.app.overlay() != Overlay::None {
            assert!(party.app.open_moves().count() > 1, "a list of one is no choice");
            party.key(Key::Down);
            party.key(Key::Enter);
        }
        if party.local.version() > before {
            return;
        }
    }
}

#[test]
fn a_match_by_keys_alone_to_its_end_in_plain_ascii() {
    for seats in [&["me", "private", "private", "private"][..], &["me", "private", "me"], &["private", "me"]] {
        let mut party = Party::at(seeded(marines(), &with_option(marines_with(seats), "throw_limit", 30), 7));
        party.settle();
        for size in [(80, 24), (120, 40)].into_iter().cycle() {
            if party.app.seen().is_over() {
                break;
            }
            play_on(&mut party);
            assert!(party.text(size.0, size.1, Look::PLAIN).is_ascii());
        }
        let seen = party.app.seen().clone();
        assert_eq!(seen.view.account.as_ref().expect("an account").iter().sum::<i32>(), 0, "what is won was lost");
        let shown = party.text(120, 40, Look::PLAIN);
        assert!(shown.contains("Won and lost: ") && shown.contains("in all."), "{shown}");
        assert!(shown.contains("won.") || shown.contains("share the win."), "{shown}");
        party.keys("n");
        assert!(!party.app.seen().is_over(), "the next one begins");
    }
}

fn snapshots(name: &str, party: &mut Party) {
    for (width, height) in [(80, 24), (120, 40)] {
        insta::assert_snapshot!(format!("{name}-{width}x{height}"), party.text(width, height, Look::PLAIN));
    }
}

#[test]
fn the_screen_from_the_first_throw_to_the_end() {
    let mut party = Party::at(seeded(marines(), &with_option(alone(), "throw_limit", 12), 2));
    snapshots("first", &mut party);
    party.settle();
    let mut shown = Vec::new();
    while !party.app.seen().is_over() {
        let seen = party.app.seen();
        let name = match party.app.cursor() {
            _ if !party.app.previews().is_empty() => "throw",
            cursor if cursor.starts_with("corner") => "regroup",
            _ if seen.acting().next().is_some() => "assault",
            _ => "",
        };
        if !name.is_empty() && !shown.contains(&name) {
            shown.push(name);
            snapshots(name, &mut party);
        }
        play_on(&mut party);
    }
    snapshots("end", &mut party);
    assert_eq!(shown.len(), 3, "{shown:?}");
}

#[test]
fn two_lead_two_colours_each() {
    let mut party = Party::at(seeded(marines(), &marines_with(&["me", "me"]), 4));
    snapshots("two", &mut party);
    while party.app.legal_moves().iter().all(|legal| !legal.action.contains('@')) {
        play_on(&mut party);
    }
    let shown = party.text(120, 40, Look::PLAIN);
    assert!(
        shown.contains("[YY&]GG%") || shown.contains("[RR@]BB#"),
        "the tray that is pointed at, beside the other's: {shown}"
    );
}

#[test]
fn a_board_that_does_not_fit_is_shown_around_the_cursor() {
    let mut party = at_my_throw(3);
    while party.app.legal_moves().is_empty() {
        play_on(&mut party);
    }
    let shown = party.text(64, 16, Look::PLAIN);
    let sign = |text: &str| text.lines().skip(1).take(11).any(|row| row.contains('['));
    assert!(sign(&shown), "the cursor is in sight: {shown}");
    let right = party.app.cursor().to_owned();
    (0..40).for_each(|_| party.key(Key::Right));
    assert_ne!(party.app.cursor(), right);
    let shown = party.text(64, 16, Look::PLAIN);
    assert!(sign(&shown) && shown.contains('<'), "and there is more at the left: {shown}");
}

#[test]
fn the_thrower_throws_and_the_dice_are_shown() {
    let mut party = Party::at(seeded(marines(), &alone(), 1));
    assert!(party.text(80, 24, Look::PLAIN).contains("Red: Enter or t throws"));
    party.line("2>");
    assert!(party.note().contains("It is time to throw"), "{}", party.note());
    party.keys("t");
    assert_eq!(party.app.seen().view.log.len(), 1, "one key, one throw");
    let Some(Throw::Dice(pips)) = party.app.seen().view.scene.throw.clone() else {
        // The throws for the first turn show no dice; they are in the log.
        return assert!(party.text(80, 24, Look::PLAIN).contains("Red throws"));
    };
    assert_eq!(pips.len(), 2);
}

#[test]
fn the_table_throws_for_computers_after_a_pause_or_at_once() {
    let mut party = Party::at(seeded(marines(), &marines_with(&["private", "me"]), 1));
    assert!(party.app.is_waiting());
    assert!(
        party.text(80, 24, Look::PLAIN).contains("throw ... (Enter: now)")
            || party.text(80, 24, Look::PLAIN).contains("throws ... (Enter: now)")
    );
    let ticks = (1..100).take_while(|_| {
        party.send(boxtop_tui::Message::Tick);
        party.app.seen().view.log.is_empty()
    });
    let ticks = ticks.count();
    assert!((3..20).contains(&ticks), "{ticks} ticks");
    assert_eq!(party.app.seen().view.log.len(), 1, "a person's own throw waits for the person");
    assert!(party.app.seen().my_throw().is_some() && !party.app.is_waiting());
    let mut party = Party::at(seeded(marines(), &marines_with(&["private", "me"]), 1));
    party.key(Key::Enter);
    assert_eq!(party.app.seen().view.log.len(), 1);
}

#[test]
fn before_a_throw_each_total_can_be_previewed() {
    let mut party = at_my_throw(3);
    let previews = party.app.previews().to_vec();
    assert_eq!(previews.len(), 11);
    let chance: f64 = previews.iter().map(|preview| preview.chance.p).sum();
    assert!((chance - 1.0).abs() < 1e-9);
    let shown = party.text(80, 24, Look::PLAIN);
    for preview in &previews {
        let opens: Vec<&str> = preview.opens.iter().map(|(_, action)| action.as_str()).collect();
        let moves = if opens.is_empty() { "-".to_owned() } else { opens.join(" ") };
        let row = format!("{:>3} {:>3.0}%  {moves}", preview.chance.outcome, preview.chance.p * 100.0);
        assert!(shown.contains(&row), "{row}\n{shown}");
    }
    // The arrows preview the turned board, and Esc turns it back.
    party.key(Key::Down);
    assert_eq!(party.app.preview(), Some(&previews[0]));
    party.key(Key::Up);
    party.key(Key::Up);
    assert_eq!(party.app.preview(), Some(&previews[10]));
    let ahead = party.text(80, 24, Look::PLAIN);
    assert!(ahead.contains("The board after a 12 (3%)"), "{ahead}");
    assert_ne!(ahead.lines().nth(5), shown.lines().nth(5), "the board is another");
    party.key(Key::Esc);
    assert_eq!(party.text(80, 24, Look::PLAIN), shown);
    // After the throw, the legal moves are those of the preview.
    party.keys("t");
    let thrown = party.app.seen().view.log.iter().rfind(|entry| entry.seat.is_none()).unwrap().action.clone();
    let preview = previews.iter().find(|preview| preview.chance.outcome == thrown).expect("one of them");
    let mut open: Vec<String> = party.app.legal_moves().iter().map(|legal| legal.action.clone()).collect();
    open.retain(|action| action != "pass");
    assert_eq!(open, preview.opens.iter().map(|(_, action)| action.clone()).collect::<Vec<_>>());
}

#[test]
fn undo_never_goes_past_a_throw() {
    let mut party = at_my_throw(3);
    while party.app.legal_moves().is_empty() {
        play_on_until_thrown(&mut party);
    }
    let log = party.moves();
    party.keys("u");
    assert!(party.note().contains("You cannot undo a throw"), "{}", party.note());
    assert_eq!(party.moves(), log);
    // Your own action can be undone up to the throw, and no further.
    let action = party.app.legal_moves()[0].action.clone();
    party.line(&action);
    assert_ne!(party.moves(), log);
    party.keys("u");
    assert_eq!(party.moves(), log);
}

fn play_on_until_thrown(party: &mut Party) {
    if party.app.seen().my_throw().is_some() {
        party.keys("t");
    } else if party.app.seen().table_throws() {
        party.key(Key::Enter);
    } else if !party.let_computers_act() {
        party.keys(".");
    }
}

#[test]
fn a_player_who_is_passed_is_notified() {
    let mut party = at_my_throw(5);
    while !party.note().contains("cannot enter") && !party.note().contains("Nobody can enter") {
        play_on_until_thrown(&mut party);
    }
    assert!(party.note().contains("throw"), "with the throw that did it: {}", party.note());
}

/// A match in which the person may fill a circle from the corner with men of two ranks.
fn at_a_choice_of_ranks() -> Party {
    let mut party = Party::at(seeded(marines(), &alone(), 2));
    party.settle();
    loop {
        let fills = |rank: &str| party.app.legal_moves().iter().any(|legal| legal.action.starts_with(rank));
        if fills("cpt@") && fills("col@") {
            return party;
        }
        play_on(&mut party);
    }
}

#[test]
fn men_are_picked_from_a_tray_and_moves_with_the_same_steps_are_listed() {
    let mut party = at_a_choice_of_ranks();
    assert_eq!(party.app.cursor(), "corner-red", "the cursor goes to what is open");
    assert!(party.text(80, 24, Look::PLAIN).contains("[RR@]"));
    party.key(Key::Enter);
    assert_eq!(party.app.picked(), ["corner-red"]);
    let circles = party.app.targets();
    assert!(!circles.is_empty() && circles.iter().all(|id| id.parse::<u8>().is_ok()), "{circles:?}");
    party.key(Key::Tab);
    let circle = party.app.cursor().to_owned();
    party.key(Key::Enter);
    let shared: Vec<String> = party.app.open_moves().map(|legal| legal.action.clone()).collect();
    assert_eq!(shared, [format!("cpt@{circle}"), format!("col@{circle}")]);
    assert!(party.text(80, 24, Look::PLAIN).contains("2 legal moves (Enter plays)"));
    party.key(Key::End);
    party.key(Key::Enter);
    assert!(party.moves().contains(&format!("col@{circle}")));
}

#[test]
fn the_game_says_why_a_man_cannot_move() {
    let mut party = at_my_throw(3);
    while !party.app.legal_moves().iter().any(|legal| legal.action.ends_with('>')) {
        play_on(&mut party);
    }
    let movable: Vec<String> =
        party.app.legal_moves().iter().filter_map(|legal| legal.gesture.steps.first().cloned()).collect();
    let stuck = ["2", "4", "6", "8", "10"].into_iter().find(|id| !movable.contains(&(*id).to_owned())).expect("one");
    party.line(stuck);
    assert!(party.note().contains("FM-"), "{}", party.note());
    let typed = party.note().to_owned();
    // Pointing at it shows the same.
    walk_to(&mut party, stuck);
    party.key(Key::Enter);
    assert_eq!(party.note(), typed);
}

/// Goes to a space with the arrows, along the ring of the base.
fn walk_to(party: &mut Party, space: &str) {
    for key in [Key::Left, Key::Down, Key::Right, Key::Up].into_iter().flat_map(|key| [key; 20]).cycle().take(400) {
        if party.app.cursor() == space {
            return;
        }
        party.key(key);
    }
    panic!("the arrows never come to {space}");
}

#[test]
fn pieces_off_the_board_are_listed_beside_it_and_in_full_under_a_key() {
    let mut party = at_my_throw(3);
    party.keys("t");
    party.settle();
    for (size, heading) in [((80, 24), "there corn capt purs"), ((120, 40), "corner  captives  purse")] {
        let shown = party.text(size.0, size.1, Look::PLAIN);
        assert!(shown.contains(heading) || !party.app.previews().is_empty(), "{shown}");
    }
    party.keys("b");
    let shown = party.text(80, 24, Look::PLAIN);
    for part in [
        "Red's corner: 2 captains",
        "Held by Red: nobody",
        "Red's purse: 194 points, chips: 19 blue",
        "Pool: 40 points",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}

#[test]
fn a_match_left_before_a_throw_is_resumed_there() {
    let archive = archive();
    let local = Local::begin_with(archive.clone(), marines(), &alone(), "m".repeat(32), [3; 32]).unwrap();
    let mut party = Party::at(local);
    while party.app.previews().is_empty() {
        play_on(&mut party);
    }
    let before = party.local.view();
    let resumed = Local::resume(archive.clone(), marines(), "mmm").unwrap();
    assert_eq!(resumed.view(), before);
    assert!(Party::at(resumed).app.seen().my_throw().is_some());
    let listed = archive.unfinished("fighting-marines").unwrap();
    assert!(listed[0].entry.title.starts_with("red against private, private, private, "), "{}", listed[0].entry.title);
}

/// Plays these lines in line mode. Returns the output and the match.
fn converse(new_match: &NewMatch, seed: u8, script: &str) -> (String, Local) {
    let mut output = Vec::new();
    let local =
        lines::run(seeded(marines(), new_match, seed), Look::PLAIN, true, script.as_bytes(), &mut output).unwrap();
    (String::from_utf8(output).unwrap(), local)
}

/// The lines of a whole match by a fixed rule, found by playing it.
fn whole_script(new_match: &NewMatch, seed: u8) -> String {
    let mut local = seeded(marines(), new_match, seed);
    let mut script = String::new();
    while !local.view().is_over() {
        let seen = local.view();
        let line = match (seen.my_throw(), seen.acting().next()) {
            (Some(_), _) => "throw".to_owned(),
            (None, Some(seat)) => {
                let first = local.position().legal_moves(seat).swap_remove(0).action;
                format!("{}: {first}", seen.seats[seat.index()].id)
            }
            (None, None) => panic!("it waits for nobody: {:?}", seen.view.turn),
        };
        script += &format!("{line}\n");
        let mut output = Vec::new();
        local = lines::run(local, Look::PLAIN, false, line.as_bytes(), &mut output).unwrap();
    }
    script
}

#[test]
fn a_whole_match_in_lines_with_everybody_at_one_terminal() {
    let new_match = with_option(marines_with(&["me", "me", "me", "me"]), "throw_limit", 12);
    let script = whole_script(&new_match, 9);
    let (output, local) = converse(&new_match, 9, &script);
    assert_eq!(local.view().view.turn, Turn::Over);
    assert!(output.is_ascii());
    assert!(output.contains("red, throw> throw") && output.contains("red> red: "), "{output}");
    assert!(output.contains("The game is over.") && output.contains("Won and lost: red "), "{output}");
    assert!(!output.contains("\n! "), "nothing of it is refused: {output}");
    insta::assert_snapshot!("marines-conversation", output.lines().take(150).collect::<Vec<_>>().join("\n"));
}

#[test]
fn in_line_mode_enter_throws_and_messages_say_what_to_do() {
    let script = "2>\nthrow 9\nundo\n\nblack: throw\nblue: pass\ntrays\nhelp\nrules 9\n";
    let (output, local) = converse(&alone(), 3, script);
    for part in [
        "It is time to throw for Red: type throw, or press Enter.",
        "! Black is played by Computer (private).",
        "! There is no seat \"blue\" here; there are red, black, yellow, green.",
        "Red's purse: 194 points, chips: 19 blue, 0 red, 4 white.",
        "throw     throw the dice when it is your throw; t is enough",
        "FM-9 - The throw",
    ] {
        assert!(output.contains(part), "{part}: {output}");
    }
    assert!(local.view().view.log.iter().any(|entry| entry.action.starts_with("red ")), "Enter has thrown: {output}");
}
