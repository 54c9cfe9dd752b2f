//! What a player's device kept of a game's dice, compared with the record.
//!
//! A record alone cannot prove when its commitments were made: who wrote it could have written it all anew. The
//! device of a player keeps the seed's commitment, both players' and its own nonce from the moment at which it
//! opens that nonce. As text it is lines `key = value` with the keys of a record's header; `commitment.two = none`
//! says that Two had added nothing.

use std::collections::BTreeMap;

use table::{
    Refusal, Seat,
    chance::nonce_commitment,
    record::Record,
    tools::{hex, unhex, unhex_all},
};

/// The keys that a device keeps; `table` is for the eyes only.
const KEYS: [&str; 6] = ["table", "commitment", "commitment.one", "commitment.two", "nonce.one", "nonce.two"];

/// Longer texts are something else.
const LONGEST: usize = 4096;

/// What a device kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept(BTreeMap<String, String>);

/// Something that is not as the device kept it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differs {
    /// The key of the header.
    pub key: String,
    /// What was kept.
    pub kept: String,
    /// What the record says.
    pub found: String,
}

impl Kept {
    /// Reads what a device kept.
    ///
    /// # Errors
    /// When a line is something else, or the commitment to the seed is missing.
    pub fn read(text: &str) -> Result<Kept, Refusal> {
        let mut facts = BTreeMap::new();
        let text = text.get(..LONGEST).unwrap_or(text);
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let fact = line.split_once(" = ").filter(|(key, _)| KEYS.contains(key));
            let (key, value) = fact.ok_or_else(|| Refusal::notation("record.kept", line))?;
            facts.insert(key.to_owned(), value.to_owned());
        }
        if !facts.contains_key("commitment") {
            return Err(Refusal::notation("record.kept", ""));
        }
        Ok(Kept(facts))
    }

    /// Everything in a record that is not as it was kept.
    pub fn differs(&self, record: &Record) -> Vec<Differs> {
        let found = |key: &str| match key {
            "commitment.one" => committed(record, Seat::One),
            "commitment.two" => committed(record, Seat::Two),
            _ => record.fact(key).map(str::to_owned),
        };
        let kept = self.0.iter().filter(|(key, _)| *key != "table");
        let compared = kept.map(|(key, kept)| Differs {
            key: key.clone(),
            kept: kept.clone(),
            found: found(key).unwrap_or_else(|| "none".into()),
        });
        compared.filter(|differs| differs.kept != differs.found).collect()
    }
}

/// What a seat committed to; of a nonce in the open, the same hash.
fn committed(record: &Record, seat: Seat) -> Option<String> {
    let [commitment, nonce] = match seat {
        Seat::One => ["commitment.one", "nonce.one"],
        Seat::Two => ["commitment.two", "nonce.two"],
    };
    let open = || {
        let seal: [u8; 32] = unhex(record.fact("commitment")?)?;
        Some(hex(&nonce_commitment(&seal, seat, &unhex_all(record.fact(nonce)?)?)))
    };
    record.fact(commitment).map(str::to_owned).or_else(open)
}
