//! Runs `boxtop bench serve`, which loads and kills a real server, and checks that nothing acknowledged is lost
//! or doubled and that every stream reaches the last version.

use crate::support::BOXTOP;
use serde_json::Value;
use std::process::Command;

fn bench(args: &[&str]) -> Value {
    let output = Command::new(BOXTOP).args(["bench", "serve", "--json"]).args(args).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said} {}", String::from_utf8_lossy(&output.stdout));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn number(figures: &Value, name: &str) -> f64 {
    figures[name].as_f64().unwrap_or_else(|| panic!("no {name} in {figures}"))
}

fn check_sound(figures: &Value) {
    for never in ["lost", "doubled", "received_twice", "streams_behind"] {
        assert_eq!(number(figures, never), 0.0, "{never}: {figures}");
    }
    assert_eq!(figures["troubles"], serde_json::json!([]));
}

#[test]
fn nothing_is_lost_or_doubled_when_the_server_is_killed_again_and_again() {
    let plan = ["--tables", "15", "--spectators", "60", "--rate", "150", "--seconds", "14", "--kills", "6"];
    let figures = bench(&plan);
    check_sound(&figures);
    assert_eq!(number(&figures, "kills"), 6.0);
    assert!(number(&figures, "actions") > 200.0, "the load was no load: {figures}");
    assert!(number(&figures, "streams_resumed") >= 6.0 * 60.0, "every stream broke every time: {figures}");
    assert!(number(&figures, "matches_checked") >= 15.0);
}

#[test]
fn figures_of_a_short_run_are_complete() {
    let plan = ["--tables", "5", "--spectators", "10", "--rate", "0", "--actions", "100", "--seconds", "120"];
    let figures = bench(&[&plan[..], &["--idle-tables", "50", "--game", "fighting-marines"]].concat());
    check_sound(&figures);
    assert!(number(&figures, "actions") >= 100.0, "{figures}");
    for measured in [
        "actions_per_second",
        "acknowledged_p50_ms",
        "acknowledged_p99_ms",
        "stream_delay_p50_ms",
        "stream_delay_p99_ms",
        "restart_ms",
        "stored_bytes",
    ] {
        assert!(number(&figures, measured) > 0.0, "{measured}: {figures}");
    }
    assert!(number(&figures, "stream_delay_p50_ms") <= number(&figures, "stream_delay_p99_ms"));
    if cfg!(target_os = "linux") {
        assert!(number(&figures, "server_bytes_at_start") > 0.0);
        assert!(number(&figures, "server_ms_per_action") > 0.0);
    }
}

#[test]
fn an_invalid_plan_is_refused() {
    for plan in [&["--seconds", "0"][..], &["--rate", "-1"], &["--tables", "0"], &["--game", "chess"]] {
        let output = Command::new(BOXTOP).args(["bench", "serve"]).args(plan).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{plan:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}
