//! The Archers' cards (rules 47-52): Poisons, Spymaster, Thief, Sabotage, Strafing Shot, Aimed Shot.

use table::{Log, Seat};

use super::{Card, each_die};
use crate::{
    BackgammonWars, Event,
    action::{Play, With},
    board::{POINTS, each},
    dice::Pair,
    units::{Kind, die_of_shot, target_of},
    waits::Wait,
};

pub(super) fn choices(game: &BackgammonWars, seat: Seat, card: Card, offer: &mut dyn FnMut(With)) {
    match card {
        Card::Poison1 | Card::Poison3 | Card::Poison5 => each_die(game, offer),
        Card::Thief if game.stolen[seat] == 0 => each_die(game, offer),
        Card::Spymaster if !game.dice.used && game.early[!seat] == Pair::NONE => offer(With::Nothing),
        Card::Sabotage if game.dice.choice => offer(With::Nothing),
        Card::Strafing => {
            let passed = passed(game, seat) & game.lone_enemies(seat);
            each(passed).for_each(|point| offer(With::Point(point)));
        }
        Card::Aimed if !game.dice.choice => {
            let enemies = game.topmost_enemies(seat);
            for &die in game.dice.numbers().iter().filter(|&&die| die <= 6) {
                for from in each(game.board.free(seat, Kind::Archer)) {
                    let to = target_of(seat, from, die);
                    if enemies >> to & 1 != 0 {
                        offer(With::Line { from, to });
                    }
                }
            }
        }
        _ => {}
    }
}

/// The points strictly between start and end of an archer's last move, while it stands there (rule 51).
fn passed(game: &BackgammonWars, seat: Seat) -> u32 {
    let (from, to) = game.dice.flight;
    if to == 0 || !game.board.has(seat, Kind::Archer, to) {
        return 0;
    }
    ((1 << from) - 1) & !((2 << to) - 1) & POINTS
}

pub(super) fn act(game: &mut BackgammonWars, seat: Seat, play: Play, log: &mut Log<Event>) {
    match (play.card, play.with) {
        (Card::Spymaster, _) => game.waits.push(Wait::Spy(seat)),
        (Card::Sabotage, _) => {
            game.dice.choice = false;
            log.tell(|| Event::Sabotaged { seat });
        }
        (Card::Thief, With::Die(die)) => {
            game.dice.change(die, 0);
            game.stolen[seat] = die;
            log.tell(|| Event::DieStolen { seat, die });
        }
        (Card::Strafing, With::Point(point)) => {
            let (_, from) = game.dice.flight;
            game.dice.flight = (0, 0);
            log.tell(|| Event::Shot { seat, from, to: point });
            game.strike(seat, (Kind::Archer, from), point, log);
        }
        (Card::Aimed, With::Line { from, to }) => {
            let die = die_of_shot(seat, from, to).expect("an offered shot has a number");
            game.dice.use_up(die);
            log.tell(|| Event::Shot { seat, from, to });
            game.strike(seat, (Kind::Archer, from), to, log);
        }
        (card, With::Die(from)) => {
            let to = from.saturating_sub(card.strength());
            game.dice.change(from, to);
            let owner = game.roller();
            log.tell(|| match to {
                0 => Event::DieLost { seat: owner, die: from },
                to => Event::DieChanged { seat: owner, from, to },
            });
        }
        _ => {}
    }
}
