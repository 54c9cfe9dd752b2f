//! The exact mathematics of a combat against the tables of the spec and against brute force.

mod common;

use std::collections::HashMap;

use common::{after, at, play};
use piggyback::{
    Action, Colour, Group, Pieces, Piggyback, Wait,
    odds::{self, Choice, Moment, Probability},
};
use table::{Game, Log, Step, Turn, tools};

/// The six sets of pieces that count in a combat.
const SETS: [&str; 6] = ["", "y", "o", "yy", "yo", "oo"];

fn group(units: u8, letters: &str) -> Group {
    let colours: Vec<Colour> = letters.chars().map(|letter| Colour::lettered(letter).unwrap()).collect();
    Group { units, pieces: Pieces::try_from(colours).unwrap() }
}

fn chance(attacker: (u8, &str), defender: (u8, &str)) -> String {
    let [attacker, defender] = [attacker, defender].map(|(units, letters)| group(units, letters));
    odds::attack(attacker.into(), defender.into()).to_string()
}

/// All stacks that differ in a combat.
fn stacks() -> impl Iterator<Item = (u8, &'static str)> {
    (1..=3).flat_map(|units| SETS.map(|set| (units, set)))
}

#[test]
fn stacks_without_abilities_are_as_in_the_spec() {
    let table =
        [["7/12", "91/216", "49/144"], ["17/24", "245/432", "635/1296"], ["7/9", "107/162", "2293/3888"]];
    for (attacker, row) in (1..).zip(table) {
        for (defender, fraction) in (1..).zip(row) {
            assert_eq!(chance((attacker, ""), (defender, "")), fraction);
        }
    }
}

#[test]
fn lone_units_with_abilities_are_as_in_the_spec() {
    let table = [
        ["7/12", "91/216", "5/12", "49/144", "55/216", "5/18"],
        ["17/24", "245/432", "13/24", "635/1296", "233/648", "7/18"],
        ["13/18", "7/12", "7/12", "41/81", "91/216", "5/12"],
        ["7/9", "107/162", "11/18", "2293/3888", "835/1944", "49/108"],
        ["5/6", "20/27", "17/24", "295/432", "245/432", "13/24"],
        ["5/6", "79/108", "13/18", "2/3", "7/12", "7/12"],
    ];
    for (attacker, row) in SETS.iter().zip(table) {
        for (defender, fraction) in SETS.iter().zip(row) {
            assert_eq!(chance((1, attacker), (1, defender)), fraction, "{attacker} against {defender}");
        }
    }
}

#[test]
fn mixed_stacks_are_as_in_the_spec() {
    assert_eq!(chance((3, "oo"), (1, "")), "23/24");
    assert_eq!(chance((1, ""), (3, "oo")), "25/324");
    assert_eq!(chance((3, "oo"), (3, "oo")), "2293/3888");
    assert_eq!(chance((3, "yo"), (3, "yo")), "259559/419904");
    assert_eq!(chance((3, "yy"), (3, "yy")), "81791/124416");
    assert_eq!(chance((2, "o"), (3, "y")), "2501/3888");
    assert_eq!(chance((2, "y"), (2, "o")), "835/1944");
    assert_eq!(chance((1, "yy"), (3, "yy")), "1751/3456");
}

#[test]
fn all_324_pairs_add_up_to_the_sum_of_the_spec() {
    let mut sum = 0;
    let mut pairs = 0;
    for (attacker, defender) in stacks().flat_map(|a| stacks().map(move |d| (a, d))) {
        let attacker = group(attacker.0, attacker.1);
        let defender = group(defender.0, defender.1);
        let (numerator, denominator) = odds::attack(attacker.into(), defender.into()).fraction();
        let whole = 6u64.pow(10);
        sum += u64::from(numerator) * (whole / u64::from(denominator));
        pairs += 1;
    }
    assert_eq!(pairs, 324);
    // 1842485987/10077696, with 10077696 = 6^9.
    assert_eq!(sum, 6 * 1_842_485_987);
}

/// Six to the tenth: what all chances are counted over here.
const WHOLE: u64 = 60_466_176;

/// The attacker's chance by trying every die and every decision of the real game, each position once.
fn brute(game: &Piggyback, known: &mut HashMap<Piggyback, u64>) -> u64 {
    match game.wait() {
        Wait::Warp { .. } | Wait::Roll(_) | Wait::Decide(_) => {}
        // The combat is over: who was the attacker stands on the attacked space, or the space is another's.
        Wait::Over { winner } => return if winner == Some(game.to()) { WHOLE } else { 0 },
        wait => panic!("a combat that cannot go on in `{}`", wait.name()),
    }
    if let Some(&chance) = known.get(game) {
        return chance;
    }
    let children: Vec<u64> = tools::steps(game)
        .iter()
        .map(|step| {
            let mut child = *game;
            child.play(step, &mut Log::off());
            brute(&child, known)
        })
        .collect();
    let chance = match game.turn() {
        Turn::Chance => {
            let sum: u64 = children.iter().sum();
            assert!(sum.is_multiple_of(6), "nothing is rounded");
            sum / 6
        }
        Turn::Act(seats) if seats.first() == game.to() => *children.iter().max().unwrap(),
        _ => *children.iter().min().unwrap(),
    };
    known.insert(*game, chance);
    chance
}

fn exact(probability: Probability) -> u64 {
    let (numerator, denominator) = probability.fraction();
    u64::from(numerator) * (WHOLE / u64::from(denominator))
}

/// Every position of every combat between two last groups: the chance, the chance after each choice, and the
/// perfect decision agree with trying everything.
#[test]
fn every_point_of_every_combat_agrees_with_brute_force() {
    let mut points = 0;
    for (attacker, defender) in stacks().flat_map(|a| stacks().map(move |d| (a, d))) {
        let written =
            |(units, set): (u8, &str)| format!("*{units}{}{set}", if set.is_empty() { "" } else { "+" });
        let position = format!("one c3{} / two c4{} / bank 0000", written(attacker), written(defender));
        let mut known = HashMap::new();
        let fight = after(&position, "c3-c4");
        assert_eq!(brute(&fight, &mut known), exact(fight.chance().unwrap()), "{position}");
        for (game, &chance) in &known {
            assert_eq!(exact(game.chance().unwrap()), chance, "{position}: {game:?}");
            let Some(decision) = game.decision() else { continue };
            let best = Action::from(decision.best());
            for step in tools::steps(game) {
                let Step::Act(_, action) = step else { panic!("a decision is a seat's") };
                let mut child = *game;
                child.play(&step, &mut Log::off());
                let value = brute(&child, &mut known.clone());
                assert_eq!(exact(game.chance_after(action).unwrap()), value, "{position}: {action}");
                assert!(action != best || value == chance, "{position}: {best} is not perfect");
                points += 1;
            }
        }
    }
    assert!(points > 10_000, "only {points} decisions");
}

#[test]
fn a_warp_is_weighed_by_the_group_that_comes_in() {
    let game = after("one c3 / two c4+m h8*3 g7", "c3-c4");
    let value = |text: &str| game.chance_after(text.parse().unwrap()).unwrap().to_string();
    assert_eq!((value("pass").as_str(), value("warp c4 g7").as_str()), ("7/12", "7/12"));
    assert_eq!(value("warp c4 h8"), "49/144");
    assert_eq!(game.chance().unwrap().to_string(), "49/144");
}

#[test]
fn an_attack_has_its_chance_before_it_is_made() {
    let game = at("one c3*2+g b2 / two c4 c5*3 h8");
    let value = |text: &str| game.chance_after(text.parse().unwrap()).map(|chance| chance.to_string());
    assert_eq!(value("c3-c4").as_deref(), Some("17/24"));
    assert_eq!(value("boost c3-c5").as_deref(), Some("635/1296"));
    assert_eq!(value("c3-d3"), None);
    assert_eq!(game.chance(), None);
}

#[test]
fn the_cheapest_perfect_choice_is_taken_and_a_lost_side_burns_what_it_has() {
    // A six cannot be beaten by a bare defender: nothing is spent on it.
    let sure = after("one c3+yo / two c4 h8", "c3-c4, @6");
    assert_eq!(sure.decision().unwrap().best(), Choice::Stop);
    // The spec: a defender who is lost should burn Luck and Firepower before he stops.
    let mut lost = after("one c3 / two c4*2+yo h8", "c3-c4, @6, @2");
    assert_eq!(lost.decision().unwrap().best(), Choice::Roll, "another roll can still win with Firepower");
    play(&mut lost, "roll, @2");
    assert_eq!(lost.decision().unwrap().best(), Choice::Luck);
    play(&mut lost, "luck, @2");
    assert_eq!(lost.decision().unwrap().best(), Choice::Firepower);
    assert_eq!(lost.decision().unwrap().chance(), Probability::CERTAIN);
    // With nothing to burn there is no reason to go on.
    let bare = after("one c3+o / two c4*2 h8", "c3-c4, @6, firepower, @2");
    assert_eq!(bare.decision().unwrap().best(), Choice::Stop);
}

#[test]
fn expected_stopping_points_are_the_well_known_ones() {
    // Against a lone defender a stack of two keeps 4, 5 and 6 and rolls again below.
    for die in 1..=6 {
        let game = after("one c3*2 / two c4 h8", &format!("c3-c4, @{die}"));
        let best = game.decision().unwrap().best();
        assert_eq!(best, if die >= 4 { Choice::Stop } else { Choice::Roll }, "{die}");
        assert!(matches!(game.decision(), Some(Moment::Attack { .. })));
    }
}
