//! Dice that can be checked: draws every chance step of a record again.

use std::collections::BTreeMap;

use table::{
    BySeat, Refusal, Seat,
    chance::{Seed, Streams},
    record::{Draw, Line, Record, RecordError},
    tools::{hex, unhex_all},
};

use crate::replay;

/// What the check of a record found.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    /// How many chance steps it has.
    pub chances: usize,
    /// Whether the seed is the one that was committed to before the first step.
    pub sealed: bool,
    /// What each side added to the dice, and how.
    pub parts: BySeat<Part>,
    /// The chance steps that are wrong, in their order.
    pub wrong: Vec<WrongChance>,
}

/// What one side added to the dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// The nonce that it had committed to.
    Committed,
    /// Another nonce than the one that it had committed to: it was replaced.
    Replaced,
    /// It committed and never opened it.
    Withheld,
    /// A nonce in the open, as in older records: who knew the seed and spoke last could choose.
    Open,
    /// Nothing.
    #[default]
    Nothing,
}

impl Verified {
    /// Whether everything is as it should be.
    pub fn is_right(&self) -> bool {
        self.sealed && self.wrong.is_empty() && Seat::BOTH.into_iter().all(|seat| self.is_sound(seat))
    }

    /// Whether what a side added is what it may be: without every reveal there are no dice.
    pub fn is_sound(&self, seat: Seat) -> bool {
        match self.parts[seat] {
            Part::Replaced => false,
            Part::Withheld => self.chances == 0,
            Part::Committed | Part::Open | Part::Nothing => true,
        }
    }
}

/// A chance step that is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct WrongChance {
    /// The line of the game, from 1.
    pub step: usize,
    /// What the record says: `@4`.
    pub stated: String,
    /// Why it is wrong.
    pub fault: ChanceFault,
}

/// Why a chance step is wrong.
#[derive(Clone, Debug, PartialEq)]
pub enum ChanceFault {
    /// The record does not say what it was drawn from.
    NoDraw,
    /// The seed gives something else.
    Drawn {
        /// The stream.
        stream: String,
        /// Which draw of it, from 1.
        number: u64,
        /// What the seed gives.
        found: String,
    },
    /// By the rules it was to be drawn from something else.
    Weights {
        /// From this.
        rules: String,
    },
}

/// Draws every chance step of a finished game again from its seed, and checks by replaying it that the rules
/// drew from those weights.
///
/// # Errors
/// When the record cannot be checked: no seed, no commitment, or steps against the rules although every draw is
/// the seed's.
pub fn verify(record: &Record) -> Result<Verified, RecordError> {
    let whole = |refusal| RecordError { line: None, step: None, refusal };
    let seed = record.fact("seed").ok_or_else(|| whole(Refusal::by("record", "record.no-seed")))?;
    let seed = Seed::read(seed).ok_or_else(|| whole(Refusal::notation("record.hex", seed)))?;
    let commitment = record.fact("commitment");
    let commitment = commitment.ok_or_else(|| whole(Refusal::by("record", "record.no-commitment")))?;
    let sealed = seed.commitment() == commitment;
    let [one, two] = Seat::BOTH.map(|seat| nonce(record, seat));
    let nonces = BySeat([one.map_err(whole)?, two.map_err(whole)?]);
    let parts = BySeat::from_fn(|seat| part(record, &seed, seat, &nonces[seat]));
    let mut streams = Streams::new(seed, &nonces[Seat::One], &nonces[Seat::Two]);
    let mut wrong: BTreeMap<usize, WrongChance> = BTreeMap::new();
    let mut steps = Vec::new();
    let mut chances = 0;
    for (n, line) in record.effective()? {
        let Line::Step(text, draw) = line else { continue };
        steps.push(n + 1);
        if !text.starts_with('@') {
            continue;
        }
        chances += 1;
        if let Some(fault) = redraw(&mut streams, text, draw.as_ref()) {
            wrong.insert(n + 1, WrongChance { step: n + 1, stated: text.clone(), fault });
        }
    }
    let mut steps = steps.into_iter();
    let replayed = replay(record, |table, line, _| {
        let (Some(step), Some(Line::Step(text, Some(draw)))) = (steps.next(), line) else { return };
        let rules = table.odds().map(|(rules, _)| rules);
        if rules.as_ref() != Some(draw) {
            let rules = rules.map(|rules| rules.to_string()).unwrap_or_default();
            let fault = ChanceFault::Weights { rules };
            wrong.entry(step).or_insert_with(|| WrongChance { step, stated: text.clone(), fault });
        }
    });
    match replayed {
        // A changed die makes the steps after it illegal: the die is what is wrong.
        Err(error) if wrong.is_empty() => Err(error),
        _ => Ok(Verified { chances, sealed, parts, wrong: wrong.into_values().collect() }),
    }
}

fn part(record: &Record, seed: &Seed, seat: Seat, nonce: &[u8]) -> Part {
    match record.fact(["commitment.one", "commitment.two"][seat as usize]) {
        Some(_) if nonce.is_empty() => Part::Withheld,
        Some(commitment) if hex(&seed.nonce_commitment(seat, nonce)) == commitment => Part::Committed,
        Some(_) => Part::Replaced,
        None if nonce.is_empty() => Part::Nothing,
        None => Part::Open,
    }
}

fn nonce(record: &Record, seat: Seat) -> Result<Vec<u8>, Refusal> {
    let text = record.fact(["nonce.one", "nonce.two"][seat as usize]).unwrap_or_default();
    unhex_all(text).filter(|bytes| bytes.len() <= 255).ok_or_else(|| Refusal::notation("record.hex", text))
}

fn redraw(streams: &mut Streams, stated: &str, draw: Option<&Draw>) -> Option<ChanceFault> {
    let Some(draw) = draw else { return Some(ChanceFault::NoDraw) };
    let found = streams.redraw(draw).unwrap_or_default();
    (found != stated).then(|| ChanceFault::Drawn {
        stream: draw.stream.clone(),
        number: streams.count(&draw.stream),
        found: found.to_owned(),
    })
}
