//! Analyses and uploaded records: reads, and the statements of each change. The caller makes them one transaction.

use super::{Connection, Found, Row, values};
use crate::analyses::{ALL_ANALYSES, ALL_RECORDS, RECORD_KEPT_MS};
use crate::{AnalysisKey, KeptAnalysis, UploadedRecord};

/// The analysis with this key.
pub(crate) async fn analysis(connection: &mut Connection<'_>, key: &AnalysisKey) -> Found<Option<String>> {
    let sql = "SELECT found FROM analysis WHERE fingerprint = $1 AND version = $2";
    let row = connection.row(sql, values![&key.fingerprint, i64::from(key.version)]).await?;
    row.map(|row: Row| row.get("found")).transpose()
}

/// The uploaded record with this id, unless its time is over.
pub(crate) async fn uploaded_record(connection: &mut Connection<'_>, id: &str, now_ms: i64) -> Found<Option<String>> {
    let sql = "SELECT record FROM uploaded_record WHERE id = $1 AND at_ms > $2";
    let row = connection.row(sql, values![id, now_ms.saturating_sub(RECORD_KEPT_MS)]).await?;
    row.map(|row: Row| row.get("record")).transpose()
}

/// Keeps an analysis unless it is kept already, and removes the oldest ones beyond the limit; the number of rows added.
pub(crate) async fn keep(connection: &mut Connection<'_>, analysis: &KeptAnalysis, now_ms: i64) -> Found<u64> {
    let (key, bytes) = (&analysis.key, analysis.found.len() as i64);
    let sql = "INSERT INTO analysis (fingerprint, version, at_ms, bytes, found) VALUES ($1, $2, $3, $4, $5) \
               ON CONFLICT DO NOTHING";
    let values = values![&key.fingerprint, i64::from(key.version), now_ms, bytes, &analysis.found];
    let added = connection.execute(sql, values).await?;
    let sql = "DELETE FROM analysis WHERE (fingerprint, version) IN (SELECT fingerprint, version FROM \
               (SELECT fingerprint, version, SUM(bytes) OVER (ORDER BY at_ms DESC, fingerprint, version) AS total \
               FROM analysis) AS sized WHERE total > $1)";
    connection.execute(sql, values![ALL_ANALYSES]).await?;
    Ok(added)
}

/// Keeps an uploaded record, from now on if it is kept already, and removes those whose time is over and the oldest ones beyond the limit; the number of
/// rows added.
pub(crate) async fn upload(connection: &mut Connection<'_>, uploaded: &UploadedRecord, now_ms: i64) -> Found<u64> {
    let sql = "DELETE FROM uploaded_record WHERE at_ms <= $1";
    connection.execute(sql, values![now_ms.saturating_sub(RECORD_KEPT_MS)]).await?;
    let sql = "INSERT INTO uploaded_record (id, at_ms, bytes, record) VALUES ($1, $2, $3, $4) \
               ON CONFLICT (id) DO UPDATE SET at_ms = excluded.at_ms";
    let values = values![&uploaded.id, now_ms, uploaded.record.len() as i64, &uploaded.record];
    let added = connection.execute(sql, values).await?;
    let sql = "DELETE FROM uploaded_record WHERE id IN (SELECT id FROM \
               (SELECT id, SUM(bytes) OVER (ORDER BY at_ms DESC, id) AS total FROM uploaded_record) AS sized \
               WHERE total > $1)";
    connection.execute(sql, values![ALL_RECORDS]).await?;
    Ok(added)
}
