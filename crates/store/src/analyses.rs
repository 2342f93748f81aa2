//! Finished analyses of matches, and records that people uploaded to have them analysed. Plain data, and what the store in
//! memory keeps.
//!
//! An analysis is kept by the fingerprint of its match and the version of its calculation, so that it is made once for everyone.
//! It can be made again at any time, so the oldest ones go when they take too much space, and they are moved to no other
//! store. The caller leaves out the names of players. An uploaded record has the names that were in it, and is
//! kept for [`RECORD_KEPT_MS`].

use std::collections::BTreeMap;

use crate::{StoreError, StoreFuture};

/// Maximum size of an analysis in bytes.
pub const LARGEST_ANALYSIS: usize = 4 << 20;
/// Maximum size of all analyses in bytes.
pub(crate) const ALL_ANALYSES: i64 = 64 << 20;
/// Maximum size of an uploaded record in bytes.
pub const LARGEST_RECORD: usize = 1 << 20;
/// Maximum size of all uploaded records in bytes.
pub(crate) const ALL_RECORDS: i64 = 32 << 20;
/// How long an uploaded record is kept, in milliseconds: seven days.
pub const RECORD_KEPT_MS: i64 = 7 * 24 * 60 * 60 * 1000;

/// What an analysis is kept by.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct AnalysisKey {
    /// The fingerprint of the match.
    pub fingerprint: String,
    /// The version of the calculation.
    pub version: u32,
}

/// A finished analysis.
#[derive(Clone, PartialEq, Eq)]
pub struct KeptAnalysis {
    /// What it is kept by.
    pub key: AnalysisKey,
    /// The analysis as JSON, without names of players.
    pub found: String,
}

/// An uploaded record.
#[derive(Clone, PartialEq, Eq)]
pub struct UploadedRecord {
    /// Its id, which is its address.
    pub id: String,
    /// The record as JSON.
    pub record: String,
}

/// Reads analyses and uploaded records. They are written by [`crate::AccountStore::change`].
pub trait AnalysisStore: Send + Sync {
    /// The analysis with this key as JSON.
    fn analysis<'a>(&'a self, key: &'a AnalysisKey) -> StoreFuture<'a, Option<String>>;

    /// The uploaded record with this id as JSON, unless its time is over.
    fn uploaded_record<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Option<String>>;
}

fn check(text: &str, largest: usize, what: &str) -> Result<(), StoreError> {
    if text.len() <= largest && !text.contains('\0') {
        return Ok(());
    }
    Err(StoreError::BadRequest(format!("{what} has at most {largest} bytes, without NUL")))
}

impl KeptAnalysis {
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        check(&self.found, LARGEST_ANALYSIS, "an analysis")
    }
}

impl UploadedRecord {
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        check(&self.record, LARGEST_RECORD, "an uploaded record")
    }
}

/// Analyses and uploaded records of a store in memory.
#[derive(Debug, Default)]
pub(crate) struct Analyses {
    found: Aged<AnalysisKey>,
    records: Aged<String>,
}

/// Texts with their times.
#[derive(Debug)]
struct Aged<K>(BTreeMap<K, (i64, String)>);

impl<K> Default for Aged<K> {
    fn default() -> Self {
        Aged(BTreeMap::new())
    }
}

impl<K: Ord + Clone> Aged<K> {
    /// Keeps a text unless there is one with this key, and removes the oldest ones beyond this size in all.
    fn keep(&mut self, key: K, text: String, at_ms: i64, most: i64) -> bool {
        if self.0.contains_key(&key) {
            return false;
        }
        self.0.insert(key, (at_ms, text));
        while self.0.values().map(|(_, text)| text.len() as i64).sum::<i64>() > most {
            let oldest = self.0.iter().min_by_key(|(_, (at_ms, _))| *at_ms).map(|(key, _)| key.clone());
            let Some(oldest) = oldest else { break };
            self.0.remove(&oldest);
        }
        true
    }
}

impl Analyses {
    pub(crate) fn keep(&mut self, analysis: KeptAnalysis, now_ms: i64) -> bool {
        self.found.keep(analysis.key, analysis.found, now_ms, ALL_ANALYSES)
    }

    pub(crate) fn upload(&mut self, uploaded: UploadedRecord, now_ms: i64) -> bool {
        self.records.0.retain(|_, (at_ms, _)| now_ms - *at_ms < RECORD_KEPT_MS);
        // One that is kept already is kept from now on.
        self.records.0.remove(&uploaded.id);
        self.records.keep(uploaded.id, uploaded.record, now_ms, ALL_RECORDS)
    }

    pub(crate) fn analysis(&self, key: &AnalysisKey) -> Option<String> {
        self.found.0.get(key).map(|(_, found)| found.clone())
    }

    pub(crate) fn uploaded_record(&self, id: &str, now_ms: i64) -> Option<String> {
        let (at_ms, record) = self.records.0.get(id)?;
        (now_ms - at_ms < RECORD_KEPT_MS).then(|| record.clone())
    }
}
