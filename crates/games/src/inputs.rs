//! Writes the features of a position: numbers of about 0 to 1, one after the other.
//!
//! Only exact or correctly rounded operations are used, so that every machine writes the same bits.

/// A row of inputs that is being written. What does not fit is dropped.
pub(crate) struct Inputs<'a> {
    left: std::slice::IterMut<'a, f32>,
}

impl<'a> Inputs<'a> {
    /// Writes into these inputs from the beginning.
    pub(crate) fn new(inputs: &'a mut [f32]) -> Self {
        Inputs { left: inputs.iter_mut() }
    }

    /// A number as it is.
    #[inline]
    pub(crate) fn number(&mut self, number: f32) {
        if let Some(input) = self.left.next() {
            *input = number;
        }
    }

    /// A number as a share of a whole.
    #[inline]
    pub(crate) fn share(&mut self, number: i32, whole: i32) {
        self.number(number as f32 / whole as f32);
    }

    /// 1 or 0.
    #[inline]
    pub(crate) fn flag(&mut self, flag: bool) {
        self.number(f32::from(u8::from(flag)));
    }

    /// One input for each limit: is the number at most that?
    #[inline]
    pub(crate) fn at_most(&mut self, number: i32, limits: &[i32]) {
        limits.iter().for_each(|limit| self.flag(number <= *limit));
    }

    /// `count` inputs, of which one is 1; none if the index is not below `count`.
    #[inline]
    pub(crate) fn one_of(&mut self, index: usize, count: usize) {
        (0..count).for_each(|at| self.flag(at == index));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_written_in_order_and_never_beyond_the_end() {
        let mut row = [9.0; 8];
        let mut inputs = Inputs::new(&mut row);
        inputs.share(1, 4);
        inputs.at_most(2, &[1, 2, 3]);
        inputs.one_of(1, 3);
        inputs.flag(true);
        inputs.number(7.0);
        assert_eq!(row, [0.25, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0]);
    }
}
