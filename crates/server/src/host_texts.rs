//! Texts of the host: additions to the privacy page, terms, and the contact for security reports.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Lifetime of `security.txt` after the start of the server. RFC 9116 recommends less than a year.
const LIFETIME: Duration = Duration::from_secs(364 * 86_400);
/// Maximum length of a contact in bytes.
const MAX_LENGTH: usize = 500;

/// Texts of the host. They last as long as the process, so they are `'static`.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct HostTexts {
    /// Markdown below our own text on `/privacy`.
    pub privacy: Option<&'static str>,
    /// Markdown of `/terms`; without it there is no such page.
    pub terms: Option<&'static str>,
    /// The file `/.well-known/security.txt`; without it there is no such file.
    pub security_txt: Option<&'static str>,
}

/// Where to report security problems: an address of mail or of a page.
///
/// ```
/// use boxtop_server::SecurityContact;
///
/// let contact = SecurityContact::parse("mailto:security@example.org")?;
/// let text = contact.security_txt(std::time::UNIX_EPOCH);
/// assert_eq!(text, "Contact: mailto:security@example.org\nExpires: 1970-12-31T00:00:00Z\n");
/// assert!(SecurityContact::parse("security@example.org").is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityContact(String);

impl SecurityContact {
    /// Reads a contact, which begins with `mailto:` or `https://`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let plain = text.len() <= MAX_LENGTH && text.bytes().all(|byte| byte.is_ascii_graphic());
        let mail = text.strip_prefix("mailto:").and_then(|rest| rest.split_once('@'));
        let is_mail = mail.is_some_and(|(user, host)| !user.is_empty() && !host.is_empty());
        let is_page = text.strip_prefix("https://").is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/'));
        if plain && (is_mail || is_page) {
            return Ok(SecurityContact(text.to_owned()));
        }
        Err(format!(
            "“{text}” is not a contact; write it like mailto:security@example.org or https://example.org/security"
        ))
    }

    /// The file for a server that starts now (RFC 9116).
    #[must_use]
    pub fn security_txt(&self, now: SystemTime) -> String {
        format!("Contact: {}\nExpires: {}\n", self.0, rfc_3339(now + LIFETIME))
    }
}

/// A time in milliseconds since 1970, as in `2027-11-17T08:30:00Z`.
#[must_use]
pub fn utc(at_ms: i64) -> String {
    rfc_3339(UNIX_EPOCH + std::time::Duration::from_millis(u64::try_from(at_ms).unwrap_or(0)))
}

/// A time as in `2027-11-17T08:30:00Z`.
fn rfc_3339(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (year, month, day) = civil(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Year, month and day of a day since 1970. Years are counted from March, so that the leap day is their last; eras
/// are the 400 years after which the calendar repeats.
fn civil(days: u64) -> (u64, u64, u64) {
    let from_march_of_year_0 = days + 719_468;
    let (era, day_of_era) = (from_march_of_year_0 / 146_097, from_march_of_year_0 % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (400 * era + year_of_era + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_rfc_3339_wants_them() {
        for (seconds, written) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"),
            (1_709_251_200, "2024-03-01T00:00:00Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (1_763_454_645, "2025-11-18T08:30:45Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(rfc_3339(UNIX_EPOCH + Duration::from_secs(seconds)), written);
        }
    }

    #[test]
    fn a_contact_is_an_address_of_mail_or_of_a_page() {
        for text in ["mailto:a@b.example", "https://example.org/report?x=1", "mailto:a@b.example?subject=Boxtop"] {
            assert_eq!(SecurityContact::parse(text), Ok(SecurityContact(text.into())));
        }
        for text in [
            "",
            "a@b.example",
            "http://example.org/",
            "https://",
            "https:///x",
            "mailto:a",
            "mailto:@b",
            "mailto:a@b.example\nExpires: never",
            "mailto:ä@b.example",
            "https://example.org/a b",
        ] {
            assert!(SecurityContact::parse(text).is_err(), "{text}");
        }
        assert!(SecurityContact::parse(&format!("https://{}", "a".repeat(MAX_LENGTH))).is_err());
    }
}
