//! A layer as compressed blocks.
//!
//! The rows of a layer are cut into blocks that can be read alone; each has its rows with top to move and with left to
//! move in turn. A row is written as its difference (exclusive or) from a row that is much alike: the one where a top
//! piece stands one place further back. Bits of impossible placements, about half of all, never differ. After the rows
//! come the draws. zstd adds a checksum to each block.

use table::Seat;
use zstd::{
    bulk::{Compressor, Decompressor},
    zstd_safe::CParameter,
};

use crate::{
    layer::Layer,
    layout::{Layout, ORDER},
    moves,
    values::{Value, Values},
    work::Row,
};

/// About so many bytes are in a block before it is compressed.
const BLOCK: usize = 128 << 10;
/// How hard zstd tries. More gains little: what is left is noise.
const EFFORT: i32 = 1;

/// How a layer is cut into blocks.
#[derive(Clone, Debug)]
pub(crate) struct Cut {
    layer: Layer,
    top: Layout,
    /// Top's and left's placements.
    pub(crate) size: [usize; 2],
    /// Bytes of a row.
    row_bytes: usize,
    /// Rows of a block, except the last, for each side to move.
    rows: usize,
}

impl Cut {
    pub(crate) fn new(layer: Layer) -> Cut {
        let [top, left] = Seat::BOTH.map(|seat| Layout::new(seat, layer.phases(seat)));
        let row_bytes = left.size.div_ceil(8);
        let rows = (BLOCK / 2 / row_bytes).max(1);
        Cut { layer, size: [top.size, left.size], top, row_bytes, rows }
    }

    /// How many blocks the layer has.
    pub(crate) fn blocks(&self) -> usize {
        self.size[0].div_ceil(self.rows)
    }

    /// The block that a row is in, and its place there.
    pub(crate) fn find(&self, side: usize, row: usize) -> (usize, usize) {
        (row / self.rows, 2 * (row % self.rows) + side)
    }

    /// The rows of a block.
    fn range(&self, block: usize) -> std::ops::Range<usize> {
        block * self.rows..((block + 1) * self.rows).min(self.size[0])
    }

    /// How many rows before `row` the one that it is written as a difference from lies; none where that is not in the
    /// block.
    fn alike(&self, row: usize, start: usize) -> Option<usize> {
        let digits = self.top.digits(row);
        let back = |&lane: &usize| digits[lane] > 0 && row - start >= self.top.stride[lane];
        ORDER.into_iter().find(back).map(|lane| self.top.stride[lane])
    }

    /// The most bytes that a block can have.
    fn most(&self) -> usize {
        // A draw takes at most five bytes, and there are not more draws than placements.
        2 * self.rows * (self.row_bytes + 5 * self.size[1]) + 8
    }
}

/// A block as it was before compression.
#[derive(Debug)]
pub(crate) struct Block {
    /// The rows, `row_bytes` each, for top and for left to move in turn.
    bits: Vec<u8>,
    row_bytes: usize,
    /// The draws as `row of the block * bits + bit`, rising.
    draws: Vec<u32>,
    row_bits: usize,
}

impl Block {
    pub(crate) fn get(&self, row: usize, bit: usize) -> Value {
        if self.bits[row * self.row_bytes + bit / 8] >> (bit % 8) & 1 == 1 {
            return Value::Win(Seat::One);
        }
        match self.draws.binary_search(&((row * self.row_bits + bit) as u32)) {
            Ok(_) => Value::Draw,
            Err(_) => Value::Win(Seat::Two),
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bits.len() + 4 * self.draws.len() + 64
    }
}

/// A compressor with our settings.
pub(crate) fn compressor() -> Compressor<'static> {
    let mut zstd = Compressor::new(EFFORT).expect("zstd has this effort");
    zstd.set_parameter(CParameter::ChecksumFlag(true)).expect("zstd has checksums");
    zstd
}

/// The compressed blocks of a layer.
pub(crate) fn pack(values: &Values, zstd: &mut Compressor) -> Vec<Vec<u8>> {
    let cut = Cut::new(values.layer);
    (0..cut.blocks()).map(|block| pack_block(values, &cut, block, zstd)).collect()
}

fn pack_block(values: &Values, cut: &Cut, block: usize, zstd: &mut Compressor) -> Vec<u8> {
    let range = cut.range(block);
    let moves = moves::moves(cut.layer);
    let (rows, words) = (Row::all(cut.layer), moves.words);
    let mut bytes = Vec::with_capacity(2 * range.len() * cut.row_bytes + 64);
    // The rows as they will be read, with impossible placements as in the rows they are differences from.
    let mut read = vec![0u64; 2 * range.len() * words];
    let mut legal = vec![0; words];
    for (i, row) in range.clone().enumerate() {
        moves.legal(&rows[row].enemies, &mut legal);
        let alike = cut.alike(row, range.start).map(|back| i - back);
        for side in 0..2 {
            let (before, here) = read.split_at_mut((2 * i + side) * words);
            let alike = alike.map(|alike| &before[(2 * alike + side) * words..][..words]);
            let end = bytes.len() + cut.row_bytes;
            for (w, word) in values.top_wins[side].row(row).iter().enumerate() {
                let guess = alike.map_or(0, |alike| alike[w]);
                let difference = (word ^ guess) & legal[w];
                here[w] = guess ^ difference;
                bytes.extend_from_slice(&difference.to_le_bytes());
            }
            bytes.truncate(end);
        }
    }
    let mut last = 0;
    for (i, row) in range.enumerate() {
        for side in (0..2).filter(|&side| values.has_draws(side, row)) {
            for bit in values.draws_of(side, row) {
                let draw = ((2 * i + side) * cut.size[1] + bit + 1) as u32;
                put_number(&mut bytes, draw - last);
                last = draw;
            }
        }
    }
    zstd.compress(&bytes).expect("the room for the result is made to fit")
}

/// Reads a block back.
pub(crate) fn unpack(
    bytes: &[u8],
    cut: &Cut,
    block: usize,
    zstd: &mut Decompressor,
) -> Result<Block, String> {
    let range = cut.range(block);
    let mut bits = zstd.decompress(bytes, cut.most()).map_err(|error| error.to_string())?;
    let (n, end) = (cut.row_bytes, 2 * range.len() * cut.row_bytes);
    if bits.len() < end {
        return Err("a block is too short".into());
    }
    let tail = bits.split_off(end);
    for (i, row) in range.clone().enumerate() {
        if let Some(back) = cut.alike(row, range.start) {
            let (before, here) = bits.split_at_mut(2 * i * n);
            let alike = &before[2 * (i - back) * n..][..2 * n];
            here.iter_mut().zip(alike).for_each(|(here, alike)| *here ^= alike);
        }
    }
    let mut draws = Vec::new();
    let (mut at, mut last) = (0, 0u32);
    while at < tail.len() {
        let gap = number(&tail, &mut at).filter(|&gap| gap > 0).ok_or("a draw is cut off")?;
        last = last.checked_add(gap).ok_or("a draw is out of place")?;
        draws.push(last - 1);
    }
    if last as usize > 2 * range.len() * cut.size[1] {
        return Err("a draw is out of place".into());
    }
    Ok(Block { bits, row_bytes: cut.row_bytes, draws, row_bits: cut.size[1] })
}

/// Puts the blocks of a layer together.
pub(crate) fn join(layer: Layer, blocks: &[Block]) -> Values {
    let cut = Cut::new(layer);
    let mut values = Values::new(layer, cut.size);
    let mut draws = [Vec::new(), Vec::new()];
    for (n, block) in blocks.iter().enumerate() {
        let range = cut.range(n);
        for (i, bytes) in block.bits.chunks_exact(cut.row_bytes).enumerate() {
            let row = values.top_wins[i % 2].row_mut(range.start + i / 2);
            for (word, bytes) in row.iter_mut().zip(bytes.chunks(8)) {
                let mut eight = [0; 8];
                eight[..bytes.len()].copy_from_slice(bytes);
                *word = u64::from_le_bytes(eight);
            }
        }
        for &draw in &block.draws {
            let (i, bit) = (draw as usize / cut.size[1], draw as usize % cut.size[1]);
            draws[i % 2].push(((range.start + i / 2) * cut.size[1] + bit) as u32);
        }
    }
    values.with_draws(draws)
}

/// Seven bits a byte, the high bit set on all but the last.
fn put_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads such a number and moves on.
fn number(bytes: &[u8], at: &mut usize) -> Option<u32> {
    let mut number = 0u32;
    for shift in (0..35).step_by(7) {
        let byte = *bytes.get(*at)?;
        *at += 1;
        number |= u32::from(byte & 127).checked_shl(shift)?;
        if byte < 128 {
            return Some(number);
        }
    }
    None
}
