//! Checks that mistakes in a board file are reported where they are.

use kernel::{Board, BoardFault};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// Every fault of a board file.
pub fn faults<B: Board>(text: &str) -> Vec<BoardFault> {
    B::load(text).err().unwrap_or_default()
}

/// The standard board with each of these changes made once.
pub fn changed<B: Board>(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(B::STANDARD.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "the file has no {from}");
        text.replacen(from, to, 1)
    })
}

/// Changes the standard board and checks its faults. In the changed text `‹` stands in
/// front of every place where a fault must be reported, in the order of the file; `wanted` has
/// a part of each fault's text. No other fault may be reported.
pub fn check<B: Board>(changes: &[(&str, &str)], wanted: &[&str]) {
    let marked = changed::<B>(changes);
    let places = places(&marked);
    let text = marked.replace('‹', "");
    let found = faults::<B>(&text);
    let said: Vec<_> = found.iter().map(|fault| format!("{:?} {}", fault.line_column(&text), fault.what)).collect();
    assert_eq!(found.len(), wanted.len(), "{said:#?}");
    for ((fault, place), wanted) in found.iter().zip(&places).zip(wanted) {
        assert_eq!(fault.line_column(&text), Some(*place), "{said:#?}");
        assert!(fault.what.contains(wanted), "{wanted} is not in {said:#?}");
    }
    assert_eq!(places.len(), wanted.len(), "one mark for each fault");
}

/// Line and column of every mark in the text without marks.
fn places(marked: &str) -> Vec<(usize, usize)> {
    let mut places = Vec::new();
    for (number, line) in (1..).zip(marked.lines()) {
        let mut column = 1;
        for letter in line.chars() {
            match letter {
                '‹' => places.push((number, column)),
                _ => column += 1,
            }
        }
    }
    places
}

/// Changes the standard board and checks that it has exactly these faults, all of the whole file.
pub fn check_whole<B: Board>(changes: &[(&str, &str)], wanted: &[&str]) {
    check_whole_text::<B>(&changed::<B>(changes), wanted);
}

/// Checks that a text has exactly these faults, all of the whole file.
pub fn check_whole_text<B: Board>(text: &str, wanted: &[&str]) {
    let found: Vec<_> = faults::<B>(text).into_iter().map(|fault| (fault.at, fault.what)).collect();
    let wanted: Vec<_> = wanted.iter().map(|what| (None, (*what).to_owned())).collect();
    assert_eq!(found, wanted);
}

/// Checks that an empty file is reported to lack exactly these keys, and that texts that are no
/// board files, such as these, are refused.
pub fn check_nonsense<B: Board>(keys: &[&str], nonsense: &[&str]) {
    let missing: Vec<_> = faults::<B>("").into_iter().map(|fault| fault.what).collect();
    for key in keys {
        assert!(missing.contains(&format!("`{key}` is missing here")), "{key}: {missing:?}");
    }
    assert_eq!(missing.len(), keys.len(), "{missing:?}");
    for text in ["\0\0\0", "\u{feff}", "]]]]", "=\"", "é = 'ü"].iter().chain(nonsense) {
        assert!(!faults::<B>(text).is_empty(), "{text:?}");
    }
}

/// Checks that no random mistake makes the reader panic: every text is either read, and then
/// `whole` checks the board, or refused with faults that lie inside the text.
pub fn check_slips<B: Board>(texts: u64, whole: fn(&B)) {
    for seed in 0..texts {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let slips = dice.random_range(1..4);
        let text = (0..slips).fold(B::STANDARD.to_owned(), |text, _| slip(&text, &mut dice));
        match B::load(&text) {
            Ok(board) => whole(&board),
            Err(faults) => check_faults(&text, &faults, seed),
        }
    }
}

fn check_faults(text: &str, faults: &[BoardFault], seed: u64) {
    assert!(!faults.is_empty(), "mistake {seed} is refused without a reason");
    for fault in faults {
        assert!(!fault.what.is_empty(), "slip {seed}");
        assert!(fault.at.as_ref().is_none_or(|at| at.start <= text.len()), "slip {seed}: {fault:?}");
        if let Some((line, column)) = fault.line_column(text) {
            assert!(line <= text.matches('\n').count() + 1 && column >= 1, "slip {seed}: {fault:?}");
        }
    }
}

/// The text with one random mistake.
fn slip(text: &str, dice: &mut Xoshiro256PlusPlus) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let mut letters: Vec<char> = text.chars().collect();
    if letters.is_empty() || lines.is_empty() {
        return text.to_owned();
    }
    let (line, other) = (dice.random_range(0..lines.len()), dice.random_range(0..lines.len()));
    let at = dice.random_range(0..letters.len());
    match dice.random_range(0..8) {
        0 => _ = lines.remove(line),
        1 => lines.insert(line, lines[other]),
        2 => lines.swap(line, other),
        slip => {
            let cut = (at + dice.random_range(0..40)).min(letters.len());
            match slip {
                3 => letters.insert(at, dice.random()),
                4 => letters[at] = dice.random(),
                5 => _ = letters.splice(at..=at, dice.random_range(-3..300).to_string().chars()),
                6 => _ = letters.splice(at..cut, junk(dice)),
                _ => letters.truncate(at),
            }
            return letters.into_iter().collect();
        }
    }
    lines.join("\n")
}

/// Random characters that have a meaning in a board file.
fn junk(dice: &mut Xoshiro256PlusPlus) -> Vec<char> {
    let known: Vec<char> = "[]{}=\",.-~#'\\ \nazRx09".chars().collect();
    (0..dice.random_range(0..12)).map(|_| known[dice.random_range(0..known.len())]).collect()
}
