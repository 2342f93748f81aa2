//! Settings from environment variables.

use super::{Given, Layers, Source, fault, help, is_list, is_setting, redact, variable};
use clap::Arg;
use std::ffi::OsString;

/// Reads the variable of every setting, or reports all that are wrong. An empty variable is as good as none, and
/// a list is separated by commas.
pub(super) fn read(settings: &clap::Command, value: impl Fn(&str) -> Option<OsString>) -> Result<Layers, String> {
    let (mut layers, mut faults) = (Layers::new(), Vec::new());
    for arg in settings.get_arguments().filter(|arg| is_setting(arg)) {
        let name = variable(arg);
        let Some(text) = value(&name).filter(|text| !text.is_empty()) else { continue };
        match check(settings, arg, text) {
            Ok(values) => {
                let given = Given { values, source: Source::Environment(name) };
                layers.insert(arg.get_id().to_string(), given);
            }
            Err(why) => faults.push(format!("{name}: {why}\n  {}", help(arg))),
        }
    }
    if faults.is_empty() { Ok(layers) } else { Err(faults.join("\n")) }
}

fn check(settings: &clap::Command, arg: &Arg, text: OsString) -> Result<Vec<String>, String> {
    let text = text.into_string().map_err(|_| "the value is not UTF-8".to_owned())?;
    let values: Vec<String> = match is_list(arg) {
        true => text.split(',').map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect(),
        false => vec![text.clone()],
    };
    match fault(settings, arg, &values) {
        None => Ok(values),
        Some(why) => Err(format!("“{}” cannot be used: {}", redact(&text), redact(&why))),
    }
}

#[cfg(test)]
mod tests {
    use super::super::settings;
    use super::*;

    fn read_from(set: &[(&str, &str)]) -> Result<Layers, String> {
        read(&settings(), |name| set.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into()))
    }

    #[test]
    fn every_setting_has_a_variable_named_after_its_flag() {
        let layers = read_from(&[
            ("BOXTOP_PORT", "80"),
            ("BOXTOP_TRUST_PROXY", "1"),
            ("BOXTOP_HOST", "a.example, b.example"),
            ("BOXTOP_DATA", ""),
            ("BOXTOP_LAW_GAME", "conflict"),
        ]);
        let layers = layers.expect("all are valid");
        assert_eq!(layers.keys().collect::<Vec<_>>(), ["host", "port", "trust_proxy"]);
        assert_eq!(layers["host"].values, ["a.example", "b.example"]);
        assert_eq!(layers["port"].source, Source::Environment("BOXTOP_PORT".into()));
    }

    #[test]
    fn all_wrong_variables_are_named_with_what_would_be_valid() {
        let words =
            read_from(&[("BOXTOP_PORT", "70000"), ("BOXTOP_TRUST_PROXY", "maybe")]).expect_err("both are wrong");
        for part in ["BOXTOP_PORT: “70000”", "0..=65535", "0 for any free port", "BOXTOP_TRUST_PROXY: “maybe”"]
        {
            assert!(words.contains(part), "{part}: {words}");
        }
    }
}
