//! The boards under the pictures of the guides.
//!
//! A guide has many pictures of one board. Each is the board as a file, which the browser loads once, and inline what
//! lies on the board. The files of a game are made when its guide is first read.

use super::{Asset, asset};
use draw::svg::{Theme, board_file};
use kernel::dynamic::DynGame;
use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

/// The folder of these files.
const FOLDER: &str = "boards/";

/// The boards of one game.
#[derive(Default)]
struct GameBoards {
    files: BTreeMap<String, Asset>,
    /// The names of the light and the dark file for each picture.
    names: BTreeMap<String, [String; 2]>,
}

static BOARDS: LazyLock<BTreeMap<&'static str, OnceLock<GameBoards>>> =
    LazyLock::new(|| catalog::games().iter().map(|game| (game.info().slug, OnceLock::new())).collect());

fn of_game(slug: &str) -> Option<&'static GameBoards> {
    Some(BOARDS.get(slug)?.get_or_init(|| catalog::game(slug).map(GameBoards::draw).unwrap_or_default()))
}

/// The names of the files with the board of a picture: light and dark.
pub(crate) fn under_picture(slug: &str, picture: &str) -> Option<&'static [String; 2]> {
    of_game(slug)?.names.get(picture)
}

/// The file with this name.
pub(super) fn find(name: &str) -> Option<&'static Asset> {
    let (slug, _) = name.strip_prefix(FOLDER)?.split_once('/')?;
    of_game(slug)?.files.get(name)
}

impl GameBoards {
    fn draw(game: &dyn DynGame) -> Self {
        let mut boards = GameBoards::default();
        for picture in pictures(game.info().how_to_play) {
            let Some(scene) = game.picture(picture) else { continue };
            let names = [Theme::Light, Theme::Dark]
                .map(|theme| boards.add(game.info().slug, board_file(&scene.plan, scene.turned, theme)));
            boards.names.insert(picture.to_owned(), names);
        }
        boards
    }

    /// Adds a file once; its name is made of its content.
    fn add(&mut self, slug: &str, text: String) -> String {
        let name = format!("{FOLDER}{slug}/{}.svg", &table::fingerprint(text.as_bytes())[..12]);
        self.files.entry(name.clone()).or_insert_with(|| asset(&name, text.into_bytes()));
        name
    }
}

/// The pictures that a guide shows.
fn pictures(guide: &str) -> impl Iterator<Item = &str> {
    guide.split("](picture:").skip(1).filter_map(|rest| rest.split(')').next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_has_a_light_and_a_dark_board_and_equal_boards_are_one_file() {
        for game in catalog::games() {
            let info = game.info();
            let boards = of_game(info.slug).unwrap();
            for picture in pictures(info.how_to_play) {
                let [light, dark] = under_picture(info.slug, picture).unwrap();
                assert_ne!(light, dark, "{} {picture}", info.slug);
                assert!(find(light).is_some() && find(dark).is_some(), "{} {picture}", info.slug);
            }
            assert!(boards.files.len() <= 2 * boards.names.len());
        }
        assert_eq!(of_game("conflict").unwrap().files.len(), 2, "all its pictures show one board");
    }

    #[test]
    fn a_board_weighs_little_when_it_is_sent() {
        for game in catalog::games() {
            for (name, file) in &of_game(game.info().slug).unwrap().files {
                let sent = file.brotli.as_ref().map_or(usize::MAX, Vec::len);
                assert!(sent < 48 << 10, "{name}: {sent} bytes");
            }
        }
    }
}
