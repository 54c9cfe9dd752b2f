//! Perfect play keeps what it has and gets on.

mod common;

use common::{children, lowest, random_position, rng, solution};
use squadro::{Lane, Squadro};
use squadro_solved::{Layer, Perfect, Source, Survey, Value, longest_wins};
use table::{Game, Log, Seat, Step, Turn, rand::Rng};

fn play(game: &mut Squadro, lane: Lane) {
    let step = Step::Act(game.mover().unwrap(), squadro::Action::Move(lane));
    game.try_play(&step, &mut Log::off()).unwrap();
}

#[test]
fn a_won_position_is_won_against_anybody() {
    wins_against_anybody(0);
}

#[test]
fn a_patient_winner_gets_on_as_well() {
    // Few, so that in these late positions it comes to counting.
    wins_against_anybody(2);
}

fn wins_against_anybody(patience: u16) {
    let source = Source::Files(&solution().0);
    let mut rng = rng(1);
    for n in 0..60u8 {
        let mut game = random_position(lowest() + n % (17 - lowest()), &mut rng);
        let Value::Win(winner) = source.value(&game).unwrap() else { continue };
        let (perfect, defender) = (Perfect::patient(0, patience), Perfect::default());
        let mut last: Option<(Layer, u16)> = None;
        while let Turn::Act(seats) = game.turn() {
            let mover = seats.first();
            let choice = perfect.choose(source, &game).unwrap().unwrap();
            assert_eq!(choice.value, Value::Win(winner), "never given up: {game}");
            assert!(choice.depth.is_some() || game.quiet() < patience, "not counted: {game}");
            if mover == winner {
                if let (Some((layer, before)), Some(depth)) = (last, choice.depth)
                    && layer == Layer::of(&game)
                {
                    assert!(depth < before, "no progress: {game}");
                }
                last = choice.depth.map(|depth| (Layer::of(&game), depth));
                play(&mut game, choice.lane);
            } else if n % 2 == 0 {
                let moves = children(&game);
                play(&mut game, moves[rng.random_range(0..moves.len())].0);
            } else {
                let reply = defender.choose(source, &game).unwrap().unwrap().lane;
                play(&mut game, reply);
            }
        }
        assert_eq!(game.turn().outcome().unwrap().winner, Some(winner));
    }
}

/// The depth of a position follows from those of its moves: the winner hurries, the loser delays.
#[test]
fn depths_are_what_the_plain_rules_say() {
    let source = Source::Files(&solution().0);
    let mut rng = rng(2);
    let perfect = Perfect::default();
    let depth = |game: &Squadro| perfect.choose(source, game).unwrap().unwrap().depth.unwrap();
    let mut seen = 0;
    for _ in 0..40 {
        let game = random_position(14, &mut rng);
        let Value::Win(winner) = source.value(&game).unwrap() else { continue };
        let mover = game.mover().unwrap();
        let steps = children(&game)
            .into_iter()
            .filter(|(_, child)| source.value(child).unwrap() == Value::Win(winner))
            .map(|(_, child)| if Layer::of(&child) == Layer::of(&game) { 1 + depth(&child) } else { 1 });
        let expected = if mover == winner { steps.min() } else { steps.max() };
        // The loser may choose another move than the longest, so his depth is that of the longest only as a bound.
        let found = perfect.choose(source, &game).unwrap().unwrap().depth;
        if mover == winner {
            assert_eq!(found, expected, "{game}");
            seen += 1;
        } else {
            assert!(found <= expected, "{game}");
        }
    }
    assert!(seen > 5);
}

#[test]
fn a_lost_position_leaves_the_fewest_winning_replies() {
    let source = Source::Files(&solution().0);
    let mut rng = rng(3);
    let mut seen = 0;
    while seen < 30 {
        let game = random_position(14, &mut rng);
        let mover = game.mover().unwrap();
        if source.value(&game).unwrap() != Value::Win(!mover) {
            continue;
        }
        let replies = |child: &Squadro| {
            let moves = source.moves(child).unwrap();
            moves.iter().filter(|(_, value)| *value == Value::Win(!mover)).count()
        };
        let fewest = children(&game).iter().map(|(_, child)| replies(child)).min().unwrap();
        let choice = Perfect::default().choose(source, &game).unwrap().unwrap();
        let (_, chosen) = children(&game).into_iter().find(|(lane, _)| *lane == choice.lane).unwrap();
        assert_eq!(replies(&chosen), fewest, "{game}");
        seen += 1;
    }
}

/// In a large layer a patient player takes an arrival that answers an arrival for a winning reply.
#[test]
fn a_patient_loser_does_not_look_two_arrivals_ahead() {
    let source = Source::Files(&solution().0);
    let mut rng = rng(5);
    let (mut seen, mut others) = (0, 0);
    while seen < 60 || others < 3 {
        let game = random_position(14, &mut rng);
        let mover = game.mover().unwrap();
        if source.value(&game).unwrap() != Value::Win(!mover) {
            continue;
        }
        let replies = |child: &Squadro| {
            let has_arrived = Layer::of(child) != Layer::of(&game);
            let counts = |reply: &Squadro| {
                let is_far = has_arrived && Layer::of(reply) != Layer::of(child);
                is_far || source.value(reply).unwrap() == Value::Win(!mover)
            };
            children(child).iter().filter(|(_, reply)| counts(reply)).count()
        };
        let fewest = children(&game).iter().map(|(_, child)| replies(child)).min();
        let chosen = |perfect: Perfect| {
            let choice = perfect.choose(source, &game).unwrap().unwrap();
            children(&game).into_iter().find(|(lane, _)| *lane == choice.lane).unwrap().1
        };
        assert_eq!(Some(replies(&chosen(Perfect::patient(0, 100)))), fewest, "{game}");
        seen += 1;
        others += usize::from(Some(replies(&chosen(Perfect::default()))) != fewest);
    }
}

/// With one quiet move left, only a win whose next move arrives is in time (R13).
#[test]
fn rule_13_can_save_a_lost_position() {
    let source = Source::Files(&solution().0);
    let mut rng = rng(4);
    let (mut saved, mut won) = (0, 0);
    while saved < 5 || won < 5 {
        let plain = random_position(14, &mut rng);
        let (top, left) = (plain.progresses(Seat::One), plain.progresses(Seat::Two));
        let mover = plain.mover().unwrap();
        if source.value(&plain).unwrap() != Value::Win(mover) {
            continue;
        }
        let depth = Perfect::default().choose(source, &plain).unwrap().unwrap().depth.unwrap();
        let late = Squadro::at(top, left, mover, 100 - depth, 100).unwrap();
        assert!(Perfect::default().choose(source, &late).unwrap().unwrap().in_time, "just in time: {late}");
        won += 1;
        if depth > 1 {
            let too_late = Squadro::at(top, left, mover, 101 - depth, 100).unwrap();
            let choice = Perfect::default().choose(source, &too_late).unwrap().unwrap();
            assert!(!choice.in_time, "a move too late: {too_late}");
            saved += 1;
        }
    }
}

#[test]
fn nothing_is_chosen_when_nobody_is_to_move() {
    let source = Source::Files(&solution().0);
    let over = Squadro::at([12, 12, 12, 12, 0], [0; 5], Seat::Two, 0, 0).unwrap();
    assert_eq!(Perfect::default().choose(source, &over).unwrap(), None);
    assert_eq!(source.value(&over).unwrap(), Value::Win(Seat::One));
    assert!(source.moves(&over).unwrap().is_empty());
}

#[test]
fn the_longest_forced_wins_are_found() {
    let survey = |level, every| longest_wins(&solution().0, level, every, 1, &(), &false.into()).unwrap();
    assert_eq!(survey(15, 1), Survey { layers: 600, longest: [24, 26] });
    assert_eq!(survey(14, 1), Survey { layers: 1800, longest: [34, 28] });
    assert_eq!(survey(14, 1000).layers, 2);
}
