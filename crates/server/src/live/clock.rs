//! Clocks: who is asked pays with time, and the server alone counts it.
//!
//! The clock of every asked seat runs. When a step leaves a seat unasked its turn is over, and the increment
//! comes, once, however many decisions the turn had. An answer that the table gives for a player (a window that
//! passes by itself) costs and earns nothing. Clocks stand while a seat is open. What they show is stored with
//! every line, so that the [`alarms`](crate::alarms) can wake a sleeping table when somebody runs out.

use std::time::Duration;

use protocol::{Clock, ClocksTold, Tell};
use store::Ticks;
use table::{BySeat, Seat, Turn, record::TableLine};

use super::Live;
use crate::{journal::trouble, time::Moment};

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const DAY: i64 = 24 * 60 * MINUTE;

/// What a seat has at the start, and what a turn brings.
fn terms(clock: Clock) -> (i64, i64) {
    match clock {
        Clock::FivePlusFive => (5 * MINUTE, 5 * SECOND),
        Clock::FifteenPlusTen => (15 * MINUTE, 10 * SECOND),
        Clock::Day => (DAY, 0),
    }
}

/// What a seat has for its first turn under the clock of that name.
pub(super) fn first(clock: Option<&str>) -> Option<Duration> {
    let clock = Clock::ALL.into_iter().find(|known| Some(known.name()) == clock)?;
    Some(Duration::from_millis(terms(clock).0.unsigned_abs()))
}

/// The clocks of a table that is opened at a moment.
pub(crate) fn at_start(clock: Option<Clock>, now: Moment) -> Ticks {
    let left = clock.map_or(0, |clock| terms(clock).0);
    Ticks { left: BySeat([left, left]), at: now.0, due: None }
}

/// The clocks of one table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clocks {
    clock: Clock,
    /// What each seat had left, in milliseconds.
    left: BySeat<i64>,
    /// At this moment.
    at: Moment,
    /// Whose clock runs since then.
    runs: BySeat<bool>,
    /// What each seat had left when its question was put.
    put: BySeat<i64>,
}

/// What moved the game on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cause {
    /// A decision of a seat.
    Decision(Seat),
    /// An answer that the table gave for a seat.
    Automatic(Seat),
    /// Chance alone, a take-back, or an end.
    Table,
}

impl Clocks {
    /// The clocks of a stored game, in which these seats are asked.
    pub(super) fn stored(clock: Option<&str>, ticks: &Ticks, asked: BySeat<bool>) -> Option<Clocks> {
        let clock = Clock::ALL.into_iter().find(|known| Some(known.name()) == clock)?;
        let runs = BySeat::from_fn(|seat| ticks.due.is_some() && asked[seat]);
        Some(Clocks { clock, left: ticks.left, at: Moment(ticks.at), runs, put: ticks.left })
    }

    fn left(&self, seat: Seat, now: Moment) -> i64 {
        let used = if self.runs[seat] { now.since(self.at).as_millis() as i64 } else { 0 };
        (self.left[seat] - used).max(0)
    }

    /// The clocks after a step that asks these seats.
    fn after(&self, cause: Cause, asks: BySeat<bool>, anew: bool, now: Moment) -> Clocks {
        let mut next = *self;
        let (start, increment) = terms(self.clock);
        next.at = now;
        for seat in Seat::BOTH {
            next.left[seat] = self.left(seat, now);
            let automatic = matches!(cause, Cause::Automatic(by) if by == seat);
            if automatic {
                next.left[seat] = self.put[seat];
            }
            let decided = matches!(cause, Cause::Decision(_) | Cause::Automatic(_));
            if self.runs[seat] && !asks[seat] && decided {
                match self.clock {
                    Clock::Day => next.left[seat] = start,
                    _ if automatic => {}
                    _ => next.left[seat] += increment,
                }
            }
            let own = matches!(cause, Cause::Decision(by) | Cause::Automatic(by) if by == seat);
            if own || anew || !self.runs[seat] {
                next.put[seat] = next.left[seat];
            }
            next.runs[seat] = asks[seat];
        }
        next
    }

    /// Who runs out first, and when.
    fn due(&self) -> Option<(Moment, Seat)> {
        let running = Seat::BOTH.into_iter().filter(|seat| self.runs[*seat]);
        running.map(|seat| (Moment(self.at.0 + self.left[seat]), seat)).min_by_key(|(due, _)| *due)
    }

    /// As they are stored.
    pub(super) fn ticks(&self) -> Ticks {
        Ticks { left: self.left, at: self.at.0, due: self.due().map(|(due, _)| due.0) }
    }

    /// What the clock of a seat shows in a record, in tenths of a second.
    pub(super) fn tenths(&self, seat: Seat) -> u32 {
        (self.left[seat] / 100) as u32
    }
}

impl Live {
    /// Whether clocks run at this table when somebody is asked.
    fn ticks(&self) -> bool {
        self.outcome().is_none() && Seat::BOTH.into_iter().all(|seat| self.seats[seat].occupant != "open")
    }

    /// The clocks after a step that leads to this turn.
    pub(super) fn clocks_after(&self, cause: Cause, turn: Turn, anew: bool) -> Option<Clocks> {
        let ticks = self.ticks();
        let asks = BySeat::from_fn(|seat| ticks && turn.asks(seat));
        self.clocks.map(|clocks| clocks.after(cause, asks, anew, self.now()))
    }

    /// Believes clocks that have been stored.
    pub(super) fn set_clocks(&mut self, clocks: Option<Clocks>) {
        self.clocks = clocks;
        self.app.alarms.set(&self.row.id, clocks.and_then(|clocks| clocks.due()).map(|(due, _)| due));
    }

    /// Starts the clocks that stand although somebody is asked: both seats are taken now.
    pub(super) async fn start_clocks(&mut self) {
        let Some(clocks) = self.clocks else { return };
        let asked = Seat::BOTH.into_iter().any(|seat| self.asked[seat].is_some());
        if !asked || !self.ticks() || clocks.due().is_some() {
            self.set_clocks(Some(clocks));
            return;
        }
        let started = self.clocks_after(Cause::Table, self.table.turn(), true);
        let Some(ticks) = started.map(|clocks| clocks.ticks()) else { return };
        if let Err(error) = self.app.store.set_ticks(self.row.id.clone(), ticks).await {
            trouble(&self.row.id, &error);
            return;
        }
        self.set_clocks(started);
        if let Some(clocks) = self.clocks_told() {
            self.viewers.tell_all(&Tell::Clocks { clocks });
        }
    }

    /// When somebody runs out of time.
    pub(super) fn next_flag(&self) -> Option<Moment> {
        self.clocks.and_then(|clocks| clocks.due()).map(|(due, _)| due).max(self.no_flag_before)
    }

    /// Ends the game when somebody has run out of time.
    pub(super) async fn flag(&mut self) {
        let now = self.now();
        let fallen = self.clocks.and_then(|clocks| clocks.due()).filter(|(due, _)| *due <= now);
        let Some((_, seat)) = fallen.filter(|_| self.outcome().is_none()) else { return };
        if self.end_by(TableLine::OutOfTime(seat), None).await.is_err() {
            let again = now + super::TROUBLE;
            self.no_flag_before = Some(again);
            self.app.alarms.set(&self.row.id, Some(again));
        }
    }

    /// How the clocks stand.
    pub(super) fn clocks_told(&self) -> Option<ClocksTold> {
        let clocks = self.clocks?;
        let now = self.now();
        Some(ClocksTold {
            left: Seat::BOTH.map(|seat| clocks.left(seat, now) as u32),
            running: Seat::BOTH.map(|seat| clocks.runs[seat]),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: BySeat<bool> = BySeat([false, false]);
    const ONE: BySeat<bool> = BySeat([true, false]);
    const TWO: BySeat<bool> = BySeat([false, true]);
    const BOTH: BySeat<bool> = BySeat([true, true]);

    fn clocks(clock: Clock) -> Clocks {
        let ticks = at_start(Some(clock), Moment(0));
        let clocks = Clocks::stored(Some(clock.name()), &ticks, ONE).unwrap();
        clocks.after(Cause::Table, ONE, true, Moment(0))
    }

    #[test]
    fn the_increment_comes_when_a_step_leaves_the_seat_unasked_once_a_turn() {
        let start = clocks(Clock::FivePlusFive);
        let decides =
            |clocks: Clocks, seat, asks, at| clocks.after(Cause::Decision(seat), asks, false, Moment(at));
        let still = decides(start, Seat::One, ONE, 10_000);
        assert_eq!(still.left, BySeat([290_000, 300_000]), "three decisions of one turn");
        let still = decides(still, Seat::One, ONE, 20_000);
        let over = decides(still, Seat::One, TWO, 30_000);
        assert_eq!(over.left, BySeat([275_000, 300_000]), "and one increment");
        assert_eq!(over.due(), Some((Moment(330_000), Seat::Two)));
        // Both are asked at once: both pay, each earns when a step leaves it unasked.
        let both = decides(over, Seat::Two, BOTH, 31_000);
        let one = decides(both, Seat::Two, ONE, 33_000);
        assert_eq!(one.left, BySeat([273_000, 302_000]));
        assert_eq!(
            (one.left(Seat::One, Moment(34_000)), one.left(Seat::Two, Moment(99_000))),
            (272_000, 302_000)
        );
        let end = one.after(Cause::Table, NONE, true, Moment(35_000));
        assert_eq!((end.left, end.due()), (BySeat([271_000, 302_000]), None), "an end brings nothing");
    }

    #[test]
    fn an_answer_of_the_table_costs_and_earns_nothing() {
        let window = clocks(Clock::FivePlusFive).after(Cause::Decision(Seat::One), TWO, true, Moment(1000));
        let passed = window.after(Cause::Automatic(Seat::Two), ONE, false, Moment(2500));
        assert_eq!(passed.left, BySeat([304_000, 300_000]));
        assert_eq!(passed.tenths(Seat::One), 3040);
    }

    #[test]
    fn a_day_is_a_day_for_every_turn() {
        let start = clocks(Clock::Day);
        let later = start.after(Cause::Decision(Seat::One), TWO, true, Moment(DAY / 2));
        assert_eq!(later.left, BySeat([DAY, DAY]));
        assert_eq!(later.due(), Some((Moment(DAY / 2 + DAY), Seat::Two)));
        assert_eq!(clocks(Clock::FifteenPlusTen).left, BySeat([900_000, 900_000]));
    }
}
