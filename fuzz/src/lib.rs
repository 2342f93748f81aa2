//! Tables opened once and kept, so that inputs are what takes the time.

use kernel::Boxed;
use kernel::door::{Deal, Seated};
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::Mutex;

type Kept = &'static (dyn Any + Send + Sync);

static TABLES: Mutex<Option<HashMap<TypeId, Kept>>> = Mutex::new(None);

/// The usual table of the game, before its first action.
pub fn opened<G: Boxed>() -> &'static Seated<G> {
    let mut tables = TABLES.lock().expect("one thread");
    let open = || -> Kept { Box::leak(Box::new(Seated::<G>::open(&Deal::default()).expect("the usual deal"))) };
    let kept = tables.get_or_insert_default().entry(TypeId::of::<G>()).or_insert_with(open);
    kept.downcast_ref().expect("kept under its own type")
}
