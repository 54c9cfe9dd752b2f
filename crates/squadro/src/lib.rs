//! Squadro, designed by Adrián Jiménez Pascual (Gigamic 2018).
//!
//! Two players at a right angle, five lanes across five lanes. Pieces go to the far side and back; what is
//! jumped starts its leg again; four at home win. Rule numbers (R8) are those of the rulebook in
//! `rulebooks/en/squadro.md`. Seat One sits at the **top**, seat Two on the **left**.
//!
//! ```
//! use squadro::{Action, Lane, Squadro};
//! use table::{Game, Log, Seat, Show, Step};
//!
//! let mut game = Squadro::set_up("0,0,0,0,0 1,1,0,0,0 top 0").unwrap();
//! game.try_play(&Step::Act(Seat::One, Action::Move(Lane::L1)), &mut Log::off()).unwrap();
//! assert_eq!(game.to_string(), "3,0,0,0,0 0,0,0,0,0 left 1", "two pieces jumped and sent back");
//! ```

mod action;
mod board;
mod bots;
mod event;
pub mod judgement;
mod oracle;
mod rulings;
mod sheet;
mod show;
mod think;

use serde::{Deserialize, Serialize};
use table::{
    Game, Log, Odds, Outcome, Prompt, Refusal, Seat, Step, Turn, Viewer,
    rand::{Rng, RngCore},
};

pub use action::{Action, First, Lane, seat, side};
pub use board::{DOTS, HOME, TO_WIN, TURN, crossing, speed};
use board::{LANES, MOVES, Pieces};
pub use event::Event;
pub use oracle::{Oracle, Truth};
pub use rulings::Rulings;
pub use think::player;

/// So many moves in a row without an arrival are a draw (R13).
pub const QUIET: u16 = 100;

/// A game of Squadro: sixteen bytes, everything open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "sheet::Sheet", try_from = "sheet::Sheet")]
pub struct Squadro {
    pieces: [Pieces; 2],
    /// Moves in a row that brought no piece to its turning square for the first time and none home.
    quiet: u16,
    /// The quiet moves that are a draw; 0 for never.
    limit: u16,
    /// Who moves next, also when the game is over. Meaningless while the draw for the first move is awaited.
    mover: Seat,
    first: Option<Seat>,
    stage: Stage,
}

/// What the table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stage {
    /// The draw for the first move.
    First,
    /// A move.
    Move,
    /// Nothing: the side that is not to move has won.
    Won,
    /// Nothing: too many quiet moves.
    Drawn,
}

impl Game for Squadro {
    type Options = Rulings;
    type Action = Action;
    type Chance = First;
    type Event = Event;
    type View = Squadro;
    const ID: &'static str = "squadro";
    const RULES: u32 = 1;

    fn start(rulings: &Rulings) -> Squadro {
        Squadro {
            pieces: [Pieces::default(); 2],
            quiet: 0,
            limit: rulings.quiet,
            mover: rulings.first.unwrap_or(Seat::One),
            first: rulings.first,
            stage: if rulings.first.is_some() { Stage::Move } else { Stage::First },
        }
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.stage {
            Stage::Move => Turn::act(self.mover),
            Stage::First => Turn::Chance,
            Stage::Won => Turn::Over(Outcome::win(!self.mover, "home")),
            Stage::Drawn => Turn::Over(Outcome::draw("quiet")),
        }
    }

    #[inline]
    fn options(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.stage == Stage::Move && self.mover == seat {
            let (count, lanes) = &LANES[self.pieces[seat as usize].under_way()];
            out.extend_from_slice(&lanes[..usize::from(*count)]);
        }
    }

    fn prompt(&self, seat: Seat) -> Prompt {
        Prompt::new("squadro.prompt.move").with("side", side(seat))
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match self.stage {
            Stage::First => return Err(Refusal::by("R2", "squadro.refuse.first")),
            Stage::Won | Stage::Drawn => return Err(Refusal::by("R12", "refuse.over")),
            Stage::Move => {}
        }
        if self.mover != seat {
            return Err(Refusal::by("R3", "refuse.not-your-turn").with("seat", self.mover));
        }
        match *action {
            Action::Theirs(lane) => {
                Err(Refusal::by("R3", "squadro.refuse.theirs").with("lane", lane.number()))
            }
            Action::Move(lane) if self.pieces[seat as usize].is_home(lane) => {
                Err(Refusal::by("R3", "squadro.refuse.home").with("lane", lane.number()))
            }
            Action::Move(_) => Ok(()),
        }
    }

    fn odds(&self, out: &mut Odds<First>) {
        out.set("first", true);
        if self.stage == Stage::First {
            out.add(First(Seat::Two), 1);
            out.add(First(Seat::One), 1);
        }
    }

    #[inline]
    fn play(&mut self, step: &Step<Squadro>, log: &mut Log<Event>) {
        match *step {
            Step::Act(seat, Action::Move(lane)) => self.advance(seat, lane, log),
            Step::Act(_, Action::Theirs(_)) => panic!("the other's pieces are never moved (R3)"),
            Step::Chance(First(seat)) => {
                self.first = Some(seat);
                self.mover = seat;
                self.stage = Stage::Move;
                log.tell(|| Event::Starts { seat });
            }
        }
    }

    fn view(&self, _: Viewer) -> Squadro {
        *self
    }

    fn imagine(view: &Squadro, _: &mut dyn RngCore) -> Squadro {
        *view
    }

    fn position(&self) -> impl std::hash::Hash + Eq {
        (self.pieces, self.mover, self.stage == Stage::First)
    }

    fn first_player(&self) -> Option<Seat> {
        self.first
    }

    fn census(&self) -> Vec<(&'static str, usize)> {
        let on_lanes = |seat: Seat| self.progresses(seat).iter().filter(|&&p| p <= HOME).count();
        vec![("pieces of top", on_lanes(Seat::One)), ("pieces of left", on_lanes(Seat::Two))]
    }

    #[inline]
    fn suggest(&self, seat: Seat, rng: &mut dyn RngCore, _: &mut Vec<Action>) -> Action {
        debug_assert!(self.turn().asks(seat), "only the side to move is asked");
        let (count, lanes) = &LANES[self.pieces[seat as usize].under_way()];
        lanes[rng.random_range(0..u32::from(*count)) as usize]
    }
}

impl Squadro {
    /// The progress of each of a side's pieces, lane 1 first: 0 start, 1 to 5 going out, 6 turning square, 7
    /// to 11 coming back, 12 home.
    pub fn progresses(&self, seat: Seat) -> [u8; 5] {
        self.pieces[seat as usize].progresses()
    }

    /// Who moves next; nobody while the first player is not drawn. At the end, who would have moved.
    pub fn mover(&self) -> Option<Seat> {
        (self.stage != Stage::First).then_some(self.mover)
    }

    /// Whether the piece of this lane is home.
    #[inline]
    pub fn is_home(&self, seat: Seat, lane: Lane) -> bool {
        self.pieces[seat as usize].is_home(lane)
    }

    /// Moves in a row that brought no piece to its turning square for the first time and none home (R13).
    pub fn quiet(&self) -> u16 {
        self.quiet
    }

    /// The number of quiet moves that is a draw, or 0 for never (R13).
    pub fn limit(&self) -> u16 {
        self.limit
    }

    /// A number for the places of all pieces and the side to move: 42 bits, never all of them 0.
    #[inline]
    pub fn key(&self) -> u64 {
        let [top, left] = self.pieces.map(|pieces| u64::from(pieces.digits()));
        top | left << 20 | (1 + self.mover as u64) << 40
    }

    /// Moves a piece, with all that follows (R4-R13).
    #[inline]
    fn advance(&mut self, seat: Seat, lane: Lane, log: &mut Log<Event>) {
        let [own, other] = [seat as usize, !seat as usize];
        let before = *self;
        let enemies = self.pieces[other].on(lane);
        let dots = usize::from(DOTS[seat][lane.index()]);
        let leg = &MOVES[dots & 3][usize::from(self.pieces[own].digit(lane)) & 15][enemies & 31];
        self.pieces[own].put(lane, leg.to);
        self.pieces[other].send_back(leg.jumped);
        self.mover = !seat;
        if leg.arrives {
            self.quiet = 0;
            if self.pieces[own].home() >= TO_WIN {
                self.stage = Stage::Won;
            }
        } else {
            self.quiet = self.quiet.saturating_add(1);
            if self.quiet == self.limit {
                self.stage = Stage::Drawn;
            }
        }
        if log.is_on() {
            self.tell(&before, seat, lane, leg, log);
        }
    }

    /// Tells what a move did: `before` is the game as it was.
    #[cold]
    fn tell(&self, before: &Squadro, seat: Seat, lane: Lane, leg: &board::Leg, log: &mut Log<Event>) {
        let [own, other] = [seat as usize, !seat as usize];
        let place = |game: &Squadro, side: usize, lane: Lane| game.pieces[side].progress(lane);
        let (from, to) = (place(before, own, lane), place(self, own, lane));
        let mut jumped: Vec<Lane> = leg.jumped.lanes().collect();
        if from >= TURN {
            jumped.reverse();
        }
        let numbers = jumped.iter().map(|lane| lane.number()).collect();
        let number = lane.number();
        log.tell(|| Event::Moved { seat, lane: number, from, to, jumped: numbers });
        for lane in jumped {
            let (from, to) = (place(before, other, lane), place(self, other, lane));
            log.tell(|| Event::SentBack { seat: !seat, lane: lane.number(), from, to });
        }
        match to {
            TURN => log.tell(|| Event::Turned { seat, lane: number }),
            HOME => log.tell(|| Event::Home { seat, lane: number }),
            _ => {}
        }
        match self.stage {
            Stage::Won => log.tell(|| Event::Won { seat }),
            Stage::Drawn => log.tell(|| Event::Drawn),
            Stage::First | Stage::Move => {}
        }
    }
}
