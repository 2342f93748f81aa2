//! Every machine chooses the same move: what players compute uses no function whose last digit differs from one machine
//! to another.
//!
//! Addition, subtraction, multiplication, division, comparison and square roots are exact everywhere. Logarithms, powers
//! and the like are not, and fused operations depend on the processor: `kernel::math` has replacements. Pictures of the
//! boards may use everything; no move depends on them.

mod tree;

use std::fs;
use std::path::Path;
use tree::{root, sources};

/// The crates whose numbers reach a choice, as far as they exist.
const CRATES: [&str; 4] = ["kernel", "games", "players", "analysis"];

/// Functions of floating-point numbers that are not exact.
const INEXACT: [&str; 26] = [
    "exp", "exp2", "exp_m1", "ln", "ln_1p", "log", "log2", "log10", "powf", "powi", "sin", "cos", "tan", "sin_cos",
    "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "cbrt", "mul_add",
];

/// Calls of inexact functions in a source, without its tests and comments.
fn offences(text: &str) -> Vec<&'static str> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines: Vec<_> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let called = |name: &str| {
        let forms = [format!(".{name}("), format!("f32::{name}"), format!("f64::{name}")];
        let is_call = |rest: &str| !rest.starts_with(|next: char| next.is_ascii_alphanumeric() || next == '_');
        lines.iter().any(|line| {
            forms.iter().any(|form| {
                line.match_indices(form).any(|(at, _)| is_call(&line[at + form.len()..]) || form.ends_with('('))
            })
        })
    };
    INEXACT.into_iter().filter(|name| called(name)).collect()
}

/// Pictures, and tests in files of their own.
fn is_exempt(path: &Path) -> bool {
    path.components().any(|part| ["scene", "tests"].iter().any(|name| part.as_os_str() == *name))
        || ["scene.rs", "drawing.rs"].iter().any(|name| path.ends_with(name))
}

#[test]
fn no_choice_depends_on_a_function_that_differs_between_machines() {
    let mut checked = 0;
    for name in CRATES {
        let folder = root().join("crates").join(name).join("src");
        if !folder.exists() {
            continue;
        }
        for path in sources(&folder).expect("sources").into_iter().filter(|path| !is_exempt(path)) {
            let text = fs::read_to_string(&path).expect("a source");
            assert_eq!(offences(&text), [""; 0], "{}: use kernel::math instead", path.display());
            checked += 1;
        }
    }
    assert!(checked > 60, "{checked}");
}

#[test]
fn the_check_finds_calls_of_either_form_and_nothing_else() {
    assert_eq!(offences("let y = x.exp() + values.iter().map(f64::ln).sum()"), ["exp", "ln"]);
    assert_eq!(offences("let y = x.sqrt() * math::ln(2.0) - std::f32::consts::LN_2; // x.exp()"), ["exp"]);
    assert_eq!(offences("// x.exp()\nlet y = list.expand(f64::from(x)); #[cfg(test)] x.ln()"), [""; 0]);
}
