//! Contrast, measured as in the Web Content Accessibility Guidelines.

use super::*;
use draw::svg::Theme;

/// What roads run over and men stand on.
const GROUNDS: [&str; 4] = ["field", "hill", "castle", "shade"];

fn colour(scene: &Scene, name: &str, theme: Theme) -> [f32; 3] {
    let grid = draw::cells::cells(scene, draw::cells::Pointing::default(), true);
    grid.colour(name, theme).expect(name).map(|part| f32::from(part) / 255.0)
}

fn luminance(colour: [f32; 3]) -> f32 {
    let [r, g, b] = colour.map(|part| if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) });
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

fn contrast(scene: &Scene, one: &str, other: &str, theme: Theme) -> f32 {
    let (a, b) = (luminance(colour(scene, one, theme)), luminance(colour(scene, other, theme)));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn check(inks: &[&str], grounds: &[&str], least: f32) {
    check_in(&opening(), inks, grounds, least);
}

fn check_in(scene: &Scene, inks: &[&str], grounds: &[&str], least: f32) {
    for theme in [Theme::Light, Theme::Dark] {
        for ground in grounds {
            let best = inks.iter().map(|ink| contrast(scene, ink, ground, theme)).fold(0.0, f32::max);
            assert!(best >= least, "{inks:?} on {ground}, {theme:?}: {best:.2}");
        }
    }
}

#[test]
fn roads_stand_out_from_the_ground() {
    check(&["blue"], &GROUNDS, 4.5);
    check(&["green"], &GROUNDS, 4.5);
    check(&["blue"], &["paving", "paper"], 4.5);
    check(&["green"], &["paper"], 4.5);
}

#[test]
fn men_stand_out_from_the_ground_by_body_or_rim() {
    check(&["light-man", "dark-man"], &GROUNDS, 4.5);
    check(&["dark-man", "gold"], &GROUNDS, 4.5);
    check(&["light-mark"], &["light-man"], 4.5);
    check(&["light-man"], &["dark-man"], 4.5);
}

#[test]
fn lettering_and_signs_can_be_read() {
    check(&["gold"], &["frame"], 4.5);
    check(&["line"], &["paper", "point"], 4.5);
    check(&["plume"], &["point"], 3.0);
    check(&["mark"], &["mark-halo"], 4.5);
    check(&["mark", "mark-halo"], &GROUNDS, 3.0);
}

#[test]
fn on_the_marines_board_letters_numbers_and_men_can_be_read() {
    let scene = turntable::landed();
    check_in(&scene, &["cream"], &["red", "black", "green", "navy"], 4.5);
    check_in(&scene, &["rim"], &["yellow", "cream"], 4.5);
    check_in(&scene, &["line"], &["paper"], 4.5);
    // On any ground, one of a man's two rims stands out.
    check_in(&scene, &["cream", "rim"], &["red", "black", "yellow", "green", "cream", "deck"], 4.5);
}
