//! What happened in many games: which strategies were used and which objectives fulfilled. For measuring how
//! teams stand against each other; random play is no yardstick, greedy play is.

use search::{Budget, Player};
use table::{
    BySeat, Game, Log, Odds, Seat, Step, Turn, Viewer,
    chance::{Seed, Streams},
    rand::RngCore,
};

use crate::{Action, Event, Options, ToPieces, side::Cards, teams::Team, waits::Wait};

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The table at the end.
    pub game: ToPieces,
    /// Its steps, chance included.
    pub steps: u32,
    /// What each seat did.
    pub played: BySeat<Played>,
}

/// Plays a game between two players; chance comes from `seed`, and so do the players' own dice.
pub fn play(options: &Options, mut players: BySeat<&mut dyn Player<ToPieces>>, seed: Seed) -> Finished {
    let mut streams = Streams::new(seed, b"", b"");
    let mut budgets = BySeat::from_fn(|seat| Budget::level(streams.generator(seat.name()).next_u64()));
    let mut game = ToPieces::start(options);
    let (mut steps, mut played) = (0, BySeat::<Played>::default());
    let mut odds = Odds::default();
    loop {
        let step = match game.turn() {
            Turn::Over(_) => return Finished { game, steps, played },
            Turn::Chance => {
                game.odds(&mut odds);
                Step::Chance(*streams.draw(&odds).expect("chance has an outcome"))
            }
            Turn::Act(seats) => {
                let seat = seats.first();
                let view = game.view(Viewer::Seat(seat));
                let action = players[seat].choose(&view, seat, &mut budgets[seat]).action;
                if matches!(game.wait(), Some(Wait::Turn { .. })) {
                    played[seat].turned(action);
                }
                Step::Act(seat, action)
            }
        };
        let mut log = Log::on();
        game.play(&step, &mut log);
        steps += 1;
        let events = log.into_events();
        Seat::BOTH.into_iter().for_each(|seat| played[seat].note(seat, &game, &events));
    }
}

/// The eight actions of a turn (rule 23), as [`Played::turns`] counts them.
pub const TURNS: [&str; 8] = ["move", "attack", "shove", "charge", "defend", "swap", "use", "summon"];

/// How often the strategies and objectives of one team mattered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The team.
    pub team: Team,
    /// Games that it played, counted once for each seat.
    pub games: u32,
    /// Actions of its turns, in the order of [`TURNS`].
    pub turns: [u32; 8],
    /// Points that it made.
    pub points: u32,
    /// By strategy 1-6: how often it was used.
    pub used: [u32; 6],
    /// By card: in how many games it was held at some time.
    pub held: Vec<u32>,
    /// By card: in how many games it was fulfilled.
    pub fulfilled: Vec<u32>,
}

impl Tally {
    /// Nothing counted yet.
    pub fn new(team: Team) -> Tally {
        let cards = team.sheet().objectives.len();
        let (held, fulfilled) = (vec![0; cards], vec![0; cards]);
        Tally { team, games: 0, turns: [0; 8], points: 0, used: [0; 6], held, fulfilled }
    }

    /// Adds what one seat of this team did in one game.
    pub fn add(&mut self, played: &Played) {
        self.games += 1;
        self.points += played.points;
        let counts = played.used.iter().chain(&played.turns);
        for (sum, n) in self.used.iter_mut().chain(&mut self.turns).zip(counts) {
            *sum += n;
        }
        let sums = self.held.iter_mut().zip(&mut self.fulfilled);
        for (card, (held, fulfilled)) in (1..).zip(sums) {
            *held += u32::from(played.held.has(card));
            *fulfilled += u32::from(played.fulfilled.has(card));
        }
    }
}

/// What one seat did in one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Actions of its turns, in the order of [`TURNS`].
    pub turns: [u32; 8],
    /// Characters put on the board before the first round.
    pub put: u32,
    /// Points so far.
    pub points: u32,
    /// By strategy 1-6: how often it was used.
    pub used: [u32; 6],
    /// Objectives that were kept in the hand.
    pub held: Cards,
    /// Objectives that were claimed.
    pub fulfilled: Cards,
}

impl Played {
    /// Counts the action of a turn.
    fn turned(&mut self, action: Action) {
        let text = action.to_string();
        let kind = TURNS.iter().position(|&turn| text.starts_with(turn));
        self.turns[kind.expect("a turn is one of the eight actions")] += 1;
    }

    /// Notes one step of `seat`'s game: its events as the judge sees them, and the table after it.
    fn note(&mut self, seat: Seat, game: &ToPieces, events: &[Event]) {
        self.points = game.score(seat).points.into();
        // Six cards to choose from are not yet held.
        let hand = game.hand(seat);
        if hand.len() <= crate::setup::KEPT {
            self.held = self.held.and(hand);
        }
        for event in events {
            match *event {
                Event::Put { seat: by, .. } if by == seat => self.put += 1,
                Event::Used { seat: by, number, .. } if by == seat => self.used[usize::from(number) - 1] += 1,
                Event::Objective { seat: by, card, .. } if by == seat => {
                    self.held.insert(card);
                    self.fulfilled.insert(card);
                }
                _ => {}
            }
        }
    }
}
