//! What happened in many games: which strategies were used and which objectives fulfilled. For measuring how
//! teams stand against each other; random play is no yardstick, greedy play is.

use table::Seat;

use crate::{Event, ToPieces, side::Cards, teams::Team};

/// How often the strategies and objectives of one team mattered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The team.
    pub team: Team,
    /// Games that it played, counted once for each seat.
    pub games: u32,
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
        Tally { team, games: 0, used: [0; 6], held: vec![0; cards], fulfilled: vec![0; cards] }
    }

    /// Adds what one seat of this team did in one game.
    pub fn add(&mut self, played: &Played) {
        self.games += 1;
        for (sum, n) in self.used.iter_mut().zip(played.used) {
            *sum += n;
        }
        let sums = self.held.iter_mut().zip(&mut self.fulfilled);
        for (card, (held, fulfilled)) in (1..).zip(sums) {
            *held += u32::from(played.held.has(card));
            *fulfilled += u32::from(played.fulfilled.has(card));
        }
    }

    /// Adds another tally of the same team.
    pub fn merge(&mut self, other: &Tally) {
        self.games += other.games;
        let add = |sums: &mut [u32], others: &[u32]| {
            for (sum, n) in sums.iter_mut().zip(others) {
                *sum += n;
            }
        };
        add(&mut self.used, &other.used);
        add(&mut self.held, &other.held);
        add(&mut self.fulfilled, &other.fulfilled);
    }
}

/// What one seat did in one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// By strategy 1-6: how often it was used.
    pub used: [u32; 6],
    /// Objectives that were kept in the hand.
    pub held: Cards,
    /// Objectives that were claimed.
    pub fulfilled: Cards,
}

impl Played {
    /// Notes one step of `seat`'s game: its events as the judge sees them, and the table after it.
    pub fn note(&mut self, seat: Seat, game: &ToPieces, events: &[Event]) {
        // Six cards to choose from are not yet held.
        let hand = game.hand(seat);
        if hand.len() <= crate::setup::KEPT {
            self.held = self.held.and(hand);
        }
        for event in events {
            match *event {
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
