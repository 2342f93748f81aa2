//! Settings from a TOML file. All faults are reported at once, each with its place.

use super::redact::mask;
use super::{Given, Layers, Source, fault, help, is_list, is_setting, name, redact};
use crate::common::faults_report;
use clap::Arg;
use kernel::BoardFault;
use std::ops::Range;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A name that differs more than this from all others gets no suggestion.
const SIMILAR: f64 = 0.75;

/// Reads the file, or reports everything that is wrong with it.
pub(super) fn read(settings: &clap::Command, path: &Path, text: &str) -> Result<Layers, String> {
    let (table, errors) = DeTable::parse_recoverable(text);
    let mut faults: Vec<BoardFault> = errors.iter().map(not_toml).collect();
    let mut layers = Layers::new();
    for (key, value) in table.get_ref() {
        let span = key.span();
        match one(settings, key.get_ref(), &span, value) {
            Ok((arg, values)) => {
                let line = text[..span.start.min(text.len())].matches('\n').count() + 1;
                let given = Given { values, source: Source::File(path.to_owned(), line) };
                layers.insert(arg.get_id().to_string(), given);
            }
            Err(fault) => faults.push(fault),
        }
    }
    if faults.is_empty() {
        return Ok(layers);
    }
    faults.sort_by_key(|fault| fault.at.as_ref().map_or(0, |at| at.start));
    Err(faults_report(&path.display().to_string(), &mask(text), &faults))
}

fn not_toml(error: &toml::de::Error) -> BoardFault {
    BoardFault::at(error.span().unwrap_or(0..0), format!("this is not TOML: {}", redact(error.message())), "")
}

/// One setting with its values as text.
fn one<'a>(
    settings: &'a clap::Command,
    key: &str,
    span: &Range<usize>,
    value: &Spanned<DeValue<'_>>,
) -> Result<(&'a Arg, Vec<String>), BoardFault> {
    let known = || settings.get_arguments().filter(|arg| is_setting(arg));
    let Some(arg) = known().find(|arg| name(arg) == key) else {
        return Err(BoardFault::at(span.clone(), format!("there is no setting `{key}`"), similar(key, known())));
    };
    let wrong = |what: String| BoardFault::at(value.span(), what, help(arg));
    let values = texts(arg, value.get_ref()).map_err(wrong)?;
    match fault(settings, arg, &values) {
        None => Ok((arg, values)),
        Some(why) => Err(wrong(format!("this value of `{key}` cannot be used: {}", redact(&why)))),
    }
}

fn similar<'a>(key: &str, known: impl Iterator<Item = &'a Arg>) -> String {
    let likeness = |arg: &Arg| strsim::jaro_winkler(&key.to_lowercase().replace('_', "-"), name(arg));
    let best = known.map(|arg| (likeness(arg), name(arg))).max_by(|a, b| a.0.total_cmp(&b.0));
    match best.filter(|(likeness, _)| *likeness > SIMILAR) {
        Some((_, name)) => format!("did you mean `{name}`?"),
        None => "`boxtop serve --print-config` lists all settings".into(),
    }
}

/// The value as it would be written on the command line.
fn texts(arg: &Arg, value: &DeValue<'_>) -> Result<Vec<String>, String> {
    match value {
        DeValue::Array(items) if is_list(arg) => items.iter().map(|item| text(arg, item.get_ref())).collect(),
        single => text(arg, single).map(|text| vec![text]),
    }
}

fn text(arg: &Arg, value: &DeValue<'_>) -> Result<String, String> {
    match value {
        DeValue::String(text) => Ok(text.to_string()),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
            .map(|number| number.to_string())
            .map_err(|_| "this number is too large".into()),
        DeValue::Boolean(truth) => Ok(truth.to_string()),
        DeValue::Float(_) | DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => {
            let wanted = if is_list(arg) { "a list of texts" } else { "a text, a whole number or true or false" };
            Err(format!("`{}` is not {wanted}", name(arg)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::settings;
    use super::*;

    fn read_text(text: &str) -> Result<Layers, String> {
        read(&settings(), Path::new("boxtop.toml"), text)
    }

    #[test]
    fn settings_are_named_after_their_flags() {
        let text = "# mine\nport = 8_080\ntrust-proxy = true\nhost = [\"a.example\", \"b.example\"]\ndata = '/srv'\n";
        let layers = read_text(text).expect("all are valid");
        assert_eq!(layers["port"].values, ["8080"]);
        assert_eq!(layers["port"].source, Source::File("boxtop.toml".into(), 2));
        assert_eq!(layers["trust_proxy"].values, ["true"]);
        assert_eq!(layers["host"].values, ["a.example", "b.example"]);
        assert_eq!(read_text("host = 'a.example'").expect("one is a list too")["host"].values, ["a.example"]);
    }

    #[test]
    fn every_fault_is_reported_with_its_place_and_what_would_be_valid() {
        let text = "prot = 1\nkeep-alive = 0\nbind = [1]\n[host]\n";
        let words = read_text(text).expect_err("four faults");
        for part in [
            "boxtop.toml:1:1: there is no setting `prot`",
            "did you mean `port`?",
            "boxtop.toml:2:14: this value of `keep-alive` cannot be used",
            "1..=3600",
            "boxtop.toml:3:8: `bind` is not a text",
            "boxtop.toml:4:1: `host` is not a list of texts",
            "boxtop.toml has 4 faults",
        ] {
            assert!(words.contains(part), "{part}: {words}");
        }
        assert!(read_text("trust_proxy = true").expect_err("a wrong name").contains("did you mean `trust-proxy`?"));
        assert!(read_text("config = 'x'").expect_err("not a setting").contains("no setting `config`"));
    }

    #[test]
    fn no_report_quotes_a_password() {
        for text in [
            "port = \"postgres://ann:hunter2@db/x\"",
            "hosst = [\"postgres://ann:hunter2@db/x\"",
            "base-path = 'https://x/?password=hunter2'",
            "store = postgres://ann:hunter2@db/x",
        ] {
            let words = read_text(text).expect_err("a fault");
            assert!(!words.contains("hunter2"), "{words}");
        }
    }
}
