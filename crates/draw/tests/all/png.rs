use super::*;
use draw::png::{MAX_WIDTH, PngError, png};
use draw::svg::Theme;
use resvg::tiny_skia::Pixmap;

fn pixels(file: &[u8]) -> Pixmap {
    Pixmap::decode_png(file).expect("a PNG file")
}

fn colours(picture: &Pixmap) -> usize {
    let seen: std::collections::BTreeSet<_> =
        picture.pixels().iter().map(|p| (p.red() >> 3, p.green() >> 3, p.blue() >> 3)).collect();
    seen.len()
}

#[test]
fn a_picture_is_as_wide_as_asked() {
    let scene = middle();
    let (width, height) = draw::svg::size(&scene);
    for wanted in [64, 380, 900] {
        let picture = pixels(&png(&scene, Theme::Light, wanted).expect("drawn"));
        assert_eq!(picture.width(), wanted);
        assert_eq!(picture.height(), (height * wanted as f32 / width).ceil() as u32);
        assert!(colours(&picture) > 20, "it is not blank");
    }
}

#[test]
fn themes_differ() {
    let scene = opening();
    let corner = |theme| pixels(&png(&scene, theme, 200).expect("drawn")).pixel(1, 1).map(|p| p.red());
    assert!(corner(Theme::Light) > Some(200) && corner(Theme::Dark) < Some(60));
}

#[test]
fn the_same_scene_gives_the_same_file() {
    let file = || png(&middle(), Theme::Light, 400).expect("drawn");
    assert!(file() == file());
}

#[test]
fn words_are_drawn() {
    let mut scene = opening();
    let with = png(&scene, Theme::Light, 900).expect("drawn");
    for tray in &mut scene.trays {
        tray.label.clear();
    }
    assert!(with != png(&scene, Theme::Light, 900).expect("drawn"));
}

#[test]
fn invalid_widths_are_refused() {
    for width in [0, MAX_WIDTH + 1] {
        assert!(matches!(png(&opening(), Theme::Light, width), Err(PngError::Width(refused)) if refused == width));
    }
}

#[test]
fn a_small_custom_board_is_drawn() {
    let picture = pixels(&png(&small("My own"), Theme::Dark, 300).expect("drawn"));
    assert!(colours(&picture) > 20);
}
