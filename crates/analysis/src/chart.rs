//! The chart of an analysis.

use protocol::Analysis;

/// The chances of winning after each step, as SVG.
pub fn chart(_analysis: &Analysis) -> String {
    String::new()
}
