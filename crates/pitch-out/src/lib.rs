//! Pitch Out, designed by Adrien Charles (2020).
//!
//! Two teams of pawns on an open table; flick yours, throw the other Captain off. How bodies slide is the
//! business of [`discs`] (rules P1 to P20); this crate is the game on top of it. Rule numbers (R8) are those of
//! the rulebook in `rulebooks/en/pitch-out.md`.
//!
//! A match goes through [`Wait`]s: who starts and the rounds (`rounds`), deployment (`deploy`), a shot (`shot`)
//! and what the rules make of it (`resolve`, in the order of R28, with the `powers`).
//!
//! ```
//! use pitch_out::{Event, PitchOut};
//! use table::{Game, Log, Show, Step};
//!
//! let mut game = PitchOut::set_up(
//!     "one captain:4000,1000 runner:3000,1000 two captain:4000,7500 runner:3000,7000 guard:800,7000 turn:one",
//! )?;
//! let mut log = Log::on();
//! game.try_play(&Step::read("one flick captain 9000@1000")?, &mut log)?;
//! let falls = log.into_events().into_iter().filter(|event| matches!(event, Event::Eliminated { .. }));
//! assert_eq!(falls.count(), 1);
//! // The other Captain is off the table, but his Guard may go in his place.
//! game.try_play(&Step::read("two swap captain")?, &mut Log::off())?;
//! # Ok::<_, table::Refusal>(())
//! ```

mod action;
mod ask;
mod board;
mod canvas;
mod check;
mod deploy;
mod event;
mod film;
mod names;
mod position;
mod powers;
mod resolve;
mod rounds;
mod rulings;
mod shot;
mod show;
mod suggest;
mod think;
mod view;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use table::{
    BySeat, Game, Log, Odds, Outcome, Prompt, Refusal, Seat, Seats, Step, Turn, Viewer, rand::RngCore,
};

pub use action::{Action, Aim, Chance, Tremor};
pub use board::{Arc, Block, Fate, HALF_SIDE, Lie, Obstacle, PASSAGE, Piece, RADIUS, Spot, Squad, Stack};
pub use event::{Cause, Event, Exit, Left, Return, Why};
pub use names::{NAMES, Name, NameSet, NoName, Team};
pub use resolve::Report;
pub use rulings::{Format, Rulings};
pub use view::{Hidden, View};

/// Rounds that win a match (R1).
pub const TO_WIN: u8 = 2;

/// A match of Pitch Out: flat, and cheap to copy.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PitchOut {
    rulings: Rulings,
    /// Rounds won.
    score: BySeat<u8>,
    /// First player of round one.
    opener: Option<Seat>,
    /// First player of this round, once it is known.
    first: Option<Seat>,
    /// Whose turn it is, once the round has begun.
    mover: Seat,
    /// Completed turns of this round (R35).
    turns: u16,
    squads: BySeat<Squad>,
    obstacles: [Obstacle; 5],
    stack: Option<Stack>,
    /// What each Captain copies (R40).
    copies: BySeat<Option<Name>>,
    /// Who has been down to two pawns in this round (R31).
    dwindled: BySeat<bool>,
    /// Whose shot last eliminated an enemy pawn in this round (R35).
    blood: Option<Seat>,
    /// Opening shots that are made and not yet shown (R7), and how the hands trembled in them.
    openings: BySeat<Option<Opening>>,
    shakes: BySeat<Option<Tremor>>,
    /// The rosters of the round before, which everybody has seen, and who lost it (R37).
    fielded: BySeat<NameSet>,
    loser: Option<Seat>,
    /// The flick of this turn, until it is resolved.
    shot: Option<Shot>,
    wait: Wait,
}

/// What the table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "wait", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Wait {
    /// Both seats pick their rosters (R5).
    Roster,
    /// Both seats make their opening shot (R7).
    Open,
    /// A hand trembles in its opening shot (R16).
    Shake { seat: Seat },
    /// The coin names who chooses (R6).
    Coin,
    /// Who is first player? (R9)
    First { seat: Seat },
    /// Obstacles, then pawns (R11).
    Deploy { seat: Seat },
    /// Does the Captain copy? (R39)
    Copy,
    /// Which pawn, where to, how hard? (R15)
    Flick,
    /// The hand trembles (R16).
    Tremor,
    /// Does the Guard go in somebody's place? (R44)
    Guard { seat: Seat },
    /// On whom does the Shadow climb? (R50)
    Mount,
    /// Where do pawns come back? (R29)
    Put { seat: Seat },
    /// Does the Sapper move the obstacle? (R48)
    Sap,
    /// Which own obstacle goes? (R31)
    Remove { seat: Seat },
    /// A second flick? (R43, R47)
    Again,
    /// Does the loser ban somebody? (R37)
    Ban,
    /// Who replaces the banned pawn? (R37)
    Replace,
    /// Does the loser change somebody? (R37)
    Change,
    /// The match is won.
    Over { winner: Seat, why: Why },
}

impl Wait {
    /// Whether nobody has put anything on the table of the coming round yet.
    fn is_before_deployment(self) -> bool {
        matches!(
            self,
            Wait::Roster
                | Wait::Open
                | Wait::Shake { .. }
                | Wait::Coin
                | Wait::First { .. }
                | Wait::Ban
                | Wait::Replace
                | Wait::Change
        )
    }
}

/// An opening shot (R7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Opening {
    /// Where the Captain stands.
    pub spot: Spot,
    /// Where to and how hard.
    pub aim: Aim,
}

/// A flick and what it did, as far as R28 still needs it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shot {
    /// The active pawn (R22).
    pawn: Name,
    aim: Aim,
    /// It is the second flick of the turn.
    second: bool,
    /// The pawn that a rider left with this flick (R52).
    left: Option<Name>,
    /// Whether the active pawn touched any pawn, and which enemies (R21).
    touched: bool,
    enemies: NameSet,
    /// The last obstacle that the active pawn touched (R48).
    last: Option<Block>,
    /// Who was eliminated in this shot, saved or not (R53).
    struck: BySeat<NameSet>,
    /// Who is out because of it, in order (R27).
    gone: BySeat<ArrayVec<Name, 13>>,
}

impl Game for PitchOut {
    type Options = Rulings;
    type Action = Action;
    type Chance = Chance;
    type Event = Event;
    type View = View;
    const ID: &'static str = "pitch-out";
    const RULES: u32 = 2;
    const CONTINUOUS: bool = true;

    fn start(rulings: &Rulings) -> PitchOut {
        PitchOut::new(rulings)
    }

    fn turn(&self) -> Turn {
        match self.wait {
            Wait::Roster => self.undecided(|seat| !self.squads[seat].with(Fate::Hand).is_empty()),
            Wait::Open => self.undecided(|seat| self.openings[seat].is_some()),
            Wait::Coin | Wait::Shake { .. } | Wait::Tremor => Turn::Chance,
            Wait::First { seat }
            | Wait::Deploy { seat }
            | Wait::Guard { seat }
            | Wait::Put { seat }
            | Wait::Remove { seat } => Turn::act(seat),
            Wait::Copy | Wait::Flick | Wait::Mount | Wait::Sap | Wait::Again => Turn::act(self.mover),
            Wait::Ban | Wait::Change => Turn::act(self.lost()),
            Wait::Replace => Turn::act(!self.lost()),
            Wait::Over { winner, why } => Turn::Over(Outcome::win(winner, why.text())),
        }
    }

    fn options(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.turn().asks(seat) {
            self.list_options(seat, out);
        }
    }

    fn prompt(&self, seat: Seat) -> Prompt {
        self.question(seat)
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        self.is_asked(seat)?;
        self.is_legal(seat, action)
    }

    fn odds(&self, out: &mut Odds<Chance>) {
        match self.wait {
            Wait::Coin => {
                out.set("coin", true);
                Seat::BOTH.into_iter().for_each(|seat| out.add(Chance::Coin(seat), 1));
            }
            Wait::Shake { .. } | Wait::Tremor => {
                let Wait::Shake { seat } = self.wait else { return self.trembles(self.mover, out) };
                self.trembles(seat, out);
            }
            _ => out.set("", true),
        }
    }

    fn play(&mut self, step: &Step<PitchOut>, log: &mut Log<Event>) {
        match step {
            Step::Act(seat, action) => self.act(*seat, action, log),
            Step::Chance(Chance::Coin(seat)) => {
                log.tell(|| Event::Coin { seat: *seat });
                self.wait = Wait::First { seat: *seat };
            }
            Step::Chance(Chance::Tremor(tremor)) => self.shake(*tremor, log),
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn imagine(view: &View, rng: &mut dyn RngCore) -> PitchOut {
        view.imagine(rng)
    }

    fn position(&self) -> impl std::hash::Hash + Eq {
        PitchOut { turns: 0, ..self.clone() }
    }

    fn first_player(&self) -> Option<Seat> {
        self.opener
    }

    fn turn_mark(&self) -> Option<u32> {
        let between =
            self.wait.is_before_deployment() || matches!(self.wait, Wait::Deploy { .. } | Wait::Over { .. });
        let rounds = self.score[Seat::One] + self.score[Seat::Two];
        (!between).then_some(u32::from(rounds) << 16 | u32::from(self.turns))
    }

    fn census(&self) -> Vec<(&'static str, usize)> {
        let tokens = |seat: Seat| self.squads[seat].iter().filter(|(name, _)| !name.is_golem()).count();
        let golems = |seat: Seat| self.squads[seat].iter().filter(|(name, _)| name.is_golem()).count();
        vec![
            ("tokens of one", tokens(Seat::One)),
            ("tokens of two", tokens(Seat::Two)),
            ("golems", golems(Seat::One) + golems(Seat::Two)),
            ("obstacles", self.obstacles.len()),
        ]
    }

    fn has_secrets(&self) -> bool {
        self.rulings.format != Format::Basic
    }

    fn seen(&self, step: &Step<PitchOut>, viewer: Viewer) -> String {
        self.seen_by(step, viewer)
    }

    fn revealed(&self, step: &Step<PitchOut>, viewer: Viewer) -> String {
        self.opened_to(step, viewer)
    }

    fn suggest(&self, seat: Seat, rng: &mut dyn RngCore, buffer: &mut Vec<Action>) -> Action {
        self.random_action(seat, rng, buffer)
    }
}

impl PitchOut {
    /// The options of the match.
    pub fn rulings(&self) -> &Rulings {
        &self.rulings
    }

    /// Rounds won.
    pub fn score(&self) -> BySeat<u8> {
        self.score
    }

    /// What the table waits for.
    pub fn wait(&self) -> Wait {
        self.wait
    }

    /// Whose turn it is, once a round has begun.
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// First player of this round, once it is known.
    pub fn first(&self) -> Option<Seat> {
        self.first
    }

    /// Completed turns of this round.
    pub fn turns(&self) -> u16 {
        self.turns
    }

    /// The tokens of a seat.
    pub fn squad(&self, seat: Seat) -> &Squad {
        &self.squads[seat]
    }

    /// An obstacle.
    pub fn obstacle(&self, block: Block) -> Obstacle {
        self.obstacles[block as usize]
    }

    /// The Shadow on a pawn, if there is one.
    pub fn stack(&self) -> Option<Stack> {
        self.stack
    }

    /// What a Captain copies.
    pub fn copy(&self, seat: Seat) -> Option<Name> {
        self.copies[seat]
    }

    fn undecided(&self, decided: impl Fn(Seat) -> bool) -> Turn {
        match (decided(Seat::One), decided(Seat::Two)) {
            (false, false) => Turn::Act(Seats::BOTH),
            (true, _) => Turn::act(Seat::Two),
            (false, true) => Turn::act(Seat::One),
        }
    }

    fn trembles(&self, seat: Seat, out: &mut Odds<Chance>) {
        out.set("tremor", true);
        out.outcomes.extend_from_slice(action::tremors(self.rulings.tremor[seat]));
    }

    /// Who lost the round before.
    ///
    /// # Panics
    /// Before a round is lost.
    fn lost(&self) -> Seat {
        self.loser.expect("ban and change are asked after a round")
    }

    fn act(&mut self, seat: Seat, action: &Action, log: &mut Log<Event>) {
        match *action {
            Action::Roster(names) => self.pick(seat, names, log),
            Action::Open(spot, aim) => self.open(seat, Opening { spot, aim }, log),
            Action::First(first) => self.begin_round(first, log),
            Action::Place(name, spot) => self.place(seat, name, spot, log),
            Action::PlaceBlock(block, lie) => self.lay(block, lie, log),
            Action::Copy(name) => {
                self.copies[seat] = Some(name);
                log.tell(|| Event::Copied { seat, name });
                self.wait = Wait::Flick;
            }
            Action::Flick(name, aim) => self.flick(name, aim, log),
            Action::Swap(name) => self.swap(seat, name, log),
            Action::Mount(name) => self.mount(name, log),
            Action::Sap(lie) => self.sap(lie, log),
            Action::Remove(block) => self.remove(seat, block, log),
            Action::Ban(name) => self.ban(name, log),
            Action::Replace(name) => self.replace(name, log),
            Action::Change { out, into } => self.change(Some((out, into)), log),
            Action::Pass => self.pass(seat, log),
        }
    }
}
