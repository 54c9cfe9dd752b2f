//! Barrier, fire, and who sees what (rules 61-65), in the language of the spec's cases.

mod interpreter;

use backgammon_wars::{Action, BackgammonWars, Chance, Early, Event, Face, Options};
use interpreter::case;
use table::{Game, Log, Redact, Seat, Show, Step, Viewer};

#[test]
fn rule_61_the_enemy_does_not_land_on_a_barrier() {
    case(
        "
        one 9:w 8:w
        two 19:w 24:m
        barrier one 9
        to two move 3-2
        - w 19/16* R61
        + w 19/17*
        ",
    );
    case(
        "
        one 9:w 12:w
        two 19:w 24:m
        barrier one 9
        to one move 3-2
        + w 12/9
        ",
    );
}

#[test]
fn rule_62_the_fire_captures_who_lands_there() {
    case(
        "
        one 8:w 13:w
        two 24:w
        fire one 5
        to one move 3-1
        > w 8/5!
        = one wall:w
        = fire 5
        ",
    );
    case(
        "
        one 8:w 13:w
        two 24:w
        fire two 20
        to one move 3-1
        + w 8/5!
        ",
    );
}

#[test]
fn rule_63_only_safe_plans_are_owed() {
    case(
        "
        one 13:w 3:w
        two 24:ww
        fire one 10
        to one move 3-2
        + w 13/11
        + w 13/10!
        - w 13/10 R8
        ",
    );
    case(
        "
        one 13:w
        two 18:ww
        fire two 20
        to one move 8-6
        = options w 13/5!
        - end R13
        ",
    );
}

#[test]
fn rule_64_spells_last_or_fade() {
    case(
        "
        one 8:m
        two 24:w
        fire one 9
        barrier one 7
        to two move 2-1
        > w 24/22
        > w 22/21
        = fire 9
        = barrier one 7
        ",
    );
    case(
        "
        option spells=fade
        one 8:m
        two 24:w
        fire one 9
        barrier one 7
        to two move 2-1
        > w 24/22
        > w 22/21
        = fire -
        = barrier one -
        ",
    );
}

#[test]
fn rule_65_hands_and_early_rolls_are_hidden() {
    let text = "one 7:aw hand:spymaster,parry\ntwo 24:mw hand:thief\nto one before";
    let mut game = BackgammonWars::set_up(text).unwrap();
    let hand = |game: &BackgammonWars, viewer| game.view(viewer).hands[Seat::One].cards.len();
    assert_eq!(hand(&game, Viewer::Seat(Seat::One)), 2);
    assert_eq!(hand(&game, Viewer::Seat(Seat::Two)), 0);
    assert_eq!(hand(&game, Viewer::Public), 0);
    assert_eq!(game.view(Viewer::Public).hands[Seat::One].size, 2);

    let play = |game: &mut BackgammonWars, step: &Step<BackgammonWars>| {
        let mut log = Log::on();
        game.try_play(step, &mut log).unwrap();
        log.into_events()
    };
    let act = |seat, text: &str| Step::Act(seat, text.parse::<Action>().unwrap());
    play(&mut game, &act(Seat::One, "play spymaster"));
    play(&mut game, &act(Seat::Two, "pass"));
    let roll = Step::Chance("@6-4".parse::<Chance>().unwrap());
    assert_eq!(game.seen(&roll, Viewer::Seat(Seat::One)), "@6-4");
    assert_eq!(game.seen(&roll, Viewer::Seat(Seat::Two)), "@roll");
    assert_eq!(game.seen(&roll, Viewer::Public), "@roll");
    let events = play(&mut game, &roll);
    let seen: Vec<String> = Viewer::ALL.iter().map(|&v| format!("{:?}", events[0].seen_by(v))).collect();
    assert!(
        seen[0].contains('6') && !seen[1].contains('6') && !seen[2].contains('6') && seen[3].contains('6')
    );
    let early = |viewer| game.view(viewer).early[Seat::Two];
    assert!(matches!(early(Viewer::Seat(Seat::One)), Early::Seen(_)));
    assert_eq!(early(Viewer::Seat(Seat::Two)), Early::Hidden);
    assert_eq!(early(Viewer::Public), Early::Hidden);
}

#[test]
fn rule_65_a_drawn_card_is_seen_by_its_owner() {
    let mut game = BackgammonWars::start(&Options::default());
    let card = Step::Chance("@card:parry".parse::<Chance>().unwrap());
    assert_eq!(game.seen(&card, Viewer::Seat(Seat::One)), "@card:parry");
    assert_eq!(game.seen(&card, Viewer::Seat(Seat::Two)), "@card");
    let mut log = Log::on();
    game.try_play(&card, &mut log).unwrap();
    let events = log.into_events();
    let hidden = Event::Dealt { seat: Seat::One, card: Face(None) };
    assert_eq!(events[0].seen_by(Viewer::Seat(Seat::Two)), Some(hidden.clone()));
    assert_eq!(events[0].seen_by(Viewer::Public), Some(hidden));
    assert_eq!(events[0].seen_by(Viewer::Seat(Seat::One)), Some(events[0].clone()));
}

#[test]
fn rule_65_at_the_end_everything_is_open() {
    let text = "one 2:w hand:parry\ntwo 24:w hand:thief\nto one move 6-5";
    let mut game = BackgammonWars::set_up(text).unwrap();
    for (seat, action) in [(Seat::Two, "pass"), (Seat::One, "w 2/off")] {
        game.try_play(&Step::Act(seat, action.parse().unwrap()), &mut Log::off()).unwrap();
    }
    let views = Viewer::ALL.map(|viewer| game.view(viewer));
    assert!(views.iter().all(|view| *view == views[3]));
    assert_eq!(views[2].hands[Seat::Two].cards.len(), 1);
}
