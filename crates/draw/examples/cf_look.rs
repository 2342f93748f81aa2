//! temp
use boxtop_draw as draw;
use boxtop_draw::svg::Theme;
use kernel::door::{Boxtop, Deal, Title};
use kernel::{SeatSet, Turn, Viewer};
fn main() {
    let players: u8 = std::env::args().nth(1).and_then(|w| w.parse().ok()).unwrap_or(4);
    let title = Boxtop::<games::conflict::Conflict>::new();
    let mut session = title.open(&Deal { players, ..Deal::default() }).unwrap_or_else(|f| panic!("{f:?}"));
    let mut scenes = vec![("opening".to_string(), session.scene(Viewer::Watcher))];
    let mut x = 12345u64;
    let mut rnd = |n: usize| { x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407); (x >> 33) as usize % n };
    for _ in 0..220 {
        match session.turn() {
            Turn::Chance => { let lots = session.lots(); let o = lots[rnd(lots.len())].outcome.clone(); session.befall(&o).unwrap(); }
            Turn::Seats(seats) => { let seat = SeatSet::iter(seats).next().unwrap(); let o = session.offers(seat); let a = o[rnd(o.len())].action.clone(); session.play(seat, &a).unwrap(); }
            Turn::Over => break,
        }
    }
    scenes.push(("middle".into(), session.scene(Viewer::Watcher)));
    for name in ["start", "enter", "path", "capture", "bridge", "mines", "circle"] {
        match title.picture(name) { Some(s) => scenes.push((name.into(), s)), None => println!("no picture {name}") }
    }
    std::fs::create_dir_all("/tmp/cf").unwrap();
    for (name, scene) in &scenes {
        for (theme, word) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
            std::fs::write(format!("/tmp/cf/{name}-{word}.png"), draw::png::png(scene, theme, 1100).unwrap()).unwrap();
        }
        std::fs::write(format!("/tmp/cf/{name}.svg"), draw::svg::picture(scene, Theme::Light)).unwrap();
        for plain in [false, true] {
            std::fs::write(format!("/tmp/cf/{name}-{plain}.txt"), draw::cells::cells(scene, draw::cells::Pointing::default(), plain).to_text()).unwrap();
        }
    }
}
