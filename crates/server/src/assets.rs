//! Files that are the same for everybody: style sheets, scripts, lids, inks.
//!
//! All are kept in the binary and served below `/assets/{tag}/`, where the tag is
//! a fingerprint of all of them together: modules find each other by relative
//! names, and a browser may keep what it has for ever.

use kernel::Viewer;
use kernel::dynamic::MatchConfig;
use std::collections::BTreeMap;
use std::sync::LazyLock;

#[derive(rust_embed::RustEmbed)]
#[folder = "assets/"]
struct Files;

/// One file ready to be sent.
pub(crate) struct Asset {
    pub(crate) kind: &'static str,
    pub(crate) body: Vec<u8>,
    pub(crate) etag: String,
}

/// All files.
pub(crate) struct Assets {
    files: BTreeMap<String, Asset>,
    tag: String,
}

static ASSETS: LazyLock<Assets> = LazyLock::new(Assets::gather);

impl Assets {
    /// The files, gathered once.
    pub(crate) fn get() -> &'static Assets {
        &ASSETS
    }

    fn gather() -> Self {
        let mut files = BTreeMap::new();
        for name in Files::iter() {
            if let Some(file) = Files::get(&name) {
                add(&mut files, &name, file.data.into_owned());
            }
        }
        for title in catalog::games() {
            let info = title.info();
            add(&mut files, &format!("art/{}.svg", info.slug), info.box_art.into());
            if let Ok(session) = title.open(&MatchConfig::default()) {
                let css = draw::svg::ink_css(&session.scene(Viewer::Spectator).plan);
                add(&mut files, &format!("inks/{}.css", info.slug), css.into());
            }
        }
        let all: String = files.iter().map(|(name, asset)| format!("{name} {}\n", asset.etag)).collect();
        let tag = table::fingerprint(all.as_bytes())[..12].to_owned();
        Assets { files, tag }
    }

    /// The address of a file.
    pub(crate) fn url(&self, name: &str) -> String {
        format!("/assets/{}/{name}", self.tag)
    }

    /// The tag of all files together.
    pub(crate) fn tag(&self) -> &str {
        &self.tag
    }

    /// The file with this name.
    pub(crate) fn find(&self, name: &str) -> Option<&Asset> {
        self.files.get(name)
    }
}

fn add(files: &mut BTreeMap<String, Asset>, name: &str, body: Vec<u8>) {
    let etag = format!("\"{}\"", &table::fingerprint(&body)[..16]);
    files.insert(name.to_owned(), Asset { kind: kind(name), body, etag });
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}
