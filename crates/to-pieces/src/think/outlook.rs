//! The chance to win when round 2 or 3 begins, where plans that are played on end. Everything is known there, the
//! table being an imagined one. Casual and strong go by a few counts, expert by what many games have taught
//! (`cargo run --release -p to-pieces --example teach -- 20000 1`).

use table::Seat;

use super::{
    field::{Field, When},
    goals::{SORTS, sort},
    value::{Temper, guessed, hand, prospect},
};
use crate::{
    ToPieces,
    board::Spaces,
    characters::{Kind, LEADER},
    side::{Place, Side},
    teams::Effect,
};

/// What points, minions, the leader, coins, the summon, cards and their prospects are worth when round 2 begins,
/// and when round 3 begins. Fitted to the results of some hundred games of players that look one step ahead.
const ROUGH: [[f32; 7]; 2] =
    [[0.26, 0.70, 1.80, 0.55, 0.60, -0.25, 0.26], [0.66, 0.65, 1.90, 0.70, 0.65, -0.35, 0.60]];

/// What each of the [`signs`] is worth when round 2 begins, and when round 3 begins, as the example
/// prints it for 20000 games and seed 1.
#[rustfmt::skip]
const LEARNED: [[f32; SIGNS]; 2] = [
    [
        0.52, -0.01, -1.62, 1.00, -0.82, 0.05, 1.05, -0.11, -0.19,
        -1.47, 0.03, 0.17, 0.18, 0.01, 0.93, 0.06, 0.03,
        0.18, 0.02, 0.10, 0.11, -0.14, 0.01, 0.42, 0.18, 0.11, -0.13, -0.26, -0.05, 0.06, 0.00, 0.37,
        0.00, 0.00, 0.55, 0.97, 0.20, 0.44, 0.35, 0.39, -0.14, 0.18, 0.48, -0.37, 0.22,
    ],
    [
        0.82, 0.18, -0.95, 0.87, -0.71, 0.22, 1.03, -0.44, -0.35,
        -1.42, -0.09, 0.16, 0.17, 0.01, 0.62, 0.05, 0.09,
        -0.02, -0.05, 0.24, 0.26, -0.23, -0.08, 0.57, -0.02, -0.59, -0.38, 0.45, -0.10, -0.08, 0.27, 0.34,
        0.00, 0.00, 0.59, 0.98, 0.19, 0.40, 0.00, 0.41, 0.05, 0.13, 0.98, -0.08, -0.21,
    ],
];

/// Signs of the board, the men and the hand as a whole.
const COUNTS: usize = 17;
/// Verbs that a strategy can begin with.
const VERBS: usize = 13;
/// How many [`signs`] there are: the counts, the prospects of the hand by sorts of goals, the coins by verbs.
pub const SIGNS: usize = COUNTS + SORTS + VERBS;

/// The chance of a seat to win at the beginning of a round.
pub fn outlook(game: &ToPieces, seat: Seat, temper: &Temper) -> f32 {
    let round = usize::from(game.round == 3);
    let ahead = if temper.learned {
        signs(game, seat, temper).iter().zip(&LEARNED[round]).map(|(sign, weight)| sign * weight).sum()
    } else {
        let field = Field::of(game);
        rough(&field, seat, temper, &ROUGH[round]) - rough(&field, !seat, temper, &ROUGH[round])
    };
    1.0 / (1.0 + libm::expf(-ahead))
}

fn rough(field: &Field<'_>, seat: Seat, temper: &Temper, weights: &[f32; 7]) -> f32 {
    let game = field.game;
    let own = &game.sides[seat];
    let counts = [
        f32::from(game.score(seat).points),
        minions(field, seat),
        leader(own),
        coins(game, seat).count() as f32,
        summon(own),
        f32::from(own.hand.len()),
        hand(field, seat, temper),
    ];
    counts.iter().zip(weights).map(|(count, weight)| count * weight).sum()
}

/// By how much a seat has more than the other of what tells who will win.
pub fn signs(game: &ToPieces, seat: Seat, temper: &Temper) -> [f32; SIGNS] {
    let field = Field::of(game);
    let [own, other] = [seat, !seat].map(|seat| side(&field, seat, temper));
    std::array::from_fn(|n| own[n] - other[n])
}

fn side(field: &Field<'_>, seat: Seat, temper: &Temper) -> [f32; SIGNS] {
    let game = field.game;
    let own = &game.sides[seat];
    let army = &field.armies[seat];
    let treasures = game.treasure_spaces();
    let near = army.iter().filter(|man| man.walks_to(treasures, When::Later) <= 1).count();
    let passed = |row: u8| (field.men[seat] & !Spaces::rows(game.edge(seat), row)).len();
    let falls = |actions: u8, leader: bool| {
        let men = army.iter().zip(&field.falls[seat]);
        men.filter(|(man, falls)| **falls == actions && (man.who.index == LEADER) == leader).count() as f32
    };
    let mut signs = [0.0; SIGNS];
    signs[..COUNTS].copy_from_slice(&[
        f32::from(game.score(seat).points),
        minions(field, seat),
        leader(own),
        summon(own),
        f32::from(own.hand.len()),
        hand(field, seat, temper),
        guessed(field, seat, temper),
        f32::from(u8::from(game.leading() == seat)),
        falls(1, false),
        falls(1, true),
        falls(2, true),
        near as f32,
        f32::from((field.men[seat] & treasures).len()),
        f32::from((1..8).map(passed).sum::<u8>()),
        army.iter().find(|man| man.who.index == LEADER).map_or(0.0, |man| f32::from(man.fighter.health)),
        f32::from(army.iter().map(|man| man.fighter.speed).sum::<u8>()),
        f32::from(army.iter().map(|man| man.fighter.ranged).sum::<u8>()),
    ]);
    for card in own.hand.iter() {
        if let (Some(objective), Some(found)) =
            (game.sheet(seat).objective(card), prospect(field, seat, card, temper))
        {
            signs[COUNTS + sort(objective.goal) as usize] += found.alone();
        }
    }
    for coin in coins(game, seat) {
        if let Some(&effect) = game.sheet(seat).strategy(coin).effects.first() {
            signs[COUNTS + SORTS + verb(effect)] += 1.0;
        }
    }
    signs
}

fn minions(field: &Field<'_>, seat: Seat) -> f32 {
    field.armies[seat].iter().filter(|man| man.who.kind() == Kind::Minion).count() as f32
}

fn leader(side: &Side) -> f32 {
    f32::from(u8::from(matches!(side.leader(), Place::Board(_))))
}

fn summon(side: &Side) -> f32 {
    f32::from(u8::from(side.summon() == Place::Unplaced))
}

/// The coins that a seat can use, its own and captured ones.
fn coins(game: &ToPieces, seat: Seat) -> impl Iterator<Item = u8> + '_ {
    game.sides[seat].coins(Place::Reserve).chain(game.sides[!seat].coins(Place::Taken))
}

/// The place of a verb among the verbs.
fn verb(effect: Effect) -> usize {
    match effect {
        Effect::Push { .. } => 0,
        Effect::Cascade => 1,
        Effect::Drag { .. } => 2,
        Effect::Attack { .. } => 3,
        Effect::Charge { .. } => 4,
        Effect::March { .. } => 5,
        Effect::Exchange { .. } => 6,
        Effect::Clear { .. } => 7,
        Effect::Token { .. } => 8,
        Effect::Deploy { .. } => 9,
        Effect::Recall { .. } => 10,
        Effect::Shift { .. } => 11,
        Effect::Swap => 12,
    }
}

#[cfg(test)]
mod tests {
    use table::Show;

    use super::*;
    use crate::think::SHREWD;

    const LEARNED: Temper = Temper { learned: true, ..SHREWD };

    fn chance(position: &str) -> f32 {
        let game = ToPieces::set_up(&format!("wait regroup; round 2; {position}")).unwrap();
        let [one, two] = Seat::BOTH.map(|seat| outlook(&game, seat, &LEARNED));
        assert!((one + two - 1.0).abs() < 1e-5, "{one} {two}");
        one
    }

    #[test]
    fn points_men_the_summon_and_safety_are_worth_something() {
        let level = chance("one L c1, 1 d2, 2 e2; two L e8, 1 d7, 2 e7");
        let better = [
            "one L c1, 1 d2, 2 e2; two L e8, 1 d7, 2 claimed",
            "one L c1, 1 d2, 2 e2; two L gone, 1 d7, 2 e7",
            "one L c1, 1 d2, 2 e2; two L e8, S gone, 1 d7, 2 e7",
            // The leader among enemies, with an Obstacle behind it.
            "one L c1, 1 d7, 2 f7; two L e7, 1 a8, 2 h8; obstacle e8 h3 a6 h6",
        ];
        for position in better {
            assert!(chance(position) > level, "{position}");
        }
    }
}
