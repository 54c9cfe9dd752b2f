//! Taking back: to one's last decision. The log is append-only: `!undo N` is one more line.
//!
//! Against the computer and at one screen it may cross chance; what chance said comes again in its stream, so
//! that nobody fishes for dice. Online the other side must agree, and it never crosses chance or a revelation.

use protocol::{Answered, Can, Key, Mode, Tell};
use store::NewLine;
use table::{Refusal, Seat, record::TableLine};

use super::{ConnId, Live, No, clock::Cause, no};

impl Live {
    /// Takes back at once, or asks the other side.
    pub(super) async fn undo(&mut self, seat: Seat, key: Key) -> Result<(), No> {
        let n = self.undo_to(seat)?;
        if self.mode != Mode::Link {
            return self.take_back(n, key).await;
        }
        self.may_offer(seat, Answered::Undo)?;
        self.offers.undo = Some(seat);
        self.tell_offers(None);
        Ok(())
    }

    /// The other side's answer.
    pub(super) async fn answer_undo(&mut self, seat: Seat, yes: bool, key: Key) -> Result<(), No> {
        if self.offers.undo != Some(!seat) {
            return Err(no("server.no-offer").into());
        }
        if !yes {
            self.decline(!seat, Answered::Undo);
            return Ok(());
        }
        let n = self.undo_to(!seat)?;
        self.take_back(n, key).await
    }

    async fn take_back(&mut self, n: usize, key: Key) -> Result<(), No> {
        let steps = (self.moves.len() - n) as u32;
        let line = NewLine { line: TableLine::Undo(steps).to_string(), key: Some(key.clone()), clock: None };
        let clocks = self.clocks_after(Cause::Table, self.table_at(n).turn(), true);
        self.append(vec![line], None, clocks, Some(key)).await?;
        self.stop_thinking();
        self.rebuild(n);
        self.offers = protocol::Offers::default();
        self.put_questions(true, None);
        self.tell_snapshots();
        Ok(())
    }

    /// How many moves stay when `seat` goes back to its last decision.
    ///
    /// # Errors
    /// Why it cannot.
    fn undo_to(&self, seat: Seat) -> Result<usize, Refusal> {
        if self.outcome().is_some() {
            return Err(Refusal::turn("refuse.over"));
        }
        let last = self.moves.iter().rposition(|played| played.seat == Some(seat));
        let n = last.ok_or_else(|| no("server.undo.nothing"))?;
        if self.mode == Mode::Link {
            if self.moves[n..].iter().any(|played| played.seat.is_none()) {
                return Err(no("server.undo.chance"));
            }
            // What somebody has learnt cannot be unlearnt, and a table cannot tell what a step gave away.
            if self.table.has_secrets() {
                return Err(no("server.undo.secret"));
            }
        }
        Ok(n)
    }

    /// Which buttons make sense for a viewer.
    pub(super) fn can(&self, conn: ConnId) -> Can {
        let Some(viewing) = self.viewers.get(conn).filter(|viewing| !viewing.you.is_empty()) else {
            return Can::default();
        };
        let over = self.outcome().is_some();
        let last = self.moves.iter().rev().filter_map(|played| played.seat);
        let undo_for = last.into_iter().find(|seat| viewing.you.contains(seat));
        let undo = undo_for.is_some_and(|seat| self.undo_to(seat).is_ok());
        let shown = |seat: &Seat| !self.covers() || viewing.uncovered == Some(*seat);
        let asked = viewing.you.iter().any(|seat| self.asked[*seat].is_some() && shown(seat));
        let mine = |offer: Option<Seat>| offer.is_some_and(|seat| viewing.you.contains(&seat));
        Can {
            undo: undo && !mine(self.offers.undo),
            undo_for: undo_for.filter(|_| undo),
            undo_asks: self.mode == Mode::Link,
            hint: asked && self.mode != Mode::Link && !(self.entry.levels)().is_empty(),
            resign: !over,
            draw: !over && self.mode != Mode::Computer && !mine(self.offers.draw),
            rematch: over && self.row.next.is_none() && !mine(self.offers.rematch),
        }
    }

    /// Tells everybody how offers stand, and which buttons make sense.
    pub(super) fn tell_offers(&mut self, declined: Option<Answered>) {
        let offer = protocol::Offer { offers: self.offers, declined };
        for conn in self.viewers.ids() {
            let can = self.can(conn);
            self.viewers.tell(conn, &Tell::Offer { offer, can });
        }
    }
}
