//! Any line to the referee is answered in JSON, nothing panics, and a line that is refused changes nothing.
#![no_main]

use games::{SLUGS, Visitor, visit};
use kernel::FullGame;
use kernel::dynamic::{TypedGame, DynGame};
use libfuzzer_sys::fuzz_target;
use referee::Referee;
use std::sync::OnceLock;

struct TakeDown;

impl Visitor for TakeDown {
    type Output = &'static dyn DynGame;
    fn visit<G: FullGame>(self) -> Self::Output {
        Box::leak(Box::new(TypedGame::<G>::new()))
    }
}

fn titles() -> &'static [&'static dyn DynGame] {
    static TITLES: OnceLock<Vec<&'static dyn DynGame>> = OnceLock::new();
    TITLES.get_or_init(|| SLUGS.iter().filter_map(|slug| visit(slug, TakeDown)).collect())
}

fn position(referee: &mut Referee) -> String {
    referee.line(r#"{"cmd":"position"}"#).expect("an answer")
}

fuzz_target!(|input: &[u8]| {
    let text = String::from_utf8_lossy(input);
    for title in titles() {
        let mut referee = Referee::new(*title).ok().expect("the usual match can be set up");
        for line in text.lines().take(32) {
            let before = position(&mut referee);
            let Some(answer) = referee.line(line) else { continue };
            let answer: serde_json::Value = serde_json::from_str(&answer).expect("answers are JSON");
            if answer["ok"] == false {
                assert!(answer["error"].as_str().is_some_and(|error| !error.is_empty()), "{line}");
                assert_eq!(position(&mut referee), before, "{line}");
            }
        }
    }
});
