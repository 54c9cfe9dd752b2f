//! The one list of games.

use std::collections::BTreeMap;

use rand::RngCore;
use search::Level;
use serde::Deserialize;
use serde_json::Value as Json;
use table::{BySeat, OptionList, OptionSpec, Refusal, Seat, chance::Seed, options, tools, toys};

use crate::{
    Table,
    known::Known,
    nearest,
    review::{self, Finished, Reviewing},
    simulate::{self, Simulated},
    table::{Typed, read_options},
    texts::Texts,
};

/// Options as pairs of key and value.
pub type Pairs = [(String, String)];

/// Options of one's own, as pairs of key and value.
pub type OwnPairs = Vec<(String, String)>;

/// A table, or the rule that is against it.
pub type Opened = Result<Box<dyn Table>, Refusal>;

/// The options that differ from the default.
pub type Changed = Vec<(&'static str, String)>;

/// What a record carries, by name.
pub type Luggage = BTreeMap<String, String>;

/// One game: its name, its texts, and how to open a table of it.
pub struct Entry {
    /// Short name, used in addresses, records and on the command line.
    pub id: &'static str,
    /// The version of its rules that new games are played by.
    pub rules: u32,
    /// Whether games of this version can be gone on with and replayed: every one that was ever released.
    pub knows: fn(u32) -> bool,
    /// Whether some actions cannot be listed.
    pub continuous: bool,
    /// Every option.
    pub options: fn() -> Vec<OptionSpec>,
    /// The levels of its opponents that are there now, weakest first.
    pub levels: fn() -> &'static [Level],
    /// Opens a table with these options, pairs of key and value.
    pub open: fn(&Pairs) -> Opened,
    /// Opens a table as a game of that version of the rules began.
    pub reopen: fn(u32, &Pairs) -> Opened,
    /// Those of these options that differ from the default, as records carry them.
    pub changed: fn(&Pairs) -> Result<Changed, Refusal>,
    /// The same when these levels sit there (none: a person or a foreign player), with their handicaps; an option
    /// that is named in the pairs stays as it is.
    pub seated: fn(&Pairs, BySeat<Option<Level>>) -> Result<OwnPairs, Refusal>,
    /// The same after the seats were swapped: what belongs to a player goes with it.
    pub swapped: fn(&Pairs) -> Result<OwnPairs, Refusal>,
    /// Whether two people may play with these options by a link.
    pub online: fn(&Pairs) -> Result<(), Refusal>,
    /// What a record with these options has to carry, by name.
    pub luggage: fn(&Pairs) -> Result<Luggage, Refusal>,
    /// Takes in what a record carried: a name and a text.
    pub unpack: fn(&str, &str) -> Result<(), Refusal>,
    /// A table from the text of a position: for diagrams.
    pub set_up: fn(&str) -> Opened,
    /// A whole table that fits a view as JSON, its hidden parts drawn at random.
    pub imagine: fn(&Json, &mut dyn RngCore) -> Opened,
    /// Leaves of the tree of steps at a depth.
    pub perft: fn(&Pairs, u32) -> Result<u64, Refusal>,
    /// Distinct positions after 1, 2, … steps.
    pub perft_distinct: fn(&Pairs, u32) -> Result<Vec<u64>, Refusal>,
    /// One random game from a seed; the record only if it is wanted.
    pub simulate: fn(&Pairs, &Seed, bool) -> Result<Simulated, Refusal>,
    /// Random games without records, one after another, for benchmarks: outcome counts nothing, steps do.
    pub roll_out: fn(&Pairs, u64, u32) -> Result<u64, Refusal>,
    /// The review of a finished game of legal steps: options, lines of a record, outcome. None when it was stopped.
    pub review: fn(Finished<'_>, Reviewing<'_>) -> Result<Option<::review::Review>, Refusal>,
    /// What was luck and what was skill in it, which is cheaper.
    pub ledger: fn(Finished<'_>) -> Result<::review::Ledger, Refusal>,
    /// The rulebooks and words.
    pub(crate) texts: Texts,
}

impl Entry {
    /// The file of its lessons; empty where it has none.
    pub fn lessons(&self) -> &'static str {
        self.texts.lessons
    }
}

const fn entry<G: Known>(texts: Texts) -> Entry {
    Entry {
        id: G::ID,
        rules: G::RULES,
        knows: |rules| options::of_rules::<G>(rules).is_ok(),
        continuous: G::CONTINUOUS,
        options: G::Options::list,
        levels: <G as Known>::levels,
        open: |pairs| Ok(Box::new(Typed::<G>::start(&read_options::<G>(pairs)?))),
        reopen: |rules, pairs| {
            let mut options = options::of_rules::<G>(rules)?;
            pairs.iter().try_for_each(|(key, value)| options.set(key, value))?;
            Ok(Box::new(Typed::<G>::start(&options)))
        },
        changed: |pairs| Ok(read_options::<G>(pairs)?.changed()),
        seated: |pairs, levels| Ok(pairs_of(&seated::<G>(pairs, levels)?)),
        swapped: |pairs| {
            let mut options = read_options::<G>(pairs)?;
            options.swap_seats();
            Ok(pairs_of(&options))
        },
        online: |pairs| read_options::<G>(pairs)?.check_online(),
        luggage: |pairs| Ok(read_options::<G>(pairs)?.luggage().into_iter().collect()),
        unpack: G::Options::unpack,
        set_up: |text| Ok(Box::new(Typed(G::set_up(text)?))),
        imagine: |view, rng| {
            let view = G::View::deserialize(view)
                .map_err(|error| Refusal::notation("refuse.view", &error.to_string()))?;
            Ok(Box::new(Typed(G::imagine(&view, rng))))
        },
        perft: |pairs, depth| Ok(tools::perft(&G::start(&read_options::<G>(pairs)?), depth)),
        perft_distinct: |pairs, depth| {
            Ok(tools::perft_distinct(&G::start(&read_options::<G>(pairs)?), depth))
        },
        simulate: |pairs, seed, record| Ok(simulate::one::<G>(&read_options::<G>(pairs)?, seed, record)),
        roll_out: |pairs, seed, games| Ok(simulate::many::<G>(&read_options::<G>(pairs)?, seed, games)),
        review: |finished, how| review::of::<G>(finished, how),
        ledger: |finished| review::ledger_of::<G>(finished),
        texts,
    }
}

/// Options with the handicaps of the levels that sit there.
fn seated<G: Known>(pairs: &Pairs, levels: BySeat<Option<Level>>) -> Result<G::Options, Refusal> {
    let mut options = G::Options::default();
    for seat in Seat::BOTH {
        levels[seat].into_iter().for_each(|level| G::handicap(&mut options, seat, level));
    }
    pairs.iter().try_for_each(|(key, value)| options.set(key, value))?;
    Ok(options)
}

fn pairs_of(options: &impl OptionList) -> Vec<(String, String)> {
    options.changed().into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

macro_rules! game {
    ($game:ty, $id:literal) => {
        entry::<$game>(Texts {
            words: [
                include_str!(concat!("../../../words/en/", $id, ".json")),
                include_str!(concat!("../../../words/fr/", $id, ".json")),
            ],
            rulebooks: [
                include_str!(concat!("../../../rulebooks/en/", $id, ".md")),
                include_str!(concat!("../../../rulebooks/fr/", $id, ".md")),
            ],
            lessons: include_str!(concat!("../../../lessons/", $id, ".toml")),
        })
    };
}

macro_rules! toy {
    ($toy:ty) => {
        entry::<$toy>(Texts {
            words: [include_str!("../../../words/en/toys.json"), include_str!("../../../words/fr/toys.json")],
            rulebooks: ["", ""],
            lessons: "",
        })
    };
}

/// Every game we know. A new one is one more line.
pub static GAMES: &[Entry] = &[
    game!(squadro::Squadro, "squadro"),
    game!(piggyback::Piggyback, "piggyback"),
    game!(backgammon_wars::BackgammonWars, "backgammon-wars"),
    game!(to_pieces::ToPieces, "to-pieces"),
    game!(pitch_out::PitchOut, "pitch-out"),
];

/// Toys that hold frame and laws honest: opened by tests, never shown.
pub static TOYS: &[Entry] = &[toy!(toys::Race), toy!(toys::Bluff), toy!(toys::Dart)];

/// A name that no game has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no game `{typed}`{}", .meant.map(|m| format!(": did you mean {m}?")).unwrap_or_default())]
pub struct UnknownGame {
    /// What was typed.
    pub typed: String,
    /// The game that was probably meant.
    pub meant: Option<&'static str>,
}

/// The game of that name.
///
/// # Errors
/// With the name that was probably meant.
pub fn find(id: &str) -> Result<&'static Entry, UnknownGame> {
    GAMES.iter().find(|entry| entry.id == id).ok_or_else(|| UnknownGame {
        typed: id.chars().take(60).collect(),
        meant: nearest(id, GAMES.iter().map(|entry| entry.id)),
    })
}
