//! A small network: a few active inputs, one layer of hidden units, one chance to win.
//!
//! Everything is plain `f32` arithmetic in a fixed order and `libm` for the one exponential, so that the same
//! position is worth the same on every machine. Shipped weights are whole numbers of 16 bits.

use arrayvec::ArrayVec;
use rand::{Rng, RngCore};

/// Hidden units; the last one is no unit but the straight way from the inputs to the outcome.
const LANES: usize = 32;
const STRAIGHT: usize = LANES - 1;
/// So many steps of the shipped whole numbers make 1.
const STEPS: f32 = 2048.0;
/// The first bytes of a file of weights.
const MAGIC: &[u8; 4] = b"bgw1";

/// The inputs that are not 0, with their values.
pub(crate) type Inputs = ArrayVec<(u16, f32), 160>;

/// A network.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Net {
    rows: Vec<[f32; LANES]>,
    bias: [f32; LANES],
    out: [f32; LANES],
}

/// A file that holds no weights for this game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoNet;

impl Net {
    /// A network that knows nothing yet but these straight weights.
    pub(crate) fn new(
        inputs: usize,
        straight: impl IntoIterator<Item = (usize, f32)>,
        rng: &mut dyn RngCore,
    ) -> Net {
        let mut net = Net { rows: vec![[0.0; LANES]; inputs], bias: [0.0; LANES], out: [0.0; LANES] };
        for row in net.rows.iter_mut().chain([&mut net.out]) {
            row[..STRAIGHT].fill_with(|| rng.random_range(-0.1..0.1));
        }
        net.out[STRAIGHT] = 1.0;
        straight.into_iter().for_each(|(input, weight)| net.rows[input][STRAIGHT] = weight);
        net
    }

    /// The chance to win that these inputs promise.
    pub(crate) fn win(&self, inputs: &Inputs) -> f32 {
        self.output(&self.hidden(inputs))
    }

    fn hidden(&self, inputs: &Inputs) -> [f32; LANES] {
        let mut sums = self.bias;
        for &(input, value) in inputs {
            let row = &self.rows[usize::from(input)];
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += weight * value;
            }
        }
        sums
    }

    fn output(&self, sums: &[f32; LANES]) -> f32 {
        let mut parts = [0.0; LANES];
        for ((part, sum), weight) in parts.iter_mut().zip(sums).zip(&self.out) {
            *part = weight * sum / (1.0 + sum.abs());
        }
        parts[STRAIGHT] = sums[STRAIGHT];
        sigmoid(parts.iter().sum())
    }

    /// Moves what these inputs promise towards `target`; gives what was promised before.
    pub(crate) fn learn(&mut self, inputs: &Inputs, target: f32, rate: f32) -> f32 {
        let sums = self.hidden(inputs);
        let win = self.output(&sums);
        let step = rate * (target - win);
        let mut back = [0.0; LANES];
        for lane in 0..STRAIGHT {
            let slope = 1.0 / (1.0 + sums[lane].abs());
            back[lane] = step * self.out[lane] * slope * slope;
            self.out[lane] += step * sums[lane] * slope;
        }
        back[STRAIGHT] = step;
        for (bias, back) in self.bias.iter_mut().zip(&back) {
            *bias += back;
        }
        for &(input, value) in inputs {
            let row = &mut self.rows[usize::from(input)];
            for (weight, back) in row.iter_mut().zip(&back) {
                *weight += back * value;
            }
        }
        win
    }

    /// The weights as a file: the magic, the number of inputs, then whole numbers of 16 bits.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend((self.rows.len() as u16).to_le_bytes());
        for weight in [&self.bias, &self.out].into_iter().chain(&self.rows).flatten() {
            let whole = libm::roundf(weight * STEPS).clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16;
            bytes.extend(whole.to_le_bytes());
        }
        bytes
    }

    /// Reads a file of weights for a game with so many inputs.
    ///
    /// # Errors
    /// When it is none.
    pub(crate) fn from_bytes(bytes: &[u8], inputs: usize) -> Result<Net, NoNet> {
        let (head, body) = bytes.split_at_checked(6).ok_or(NoNet)?;
        let fits = &head[..4] == MAGIC && usize::from(u16::from_le_bytes([head[4], head[5]])) == inputs;
        if !fits || body.len() != 2 * LANES * (inputs + 2) {
            return Err(NoNet);
        }
        let mut weights =
            body.chunks_exact(2).map(|two| f32::from(i16::from_le_bytes([two[0], two[1]])) / STEPS);
        let mut row = || std::array::from_fn(|_| weights.next().unwrap_or_default());
        let (bias, out) = (row(), row());
        Ok(Net { rows: (0..inputs).map(|_| row()).collect(), bias, out })
    }
}

/// A lead as a chance.
pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-x))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn a_net_learns_what_a_straight_line_cannot() {
        let mut net = Net::new(2, [], &mut Xoshiro256PlusPlus::seed_from_u64(1));
        let either: [(&[(u16, f32)], f32); 4] =
            [(&[], 0.0), (&[(0, 1.0)], 1.0), (&[(1, 1.0)], 1.0), (&[(0, 1.0), (1, 1.0)], 0.0)];
        for _ in 0..4000 {
            for (inputs, target) in either {
                net.learn(&inputs.iter().copied().collect(), target, 0.1);
            }
        }
        for (inputs, target) in either {
            let win = net.win(&inputs.iter().copied().collect());
            assert!((win - target).abs() < 0.1, "{inputs:?}: {win}");
        }
    }

    #[test]
    fn weights_are_read_as_they_were_written() {
        let net = Net::new(7, [(3, 1.5)], &mut Xoshiro256PlusPlus::seed_from_u64(2));
        let bytes = net.to_bytes();
        let read = Net::from_bytes(&bytes, 7).unwrap();
        assert_eq!(read.to_bytes(), bytes);
        assert_eq!(Net::from_bytes(&bytes, 8), Err(NoNet));
        assert_eq!(Net::from_bytes(&bytes[..bytes.len() - 1], 7), Err(NoNet));
    }
}
