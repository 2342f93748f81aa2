//! Pieces of answers, converted by hand.

use kernel::{Fault, Refusal, RuleId, Sentence};
use serde_json::{Value, json};

/// Something went wrong that no rule speaks of.
pub(crate) fn error(what: impl Into<String>) -> Value {
    json!({"ok": false, "error": what.into()})
}

/// A rule forbids it.
pub(crate) fn refusal(refusal: &Refusal) -> Value {
    json!({"ok": false, "error": refusal.what, "rule": refusal.rule.to_string(), "instead": refusal.instead})
}

/// Everything that is wrong, at once.
pub(crate) fn faults(what: &str, faults: &[Fault]) -> Value {
    let list: Vec<_> = faults.iter().map(|fault| json!({"place": fault.place, "what": fault.what})).collect();
    json!({"ok": false, "error": what, "faults": list})
}

/// Legal with its rules, or the rule that forbids it.
pub(crate) fn why(verdict: Result<Vec<RuleId>, Refusal>) -> Value {
    match verdict {
        Ok(allowed) => json!({"ok": true, "legal": true, "rules": rules(&allowed)}),
        Err(refusal) => json!({
            "ok": true, "legal": false, "rule": refusal.rule.to_string(), "why": refusal.what, "instead": refusal.instead,
        }),
    }
}

/// A sentence with its rules.
pub(crate) fn line(line: &Sentence) -> Value {
    json!({"text": line.text, "rules": rules(&line.rules)})
}

/// Rule numbers as texts.
pub(crate) fn rules(rules: &[RuleId]) -> Vec<String> {
    rules.iter().map(ToString::to_string).collect()
}
