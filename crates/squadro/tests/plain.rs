//! The fast board against the rules written down square by square, on random games.

use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use squadro::{Rulings, Squadro, crossing, speed};
use table::{Game, Log, Seat, Step, Turn, tools::Rollout};

/// Rules 4 to 11 as the book says them, on plain numbers.
fn plain_move(sides: &mut [[u8; 5]; 2], seat: Seat, lane: squadro::Lane) {
    let mut points = speed(seat, lane, sides[seat as usize][lane.index()]);
    let mut jumping = false;
    loop {
        let own = &mut sides[seat as usize][lane.index()];
        *own += 1;
        if *own == squadro::TURN || *own == squadro::HOME {
            return;
        }
        let enemy = &mut sides[!seat as usize][usize::from(crossing(*own)) - 1];
        if crossing(*enemy) == lane.number() {
            *enemy = if *enemy < squadro::TURN { 0 } else { squadro::TURN };
            jumping = true;
        } else {
            points = points.saturating_sub(1);
            if jumping || points == 0 {
                return;
            }
        }
    }
}

#[test]
fn the_fast_board_plays_as_the_plain_one() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut rollout = Rollout::default();
    let (mut jumps, mut games) = (0, 0);
    while games < 2000 {
        let mut game = Squadro::start(&Rulings::default());
        while let Ok(step) = rollout.step(&game, &mut rng) {
            let before = Seat::BOTH.map(|seat| game.progresses(seat));
            let quiet = game.quiet();
            game.play(&step, &mut Log::off());
            let Step::Act(seat, squadro::Action::Move(lane)) = step else { continue };
            let mut expected = before;
            plain_move(&mut expected, seat, lane);
            assert_eq!(Seat::BOTH.map(|seat| game.progresses(seat)), expected, "{before:?} {seat} {lane}");
            jumps += usize::from(expected[!seat as usize] != before[!seat as usize]);
            let arrived = [6, 12].contains(&expected[seat as usize][lane.index()]);
            assert_eq!(game.quiet(), if arrived { 0 } else { quiet + 1 });
            let home = expected[seat as usize].iter().filter(|&&p| p == squadro::HOME).count();
            assert_eq!(home == 4, matches!(game.turn(), Turn::Over(o) if o.winner == Some(seat)));
        }
        games += 1;
    }
    assert!(jumps > 10_000, "{jumps} jumps were seen");
}
