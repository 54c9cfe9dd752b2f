//! The rulebook as tests. Positions are in the one-line form: top's progresses, left's, who moves, quiet count.

use squadro::{Action, DOTS, Event, First, Lane, Rulings, Squadro, crossing, seat, speed};
use table::{Game, Log, Odds, OptionList, Outcome, Seat, Show, Step, Turn, tools};

fn game(line: &str) -> Squadro {
    Squadro::set_up(line).unwrap_or_else(|refusal| panic!("{line}: {refusal}"))
}

/// A piece of lane `lane` of the side to move moves; gives the position after it.
fn after(line: &str, lane: u8) -> String {
    let mut game = game(line);
    let step = Step::Act(game.mover().unwrap(), lane.to_string().parse().unwrap());
    game.try_play(&step, &mut Log::off()).unwrap_or_else(|refusal| panic!("{line}: {refusal}"));
    game.to_string()
}

fn events(line: &str, lane: u8) -> Vec<Event> {
    let mut game = game(line);
    let mut log = Log::on();
    let step = Step::Act(game.mover().unwrap(), lane.to_string().parse().unwrap());
    game.try_play(&step, &mut log).unwrap();
    log.into_events()
}

fn options(game: &Squadro, seat: Seat) -> String {
    let mut actions = Vec::new();
    game.options(seat, &mut actions);
    actions.iter().map(Action::to_string).collect::<Vec<_>>().join(" ")
}

fn refused(game: &Squadro, seat: Seat, action: &str) -> &'static str {
    game.check(seat, &action.parse().unwrap()).expect_err("a refusal").rule
}

#[test]
fn rule_01_five_pieces_each_on_their_start_squares() {
    let start = Squadro::start(&Rulings::default());
    assert_eq!(start.to_string(), "0,0,0,0,0 0,0,0,0,0 first 0");
    assert_eq!(start.census(), [("pieces of top", 5), ("pieces of left", 5)]);
    assert_eq!(DOTS.0, [[1, 3, 2, 3, 1], [3, 1, 2, 1, 3]]);
}

#[test]
fn rule_02_the_first_player_is_drawn() {
    let mut game = Squadro::start(&Rulings::default());
    assert_eq!(game.turn(), Turn::Chance);
    assert_eq!(game.first_player(), None);
    assert_eq!(refused(&game, Seat::One, "1"), "R2");
    let mut odds = Odds::default();
    game.odds(&mut odds);
    let texts: Vec<_> = odds.outcomes.iter().map(|(first, weight)| (first.to_string(), *weight)).collect();
    assert_eq!(texts, [("@left".into(), 1), ("@top".into(), 1)]);
    game.try_play(&Step::Chance("@left".parse().unwrap()), &mut Log::off()).unwrap();
    assert_eq!((game.turn(), game.first_player()), (Turn::act(Seat::Two), Some(Seat::Two)));
    let again = game.try_play(&Step::Chance(First(Seat::One)), &mut Log::off());
    assert_eq!(again.unwrap_err().rule, "chance", "it is drawn once");
}

#[test]
fn rule_02_or_is_fixed_by_an_option() {
    for side in ["top", "left"] {
        let mut rulings = Rulings::default();
        rulings.set("first", side).unwrap();
        let game = Squadro::start(&rulings);
        assert_eq!(game.turn(), Turn::act(seat(side).unwrap()));
        assert_eq!(game.first_player(), seat(side));
        assert_eq!(rulings.changed(), [("first", side.to_owned())]);
    }
    let mut rulings = Rulings::default();
    assert_eq!(rulings.set("first", "right").unwrap_err().rule, "option");
    assert_eq!(rulings.set("second", "top").unwrap_err().rule, "option");
    assert_eq!(rulings, Rulings::default());
}

#[test]
fn rule_03_players_alternate_and_move_a_piece_that_is_not_home() {
    let table = game("0,12,3,12,12 0,0,0,0,0 top 0");
    assert_eq!(options(&table, Seat::One), "1 3");
    assert_eq!(options(&table, Seat::Two), "", "left is not asked");
    for home in ["2", "4", "5"] {
        assert_eq!(refused(&table, Seat::One, home), "R3");
    }
    assert_eq!(refused(&table, Seat::Two, "1"), "R3");
    assert!(after("0,12,3,12,12 0,0,0,0,0 top 0", 1).contains(" left "));
    assert!(after("0,12,3,12,12 0,0,0,0,0 left 0", 1).contains(" top "));
    assert!("pass".parse::<Action>().is_err());
}

#[test]
fn rule_03_the_others_pieces_stay_where_they_are() {
    let table = game("0,0,0,0,0 0,0,0,0,0 top 0");
    let reach = Squadro::attempt(&table, Seat::One, "left4", None);
    assert_eq!(reach, [Action::Theirs(Lane::L4)]);
    let refusal = table.check(Seat::One, &reach[0]).unwrap_err();
    assert_eq!((refusal.rule, refusal.key), ("R3", "squadro.refuse.theirs"));
}

#[test]
fn rule_04_a_piece_moves_as_many_squares_as_its_leg_has_dots() {
    for seat in Seat::BOTH {
        for (lane, dots) in Lane::ALL.into_iter().zip(DOTS[seat]) {
            for (from, by) in [(0, dots), (6, 4 - dots)] {
                let mut places = [6; 5];
                places[lane.index()] = from;
                let sides = if seat == Seat::One { [places, [0; 5]] } else { [[0; 5], places] };
                let mut game = Squadro::at(sides[0], sides[1], seat, 0, 100).unwrap();
                game.try_play(&Step::Act(seat, Action::Move(lane)), &mut Log::off()).unwrap();
                assert_eq!(game.progresses(seat)[lane.index()], from + by);
                assert_eq!(speed(seat, lane, from), by);
            }
        }
    }
}

#[test]
fn rule_05_the_whole_move_is_made() {
    assert_eq!(after("0,2,0,0,0 0,0,0,0,0 top 0", 2), "0,5,0,0,0 0,0,0,0,0 left 1");
    assert_eq!(after("6,0,0,0,0 0,0,0,0,0 top 0", 1), "9,0,0,0,0 0,0,0,0,0 left 1");
}

#[test]
fn rule_06_on_the_turning_square_it_turns_and_stops() {
    assert_eq!(after("0,5,0,0,0 0,0,0,0,0 top 0", 2), "0,6,0,0,0 0,0,0,0,0 left 0");
    let [moved, turned] = &events("0,5,0,0,0 0,0,0,0,0 top 0", 2)[..] else { panic!("two events") };
    assert_eq!(*moved, Event::Moved { seat: Seat::One, lane: 2, from: 5, to: 6, jumped: vec![] });
    assert_eq!(*turned, Event::Turned { seat: Seat::One, lane: 2 });
}

#[test]
fn rule_07_back_on_its_start_square_it_is_home() {
    assert_eq!(after("0,0,0,0,0 0,11,0,0,0 left 7", 2), "0,0,0,0,0 0,12,0,0,0 top 0");
    assert_eq!(
        events("0,0,0,0,0 0,11,0,0,0 left 7", 2).last(),
        Some(&Event::Home { seat: Seat::Two, lane: 2 })
    );
}

#[test]
fn rule_08_a_jump_ends_on_the_first_free_square() {
    // One enemy, then the next square is free; points are left over.
    assert_eq!(after("0,0,0,0,0 0,2,0,0,0 top 0", 2), "0,3,0,0,0 0,0,0,0,0 left 1");
    // Three in a row, the last point long spent.
    assert_eq!(after("0,0,0,0,1 0,5,5,5,0 top 0", 5), "0,0,0,0,5 0,0,0,0,0 left 1");
    // On the way back the lane is met from the other end, in that order.
    let [moved, first, second] = &events("0,6,0,0,0 0,0,0,2,2 top 0", 2)[..] else { panic!("three events") };
    assert_eq!(*moved, Event::Moved { seat: Seat::One, lane: 2, from: 6, to: 9, jumped: vec![5, 4] });
    assert_eq!(*first, Event::SentBack { seat: Seat::Two, lane: 5, from: 2, to: 0 });
    assert_eq!(*second, Event::SentBack { seat: Seat::Two, lane: 4, from: 2, to: 0 });
}

#[test]
fn rule_08_also_when_the_last_point_would_end_on_an_enemy() {
    assert_eq!(after("0,0,0,0,0 0,0,2,0,0 top 0", 2), "0,4,0,0,0 0,0,0,0,0 left 1");
}

#[test]
fn rule_08_a_gap_ends_the_chain() {
    assert_eq!(after("0,0,0,0,0 1,0,1,0,0 top 0", 1), "2,0,0,0,0 0,0,1,0,0 left 1");
}

#[test]
fn rule_09_a_jump_over_the_last_crossing_arrives() {
    assert_eq!(after("4,0,0,0,0 0,0,0,0,1 top 5", 1), "6,0,0,0,0 0,0,0,0,0 left 0");
    assert_eq!(after("0,10,0,0,0 2,0,0,0,0 top 5", 2), "0,12,0,0,0 0,0,0,0,0 left 0");
    // The whole lane at once.
    assert_eq!(after("0,0,0,0,0 1,1,1,1,1 top 5", 1), "6,0,0,0,0 0,0,0,0,0 left 0");
}

#[test]
fn rule_10_a_jumped_piece_starts_its_leg_again() {
    assert_eq!(after("0,0,0,1,0 0,4,0,0,0 top 0", 4), "0,0,0,3,0 0,0,0,0,0 left 1");
    assert_eq!(after("0,0,0,1,0 0,8,0,0,0 top 0", 4), "0,0,0,3,0 0,6,0,0,0 left 1");
}

#[test]
fn rule_11_start_and_turning_squares_are_on_no_crossing() {
    assert_eq!(after("0,0,0,0,0 0,6,12,0,6 top 0", 2), "0,3,0,0,0 0,6,12,0,6 left 1");
    assert_eq!((0..=12).map(crossing).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 0, 5, 4, 3, 2, 1, 0]);
}

#[test]
fn rule_12_four_pieces_home_win_at_once() {
    let mut last = game("12,12,12,11,0 12,12,12,11,0 top 0");
    last.try_play(&Step::Act(Seat::One, Action::Move(Lane::L4)), &mut Log::off()).unwrap();
    assert_eq!(last.turn(), Turn::Over(Outcome::win(Seat::One, "home")));
    assert_eq!(options(&last, Seat::Two), "");
    for seat in Seat::BOTH {
        assert_eq!(refused(&last, seat, "4"), "R12");
    }
    assert_eq!(game("12,12,12,0,0 0,0,0,0,0 top 0").turn(), Turn::act(Seat::One), "three do not");
}

#[test]
fn rule_13_a_hundred_quiet_moves_are_a_draw() {
    let mut drawn = game("1,0,0,0,0 0,0,0,0,0 top 99");
    drawn.try_play(&Step::Act(Seat::One, Action::Move(Lane::L1)), &mut Log::off()).unwrap();
    assert_eq!(drawn.turn(), Turn::Over(Outcome::draw("quiet")));
    assert_eq!(refused(&drawn, Seat::Two, "1"), "R12");
    assert!(after("12,12,12,11,0 0,0,0,0,0 top 99", 4).ends_with("left 0"), "a win is no quiet move");
}

#[test]
fn rule_13_only_arrivals_restart_the_count() {
    assert!(after("5,0,0,0,0 0,0,0,0,0 top 41", 1).ends_with("left 0"), "turning round");
    assert!(after("11,0,0,0,0 0,0,0,0,0 top 41", 1).ends_with("left 0"), "coming home");
    assert!(after("0,0,0,0,0 1,0,0,0,0 top 41", 1).ends_with("left 42"), "sending one to its start");
    assert!(after("0,0,0,1,0 0,8,0,0,0 top 41", 4).ends_with("left 42"), "sending one to its turning square");
}

#[test]
fn rule_13_can_be_switched_off() {
    let mut rulings = Rulings::default();
    rulings.set("quiet", "0").unwrap();
    assert_eq!(rulings.set("quiet", "50").unwrap_err().rule, "option");
    assert_eq!(Squadro::start(&rulings).limit(), 0);
    let mut game = Squadro::at([1, 0, 0, 0, 0], [0; 5], Seat::One, u16::MAX, 0).unwrap();
    game.try_play(&Step::Act(Seat::One, Action::Move(Lane::L1)), &mut Log::off()).unwrap();
    assert_eq!((game.turn(), game.quiet()), (Turn::act(Seat::Two), u16::MAX));
}

/// The table swaps the seats between games; for that, either seat must be able to begin, and the two seats
/// must differ in nothing but their dots.
#[test]
fn rule_14_seats_can_be_swapped_between_games() {
    for side in ["top", "left"] {
        let rulings = Rulings { first: seat(side), ..Rulings::default() };
        let game = Squadro::start(&rulings);
        assert_eq!(tools::perft(&game, 4), 625);
    }
    for lane in Lane::ALL {
        for progress in [0, 6] {
            let [top, left] = Seat::BOTH.map(|seat| speed(seat, lane, progress));
            assert_eq!(top + left, 4, "what is slow for one is fast for the other");
        }
    }
}
