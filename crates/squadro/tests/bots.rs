//! The opponents: each errs in its own way, and the same seed gives the same game.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use search::{Budget, Level, Think};
use squadro::{Action, Lane, Oracle, Rulings, Squadro, Truth, judgement};
use table::{Game, Log, Seat, Show, Step, Turn};

fn choose(level: Level, game: &Squadro, seat: Seat, seed: u64) -> Action {
    Squadro::player(level).unwrap().choose(game, seat, &mut Budget::level(seed)).action
}

#[test]
fn novice_likes_to_jump_and_overlooks_now_and_then() {
    let game = Squadro::set_up("0,0,0,0,0 1,1,0,0,0 top 0").unwrap();
    let jumps =
        (0..100).filter(|&seed| choose(Level::Novice, &game, Seat::One, seed) == Action::Move(Lane::L1));
    let jumps = jumps.count();
    assert!((60..95).contains(&jumps), "{jumps} of 100");
}

/// How often of a hundred times the novice moves each lane.
fn novice_moves(position: &str) -> [usize; 5] {
    let game = Squadro::set_up(position).unwrap();
    let moves = |lane| {
        (0..100).filter(move |&seed| choose(Level::Novice, &game, Seat::One, seed) == Action::Move(lane))
    };
    Lane::ALL.map(|lane| moves(lane).count())
}

#[test]
fn novice_dreams_of_its_own_next_moves() {
    // Nothing can be jumped at once; a second move of lane 4 would jump, if the other side stood still.
    let mut game = Squadro::set_up("0,0,0,0,0 0,0,0,4,0 top 0").unwrap();
    let enemy = |game: &Squadro| game.progresses(Seat::Two)[3];
    for sent_back in [false, true] {
        game.play(&Step::Act(Seat::One, Action::Move(Lane::L4)), &mut Log::off());
        assert_eq!(enemy(&game) == 0, sent_back);
    }
    let moves = novice_moves("0,0,0,0,0 0,0,0,4,0 top 0");
    assert!(moves[3] > 55, "{moves:?}");
}

#[test]
fn novice_rather_wins_than_jumps() {
    // Lane 2 is home with one step; lane 5 promises a jump to dream of.
    let moves = novice_moves("12,11,12,12,0 5,0,0,0,0 top 0");
    assert!(moves[1] > 70, "{moves:?}");
}

#[test]
fn novice_misses_the_reply() {
    let position = "1,4,0,3,1 0,0,2,1,3 top 8";
    let game = Squadro::set_up(position).unwrap();
    let mut after = game;
    after.play(&Step::Act(Seat::One, Action::Move(Lane::L1)), &mut Log::off());
    let is_jumped = |lane| {
        let mut reply = after;
        reply.play(&Step::Act(Seat::Two, Action::Move(lane)), &mut Log::off());
        reply.progresses(Seat::One)[0] < after.progresses(Seat::One)[0]
    };
    assert!(Lane::ALL.into_iter().any(is_jumped), "lane 1 would be sent back");
    let moves = novice_moves(position);
    assert!(moves[0] > 55, "{moves:?}");
    assert_ne!(choose(Level::Casual, &game, Seat::One, 1), Action::Move(Lane::L1));
}

#[test]
fn casual_looks_further_than_one_move() {
    let game = Squadro::start(&Rulings { first: Some(Seat::One), quiet: 100 });
    let thought = Squadro::player(Level::Casual).unwrap().choose(&game, Seat::One, &mut Budget::level(1));
    assert!(thought.nodes > 10_000 && thought.line.len() > 1, "{thought:?}");
    assert_eq!(thought.why.0, "hint.search");
}

#[test]
fn a_hint_tells_a_line_of_several_moves() {
    let start = Squadro::start(&Rulings { first: Some(Seat::One), quiet: 100 });
    let mut player = Squadro::player(Level::Strong).unwrap();
    for nodes in [20_000, 100_000, 500_000] {
        let mut budget = Budget { nodes: Some(nodes), ..Budget::level(nodes) };
        let line = player.choose(&start, Seat::One, &mut budget).line;
        assert!(line.len() >= 5, "{nodes} nodes: {line:?}");
        let mut game = start;
        for text in line {
            let (seat, action) = (game.mover().unwrap(), text.parse().unwrap());
            assert_eq!(game.check(seat, &action), Ok(()), "{text}");
            game.play(&Step::Act(seat, action), &mut Log::off());
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let play = |seed| {
        let mut game = Squadro::start(&Rulings { first: Some(Seat::One), quiet: 100 });
        let mut played = Vec::new();
        while let (Turn::Act(seats), true) = (game.turn(), played.len() < 30) {
            let level = if seats.first() == Seat::One { Level::Casual } else { Level::Novice };
            let action = choose(level, &game, seats.first(), seed + played.len() as u64);
            game.play(&Step::Act(seats.first(), action), &mut Log::off());
            played.push(action.to_string());
        }
        played
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}

#[test]
fn what_one_side_hopes_the_other_fears() {
    let game = Squadro::set_up("6,3,2,0,8 3,6,4,12,0 left 3").unwrap();
    let [one, two] = Seat::BOTH.map(|seat| judgement::chance(&game, seat));
    assert!((one + two - 1.0).abs() < 1e-6 && one > 0.0 && two > 0.0);
    let ahead = Squadro::set_up("12,12,12,11,11 0,0,0,0,0 top 0").unwrap();
    assert!(judgement::chance(&ahead, Seat::One) > 0.8);
    assert!(judgement::chance(&ahead, Seat::Two) < 0.2);
}

/// Knows that lane 4 is best, or says nothing.
struct Lane4(Option<i8>);

impl Oracle for Lane4 {
    fn knows(&self, _: &Squadro) -> bool {
        true
    }
    fn tell(&self, _: &Squadro, _: &AtomicBool) -> Option<Truth> {
        let arrival = |worth| (worth != 0).then_some(7);
        self.0.map(|worth| Truth { lane: Lane::L4, follows: vec![Lane::L1], worth, arrival: arrival(worth) })
    }
}

#[test]
fn an_oracle_is_believed_and_a_silent_one_is_replaced_by_search() {
    let game = Squadro::start(&Rulings { first: Some(Seat::One), quiet: 100 });
    let ask = |oracle: Lane4| {
        let mut player = squadro::player(Level::Strong, Some(Box::new(oracle))).unwrap();
        player.choose(&game, Seat::One, &mut Budget { nodes: Some(2000), ..Budget::level(1) })
    };
    for (worth, why, win) in
        [(1, "squadro.hint.won", 1.0), (0, "squadro.hint.drawn", 0.5), (-1, "squadro.hint.lost", 0.0)]
    {
        let thought = ask(Lane4(Some(worth)));
        assert_eq!((thought.action, thought.why.0, thought.win), (Action::Move(Lane::L4), why, Some(win)));
        assert_eq!(thought.line, ["4", "1"]);
    }
    assert_eq!(ask(Lane4(None)).why.0, "hint.search");
    assert!(squadro::player(Level::Perfect, None).is_none());
}

/// Knows nothing yet; remembers that it heard about a position.
struct Hearing(Arc<AtomicBool>);

impl Oracle for Hearing {
    fn knows(&self, _: &Squadro) -> bool {
        false
    }
    fn prepare(&self, _: &Squadro) {
        self.0.store(true, Ordering::Relaxed);
    }
    fn tell(&self, _: &Squadro, _: &AtomicBool) -> Option<Truth> {
        panic!("nobody asks who does not know")
    }
}

#[test]
fn an_oracle_hears_what_comes_before_it_knows() {
    let game = Squadro::start(&Rulings { first: Some(Seat::One), quiet: 100 });
    let heard = Arc::new(AtomicBool::new(false));
    let mut player = squadro::player(Level::Strong, Some(Box::new(Hearing(Arc::clone(&heard))))).unwrap();
    let thought = player.choose(&game, Seat::One, &mut Budget { nodes: Some(2000), ..Budget::level(1) });
    assert_eq!(thought.why.0, "hint.search");
    assert!(heard.load(Ordering::Relaxed));
}

/// Waits, as for another game's solve, until it is told to stop.
struct Waiting(Arc<AtomicBool>);

impl Oracle for Waiting {
    fn knows(&self, _: &Squadro) -> bool {
        true
    }
    fn tell(&self, _: &Squadro, stop: &AtomicBool) -> Option<Truth> {
        while !stop.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(1));
        }
        self.0.store(true, Ordering::Relaxed);
        None
    }
}

#[test]
fn the_search_goes_on_while_the_oracle_waits() {
    let game = Squadro::start(&Rulings { first: Some(Seat::One), quiet: 100 });
    let stopped = Arc::new(AtomicBool::new(false));
    let mut player = squadro::player(Level::Expert, Some(Box::new(Waiting(Arc::clone(&stopped))))).unwrap();
    let mut budget = Budget::time(1, Duration::from_millis(200), 1);
    let thought = player.choose(&game, Seat::One, &mut budget);
    assert_eq!(thought.why.0, "hint.search");
    assert!(thought.nodes > 100, "it has searched meanwhile: {thought:?}");
    while !stopped.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(1));
    }
}
