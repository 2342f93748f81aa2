//! Mathematical functions with the same result on every machine.
//!
//! The functions of the standard library, such as `ln` and `exp`, may differ in their last digit from one machine to
//! another, and then two machines choose different moves. What is exact everywhere (+, −, ×, ÷, square roots) needs no
//! replacement.

/// The natural logarithm of a positive number, off by less than 0.0001.
///
/// ```
/// use boxtop_kernel::math::ln;
///
/// assert_eq!(ln(1.0), 0.0);
/// assert!((ln(10.0) - 2.302_585).abs() < 1e-4);
/// ```
pub const fn ln(x: f32) -> f32 {
    let bits = x.to_bits();
    let exponent = (bits >> 23) as i32 - 127;
    let mantissa = f32::from_bits(bits & 0x007F_FFFF | 0x3F80_0000);
    // The series of the area hyperbolic tangent.
    let z = (mantissa - 1.0) / (mantissa + 1.0);
    let square = z * z;
    let series = 1.0 + square * (1.0 / 3.0 + square * (0.2 + square * (1.0 / 7.0 + square / 9.0)));
    exponent as f32 * std::f32::consts::LN_2 + 2.0 * z * series
}

#[cfg(test)]
mod tests {
    use super::ln;

    #[test]
    fn the_logarithm_is_accurate() {
        for exponent in -20..20 {
            for step in 0..1_000 {
                let x = (1.0 + step as f32 / 1_000.0) * 2_f32.powi(exponent);
                assert!((ln(x) - x.ln()).abs() < 1e-4, "{x}: {}", ln(x));
            }
        }
    }

    #[test]
    fn the_logarithm_never_changes() {
        let bits = [0.000_3_f32, 0.4, 0.999, 1.7, 3.0, 42.0, 1_500.0].map(|x| ln(x).to_bits());
        let pinned =
            [3_238_119_843, 3_211_432_455, 3_129_166_336, 1_057_478_465, 1_066_180_436, 1_081_030_139, 1_089_078_759];
        assert_eq!(bits, pinned);
    }
}
