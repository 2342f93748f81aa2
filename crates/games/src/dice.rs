//! Two dice.

/// Totals of two dice with their weights out of 36.
pub const TOTALS: [(u8, u32); 11] =
    [(2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6), (8, 5), (9, 4), (10, 3), (11, 2), (12, 1)];
