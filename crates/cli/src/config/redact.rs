//! Removes passwords from URLs before they are printed.
//!
//! Rather too much is removed than too little: a password that is not percent-encoded may contain any character, so the
//! part before the host ends at the last `@` of its line.

use std::ops::Range;

/// Stands for a password.
const HIDDEN: &str = "***";

/// Parameters whose names contain one of these have secret values.
const SECRET: [&str; 4] = ["pass", "pwd", "secret", "token"];

/// The text with `***` for the passwords of URLs in it, and for parameters such as `?password=…`.
pub(crate) fn redact(text: &str) -> String {
    replaced(text, |_| HIDDEN.to_owned())
}

/// The same with as many stars as the password has bytes, so that places in the text stay what they are.
pub(super) fn mask(text: &str) -> String {
    replaced(text, |secret| "*".repeat(secret.len()))
}

/// Is the value of a setting or parameter with this name a secret?
pub(super) fn is_secret(name: &str) -> bool {
    let name = decoded(name).to_lowercase();
    SECRET.iter().any(|word| name.contains(word))
}

fn replaced(text: &str, stand_in: impl Fn(&str) -> String) -> String {
    let line = |line: &str| {
        let (mut out, mut from) = (String::new(), 0);
        for secret in secrets(line) {
            out.push_str(&line[from..secret.start]);
            out.push_str(&stand_in(&line[secret.clone()]));
            from = secret.end;
        }
        out + &line[from..]
    };
    text.split_inclusive('\n').map(line).collect()
}

/// The places of all secrets in a line, in order and apart from each other.
fn secrets(line: &str) -> Vec<Range<usize>> {
    let user = user_info(line);
    let after = user.as_ref().map_or(0, |user| user.end);
    user.into_iter().chain(parameters(line, after)).filter(|range| !range.is_empty()).collect()
}

/// The password between `://` and the last `@`. A lone word there is a user of PostgreSQL, but elsewhere it may be a token.
fn user_info(line: &str) -> Option<Range<usize>> {
    let start = line.find("://")? + "://".len();
    let end = line.rfind('@').filter(|end| *end >= start)?;
    match line[start..end].find(':') {
        Some(colon) => Some(start + colon + 1..end),
        None if line[..start].contains("postgres") => None,
        None => Some(start..end),
    }
}

/// The values of secret parameters in `line[from..]`: `name=value`, in a query or separated by spaces.
fn parameters(line: &str, from: usize) -> impl Iterator<Item = Range<usize>> {
    let ends = |c: char| c.is_whitespace() || "?&;#\"'“”,".contains(c);
    let mut at = from;
    let parts = line[from..].split_inclusive(ends).map(move |part| {
        let start = at;
        at += part.len();
        (start, part.trim_end_matches(ends))
    });
    parts.filter_map(|(start, part)| {
        let (name, value) = part.split_once('=')?;
        is_secret(name).then(|| start + part.len() - value.len()..start + part.len())
    })
}

/// The text with its percent-encoded ASCII characters decoded.
fn decoded(text: &str) -> String {
    let mut parts = text.split('%');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let code = part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok()).filter(u8::is_ascii);
        match code {
            Some(code) => out.extend([char::from(code)].into_iter().chain(part[2..].chars())),
            None => out.extend(['%'].into_iter().chain(part.chars())),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_of_urls_are_hidden() {
        for (url, shown) in [
            ("postgres://ann:hunter2@db.example/boxtop", "postgres://ann:***@db.example/boxtop"),
            (
                "postgres://ann:hunter2@db:5432/boxtop?sslmode=require",
                "postgres://ann:***@db:5432/boxtop?sslmode=require",
            ),
            ("postgresql://:hunter2@db", "postgresql://:***@db"),
            ("postgres://ann:hu@nt:er2@db/x", "postgres://ann:***@db/x"),
            ("postgres://ann:hu/nter?2#@db/x", "postgres://ann:***@db/x"),
            ("postgres://ann:hun%40ter2@[::1]:5432/x", "postgres://ann:***@[::1]:5432/x"),
            (
                "postgres://db/x?user=ann&password=hunter2&sslmode=off",
                "postgres://db/x?user=ann&password=***&sslmode=off",
            ),
            ("postgres://ann:a@db/x?PASSWORD=hunter2", "postgres://ann:***@db/x?PASSWORD=***"),
            ("postgres://db/x?p%61ssword=hunter2", "postgres://db/x?p%61ssword=***"),
            ("postgres://db/x?sslpassword=hunter2=", "postgres://db/x?sslpassword=***"),
            ("host=db user=ann password=hunter2 dbname=x", "host=db user=ann password=*** dbname=x"),
            ("nats://hunter2@bus:4222", "nats://***@bus:4222"),
            ("nats://ann:hünter2@bus:4222", "nats://ann:***@bus:4222"),
            (
                "error: ‘nats://ann:hunter2@bus’ is bad\nnats://ann:hunter2@b",
                "error: ‘nats://ann:***@bus’ is bad\nnats://ann:***@b",
            ),
        ] {
            assert_eq!(redact(url), shown);
            assert_eq!(mask(url).len(), url.len());
            assert!(!mask(url).contains("nter2"), "{}", mask(url));
        }
    }

    #[test]
    fn texts_without_a_password_stay_as_they_are() {
        for text in [
            "",
            "postgres://ann@db/x",
            "postgres://db:5432/x",
            "postgres://ann:@db/x",
            "sqlite:///srv/boxtop",
            "/srv/boxtop",
            "mailto:security@example.org",
            "https://example.org/?q=pass",
            "ann@example.org",
            "?password=",
            "100 %\n",
            "%E4=1",
        ] {
            assert_eq!((redact(text), mask(text)), (text.to_owned(), text.to_owned()));
        }
    }
}
