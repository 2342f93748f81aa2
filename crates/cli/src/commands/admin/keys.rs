//! The keys that sign receipts.

use super::print::{columns_or, json, safe, time};
use super::store::Host;
use super::{Json, must_be_done};
use serde_json::Value;
use store::{HostAction, SiteKey};

pub(super) async fn rotate(host: &Host) -> anyhow::Result<String> {
    let key = server::new_signing_key();
    let id = key.id.clone();
    must_be_done(host.act(HostAction::RotateKey(key)).await?, || "the key could not be stored".to_owned())?;
    let keys = host.store.moderation().signing_keys().await?;
    let old = keys.iter().find(|key| !key.is_in_use()).map_or_else(String::new, |old| {
        let old = safe(&old.id);
        format!("Key {old} is retired: receipts it signed can still be checked, and it signs nothing any more.\n")
    });
    Ok(format!("The new key is {id}. Servers sign receipts with it within seconds.\n{old}"))
}

pub(super) async fn list(host: &Host, args: &Json) -> anyhow::Result<String> {
    let keys = host.store.moderation().signing_keys().await?;
    if args.json {
        return json(&keys.iter().map(as_json).collect());
    }
    let rows: Vec<_> = keys.iter().map(row).collect();
    Ok(columns_or(
        &["KEY", "CREATED", "RETIRED", "PUBLIC KEY"],
        &rows,
        "There is no key yet: the first server makes one.",
    ))
}

fn as_json(key: &SiteKey) -> Value {
    let SiteKey { id, public, created_ms, retired_ms, .. } = key;
    serde_json::json!({ "id": id, "public": public, "created_ms": created_ms, "retired_ms": retired_ms })
}

fn row(key: &SiteKey) -> Vec<String> {
    let retired = key.retired_ms.map_or("in use".to_owned(), time);
    vec![safe(&key.id), time(key.created_ms), retired, safe(&key.public)]
}
