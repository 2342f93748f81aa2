//! Golden analyses: the whole result for a short match of every game. `BOXTOP_BLESS=1` writes them anew.

use crate::laws::analyser;
use crate::records::{SHORT, config, random_match, record};
use std::path::Path;

fn check(short: (&str, u8, &[(&str, i64)])) {
    let record = record(&*random_match(short.0, &config(short), 5));
    let mut found = analyser(&record).finish();
    // The beginning of a long match is enough.
    found.steps.truncate(40);
    let text = serde_json::to_string_pretty(&found).expect("JSON") + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{}.json", short.0));
    if std::env::var_os("BOXTOP_BLESS").is_some() {
        std::fs::write(&path, &text).expect("the golden file is written");
    }
    let golden = std::fs::read_to_string(&path).expect("a golden file; write it with BOXTOP_BLESS=1");
    assert!(golden == text, "{} differs; if that is meant, raise VERSION and run with BOXTOP_BLESS=1", path.display());
}

#[test]
fn golden_analyses_stay_the_same() {
    [SHORT[0], SHORT[1], SHORT[3], SHORT[5], SHORT[7]].into_iter().for_each(check);
}
