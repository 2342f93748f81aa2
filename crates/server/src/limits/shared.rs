//! Limits that hold for all nodes together, for requests that are rare and dear: logins and opening tables. The buckets of
//! this node are asked first, so that they protect the store; if the store cannot be asked, they alone count.

use super::{Rate, RequestKind};
use crate::problem::Problem;
use std::time::Duration;
use store::{EventStore, SharedBucket, SharedStore};

/// How long a request waits for the store.
const PATIENCE: Duration = Duration::from_secs(1);

/// The name under which all nodes count this kind together; `None` if each counts alone.
pub(super) fn name(kind: RequestKind) -> Option<&'static str> {
    match kind {
        RequestKind::Opening => Some("opening"),
        RequestKind::Proving => Some("proving"),
        RequestKind::Reading | RequestKind::Moving | RequestKind::Talking => None,
    }
}

/// Takes a token from each bucket, if nodes share the store.
pub(super) async fn take(store: &dyn EventStore, name: &str, buckets: &[(u128, Rate)]) -> Result<(), Problem> {
    let Some(shared) = store.shared() else { return Ok(()) };
    match tokio::time::timeout(PATIENCE, seconds(shared, name, buckets)).await {
        Ok(None) => Ok(()),
        Ok(Some(seconds)) => Err(Problem::too_many(super::whole_seconds(seconds))),
        Err(_) => {
            tracing::warn!("a limit for all nodes could not be read in time");
            Ok(())
        }
    }
}

/// The seconds to wait, if a bucket is empty.
async fn seconds(shared: &dyn SharedStore, name: &str, buckets: &[(u128, Rate)]) -> Option<f64> {
    let bucket = |(who, rate): &(u128, Rate)| SharedBucket {
        key: format!("{name}/{who:032x}"),
        per_second: rate.per_second,
        burst: rate.burst,
    };
    let buckets: Vec<SharedBucket> = buckets.iter().map(bucket).collect();
    match shared.limits().take(&buckets).await {
        Ok(taken) => taken.err(),
        Err(error) => {
            tracing::warn!(%error, "a limit for all nodes could not be read");
            None
        }
    }
}
