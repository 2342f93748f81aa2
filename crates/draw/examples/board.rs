//! Draws a game's opening, a position of the middle game and every picture of its how-to-play page, in the
//! light and the dark theme, as SVG and PNG.
//!
//! `cargo run -p boxtop-draw --example board -- FOLDER [SLUG]`

use boxtop_draw as draw;
use boxtop_draw::svg::Theme;
use kernel::dynamic::{DynGame, DynMatch, MatchConfig, TypedGame};
use kernel::scene::{Mark, Scene, Throw};
use kernel::{FullGame, SeatSet, Turn, Viewer};
use std::path::Path;
use std::{env, fs, io};

/// Number of plies before the middle game.
const MIDDLE: usize = 80;

struct Scenes;

impl games::Visitor for Scenes {
    type Output = Vec<(String, Scene)>;

    fn visit<G: FullGame>(self) -> Self::Output {
        let game = TypedGame::<G>::new();
        let mut scenes: Vec<_> = picture_names(game.info().how_to_play)
            .filter_map(|name| Some((name.to_owned(), game.picture(name)?)))
            .collect();
        if let Ok(mut game_match) = game.open(&MatchConfig::default()) {
            scenes.push(("opening".into(), game_match.scene(Viewer::Spectator)));
            (0..MIDDLE).take_while(|ply| step(&mut *game_match, *ply)).for_each(drop);
            scenes.push(("middle".into(), game_match.scene(Viewer::Spectator)));
            scenes.push(("marks".into(), marked(game_match.scene(Viewer::Spectator))));
        }
        scenes
    }
}

/// Plays a move or applies an outcome, chosen by the ply; `false` if the match is over.
fn step(game_match: &mut dyn DynMatch, ply: usize) -> bool {
    match game_match.turn() {
        Turn::Chance => {
            let outcomes = game_match.chance_outcomes();
            game_match.apply_chance(&outcomes[ply * 5 % outcomes.len()].outcome).is_ok()
        }
        Turn::Seats(seats) => {
            let Some(seat) = SeatSet::iter(seats).next() else { return false };
            let moves = game_match.legal_moves(seat);
            game_match.play(seat, &moves[ply * 7 % moves.len()].action).is_ok()
        }
        Turn::Over => false,
    }
}

/// The scene with all kinds of marks on every other space, and a dial.
fn marked(mut scene: Scene) -> Scene {
    let all = [
        Mark::LastFrom,
        Mark::LastTo,
        Mark::LastTaken,
        Mark::Must,
        Mark::Held,
        Mark::Target,
        Mark::Step(7),
        Mark::Arrow { columns: 0, rows: -1 },
        Mark::Arrow { columns: -2, rows: -2 },
    ];
    let spaces = scene.plan.spaces.iter().map(|space| space.id.clone());
    scene.marks = spaces.step_by(2).zip(all.into_iter().cycle()).collect();
    let sectors = [("N·2·S", 2), ("E", 1), ("advance 3", 4), ("4", 1), ("W·1", 3), ("5", 1), ("6", 1), ("night", 3)];
    scene.throw =
        Some(Throw::Dial { sectors: sectors.map(|(label, weight)| (label.to_owned(), weight)).into(), at: Some(4) });
    scene
}

fn picture_names(text: &str) -> impl Iterator<Item = &str> {
    text.split("(picture:").skip(1).filter_map(|rest| rest.split(')').next())
}

fn main() -> io::Result<()> {
    let mut arguments = env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| "target/boards".into());
    let slug = arguments.next().unwrap_or_else(|| games::SLUGS[0].into());
    let folder = Path::new(&folder);
    fs::create_dir_all(folder)?;
    let Some(scenes) = games::visit(&slug, Scenes) else {
        return Err(io::Error::other(format!("there is no game `{slug}`")));
    };
    for (name, scene) in &scenes {
        for (theme, word) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
            let file = folder.join(format!("{slug}-{name}-{word}"));
            fs::write(file.with_extension("svg"), draw::svg::picture(scene, theme))?;
            let png = draw::png::png(scene, theme, 900).map_err(io::Error::other)?;
            fs::write(file.with_extension("png"), png)?;
        }
        for (plain, word) in [(false, "drawn"), (true, "plain")] {
            let text = draw::cells::cells(scene, draw::cells::Pointing::default(), plain).to_text();
            fs::write(folder.join(format!("{slug}-{name}-{word}.txt")), text)?;
        }
        let page = format!(
            "<!doctype html><meta charset=utf-8><link rel=stylesheet href={slug}.css><body>{}",
            draw::svg::page(scene, "b").into_string()
        );
        fs::write(folder.join(format!("{slug}-{name}.html")), page)?;
    }
    if let Some((_, scene)) = scenes.first() {
        fs::write(
            folder.join(format!("{slug}.css")),
            draw::svg::ink_css(&scene.plan) + "body{margin:0}svg{width:100%}",
        )?;
    }
    println!("{} scenes in {}", scenes.len(), folder.display());
    Ok(())
}
