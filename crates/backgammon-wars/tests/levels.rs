//! The levels: legal, the same again for the same seed, and better than those below.
//!
//! The matches here are small; the figures of the whole ladder come from `visavis ladder backgammon-wars`. How
//! the expert does in classic against a player that counts pips alone is measured here, in 200 games:
//! `cargo test --release -p backgammon-wars --test levels -- --ignored --nocapture`.

mod match_play;

use backgammon_wars::BackgammonWars;
use match_play::{CASUAL, EXPERT, Maker, NOVICE, PIPS, RANDOM, STRONG, duel, game, variant};
use search::{Budget, Level, Think};
use table::{BySeat, Game, OptionList, Seat, Show, Viewer};

fn both(player: Maker) -> BySeat<Maker> {
    BySeat::from_fn(|_| player)
}

#[test]
fn the_same_seed_gives_the_same_game_at_every_level() {
    for player in [PIPS, NOVICE, CASUAL, STRONG] {
        let mut options = variant("fantasy");
        options.set("dusk", "20").unwrap();
        assert_eq!(game(&options, both(player), 7), game(&options, both(player), 7));
    }
    let mut options = variant("nackgammon");
    options.set("dusk", "12").unwrap();
    assert_eq!(game(&options, both(EXPERT), 7), game(&options, both(EXPERT), 7));
}

#[test]
fn every_level_plays_by_the_rules() {
    // Random play brings positions about that no good player would.
    for (player, dusk) in [(NOVICE, "150"), (CASUAL, "150"), (STRONG, "150"), (EXPERT, "24")] {
        for (seed, seat) in (0..).zip(Seat::BOTH) {
            let makers = || BySeat::from_fn(|s| if s == seat { player } else { RANDOM });
            let mut options = variant("fantasy");
            options.set("dusk", dusk).unwrap();
            game(&options, makers(), seed);
            game(&variant("classic"), makers(), seed);
        }
    }
}

#[test]
fn every_ruling_can_be_played() {
    for (key, value) in [("push", "stacks"), ("brews", "any"), ("spells", "fade")] {
        let mut options = variant("fantasy");
        options.set(key, value).unwrap();
        options.set("dusk", "60").unwrap();
        game(&options, both(CASUAL), 3);
    }
}

#[test]
fn a_higher_level_beats_the_lower_one() {
    let classic = variant("classic");
    let points = duel(&classic, NOVICE, RANDOM, 10);
    assert!(points >= 26, "novice against random: {points} of 40 half points");
    let points = duel(&classic, CASUAL, NOVICE, 20);
    assert!(points >= 52, "casual against novice: {points} of 80 half points");
    let points = duel(&classic, STRONG, CASUAL, 12);
    assert!(points >= 26, "strong against casual: {points} of 48 half points");
}

#[test]
fn the_novice_dreams_of_its_next_roll_and_misses_the_reply() {
    // Two of One's units are alone before a Wall with five closed points: who sees the reply is afraid.
    let text = "option variant=classic\none 18:w 10:w 8:www 6:wwwww 5:ww 3:www\n\
                two 13:www 8:ww 6:ww 5:ww 4:ww 3:ww 2:ww\nto one move 2-1";
    let view = BackgammonWars::set_up(text).unwrap().view(Viewer::Seat(Seat::One));
    let [novice, expert] = [Level::Novice, Level::Expert]
        .map(|level| BackgammonWars::player(level).unwrap().choose(&view, Seat::One, &mut Budget::level(1)));
    let [hopes, knows] = [&novice, &expert].map(|thought| thought.win.unwrap());
    assert!(hopes > knows + 0.12, "{hopes} and {knows}");
    assert!((1_000..15_000).contains(&novice.nodes), "{} positions", novice.nodes);
}

#[test]
fn in_classic_the_expert_beats_who_counts_pips() {
    let long = std::env::var_os("VISAVIS_LONG").is_some();
    // Nineteen games of twenty are asked for; a few games alone cannot show as much.
    let (pairs, enough) = if long { (100, 380) } else { (4, 14) };
    let points = duel(&variant("classic"), EXPERT, PIPS, pairs);
    assert!(points >= enough, "{points} of {} half points", 4 * pairs);
}

#[test]
fn the_book_opening_moves_of_backgammon() {
    let best = |roll: &str| {
        let stacks = "24:ww 13:wwwww 8:www 6:wwwww";
        let text = format!("option variant=classic\none {stacks}\ntwo {stacks}\nto one move {roll}");
        let view = BackgammonWars::set_up(&text).unwrap().view(Viewer::Seat(Seat::One));
        let mut expert = BackgammonWars::player(Level::Expert).unwrap();
        let mut line = expert.choose(&view, Seat::One, &mut Budget::level(1)).line;
        line.sort();
        line.join(" ")
    };
    assert_eq!(best("3-1"), "6/5 8/5");
    assert_eq!(best("4-2"), "6/4 8/4");
    assert_eq!(best("6-1"), "13/7 8/7");
}
