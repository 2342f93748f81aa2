//! Learning: gradients of a network, and Adam, the optimiser that follows them.

use super::selfplay::Sample;
use players::Rng;
use players::values::{LEAK, Layer, MOST_WIDTH, Network, rectified, softmax};

/// Positions after which the network changes.
const GROUP: usize = 64;
/// How slowly Adam forgets earlier gradients, and their squares.
const FORGET: f32 = 0.9;
const FORGET_SQUARES: f32 = 0.999;
/// Keeps steps finite where gradients are 0.
const TINY: f32 = 1e-8;
/// Sums that are made side by side.
const LANES: usize = 8;

/// A network that learns.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Learner {
    pub(super) network: Network,
    /// Means of earlier gradients, and of their squares.
    pub(super) means: Vec<f32>,
    pub(super) squares: Vec<f32>,
    /// `FORGET` and `FORGET_SQUARES` to the power of the number of changes so far.
    pub(super) faded: [f32; 2],
}

impl Learner {
    /// A network with small random factors.
    pub(super) fn new(widths: &[usize], seed: u64) -> Self {
        let mut rng = Rng::stream(seed, u64::MAX);
        let mut numbers = Vec::new();
        for pair in widths.windows(2) {
            // Uniform with variance 2 / inputs, so that sums keep their size from layer to layer.
            let reach = (6.0 / pair[0] as f32).sqrt();
            let number = |rng: &mut Rng| (rng.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0) * reach;
            numbers.extend((0..pair[0] * pair[1]).map(|_| number(&mut rng)));
            numbers.extend((0..pair[1]).map(|_| 0.0));
        }
        // All outputs begin alike.
        if let [.., before, last] = widths {
            let from = numbers.len() - (before + 1) * last;
            numbers[from..].iter_mut().for_each(|number| *number *= 0.1);
        }
        let zeros = vec![0.0; numbers.len()];
        let network = Network::new(widths, numbers);
        let network = network.unwrap_or_else(|| unreachable!("the widths were checked before"));
        Learner { network, means: zeros.clone(), squares: zeros, faded: [1.0; 2] }
    }

    pub(super) fn network(&self) -> &Network {
        &self.network
    }

    /// Learns from each position once, in random order. Returns the mean squared error before.
    pub(super) fn learn(&mut self, samples: &[Sample], rate: f32, seed: u64, step: u64) -> f64 {
        let mut order: Vec<usize> = (0..samples.len()).collect();
        let mut rng = Rng::stream(!seed, step);
        for at in (1..order.len()).rev() {
            order.swap(at, rng.below(at as u32 + 1) as usize);
        }
        let mut error = 0.0;
        let mut gradient = vec![0.0; self.network.numbers().len()];
        for group in order.chunks(GROUP) {
            gradient.fill(0.0);
            for &at in group {
                error += add_gradient(&self.network, &samples[at], &mut gradient);
            }
            self.follow(&gradient, 1.0 / group.len() as f32, rate);
        }
        error / samples.len().max(1) as f64
    }

    /// One step of Adam.
    fn follow(&mut self, gradient: &[f32], scale: f32, rate: f32) {
        self.faded = [self.faded[0] * FORGET, self.faded[1] * FORGET_SQUARES];
        let [mean_weight, square_weight] = self.faded.map(|faded| 1.0 / (1.0 - faded));
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for ((number, gradient), (mean, square)) in self.network.numbers_mut().iter_mut().zip(gradient).zip(moments) {
            let gradient = gradient * scale;
            *mean = FORGET * *mean + (1.0 - FORGET) * gradient;
            *square = FORGET_SQUARES * *square + (1.0 - FORGET_SQUARES) * gradient * gradient;
            *number -= rate * (*mean * mean_weight) / ((*square * square_weight).sqrt() + TINY);
        }
    }
}

/// Adds the gradient of the cross entropy between target and shares, and returns the squared error of the shares.
fn add_gradient(network: &Network, sample: &Sample, gradient: &mut [f32]) -> f64 {
    let widths = network.widths();
    let layers: Vec<Layer<'_>> = network.layers().collect();
    let mut sums = vec![[0.0f32; MOST_WIDTH]; layers.len()];
    let mut rows = vec![[0.0f32; MOST_WIDTH]; layers.len()];
    for (at, layer) in layers.iter().enumerate() {
        if at == 0 {
            layer.apply(&sample.inputs, &mut sums[0]);
        } else {
            rows[at] = sums[at - 1].map(rectified);
            layer.apply(&rows[at][..widths[at]], &mut sums[at]);
        }
    }
    let outputs = widths[layers.len()];
    let shares = softmax(&sums[layers.len() - 1][..outputs]);
    let mut slopes = [0.0f32; MOST_WIDTH];
    let mut error = 0.0;
    for (at, slope) in slopes.iter_mut().enumerate().take(outputs) {
        *slope = shares[at] as f32 - sample.target[at];
        error += f64::from(*slope) * f64::from(*slope);
    }
    let mut end = gradient.len();
    for (at, layer) in layers.iter().enumerate().rev() {
        let (inputs, width) = (widths[at], widths[at + 1]);
        let start = end - (inputs + 1) * width;
        let (factors, offsets) = gradient[start..end].split_at_mut(inputs * width);
        let row = if at == 0 { &sample.inputs[..] } else { &rows[at][..inputs] };
        add_layer(row, &slopes[..width], factors, offsets);
        if at > 0 {
            slopes = slopes_before(layer, &slopes[..width], &sums[at - 1][..inputs]);
        }
        end = start;
    }
    error
}

/// Adds the gradient of one layer.
fn add_layer(row: &[f32], slopes: &[f32], factors: &mut [f32], offsets: &mut [f32]) {
    for (input, factors) in row.iter().zip(factors.chunks_exact_mut(slopes.len())) {
        if *input != 0.0 {
            factors.iter_mut().zip(slopes).for_each(|(factor, slope)| *factor += input * slope);
        }
    }
    offsets.iter_mut().zip(slopes).for_each(|(offset, slope)| *offset += slope);
}

/// The slopes of the sums of the layer before.
fn slopes_before(layer: &Layer<'_>, slopes: &[f32], sums: &[f32]) -> [f32; MOST_WIDTH] {
    let mut before = [0.0; MOST_WIDTH];
    for ((slope, factors), sum) in before.iter_mut().zip(layer.factors.chunks_exact(slopes.len())).zip(sums) {
        let product = product(factors, slopes);
        *slope = if *sum > 0.0 { product } else { product * LEAK };
    }
    before
}

/// The sum of products, in a fixed order that makes several sums at once.
fn product(one: &[f32], other: &[f32]) -> f32 {
    let mut lanes = [0.0f32; LANES];
    for (one, other) in one.chunks(LANES).zip(other.chunks(LANES)) {
        lanes.iter_mut().zip(one.iter().zip(other)).for_each(|(lane, (one, other))| *lane += one * other);
    }
    lanes.iter().fold(0.0, |sum, lane| sum + lane)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::MAX_SEATS;

    fn sample(rng: &mut Rng) -> Sample {
        let inputs: Vec<f32> = (0..6).map(|_| rng.below(5) as f32 / 4.0).collect();
        let mut target = [0.0; MAX_SEATS];
        target[0] = (inputs[0] + inputs[3]) / 4.0 + 0.25;
        target[1] = 1.0 - target[0];
        Sample { inputs, target }
    }

    /// The cross entropy that the gradient belongs to.
    fn loss(network: &Network, sample: &Sample) -> f64 {
        let shares = softmax(&network.outputs(&sample.inputs)[..2]);
        -(0..2).map(|at| f64::from(sample.target[at]) * shares[at].ln()).sum::<f64>()
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_cross_entropy() {
        let mut rng = Rng::new(3);
        let learner = Learner::new(&[6, 5, 4, 2], 3);
        let (mut compared, mut bent) = (0, 0);
        for _ in 0..5 {
            let sample = sample(&mut rng);
            let mut gradient = vec![0.0; learner.network.numbers().len()];
            add_gradient(&learner.network, &sample, &mut gradient);
            for (at, found) in gradient.iter().enumerate() {
                let moved = |by: f32| {
                    let mut network = learner.network.clone();
                    network.numbers_mut()[at] += by;
                    loss(&network, &sample)
                };
                let (less, here, more) = (moved(-1e-3), moved(0.0), moved(1e-3));
                let (before, after) = ((here - less) / 1e-3, (more - here) / 1e-3);
                // Between the two, a rectifier bends: there is no slope.
                if (before - after).abs() > 2e-3 {
                    bent += 1;
                    continue;
                }
                let slope = (before + after) / 2.0;
                assert!((slope - f64::from(*found)).abs() < 2e-3, "number {at}: {slope} and {found}");
                compared += 1;
            }
        }
        assert!(compared > 20 * bent, "{compared} slopes were compared, {bent} could not be");
    }

    #[test]
    fn a_learner_learns_a_simple_rule() {
        let mut rng = Rng::new(8);
        let samples: Vec<Sample> = (0..2_000).map(|_| sample(&mut rng)).collect();
        let mut learner = Learner::new(&[6, 8, 2], 8);
        let first = learner.learn(&samples, 0.01, 1, 0);
        let last = (1..6).map(|step| learner.learn(&samples, 0.003, 1, step)).last().unwrap();
        assert!(last < first / 10.0 && last < 0.001, "{first} {last}");
    }
}
