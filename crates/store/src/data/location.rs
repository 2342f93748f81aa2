//! Where a store is.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use crate::StoreError;
use crate::postgres::shown;

/// A store: `sqlite:PATH` or `postgres://…`. `Debug` and `Display` leave out the password.
#[derive(Clone, PartialEq, Eq)]
pub enum Location {
    /// A SQLite file.
    File(PathBuf),
    /// The address of a PostgreSQL database.
    Database(String),
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::File(path) => write!(f, "{}", path.display()),
            Location::Database(url) => f.write_str(&shown(url)),
        }
    }
}

impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Location {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        if let Some(path) = text.strip_prefix("sqlite:") {
            let path = path.strip_prefix("//").unwrap_or(path);
            return match path {
                "" => Err(StoreError::BadRequest("sqlite: is followed by the path of a file".to_owned())),
                path => Ok(Location::File(PathBuf::from(path))),
            };
        }
        crate::postgres::check_address(text)?;
        Ok(Location::Database(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_location_is_a_file_or_an_address_and_never_shows_a_password() {
        for (text, shown) in [
            ("sqlite:games.db", "games.db"),
            ("sqlite:///srv/games.db", "/srv/games.db"),
            ("postgres://ann:s3cret@h/club?schema=x", "postgres://ann@h/club?schema=x"),
        ] {
            let location: Location = text.parse().expect(text);
            assert_eq!((location.to_string().as_str(), format!("{location:?}").as_str()), (shown, shown));
        }
        for wrong in ["games.db", "sqlite:", "mysql://ann:s3cret@h/club"] {
            let error = wrong.parse::<Location>().expect_err(wrong).to_string();
            assert!(!error.contains("s3cret"), "{error}");
        }
    }
}
