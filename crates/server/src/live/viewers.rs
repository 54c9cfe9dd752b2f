//! Who looks at the table: connections, their seats, and the queue of each.

use std::{collections::BTreeMap, sync::Arc};

use axum::extract::ws::Utf8Bytes;
use protocol::{SeatTold, Tell, Watchers};
use store::GuestId;
use table::Seat;

use super::{ConnId, Joined, Live, Message, bots::Hinting};
use crate::{
    journal::trouble,
    queue::{Budget, NoRoom, Outbox, Share},
};

/// One connection.
pub(super) struct Viewing {
    pub(super) guest: Option<GuestId>,
    /// Its seats.
    pub(super) you: Vec<Seat>,
    /// At one screen with secrets: whose cover is lifted here.
    pub(super) uncovered: Option<Seat>,
    /// The hint that is being thought about; nobody wants it any more when this viewer is gone.
    pub(super) hinting: Option<Hinting>,
    out: Outbox,
    /// What it has waiting, of what all may have.
    share: Arc<Share>,
}

/// All connections.
pub(super) struct Viewers {
    all: BTreeMap<ConnId, Viewing>,
    /// The bytes that wait for all of them.
    waiting: Arc<Budget>,
}

/// Puts a frame into the queue of somebody who is no viewer, if there is room.
pub(super) fn tell(out: &Outbox, frame: &Tell) {
    let _ = out.put(written(frame), None);
}

fn written(frame: &Tell) -> Utf8Bytes {
    serde_json::to_string(frame).expect("frames are plain data").into()
}

impl Viewers {
    /// Nobody yet; at most `bytes` wait for all who come.
    pub(super) fn new(bytes: usize) -> Viewers {
        Viewers { all: BTreeMap::new(), waiting: Budget::new(bytes) }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.all.clear();
    }

    pub(super) fn ids(&self) -> Vec<ConnId> {
        self.all.keys().copied().collect()
    }

    pub(super) fn get(&self, conn: ConnId) -> Option<&Viewing> {
        self.all.get(&conn)
    }

    pub(super) fn get_mut(&mut self, conn: ConnId) -> Option<&mut Viewing> {
        self.all.get_mut(&conn)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (ConnId, &Viewing)> {
        self.all.iter().map(|(conn, viewing)| (*conn, viewing))
    }

    /// Tells one viewer. One whose queue is full is sent away: it comes back and gets what it missed.
    pub(super) fn tell(&mut self, conn: ConnId, frame: &Tell) {
        self.pass_on(conn, written(frame));
    }

    /// Tells one viewer what has been written already.
    pub(super) fn pass_on(&mut self, conn: ConnId, text: Utf8Bytes) {
        while let Some(viewing) = self.all.get(&conn) {
            let away = match viewing.out.put(text.clone(), Some(&viewing.share)) {
                Ok(()) => return,
                Err(NoRoom::Here) => conn,
                // One who does not read makes no room scarce for those who do.
                Err(NoRoom::AtTable) => self.slowest().unwrap_or(conn),
            };
            if let Some(gone) = self.all.remove(&away) {
                gone.out.revoke(&gone.share);
            }
        }
    }

    /// Tells everybody the same: nothing of a game.
    pub(super) fn tell_all(&mut self, frame: &Tell) {
        let text = written(frame);
        self.ids().into_iter().for_each(|conn| self.pass_on(conn, text.clone()));
    }

    #[cfg(test)]
    fn come(&mut self, conn: ConnId, out: Outbox) {
        let share = Share::new(&self.waiting);
        let viewing = Viewing { guest: None, you: Vec::new(), uncovered: None, hinting: None, out, share };
        self.all.insert(conn, viewing);
    }

    /// Who has most waiting, if anybody has anything.
    fn slowest(&self) -> Option<ConnId> {
        let waiting = self.all.iter().map(|(conn, viewing)| (viewing.out.bytes(), *conn));
        waiting.max().filter(|(bytes, _)| *bytes > 0).map(|(_, conn)| conn)
    }
}

impl Live {
    pub(super) fn join(&mut self, joined: Joined) {
        let Joined { conn, guest, out, version } = joined;
        let you = self.seats_of(guest);
        let share = Share::new(&self.viewers.waiting);
        let viewing = Viewing { guest, you, uncovered: None, hinting: None, out, share };
        self.viewers.all.insert(conn, viewing);
        self.catch_up(conn, version);
        self.tell_presence();
    }

    pub(super) fn leave(&mut self, conn: ConnId) {
        if self.viewers.all.remove(&conn).is_some() {
            self.tell_presence();
        }
    }

    /// Reads the seats again; whoever has another seat now gets the table anew.
    pub(super) async fn reseat(&mut self) {
        match self.app.store.seats(&self.row.id).await {
            Ok(seats) => {
                self.seats = seats;
                self.draw_if_due().await;
                self.start_clocks().await;
            }
            Err(error) => {
                trouble(&self.row.id, &error);
                self.hear_later(Message::SeatsChanged);
                return;
            }
        }
        for conn in self.viewers.ids() {
            let Some(viewing) = self.viewers.get(conn) else { continue };
            let you = self.seats_of(viewing.guest);
            if you != viewing.you {
                if let Some(viewing) = self.viewers.get_mut(conn) {
                    viewing.you = you;
                    viewing.uncovered = None;
                    viewing.hinting = None;
                }
                self.tell_snapshot(conn);
            }
        }
        self.tell_presence();
    }

    fn seats_of(&self, guest: Option<GuestId>) -> Vec<Seat> {
        let Some(guest) = guest else { return Vec::new() };
        let holds = |seat: &Seat| self.seats[*seat].holders.iter().any(|(holder, _)| *holder == guest);
        Seat::BOTH.into_iter().filter(holds).collect()
    }

    fn tell_presence(&mut self) {
        let seats = self.seats_told();
        let watchers = self.watchers();
        self.viewers.tell_all(&Tell::Presence { seats, watchers });
    }

    pub(super) fn seats_told(&self) -> [SeatTold; 2] {
        use protocol::Occupant;
        Seat::BOTH.map(|seat| {
            let side = &self.seats[seat];
            let occupant = match side.occupant.as_str() {
                "computer" => Occupant::Computer,
                "open" => Occupant::Open,
                _ => Occupant::Guest,
            };
            let here = self.viewers.iter().any(|(_, viewing)| viewing.you.contains(&seat));
            SeatTold {
                occupant,
                name: side.name().map(str::to_owned),
                connected: here || occupant == Occupant::Computer,
            }
        })
    }

    pub(super) fn watchers(&self) -> Watchers {
        let count = self.viewers.iter().filter(|(_, viewing)| viewing.you.is_empty()).count();
        Watchers { count: count as u32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_too_slow_is_sent_away_and_the_others_stay() {
        let mut viewers = Viewers::new(1000);
        let mut queues = Vec::new();
        for (conn, room) in [(1, 2), (2, 9)] {
            let (out, queue) = Outbox::roomy(room);
            viewers.come(conn, out);
            queues.push(queue);
        }
        for _ in 0..3 {
            viewers.tell_all(&Tell::Busy { key: None });
        }
        assert_eq!(viewers.ids(), [2]);
        assert_eq!((queues[0].len(), queues[1].len()), (2, 3));
        viewers.tell(2, &Tell::Busy { key: None });
        assert_eq!(queues[1].len(), 4);
    }

    #[test]
    fn who_does_not_read_makes_no_room_scarce_for_those_who_do() {
        let mut viewers = Viewers::new(1000);
        let (deaf, _unread) = Outbox::roomy(100);
        let (out, mut queue) = Outbox::roomy(100);
        viewers.come(1, deaf);
        viewers.come(2, out);
        for n in 0..20 {
            viewers.pass_on(1, "x".repeat(90).into());
            viewers.pass_on(2, "y".repeat(90).into());
            assert!(queue.try_recv().is_ok(), "frame {n}");
            assert!(viewers.waiting.used() <= 1000);
        }
        assert_eq!(viewers.ids(), [2]);
        assert_eq!(viewers.waiting.used(), 0, "what waited for the other one counts no more");
    }
}
