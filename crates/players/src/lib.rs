//! Computer players for any game, through the kernel's traits.
