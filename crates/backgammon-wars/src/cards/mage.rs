//! The Mages' cards (rules 53-60): Divination, Transmutation, Duplication, Evocation, Abjuration, Reincarnation,
//! Conjuration, Manifestation.

use table::{Log, Seat};

use super::Card;
use crate::{
    Ahead, BackgammonWars, Event,
    action::{Mark, Play, With},
    board::{WALL, beside, each, flip},
    dice::Pair,
    plan::Lanes,
    units::Kind,
    waits::{Roll, Wait},
};

pub(super) fn choices(game: &BackgammonWars, seat: Seat, card: Card, offer: &mut dyn FnMut(With)) {
    let offered = match card {
        Card::Divination => game.ahead == Ahead::Plain,
        Card::Duplication => game.ahead == Ahead::Plain && game.last[!seat] != Pair::NONE,
        Card::Transmutation => !game.dice.used && !game.dice.chosen && game.dice.left() > 0,
        Card::Evocation => true,
        Card::Manifestation => !game.deck.is_out(),
        Card::Abjuration => {
            // The enemy's free units and every trap are in the way.
            let taken = flip(game.board.occupied(!seat)) | game.board.traps(seat) | game.tokens_of(seat);
            return points(game, seat, !taken, offer);
        }
        Card::Conjuration => {
            let units = game.board.occupied(seat) | flip(game.board.occupied(!seat)) | game.board.traps(seat);
            return points(game, seat, !(units | game.tokens_of(seat)), offer);
        }
        Card::Reincarnation => return rebirths(game, seat, offer),
        _ => false,
    };
    if offered {
        offer(With::Nothing);
    }
}

/// The points of a set that are beside a free mage.
fn points(game: &BackgammonWars, seat: Seat, set: u32, offer: &mut dyn FnMut(With)) {
    let near = beside(game.board.free(seat, Kind::Mage));
    each(near & set).for_each(|point| offer(With::Point(point)));
}

/// One unit from the Wall beside a mage (rule 58).
fn rebirths(game: &BackgammonWars, seat: Seat, offer: &mut dyn FnMut(With)) {
    let wall = game.board.wall(seat);
    if wall.total() == 0 {
        return;
    }
    let lanes = Lanes::of(game, seat);
    let near = beside(game.board.free(seat, Kind::Mage)) & lanes.open() & !lanes.fire;
    for kind in Kind::ALL.into_iter().filter(|&kind| wall.count(kind) > 0) {
        for to in each(near) {
            let mark = lanes.mark_at(to);
            offer(With::Unit { kind, to, mark });
            if mark == Mark::Hit && kind == Kind::Warrior {
                offer(With::Unit { kind, to, mark: Mark::Trap });
            }
        }
    }
}

pub(super) fn act(game: &mut BackgammonWars, seat: Seat, play: Play, log: &mut Log<Event>) {
    match (play.card, play.with) {
        (Card::Divination, _) => game.ahead = Ahead::Divination,
        (Card::Duplication, _) => game.ahead = Ahead::Duplication,
        (Card::Transmutation, _) => {
            let count = game.dice.left();
            game.dice.lay(&[]);
            game.waits.push(Wait::Window(!seat));
            game.waits.push(Wait::Roll { seat, count, roll: Roll::Again });
        }
        (Card::Evocation, With::Hitter { kind, at }) => {
            let released = game.board.lift(!seat, kind, at);
            game.board.put(!seat, kind, WALL);
            log.tell(|| Event::Hit { seat, kind, at: 25 - at });
            game.tell_release(seat, released, 25 - at, log);
        }
        (Card::Abjuration, With::Point(at)) => {
            game.tokens.barrier[seat] = at;
            log.tell(|| Event::BarrierSet { seat, at });
        }
        (Card::Conjuration, With::Point(at)) => {
            game.set_fire(seat, at);
            log.tell(|| Event::FireSet { seat, at });
        }
        (Card::Reincarnation, With::Unit { kind, to, mark }) => {
            let mage = game.board.alive(!seat, Kind::Mage);
            game.board.lift(seat, kind, WALL);
            game.land(seat, kind, (WALL, to), mark, log);
            if mark != Mark::Quiet && mage {
                game.waits.push(Wait::Evoke { seat: !seat, kind, at: to });
            }
        }
        (Card::Manifestation, _) => game.waits.push(Wait::Draw { seat, count: 2 }),
        _ => {}
    }
}
