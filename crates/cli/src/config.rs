//! The settings of `boxtop serve`, from a file, the environment and flags; the later wins.
//!
//! A setting is declared once, as an argument of the command. Its name in the file is that of its flag, and its variable
//! is `BOXTOP_` with that name in capital letters. What file and environment say becomes the default of the flag in a
//! second parse of the command line. So clap alone reads values and decides which one counts, and a new argument is a
//! new setting without further work.

mod environment;
mod file;
mod print;
mod redact;

pub(crate) use redact::redact;

use crate::commands::serve;
use crate::common::{Usage, read_text};
use clap::builder::BoolishValueParser;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches};
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::path::PathBuf;

/// Where the settings come from, and whether to print them.
#[derive(clap::Args)]
pub(crate) struct Flags {
    /// Read settings from this TOML file; environment and flags override it [env: BOXTOP_CONFIG]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Print the settings in effect, without passwords, as a file for --config
    #[arg(long)]
    print_config: bool,
}

/// The arguments of [`Flags`], which are not settings themselves.
const NOT_SETTINGS: [&str; 2] = ["config", "print_config"];

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Source {
    /// Nobody set it.
    Default,
    /// This file, in this line.
    File(PathBuf, usize),
    /// This variable.
    Environment(String),
    /// The command line.
    Flag,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Default => f.write_str("default"),
            Source::File(path, line) => {
                write!(f, "file {}, line {line}", path.display().to_string().escape_debug())
            }
            Source::Environment(variable) => write!(f, "environment, {variable}"),
            Source::Flag => f.write_str("flag"),
        }
    }
}

/// The values of a setting below the command line; several for a list.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Given {
    values: Vec<String>,
    source: Source,
}

/// What file and environment say, by the id of the argument.
type Layers = BTreeMap<String, Given>;

/// The command with complete help, and switches that can also be turned off, as in `--trust-proxy=false`.
pub(crate) fn documented(command: clap::Command) -> clap::Command {
    let document = |arg: Arg| if is_setting(&arg) { switch(with_variable(arg)) } else { arg };
    command.mut_args(document).mut_subcommand("serve", |serve| serve.mut_args(document))
}

/// Reads the command line, and for a server also file and environment. `None` if the settings were printed instead.
pub(crate) fn matches(command: clap::Command) -> anyhow::Result<Option<ArgMatches>> {
    let command = documented(command);
    let first = parse(command.clone());
    let Some(server) = of_server(&first) else { return Ok(Some(first)) };
    let flags = Flags::from_arg_matches(server).unwrap_or_else(|error| stop(&error));
    let layers = layers(&flags)?;
    let matches = parse(with_defaults(command, &layers));
    match of_server(&matches).filter(|_| flags.print_config) {
        Some(server) => print::print(server, &layers).map(|()| None),
        None => Ok(Some(matches)),
    }
}

/// The arguments of the server; `None` if another command was given.
fn of_server(matches: &ArgMatches) -> Option<&ArgMatches> {
    match matches.subcommand() {
        None => Some(matches),
        Some(("serve", server)) => Some(server),
        Some(_) => None,
    }
}

fn parse(command: clap::Command) -> ArgMatches {
    command.try_get_matches().unwrap_or_else(|error| stop(&error))
}

/// Prints a message of clap and ends the program. An error may quote an argument, so passwords are removed.
fn stop(error: &clap::Error) -> ! {
    let plain = error.render().to_string();
    // Help quotes nothing, and may show what an address looks like.
    if !error.use_stderr() || redact(&plain) == plain {
        error.exit();
    }
    eprint!("{}", redact(&plain));
    std::process::exit(error.exit_code())
}

/// A command that has all settings as arguments, and nothing else.
fn settings() -> clap::Command {
    let all = serve::Args::augment_args(clap::Command::new("settings").no_binary_name(true));
    all.mut_args(|arg| if is_setting(&arg) { switch(arg) } else { arg })
}

fn is_setting(arg: &Arg) -> bool {
    arg.get_long().is_some() && !NOT_SETTINGS.contains(&arg.get_id().as_str())
}

fn is_list(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::Append)
}

/// The name of a setting: that of its flag.
fn name(arg: &Arg) -> &str {
    arg.get_long().unwrap_or_default()
}

/// The environment variable of a setting.
fn variable(arg: &Arg) -> String {
    format!("BOXTOP_{}", name(arg).to_uppercase().replace('-', "_"))
}

fn help(arg: &Arg) -> String {
    arg.get_help().map(ToString::to_string).unwrap_or_default()
}

/// The argument with its variable in the help.
fn with_variable(arg: Arg) -> Arg {
    let mark = format!(" [env: {}]", variable(&arg));
    let long = arg.get_long_help().map(|long| format!("{long}{mark}"));
    let arg = arg.clone().help(help(&arg) + &mark);
    match long {
        Some(long) => arg.long_help(long),
        None => arg,
    }
}

/// A flag without a value may also have one, so that it can override `true` in file or environment.
fn switch(arg: Arg) -> Arg {
    if !matches!(arg.get_action(), ArgAction::SetTrue) {
        return arg;
    }
    let arg = arg.action(ArgAction::Set).num_args(0..=1).require_equals(true).value_name("true|false");
    let arg = arg.value_parser(BoolishValueParser::new()).hide_possible_values(true).hide_default_value(true);
    arg.default_value("false").default_missing_value("true")
}

fn layers(flags: &Flags) -> anyhow::Result<Layers> {
    let settings = settings();
    let variable = |name: &str| std::env::var_os(name);
    let named_file = flags.config.clone().map(|path| (path, "--config"));
    let named_file = named_file.or_else(|| {
        let path = variable("BOXTOP_CONFIG").filter(|path| !path.is_empty())?;
        Some((path.into(), "BOXTOP_CONFIG"))
    });
    let mut layers = Layers::new();
    if let Some((path, named_by)) = named_file {
        let text = read_text(&path).map_err(|error| Usage(format!("{named_by}: {error:#}")))?;
        layers.extend(file::read(&settings, &path, &text).map_err(Usage)?);
    }
    layers.extend(environment::read(&settings, variable).map_err(Usage)?);
    Ok(layers)
}

/// A setting of the server by its id, from the file that `BOXTOP_CONFIG` names and from the environment, for other commands.
pub(crate) fn setting(id: &str) -> anyhow::Result<Option<String>> {
    let layers = layers(&Flags { config: None, print_config: false })?;
    Ok(layers.get(id).and_then(|given| given.values.first().cloned()))
}

fn with_defaults(command: clap::Command, layers: &Layers) -> clap::Command {
    let default = |arg: Arg| match layers.get(arg.get_id().as_str()) {
        Some(given) => arg.default_values(given.values.clone()),
        None => arg,
    };
    command.mut_args(default).mut_subcommand("serve", |serve| serve.mut_args(default))
}

/// What is wrong with these values of a setting; `None` if clap can read them.
fn fault(settings: &clap::Command, arg: &Arg, values: &[String]) -> Option<String> {
    let flags = values.iter().map(|value| format!("--{}={value}", name(arg)));
    let error = settings.clone().try_get_matches_from(flags).err()?;
    match error.kind() {
        // These are about several arguments, so they are reported when all are known.
        ErrorKind::ArgumentConflict | ErrorKind::MissingRequiredArgument => None,
        _ => Some(error.source().map_or_else(|| first_line(&error), ToString::to_string)),
    }
}

fn first_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let allowed = text.lines().find_map(|line| line.trim().strip_prefix('[')?.strip_suffix(']'));
    let line = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
    allowed.map_or_else(|| line.to_owned(), ToOwned::to_owned)
}

/// Where the value of a setting comes from.
fn source(arg: &Arg, matches: &ArgMatches, layers: &Layers) -> Source {
    match matches.value_source(arg.get_id().as_str()) {
        Some(ValueSource::CommandLine) => Source::Flag,
        _ => layers.get(arg.get_id().as_str()).map_or(Source::Default, |given| given.source.clone()),
    }
}
