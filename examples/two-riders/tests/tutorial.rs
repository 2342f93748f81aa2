//! The tutorial shows real code: every Rust block of `docs/adding-a-game.md` names a file and is in it, and
//! nearly all of this example is shown.

use std::fs;
use std::path::{Path, PathBuf};

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The code blocks of the tutorial, each with the file that it names: ```` ```rust file=src/lib.rs ````.
fn blocks(tutorial: &str) -> Vec<(&str, &str)> {
    let fences = tutorial.split("\n```rust file=").skip(1);
    fences.filter_map(|fence| fence.split("\n```").next()?.split_once('\n')).collect()
}

#[test]
fn the_tutorial_shows_the_code_of_the_example() {
    let tutorial = fs::read_to_string(here("../../docs/adding-a-game.md")).expect("the tutorial");
    let mut shown = 0;
    let blocks = blocks(&tutorial);
    assert_eq!(tutorial.matches("\n```rust").count(), blocks.len(), "every Rust block names its file");
    for (file, code) in blocks {
        let source = fs::read_to_string(here(file)).expect(file);
        assert!(source.contains(code), "the tutorial’s code is not in {file}:\n{code}");
        shown += code.lines().count();
    }
    assert!(shown > 250, "the tutorial shows only {shown} lines");
}

#[test]
fn the_game_has_fewer_than_300_lines() {
    let files = fs::read_dir(here("src")).expect("the sources");
    let lines = |path: PathBuf| fs::read_to_string(path).expect("a source").lines().count();
    let all: usize = files.map(|file| lines(file.expect("a file").path())).sum();
    assert!(all < 300, "{all}");
}
