//! Checking that slips of the pen in a board file are told where they stand.

use kernel::{Board, BoardFault};

/// Every fault of a board file.
pub fn faults<B: Board>(text: &str) -> Vec<BoardFault> {
    B::load(text).err().unwrap_or_default()
}

/// The board in the box with each of these changes made once.
pub fn changed<B: Board>(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(B::STANDARD.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "the file has no {from}");
        text.replacen(from, to, 1)
    })
}

/// Checks the faults of a text. In it `‹` stands before every place where a
/// fault must be told, in the order of the file; `wanted` tells what each must
/// say. No other fault may be told.
pub fn check_marked<B: Board>(marked: &str, wanted: &[&str]) {
    let places = places(marked);
    let text = marked.replace('‹', "");
    let found = faults::<B>(&text);
    let said: Vec<_> = found.iter().map(|fault| format!("{:?} {}", fault.line_column(&text), fault.what)).collect();
    assert_eq!(found.len(), wanted.len(), "{said:#?}");
    for ((fault, place), wanted) in found.iter().zip(&places).zip(wanted) {
        assert_eq!(fault.line_column(&text), Some(*place), "{said:#?}");
        assert!(fault.what.contains(wanted), "{wanted} is not in {said:#?}");
    }
    assert_eq!(places.len(), wanted.len(), "as many marks as faults");
}

/// Line and column of every mark, as they are without the marks.
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
