//! Rows of bits, and the passes over them. Everything here is plain loops over words that a compiler turns into
//! vectors; the callers choose the vector width at run time.

use crate::moves::Mask;

/// A table of rows of bits, with room before the first and after the last row so that a shifted look never
/// leaves the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rows {
    words: Vec<u64>,
    per_row: usize,
}

/// Passes go over so many words at a time: a whole number of vectors, without a rest.
pub(crate) const STEP: usize = 4;

impl Rows {
    /// Empty rows of so many words.
    pub(crate) fn new(rows: usize, per_row: usize) -> Rows {
        Rows { words: vec![0; (rows + 2) * per_row + 2 + STEP], per_row }
    }

    #[inline(always)]
    fn start(&self, row: usize) -> usize {
        self.per_row + 1 + row * self.per_row
    }

    #[inline(always)]
    pub(crate) fn row(&self, row: usize) -> &[u64] {
        let start = self.start(row);
        &self.words[start..start + self.per_row]
    }

    #[inline(always)]
    pub(crate) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        let start = self.start(row);
        &mut self.words[start..start + self.per_row]
    }

    /// The rows of a range as one stretch of words.
    pub(crate) fn stretch(&self, rows: std::ops::Range<usize>) -> &[u64] {
        &self.words[self.start(rows.start)..self.start(rows.end)]
    }

    #[inline(always)]
    pub(crate) fn bit(&self, row: usize, bit: usize) -> bool {
        self.words[self.start(row) + bit / 64] >> (bit % 64) & 1 == 1
    }

    pub(crate) fn set(&mut self, row: usize, bit: usize) {
        let start = self.start(row);
        self.words[start + bit / 64] |= 1 << (bit % 64);
    }

    /// The words from `shift` bits after word `from` of a row, one more than `count` of them; the bits that are
    /// wanted begin `shift % 64` bits into the first.
    #[inline(always)]
    fn look(&self, row: usize, shift: isize, from: usize, count: usize) -> &[u64] {
        let start = (self.start(row) + from).wrapping_add_signed(shift.div_euclid(64));
        &self.words[start..start + count + 1]
    }

    pub(crate) fn bytes(&self) -> usize {
        self.words.len() * 8
    }
}

/// The words of a row that are worked out: from, and up to.
pub(crate) type Range = (usize, usize);

impl Mask {
    /// The stretches of words that are not empty, within a range.
    #[inline(always)]
    fn within(&self, range: Range) -> impl Iterator<Item = Range> {
        let clip =
            move |&(start, end): &(u32, u32)| ((start as usize).max(range.0), (end as usize).min(range.1));
        self.runs.iter().map(clip).filter(|(start, end)| start < end)
    }
}

/// The word `r` bits into `low`, continued by `high`.
#[inline(always)]
fn joined(low: u64, high: u64, r: u32) -> u64 {
    // Two shifts, because one by 64 would be no shift at all.
    low >> r | high << 1 << (63 - r)
}

/// `into |= (from << … by shift) & mask`, for both of two tables at once.
#[inline(always)]
pub(crate) fn take_both(
    into: [&mut [u64]; 2],
    from: [&Rows; 2],
    row: usize,
    shift: isize,
    mask: &Mask,
    range: Range,
) {
    let r = shift.rem_euclid(64) as u32;
    let [a, b] = into;
    for (start, end) in mask.within(range) {
        let n = end - start;
        let [x, y] = [from[0].look(row, shift, start, n), from[1].look(row, shift, start, n)];
        let (a, b, m) = (&mut a[start..end], &mut b[start..end], &mask.words[start..end]);
        if r == 0 {
            let steps = a.as_chunks_mut::<STEP>().0.iter_mut().zip(b.as_chunks_mut::<STEP>().0);
            let steps = steps.zip(x.as_chunks::<STEP>().0).zip(y.as_chunks::<STEP>().0);
            for ((((a, b), x), y), m) in steps.zip(m.as_chunks::<STEP>().0) {
                for w in 0..STEP {
                    a[w] |= x[w] & m[w];
                    b[w] |= y[w] & m[w];
                }
            }
        } else {
            let ([x, y], [x1, y1]) = ([&x[..n], &y[..n]], [&x[1..], &y[1..]]);
            let steps = a.as_chunks_mut::<STEP>().0.iter_mut().zip(b.as_chunks_mut::<STEP>().0);
            let steps = steps.zip(x.as_chunks::<STEP>().0).zip(y.as_chunks::<STEP>().0);
            let steps = steps.zip(x1.as_chunks::<STEP>().0).zip(y1.as_chunks::<STEP>().0);
            for ((((((a, b), x), y), x1), y1), m) in steps.zip(m.as_chunks::<STEP>().0) {
                for w in 0..STEP {
                    a[w] |= joined(x[w], x1[w], r) & m[w];
                    b[w] |= joined(y[w], y1[w], r) & m[w];
                }
            }
        }
    }
}

/// The same from a table whose other half is its complement.
#[inline(always)]
pub(crate) fn take_final(
    into: [&mut [u64]; 2],
    from: &Rows,
    row: usize,
    shift: isize,
    mask: &Mask,
    range: Range,
) {
    let r = shift.rem_euclid(64) as u32;
    let [a, b] = into;
    for (start, end) in mask.within(range) {
        let n = end - start;
        let x = from.look(row, shift, start, n);
        let (a, b, m) = (&mut a[start..end], &mut b[start..end], &mask.words[start..end]);
        let (x, x1) = (&x[..n], &x[1..]);
        let steps = a.as_chunks_mut::<STEP>().0.iter_mut().zip(b.as_chunks_mut::<STEP>().0);
        let steps = steps.zip(x.as_chunks::<STEP>().0).zip(x1.as_chunks::<STEP>().0);
        for ((((a, b), x), x1), m) in steps.zip(m.as_chunks::<STEP>().0) {
            for w in 0..STEP {
                let x = joined(x[w], x1[w], r);
                a[w] |= x & m[w];
                b[w] |= !x & m[w];
            }
        }
    }
}

/// `into |= mask`.
#[inline(always)]
pub(crate) fn take_all(into: &mut [u64], mask: &Mask, range: Range) {
    for (start, end) in mask.within(range) {
        let (into, mask) = (&mut into[start..end], &mask.words[start..end]);
        into.iter_mut().zip(mask).for_each(|(into, mask)| *into |= mask);
    }
}

/// Writes each of `blocks` blocks of `block` bits, which lie `step` bits apart, so many times in a row.
#[inline(always)]
pub(crate) fn spread(into: &mut [u64], from: &[u64], block: usize, blocks: usize, step: usize, times: usize) {
    into.fill(0);
    if block * times <= 64 {
        let keep = !0 >> (64 - block);
        let repeat = (0..times).map(|time| 1 << (time * block)).sum::<u64>();
        for b in 0..blocks {
            let bits = (bits_at(from, b * step) & keep).wrapping_mul(repeat);
            put_bits(into, b * block * times, bits, block * times);
        }
        return;
    }
    for b in 0..blocks {
        for time in 0..times {
            move_bits(into, (b * times + time) * block, from, b * step, block);
        }
    }
}

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
pub(crate) fn keep(into: &mut Rows, from: &[u64], mask: &Mask) -> bool {
    let mut any = 0;
    for ((into, from), mask) in into.row_mut(0).iter_mut().zip(from).zip(&mask.words) {
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
    let x = from.look(0, -shift, 0, n);
    let mut new = 0;
    for w in 0..n {
        let bits = joined(x[w], x[w + 1], r);
        new |= bits & !into[w];
        into[w] |= bits;
    }
    new != 0
}
