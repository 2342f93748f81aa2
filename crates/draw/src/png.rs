//! A scene as a PNG file.
//!
//! Text needs fonts. If the machine has none, the board is drawn without text. Text asks for common
//! font families first and for generic ones last, and a generic family is mapped to a font that exists.

use crate::svg::{self, Theme};
use kernel::scene::Scene;
use resvg::{tiny_skia, usvg};
use std::sync::{Arc, OnceLock};

/// Maximum width of a picture; a wider one would take hundreds of megabytes.
pub const MAX_WIDTH: u32 = 8192;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The width is 0 or more than [`MAX_WIDTH`].
    #[error("a picture is from 1 to {MAX_WIDTH} pixels wide, not {0}")]
    Width(u32),
    /// The drawing cannot be rendered, because the plan has a broken path.
    #[error("the drawing cannot be read back")]
    Drawing(#[from] usvg::Error),
    /// The picture cannot be encoded.
    #[error("the picture cannot be encoded: {0}")]
    Encoding(String),
}

/// The fonts for text.
#[derive(Clone)]
pub struct Fonts(Arc<usvg::fontdb::Database>);

impl Fonts {
    /// The machine's fonts, read once.
    pub fn system() -> Self {
        static SYSTEM: OnceLock<Fonts> = OnceLock::new();
        SYSTEM
            .get_or_init(|| {
                let mut fonts = usvg::fontdb::Database::new();
                fonts.load_system_fonts();
                map_generic(&mut fonts);
                Fonts(Arc::new(fonts))
            })
            .clone()
    }

    /// No fonts: boards without text.
    pub fn none() -> Self {
        Fonts(Arc::default())
    }

    /// Are there no fonts?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Maps the generic families to fonts that exist.
fn map_generic(fonts: &mut usvg::fontdb::Database) {
    let names: Vec<String> =
        fonts.faces().filter_map(|face| face.families.first().map(|(name, _)| name.clone())).collect();
    let find = |wanted: &[&str], part: &str| {
        let exact = wanted.iter().find_map(|wanted| names.iter().find(|name| name == wanted));
        exact.or_else(|| names.iter().find(|name| name.contains(part))).or(names.first()).cloned()
    };
    if let Some(serif) = find(&["Times New Roman", "Liberation Serif", "DejaVu Serif"], "Serif") {
        fonts.set_serif_family(serif);
    }
    if let Some(sans) = find(&["Arial", "Liberation Sans", "DejaVu Sans"], "Sans") {
        fonts.set_sans_serif_family(sans);
    }
}

/// The scene as a PNG file `width` pixels wide, with the machine's fonts.
pub fn png(scene: &Scene, theme: Theme, width: u32) -> Result<Vec<u8>, PngError> {
    png_with(scene, theme, width, &Fonts::system())
}

/// The same with the given fonts.
pub fn png_with(scene: &Scene, theme: Theme, width: u32, fonts: &Fonts) -> Result<Vec<u8>, PngError> {
    if width == 0 || width > MAX_WIDTH {
        return Err(PngError::Width(width));
    }
    let options = usvg::Options { fontdb: fonts.0.clone(), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(&svg::picture(scene, theme), &options)?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil().max(1.0) as u32;
    let mut pixels = tiny_skia::Pixmap::new(width, height).ok_or(PngError::Width(width))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}
