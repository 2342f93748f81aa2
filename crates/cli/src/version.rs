//! What `boxtop --version` prints: the version and what the program was built from.

/// The commit, or `unknown`.
pub(crate) const COMMIT: &str = env!("BOXTOP_COMMIT");

/// The version with the commit, on one line.
pub(crate) const SHORT: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("BOXTOP_COMMIT"), ")");

/// The same with everything that is known about the build.
pub(crate) const LONG: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\ncommit: ",
    env!("BOXTOP_COMMIT"),
    "\ntarget: ",
    env!("BOXTOP_TARGET"),
    "\nfeatures: ",
    env!("BOXTOP_FEATURES"),
    "\nprocessor: ",
    env!("BOXTOP_PROCESSOR"),
);
