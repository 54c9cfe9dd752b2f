//! Dice that can be checked.
//!
//! A game has a 32-byte seed from the operating system. Its SHA-256, the *commitment*, is shown before the
//! first step. Then each player commits to a nonce: SHA-256 of `vis-a-vis nonce` ‖ the 32 bytes of the seed's
//! commitment ‖ the seat as one byte, 1 or 2 ‖ the nonce. When everybody has, the nonces are opened
//! (`docs/dice.md` says what that proves to whom). The key of a stream is
//! HMAC-SHA256(seed, nonce one ‖ nonce two ‖ stream name), with each nonce preceded by its length as one byte.
//! Draw `n` (0, 1, …) of a stream below a total `T`: HMAC-SHA256(key, n ‖ k) with both as big-endian 64-bit
//! numbers and k = 0, 1, …; its 32 bytes are four big-endian 64-bit numbers; the first of them that is below
//! the largest multiple of `T` gives, modulo `T`, the draw; when all four are too large, k goes up by one.
//! The outcome is the one whose weights, added up in byte order, first exceed the draw.

use std::collections::BTreeMap;

use hmac::{Hmac, Mac};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use sha2::{Digest, Sha256};

use crate::{Odds, Seat, record::Draw, tools};

/// The secret of a game, opened at its end.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

/// Shows the commitment only: a seed must not slip into a log.
impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Seed(committed to by {})", self.commitment())
    }
}

impl Seed {
    /// Game `i` of a run of simulations with seed `s`: the same whatever the number of threads.
    pub fn of_simulation(s: u64, i: u64) -> Seed {
        let mut hash = Sha256::new();
        hash.update(b"vis-a-vis simulate");
        hash.update(s.to_be_bytes());
        hash.update(i.to_be_bytes());
        Seed(hash.finalize().into())
    }

    /// What is published before the first step: the SHA-256 of the seed in hex digits.
    pub fn commitment(&self) -> String {
        tools::hex(&Sha256::digest(self.0))
    }

    /// What a player of this game publishes before opening `nonce`.
    pub fn nonce_commitment(&self, seat: Seat, nonce: &[u8]) -> [u8; 32] {
        nonce_commitment(&Sha256::digest(self.0).into(), seat, nonce)
    }

    /// The seed in hex digits, for the record of a finished game.
    pub fn open(&self) -> String {
        tools::hex(&self.0)
    }

    /// Reads an opened seed.
    pub fn read(text: &str) -> Option<Seed> {
        tools::unhex(text).map(Seed)
    }
}

/// What a player publishes before opening `nonce` in a game whose seed has the commitment `seal`. It holds the
/// seal, so that it cannot be older than the seal, and the seat, so that nobody can repeat the other's.
pub fn nonce_commitment(seal: &[u8; 32], seat: Seat, nonce: &[u8]) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(b"vis-a-vis nonce");
    hash.update(seal);
    hash.update([seat as u8 + 1]);
    hash.update(nonce);
    hash.finalize().into()
}

/// The chance streams of one game.
#[derive(Clone, Debug)]
pub struct Streams {
    seed: Seed,
    nonces: [Vec<u8>; 2],
    drawn: BTreeMap<String, u64>,
}

impl Streams {
    /// The streams of a game with the players' nonces (at most 255 bytes each; more is cut off).
    pub fn new(seed: Seed, nonce_one: &[u8], nonce_two: &[u8]) -> Streams {
        let cut = |nonce: &[u8]| nonce[..nonce.len().min(255)].to_vec();
        Streams { seed, nonces: [cut(nonce_one), cut(nonce_two)], drawn: BTreeMap::new() }
    }

    /// Draws the next outcome of the stream that `odds` names. `None` when there is no outcome.
    pub fn draw<'o, C>(&mut self, odds: &'o Odds<C>) -> Option<&'o C> {
        odds.at(self.next(odds.stream, odds.total())?)
    }

    /// Draws again what a record says was drawn: the outcome that the seed gives for its stream and weights.
    pub fn redraw<'d>(&mut self, draw: &'d Draw) -> Option<&'d str> {
        let mut odds = Odds::default();
        draw.weights.iter().for_each(|(outcome, weight)| odds.add(outcome.as_str(), *weight));
        odds.at(self.next(&draw.stream, odds.total())?).copied()
    }

    /// The next number of a stream, below `total`.
    fn next(&mut self, stream: &str, total: u64) -> Option<u64> {
        let n = self.drawn.entry(stream.to_owned()).or_default();
        let draw = number(&key(&self.seed, &self.nonces, stream), *n, total)?;
        *n += 1;
        Some(draw)
    }

    /// How many draws of a stream have been made.
    pub fn count(&self, stream: &str) -> u64 {
        self.drawn.get(stream).copied().unwrap_or_default()
    }

    /// Counts a draw of a stream that a record has already made.
    pub fn skip(&mut self, stream: &str) {
        *self.drawn.entry(stream.to_owned()).or_default() += 1;
    }

    /// Goes back to the first draw of every stream: for replaying after a take-back.
    pub fn rewind(&mut self) {
        self.drawn.clear();
    }

    /// A fast generator for what is no chance of the game, such as random moves; `name` keeps uses apart.
    pub fn generator(&self, name: &str) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::from_seed(key(&self.seed, &self.nonces, name))
    }
}

fn hmac(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("any length is a key");
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

fn key(seed: &Seed, nonces: &[Vec<u8>; 2], stream: &str) -> [u8; 32] {
    let length = |nonce: &Vec<u8>| [nonce.len() as u8];
    let [one, two] = nonces;
    hmac(&seed.0, &[&length(one), one, &length(two), two, stream.as_bytes()])
}

/// Draw `n` of a stream, below `total`; `None` when nothing is below it.
fn number(key: &[u8; 32], n: u64, total: u64) -> Option<u64> {
    if total == 0 {
        return None;
    }
    // The numbers from the largest multiple of `total` upwards are rejected, or the first outcomes would be
    // a little more likely.
    let rejected = (u64::MAX % total + 1) % total;
    for k in 0u64.. {
        let bytes = hmac(key, &[&n.to_be_bytes(), &k.to_be_bytes()]);
        for chunk in bytes.chunks_exact(8) {
            let number = u64::from_be_bytes(chunk.try_into().expect("eight bytes"));
            if number <= u64::MAX - rejected {
                return Some(number % total);
            }
        }
    }
    unreachable!("one number in two is accepted at least")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn die() -> Odds<u8> {
        let mut odds = Odds::default();
        odds.set("dice", true);
        (1..=6).for_each(|pips| odds.add(pips, 1));
        odds
    }

    #[test]
    fn a_draw_is_the_published_formula() {
        // Computed with Python's hmac and hashlib from the formula in the module's head.
        let mut streams = Streams::new(Seed([7; 32]), b"left", b"right");
        let rolls: Vec<u8> = (0..8).map(|_| *streams.draw(&die()).unwrap()).collect();
        assert_eq!(rolls, [4, 6, 5, 3, 2, 1, 5, 6]);
        let commitment = "4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0";
        assert_eq!(Seed([7; 32]).commitment(), commitment);
    }

    #[test]
    fn a_commitment_to_a_nonce_is_the_published_formula() {
        // Computed with Python's hashlib from the formula in the module's head.
        let seed = Seed([7; 32]);
        let [one, two] = Seat::BOTH.map(|seat| tools::hex(&seed.nonce_commitment(seat, b"sixteen bytes it")));
        assert_eq!(one, "f05269e1ecd182961fd4ccfa164006a04904bfa81c8dc2b03bb0dedf0885feb2");
        assert_ne!(one, two, "nobody repeats the other's");
        assert_ne!(
            Seed([8; 32]).nonce_commitment(Seat::One, b"sixteen bytes it"),
            seed.nonce_commitment(Seat::One, b"sixteen bytes it")
        );
    }

    #[test]
    fn every_side_of_a_die_comes_about_as_often() {
        let mut streams = Streams::new(Seed([1; 32]), b"", b"");
        let mut counts = [0; 7];
        for _ in 0..6000 {
            counts[usize::from(*streams.draw(&die()).unwrap())] += 1;
        }
        assert!(counts[1..].iter().all(|n| (880..1120).contains(n)), "{counts:?}");
    }

    #[test]
    fn streams_nonces_and_take_backs_keep_apart() {
        let mut a = Streams::new(Seed([1; 32]), b"x", b"y");
        let mut b = Streams::new(Seed([1; 32]), b"xy", b"");
        let rolls = |s: &mut Streams| -> Vec<u8> { (0..20).map(|_| *s.draw(&die()).unwrap()).collect() };
        let first = rolls(&mut a);
        assert_ne!(first, rolls(&mut b), "nonces do not run together");
        assert_ne!(first, rolls(&mut a));
        a.rewind();
        a.skip("dice");
        assert_eq!(first[1..], rolls(&mut a)[..19], "what was drawn comes again");
    }

    #[test]
    fn a_seed_is_read_as_it_was_opened_and_never_shown() {
        let seed = Seed::of_simulation(1, 2);
        assert_eq!(Seed::read(&seed.open()), Some(seed.clone()));
        assert_eq!(Seed::read("12"), None);
        assert!(!format!("{seed:?}").contains(&seed.open()));
    }
}
