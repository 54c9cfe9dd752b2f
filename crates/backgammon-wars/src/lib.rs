//! Backgammon Wars: backgammon with Warriors, Archers, Mages and 24 power cards.
//!
//! | file | what |
//! |---|---|
//! | `stack` | the units on one space in their order |
//! | `board` | the track, Walls, units borne off, and the sets that move generation asks |
//! | `units` | the three kinds, where archers aim |
//! | `plan` | where dice can move units, and how many must be used |
//! | `moves` | moves, shots, pushes and hits as they happen |
//! | `dice` | the dice of a turn and their odds |
//! | `cards` | the 24 cards: windows, choices, effects |
//! | `waits` | the stack of waits: what is asked, and what follows |
//! | `refuse` | why something is not offered |
//! | `plays` | every position that a roll can lead to, for bots and analysis |
//! | `think` | what a position is worth, the players, and how they learn |
//! | `action`, `event`, `view` | notation, what happened, who sees what |
//! | `show`, `gesture`, `setup` | pictures, places that a hand touches, positions as text |
//!
//! Every number of a point is the own number of the seat concerned (rule 1), here and in the notation.

mod action;
mod board;
mod cards;
mod dice;
mod event;
mod gesture;
mod moves;
mod options;
mod plan;
mod plays;
mod refuse;
mod setup;
mod show;
mod stack;
mod think;
mod units;
mod view;
mod waits;

use arrayvec::ArrayVec;
use rand::{Rng, RngCore};
use serde::{Deserialize, Serialize};
use table::{BySeat, Game, Log, Odds, Outcome, Prompt, Refusal, Seat, Step, Turn, Viewer};

pub use action::{Action, Chance, Mark, Play, With};
pub use board::{Board, OFF, WALL};
pub use cards::{Card, Cards, NoCard, Window};
pub use dice::{Dice, Pair};
pub use event::{Event, Face, Numbers};
pub use options::{Brews, Options, Push, Spells, Variant};
pub use plays::Whole;
pub use stack::{Stack, Tally};
pub use think::{Training, course, usual_games};
pub use units::{Kind, Purpose};
pub use view::{Early, Hand, View};
pub use waits::{Roll, Wait};

use board::POINTS;
use cards::Deck;

/// `roll` weighs so much in random play before the roll, every other option 1 (section 9 of the spec): who
/// shoots and hexes as often as he moves practically never comes home.
const ROLL_WEIGHT: usize = 6;

/// A game in progress.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BackgammonWars {
    options: Options,
    board: Board,
    tokens: Tokens,
    deck: Deck,
    dice: Dice,
    /// What the next roll of this turn will be.
    ahead: Ahead,
    /// Each side's last two natural numbers that were rolled, kept or copied together (rule 55).
    last: BySeat<Pair>,
    /// The next roll of a side that the other side has seen (rule 48).
    early: BySeat<Pair>,
    /// The die that joins a side's next roll (rule 49), or 0.
    stolen: BySeat<u8>,
    /// The card that may be parried.
    table: Option<Play>,
    /// What the game waits for, the most urgent last.
    waits: ArrayVec<Wait, 4>,
    /// The number of the turn; the opening turn is 1.
    number: u16,
    /// So many turns in a row changed nothing (rule 18).
    still: u8,
    /// How everything stood when the turn began.
    stood: Standing,
    first: Option<Seat>,
    over: Option<Ending>,
}

/// Barriers and fire (rules 57, 59, 61-64).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tokens {
    /// The own number of each side's barrier, or 0.
    pub barrier: BySeat<u8>,
    /// One's number of the fire, or 0.
    pub fire: u8,
    /// Who made the fire.
    pub caster: Seat,
}

/// What the next roll will be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Ahead {
    Plain,
    /// Three dice, of which two stay (rule 53).
    Divination,
    /// The other side's last roll (rule 55).
    Duplication,
}

/// Where every unit is, to see whether a turn has changed anything. Units never come back from off, so the
/// number of those and the stacks say the rest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Standing {
    points: [Stack; 24],
    off: BySeat<u8>,
}

/// How the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Ending {
    /// Fifteen units are off (rule 17).
    Off(Seat),
    /// The last turn is over (rule 18).
    Dusk(Option<Seat>),
    /// Nothing moved for twenty turns (rule 18).
    Standstill(Option<Seat>),
}

impl Ending {
    fn winner(self) -> Option<Seat> {
        match self {
            Ending::Off(seat) => Some(seat),
            Ending::Dusk(winner) | Ending::Standstill(winner) => winner,
        }
    }

    fn reason(self) -> &'static str {
        match self {
            Ending::Off(_) => "off",
            Ending::Dusk(_) => "dusk",
            Ending::Standstill(_) => "standstill",
        }
    }
}

impl BackgammonWars {
    /// What the game waits for now; nothing when it is over.
    pub fn wait(&self) -> Option<Wait> {
        self.waits.last().copied()
    }

    /// The units.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The dice that lie on the table.
    pub fn dice(&self) -> &Dice {
        &self.dice
    }

    /// How it is played.
    pub fn rules(&self) -> &Options {
        &self.options
    }

    fn empty(options: &Options, board: Board) -> BackgammonWars {
        let mut game = BackgammonWars {
            options: *options,
            board,
            tokens: Tokens { barrier: BySeat::default(), fire: 0, caster: Seat::One },
            deck: Deck::default(),
            dice: Dice::default(),
            ahead: Ahead::Plain,
            last: BySeat::default(),
            early: BySeat::default(),
            stolen: BySeat::default(),
            table: None,
            waits: ArrayVec::new(),
            number: 1,
            still: 0,
            stood: Standing { points: Default::default(), off: BySeat::default() },
            first: None,
            over: None,
        };
        game.stood = game.standing();
        game
    }

    fn standing(&self) -> Standing {
        Standing { points: *self.board.points(), off: BySeat::from_fn(|seat| self.board.off(seat).total()) }
    }

    /// The own number of the fire.
    fn fire_of(&self, seat: Seat) -> Option<u8> {
        let fire = self.tokens.fire;
        (fire != 0).then(|| if seat == Seat::One { fire } else { 25 - fire })
    }

    fn set_fire(&mut self, seat: Seat, point: u8) {
        self.tokens.fire = if seat == Seat::One { point } else { 25 - point };
        self.tokens.caster = seat;
    }

    /// Where tokens of either side lie, in the numbers of `seat`.
    fn tokens_of(&self, seat: Seat) -> u32 {
        let mut set = 1 << self.tokens.barrier[seat];
        set |= 1 << (25 - self.tokens.barrier[!seat]);
        set |= self.fire_of(seat).map_or(0, |point| 1 << point);
        set & POINTS
    }
}

impl Game for BackgammonWars {
    type Options = Options;
    type Action = Action;
    type Chance = Chance;
    type Event = Event;
    type View = View;

    const ID: &'static str = "backgammon-wars";
    const RULES: u32 = 1;

    fn start(options: &Options) -> BackgammonWars {
        let mut game = BackgammonWars::empty(options, Board::start(options));
        game.waits.push(Wait::Opening);
        if options.is_fantasy() {
            game.deck.pile = Cards::ALL;
            game.waits.push(Wait::Draw { seat: Seat::Two, count: 3 });
            game.waits.push(Wait::Draw { seat: Seat::One, count: 3 });
        }
        game
    }

    fn turn(&self) -> Turn {
        if let Some(ending) = self.over {
            return Turn::Over(Outcome { winner: ending.winner(), reason: ending.reason() });
        }
        self.wait().and_then(Wait::asks).map_or(Turn::Chance, Turn::act)
    }

    fn options(&self, seat: Seat, out: &mut Vec<Action>) {
        let Some(wait) = self.wait().filter(|wait| wait.asks() == Some(seat)) else { return };
        match wait {
            Wait::Before(_) => {
                out.push(Action::Roll);
                if self.board.free(seat, Kind::Archer) != 0 {
                    out.push(Action::Shoot);
                }
                if self.board.free(seat, Kind::Mage) != 0 {
                    out.push(Action::Hex);
                }
            }
            Wait::Keep(_) => {
                let dice: ArrayVec<u8, 4> = self.dice.rolled().collect();
                let before = out.len();
                for (high, low) in [(1, 0), (2, 0), (2, 1)] {
                    let pair = Action::Keep(dice[high], dice[low]);
                    if !out[before..].contains(&pair) {
                        out.push(pair);
                    }
                }
            }
            Wait::Window(_) | Wait::Parry(_) | Wait::Evoke { .. } => out.push(Action::Pass),
            Wait::Dice(_) if self.dice.choice => out.extend([Action::Double, Action::Draw]),
            Wait::Dice(_) => {
                let before = out.len();
                self.die_uses(seat, out);
                if self.dice.purpose != Purpose::Move || out.len() == before {
                    out.push(Action::End);
                }
            }
            _ => {}
        }
        cards::options(self, seat, out);
    }

    fn prompt(&self, _: Seat) -> Prompt {
        match self.wait() {
            Some(Wait::Before(_)) => Prompt::new("backgammon-wars.prompt.before"),
            Some(Wait::Keep(_)) => Prompt::new("backgammon-wars.prompt.keep"),
            Some(Wait::Window(_)) => Prompt::new("backgammon-wars.prompt.window"),
            Some(Wait::Parry(_)) => {
                let card = self.table.map_or("hidden", |play| play.card.name());
                Prompt::new("backgammon-wars.prompt.parry").with("card", card)
            }
            Some(Wait::Evoke { kind, .. }) => {
                Prompt::new("backgammon-wars.prompt.evoke").with("kind", view::word(kind))
            }
            _ if self.dice.choice => Prompt::new("backgammon-wars.prompt.doubles"),
            _ => match self.dice.purpose {
                Purpose::Move if !self.options.is_fantasy() => Prompt::new("backgammon-wars.prompt.dice"),
                Purpose::Move => Prompt::new("backgammon-wars.prompt.move"),
                Purpose::Shoot => Prompt::new("backgammon-wars.prompt.shoot"),
                Purpose::Hex => Prompt::new("backgammon-wars.prompt.hex"),
            },
        }
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        refuse::check(self, seat, action)
    }

    fn odds(&self, out: &mut Odds<Chance>) {
        self.chances(out);
    }

    fn play(&mut self, step: &Step<BackgammonWars>, log: &mut Log<Event>) {
        match *step {
            Step::Act(seat, action) => self.decide(seat, action, log),
            Step::Chance(outcome) => self.befall(outcome, log),
        }
        self.settle(log);
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn imagine(view: &View, rng: &mut dyn RngCore) -> BackgammonWars {
        view.imagine(rng)
    }

    fn position(&self) -> impl std::hash::Hash + Eq {
        let Standing { points, off } = self.standing();
        let walls = BySeat::from_fn(|seat| self.board.wall(seat));
        let hidden = (self.deck.hands, self.deck.discards, self.early, self.stolen, self.last);
        let dice = (self.dice.all(), self.dice.purpose, self.dice.choice, self.dice.used);
        (points, off, walls, self.tokens.barrier, self.tokens.fire, hidden, dice, self.waits.clone())
    }

    fn first_player(&self) -> Option<Seat> {
        self.first
    }

    fn turn_mark(&self) -> Option<u32> {
        Some(self.number.into())
    }

    fn census(&self) -> Vec<(&'static str, usize)> {
        view::census(self)
    }

    fn seen(&self, step: &Step<BackgammonWars>, viewer: Viewer) -> String {
        match (step, self.wait()) {
            (Step::Chance(_), Some(Wait::Draw { seat, .. })) if !viewer.knows(seat) => "@card".into(),
            (Step::Chance(_), Some(Wait::Spy(seat))) if !viewer.knows(seat) => "@roll".into(),
            _ => step.text(),
        }
    }

    fn has_secrets(&self) -> bool {
        self.options.is_fantasy()
    }

    /// A roll that Spymaster has seen is opened when it is used.
    fn revealed(&self, step: &Step<BackgammonWars>, viewer: Viewer) -> String {
        match (step, self.wait()) {
            (Step::Act(_, Action::Roll | Action::Shoot | Action::Hex), Some(Wait::Before(seat)))
                if self.ahead != Ahead::Duplication && !viewer.knows(!seat) =>
            {
                format!("{:?}", self.early[seat].numbers())
            }
            _ => String::new(),
        }
    }

    fn suggest(&self, seat: Seat, rng: &mut dyn RngCore, buffer: &mut Vec<Action>) -> Action {
        if !self.options.is_fantasy()
            && let Some(action) = self.random_plain_move(seat, rng)
        {
            return action;
        }
        buffer.clear();
        self.options(seat, buffer);
        // `roll` is the first option of its wait.
        let extra = if buffer[0] == Action::Roll { ROLL_WEIGHT - 1 } else { 0 };
        let i = rng.random_range(0..buffer.len() + extra);
        buffer[i.saturating_sub(extra)]
    }
}
