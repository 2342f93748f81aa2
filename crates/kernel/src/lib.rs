//! What every game shares: seats, chance, outcomes, options, refusals, rule book, scene, record.
