use super::*;
use draw::cells::{Pointing, cells};
use kernel::scene::Tone;

fn text(scene: &Scene, pointing: Pointing<'_>, plain: bool) -> String {
    cells(scene, pointing, plain).to_text()
}

#[test]
fn the_opening_in_plain_letters() {
    insta::assert_snapshot!(text(&opening(), Pointing::default(), true), @r"
    9      +===+===+===+===+===+===+
             \ | \ | / | \ | / | /
    8          + - + - + - + - +
               | / | \ | / | \ |
    7  o===o===M - + - M - + - M===o===o
       | \ | / | \ | / | \ | / | \ | / |
    6  o - o - o - o - o - o - o - o - o
       | / | \ | / | \ | / | \ | / | \ |
    5  o - o - o - o - o - o - o - o - o
       | \ | / | \ | / | \ | / | \ | / |
    4  o - o - o - o - o - o - o - o - o
       | / | \ | / | \ | / | \ | / | \ |
    3  o===o===o - o - o - o - o===o===o
               | \ | / | \ | / |
    2          o - o - o - o - o
               | / | \ | / | \ |
    1          o - o - o - o - o

       a   b   c   d   e   f   g   h   i
    ");
}

#[test]
fn the_opening_in_drawn_letters() {
    insta::assert_snapshot!(text(&opening(), Pointing::default(), false), @r"
    9      ▫═══▫═══▫═══▫═══▫═══▫═══▫
             ╲ │ ╲ │ ╱ │ ╲ │ ╱ │ ╱
    8          ▫┄┄┄▫┄┄┄▫┄┄┄▫┄┄┄▫
               │ ╱ │ ╲ │ ╱ │ ╲ │
    7  ○═══○═══◆┄┄┄▫┄┄┄◆┄┄┄▫┄┄┄◆═══○═══○
       │ ╲ │ ╱ │ ╲ │ ╱ │ ╲ │ ╱ │ ╲ │ ╱ │
    6  ○┄┄┄○┄┄┄○┄┄┄○┄┄┄○┄┄┄○┄┄┄○┄┄┄○┄┄┄○
       │ ╱ │ ╲ │ ╱ │ ╲ │ ╱ │ ╲ │ ╱ │ ╲ │
    5  ○┄┄┄○┄┄┄○┄┄┄○┄┄┄○┄┄┄○┄┄┄○┄┄┄○┄┄┄○
       │ ╲ │ ╱ │ ╲ │ ╱ │ ╲ │ ╱ │ ╲ │ ╱ │
    4  ○┄┄┄○┄┄┄○┄┄┄○┄┄┄○┄┄┄○┄┄┄○┄┄┄○┄┄┄○
       │ ╱ │ ╲ │ ╱ │ ╲ │ ╱ │ ╲ │ ╱ │ ╲ │
    3  ○═══○═══○┄┄┄○┄┄┄○┄┄┄○┄┄┄○═══○═══○
               │ ╲ │ ╱ │ ╲ │ ╱ │
    2          ○┄┄┄○┄┄┄○┄┄┄○┄┄┄○
               │ ╱ │ ╲ │ ╱ │ ╲ │
    1          ○┄┄┄○┄┄┄○┄┄┄○┄┄┄○

       a   b   c   d   e   f   g   h   i
    ");
}

#[test]
fn a_small_board_with_cursor_choice_and_targets() {
    let targets = [("a4", Tone::Plain), ("d4", Tone::Take)];
    let pointing = Pointing { cursor: Some("b3"), chosen: Some("a3"), targets: &targets };
    insta::assert_snapshot!(text(&small("small"), pointing, true), @r"
    5      M - +
         / |   |
    4 (+)==M===M==(+x
       |   |   |   |
    3 {o}-[o]- o - o
       |   |   |   |
    2  o===o   o   o

       a   b   c   d
    ");
}

#[test]
fn marks_have_signs() {
    let scene = game().picture("series").expect("drawn");
    insta::assert_snapshot!(text(&scene, Pointing::default(), true), @r"
    9      +===+===+===+===M===+===+
             \ | \ | / | \ | / | /
    8          + - + - M - + - +
               | / | \ | / | \ |
    7  .===.===M - + - x - + - x===.===.
       | \ | / | v | / | \ | / | \ | / |
    6  . - . - . - o*- . - . - . - . - .
       | / | \ | / | \ | / | \ | / | \ |
    5  . - . - . - . - .1> o*- .2- . - .
       | \ | / | \ | / | \ | / v \ | / |
    4  o - . - . - . - . - . - o*- . - o
       | / | \ | / | \ | / | \ | / | \ |
    3  o===o===o - o - o - o - .3==.===o
               | \ | / | \ | / |
    2          o - o - o - o - o
               | / | \ | / | \ |
    1          o - o - o - o - o

       a   b   c   d   e   f   g   h   i
    ");
}

#[test]
fn plain_is_ascii() {
    for name in PICTURES {
        let scene = game().picture(name).expect(name);
        assert!(text(&scene, Pointing { cursor: Some("e5"), ..Pointing::default() }, true).is_ascii());
    }
}

#[test]
fn a_cell_knows_its_space_and_a_space_its_cell() {
    let scene = opening();
    let grid = cells(&scene, Pointing::default(), false);
    for index in 0..scene.plan.spaces.len() {
        let (x, y) = grid.place(index).expect("every space has a place");
        for near in [x - 1, x, x + 1] {
            assert_eq!(grid.cell(near, y).and_then(|cell| cell.space), Some(index));
        }
    }
    assert_eq!(grid.rows().count(), grid.height());
    assert!(grid.cell(grid.width(), 0).is_none());
}

#[test]
fn men_differ_by_sign_and_ink() {
    let grid = cells(&opening(), Pointing::default(), true);
    let men: std::collections::BTreeSet<_> =
        grid.rows().flatten().filter(|cell| cell.bold).map(|cell| (cell.ch, cell.ink)).collect();
    assert_eq!(men.len(), 2);
}
