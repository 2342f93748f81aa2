//! A small network of fully connected layers, with leaky rectifiers between them.
//!
//! The evaluation uses only additions, multiplications and comparisons of `f32`, always in the same order: for each
//! layer, input by input into one sum for each output. The sums do not depend on each other, so a compiler can make
//! several at once without changing a bit of the result.

/// Maximum number of inputs.
pub const MOST_INPUTS: usize = 256;
/// Maximum number of outputs of a layer.
pub const MOST_WIDTH: usize = 128;
/// Maximum number of layers.
pub const MOST_LAYERS: usize = 4;
/// The slope of a rectifier below 0.
pub const LEAK: f32 = 1.0 / 16.0;

/// A network: its widths, from the inputs to the outputs, and its numbers.
///
/// ```
/// use boxtop_players::values::Network;
///
/// // Two inputs, one output: 3 · first + 5 · second + 0.5.
/// let network = Network::new(&[2, 1], vec![3.0, 5.0, 0.5]).unwrap();
/// assert_eq!(network.outputs(&[1.0, 2.0])[0], 13.5);
/// assert!(Network::new(&[2, 1], vec![3.0]).is_none());
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    widths: Vec<usize>,
    numbers: Vec<f32>,
}

/// One layer: for each input the factors of all outputs, then what is added to each output.
#[derive(Copy, Clone, Debug)]
pub struct Layer<'a> {
    /// Factors, a row of `outputs` for each input.
    pub factors: &'a [f32],
    /// What is added to each output.
    pub offsets: &'a [f32],
}

impl Network {
    /// How many numbers a network of these widths has; `None` if it is too large, or has no layer.
    pub fn size(widths: &[usize]) -> Option<usize> {
        let layers = widths.len().checked_sub(1).filter(|layers| (1..=MOST_LAYERS).contains(layers))?;
        let fits = (1..=MOST_INPUTS).contains(&widths[0]);
        let narrow = widths[1..].iter().all(|width| (1..=MOST_WIDTH).contains(width));
        (fits && narrow).then(|| (0..layers).map(|at| (widths[at] + 1) * widths[at + 1]).sum())
    }

    /// The network with these widths and numbers: layer by layer the factors, a row for each input, then the offsets.
    /// `None` unless there are as many numbers as the widths ask for, all of them finite.
    pub fn new(widths: &[usize], numbers: Vec<f32>) -> Option<Self> {
        let right = Self::size(widths) == Some(numbers.len()) && numbers.iter().all(|number| number.is_finite());
        right.then(|| Network { widths: widths.to_vec(), numbers })
    }

    /// The widths, from the inputs to the outputs.
    pub fn widths(&self) -> &[usize] {
        &self.widths
    }

    /// All numbers, in the order of [`Network::new`].
    pub fn numbers(&self) -> &[f32] {
        &self.numbers
    }

    /// All numbers, to change them.
    pub fn numbers_mut(&mut self) -> &mut [f32] {
        &mut self.numbers
    }

    /// The layers, from the inputs on.
    pub fn layers(&self) -> impl Iterator<Item = Layer<'_>> {
        let mut rest = &self.numbers[..];
        self.widths.windows(2).map(move |pair| {
            let (factors, after) = rest.split_at(pair[0] * pair[1]);
            let (offsets, after) = after.split_at(pair[1]);
            rest = after;
            Layer { factors, offsets }
        })
    }

    /// The outputs for these inputs; missing inputs count as 0. Outputs beyond the last width are 0.
    #[inline]
    pub fn outputs(&self, inputs: &[f32]) -> [f32; MOST_WIDTH] {
        let mut sums = [0.0; MOST_WIDTH];
        let mut before;
        let mut row = inputs;
        for (index, layer) in self.layers().enumerate() {
            if index > 0 {
                before = sums.map(rectified);
                row = &before[..self.widths[index]];
            }
            layer.apply(row, &mut sums);
        }
        sums
    }
}

impl Layer<'_> {
    /// Writes the sums of this layer for one row of inputs.
    #[inline]
    pub fn apply(&self, inputs: &[f32], sums: &mut [f32; MOST_WIDTH]) {
        let width = self.offsets.len();
        let sums = &mut sums[..width];
        sums.copy_from_slice(self.offsets);
        for (input, factors) in inputs.iter().zip(self.factors.chunks_exact(width)) {
            // Many features are 0, and a product with 0 changes no sum.
            if *input != 0.0 {
                sums.iter_mut().zip(factors).for_each(|(sum, factor)| *sum += input * factor);
            }
        }
    }
}

/// What a rectifier makes of a sum.
#[inline]
pub fn rectified(sum: f32) -> f32 {
    if sum > 0.0 { sum } else { sum * LEAK }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    /// Numbers from -1 to 1, some of them 0.
    pub(crate) fn row(rng: &mut Rng, length: usize) -> Vec<f32> {
        let number = |rng: &mut Rng| if rng.below(3) == 0 { 0.0 } else { rng.below(2_001) as f32 / 1_000.0 - 1.0 };
        (0..length).map(|_| number(rng)).collect()
    }

    /// The same sums one output after the other, written as in a textbook.
    fn slow(network: &Network, inputs: &[f32]) -> Vec<f32> {
        let mut row = inputs.to_vec();
        let (widths, mut numbers) = (network.widths(), network.numbers());
        for layer in 0..widths.len() - 1 {
            let (ins, outs) = (widths[layer], widths[layer + 1]);
            let mut next = Vec::new();
            for out in 0..outs {
                let mut sum = numbers[ins * outs + out];
                for (index, input) in row.iter().enumerate() {
                    sum += input * numbers[index * outs + out];
                }
                let last = layer + 2 == widths.len();
                next.push(if last || sum > 0.0 { sum } else { sum / 16.0 });
            }
            (row, numbers) = (next, &numbers[(ins + 1) * outs..]);
        }
        row
    }

    #[test]
    fn the_fast_sums_are_those_of_a_plain_loop_to_the_last_bit() {
        let mut rng = Rng::new(4);
        for round in 0..300 {
            let layers = 1 + rng.below(MOST_LAYERS as u32) as usize;
            let widths: Vec<usize> = (0..=layers).map(|_| 1 + rng.below(40) as usize).collect();
            let numbers = row(&mut rng, Network::size(&widths).unwrap());
            let network = Network::new(&widths, numbers).unwrap();
            let inputs = row(&mut rng, widths[0]);
            let fast = network.outputs(&inputs);
            let bits = |row: &[f32]| row.iter().map(|number| (number + 0.0).to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&fast[..widths[layers]]), bits(&slow(&network, &inputs)), "round {round}, {widths:?}");
        }
    }

    #[test]
    fn a_network_of_the_wrong_size_is_refused() {
        for widths in [&[][..], &[3], &[0, 2], &[3, 0], &[3, MOST_WIDTH + 1], &[MOST_INPUTS + 1, 2], &[1; 6]] {
            assert_eq!(Network::size(widths), None, "{widths:?}");
        }
        assert_eq!(Network::new(&[1, 1], vec![1.0, f32::NAN]), None);
        assert_eq!(Network::new(&[1, 1], vec![1.0; 3]), None);
    }
}
