//! Reasons.
use kernel::RuleId;
const fn cf(number: u16) -> RuleId {
    RuleId::new("CF", number)
}
/// x
pub const THROW: RuleId = cf(9);
/// x
pub const THIRD_DOUBLE: RuleId = cf(25);
/// x
pub const NO_END: RuleId = cf(33);
/// x
pub const PARTNERSHIP: RuleId = cf(34);
/// x
pub const RESIGNING: RuleId = cf(36);
/// x
pub const NOTATION: RuleId = cf(37);
