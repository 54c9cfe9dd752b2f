//! The table as text, gestures and controls.

use pitch_out::{Action, Event, Name, PitchOut, Rulings};
use table::{Game, Gesture, Lang, Log, OptionList, Seat, Show, Step, Viewer, Words};

fn words(lang: Lang) -> Words {
    let mut words = Words::default();
    for file in match lang {
        Lang::En => {
            [include_str!("../../../words/en/pitch-out.json"), include_str!("../../../words/en/common.json")]
        }
        Lang::Fr => {
            [include_str!("../../../words/fr/pitch-out.json"), include_str!("../../../words/fr/common.json")]
        }
    } {
        words.add(file).unwrap();
    }
    words
}

const STACKED: &str = "format=five one captain:4000,600 assassin:2500,2600 runner:2500,4000 major:5500,1000 sapper:out \
    two captain:4000,7400 shadow:on-runner witch:5500,6500 golem-1:3000,6800 o1:3300,1300/0+sapper o3:4700,6700/0 \
    o4:3200,7300/1500 o5:4000,4000/0 turn:one";

#[test]
fn the_picture_is_the_one_in_the_file() {
    let game = PitchOut::set_up(STACKED).unwrap();
    let picture = PitchOut::picture(&game.view(Viewer::Public), &words(Lang::En));
    assert_eq!(picture, include_str!("board.txt"));
    let french = PitchOut::picture(&game.view(Viewer::Public), &words(Lang::Fr));
    assert!(french.contains("Sorcière") && french.contains("sous une Ombre"), "{french}");
}

#[test]
fn names_to_deploy_are_shown_to_their_owner_only() {
    let mut rulings = Rulings::default();
    rulings.set("format", "five").unwrap();
    let mut game = PitchOut::start(&rulings);
    let step = Step::read("one roster captain guard major commando sapper").unwrap();
    game.play(&step, &mut Log::off());
    let shown = |viewer| PitchOut::picture(&game.view(viewer), &words(Lang::En));
    assert!(shown(Viewer::Seat(Seat::One)).contains("Commando"));
    for viewer in [Viewer::Seat(Seat::Two), Viewer::Public] {
        assert!(
            !shown(viewer).contains("Commando") && shown(viewer).contains("5 pawns"),
            "{}",
            shown(viewer)
        );
    }
}

#[test]
fn gestures_touch_pawns_and_obstacles() {
    let game = PitchOut::set_up(STACKED).unwrap();
    let swap = game.gesture(Seat::One, &Action::Swap(Name::Major));
    assert_eq!(swap.from.as_deref(), Some("one:major"));
    let mount = game.gesture(Seat::Two, &Action::Mount(Name::Major));
    assert_eq!(mount, Gesture::on("one:major").preview(serde_json::json!({ "x": 5500, "y": 1000 })));
    assert_eq!(game.gesture(Seat::One, &"remove o1".parse().unwrap()), Gesture::on("o1"));
    let change = game.gesture(Seat::One, &"change major guard".parse().unwrap());
    assert_eq!(change, Gesture::between("one:major", "one:guard"));
    let view = game.view(Viewer::Seat(Seat::One));
    assert!(PitchOut::attempt(&view, Seat::One, "one:major", None).is_empty(), "flicks are no clicks");
}

#[test]
fn a_flick_control_says_what_is_barred() {
    let text = STACKED.replace("captain:4000,600", "captain:3600,4000");
    let game = PitchOut::set_up(&text).unwrap();
    let prompt = game.prompt(Seat::One);
    let forms: Vec<&str> = prompt.controls.iter().map(|control| control.form.as_str()).collect();
    let expected =
        ["flick captain {angle}@{power}", "flick assassin {angle}@{power}", "flick major {angle}@{power}"];
    assert_eq!(forms, expected, "the Runner is under the Shadow");
    let captain = &prompt.controls[0];
    assert_eq!(captain.rules, ["R17"]);
    assert_eq!(captain.hints["barred"], serde_json::json!([{ "obstacle": "o5", "from": 28501, "to": 7499 }]));
    assert_eq!(captain.hints["piece"], "one:captain");
    assert!(
        prompt.controls[1].rules.is_empty() && prompt.controls[1].hints["barred"] == serde_json::json!([])
    );
}

#[test]
fn a_flick_shows_the_whole_shot_in_advance_only_where_the_table_says_so() {
    let plain = PitchOut::set_up(STACKED).unwrap();
    let flick = "flick captain 9000@900".parse().unwrap();
    assert_eq!(plain.gesture(Seat::One, &flick), Gesture::button());
    let helped = PitchOut::set_up(&format!("prediction=on {STACKED}")).unwrap();
    let shown = helped.gesture(Seat::One, &flick).preview;
    let mut log = Log::on();
    let step = Step::Act(Seat::One, flick);
    helped.clone().try_play(&step, &mut log).unwrap();
    let shot = log.into_events().into_iter().find(|event| matches!(event, Event::Shot { .. }));
    let told = serde_json::to_value(shot.unwrap()).unwrap();
    assert_eq!((&shown["bodies"], &shown["trace"]), (&told["bodies"], &told["trace"]));
}

#[test]
fn a_shot_is_replayed_in_a_few_pictures_that_end_where_it_ends() {
    let mut game = PitchOut::set_up(STACKED).unwrap();
    let before = game.view(Viewer::Public);
    let board = |view: &_| {
        let picture = PitchOut::picture(view, &words(Lang::En));
        picture
            .lines()
            .take_while(|line| !line.starts_with("Rounds"))
            .map(|line| format!("{line}\n"))
            .collect()
    };
    let first: String = board(&before);
    let mut log = Log::on();
    game.try_play(&Step::read("one flick captain 9000@600").unwrap(), &mut log).unwrap();
    let frames: Vec<String> =
        log.into_events().iter().flat_map(|event| PitchOut::frames(&before, event)).collect();
    assert!((5..40).contains(&frames.len()), "{}", frames.len());
    assert_eq!(frames[0], first);
    let last: String = board(&game.view(Viewer::Public));
    assert_eq!(frames[frames.len() - 1], last);
    assert_ne!(first, last);
}
