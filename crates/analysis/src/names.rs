//! The parts of an analysis that are about people or in the host's words: they come from the record, and the fingerprint
//! does not depend on them. So an analysis is stored without them, and gets them from the record of whoever reads it.

use kernel::record::Record;
use protocol::{AnalysedSeat, Analysis};

/// The analysis without names of players and without the words for the ending.
#[must_use]
pub fn without_names(found: Analysis) -> Analysis {
    let nameless = |seat: AnalysedSeat| AnalysedSeat { player: String::new(), ..seat };
    Analysis { seats: found.seats.into_iter().map(nameless).collect(), ending: String::new(), ..found }
}

/// The analysis with the names of players and the words for the ending of this record.
#[must_use]
pub fn with_names_of(found: Analysis, record: &Record) -> Analysis {
    let player = |seat: &AnalysedSeat| {
        let own = record.seats.iter().find(|own| own.seat == seat.seat);
        own.map_or_else(|| seat.called.clone(), |own| own.name.clone())
    };
    let named = |seat: AnalysedSeat| AnalysedSeat { player: player(&seat), ..seat };
    let ending = record.result.as_ref().map(|result| result.reason.clone()).unwrap_or_default();
    Analysis { seats: found.seats.into_iter().map(named).collect(), ending, ..found }
}
