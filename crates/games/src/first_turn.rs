//! The throws for the first turn: everybody throws once, the highest begins, and those who tie
//! throw again.

/// The first contender who has not thrown yet; 0 means no throw.
#[inline]
pub(crate) fn next<T>(open: impl Iterator<Item = T>, thrown: impl Fn(&T) -> u8) -> Option<T> {
    open.into_iter().find(|one| thrown(one) == 0)
}

/// The contenders with the highest throw.
pub(crate) fn highest<T>(open: impl Iterator<Item = T> + Clone, thrown: impl Fn(&T) -> u8) -> impl Iterator<Item = T> {
    let best = open.clone().map(|one| thrown(&one)).max();
    open.filter(move |one| Some(thrown(one)) == best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_throws_once_and_the_highest_are_found() {
        let thrown = [4, 0, 6, 6];
        assert_eq!(next(0..4, |at: &usize| thrown[*at]), Some(1));
        assert_eq!(highest(0..4, |at: &usize| thrown[*at]).collect::<Vec<_>>(), [2, 3]);
        assert_eq!(next(2..4, |at: &usize| thrown[*at]), None);
    }
}
