//! A small network: a few active inputs, one layer of hidden units, one chance to win.
//!
//! Hidden units come in blocks of sixteen, so that the sums of a block stay in registers. Everything is plain `f32`
//! arithmetic in a fixed order and `libm` for the one exponential, so that the same position is worth the same on
//! every machine. Shipped weights are whole numbers of 16 bits.

use arrayvec::ArrayVec;
use rand::{Rng, RngCore};

/// Lanes of a block. Each is a hidden unit but one: lane [`STRAIGHT`] of the first block is the straight way from
/// the inputs to the outcome.
const LANES: usize = 16;
const STRAIGHT: usize = 0;
/// A network has at most so many blocks.
const MOST: usize = 8;
/// So many steps of the shipped whole numbers make 1.
const STEPS: f32 = 2048.0;

/// The inputs that are not 0, with their values.
pub type Inputs = ArrayVec<(u16, f32), 160>;

type Lanes = [f32; LANES];

/// A network.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    blocks: Vec<Block>,
}

/// Sixteen lanes of a network.
#[derive(Clone, Debug, PartialEq)]
struct Block {
    bias: Lanes,
    out: Lanes,
    /// A row for each input.
    rows: Vec<Lanes>,
}

/// These bytes are no weights for this game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoNet;

impl Net {
    /// A network that knows nothing yet but these straight weights.
    pub fn new(
        blocks: usize,
        inputs: usize,
        straight: impl IntoIterator<Item = (usize, f32)>,
        rng: &mut dyn RngCore,
    ) -> Net {
        let mut lanes = || std::array::from_fn(|_| rng.random_range(-0.1..0.1));
        let block =
            |_| Block { bias: [0.0; LANES], out: lanes(), rows: (0..inputs).map(|_| lanes()).collect() };
        let mut net = Net { blocks: (0..blocks).map(block).collect() };
        let first = &mut net.blocks[0];
        first.out[STRAIGHT] = 1.0;
        first.rows.iter_mut().for_each(|row| row[STRAIGHT] = 0.0);
        straight.into_iter().for_each(|(input, weight)| first.rows[input][STRAIGHT] = weight);
        net
    }

    /// The chance to win that these inputs promise.
    pub fn win(&self, inputs: &Inputs) -> f32 {
        let outcome =
            self.blocks.iter().enumerate().map(|(n, block)| block.outcome(n == 0, &block.sums(inputs))).sum();
        sigmoid(outcome)
    }

    /// Moves what these inputs promise towards `target`; gives what was promised before.
    pub fn learn(&mut self, inputs: &Inputs, target: f32, rate: f32) -> f32 {
        let sums: ArrayVec<Lanes, MOST> = self.blocks.iter().map(|block| block.sums(inputs)).collect();
        let parts = self.blocks.iter().zip(&sums).enumerate();
        let win = sigmoid(parts.map(|(n, (block, sums))| block.outcome(n == 0, sums)).sum());
        let step = rate * (target - win);
        for (n, (block, sums)) in self.blocks.iter_mut().zip(&sums).enumerate() {
            block.learn(n == 0, inputs, sums, step);
        }
        win
    }

    /// The weights as a file: the magic, the numbers of inputs and of blocks, then whole numbers of 16 bits.
    pub fn to_bytes(&self, magic: [u8; 4]) -> Vec<u8> {
        let mut bytes = magic.to_vec();
        bytes.extend((self.blocks[0].rows.len() as u16).to_le_bytes());
        bytes.extend((self.blocks.len() as u16).to_le_bytes());
        for block in &self.blocks {
            for weight in [&block.bias, &block.out].into_iter().chain(&block.rows).flatten() {
                let whole = libm::roundf(weight * STEPS).clamp(f32::from(i16::MIN), f32::from(i16::MAX));
                bytes.extend((whole as i16).to_le_bytes());
            }
        }
        bytes
    }

    /// Reads a file of weights with this magic for so many inputs.
    ///
    /// # Errors
    /// When it is none.
    pub fn from_bytes(bytes: &[u8], magic: [u8; 4], inputs: usize) -> Result<Net, NoNet> {
        let (head, body) = bytes.split_at_checked(8).ok_or(NoNet)?;
        let number = |place: usize| usize::from(u16::from_le_bytes([head[place], head[place + 1]]));
        let blocks = number(6);
        let fits = head[..4] == magic && number(4) == inputs && (1..=MOST).contains(&blocks);
        if !fits || body.len() != 2 * LANES * (inputs + 2) * blocks {
            return Err(NoNet);
        }
        let mut weights =
            body.chunks_exact(2).map(|two| f32::from(i16::from_le_bytes([two[0], two[1]])) / STEPS);
        let mut lanes = || std::array::from_fn(|_| weights.next().unwrap_or_default());
        let block = |_| Block { bias: lanes(), out: lanes(), rows: (0..inputs).map(|_| lanes()).collect() };
        Ok(Net { blocks: (0..blocks).map(block).collect() })
    }
}

impl Block {
    fn sums(&self, inputs: &Inputs) -> Lanes {
        let mut sums = self.bias;
        for &(input, value) in inputs {
            let row = &self.rows[usize::from(input)];
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += weight * value;
            }
        }
        sums
    }

    /// What the block adds to the outcome; the first block has the straight way.
    fn outcome(&self, first: bool, sums: &Lanes) -> f32 {
        let mut parts = [0.0; LANES];
        for ((part, sum), weight) in parts.iter_mut().zip(sums).zip(&self.out) {
            *part = weight * sum / (1.0 + sum.abs());
        }
        if first {
            parts[STRAIGHT] = sums[STRAIGHT];
        }
        parts.iter().sum()
    }

    fn learn(&mut self, first: bool, inputs: &Inputs, sums: &Lanes, step: f32) {
        let mut back = [0.0; LANES];
        for lane in 0..LANES {
            let slope = 1.0 / (1.0 + sums[lane].abs());
            back[lane] = step * self.out[lane] * slope * slope;
            self.out[lane] += step * sums[lane] * slope;
        }
        if first {
            self.out[STRAIGHT] = 1.0;
            back[STRAIGHT] = step;
        }
        for (bias, back) in self.bias.iter_mut().zip(&back) {
            *bias += back;
        }
        for &(input, value) in inputs {
            let row = &mut self.rows[usize::from(input)];
            for (weight, back) in row.iter_mut().zip(&back) {
                *weight += back * value;
            }
        }
    }
}

/// A lead as a chance.
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-x))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    const MAGIC: [u8; 4] = *b"test";

    #[test]
    fn a_net_learns_what_a_straight_line_cannot() {
        let mut net = Net::new(1, 2, [], &mut Xoshiro256PlusPlus::seed_from_u64(1));
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
        let net = Net::new(3, 7, [(3, 1.5)], &mut Xoshiro256PlusPlus::seed_from_u64(2));
        let bytes = net.to_bytes(MAGIC);
        let read = Net::from_bytes(&bytes, MAGIC, 7).unwrap();
        assert_eq!(read.to_bytes(MAGIC), bytes);
        assert_eq!(Net::from_bytes(&bytes, MAGIC, 8), Err(NoNet));
    }

    #[test]
    fn what_is_no_file_of_weights_is_refused() {
        let bytes = Net::new(2, 7, [], &mut Xoshiro256PlusPlus::seed_from_u64(2)).to_bytes(MAGIC);
        for length in 0..bytes.len() {
            assert_eq!(Net::from_bytes(&bytes[..length], MAGIC, 7), Err(NoNet));
        }
        // The magic, the inputs, the blocks: none can be another without another length. Weights can be anything.
        for place in 0..8 {
            for byte in (0..=u8::MAX).filter(|&byte| byte != bytes[place]) {
                let mut wrong = bytes.clone();
                wrong[place] = byte;
                assert_eq!(Net::from_bytes(&wrong, MAGIC, 7), Err(NoNet), "byte {place}: {byte}");
            }
        }
        let mut none = bytes[..8].to_vec();
        none[6] = 0;
        assert_eq!(Net::from_bytes(&none, MAGIC, 7), Err(NoNet));
    }
}
