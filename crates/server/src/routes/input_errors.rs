//! Messages about JSON bodies, queries and forms that cannot be read.
//!
//! The parsers describe errors in their own words, such as “invalid type: string "1", expected u64 at line 1 column 14”.
//! Here these descriptions become sentences that say what is wrong and what to do. A description that is not known
//! here is not shown.

use crate::problem::Problem;
use axum::extract::rejection::{FormRejection, JsonRejection, QueryRejection};
use axum::http::StatusCode;
use std::error::Error;

/// Maximum number of characters of a value or name that a message repeats.
const LONGEST_QUOTE: usize = 60;

/// The problem of a JSON body that cannot be read.
pub(super) fn json_problem(rejection: JsonRejection) -> Problem {
    match &rejection {
        JsonRejection::JsonSyntaxError(error) => Problem::malformed(
            syntax_error(&description(error)),
            "Correct the JSON and send it again; strings and names need double quotes.",
        ),
        JsonRejection::JsonDataError(error) => {
            let text = description(error);
            let (what, instead) = explain(split_position(&text).0, Input::Body);
            Problem::malformed(what, instead)
        }
        _ => match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => too_large(),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Problem::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "The body must be JSON.",
                "Send it with content-type: application/json.",
            ),
            _ => Problem::malformed("The body did not arrive completely.", "Send the request again."),
        },
    }
}

/// The problem of a query that cannot be read.
pub(super) fn query_problem(rejection: QueryRejection) -> Problem {
    let (what, instead) = explain(&description(&rejection), Input::Query);
    Problem::malformed(what, instead)
}

/// The problem of a form that cannot be read.
pub(super) fn form_problem(rejection: FormRejection) -> Problem {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => too_large(),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "The body must be a form.",
            "Send it with content-type: application/x-www-form-urlencoded.",
        ),
        status => Problem::new(status, "The form cannot be read.", "Fill in the form again."),
    }
}

/// The problem of a body that is too large.
fn too_large() -> Problem {
    Problem::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "The request is larger than 64 KiB.",
        "Send less; a board file has a few KiB.",
    )
}

/// The parser's description of an error: the innermost cause.
fn description(error: &dyn Error) -> String {
    let mut innermost = error;
    while let Some(cause) = innermost.source() {
        innermost = cause;
    }
    innermost.to_string()
}

/// A description without its position, and the line and column.
fn split_position(text: &str) -> (&str, Option<(usize, usize)>) {
    let split = || {
        let (rest, position) = text.rsplit_once(" at line ")?;
        let (line, column) = position.split_once(" column ")?;
        Some((rest, Some((line.parse().ok()?, column.parse().ok()?))))
    };
    split().unwrap_or((text, None))
}

/// What is wrong with text that is not JSON, and where.
fn syntax_error(text: &str) -> String {
    let (text, position) = split_position(text);
    let place = position.map_or(String::new(), |(line, column)| format!(" at line {line}, column {column}"));
    // The path of the value that was being read may come first.
    match text.rsplit(": ").next().unwrap_or(text) {
        error if error.starts_with("EOF ") => format!("The JSON ends too early{place}."),
        "trailing characters" => format!("There is more text after the end of the JSON{place}."),
        "trailing comma" => format!("The JSON has a comma too many{place}."),
        "recursion limit exceeded" => format!("The JSON is nested too deeply{place}."),
        _ => format!("The JSON has a syntax error{place}."),
    }
}

/// Where a value was sent.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Input {
    Body,
    Query,
}

impl Input {
    /// The word for a named value.
    fn noun(self) -> &'static str {
        match self {
            Input::Body => "field",
            Input::Query => "parameter",
        }
    }
}

/// The beginnings of descriptions; before them is the path of the value.
const DESCRIPTIONS: [&str; 8] = [
    "missing field `",
    "unknown field `",
    "duplicate field `",
    "unknown variant `",
    "invalid type: ",
    "invalid value: ",
    "invalid length ",
    "data did not match any variant",
];

/// What is wrong with a value, and what to do.
fn explain(text: &str, input: Input) -> (String, String) {
    let start = DESCRIPTIONS.iter().filter_map(|start| text.find(start)).min();
    let (path, error) = match start {
        Some(start) => (text[..start].trim_end_matches(": "), &text[start..]),
        None => text.split_once(": ").unwrap_or(("", text)),
    };
    let noun = input.noun();
    if let Some(name) = error.strip_prefix("missing field `") {
        let name = within(path, name.trim_end_matches('`'));
        return (format!("The {noun} `{name}` is missing."), "Add it and send the request again.".into());
    }
    if let Some(name) = error.strip_prefix("duplicate field `") {
        let name = within(path, name.trim_end_matches('`'));
        return (format!("The {noun} `{name}` is there twice."), "Send it once.".into());
    }
    if let Some(rest) = error.strip_prefix("unknown field `") {
        let (name, known) = rest.rsplit_once("`, expected ").unwrap_or((rest, ""));
        let name = within(path, name);
        let known = known.trim_start_matches("one of ");
        let instead = match known {
            "" => "Remove it.".to_owned(),
            known => format!("Remove it or correct its name. Possible names: {known}."),
        };
        return (format!("There is no {noun} `{name}`."), instead);
    }
    if let Some(rest) = error.strip_prefix("unknown variant `") {
        let (value, known) = rest.rsplit_once("`, expected ").unwrap_or((rest, "another value"));
        let value = shortened(value);
        let what = match path {
            "command.type" => format!("There is no command “{value}”."),
            "" => format!("“{value}” is not possible here."),
            path => format!("“{value}” is not possible in `{}`.", shortened(path)),
        };
        return (what, format!("Use {known}."));
    }
    (wrong_value(path, error, input), "Correct the value and send the request again.".into())
}

/// What is wrong with a value of the wrong type or size.
fn wrong_value(path: &str, error: &str, input: Input) -> String {
    let place = match path {
        "" if input == Input::Body => "The body".to_owned(),
        "" => "The query".to_owned(),
        path => format!("`{}`", shortened(path)),
    };
    if let Some(rest) = error.strip_prefix("invalid type: ").or(error.strip_prefix("invalid value: ")) {
        let (found, wanted) = rest.rsplit_once(", expected ").unwrap_or((rest, ""));
        let verb = if path.is_empty() { "is" } else { "has" };
        return format!("{place} {verb} {} where {} is expected.", found_value(found), wanted_value(wanted));
    }
    match error {
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            format!("{place} must be a whole number.")
        }
        "number too large to fit in target type" => format!("The number in {place} is too large."),
        "provided string was not `true` or `false`" => format!("{place} must be `true` or `false`."),
        _ if error.starts_with("invalid length ") => format!("{place} is a list where an object is expected."),
        _ => format!("{place} has the wrong form."),
    }
}

/// The full name of a field within the value at this path. The path may already end with the name.
fn within(path: &str, name: &str) -> String {
    let ends_with_name = path == name || path.strip_suffix(name).is_some_and(|rest| rest.ends_with('.'));
    match path {
        "" => shortened(name),
        path if ends_with_name => shortened(path),
        path => shortened(&format!("{path}.{name}")),
    }
}

/// A value that was sent, in words.
fn found_value(found: &str) -> String {
    let quoted = |sign: char| found.split_once(sign).map(|(_, rest)| rest.trim_end_matches(sign));
    match found {
        "null" | "unit value" | "Option value" => "`null`".into(),
        "sequence" => "a list".into(),
        "map" => "an object".into(),
        _ if found.starts_with("string ") => format!("the text “{}”", shortened(quoted('"').unwrap_or_default())),
        _ if found.starts_with("boolean ") => format!("`{}`", quoted('`').unwrap_or_default()),
        _ if found.starts_with("integer ") || found.starts_with("floating point ") => {
            format!("the number {}", quoted('`').unwrap_or_default())
        }
        _ => "a value".into(),
    }
}

/// The type that is expected, in words.
fn wanted_value(wanted: &str) -> &'static str {
    match wanted {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number from 0 on",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a boolean" => "`true` or `false`",
        "a string" | "string or map" | "variant identifier" => "text",
        "a sequence" => "a list",
        "a map" => "an object",
        _ if wanted.starts_with("variant index") => "text",
        _ if ["struct ", "internally tagged enum ", "unit variant "].iter().any(|kind| wanted.starts_with(kind)) => {
            "an object"
        }
        _ => "another value",
    }
}

/// The text, cut if it is very long.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST_QUOTE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{CommandRequest, TableRequest};
    use serde::de::DeserializeOwned;

    fn problem<T: DeserializeOwned>(body: &str) -> String {
        let rejection = axum::Json::<T>::from_bytes(body.as_bytes()).err().expect("it cannot be read");
        let problem = json_problem(rejection);
        assert_eq!(problem.status, StatusCode::BAD_REQUEST);
        format!("{} {}", problem.error, problem.instead)
    }

    #[test]
    fn every_kind_of_unreadable_command_is_explained() {
        let check = |body: &str, wanted: &str| {
            let said = problem::<CommandRequest>(body);
            assert!(said.starts_with(wanted), "{body}: {said}");
        };
        check("", "The JSON ends too early at line 1, column 0.");
        check("{\"version\": 1,\n \"key\" 2}", "The JSON has a syntax error at line 2, column 8.");
        check("{\"version\": 1,}", "The JSON has a comma too many at line 1, column 15.");
        check("[]", "The body is a list where an object is expected.");
        check("null", "The body is `null` where an object is expected.");
        check("{}", "The field `command` is missing. Add it");
        check(r#"{"version": "1"}"#, "`version` has the text “1” where a whole number from 0 on is expected.");
        check(r#"{"version": -1}"#, "`version` has the number -1 where a whole number from 0 on is expected.");
        check(r#"{"key": "a", "key": "b"}"#, "The field `key` is there twice. Send it once.");
        check(r#"{"command": 5}"#, "`command` has the number 5 where an object is expected.");
        check(r#"{"command": {}}"#, "The field `command.type` is missing.");
        check(r#"{"command": {"type": "dance"}}"#, "There is no command “dance”. Use one of `play`, `throw`, ");
        check(r#"{"command": {"type": "play", "seat": "red"}}"#, "The field `command.action` is missing.");
        check(r#"{"command": {"type": "throw", "seat": 5}}"#, "`command` has the number 5 where text is expected.");
        check(
            r#"{"command": {"type": "throw", "seat": "red", "pips": 5}}"#,
            "There is no field `command.pips`. Remove it or correct its name. Possible names: `seat` or `link`.",
        );
    }

    #[test]
    fn every_kind_of_unreadable_table_is_explained() {
        let check = |body: &str, wanted: &str| assert_eq!(problem::<TableRequest>(body), wanted);
        let correct = "Correct the value and send the request again.";
        check(r#"{"dice": "loaded"}"#, "“loaded” is not possible in `dice`. Use `house` or `own`.");
        let wanted = "`players` has the number 300 where a whole number from 0 to 255 is expected.";
        check(r#"{"players": 300}"#, &format!("{wanted} {correct}"));
        let wanted = "`seats[1]` has `null` where text is expected.";
        check(r#"{"seats": ["me", null]}"#, &format!("{wanted} {correct}"));
        check(r#"{"options": {"laps": []}}"#, &format!("`options.laps` has the wrong form. {correct}"));
    }

    #[test]
    fn a_long_value_is_cut() {
        let said = problem::<CommandRequest>(&format!(r#"{{"version": "{}"}}"#, "é".repeat(10_000)));
        assert!(said.chars().count() < 200 && said.contains('…'), "{said}");
    }
}
