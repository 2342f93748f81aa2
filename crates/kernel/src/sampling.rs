//! Random choices whose random numbers are passed in.

/// Keeps the best of the items it has seen, chosen uniformly among equals.
///
/// ```
/// use boxtop_kernel::Best;
///
/// let mut best = Best::default();
/// let mut pick = |_below| 0;
/// for (value, item) in [(3, "c3"), (7, "d6"), (5, "e4")] {
///     best.consider(value, &mut pick, || item);
/// }
/// assert_eq!(best.chosen(), Some("d6"));
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Best<A> {
    value: i32,
    equals: u32,
    chosen: Option<A>,
}

impl<A> Default for Best<A> {
    fn default() -> Self {
        Best { value: i32::MIN, equals: 0, chosen: None }
    }
}

impl<A: Copy> Best<A> {
    /// Considers one more item; `pick(n)` returns a random number below `n`.
    #[inline]
    pub fn consider(&mut self, value: i32, pick: &mut (impl FnMut(u32) -> u32 + ?Sized), item: impl FnOnce() -> A) {
        if value > self.value || self.chosen.is_none() {
            *self = Best { value, equals: 1, chosen: Some(item()) };
        } else if value == self.value {
            self.equals += 1;
            if pick(self.equals) == 0 {
                self.chosen = Some(item());
            }
        }
    }

    /// The best item, if there was any.
    pub fn chosen(self) -> Option<A> {
        self.chosen
    }
}

/// The outcome that `pick` selects when given the sum of the weights; `None` if all weights are 0.
///
/// ```
/// use boxtop_kernel::sample_weighted;
///
/// let outcomes = [("even", 1), ("odd", 3)];
/// assert_eq!(sample_weighted(&outcomes, |sum| { assert_eq!(sum, 4); 0 }), Some("even"));
/// assert_eq!(sample_weighted(&outcomes, |_| 3), Some("odd"));
/// assert_eq!(sample_weighted::<u8>(&[], |_| 0), None);
/// ```
#[inline]
pub fn sample_weighted<C: Copy>(outcomes: &[(C, u32)], pick: impl FnOnce(u32) -> u32) -> Option<C> {
    let sum = outcomes.iter().map(|(_, weight)| weight).sum();
    let mut left = if sum == 0 { return None } else { pick(sum) };
    let drawn = outcomes.iter().find(|(_, weight)| {
        let hit = left < *weight;
        left = left.wrapping_sub(*weight);
        hit
    });
    drawn.map(|(outcome, _)| *outcome)
}

/// Chooses a number below the given one.
pub type Pick<'a> = &'a mut dyn FnMut(u32) -> u32;

/// A picker that may be called once as a [`Pick`]: a game that takes pickers without their type is compiled once, in its
/// own crate, where its small functions are inlined.
#[inline]
pub fn pick_once(pick: impl FnOnce(u32) -> u32) -> impl FnMut(u32) -> u32 {
    let mut pick = Some(pick);
    move |below| pick.take().map_or(0, |pick| pick(below))
}
