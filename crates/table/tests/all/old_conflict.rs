//! Records of Conflict under rules version 1 replay under that version.

use boxtop_table::replay;
use kernel::record::Record;

/// Two, three and four players, a partnership, and three players whose table had asked for a
/// partnership, which meant nothing then.
const MATCHES: [&str; 5] = [
    include_str!("../old/conflict-two.json"),
    include_str!("../old/conflict-three.json"),
    include_str!("../old/conflict-four.json"),
    include_str!("../old/conflict-partners.json"),
    include_str!("../old/conflict-three-partnership.json"),
];

fn records() -> impl Iterator<Item = Record> {
    MATCHES.into_iter().map(|text| serde_json::from_str(text).unwrap())
}

#[test]
fn records_of_the_first_rules_still_hold() {
    let game = catalog::game("conflict").unwrap();
    for record in records() {
        assert_eq!(record.rules_version, 1);
        let again = replay(game, &record).unwrap_or_else(|error| panic!("{:?}: {error}", record.seats));
        let shares = again.outcome.expect("it came to its end").shares;
        assert_eq!(shares[..record.seats.len()], record.result.expect("it has a result").shares);
    }
}
