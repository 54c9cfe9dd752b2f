//! The fast board against the rules written down step by step, on random games.

mod common;

use std::collections::BTreeSet;

use common::options;
use piggyback::{Colour, Piggyback, Rulings, Space, Wait};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use table::{Game, Log, OptionList, tools::Rollout};

/// Every space where a walk of exactly `steps` steps can end (R19-R21), by walking.
fn walk(game: &Piggyback, start: Space, at: Space, steps: u8, ends: &mut BTreeSet<Space>) {
    if steps == 0 {
        ends.insert(at);
        return;
    }
    let free = |space: Space| {
        space == start || table::Seat::BOTH.iter().all(|&seat| game.army(seat).at(space).is_none())
    };
    if at != start && !free(at) {
        return;
    }
    let size = game.layout().size as i8;
    for (dx, dy) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
        let (file, rank) = (at.file() as i8 + dx, at.rank() as i8 + dy);
        if (0..size).contains(&file) && (0..size).contains(&rank) {
            walk(game, start, Space::new(file as u8, rank as u8), steps - 1, ends);
        }
    }
}

/// The moves of the player of the turn, by the book.
fn plain_moves(game: &Piggyback, loose: bool) -> Vec<String> {
    let army = game.army(game.to());
    let mut moves = Vec::new();
    for (from, group) in army.iter() {
        let boosts = group.carries(Colour::Green);
        for (verb, spent, steps) in [("", 0, &[1][..]), ("boost ", 1, &[2]), ("boost2 ", 2, &[3, 4])] {
            if spent > boosts {
                continue;
            }
            let mut ends = BTreeSet::new();
            steps.iter().for_each(|&steps| walk(game, from, from, steps, &mut ends));
            let load = group.pieces.len() - spent;
            ends.retain(|&to| {
                let Some(friend) = army.at(to).filter(|_| to != from) else { return true };
                let carried = friend.pieces.len();
                let both = load > 0 && carried > 0;
                group.units + friend.units <= 3 && (!both || loose && load + carried <= 2)
            });
            moves.extend(ends.iter().map(|to| format!("{verb}{from}-{to}")));
        }
        if group.carries(Colour::Mauve) > 0 {
            let partners = army.iter().filter(|&(space, _)| space != from);
            moves.extend(partners.map(|(partner, _)| format!("warp {from} {partner}")));
        }
    }
    moves.sort();
    moves
}

#[test]
fn moves_are_those_of_the_book() {
    let mut compared = 0;
    for (seed, loose) in [(1, false), (2, true)] {
        let mut rulings = Rulings::default();
        rulings.set("board", if loose { "quick" } else { "standard" }).unwrap();
        rulings.set("stacking", if loose { "loose" } else { "strict" }).unwrap();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut rollout = Rollout::default();
        for _ in 0..60 {
            let mut game = Piggyback::start(&rulings);
            while let Ok(step) = rollout.step(&game, &mut rng) {
                if game.wait() == Wait::Move {
                    assert_eq!(options(&game), plain_moves(&game, loose), "{game:?}");
                    compared += 1;
                }
                game.play(&step, &mut Log::off());
            }
        }
    }
    assert!(compared > 5_000, "{compared}");
}

#[test]
fn every_move_is_suggested_as_often_as_the_others() {
    let game = common::at("one c3*2+my d3+gg b2 / two c5+mo e5*3+y g7+g / lying c4=m f4=y / bank 1111");
    let all = options(&game);
    assert_eq!(all.len(), 104);
    let mut counts = vec![0u32; all.len()];
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let draws = 1_000 * all.len();
    for _ in 0..draws {
        let action = game.suggest(game.to(), &mut rng, &mut Vec::new()).to_string();
        counts[all.binary_search(&action).expect("only options are suggested")] += 1;
    }
    // Chi squared with 103 degrees of freedom: mean 103, standard deviation 14.4.
    let chi: f64 = counts.iter().map(|&n| (f64::from(n) - 1_000.0).powi(2) / 1_000.0).sum();
    assert!((50.0..180.0).contains(&chi), "{chi}");
}
