//! Certificates of forced wins: those in `certificates/` hold, and whatever is changed in one is noticed.

use boxtop_lab::proof::{Answer, Certificate, Node, ProofError, Task, prove, verify};
use kernel::dynamic::MatchConfig;
use players::Rng;
use serde_json::json;

/// Found in matches between computers, by `boxtop prove`. The first is a win of the attack in a limited number of
/// actions, the second one of the musketeers, who hold.
const GOLDEN: [(&str, &str); 2] = [
    ("attack", include_str!("certificates/attack.json")),
    ("musketeers", include_str!("certificates/musketeers.json")),
];

fn read(text: &str) -> Certificate {
    serde_json::from_str(text).expect("a certificate")
}

fn fault(certificate: &Certificate) -> String {
    match verify(certificate) {
        Ok(verified) => panic!("accepted: {verified:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn golden_certificates_hold_and_are_found_again() {
    for (winner, text) in GOLDEN {
        let certificate = read(text);
        let verified = verify(&certificate).expect("a proof");
        assert_eq!((certificate.winner.as_str(), verified.length), (winner, certificate.length));
        let task = Task::new(&certificate.game, Some(certificate.position.clone()), 100_000);
        let Answer::Won(found) = prove(&task, winner, &mut |_| true).expect("a search").answer else {
            panic!("not found again")
        };
        assert_eq!(serde_json::to_string(&*found).unwrap() + "\n", text);
        let loser = if winner == "attack" { "musketeers" } else { "attack" };
        assert_eq!(prove(&task, loser, &mut |_| true).expect("a search").answer, Answer::NotWon);
    }
}

/// Another number below `count` than this one.
fn other(rng: &mut Rng, count: usize, than: u32) -> u32 {
    (than + 1 + rng.below(count as u32 - 1)) % count as u32
}

/// Changes one thing in the strategy; `false` if this change means nothing for the node that was chosen.
fn change(certificate: &mut Certificate, rng: &mut Rng) -> bool {
    let count = certificate.nodes.len();
    let at = rng.below(count as u32) as usize;
    let kind = rng.below(7);
    match (&mut certificate.nodes[at], kind) {
        (Node::Own(_, then), 0) => *then = other(rng, count, *then),
        (Node::Own(action, _), 1) => {
            *action = ["d6-d7", "a1-a2", "pass", "", "e7xe5"][rng.below(5) as usize].to_owned()
        }
        (Node::Own(action, _), 2) => action.push(' '),
        (Node::Replies(nodes), 0) => {
            let which = rng.below(nodes.len() as u32) as usize;
            nodes[which] = other(rng, count, nodes[which]);
        }
        (Node::Replies(nodes), 1) => {
            nodes.pop();
        }
        (Node::Replies(nodes), 2) => nodes.push(nodes[0]),
        (Node::Replies(nodes), 3) => {
            let before = nodes.clone();
            nodes.rotate_left(1);
            return *nodes != before;
        }
        (Node::Over(rule), 0) => *rule = "TM-19".to_owned(),
        (node, 4) => *node = Node::Over("TM-14".to_owned()),
        (_, 5) => certificate.nodes.push(Node::Over("TM-13".to_owned())),
        (_, 6) => {
            certificate.nodes.remove(at);
        }
        _ => return false,
    }
    true
}

#[test]
fn no_changed_strategy_passes() {
    for (_, text) in GOLDEN {
        let golden = read(text);
        let (mut rng, mut changed) = (Rng::new(17), 0);
        for _ in 0..3_000 {
            let mut certificate = golden.clone();
            if change(&mut certificate, &mut rng) && certificate != golden {
                assert!(verify(&certificate).is_err(), "{certificate:?}");
                changed += 1;
            }
        }
        assert!(changed > 500, "{changed}");
    }
}

/// A change may leave a proof, such as another action that wins as well; then the search must agree with the claim.
fn must_be_true(certificate: &Certificate) {
    let config = MatchConfig { options: certificate.options.clone(), ..MatchConfig::default() };
    let task = Task { config, ..Task::new(&certificate.game, Some(certificate.position.clone()), 100_000) };
    let found = prove(&task, &certificate.winner, &mut |_| true).expect("a search").answer;
    assert!(matches!(found, Answer::Won(_)), "{certificate:?}");
}

#[test]
fn what_passes_in_another_position_is_true() {
    for (_, text) in GOLDEN {
        let golden = read(text);
        let mut refused = 0;
        for side in ["attackers", "musketeers"] {
            let men = golden.position[side].as_array().expect("a list").len();
            for at in 0..men {
                for point in ["a3", "e5", "i7", "e1", "e9"] {
                    let mut certificate = golden.clone();
                    certificate.position[side][at] = json!(point);
                    if certificate.position == golden.position || verify(&certificate).is_err() {
                        refused += 1;
                        continue;
                    }
                    must_be_true(&certificate);
                }
            }
        }
        assert!(refused > 30, "{refused}");
    }
}

#[test]
fn every_fault_of_the_claim_is_named() {
    type Change = fn(&mut Certificate);
    let changes: [(Change, &str); 12] = [
        (|c| c.certificate = 2, "format 2"),
        (|c| c.game = "chess".into(), "no game called “chess”"),
        (|c| c.game = "conflict".into(), "board"),
        (|c| c.rules_version = 9, "version 9 of the rules"),
        (|c| c.board_hash = "0".repeat(64), "names the board 0000"),
        (|c| c.board = Some("format = 1".into()), "names the board"),
        (|c| drop(c.options.remove("rescue")), "every option"),
        (|c| drop(c.options.insert("rescue".into(), "never".into())), "rescue"),
        (|c| c.position["to_act"] = json!("nobody"), "nobody"),
        (|c| c.position["earlier"] = json!(["0123456789abcdef"]), "earlier positions"),
        (|c| c.winner = "chance".into(), "no side “chance”"),
        (|c| c.nodes.clear(), "does not exist"),
    ];
    for (_, text) in GOLDEN {
        for (change, says) in changes {
            let mut certificate = read(text);
            change(&mut certificate);
            let fault = fault(&certificate);
            assert!(fault.contains(says), "{fault} does not say {says}");
        }
    }
    let [mut attack, mut musketeers] = GOLDEN.map(|(_, text)| read(text));
    attack.length = attack.length.map(|length| length - 1);
    assert!(matches!(verify(&attack), Err(ProofError::Length { .. })));
    musketeers.length = Some(100);
    assert!(matches!(verify(&musketeers), Err(ProofError::Length { .. })));
    let claim = |certificate: &Certificate, winner: &str| Certificate { winner: winner.into(), ..certificate.clone() };
    assert!(fault(&claim(&attack, "musketeers")).contains("proves nothing"));
    assert!(fault(&claim(&musketeers, "attack")).contains("proves nothing"));
}

/// Whatever the text is, reading and checking it ends in an answer, and what passes is true.
#[test]
fn damaged_texts_prove_nothing_false() {
    for (_, text) in GOLDEN {
        let (mut rng, mut refused) = (Rng::new(3), 0);
        for _ in 0..3_000 {
            let mut bytes = text.trim_end().as_bytes().to_vec();
            for _ in 0..=rng.below(2) {
                let at = rng.below(bytes.len() as u32) as usize;
                match rng.below(3) {
                    0 => bytes[at] = b"0123456789abcdefghi-x,[]\"{}"[rng.below(27) as usize],
                    1 => drop(bytes.remove(at)),
                    _ => bytes.truncate(at.max(1)),
                }
            }
            match serde_json::from_slice::<Certificate>(&bytes) {
                Ok(certificate) if verify(&certificate).is_ok() => must_be_true(&certificate),
                _ => refused += 1,
            }
        }
        assert!(refused > 2_000, "{refused}");
    }
}
