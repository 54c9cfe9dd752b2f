//! Piggyback: two armies, one die (rules 1-42 of the rulebook).
//!
//! Units climb on each other's backs and pick up abilities; the last army on the board wins. Everything is
//! public, chance is one six-sided die, and every die and every decision is a step of its own.
//!
//! * [`board`](Board), [`Army`], [`Pieces`]: what is on the table.
//! * `moves`, `abilities`: the turn: steps, stacking, Boost walks, Warps (R5-R27).
//! * `combat`, `spoils`: the dice and what follows them (R28-R40).
//! * [`odds`]: the exact mathematics of a combat.
//! * `sheet`, `setup`, `picture`, `show`: the table as JSON, as text, and under a hand.
//! * `think`: how good a position looks.

mod abilities;
mod action;
mod army;
mod board;
mod combat;
mod event;
mod moves;
pub mod odds;
mod picture;
mod pieces;
mod rulings;
mod setup;
mod sheet;
mod show;
mod spoils;
mod think;
pub use think::{Training, USUAL_GAMES, course};

use serde::{Deserialize, Serialize};
use table::{
    BySeat, Game, Log, Odds, Outcome, Prompt, Refusal, Seat, Step, Turn, Viewer,
    rand::{Rng, RngCore},
};

pub use action::{Action, Throw};
pub use army::{Army, Group, LOAD, STACK, UNITS};
pub use board::{Board, Layout, Space, Spaces};
pub use combat::Fight;
pub use event::Event;
pub use pieces::{Colour, Pieces, TooMany};
pub use rulings::{QUIET, Rulings, Stacking};
pub use sheet::{Damaged, Lying, Scene, View};

/// A game of Piggyback.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "sheet::Sheet", try_from = "sheet::Sheet")]
pub struct Piggyback {
    armies: BySeat<Army>,
    /// The spaces where pieces of each colour lie; at most one piece on a space.
    lying: [Spaces; 4],
    bank: Pieces,
    /// Pieces out of the game.
    gone: Pieces,
    /// Units out of the game.
    lost: BySeat<u8>,
    wait: Wait,
    /// Whose turn it is; in a combat the attacker.
    to: Seat,
    first: Option<Seat>,
    /// Quiet turns in a row.
    quiet: u8,
    /// Whether this turn was quiet so far (R41).
    calm: bool,
    board: Board,
    /// Quiet turns until the draw.
    limit: u8,
    stacking: Stacking,
}

/// What the game waits for: the whole of what is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wait {
    /// Both roll for the first turn.
    Opening,
    /// The player of the turn moves.
    Move,
    /// The player of the turn takes the piece that lies here, or leaves it.
    Take {
        /// Where his group has arrived.
        at: Space,
    },
    /// The defender answers with a Warp, or passes.
    Warp {
        /// The attacker's space.
        from: Space,
        /// The attacked space.
        at: Space,
    },
    /// A die is due in a combat.
    Roll(Fight),
    /// The side at the die decides.
    Decide(Fight),
    /// The winner chooses among his own pieces and the prize.
    Spoils {
        /// The winning group's space.
        at: Space,
        /// Who lost.
        loser: Seat,
        /// What the losing group carried.
        prize: Pieces,
    },
    /// The loser may put a piece from the bank on the board.
    Bank {
        /// Who lost.
        loser: Seat,
    },
    /// The game is over.
    Over {
        /// Who has units left; nobody in a draw.
        winner: Option<Seat>,
    },
}

impl Wait {
    /// Its name in the rules: `attack-roll`.
    pub fn name(self) -> &'static str {
        match self {
            Wait::Opening => "opening",
            Wait::Move => "move",
            Wait::Take { .. } => "take",
            Wait::Warp { .. } => "warp",
            Wait::Roll(Fight { against: None, .. }) => "attack-roll",
            Wait::Roll(Fight { against: Some(_), .. }) => "defence-roll",
            Wait::Decide(Fight { against: None, .. }) => "attack",
            Wait::Decide(Fight { against: Some(_), .. }) => "defence",
            Wait::Spoils { .. } => "spoils",
            Wait::Bank { .. } => "bank",
            Wait::Over { .. } => "over",
        }
    }
}

/// What is on the table, for whoever thinks about it.
impl Piggyback {
    /// The groups of a seat.
    pub fn army(&self, seat: Seat) -> &Army {
        &self.armies[seat]
    }

    /// The piece that lies on a space, if one does.
    pub fn lying_at(&self, space: Space) -> Option<Colour> {
        Colour::ALL.into_iter().find(|&colour| self.lying[colour as usize].contains(space))
    }

    /// Where pieces of a colour lie.
    pub fn lying(&self, colour: Colour) -> Spaces {
        self.lying[colour as usize]
    }

    /// The bank.
    pub fn bank(&self) -> Pieces {
        self.bank
    }

    /// Pieces out of the game.
    pub fn gone(&self) -> Pieces {
        self.gone
    }

    /// What the game waits for.
    pub fn wait(&self) -> Wait {
        self.wait
    }

    /// Whose turn it is; in a combat the attacker.
    pub fn to(&self) -> Seat {
        self.to
    }

    /// Quiet turns in a row (R41).
    pub fn quiet(&self) -> u8 {
        self.quiet
    }

    /// The board with its start spaces.
    pub fn layout(&self) -> &'static Layout {
        self.board.layout()
    }

    fn units(&self) -> Spaces {
        self.armies[Seat::One].spaces() | self.armies[Seat::Two].spaces()
    }

    fn any_lying(&self) -> Spaces {
        let [green, mauve, yellow, orange] = self.lying;
        green | mauve | yellow | orange
    }
}

impl Game for Piggyback {
    type Options = Rulings;
    type Action = Action;
    type Chance = Throw;
    type Event = Event;
    type View = View;

    const ID: &'static str = "piggyback";
    const RULES: u32 = 1;

    fn start(rulings: &Rulings) -> Self {
        let layout = rulings.board.layout();
        Piggyback {
            armies: BySeat::from_fn(|seat| Army::on(layout.start(seat))),
            lying: layout.homes,
            bank: Pieces::TWO_OF_EACH,
            gone: Pieces::NONE,
            lost: BySeat([0, 0]),
            wait: if rulings.first.is_some() { Wait::Move } else { Wait::Opening },
            to: rulings.first.unwrap_or(Seat::One),
            first: rulings.first,
            quiet: 0,
            calm: true,
            board: rulings.board,
            limit: rulings.quiet,
            stacking: rulings.stacking,
        }
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.wait {
            Wait::Opening | Wait::Roll(_) => Turn::Chance,
            Wait::Move | Wait::Take { .. } => Turn::act(self.to),
            Wait::Warp { .. } => Turn::act(!self.to),
            Wait::Decide(fight) => Turn::act(self.side(fight)),
            Wait::Spoils { loser, .. } => Turn::act(!loser),
            Wait::Bank { loser } => Turn::act(loser),
            Wait::Over { winner: Some(seat) } => Turn::Over(Outcome::win(seat, "eliminated")),
            Wait::Over { winner: None } => Turn::Over(Outcome::draw("quiet")),
        }
    }

    fn options(&self, seat: Seat, out: &mut Vec<Action>) {
        if !self.turn().asks(seat) {
            return;
        }
        match self.wait {
            Wait::Move => self.each_way(|way| way.list(out)),
            Wait::Take { .. } => out.extend([Action::Take, Action::Leave]),
            Wait::Warp { at, .. } => {
                self.answers(at).for_each(|(payer, partner)| out.push(Action::Warp { payer, partner }));
                out.push(Action::Pass);
            }
            Wait::Decide(fight) => out.extend(self.hand(fight).choices().map(Action::from)),
            Wait::Spoils { at, loser, prize } => self.list_spoils(at, loser, prize, out),
            Wait::Bank { .. } => self.list_placements(out),
            Wait::Opening | Wait::Roll(_) | Wait::Over { .. } => {}
        }
    }

    fn suggest(&self, seat: Seat, rng: &mut dyn RngCore, buffer: &mut Vec<Action>) -> Action {
        if self.wait == Wait::Move {
            return self.random_move(rng);
        }
        buffer.clear();
        self.options(seat, buffer);
        buffer[rng.random_range(0..buffer.len())]
    }

    fn prompt(&self, _: Seat) -> Prompt {
        match self.wait {
            Wait::Take { at } => {
                let colour = self.lying_at(at).expect("only a piece is taken or left");
                Prompt::new("piggyback.prompt.take").with("colour", colour.name()).with("at", at.to_string())
            }
            Wait::Warp { from, at } => {
                Prompt::new("piggyback.prompt.warp").with("from", from.to_string()).with("at", at.to_string())
            }
            Wait::Decide(fight) => self.question(fight),
            Wait::Spoils { .. } => Prompt::new("piggyback.prompt.spoils").with("load", LOAD),
            Wait::Bank { .. } => Prompt::new("piggyback.prompt.bank"),
            _ => Prompt::new("piggyback.prompt.move"),
        }
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        if let Wait::Over { .. } = self.wait {
            return Err(Refusal::turn("refuse.over"));
        }
        if !self.turn().asks(seat) {
            return Err(Refusal::turn("refuse.not-your-turn").with("seat", seat));
        }
        match (self.wait, *action) {
            (Wait::Move, Action::Step { .. } | Action::Boost { .. } | Action::Boost2 { .. }) => {
                self.check_walk(*action)
            }
            (Wait::Move, Action::Warp { payer, partner }) => self.check_warp(seat, payer, partner),
            (Wait::Move, Action::Pass) => Err(Refusal::by("R6", "piggyback.refuse.no-pass")),
            (Wait::Take { .. }, Action::Take | Action::Leave) => Ok(()),
            (Wait::Warp { at, .. }, Action::Warp { payer, partner }) => {
                self.check_answer(seat, at, payer, partner)
            }
            (Wait::Warp { .. } | Wait::Bank { .. }, Action::Pass) => Ok(()),
            (Wait::Decide(fight), Action::Roll | Action::Luck | Action::Firepower | Action::Stop) => {
                self.check_choice(fight, *action)
            }
            (Wait::Decide(_), Action::Warp { .. }) => {
                Err(Refusal::by("R28", "piggyback.refuse.warp-too-late"))
            }
            (Wait::Spoils { at, loser, prize }, Action::Keep(pieces)) => {
                self.check_spoils(at, loser, prize, pieces)
            }
            (Wait::Bank { .. }, Action::Place { colour, at }) => self.check_placement(colour, at),
            _ => Err(Refusal::turn("refuse.not-now")),
        }
    }

    fn odds(&self, out: &mut Odds<Throw>) {
        out.set("dice", true);
        match self.wait {
            Wait::Opening => (1..=6)
                .flat_map(|one| (1..=6).map(move |two| Throw::Opening(one, two)))
                .for_each(|throw| out.add(throw, 1)),
            Wait::Roll(_) => (1..=6).for_each(|die| out.add(Throw::Die(die), 1)),
            _ => {}
        }
    }

    fn play(&mut self, step: &Step<Self>, log: &mut Log<Event>) {
        match (self.wait, step) {
            (Wait::Opening, &Step::Chance(Throw::Opening(one, two))) => self.open(one, two, log),
            (Wait::Roll(fight), &Step::Chance(Throw::Die(die))) => self.roll(fight, die, log),
            (Wait::Move, &Step::Act(_, action)) => self.make_move(action, log),
            (Wait::Take { at }, Step::Act(_, action)) => self.pick_up(at, *action == Action::Take, log),
            (Wait::Warp { from, at }, &Step::Act(_, action)) => self.answer(from, at, action, log),
            (Wait::Decide(fight), &Step::Act(_, action)) => self.choose(fight, action, log),
            (Wait::Spoils { at, loser, prize }, &Step::Act(_, Action::Keep(pieces))) => {
                self.keep(at, loser, prize, pieces, log);
            }
            (Wait::Bank { loser }, &Step::Act(_, action)) => self.place(loser, action, log),
            (wait, step) => panic!("`{step}` is no answer to `{}`", wait.name()),
        }
    }

    fn view(&self, _: Viewer) -> View {
        View::from(*self)
    }

    fn imagine(view: &View, _: &mut dyn RngCore) -> Self {
        view.table
    }

    fn position(&self) -> impl std::hash::Hash + Eq {
        Piggyback { quiet: 0, first: None, ..*self }
    }

    fn first_player(&self) -> Option<Seat> {
        self.first
    }

    fn turn_mark(&self) -> Option<u32> {
        (self.wait != Wait::Opening).then_some(self.to as u32)
    }

    fn census(&self) -> Vec<(&'static str, usize)> {
        let prize = if let Wait::Spoils { prize, .. } = self.wait { prize } else { Pieces::NONE };
        let [one, two] = Seat::BOTH.map(|seat| self.armies[seat]);
        let held = one.pieces() + two.pieces() + self.bank + self.gone + prize;
        let pieces = Colour::ALL.map(|colour| {
            let lying = self.lying(colour).len() as usize;
            (colour.name(), usize::from(held.count(colour)) + lying)
        });
        let mut census = vec![
            ("one units", usize::from(one.units() + self.lost[Seat::One])),
            ("two units", usize::from(two.units() + self.lost[Seat::Two])),
        ];
        census.extend(pieces);
        census
    }
}
