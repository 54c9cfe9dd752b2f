//! Dice that can be checked: the players' nonces.
//!
//! The seed of a table is fixed, and its commitment shown, before anybody adds anything; each person at the
//! table then adds a nonce, so that neither the server nor one player alone could have chosen the dice. Chance
//! waits for the nonces: without end while a seat is open, and a moment for who sits there and adds nothing.

use protocol::Commitment;
use table::{
    BySeat, Refusal, Seat, Turn,
    chance::{Seed, Streams},
    tools::unhex_all,
};

use super::{Live, No, clock::Cause, no};
use crate::journal::trouble;

/// How many bytes a nonce has.
const NONCE: std::ops::RangeInclusive<usize> = 8..=32;

/// The streams of a game before its first draw.
pub(super) fn streams(seed: [u8; 32], seats: &BySeat<store::SeatRow>) -> Streams {
    let [one, two] = Seat::BOTH.map(|seat| seats[seat].nonce.as_deref().unwrap_or_default());
    Streams::new(Seed(seed), one, two)
}

impl Live {
    /// A player adds a nonce. Who is too late, or has added one already, changes nothing.
    pub(super) async fn add_nonce(&mut self, seat: Seat, nonce: &str) -> Result<(), No> {
        let bytes = unhex_all(nonce).filter(|bytes| NONCE.contains(&bytes.len()));
        let bytes = bytes.ok_or_else(|| no("server.nonce"))?;
        if !self.wants_nonce(seat) {
            return Ok(());
        }
        self.keep_nonce(seat, bytes).await?;
        self.draw_if_due().await;
        Ok(())
    }

    async fn keep_nonce(&mut self, seat: Seat, nonce: Vec<u8>) -> Result<(), Refusal> {
        let id = self.row.id.clone();
        let stored = self.app.store.set_nonce(id, seat, nonce.clone()).await;
        stored.map_err(|error| {
            trouble(&self.row.id, &error);
            no("server.store")
        })?;
        self.seats[seat].nonce = Some(nonce);
        self.streams = streams(self.row.seed, &self.seats);
        Ok(())
    }

    fn wants_nonce(&self, seat: Seat) -> bool {
        let side = &self.seats[seat];
        !self.drawn && side.nonce.is_none() && side.occupant != "computer"
    }

    /// Whether chance may speak: everybody has added to the dice, or need not.
    pub(super) fn may_draw(&self) -> bool {
        let waits = !self.app.config.pace.nonces.is_zero();
        !waits || !Seat::BOTH.into_iter().any(|seat| self.wants_nonce(seat))
    }

    /// Lets chance speak if it is its turn; otherwise notes how long it waits for the nonces.
    pub(super) async fn draw_if_due(&mut self) {
        self.patience = None;
        if self.outcome().is_some() || self.table.turn() != Turn::Chance {
            return;
        }
        if self.may_draw() {
            if self.go_on(None, Cause::Table, None).await.is_err() {
                trouble(&self.row.id, "chance could not speak");
                self.patience = Some(self.now() + super::TROUBLE);
            }
        } else if Seat::BOTH.into_iter().all(|seat| self.seats[seat].occupant != "open") {
            self.patience = Some(self.now() + self.app.config.pace.nonces);
        }
    }

    /// Who has added nothing by now adds nothing.
    pub(super) async fn wait_no_longer(&mut self) {
        for seat in Seat::BOTH {
            if self.wants_nonce(seat) && self.keep_nonce(seat, Vec::new()).await.is_err() {
                self.patience = Some(self.now() + super::TROUBLE);
                return;
            }
        }
        self.draw_if_due().await;
    }

    /// What everybody may know about the dice: the seed is opened by the end of the game.
    pub(super) fn commitment(&self) -> Commitment {
        Commitment {
            hash: Seed(self.row.seed).commitment(),
            seed: self.seed(),
            wanted: Seat::BOTH.into_iter().filter(|seat| self.wants_nonce(*seat)).collect(),
        }
    }

    /// The seed of the dice, once the game is over.
    pub(super) fn seed(&self) -> Option<String> {
        self.outcome().map(|_| Seed(self.row.seed).open())
    }
}
