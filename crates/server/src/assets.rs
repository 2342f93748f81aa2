//! Assets: static files such as style sheets, scripts and box art.
//!
//! All are embedded in the binary. They are prepared once, at the start: the modules of a page are joined into one
//! ([`join`]), and so are its style sheets; each is compressed with brotli. The URL of an asset contains its hash, so
//! browsers may cache it forever. The boards of the guides are made when they are first wanted ([`boards`]).

pub(crate) mod boards;
mod join;

use kernel::Viewer;
use kernel::dynamic::MatchConfig;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::LazyLock;

#[derive(rust_embed::RustEmbed)]
#[folder = "assets/"]
struct Files;

/// The modules of the pages. Each is served joined with what it imports, and with the masthead, which every page has.
const SCRIPTS: [&str; 11] = [
    "analyse.js",
    "analysed.js",
    "check.js",
    "exercise.js",
    "home.js",
    "learn.js",
    "lobby.js",
    "masthead.js",
    "rules.js",
    "start.js",
    "table.js",
];

/// The style sheets of the pages: the name, and the sheets it is made of after `base.css`.
const SHEETS: [(&str, &[&str]); 11] = [
    ("base.css", &[]),
    ("check.css", &["reading.css", "check.css"]),
    ("exercise.css", &["table.css", "marks.css", "lens.css", "board.css", "mood.css", "learn.css", "exercise.css"]),
    ("game.css", &["game.css"]),
    ("learn.css", &["table.css", "marks.css", "lens.css", "board.css", "mood.css", "learn.css", "analysis.css"]),
    ("lists.css", &["lists.css"]),
    ("me.css", &["me.css"]),
    ("puzzles.css", &["puzzles.css"]),
    ("reading.css", &["reading.css", "board.css"]),
    ("shelf.css", &["shelf.css"]),
    ("table.css", &["table.css", "marks.css", "lens.css", "board.css", "mood.css", "analysis.css"]),
];

/// The sheets of pages about a game, which are also served with the game's colours.
const GAME_SHEETS: [&str; 6] = ["exercise.css", "game.css", "learn.css", "puzzles.css", "reading.css", "table.css"];

/// Files that are served as they are.
const PLAIN: [&str; 3] = ["icon-turn.svg", "icon.svg", "theme.js"];

/// The font of headings and of lettering on boards. Style sheets name it as `url("fonts/…")`.
pub(crate) const FONT: &str = "fonts/rokkitt-bold.woff2";

/// Quality of brotli: the best one that does not slow down the start.
const QUALITY: i32 = 9;
/// Window of brotli as a power of two, larger than any asset.
const WINDOW: i32 = 20;

/// One file ready to be sent.
pub(crate) struct Asset {
    pub(crate) kind: &'static str,
    pub(crate) body: Vec<u8>,
    /// The body compressed with brotli, where that is smaller.
    pub(crate) brotli: Option<Vec<u8>>,
    /// The hash of the body.
    pub(crate) hash: String,
}

/// All assets by name.
pub(crate) struct Assets {
    files: BTreeMap<String, Asset>,
    /// The hash of all assets together.
    tag: String,
}

static ASSETS: LazyLock<Assets> = LazyLock::new(Assets::gather);

impl Assets {
    /// The assets, put together once.
    pub(crate) fn get() -> &'static Assets {
        &ASSETS
    }

    fn gather() -> Self {
        let mut files = BTreeMap::new();
        let font = Files::get(FONT).map(|file| file.data.into_owned()).unwrap_or_default();
        files.insert(FONT.to_owned(), asset(FONT, font));
        for name in PLAIN {
            add(&mut files, name, source(name).unwrap_or_default());
        }
        for name in SCRIPTS {
            add(&mut files, name, script(&["masthead.js", name]));
        }
        for (name, parts) in SHEETS {
            add_sheet(&mut files, name, sheet(parts));
        }
        for game in catalog::games() {
            let info = game.info();
            add(&mut files, &format!("art/{}.svg", info.slug), info.box_art.into());
            let opened = game.open(&MatchConfig::default()).ok();
            let inks = opened.map(|opened| draw::svg::ink_css(&opened.scene(Viewer::Spectator).plan));
            for (name, parts) in SHEETS.iter().filter(|(name, _)| GAME_SHEETS.contains(name)) {
                let text = sheet(parts) + inks.as_deref().unwrap_or_default();
                add_sheet(&mut files, &format!("{}/{name}", info.slug), text);
            }
        }
        let hashes: String = files.values().map(|asset| asset.hash.as_str()).collect();
        Assets { tag: table::fingerprint(hashes.as_bytes())[..12].to_owned(), files }
    }

    /// The hash of all assets, for the ETags of pages that link to them.
    pub(crate) fn tag(&self) -> &str {
        &self.tag
    }

    /// The path of an asset, below its hash. The base path is not part of it.
    pub(crate) fn path(&self, name: &str) -> String {
        let hash = self.find(name).map_or("missing", |asset| asset.hash.as_str());
        format!("/assets/{hash}/{name}")
    }

    /// The asset with this name.
    pub(crate) fn find(&self, name: &str) -> Option<&Asset> {
        self.files.get(name).or_else(|| boards::find(name))
    }
}

/// The text of a file.
pub(crate) fn source(name: &str) -> Option<String> {
    Files::get(name).map(|file| String::from_utf8_lossy(&file.data).into_owned())
}

/// These modules and what they import as one module.
pub(crate) fn script(entries: &[&str]) -> String {
    join::join(entries, &source).unwrap_or_else(|error| {
        tracing::error!(%error, "the scripts of a page could not be joined");
        String::new()
    })
}

fn sheet(parts: &[&str]) -> String {
    std::iter::once(&"base.css").chain(parts).filter_map(|name| source(name)).collect()
}

/// Adds a style sheet, with the URL of the font relative to its own: a sheet does not know the base path.
fn add_sheet(files: &mut BTreeMap<String, Asset>, name: &str, text: String) {
    let hash = files.get(FONT).map_or("missing", |font| font.hash.as_str());
    let up = "../".repeat(1 + name.matches('/').count());
    let text = text.replace(&format!("url(\"{FONT}\")"), &format!("url(\"{up}{hash}/{FONT}\")"));
    add(files, name, text);
}

fn add(files: &mut BTreeMap<String, Asset>, name: &str, text: String) {
    files.insert(name.to_owned(), asset(name, text.into_bytes()));
}

fn asset(name: &str, body: Vec<u8>) -> Asset {
    let hash = table::fingerprint(&body)[..16].to_owned();
    // A font is compressed already.
    let brotli = if name == FONT { None } else { compressed(&body).filter(|smaller| smaller.len() < body.len()) };
    Asset { kind: kind(name), body, brotli, hash }
}

fn compressed(body: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let params = brotli::enc::BrotliEncoderParams { quality: QUALITY, lgwin: WINDOW, ..Default::default() };
    let mut writer = brotli::CompressorWriter::with_params(&mut out, 4096, &params);
    writer.write_all(body).ok()?;
    drop(writer);
    Some(out)
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scripts_of_every_page_join_into_one_that_imports_nothing() {
        for name in SCRIPTS {
            let text = join::join(&["masthead.js", name], &source).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(!text.lines().any(|line| line.starts_with("import ") || line.starts_with("export ")), "{name}");
        }
        let table = String::from_utf8(Assets::get().find("table.js").unwrap().body.clone()).unwrap();
        assert!(table.contains("class Board") && table.contains("new Table();"));
    }

    #[test]
    fn every_module_is_part_of_a_page() {
        let all: String = SCRIPTS.iter().map(|name| script(&[name])).collect();
        for name in Files::iter().filter(|name| name.ends_with(".js") && name != "theme.js") {
            let joined = format!("const {} = (() => {{", name.replace('.', "_"));
            assert!(SCRIPTS.contains(&name.as_ref()) || all.contains(&joined), "{name}");
        }
        let sheets: Vec<&str> = SHEETS.iter().flat_map(|(_, parts)| parts.iter().copied()).collect();
        for name in Files::iter().filter(|name| name.ends_with(".css") && name != "base.css") {
            assert!(sheets.contains(&name.as_ref()), "{name}");
        }
    }

    /// Comments are recognised line by line, so a string over several lines could be taken for one.
    #[test]
    fn no_string_in_a_module_spans_lines() {
        for name in Files::iter().filter(|name| name.ends_with(".js")) {
            for line in source(&name).unwrap().lines().filter(|line| !line.trim_start().starts_with(['/', '*'])) {
                assert_eq!(line.matches('`').count() % 2, 0, "{name}: {line}");
            }
        }
    }

    #[test]
    fn every_style_sheet_finds_the_font() {
        let hash = &Assets::get().find(FONT).unwrap().hash;
        for (name, asset) in Assets::get().files.iter().filter(|(name, _)| name.ends_with(".css")) {
            let text = String::from_utf8_lossy(&asset.body);
            let up = if name.contains('/') { "../.." } else { ".." };
            assert!(text.contains(&format!("url(\"{up}/{hash}/{FONT}\")")), "{name}");
            assert_eq!(text.matches("url(").count(), text.matches(FONT).count(), "{name}");
        }
    }

    #[test]
    fn decompressing_gives_the_original() {
        for (name, asset) in Assets::get().files.iter().filter(|(name, _)| *name != FONT) {
            let mut out = Vec::new();
            let packed = asset.brotli.as_deref().unwrap_or_else(|| panic!("{name} is not compressed"));
            brotli::BrotliDecompress(&mut &packed[..], &mut out).unwrap();
            assert_eq!(out, asset.body, "{name}");
        }
    }
}
