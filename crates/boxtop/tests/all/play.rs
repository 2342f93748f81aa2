//! `boxtop play` from outside: input, output and exit code.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const MUSKETEERS: &str = "three-musketeers";
const MARINES: &str = "fighting-marines";

fn play(data: &Path, args: &[&str], input: &str) -> Output {
    play_in("C.UTF-8", data, args, input)
}

fn play_in(locale: &str, data: &Path, args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_boxtop"))
        .env_remove("LC_ALL")
        .env_remove("LC_CTYPE")
        .env("LANG", locale)
        .arg("play")
        .args(args)
        .arg("--data")
        .arg(data)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    // A program that has refused its arguments reads nothing.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// One sentence on standard error, nothing on standard output, and the exit code.
#[track_caller]
fn refused(args: &[&str], code: i32, part: &str) {
    let data = tempfile::tempdir().unwrap();
    let output = play(data.path(), args, "quit\n");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{error}");
    assert!(error.contains(part), "{error}");
    assert!(!error.contains("panicked"), "{error}");
    assert_eq!(said(&output), "");
}

#[test]
fn a_match_is_played_left_and_resumed() {
    let data = tempfile::tempdir().unwrap();
    let first = play(data.path(), &[MUSKETEERS, "--plain", "--side", "both"], "d6-d7\ne7-d6\n");
    assert!(first.status.success());
    assert!(said(&first).contains("attack d6-d7"), "{}", said(&first));
    assert!(said(&first).contains("--resume"), "{}", said(&first));
    let again = play(data.path(), &[MUSKETEERS, "--plain", "--resume"], "log\nresign\n");
    assert!(said(&again).contains("2. musketeers e7-d6"), "{}", said(&again));
    assert!(said(&again).contains("The game is over."), "{}", said(&again));
    let none = play(data.path(), &[MUSKETEERS, "--resume"], "");
    assert_eq!(none.status.code(), Some(2));
}

#[test]
fn an_unfinished_match_is_mentioned_in_line_mode() {
    let data = tempfile::tempdir().unwrap();
    play(data.path(), &[MUSKETEERS, "--side", "both"], "d6-d7\n");
    let second = play(data.path(), &[MUSKETEERS, "--side", "both"], "log\n");
    assert!(said(&second).contains("You have unfinished matches"), "{}", said(&second));
    assert!(said(&second).contains("Nothing has been played yet."), "{}", said(&second));
    let third = play(data.path(), &[MUSKETEERS, "--new", "--side", "both"], "");
    assert!(!said(&third).contains("Unfinished"), "{}", said(&third));
}

#[test]
fn invalid_arguments_have_exit_code_two() {
    refused(&["chess"], 2, "there is no game called “chess”");
    refused(&[MUSKETEERS, "--level", "major"], 2, "there are private, captain, colonel, general");
    refused(&[MUSKETEERS, "--side", "cardinal"], 2, "there are attack, musketeers and both");
    refused(&[MUSKETEERS, "--option", "quiet_limit=many"], 2, "quiet_limit");
    refused(&[MUSKETEERS, "--option", "colour=blue"], 2, "colour");
    refused(&[MUSKETEERS, "--option", "quiet_limit"], 2, "key=value");
    refused(&[MUSKETEERS, "--resume", "abc"], 2, "no unfinished match “abc”");
    refused(&["--resume", "--new"], 2, "cannot be used with");
}

#[test]
fn invalid_seats_have_exit_code_two() {
    refused(&[MARINES, "--players", "5"], 2, "Fighting Marines is played by 2, 3, 4, not by 5");
    refused(&[MARINES, "--side", "blue"], 2, "there are red, black, yellow, green and all");
    refused(&[MARINES, "--seats", "me,major"], 2, "there is no player “major”; there are me, me:NAME, random, greedy");
    refused(&[MARINES, "--seats", "me"], 2, "is played by 2, 3, 4, not by 1");
    refused(&[MARINES, "--seats", "me:,private"], 2, "a name has 1 to 24 letters");
    refused(&[MARINES, "--seats", "me,private", "--players", "4"], 2, "--players says 4, but --seats names 2");
    refused(&[MARINES, "--seats", "me,private", "--side", "red"], 2, "cannot be used with");
}

#[test]
fn without_a_game_in_a_pipe_the_message_says_what_to_write() {
    refused(&[], 2, "which game? Write boxtop play GAME, where GAME is three-musketeers, fighting-marines");
    refused(&["--lines", "--side", "both"], 2, "which game?");
    refused(&["--resume"], 2, "there is no unfinished match at this terminal");
}

#[test]
fn a_resumed_match_needs_no_game_name() {
    let data = tempfile::tempdir().unwrap();
    play(data.path(), &[MUSKETEERS, "--side", "both"], "d6-d7\n");
    let marines = play(data.path(), &[MARINES, "--plain", "--players", "2", "--side", "all"], "throw\n");
    assert!(said(&marines).contains("1. throw red"), "{}", said(&marines));
    let last = play(data.path(), &["--resume"], "log\n");
    assert!(said(&last).starts_with("Fighting Marines"), "{}", said(&last));
    assert!(said(&last).contains("1. throw red"), "{}", said(&last));
    let none = play(data.path(), &["--resume", "zz"], "");
    assert_eq!(none.status.code(), Some(2));
}

#[test]
fn computers_are_watched_to_the_end() {
    let data = tempfile::tempdir().unwrap();
    let seats = "greedy,random,greedy";
    let watched = play(data.path(), &[MARINES, "--plain", "--seats", seats], "undo\nquit\n");
    assert!(watched.status.success());
    assert!(said(&watched).contains("The game is over."), "{}", said(&watched));
    assert!(said(&watched).contains("Nobody plays at this terminal."), "{}", said(&watched));
}

#[test]
fn a_faulty_board_file_is_refused_with_line_and_column() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.toml");
    fs::write(&file, "castle = [\n  \"zz\"\n").unwrap();
    let name = file.to_str().unwrap();
    refused(&[MUSKETEERS, "--board", name], 1, "board.toml:");
    refused(&[MUSKETEERS, "--board", "/no/such/file"], 1, "/no/such/file cannot be read");
}

#[test]
fn a_broken_store_is_one_sentence_and_is_left_as_it_is() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("matches.sqlite");
    fs::write(&file, "not a database, but long enough to be looked at as one".repeat(40)).unwrap();
    let before = fs::read(&file).unwrap();
    let output = play(data.path(), &[MUSKETEERS], "d6-d7\n");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("is not a Boxtop store"), "{error}");
    assert_eq!(fs::read(&file).unwrap(), before);
}

const THREE: [(&str, &str); 3] =
    [("ranger-commandos", "dawn_round=3"), ("hit-the-beach", "throw_limit=12"), ("conflict", "throw_limit=12")];

#[test]
fn the_games_of_dial_and_dice_are_watched_to_the_end_and_resumed() {
    for (game, option) in THREE {
        let data = tempfile::tempdir().unwrap();
        let watched =
            play(data.path(), &[game, "--plain", "--seats", "greedy,random", "--option", option], "log\nquit\n");
        assert!(watched.status.success());
        assert!(said(&watched).contains("The game is over.") && said(&watched).is_ascii(), "{}", said(&watched));
        let begun =
            play(data.path(), &[game, "--plain", "--players", "2", "--side", "all"], "throw\nnonsense\nmoves\n");
        assert!(said(&begun).contains("--resume"), "{}", said(&begun));
        let again = play(data.path(), &["--resume", "--plain"], "log\n");
        assert!(said(&again).contains("  1. throw "), "{}", said(&again));
        refused(&[game, "--players", "5"], 2, "not by 5");
        refused(&[game, "--side", "purple"], 2, "there are");
        refused(&[game, "--option", "throw_limit=many"], 2, "throw_limit");
    }
}

#[test]
fn broken_boards_of_all_games_are_refused_by_every_command() {
    for (game, _) in THREE {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("board.toml");
        fs::write(&file, "format = 1\ngame = \"chess\"\n[[").unwrap();
        let name = file.to_str().unwrap();
        refused(&[game, "--board", name], 1, "board.toml:");
        let boxtop = |args: &[&str]| Command::new(env!("CARGO_BIN_EXE_boxtop")).args(args).output().expect("it runs");
        for args in [&["board", game, "--check", name][..], &["perft", game, "--depth", "1", "--board", name]] {
            let output = boxtop(args);
            let error = String::from_utf8_lossy(&output.stderr);
            assert!(!output.status.success() && error.contains("board.toml:"), "{args:?}: {error}");
            assert!(!error.contains("panicked"), "{error}");
        }
    }
}

#[test]
fn a_replay_shows_a_computer_taking_over() {
    let folder = tempfile::tempdir().unwrap();
    let records = folder.path().to_str().unwrap();
    let boxtop = |args: &[&str]| Command::new(env!("CARGO_BIN_EXE_boxtop")).args(args).output().expect("it runs");
    let sim =
        ["sim", "conflict", "--players", "2", "--matches", "1", "--option", "throw_limit=6", "--records", records];
    assert!(boxtop(&sim).status.success());
    let file = folder.path().join("match-0001.json");
    let mut record: serde_json::Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    let relief = serde_json::json!({"resign": "red", "relief": "captain"});
    record["steps"].as_array_mut().expect("steps").insert(3, relief);
    fs::write(&file, record.to_string()).unwrap();
    let output = said(&boxtop(&["replay", file.to_str().unwrap()]));
    let lines: Vec<&str> = output.lines().collect();
    assert!(lines[2].starts_with("   3. ") && lines[3].trim() == "red resigns; captain plays on.", "{output}");
    assert!(lines[4].starts_with("   4. "), "{output}");
}

#[test]
fn every_throw_is_verified_in_words_and_in_full_arithmetic() {
    let record = concat!(env!("CARGO_MANIFEST_DIR"), "/../table/tests/old/record.json");
    let boxtop =
        |args: &[&str]| said(&Command::new(env!("CARGO_BIN_EXE_boxtop")).args(args).output().expect("it runs"));
    let quiet = boxtop(&["verify", "--quiet", record]);
    assert!(quiet.contains("4 throws follow from it.") && quiet.lines().count() == 1, "{quiet}");
    let words = boxtop(&["verify", record]);
    let first = "Throw 1 (step 1): red-black draws one of 11 outcomes. Of 36 equally likely numbers, 0 to 35,";
    assert!(words.contains(first) && words.lines().count() == 5, "{words}");
    let explained = boxtop(&["verify", "--explain", record]);
    for part in ["its SHA-256, published before the match", "ChaCha20, stream 3", "modulo 36 ="] {
        assert!(explained.contains(part), "{part}: {explained}");
    }
}

#[test]
fn a_plain_locale_gets_plain_line_mode() {
    let data = tempfile::tempdir().unwrap();
    let script = "help\nrules all\nd6-d7\nlog\nhint\n";
    let plain = play_in("C", data.path(), &[MUSKETEERS, "--side", "both", "--new"], script);
    assert!(plain.status.success() && plain.stdout.is_ascii() && plain.stderr.is_ascii(), "{}", said(&plain));
    let full = play_in("en_US.UTF-8", data.path(), &[MUSKETEERS, "--side", "both", "--new"], script);
    assert!(!full.stdout.is_ascii(), "{}", said(&full));
}

/// On a real terminal, made by `script`.
#[cfg(target_os = "linux")]
#[test]
fn a_dumb_terminal_and_a_plain_locale_get_ascii_lines_on_a_terminal_too() {
    let on_terminal = |variables: &[(&str, &str)], more: &str| {
        let data = tempfile::tempdir().unwrap();
        let boxtop = env!("CARGO_BIN_EXE_boxtop");
        let line = format!("{boxtop} play {MUSKETEERS} --side both {more} --data {}", data.path().display());
        let mut script = Command::new("script");
        script.args(["-qec", &line, "/dev/null"]).env_remove("LC_ALL").env_remove("LC_CTYPE").env_remove("NO_COLOR");
        script.env("TERM", "xterm").env("LANG", "C.UTF-8").envs(variables.iter().copied());
        let mut child = script.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("script of util-linux");
        // q leaves the full screen, the word leaves line mode.
        child.stdin.take().expect("a pipe").write_all(b"q\nquit\n").expect("written");
        String::from_utf8_lossy(&child.wait_with_output().expect("it ends").stdout).into_owned()
    };
    for variables in [&[("TERM", "dumb")][..], &[("LANG", "C")], &[("LC_ALL", "POSIX")], &[("LC_CTYPE", "C")]] {
        let output = on_terminal(variables, "");
        assert!(
            output.contains("Type a move") && output.is_ascii() && !output.contains('\u{1b}'),
            "{variables:?}: {output}"
        );
        assert!(output.contains("--screen"), "it says why: {output}");
    }
    assert!(on_terminal(&[], "").contains('\u{1b}'), "otherwise the screen is filled");
    assert!(on_terminal(&[("LANG", "C")], "--screen").contains('\u{1b}'), "and where somebody insists");
}
