//! Builds the JSON of answers.

use kernel::{Fault, Refusal, RuleId, Sentence};
use serde_json::{Value, json};

/// An error that is not about a rule.
pub(crate) fn error(what: impl Into<String>) -> Value {
    json!({"ok": false, "error": what.into()})
}

/// A refusal by a rule.
pub(crate) fn refusal(refusal: &Refusal) -> Value {
    json!({"ok": false, "error": refusal.what, "rule": refusal.rule.to_string(), "instead": refusal.instead})
}

/// A list of faults.
pub(crate) fn faults(what: &str, faults: &[Fault]) -> Value {
    let list: Vec<_> = faults.iter().map(|fault| json!({"place": fault.place, "what": fault.what})).collect();
    json!({"ok": false, "error": what, "faults": list})
}

/// Whether an action is legal, with its rules or the rule that forbids it.
pub(crate) fn why(verdict: Result<Vec<RuleId>, Refusal>) -> Value {
    match verdict {
        Ok(allowed) => json!({"ok": true, "legal": true, "rules": rules(&allowed)}),
        Err(refusal) => json!({
            "ok": true, "legal": false, "rule": refusal.rule.to_string(), "why": refusal.what, "instead": refusal.instead,
        }),
    }
}

/// A sentence with its rules.
pub(crate) fn sentence(sentence: &Sentence) -> Value {
    json!({"text": sentence.text, "rules": rules(&sentence.rules)})
}

/// Rule numbers as text.
pub(crate) fn rules(rules: &[RuleId]) -> Vec<String> {
    rules.iter().map(ToString::to_string).collect()
}
