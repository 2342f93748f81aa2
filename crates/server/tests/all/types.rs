//! The TypeScript declarations of the browser modules are those of the OpenAPI document, and so of `protocol`.

use serde_json::{Map, Value};
use std::path::Path;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/types/protocol.d.ts");

#[test]
fn the_typescript_declarations_are_those_of_the_protocol() {
    let document = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json")).unwrap();
    let document: Value = serde_json::from_str(&document).unwrap();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let head = "// Every type that crosses the wire, generated from the crate `protocol`. Refresh it with\n\
                // BOXTOP_BLESS=1 cargo test -p boxtop-server of_the_protocol\n";
    let text = schemas.iter().fold(head.to_owned(), |text, (name, schema)| text + "\n" + &declaration(name, schema));
    if std::env::var_os("BOXTOP_BLESS").is_some() {
        std::fs::write(Path::new(FILE), &text).unwrap();
    }
    let kept = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(kept == text, "the declarations are stale: BOXTOP_BLESS=1 cargo test -p boxtop-server of_the_protocol");
}

#[test]
fn a_schema_is_declared_completely() {
    let schema = serde_json::json!({
        "type": "object", "description": "A piece.", "required": ["id", "at"],
        "properties": {
            "id": { "type": "integer", "description": "Its number." },
            "at": { "type": ["string", "null"] },
            "kind": { "oneOf": [{ "type": "null" }, { "$ref": "#/components/schemas/Tone" }] },
            "pairs": { "type": "array", "items": { "type": "array", "items": false, "prefixItems": [{ "type": "string" }, { "type": "number" }] } },
            "tones": { "type": "array", "items": { "type": "string", "enum": ["a", "b"] } },
            "by_key": { "type": "object", "additionalProperties": { "type": "boolean" } },
            "anything": {},
        },
    });
    let wanted = "/** A piece. */\nexport interface Piece {\n  /** Its number. */\n  id: number;\n  at: string | null;\n  \
                  kind?: null | Tone;\n  pairs?: [string, number][];\n  tones?: (\"a\" | \"b\")[];\n  \
                  by_key?: Record<string, boolean>;\n  anything?: unknown;\n}\n";
    assert_eq!(declaration("Piece", &schema), wanted);
}

/// One exported type.
fn declaration(name: &str, schema: &Value) -> String {
    let about = comment(schema, "");
    match schema["properties"].as_object().filter(|_| schema.get("oneOf").is_none()) {
        Some(fields) => {
            format!("{about}export interface {name} {{\n{}}}\n", members(fields, &schema["required"], "  ", "\n"))
        }
        None => format!("{about}export type {name} = {};\n", type_of(schema)),
    }
}

fn comment(schema: &Value, indent: &str) -> String {
    let words = schema["description"].as_str().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    if words.is_empty() { String::new() } else { format!("{indent}/** {} */\n", words.replace("*/", "* /")) }
}

/// The fields of an object; those that may be absent have a question mark.
fn members(fields: &Map<String, Value>, required: &Value, indent: &str, end: &str) -> String {
    let needed = |name: &str| required.as_array().is_some_and(|all| all.iter().any(|one| one == name));
    let field = |(name, schema): (&String, &Value)| {
        let about = if end == "\n" { comment(schema, indent) } else { String::new() };
        let mark = if needed(name) { "" } else { "?" };
        format!("{about}{indent}{name}{mark}: {};{end}", type_of(schema))
    };
    fields.iter().map(field).collect()
}

fn type_of(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str() {
        return name.rsplit('/').next().unwrap_or(name).to_owned();
    }
    let parts =
        |key: &str, with: &str| Some(schema[key].as_array()?.iter().map(type_of).collect::<Vec<_>>().join(with));
    let literals =
        schema["enum"].as_array().map(|all| all.iter().map(Value::to_string).collect::<Vec<_>>().join(" | "));
    let composed = parts("oneOf", " | ").or_else(|| parts("anyOf", " | ")).or_else(|| parts("allOf", " & "));
    composed.or(literals).unwrap_or_else(|| match &schema["type"] {
        Value::Array(kinds) => kinds.iter().map(|kind| plain(kind, schema)).collect::<Vec<_>>().join(" | "),
        kind => plain(kind, schema),
    })
}

/// A type by its JSON name.
fn plain(kind: &Value, schema: &Value) -> String {
    match kind.as_str() {
        Some("integer" | "number") => "number".to_owned(),
        Some("array") => list(schema),
        Some("object") => object(schema),
        Some(simple @ ("string" | "boolean" | "null")) => simple.to_owned(),
        _ => "unknown".to_owned(),
    }
}

fn list(schema: &Value) -> String {
    if let Some(parts) = schema["prefixItems"].as_array() {
        return format!("[{}]", parts.iter().map(type_of).collect::<Vec<_>>().join(", "));
    }
    let of = type_of(&schema["items"]);
    if of.contains(" | ") || of.contains(" & ") { format!("({of})[]") } else { format!("{of}[]") }
}

fn object(schema: &Value) -> String {
    match (schema["properties"].as_object(), &schema["additionalProperties"]) {
        (Some(fields), _) => format!("{{ {}}}", members(fields, &schema["required"], "", " ")),
        (None, Value::Object(of)) => format!("Record<string, {}>", type_of(&Value::Object(of.clone()))),
        (None, _) => "Record<string, unknown>".to_owned(),
    }
}
