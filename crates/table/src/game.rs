//! The core trait.

use std::{
    fmt::{Debug, Display},
    hash::Hash,
    str::FromStr,
};

use rand::{Rng, RngCore};
use serde::{Serialize, de::DeserializeOwned};

use crate::{Log, Odds, OptionList, Prompt, Redact, Refusal, Seat, Seats, Viewer};

/// A game in progress between two seats: everything on the table, and nothing else.
///
/// It asks one question at a time ([`turn`](Game::turn)) and is moved on by one [`Step`] at a time
/// ([`play`](Game::play)). No clock, no socket, no random number is inside.
///
/// # Laws
/// [`laws`](crate::laws) plays random games and holds every implementation to these:
///
/// 1. *Options are exact*: each passes `check`, what is not offered is refused; parameters inside a control's
///    ranges pass or are refused by a rule that the control names, outside they never pass.
/// 2. *Text is faithful*: `action.to_string().parse() == action`; the same for chance.
/// 3. *JSON is faithful*: a game written and read is equal.
/// 4. *Imagination is honest*: `imagine(view).view(viewer) == view`.
/// 5. *Simultaneous is unordered*: when both seats may act, their actions commute.
/// 6. *Odds are odds*: positive weights, no outcome twice, in byte order.
/// 7. *Games end*.
/// 8. *Nothing is lost*: the census of the box never changes, in imagined tables neither.
/// 9. *Records replay* to the same hash after every step.
/// 10. *Non-interference*: two tables that differ only in what a viewer may not know, moved on by steps with
///     equal `seen` text, give that viewer equal views, prompts, events, refusals and waits.
pub trait Game: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Variants and switchable rulings.
    type Options: OptionList;
    /// What a seat can decide. Its text is the game's notation.
    type Action: Clone + PartialEq + Debug + Display + FromStr<Err = Refusal> + Send + Sync + 'static;
    /// What dice and decks decide. Its text begins with `@`.
    type Chance: Clone + PartialEq + Debug + Display + FromStr<Err = Refusal> + Send + Sync + 'static;
    /// What happened, in the order the eye should see it: decoration, never the truth. As JSON an object whose
    /// `event` names it (`#[serde(tag = "event", rename_all = "snake_case")]`).
    type Event: Clone + Debug + PartialEq + Serialize + Redact + Send + 'static;
    /// All that one viewer may know: enough to draw, to think and to remember.
    type View: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// Short name, used in addresses, records and on the command line.
    const ID: &'static str;
    /// Raised when any old record could replay differently. What it was before stays behind
    /// [`OptionList::earlier`], so that old records replay as they were played.
    const RULES: u32;
    /// Whether some prompts have controls, so that not every action can be listed.
    const CONTINUOUS: bool = false;

    /// Sets the table for a new game.
    fn start(options: &Self::Options) -> Self;

    /// Who must decide now.
    fn turn(&self) -> Turn;

    /// Appends every action that `seat` may take and that can be listed, in any order that depends on the view
    /// only; nothing when `seat` is not asked. The buffer is cleared by the caller.
    fn options(&self, seat: Seat, out: &mut Vec<Self::Action>);

    /// The question put to `seat`, who is asked.
    fn prompt(&self, seat: Seat) -> Prompt;

    /// Whether `seat` may do `action` now.
    ///
    /// # Errors
    /// The first rule that forbids it: `turn` first, then rules in rising number where the spec fixes no other
    /// order.
    fn check(&self, seat: Seat, action: &Self::Action) -> Result<(), Refusal>;

    /// What chance can bring, when the turn is chance's; otherwise no outcome.
    fn odds(&self, out: &mut Odds<Self::Chance>);

    /// Moves the game on. The step must be legal; see [`try_play`](Game::try_play).
    ///
    /// # Panics
    /// May panic on a step that is not legal.
    fn play(&mut self, step: &Step<Self>, log: &mut Log<Self::Event>);

    /// The table as `viewer` sees it.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// A whole table consistent with `view` (of any viewer), its hidden parts drawn at random.
    fn imagine(view: &Self::View, rng: &mut dyn RngCore) -> Self;

    /// The position without counters such as quiet moves: what perft counts as distinct.
    fn position(&self) -> impl Hash + Eq;

    /// Who moved first, once it is known.
    fn first_player(&self) -> Option<Seat>;

    /// A number that changes when by the rules another turn begins. Decisions of both sides may lie between: what the
    /// other side answers belongs to the turn. `None` where all that a seat decides before the other is asked is a turn.
    fn turn_mark(&self) -> Option<u32> {
        None
    }

    /// Every component of the box, counted by kind.
    fn census(&self) -> Vec<(&'static str, usize)>;

    /// Whether anything can be hidden from anybody in this game, with these options.
    fn has_secrets(&self) -> bool {
        false
    }

    /// The text of a step before it is played, or what `viewer` may see of it. Without the seat.
    fn seen(&self, step: &Step<Self>, _viewer: Viewer) -> String {
        step.text()
    }

    /// What the step will tell `viewer` beyond its [`seen`](Game::seen) text, because the rules open something
    /// hidden then: a card that is claimed, a choice that was secret until both had made it. Asked before the
    /// step; any text that differs when what is opened differs, and empty when nothing is. The easy way is to
    /// play the step on a copy and to write down the events that open something.
    ///
    /// Only the laws ask. Two tables that open different things are no longer alike to the viewer, and
    /// non-interference lets them part; what is opened without being named here counts as a leak.
    fn revealed(&self, _step: &Step<Self>, _viewer: Viewer) -> String {
        String::new()
    }

    /// Random play: uniform unless the game's spec names weights. `buffer` is scratch.
    ///
    /// # Panics
    /// When `seat` is not asked.
    fn suggest(&self, seat: Seat, rng: &mut dyn RngCore, buffer: &mut Vec<Self::Action>) -> Self::Action {
        buffer.clear();
        self.options(seat, buffer);
        let i = rng.random_range(0..buffer.len());
        buffer.swap_remove(i)
    }

    /// Like [`play`](Game::play), but leaves the game untouched when the step is not legal.
    ///
    /// # Errors
    /// What [`check`](Game::check) says; rule `chance` for an outcome that is not in the odds.
    fn try_play(&mut self, step: &Step<Self>, log: &mut Log<Self::Event>) -> Result<(), Refusal> {
        match step {
            Step::Act(seat, action) => self.check(*seat, action)?,
            Step::Chance(outcome) => {
                let mut odds = Odds::default();
                self.odds(&mut odds);
                if odds.outcomes.is_empty() {
                    return Err(
                        Refusal::by("chance", "refuse.no-chance-due").with("text", outcome.to_string())
                    );
                }
                if !odds.outcomes.iter().any(|(possible, _)| possible == outcome) {
                    return Err(Refusal::by("chance", "refuse.not-in-odds").with("text", outcome.to_string()));
                }
            }
        }
        self.play(step, log);
        Ok(())
    }
}

/// Who must decide now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// One seat, or both at once and in secret.
    Act(Seats),
    /// The dice or the deck.
    Chance,
    /// Nobody: the game is over.
    Over(Outcome),
}

impl Turn {
    /// One seat alone.
    pub fn act(seat: Seat) -> Turn {
        Turn::Act(Seats::only(seat))
    }

    /// Whether `seat` is asked.
    pub fn asks(self, seat: Seat) -> bool {
        matches!(self, Turn::Act(seats) if seats.contains(seat))
    }

    /// The outcome, when it is over.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner; nobody in a draw.
    pub winner: Option<Seat>,
    /// Why, in a word: the sentence is `GAME.over.REASON`.
    pub reason: &'static str,
}

impl Outcome {
    /// A win.
    pub fn win(seat: Seat, reason: &'static str) -> Outcome {
        Outcome { winner: Some(seat), reason }
    }

    /// A draw.
    pub fn draw(reason: &'static str) -> Outcome {
        Outcome { winner: None, reason }
    }

    /// `one`, `two` or `draw`, as in records.
    pub fn name(self) -> &'static str {
        self.winner.map_or("draw", Seat::name)
    }
}

/// One decision of one seat, or one outcome of chance. A list of steps is a complete record.
#[derive(Clone, Debug, PartialEq)]
pub enum Step<G: Game> {
    /// A seat decides.
    Act(Seat, G::Action),
    /// Dice or deck decide.
    Chance(G::Chance),
}

impl<G: Game> Step<G> {
    /// The notation without the seat.
    pub fn text(&self) -> String {
        match self {
            Step::Act(_, action) => action.to_string(),
            Step::Chance(outcome) => outcome.to_string(),
        }
    }

    /// Reads a line of a record: `one ACTION`, `two ACTION` or `@CHANCE`.
    ///
    /// # Errors
    /// Rule `notation`.
    pub fn read(line: &str) -> Result<Step<G>, Refusal> {
        if line.starts_with('@') {
            return line.parse().map(Step::Chance);
        }
        let (seat, action) = line.split_once(' ').ok_or_else(|| Refusal::notation("refuse.no-seat", line))?;
        let seat = seat.parse().map_err(|_| Refusal::notation("refuse.no-seat", line))?;
        action.parse().map(|action| Step::Act(seat, action))
    }
}

/// As in a record: with the seat.
impl<G: Game> Display for Step<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Step::Act(seat, action) => write!(f, "{seat} {action}"),
            Step::Chance(outcome) => Display::fmt(outcome, f),
        }
    }
}
