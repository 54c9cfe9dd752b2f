//! What one side offers and the other answers: a draw, another game.

use protocol::{Answered, Clock, Key, Mode, Tell};
use store::{AppendError, NewGame, NewSeat};
use table::{BySeat, Outcome, Refusal, Seat, record::TableLine};

use super::{Live, No, clock, no};
use crate::{journal::trouble, secrets};

impl Live {
    /// Offers a draw. Two at one screen agree by pressing the button; the computer plays on.
    pub(super) async fn offer_draw(&mut self, seat: Seat, key: Key) -> Result<(), No> {
        if self.outcome().is_some() {
            return Err(Refusal::turn("refuse.over").into());
        }
        match self.mode {
            Mode::Computer => Err(no("server.draw.computer").into()),
            Mode::Screen => self.end_by(TableLine::DrawAgreed, Some(key)).await,
            Mode::Link if self.offers.draw == Some(!seat) => {
                self.end_by(TableLine::DrawAgreed, Some(key)).await
            }
            Mode::Link => {
                self.may_offer(seat, Answered::Draw)?;
                self.offers.draw = Some(seat);
                self.tell_offers(None);
                Ok(())
            }
        }
    }

    pub(super) async fn answer_draw(&mut self, seat: Seat, yes: bool, key: Key) -> Result<(), No> {
        if self.offers.draw != Some(!seat) {
            return Err(no("server.no-offer").into());
        }
        if yes {
            return self.end_by(TableLine::DrawAgreed, Some(key)).await;
        }
        self.decline(!seat, Answered::Draw);
        Ok(())
    }

    /// Wants another game. The computer and two at one screen always agree.
    pub(super) async fn offer_rematch(&mut self, seat: Seat) -> Result<(), No> {
        if self.outcome().is_none() {
            return Err(no("server.rematch.running").into());
        }
        if self.mode != Mode::Link || self.offers.rematch == Some(!seat) {
            return self.open_next().await;
        }
        self.offers.rematch = Some(seat);
        self.tell_offers(None);
        Ok(())
    }

    pub(super) async fn answer_rematch(&mut self, seat: Seat, yes: bool) -> Result<(), No> {
        if self.offers.rematch != Some(!seat) {
            return Err(no("server.no-offer").into());
        }
        if yes {
            return self.open_next().await;
        }
        self.decline(!seat, Answered::Rematch);
        Ok(())
    }

    /// An offer that was declined is not made again before something has happened.
    pub(super) fn may_offer(&self, seat: Seat, what: Answered) -> Result<(), Refusal> {
        match self.declined[seat].get(what as usize) {
            Some(Some(version)) if *version == self.version => Err(no("server.offer-again")),
            _ => Ok(()),
        }
    }

    /// Says no to what `offered` had offered.
    pub(super) fn decline(&mut self, offered: Seat, what: Answered) {
        let offer = match what {
            Answered::Undo => &mut self.offers.undo,
            Answered::Draw => &mut self.offers.draw,
            Answered::Rematch => &mut self.offers.rematch,
        };
        *offer = None;
        if let Some(declined) = self.declined[offered].get_mut(what as usize) {
            *declined = Some(self.version);
        }
        self.tell_offers(Some(what));
    }

    /// Opens the next game of the series with seats swapped, and shows everybody the way.
    async fn open_next(&mut self) -> Result<(), No> {
        if self.row.next.is_none() {
            let new = self.next_game();
            let id = new.row.id.clone();
            self.row.next = match self.app.store.open_game(new, Some(self.row.id.clone())).await {
                Ok(()) => Some(id),
                // Another server was quicker.
                Err(AppendError::Conflict) => {
                    let stored = self.app.store.load(&self.row.id).await.ok().flatten();
                    stored.and_then(|stored| stored.row.next)
                }
                Err(AppendError::Store(error)) => {
                    trouble(&self.row.id, &error);
                    return Err(no("server.store").into());
                }
            };
        }
        let Some(table) = self.row.next.clone() else { return Err(No::Busy) };
        self.offers.rematch = None;
        self.viewers.tell_all(&Tell::Next { table });
        self.tell_offers(None);
        Ok(())
    }

    fn next_game(&self) -> NewGame {
        let winner = self.outcome().and_then(|outcome: Outcome| outcome.winner);
        let drawn = u32::from(self.outcome().is_some() && winner.is_none());
        let mut row = self.row.clone();
        row.id = secrets::table_name();
        // A new game, by the rules of today.
        row.rules = self.entry.rules;
        let options: Vec<(String, String)> = row.options.into_iter().collect();
        row.options =
            (self.entry.swapped)(&options).expect("the options were good before").into_iter().collect();
        row.seed = secrets::seed().0;
        row.began = self.app.now();
        let clock = Clock::ALL.into_iter().find(|clock| Some(clock.name()) == row.clock.as_deref());
        row.ticks = clock::at_start(clock, self.now());
        row.ended = None;
        row.next = None;
        row.number += 1;
        row.drawn += drawn;
        // Whoever sits at a seat of the next game sat opposite in this one.
        row.won = BySeat::from_fn(|seat| self.row.won[!seat] + u32::from(winner == Some(!seat)));
        let seats = BySeat::from_fn(|seat: Seat| {
            let side = &self.seats[!seat];
            let holders = side.holders.iter().map(|(guest, _)| *guest).collect();
            NewSeat { occupant: side.occupant.clone(), holders, link: None }
        });
        NewGame { row, seats }
    }
}
