//! What the next roll of a side could do to the other: hits by moving and captures by shooting, over all rolls.
//!
//! Quick and a little blind: a unit moves over any open landing, and what several units do together is not asked.

use table::Seat;

use crate::{
    BackgammonWars, Kind,
    board::{ON_WALL, POINTS, each},
    plan::Lanes,
    units::target_of,
};

/// How a side is threatened by one way to use a roll.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Threat {
    /// The chance that something is captured.
    pub(super) chance: f32,
    /// The pips that captures cost on average.
    pub(super) cost: f32,
}

impl Threat {
    /// Weighs every roll: `hit` says where units are captured, in the attacker's numbers, which are also the pips that
    /// a capture there costs.
    fn of(hit: impl Fn(usize, usize) -> u32, cost: impl Fn(u32) -> u32) -> Threat {
        let (mut hits, mut pips) = (0, 0);
        for a in 1..=6 {
            for b in 1..=a {
                let weight = if a == b { 1 } else { 2 };
                let places = hit(a, b);
                if places != 0 {
                    hits += weight;
                    pips += weight * cost(places);
                }
            }
        }
        Threat { chance: hits as f32 / 36.0, cost: pips as f32 / 36.0 }
    }
}

/// What `attacker` can hit by moving.
pub(super) fn by_moving(game: &BackgammonWars, attacker: Seat) -> Threat {
    let lanes = Lanes::of(game, attacker);
    let lone = lanes.lone & POINTS;
    if lone == 0 {
        return Threat::default();
    }
    let units = game.board.occupied(attacker);
    let (free, open) = (units & !ON_WALL, lanes.open() & !lanes.fire);
    let waiting = game.board.wall(attacker).total();
    // With one die. Units on the Wall come first, and only then the others.
    let first = |die: usize| if waiting > 0 { ON_WALL >> die } else { free >> die };
    let second = |a: usize, b: usize| match (waiting, first(a) & open) {
        (0, landed) => landed >> b,
        (1, landed) if landed != 0 => (free | landed) >> b,
        _ => 0,
    };
    let hit = |a: usize, b: usize| {
        if a != b {
            return (first(a) | first(b) | second(a, b) | second(b, a)) & lone;
        }
        let (mut places, mut movable) = (0, if waiting == 0 { free } else { 0 });
        for die in 1..=4 {
            let moved = if die <= waiting { ON_WALL >> a } else { movable >> a };
            if moved & open == 0 {
                break;
            }
            places |= moved;
            movable |= moved & open | if die == waiting { free } else { 0 };
        }
        places & lone
    };
    Threat::of(hit, |places| 31 - places.leading_zeros())
}

/// What the Archers of `attacker` can shoot.
pub(super) fn by_shooting(game: &BackgammonWars, attacker: Seat) -> Threat {
    let archers = game.board.free(attacker, Kind::Archer);
    let lone = game.lone_enemies(attacker) & POINTS;
    if archers == 0 || lone == 0 {
        return Threat::default();
    }
    let mut targets = [0u32; 7];
    for (die, targets) in targets.iter_mut().enumerate().skip(1) {
        *targets =
            each(archers).fold(0, |set, archer| set | 1 << target_of(attacker, archer, die as u8)) & lone;
    }
    Threat::of(|a, b| targets[a] | targets[b], |places| each(places).map(u32::from).sum())
}

#[cfg(test)]
mod tests {
    use table::Show;

    use super::*;

    fn rolls(threat: Threat) -> u32 {
        libm::roundf(36.0 * threat.chance) as u32
    }

    #[test]
    fn the_shots_of_backgammon_by_distance() {
        let known = [11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0];
        for (distance, rolls_known) in (1..).zip(known) {
            let text = format!("option variant=classic\none 24:w\ntwo {}:w\nto one move 2-1", 1 + distance);
            let threat = by_moving(&BackgammonWars::set_up(&text).unwrap(), Seat::One);
            assert_eq!(rolls(threat), rolls_known, "distance {distance}");
            assert!((threat.cost - threat.chance * (24 - distance) as f32).abs() < 1e-5);
        }
    }

    #[test]
    fn whoever_waits_on_the_wall_comes_first() {
        for (walls, rolls_known) in [("w", 14), ("ww", 12), ("wwww", 11)] {
            let text = format!("option variant=classic\none wall:{walls} 13:w\ntwo 3:w\nto one move 2-1");
            let game = BackgammonWars::set_up(&text).unwrap();
            assert_eq!(rolls(by_moving(&game, Seat::One)), rolls_known, "{walls}");
        }
    }

    #[test]
    fn two_enemies_on_the_way_shield() {
        let text = "option variant=classic\none 24:w\ntwo 8:w 2:ww 3:ww\nto one move 2-1";
        // From seven points away 6-1 and 5-2 find one landing, 4-3 both.
        assert_eq!(rolls(by_moving(&BackgammonWars::set_up(text).unwrap(), Seat::One)), 6);
        let text = "option variant=classic\none 24:w\ntwo 8:w 2:ww 7:ww\nto one move 2-1";
        assert_eq!(rolls(by_moving(&BackgammonWars::set_up(text).unwrap(), Seat::One)), 4);
    }

    #[test]
    fn an_archer_hits_with_one_number_of_six() {
        let game = BackgammonWars::set_up("one 3:a\ntwo 3:w\nto one shoot 2-1").unwrap();
        let threat = by_shooting(&game, Seat::One);
        assert_eq!(rolls(threat), 11);
        assert!((threat.cost - 22.0 * 11.0 / 36.0).abs() < 1e-5);
        assert_eq!(by_shooting(&game, Seat::Two), Threat::default());
        let game = BackgammonWars::set_up("one 3:a 4:a\ntwo 3:w 5:w 6:ww\nto one shoot 3-1").unwrap();
        assert_eq!(rolls(by_shooting(&game, Seat::One)), 20);
    }
}
