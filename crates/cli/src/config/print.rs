//! Prints the settings in effect as a file for `--config`.

use super::redact::is_secret;
use super::{Layers, Source, help, is_list, is_setting, name, redact, settings, source};
use crate::common;
use clap::{Arg, ArgMatches};
use std::any::TypeId;

/// Prints every setting, its value without passwords, and where it comes from.
pub(super) fn print(matches: &ArgMatches, layers: &Layers) -> anyhow::Result<()> {
    let head = "# The settings of boxtop serve in effect, as a file for --config. A comment after each value says where\n\
                # it comes from: default, file, environment or flag.\n";
    let settings = settings();
    let all = settings.get_arguments().filter(|arg| is_setting(arg));
    let text = all.map(|arg| lines(arg, matches, layers)).fold(head.to_owned(), |all, lines| all + &lines);
    common::print(text.as_bytes())
}

/// A setting: its help, and a line with its value.
fn lines(arg: &Arg, matches: &ArgMatches, layers: &Layers) -> String {
    let (help, source) = (help(arg), source(arg, matches, layers));
    let values = raw(arg, matches);
    if values.is_empty() && source == Source::Default {
        let example = arg.get_value_names().and_then(|names| names.first()).map_or("…", |name| name.as_str());
        return format!("\n# {help}\n#{} = \"{example}\" # default: not set\n", name(arg));
    }
    let (shown, hidden) = shown(arg, &values);
    let hidden = if hidden { "; put the password in place of ***" } else { "" };
    format!("\n# {help}\n{} = {shown} # {source}{hidden}\n", name(arg))
}

/// The values as text.
fn raw(arg: &Arg, matches: &ArgMatches) -> Vec<String> {
    let id = arg.get_id().as_str();
    if is_switch(arg) {
        return matches.get_one::<bool>(id).map(bool::to_string).into_iter().collect();
    }
    let raw = matches.get_raw(id);
    raw.into_iter().flatten().map(|value| value.to_string_lossy().into_owned()).collect()
}

/// The values in TOML, and whether a secret was left out.
fn shown(arg: &Arg, values: &[String]) -> (String, bool) {
    let open: Vec<String> = values.iter().map(|value| without_secrets(arg, value)).collect();
    let hidden = open != values;
    let written: Vec<String> = open.iter().map(|value| written(arg, value)).collect();
    if is_list(arg) { (format!("[{}]", written.join(", ")), hidden) } else { (written.concat(), hidden) }
}

fn without_secrets(arg: &Arg, value: &str) -> String {
    if is_secret(name(arg)) { "***".into() } else { redact(value) }
}

/// A value in TOML: switches and numbers bare, everything else as a text.
fn written(arg: &Arg, value: &str) -> String {
    if is_switch(arg) {
        return value.to_owned();
    }
    let number = value.parse::<i64>().ok().filter(|_| is_number(arg));
    number.map_or_else(|| toml::Value::from(value).to_string(), |number| number.to_string())
}

fn is_switch(arg: &Arg) -> bool {
    arg.get_value_parser().type_id() == TypeId::of::<bool>()
}

fn is_number(arg: &Arg) -> bool {
    let numbers = [TypeId::of::<u16>(), TypeId::of::<u32>(), TypeId::of::<u64>(), TypeId::of::<usize>()];
    numbers.iter().any(|number| arg.get_value_parser().type_id() == *number)
}
