//! A scene as a PNG file.
//!
//! Words are outlines of the fonts in the program: the same scene gives the same file on every machine.

use crate::svg::{self, Look, Theme};
use kernel::scene::Scene;
use resvg::{tiny_skia, usvg};

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

/// The scene as a PNG file `width` pixels wide.
pub fn png(scene: &Scene, theme: Theme, width: u32) -> Result<Vec<u8>, PngError> {
    if width == 0 || width > MAX_WIDTH {
        return Err(PngError::Width(width));
    }
    let tree = usvg::Tree::from_str(&svg::file(scene, Look::outlined(theme)), &usvg::Options::default())?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil().max(1.0) as u32;
    let mut pixels = tiny_skia::Pixmap::new(width, height).ok_or(PngError::Width(width))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}
