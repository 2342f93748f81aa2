//! Where games meet computer players: the boxes as one erased list.
