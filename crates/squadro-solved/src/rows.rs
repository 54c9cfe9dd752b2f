//! Rows of bits, and the passes over them. Everything here is plain loops over words that a compiler turns into
//! vectors; the callers choose the vector width at run time.

/// A table of rows of bits, with room before the first and after the last row so that a shifted look never
/// leaves the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rows {
    words: Vec<u64>,
    per_row: usize,
}

/// Passes go over so many words at a time: a whole number of vectors, without a rest.
pub(crate) const STEP: usize = 4;

impl Rows {
    /// Empty rows of so many words.
    pub(crate) fn new(rows: usize, per_row: usize) -> Rows {
        Rows { words: vec![0; Rows::length(rows, per_row)], per_row }
    }

    /// The words of such a table.
    pub(crate) fn length(rows: usize, per_row: usize) -> usize {
        (rows + 2) * per_row + 2 + STEP
    }

    /// The same as a table of its own size, whatever room it was made in.
    pub(crate) fn copied(&self) -> Rows {
        Rows { words: self.words.as_slice().to_vec(), per_row: self.per_row }
    }

    /// Where the words of a row begin.
    #[inline(always)]
    pub(crate) fn place(&self, row: usize) -> usize {
        self.per_row + 1 + row * self.per_row
    }

    /// All words of the table.
    #[inline(always)]
    pub(crate) fn all(&self) -> &[u64] {
        &self.words
    }

    #[inline(always)]
    pub(crate) fn row(&self, row: usize) -> &[u64] {
        let start = self.place(row);
        &self.words[start..start + self.per_row]
    }

    #[inline(always)]
    pub(crate) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        let start = self.place(row);
        &mut self.words[start..start + self.per_row]
    }

    /// The rows of a range as one stretch of words.
    pub(crate) fn stretch(&self, rows: std::ops::Range<usize>) -> &[u64] {
        &self.words[self.place(rows.start)..self.place(rows.end)]
    }

    #[inline(always)]
    pub(crate) fn bit(&self, row: usize, bit: usize) -> bool {
        self.words[self.place(row) + bit / 64] >> (bit % 64) & 1 == 1
    }

    pub(crate) fn set(&mut self, row: usize, bit: usize) {
        let start = self.place(row);
        self.words[start + bit / 64] |= 1 << (bit % 64);
    }

    /// The words of a row from `shift` bits further on, and one more: the bits that are wanted begin `shift % 64` bits
    /// into the first.
    #[inline(always)]
    pub(crate) fn look(&self, row: usize, shift: isize) -> &[u64] {
        let start = self.place(row).wrapping_add_signed(shift.div_euclid(64));
        &self.words[start..start + self.per_row + 1]
    }

    /// Some words of a row.
    #[inline(always)]
    pub(crate) fn words<const N: usize>(&self, row: usize, start: usize) -> &[u64; N] {
        let start = self.place(row) + start;
        self.words[start..].first_chunk().expect("a table has room after its last row")
    }

    /// The same, to change them.
    #[inline(always)]
    pub(crate) fn words_mut<const N: usize>(&mut self, row: usize, start: usize) -> &mut [u64; N] {
        let start = self.place(row) + start;
        self.words[start..].first_chunk_mut().expect("a table has room after its last row")
    }

    pub(crate) fn bytes(&self) -> usize {
        self.words.len() * 8
    }
}

/// Room for tables, used again and again: an allocator would hold on to much more.
#[derive(Debug, Default)]
pub(crate) struct Room {
    spare: Vec<Vec<u64>>,
    /// The words of the largest table that will be asked for, as far as is known.
    largest: usize,
}

impl Room {
    /// Room for tables of at most so many words.
    pub(crate) fn new(largest: usize) -> Room {
        Room { spare: Vec::new(), largest }
    }

    /// Empty rows of so many words.
    pub(crate) fn rows(&mut self, rows: usize, per_row: usize) -> Rows {
        let length = Rows::length(rows, per_row);
        let mut words = self.spare.pop().unwrap_or_default();
        words.clear();
        // A vector that grows by itself would take twice as much.
        words.reserve_exact(length.max(self.largest));
        words.resize(length, 0);
        Rows { words, per_row }
    }

    /// Takes a table back.
    pub(crate) fn take(&mut self, rows: Rows) {
        self.spare.push(rows.words);
    }
}

/// Some words from `start` on, each beginning `r` bits later.
#[inline(always)]
pub(crate) fn shifted<const N: usize>(words: &[u64], start: usize, r: u32) -> [u64; N] {
    let words = &words[start..start + N + 1];
    let mut shifted = [0; N];
    for w in 0..N {
        shifted[w] = joined(words[w], words[w + 1], r);
    }
    shifted
}

/// The word `r` bits into `low`, continued by `high`.
#[inline(always)]
fn joined(low: u64, high: u64, r: u32) -> u64 {
    // Two shifts, because one by 64 would be no shift at all.
    low >> r | high << 1 << (63 - r)
}

/// How to write each of `blocks` blocks of `block` bits, which lie `step` bits apart, so many times in a row.
pub(crate) struct Spread {
    block: usize,
    blocks: usize,
    step: usize,
    times: usize,
    /// A block of ones, where it fits into a word.
    keep: u64,
    /// What makes the copies of a block by multiplying, where they fit into a word.
    repeat: u64,
}

impl Spread {
    pub(crate) fn new(block: usize, blocks: usize, step: usize, times: usize) -> Spread {
        let keep = !0 >> (64 - block.min(64));
        let repeat = (0..times).map(|time| 1u64.checked_shl((time * block) as u32).unwrap_or(0)).sum();
        Spread { block, blocks, step, times, keep, repeat }
    }

    /// The places that a bit is written to.
    pub(crate) fn places(&self, bit: usize) -> impl Iterator<Item = usize> {
        let &Spread { block, step, times, .. } = self;
        let (number, rest) = (bit / step, bit % step);
        let copies = if rest < block { times } else { 0 };
        (0..copies).map(move |copy| (number * times + copy) * block + rest)
    }

    /// Writes a row; behind its bits there is nothing.
    #[inline(always)]
    pub(crate) fn write(&self, into: &mut [u64], from: &[u64]) {
        let &Spread { block, blocks, step, times, keep, repeat } = self;
        let mut writer = Writer { into, at: 0, word: 0, full: 0 };
        let together = block * times;
        if (block, step, times) == (1, 1, 5) {
            for at in (0..blocks).step_by(8) {
                let byte = from[at / 64] >> (at % 64) & 0xff;
                writer.write(FIVEFOLD[byte as usize], 5 * (blocks - at).min(8));
            }
        } else if together <= 64 {
            let mut b = 0;
            if 2 * together <= 64 && step + block <= 64 {
                while b + 2 <= blocks {
                    let bits = bits_at(from, b * step);
                    let two = bits & keep | (bits >> step & keep) << together;
                    writer.write(two.wrapping_mul(repeat), 2 * together);
                    b += 2;
                }
            }
            for b in b..blocks {
                writer.write((bits_at(from, b * step) & keep).wrapping_mul(repeat), together);
            }
        } else if block <= 64 {
            for b in 0..blocks {
                let bits = bits_at(from, b * step) & keep;
                (0..times).for_each(|_| writer.write(bits, block));
            }
        } else {
            for b in 0..blocks {
                for _ in 0..times {
                    for done in (0..block).step_by(64) {
                        let n = (block - done).min(64);
                        writer.write(bits_at(from, b * step + done) & (!0 >> (64 - n)), n);
                    }
                }
            }
        }
        writer.finish();
    }
}

/// Writes bits one after another.
struct Writer<'w> {
    into: &'w mut [u64],
    /// The word in work, and how many bits of it are written.
    at: usize,
    word: u64,
    full: usize,
}

impl Writer<'_> {
    /// Writes the lowest `n` bits, from 1 to 64; there are no others.
    #[inline(always)]
    fn write(&mut self, bits: u64, n: usize) {
        self.word |= bits << self.full;
        self.full += n;
        if self.full >= 64 {
            self.into[self.at] = self.word;
            self.at += 1;
            self.full -= 64;
            self.word = bits >> 1 >> (n - 1 - self.full);
        }
    }

    /// The rest is nothing.
    #[inline(always)]
    fn finish(self) {
        let [first, rest @ ..] = &mut self.into[self.at..] else { return };
        *first = self.word;
        rest.fill(0);
    }
}

/// Eight bits, each five times.
static FIVEFOLD: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= ((byte as u64 >> bit & 1) * 0b11111) << (5 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Brings blocks of bits that lie `step` bits apart to lie `into_step` bits apart.
pub(crate) fn bring(
    into: &mut [u64],
    from: &[u64],
    block: usize,
    blocks: usize,
    step: usize,
    into_step: usize,
) {
    into.fill(0);
    for b in 0..blocks {
        move_bits(into, b * into_step, from, b * step, block);
    }
}

/// Copies `count` bits to where nothing is yet.
#[inline(always)]
fn move_bits(into: &mut [u64], to: usize, from: &[u64], at: usize, count: usize) {
    for done in (0..count).step_by(64) {
        let n = (count - done).min(64);
        let bits = bits_at(from, at + done) & (!0 >> (64 - n));
        put_bits(into, to + done, bits, n);
    }
}

/// The 64 bits from `at` on; what lies behind the end reads as nothing.
#[inline(always)]
fn bits_at(from: &[u64], at: usize) -> u64 {
    let high = from.get(at / 64 + 1).copied().unwrap_or(0);
    joined(from[at / 64], high, (at % 64) as u32)
}

/// Writes the lowest `n` bits at `at`, where nothing is yet.
#[inline(always)]
fn put_bits(into: &mut [u64], at: usize, bits: u64, n: usize) {
    let r = at % 64;
    into[at / 64] |= bits << r;
    if r + n > 64 {
        into[at / 64 + 1] |= bits >> (64 - r);
    }
}

/// Copies the bits of a row under a mask; says whether there are any.
#[inline(always)]
pub(crate) fn keep(into: &mut Rows, from: &[u64], mask: &[u64]) -> bool {
    let mut any = 0;
    for ((into, from), mask) in into.row_mut(0).iter_mut().zip(from).zip(mask) {
        *into = from & mask;
        any |= *into;
    }
    any != 0
}

/// Gives the bits of a kept row to where they move: bit `l` goes to bit `l + shift`. Says whether one was new.
#[inline(always)]
pub(crate) fn give(into: &mut [u64], from: &Rows, shift: isize) -> bool {
    let r = (-shift).rem_euclid(64) as u32;
    let n = into.len();
    let x = from.look(0, -shift);
    let mut new = 0;
    for w in 0..n {
        let bits = joined(x[w], x[w + 1], r);
        new |= bits & !into[w];
        into[w] |= bits;
    }
    new != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bit_is_written_to_its_places() {
        for (block, blocks, step, times) in
            [(1, 40, 1, 5), (5, 9, 30, 6), (30, 5, 30, 1), (25, 6, 150, 6), (180, 2, 900, 5)]
        {
            let spread = Spread::new(block, blocks, step, times);
            for bit in 0..blocks * step {
                let mut from = vec![0; (blocks * step).div_ceil(64)];
                from[bit / 64] |= 1 << (bit % 64);
                let mut written = vec![!0; (blocks * block * times).div_ceil(64)];
                spread.write(&mut written, &from);
                let mut noted = vec![0; written.len()];
                spread.places(bit).for_each(|place| noted[place / 64] |= 1 << (place % 64));
                assert_eq!(written, noted, "bit {bit} of {blocks} blocks of {block}");
            }
        }
    }
}
