//! Squadro's opponents.

use search::{AlphaBeta, Budget, Leaf, Level, Player, Think, Tree};
use squadro::Squadro;
use table::{Game, Seat, Show, Viewer};

fn choice(player: &mut dyn Player<Squadro>, text: &str) -> (String, Option<f32>) {
    let game = Squadro::set_up(text).unwrap();
    let seat = game.mover().unwrap();
    let thought = player.choose(&game.view(Viewer::Seat(seat)), seat, &mut Budget::level(1));
    (thought.action.to_string(), thought.win)
}

#[test]
fn a_fourth_piece_is_brought_home_by_everybody_who_thinks() {
    // Top's lane 5 comes home with three points from 10; every other move lets left do it first.
    let text = "12,12,12,7,10 12,12,12,10,11 top 0";
    for level in [Level::Greedy, Level::Casual, Level::Strong] {
        assert_eq!(choice(&mut *Squadro::player(level).unwrap(), text).0, "5", "{level}");
    }
    assert_eq!(choice(&mut AlphaBeta::new(1000, 10), text), ("5".into(), Some(1.0)));
    let mut tree = Tree { simulations: 500, leaf: Leaf::Rollout, ..Tree::default() };
    assert_eq!(choice(&mut tree, text).0, "5");
}

#[test]
fn the_worth_of_a_seat_is_what_the_other_lacks() {
    for text in ["0,0,0,0,0 0,0,0,0,0 top 0", "12,3,6,8,12 0,1,6,10,0 left 4", "1,3,6,7,11 0,0,0,0,0 top 0"] {
        let game = Squadro::set_up(text).unwrap();
        let sum = game.worth(Seat::One) + game.worth(Seat::Two);
        assert!((sum - 1.0).abs() < 1e-6, "{text}: {sum}");
        assert!(game.worth(Seat::One) > 0.0 && game.worth(Seat::One) < 1.0);
    }
    assert_eq!(Squadro::set_up("0,0,0,0,0 0,0,0,0,0 top 0").unwrap().moves_to_win(Seat::One), 30);
}
