//! Dice that can be checked: what the players add, committed to first and opened afterwards.
//!
//! The seed of a table is fixed, and its commitment shown, before anybody adds anything. Each person then commits
//! to a nonce; when everybody has, the commitments are closed and the nonces are opened, and only then does chance
//! speak: neither the server nor one player, not even with the seed at hand, could have chosen the dice after
//! the others had spoken. Without every reveal there are no dice: who does not open in time has given the game up,
//! which everybody may do at any time, so that holding back gives nobody a choice between two throws
//! (`docs/dice.md`).

use std::time::Duration;

use protocol::{Commitment, Tell};
use table::{
    BySeat, Refusal, Seat, Turn,
    chance::{Seed, Streams},
    record::TableLine,
    tools::{hex, unhex, unhex_all},
};

use super::{ConnId, Live, No, clock, clock::Cause, no};
use crate::{journal::trouble, time::Moment};

/// How many bytes a nonce has that is added in the open.
const NONCE: std::ops::RangeInclusive<usize> = 8..=32;

/// How many bytes a nonce has that was committed to: fewer could be found by trying.
const COMMITTED: std::ops::RangeInclusive<usize> = 16..=32;

/// After a table has woken, everybody has so long to come back before anybody is named.
pub(super) const GRACE: Duration = Duration::from_secs(60);

/// The streams of a game before its first draw.
pub(super) fn streams(seed: [u8; 32], seats: &BySeat<store::SeatRow>) -> Streams {
    let [one, two] = Seat::BOTH.map(|seat| seats[seat].nonce.as_deref().unwrap_or_default());
    Streams::new(Seed(seed), one, two)
}

impl Live {
    /// A player commits to a nonce. Who is too late changes nothing.
    pub(super) async fn commit(&mut self, conn: ConnId, seat: Seat, hash: &str) -> Result<(), No> {
        let hash: [u8; 32] = unhex(hash).ok_or_else(|| no("server.dice.commitment"))?;
        if !self.may_commit(conn, seat) || self.seats[seat].commitment == Some(hash) {
            return Ok(());
        }
        let (id, now) = (self.row.id.clone(), self.now().0);
        let stored = self.app.store.set_commitment(id, seat, hash, now).await;
        stored.map_err(|error| self.not_stored(&error))?;
        self.seats[seat].commitment = Some(hash);
        self.seats[seat].committed = Some(now);
        self.dice_changed().await;
        Ok(())
    }

    /// A player opens a nonce, or, without a commitment, adds one in the open. Who is too late, or has added one
    /// already, changes nothing.
    pub(super) async fn add_nonce(&mut self, seat: Seat, nonce: &str) -> Result<(), No> {
        let side = &self.seats[seat];
        let size = if side.commitment.is_some() { COMMITTED } else { NONCE };
        let bytes = unhex_all(nonce).filter(|bytes| size.contains(&bytes.len()));
        let bytes = bytes.ok_or_else(|| no("server.nonce"))?;
        if self.drawn || side.nonce.is_some() || side.occupant == "computer" {
            return Ok(());
        }
        if let Some(commitment) = side.commitment {
            if !self.is_closed() {
                return Err(no("server.dice.early").into());
            }
            if Seed(self.row.seed).nonce_commitment(seat, &bytes) != commitment {
                return Err(no("server.dice.other").into());
            }
        }
        self.keep_nonce(seat, bytes).await?;
        self.dice_changed().await;
        Ok(())
    }

    async fn keep_nonce(&mut self, seat: Seat, nonce: Vec<u8>) -> Result<(), Refusal> {
        let id = self.row.id.clone();
        let stored = self.app.store.set_nonce(id, seat, nonce.clone()).await;
        stored.map_err(|error| self.not_stored(&error))?;
        self.seats[seat].nonce = Some(nonce);
        self.streams = streams(self.row.seed, &self.seats);
        Ok(())
    }

    fn not_stored(&self, error: &store::StoreError) -> Refusal {
        trouble(&self.row.id, error);
        no("server.store")
    }

    /// Tells everybody how the dice stand, and lets chance speak if nobody is missing.
    async fn dice_changed(&mut self) {
        let commitment = self.commitment();
        self.viewers.tell_all(&Tell::Dice { commitment });
        self.draw_if_due().await;
    }

    /// Whether a seat has nothing to add any more: it has committed or spoken, or need not.
    fn is_fixed(&self, seat: Seat) -> bool {
        let side = &self.seats[seat];
        side.occupant == "computer" || side.commitment.is_some() || side.nonce.is_some()
    }

    /// Whether everybody has committed: then nonces are opened, and no commitment changes.
    fn is_closed(&self) -> bool {
        self.drawn || Seat::BOTH.into_iter().all(|seat| self.is_fixed(seat))
    }

    /// Whether this connection may commit for a seat: nobody has, or somebody is still missing and the seat has no
    /// other connection, whose device may hold the nonce.
    fn may_commit(&self, conn: ConnId, seat: Seat) -> bool {
        let alone =
            || self.viewers.iter().all(|(other, viewing)| other == conn || !viewing.you.contains(&seat));
        let spoken = self.seats[seat].nonce.is_some() || self.seats[seat].occupant == "computer";
        !self.is_closed() && !spoken && (self.seats[seat].commitment.is_none() || alone())
    }

    /// Who has neither committed nor spoken, and still may.
    fn is_wanted(&self, seat: Seat) -> bool {
        !self.drawn && !self.is_fixed(seat)
    }

    /// Who has committed and has not opened it.
    fn is_unrevealed(&self, seat: Seat) -> bool {
        self.seats[seat].commitment.is_some() && self.seats[seat].nonce.is_none()
    }

    fn is_here(&self, seat: Seat) -> bool {
        self.viewers.iter().any(|(_, viewing)| viewing.you.contains(&seat))
    }

    /// Whether chance may speak: everybody has added to the dice, or need not.
    pub(super) fn may_draw(&self) -> bool {
        let waits = !self.app.config.pace.nonces.is_zero();
        let missing = |seat| self.is_unrevealed(seat) || waits && self.is_wanted(seat);
        self.drawn || !Seat::BOTH.into_iter().any(missing)
    }

    /// Lets chance speak if it is its turn; otherwise notes how long it waits for the nonces.
    pub(super) async fn draw_if_due(&mut self) {
        if self.outcome().is_none() && self.table.turn() == Turn::Chance && self.may_draw() {
            (self.patience, self.deadline) = (None, None);
            if self.go_on(None, Cause::Table, None).await.is_err() {
                trouble(&self.row.id, "chance could not speak");
                self.patience = Some(self.now() + super::TROUBLE);
            }
        } else {
            self.wait_for_nonces();
        }
    }

    /// Notes how long chance waits: a moment for who is here and says nothing, long for who is away or has
    /// committed, without end while a seat is open.
    pub(super) fn wait_for_nonces(&mut self) {
        let open = Seat::BOTH.into_iter().any(|seat| self.seats[seat].occupant == "open");
        let waits = self.outcome().is_none() && self.table.turn() == Turn::Chance && !open;
        if !waits || self.may_draw() {
            (self.patience, self.deadline) = (None, None);
            return;
        }
        let silent = Seat::BOTH.into_iter().any(|seat| self.is_wanted(seat) && self.is_here(seat));
        let soon = self.now() + self.app.config.pace.nonces;
        self.patience = silent.then(|| self.patience.unwrap_or(soon));
        let since = Seat::BOTH.into_iter().filter_map(|seat| self.seats[seat].committed).max();
        let since = Moment(since.unwrap_or(self.row.began * 1000));
        self.deadline = Some((since + self.time_to_reveal()).max(self.grace));
    }

    /// How long a player has to open a nonce: what the clock gives for a turn, at most what the house gives.
    fn time_to_reveal(&self) -> Duration {
        let house = self.app.config.pace.reveal;
        clock::first(self.row.clock.as_deref()).map_or(house, |first| first.min(house))
    }

    /// Who is here and has committed to nothing by now adds nothing.
    pub(super) async fn wait_no_longer(&mut self) {
        self.patience = None;
        let mut changed = false;
        for seat in Seat::BOTH {
            if !self.is_wanted(seat) || !self.is_here(seat) {
                continue;
            }
            if self.keep_nonce(seat, Vec::new()).await.is_err() {
                self.patience = Some(self.now() + super::TROUBLE);
                return;
            }
            changed = true;
        }
        if changed {
            self.dice_changed().await;
        } else {
            self.draw_if_due().await;
        }
    }

    /// Who has not opened a nonce by the deadline has given the game up: without every reveal there are no dice.
    pub(super) async fn name_the_missing(&mut self) {
        self.deadline = None;
        let missing = |seat: &Seat| self.is_unrevealed(*seat) || self.is_wanted(*seat);
        let missing: Vec<Seat> = Seat::BOTH.into_iter().filter(missing).collect();
        let line = match missing[..] {
            [] => return,
            [seat] => TableLine::Unrevealed(seat),
            _ => TableLine::NeitherRevealed,
        };
        if self.end_by(line, None).await.is_err() {
            self.deadline = Some(self.now() + super::TROUBLE);
        }
    }

    /// What everybody may know about the dice: the seed is opened by the end of the game, with the nonces.
    pub(super) fn commitment(&self) -> Commitment {
        let seed = Seed(self.row.seed);
        let those =
            |which: &dyn Fn(Seat) -> bool| Seat::BOTH.into_iter().filter(|seat| which(*seat)).collect();
        let abstained = |seat: Seat| self.seats[seat].nonce.as_ref().is_some_and(Vec::is_empty);
        Commitment {
            hash: seed.commitment(),
            seed: self.seed(),
            wanted: those(&|seat| self.is_wanted(seat)),
            nonces: Seat::BOTH.map(|seat| {
                let side = &self.seats[seat];
                let open = side.nonce.as_ref().filter(|nonce| !nonce.is_empty());
                let hash = || open.map(|nonce| seed.nonce_commitment(seat, nonce));
                side.commitment.or_else(hash).map(|hash| hex(&hash))
            }),
            unrevealed: those(&|seat| self.is_closed() && self.is_unrevealed(seat)),
            abstained: those(&abstained),
        }
    }

    /// The seed of the dice, once the game is over.
    pub(super) fn seed(&self) -> Option<String> {
        self.outcome().map(|_| Seed(self.row.seed).open())
    }
}
