//! The values are right: against checked-in totals, against the rules, and against a solver that does it plainly.

mod common;

use std::collections::{HashMap, hash_map::Entry};

use common::{children, lowest, random_in, random_position, rng, solution};
use rand_xoshiro::Xoshiro256PlusPlus;
use squadro::{Rulings, Squadro};
use squadro_solved::{Count, Late, Layer, Source, Value};
use table::{Game, Seat, Turn, rand::Rng};

/// The counts of every level, from a whole solution that was checked against the published totals.
fn totals() -> HashMap<u8, Count> {
    let lines = include_str!("totals.txt").lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let n: Vec<u64> = line.split(' ').map(|n| n.parse().unwrap()).collect();
            (n[0] as u8, Count { top: n[1], left: n[2], drawn: n[3] })
        })
        .collect()
}

#[test]
fn the_totals_are_those_of_all_legal_positions() {
    let mut all = Count::default();
    totals().into_values().for_each(|count| all += count);
    assert_eq!(all, Count { top: 26_815_773_668, left: 28_903_422_010, drawn: 30_296_938 });
    assert_eq!(all.total(), 55_749_492_616);
}

/// What expert sees at a glance is learned from games; even in placements that no game comes to it is mostly right.
#[test]
fn the_learned_judgement_is_mostly_right() {
    let (library, _) = solution();
    let mut rng = rng(5);
    let (mut right, mut all) = (0, 0);
    while all < 5000 {
        let game = random_position(13 + (all % 3) as u8, &mut rng);
        let Value::Win(winner) = library.value(&game).unwrap() else { continue };
        right += usize::from(squadro::judgement::chance(&game, winner) > 0.5);
        all += 1;
    }
    assert!(right > 4000, "{right} of {all}");
}

#[test]
fn every_level_has_as_many_wins_and_draws_as_it_should() {
    let totals = totals();
    let (library, reports) = solution();
    assert_eq!(reports.len(), usize::from(17 - lowest()));
    for report in reports {
        assert_eq!(report.count, totals[&report.level], "level {}", report.level);
        assert_eq!(library.count(report.level).unwrap(), totals[&report.level], "as the file says");
    }
}

/// The value of a position is the best of its moves' values for the side to move.
#[test]
fn random_positions_satisfy_the_bellman_equation() {
    let (library, _) = solution();
    let mut rng = rng(1);
    let mut arrivals = 0;
    for n in 0..40_000u32 {
        let game = random_position(lowest() + (n % u32::from(17 - lowest())) as u8, &mut rng);
        let mover = game.mover().unwrap();
        let value = library.value(&game).unwrap();
        let moves = children(&game);
        arrivals += moves.iter().filter(|(_, child)| Layer::of(child) != Layer::of(&game)).count();
        let best = moves.iter().map(|(_, child)| library.value(child).unwrap().for_seat(mover)).max();
        assert_eq!(Some(value.for_seat(mover)), best, "{game}");
    }
    assert!(arrivals > 1000);
}

/// Everything below a position by the plain rules: positions, their moves, and values by going through all of them
/// again and again.
fn solved_plainly(start: Squadro) -> HashMap<Squadro, Value> {
    let mut found: HashMap<Squadro, Vec<Squadro>> = HashMap::new();
    let mut ask = vec![start];
    while let Some(game) = ask.pop() {
        if let Entry::Vacant(entry) = found.entry(game) {
            let next: Vec<Squadro> = children(&game).iter().map(|(_, child)| forget_count(child)).collect();
            ask.extend(&next);
            entry.insert(next);
        }
    }
    let mut values: HashMap<Squadro, Value> = HashMap::new();
    for (game, _) in found.iter() {
        if let Turn::Over(outcome) = game.turn() {
            values.insert(*game, Value::Win(outcome.winner.unwrap()));
        }
    }
    loop {
        let known = values.len();
        for (game, next) in &found {
            let Turn::Act(seats) = game.turn() else { continue };
            let mover = seats.first();
            let value = |child: &Squadro| values.get(child).copied();
            if next.iter().any(|child| value(child) == Some(Value::Win(mover))) {
                values.insert(*game, Value::Win(mover));
            } else if next.iter().all(|child| value(child) == Some(Value::Win(!mover))) {
                values.insert(*game, Value::Win(!mover));
            }
        }
        if values.len() == known {
            break;
        }
    }
    found.into_keys().map(|game| (game, values.get(&game).copied().unwrap_or(Value::Draw))).collect()
}

fn forget_count(game: &Squadro) -> Squadro {
    let mover = game.mover().unwrap();
    Squadro::at(game.progresses(Seat::One), game.progresses(Seat::Two), mover, 0, 0).unwrap()
}

#[test]
fn a_plain_solver_finds_the_same() {
    let (library, _) = solution();
    let mut rng = rng(2);
    let (mut positions, mut drawn) = (0, 0);
    // The draw nearest to the end that a game can come to, and random positions.
    let mut starts = vec![drawn_position()];
    starts.extend((0..6).map(|_| random_position(15, &mut rng)));
    for start in starts {
        for (game, value) in solved_plainly(start) {
            assert_eq!(library.value(&game).unwrap(), value, "{game}");
            positions += 1;
            drawn += usize::from(value == Value::Draw);
        }
    }
    assert!(positions > 10_000, "{positions} positions");
    assert!(drawn > 0, "no draw was compared");
}

/// Everything that can follow is found, and nothing else: this is what the check against the published totals counts.
#[test]
fn going_forward_finds_what_the_plain_rules_find() {
    let (library, _) = solution();
    let mut rng = rng(6);
    let mut starts = vec![drawn_position()];
    starts.extend((0..8).map(|n| random_position(14 + n % 3, &mut rng)));
    for start in starts {
        let mut expected = Count::default();
        for value in solved_plainly(start).into_values() {
            match value {
                Value::Win(Seat::One) => expected.top += 1,
                Value::Win(Seat::Two) => expected.left += 1,
                Value::Draw => expected.drawn += 1,
            }
        }
        let counted = library.count_reachable(&[start], 2, &(), &false.into()).unwrap();
        assert_eq!(counted, expected, "{start}");
    }
}

/// Looks for a drawn position on the highest level that has some.
fn drawn_position() -> Squadro {
    let (library, _) = solution();
    let layers = library.layers_with_draws(13).unwrap();
    let layer = layers[0];
    let mut rng = rng(3);
    loop {
        if let Some(game) = random_in(layer, &mut rng)
            && library.value(&game).unwrap() == Value::Draw
        {
            return game;
        }
    }
}

#[test]
fn solving_on_the_spot_gives_the_values_of_the_files() {
    let (library, _) = solution();
    let late = Late::default();
    let mut rng = rng(4);
    for n in 0..60 {
        let game = random_position(13 + n % 4, &mut rng);
        let value = late.solve(&game, 2, &false.into()).unwrap();
        assert_eq!(value, library.value(&game).unwrap(), "{game}");
        assert_eq!(late.value(&game), Some(value), "now it is known");
        let [a, b] = [Source::Late(&late), Source::Files(library)].map(|source| source.moves(&game).unwrap());
        assert_eq!(a, b, "{game}");
    }
    let stopped = Late::default().solve(&random_position(13, &mut rng), 1, &true.into());
    assert_eq!(stopped.unwrap_err().to_string(), "stopped");
}

/// The end from level 10 on, solved on the spot on one thread and on two: each value follows from those of the moves, by
/// the plain rules, on every level down to those that are compared with the files.
#[test]
fn solving_from_level_10_on_agrees_with_the_rules_and_the_files() {
    let (library, _) = solution();
    let mut rng = rng(7);
    for n in 0..6 {
        let start = position_of_a_game(10, &mut rng);
        let late = Late::default();
        late.solve(&start, 1 + n % 2, &false.into()).unwrap();
        for _ in 0..60 {
            let mut game = start;
            while let Turn::Act(seats) = game.turn() {
                let mover = seats.first();
                let value = late.value(&game).expect("everything that follows is known");
                let moves = children(&game);
                let worths =
                    moves.iter().map(|(_, child)| late.value(child).expect("known too").for_seat(mover));
                assert_eq!(Some(value.for_seat(mover)), worths.max(), "{game}");
                if Layer::of(&game).level() >= lowest() {
                    assert_eq!(library.value(&game).unwrap(), value, "{game}");
                }
                game = moves[rng.random_range(0..moves.len())].1;
            }
        }
    }
}

/// Where a random game first comes to a level.
fn position_of_a_game(level: u8, rng: &mut Xoshiro256PlusPlus) -> Squadro {
    loop {
        let mut game = Squadro::start(&Rulings { first: Some(Seat::One), quiet: 0 });
        while let (Turn::Act(_), true) = (game.turn(), Layer::of(&game).level() < level) {
            let moves = children(&game);
            game = moves[rng.random_range(0..moves.len())].1;
        }
        // Not the largest: tests are built without all optimisations.
        if game.mover().is_some() && game.turn().outcome().is_none() && Late::work(&game) < 200_000 {
            return game;
        }
    }
}

#[test]
fn positions_that_no_game_leads_to_have_no_value() {
    // Left's lane 1 moves three squares at once and never stops on the first crossing.
    let game = Squadro::at([12, 12, 12, 0, 0], [1, 12, 12, 12, 6], Seat::One, 0, 0).unwrap();
    assert!(solution().0.value(&game).is_err());
    let waiting = Squadro::start(&squadro::Rulings::default());
    assert!(solution().0.value(&waiting).is_err(), "nobody has been drawn to move first");
}
