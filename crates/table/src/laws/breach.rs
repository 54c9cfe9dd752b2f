//! Which law was broken, and where.

use std::fmt;

/// A law. The first ten are those of [`Game`](crate::Game#laws).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Law {
    /// 1: each option passes `check`, what is not offered is refused and changes nothing.
    Options,
    /// 2: what is written is read as the same.
    Text,
    /// 3: a game or view written as JSON and read is equal; an event names itself.
    Json,
    /// 4: an imagined table looks as the view that it was imagined from.
    Imagination,
    /// 5: when both seats may act, their actions commute.
    Simultaneous,
    /// 6: positive weights, no outcome twice, in byte order.
    Odds,
    /// 7: games end.
    Ends,
    /// 8: the census of the box never changes.
    Census,
    /// 9: records replay to the same hash after every step.
    Replay,
    /// 10: what a viewer may not know changes nothing that it perceives.
    NonInterference,
    /// 11, for [`Show`](crate::Show): pictures fit a terminal, gestures are read as the options they stand for.
    Shown,
    /// 12, for [`OptionList`](crate::OptionList): an option takes each of its values and nothing else.
    Variants,
    /// 13: nothing that the laws ask of a game panics.
    NoPanic,
}

impl Law {
    /// Every law, in order.
    pub const ALL: [Law; 13] = [
        Law::Options,
        Law::Text,
        Law::Json,
        Law::Imagination,
        Law::Simultaneous,
        Law::Odds,
        Law::Ends,
        Law::Census,
        Law::Replay,
        Law::NonInterference,
        Law::Shown,
        Law::Variants,
        Law::NoPanic,
    ];

    /// Its number.
    pub fn number(self) -> usize {
        self as usize + 1
    }

    /// Its name in a few words.
    pub fn name(self) -> &'static str {
        match self {
            Law::Options => "options are exact",
            Law::Text => "text is faithful",
            Law::Json => "JSON is faithful",
            Law::Imagination => "imagination is honest",
            Law::Simultaneous => "simultaneous is unordered",
            Law::Odds => "odds are odds",
            Law::Ends => "games end",
            Law::Census => "nothing is lost",
            Law::Replay => "records replay",
            Law::NonInterference => "non-interference",
            Law::Shown => "what is shown can be touched",
            Law::Variants => "variants are what they say",
            Law::NoPanic => "nothing panics",
        }
    }

    /// A fault against this law unless `held`.
    pub(super) fn holds(self, held: bool, what: impl FnOnce() -> String) -> Held {
        if held { Ok(()) } else { Err(self.broken(what())) }
    }

    /// A fault against this law.
    pub(super) fn broken(self, what: impl Into<String>) -> Fault {
        Fault { law: self, what: what.into() }
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "law {} ({})", self.number(), self.name())
    }
}

/// A law broken, before it is known in which game.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) law: Law,
    pub(super) what: String,
}

/// Whether a law held.
pub(super) type Held = Result<(), Fault>;

/// A law that a game broke.
///
/// To see it again, play the steps of `record` from the start, or run the same plan with the same seed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{law} broken by {game}{options}, seed {seed}, game {number}, after {n} steps: {what}\nsteps:\n{record}"
)]
pub struct Breach {
    /// The law.
    pub law: Law,
    /// The game's short name.
    pub game: &'static str,
    /// The options that differ from the default, each as ` key=value`.
    pub options: String,
    /// The seed of the plan.
    pub seed: u64,
    /// Which game of the plan.
    pub number: u32,
    /// After how many steps.
    pub n: usize,
    /// What was wrong.
    pub what: String,
    /// The steps played so far, a line each, as in a record.
    pub record: String,
}
