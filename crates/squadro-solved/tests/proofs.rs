//! Quick proofs say what the files say, or nothing.

mod common;

use common::{children, lowest, random_in, random_position, rng, solution};
use squadro::Squadro;
use squadro_solved::{Late, Proof, Value};
use table::Seat;

/// About 40 milliseconds.
const ENOUGH: u64 = 360_000;

fn prove(game: &Squadro, work: u64, stopped: bool) -> Option<Proof> {
    Late::default().prove(game, work, 2, &stopped.into())
}

fn after(game: &Squadro, lane: squadro::Lane) -> Squadro {
    children(game).into_iter().find(|(own, _)| *own == lane).expect("it is a move").1
}

#[test]
fn what_is_proved_is_true_and_the_told_line_keeps_it() {
    let (library, _) = solution();
    let mut rng = rng(1);
    let (mut proved, mut all) = (0, 0);
    for n in 0..600u32 {
        let game = random_position(lowest() + (n % u32::from(17 - lowest())) as u8, &mut rng);
        let value = library.value(&game).unwrap();
        all += 1;
        let Some(proof) = prove(&game, ENOUGH, false) else { continue };
        proved += 1;
        assert_eq!(proof.value, value, "{game}");
        let mut now = game;
        for &lane in &proof.line {
            now = after(&now, lane);
            assert_eq!(library.value(&now).unwrap(), value, "{game}: {:?}", proof.line);
        }
    }
    assert!(proved * 100 > all * 95, "{proved} of {all}");
}

/// Earlier in the game, where a proof has to search.
#[test]
fn what_is_proved_is_what_solving_finds() {
    let mut rng = rng(5);
    let mut proved = 0;
    while proved < 12 {
        let game = random_position(10, &mut rng);
        if !(100_000..200_000).contains(&Late::work(&game)) {
            continue;
        }
        let Some(proof) = prove(&game, ENOUGH, false) else { continue };
        let late = Late::default();
        assert_eq!(late.solve(&game, 2, &false.into()).unwrap(), proof.value, "{game}");
        assert_eq!(late.prove(&game, ENOUGH, 2, &false.into()), Some(proof), "{game}, known already");
        proved += 1;
    }
}

#[test]
fn a_draw_is_never_proved_to_be_a_win() {
    let (library, _) = solution();
    let mut rng = rng(2);
    let mut drawn = 0;
    for layer in library.layers_with_draws(13).unwrap() {
        for _ in 0..3000 {
            let Some(game) = random_in(layer, &mut rng) else { continue };
            if library.value(&game).unwrap() == Value::Draw {
                assert_eq!(prove(&game, ENOUGH, false), None, "{game}");
                drawn += 1;
            }
        }
    }
    assert!(drawn > 0);
}

#[test]
fn proofs_are_the_same_each_time_and_end_when_they_should() {
    let mut rng = rng(3);
    let (late, mut hard) = (Late::default(), 0);
    for _ in 0..60 {
        let game = random_position(lowest(), &mut rng);
        let proof = prove(&game, ENOUGH, false);
        // Whatever was solved before, on any number of threads.
        assert_eq!(late.prove(&game, ENOUGH, 1, &false.into()), proof, "{game}");
        let Some(proof) = proof else { continue };
        // The count of quiet moves is no part of the question.
        let [top, left] = Seat::BOTH.map(|seat| game.progresses(seat));
        let late = Squadro::at(top, left, game.mover().unwrap(), 90, 100).unwrap();
        assert_eq!(prove(&late, ENOUGH, false), Some(proof.clone()));
        assert_eq!(prove(&game, ENOUGH, true), None, "stopped");
        // With little to spend only what is near at hand is proved.
        let hasty = prove(&game, 600, false);
        hard += usize::from(hasty.is_none());
        assert!(hasty.is_none_or(|hasty| hasty.value == proof.value), "{game}");
    }
    assert!(hard > 0, "nothing was hard");
}

#[test]
fn nothing_is_proved_where_nobody_is_to_move() {
    let over = Squadro::at([12, 12, 12, 12, 0], [0; 5], Seat::Two, 0, 0).unwrap();
    assert_eq!(prove(&over, ENOUGH, false), None);
    let waiting = table::Game::start(&squadro::Rulings::default());
    assert_eq!(prove(&waiting, ENOUGH, false), None);
}
