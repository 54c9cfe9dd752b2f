//! The Warriors' cards (rules 41-46): Potions, Caltrops, Escort, Thrust, Shove, Parry.

use table::{Log, Seat};

use super::{Card, each_die};
use crate::{
    BackgammonWars, Event,
    action::{Mark, PAIRS, Play, With},
    board::{OFF, beside, each},
    moves::die_off,
    plan::{Lanes, landing},
    units::Kind,
    waits::{Roll, Wait},
};

pub(super) fn choices(game: &BackgammonWars, seat: Seat, card: Card, offer: &mut dyn FnMut(With)) {
    match card {
        Card::Caltrops if game.dice.left() > 0 => offer(With::Nothing),
        Card::Escort => escorts(game, seat, offer),
        Card::Thrust => {
            let lone = game.lone_enemies(seat);
            lines(game, seat, |_, to| lone >> to & 1 != 0, offer);
        }
        Card::Shove => {
            let room = game.push_room(seat);
            let enemies = game.topmost_enemies(seat);
            let fits = |from: u8, to: u8| {
                let beyond = to + to - from;
                enemies >> to & 1 != 0 && room >> beyond & 1 != 0
            };
            lines(game, seat, fits, offer);
        }
        Card::Parry => offer(With::Nothing),
        Card::Potion1 | Card::Potion3 | Card::Potion5 => each_die(game, offer),
        _ => {}
    }
}

/// From each free warrior to each fitting space beside it.
fn lines(game: &BackgammonWars, seat: Seat, fits: impl Fn(u8, u8) -> bool, offer: &mut dyn FnMut(With)) {
    for from in each(game.board.free(seat, Kind::Warrior)) {
        for to in each(beside(1 << from)).filter(|&to| fits(from, to)) {
            offer(With::Line { from, to });
        }
    }
}

/// Two free units of one space, one die (rule 43).
fn escorts(game: &BackgammonWars, seat: Seat, offer: &mut dyn FnMut(With)) {
    let dice = game.dice.all();
    if game.dice.choice || game.board.wall(seat).total() > 0 {
        return;
    }
    let lanes = Lanes::of(game, seat);
    for &die in game.dice.numbers().iter() {
        for from in each(lanes.sources_with(die, &dice) & game.board.many(seat)) {
            let to = landing(from, die);
            let stack = game.board.stack(seat, from);
            if to != OFF && game.board.units_on(seat, to) > 3 {
                continue;
            }
            let mark = lanes.mark_at(to);
            for (first, second) in PAIRS {
                let count = |kind| stack.kinds().filter(|&k| k == kind).count();
                let there = if first == second { count(first) > 1 } else { count(first) * count(second) > 0 };
                if there {
                    offer(With::Pair { first, second, from, to, mark });
                }
            }
        }
    }
}

pub(super) fn act(game: &mut BackgammonWars, seat: Seat, play: Play, log: &mut Log<Event>) {
    match (play.card, play.with) {
        (Card::Caltrops, _) => {
            let count = game.dice.left();
            game.dice.lay(&[]);
            game.waits.push(Wait::Roll { seat: !seat, count, roll: Roll::Again });
        }
        (Card::Escort, With::Pair { first, second, from, to, mark }) => {
            escort(game, seat, (first, second), (from, to), mark, log);
        }
        (Card::Thrust, With::Line { from, to }) => game.strike(seat, (Kind::Warrior, from), to, log),
        (Card::Shove, With::Line { from, to }) => game.push(seat, to, to + to - from, log),
        (card, With::Die(from)) => {
            let to = from.saturating_add(card.strength());
            game.dice.change(from, to);
            let owner = game.roller();
            log.tell(|| Event::DieChanged { seat: owner, from, to });
        }
        _ => {}
    }
}

fn escort(
    game: &mut BackgammonWars,
    seat: Seat,
    (first, second): (Kind, Kind),
    (from, to): (u8, u8),
    mark: Mark,
    log: &mut Log<Event>,
) {
    let die = if to == OFF { die_off(&game.dice, from) } else { from - to };
    game.dice.use_up(die);
    // The topmost of each kind keep their order: the lower one goes first.
    let stack = game.board.stack(seat, from);
    let height = |kind| (0..stack.len()).rev().find(|&h| stack.kind(h) == kind);
    let (lower, upper) = if height(first) <= height(second) { (first, second) } else { (second, first) };
    for kind in [lower, upper] {
        game.board.lift(seat, kind, from);
    }
    let mage = game.board.alive(!seat, Kind::Mage);
    for (i, kind) in [lower, upper].into_iter().enumerate() {
        let mark = if i == 0 || mark == Mark::Fire { mark } else { Mark::Quiet };
        game.land(seat, kind, (from, to), mark, log);
    }
    if mark == Mark::Hit && mage {
        game.waits.push(Wait::Evoke { seat: !seat, kind: upper, at: to });
    }
    if to == OFF {
        game.look_whether_off(seat, log);
    } else if (lower == Kind::Archer || upper == Kind::Archer) && mark != Mark::Fire {
        game.dice.flight = (from, to);
    }
}
