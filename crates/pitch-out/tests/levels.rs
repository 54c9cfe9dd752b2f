//! The four levels: legal, reproducible, each better than the one below.

use pitch_out::{PitchOut, Rulings};
use search::{Budget, Level, Think};
use table::{
    BySeat, Game, Log, Odds, OptionList, Seat, Step, Turn, Viewer,
    chance::{Seed, Streams},
    rand::RngCore,
};

const LEVELS: [Level; 4] = [Level::Novice, Level::Casual, Level::Strong, Level::Expert];

/// Plays a match as `duel` does and gives the winner and every step. `nodes`: so many shots a thought at most.
fn play(
    levels: BySeat<Level>,
    options: &[(&str, &str)],
    seed: u64,
    nodes: Option<u64>,
) -> (Seat, Vec<String>) {
    let mut rulings = Rulings::default();
    Seat::BOTH.into_iter().for_each(|seat| PitchOut::handicap(&mut rulings, seat, levels[seat]));
    options.iter().for_each(|(key, value)| rulings.set(key, value).unwrap());
    let mut game = PitchOut::start(&rulings);
    let mut players = BySeat::from_fn(|seat| PitchOut::player(levels[seat]).unwrap());
    let mut streams = Streams::new(Seed::of_simulation(seed, 0), b"", b"");
    let mut budgets = BySeat::from_fn(|seat: Seat| Budget {
        nodes,
        ..Budget::level(streams.generator(seat.name()).next_u64())
    });
    let mut odds = Odds::default();
    let mut steps = Vec::new();
    loop {
        let step = match game.turn() {
            Turn::Over(outcome) => return (outcome.winner.expect("there is no draw (R1)"), steps),
            Turn::Chance => {
                game.odds(&mut odds);
                Step::Chance(*streams.draw(&odds).unwrap())
            }
            Turn::Act(seats) => {
                let seat = seats.first();
                let view = game.view(Viewer::Seat(seat));
                let thought = players[seat].choose(&view, seat, &mut budgets[seat]);
                assert!(thought.win.is_none_or(|win| (0.0..=1.0).contains(&win)));
                assert_eq!(thought.line.first(), Some(&thought.action.to_string()));
                Step::Act(seat, thought.action)
            }
        };
        steps.push(step.to_string());
        if let Err(refusal) = game.try_play(&step, &mut Log::off()) {
            panic!("{step} is refused: {refusal}");
        }
    }
}

#[test]
fn every_level_plays_whole_matches_of_every_format_by_the_rules() {
    let tables: [&[(&str, &str)]; 5] = [
        &[],
        &[("format", "five"), ("copy", "must"), ("cap", "20")],
        &[("format", "seven"), ("hoods", "one"), ("cap", "20")],
        &[("width", "7000"), ("depth", "7000"), ("cone", "9000"), ("cap", "20")],
        &[("format", "seven"), ("width", "12000"), ("friction", "6000"), ("infested", "many"), ("cap", "20")],
    ];
    for (n, options) in tables.into_iter().enumerate() {
        for level in LEVELS {
            play(BySeat([level, Level::Random]), options, n as u64, Some(150));
            play(BySeat([Level::Novice, level]), options, n as u64, Some(150));
        }
    }
}

#[test]
fn the_same_seed_is_the_same_match() {
    for (level, other) in [(Level::Novice, Level::Casual), (Level::Strong, Level::Expert)] {
        let options = [("format", "five"), ("cap", "20")];
        let once = play(BySeat([level, other]), &options, 3, Some(400));
        assert_eq!(once, play(BySeat([level, other]), &options, 3, Some(400)));
        assert_ne!(once.1, play(BySeat([level, other]), &options, 4, Some(400)).1);
    }
}

#[test]
fn a_level_beats_the_one_below() {
    for (better, worse, pairs, least) in [
        (Level::Novice, Level::Random, 10, 16),
        (Level::Casual, Level::Novice, 10, 12),
        (Level::Strong, Level::Casual, 2, 3),
    ] {
        let mut won = 0;
        for seed in 0..pairs {
            won += u32::from(play(BySeat([better, worse]), &[], seed, None).0 == Seat::One);
            won += u32::from(play(BySeat([worse, better]), &[], seed, None).0 == Seat::Two);
        }
        assert!(won >= least, "{better} won {won} of {} against {worse}", 2 * pairs);
    }
}

#[test]
fn a_shot_in_a_crowd_counts_for_several() {
    let tried = |table: &str| {
        let game = <PitchOut as table::Show>::set_up(table).unwrap();
        let mut budget = Budget { nodes: Some(600), ..Budget::level(1) };
        let view = game.view(Viewer::Seat(Seat::One));
        PitchOut::player(Level::Strong).unwrap().choose(&view, Seat::One, &mut budget).nodes
    };
    let open = tried(
        "one captain:4000,1000 runner:3000,1000 guard:800,1000 two captain:4000,7000 runner:3000,7000 turn:one",
    );
    let crowd = tried(
        "one captain:4000,1000 runner:3000,3650 guard:3350,3650 two captain:3000,4800 runner:3300,4800 guard:3600,4800 \
         o1:3000,4300/0 o2:3550,4300/0 o3:3000,5350/0 o4:3550,5350/0 turn:one",
    );
    assert_eq!(open, 600);
    assert!(crowd < 400, "{crowd}");
}

#[test]
fn a_step_with_one_option_costs_nothing() {
    let text = "one captain:4000,1000 runner:3000,1000 guard:800,1000 two captain:4000,7000 runner:3000,7000 turn:one";
    let mut game = <PitchOut as table::Show>::set_up(text).unwrap();
    // The Guard's owner has a choice, the loser of nothing has not.
    game.try_play(&Step::read("one flick runner 27000@1000").unwrap(), &mut Log::off()).unwrap();
    let view = game.view(Viewer::Seat(Seat::One));
    let mut player = PitchOut::player(Level::Expert).unwrap();
    let thought = player.choose(&view, Seat::One, &mut Budget::level(1));
    assert!(thought.nodes > 0 && thought.win.is_some());
    let stuck = "one captain:4000,4000 runner:1000,1000 two captain:4000,7000 shadow:on-runner guard:800,7000 \
        format=five o5:4000,4402/0 o1:3652,3799/3000 o2:4348,3799/6000 turn:one";
    let game = <PitchOut as table::Show>::set_up(stuck).unwrap();
    let thought = player.choose(&game.view(Viewer::Seat(Seat::One)), Seat::One, &mut Budget::level(1));
    assert_eq!((thought.action.to_string().as_str(), thought.nodes), ("pass", 0));
}
