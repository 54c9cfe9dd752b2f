//! How a turn that has begun comes to its end without a die: a piece is taken, a combat is won or lost, the winner
//! keeps what is worth most.

use table::{Log, Seat};

use super::{spent, worth::group_value};
use crate::{Action, Colour, LOAD, Pieces, Piggyback, Space, Wait};

/// What may come of a move: positions with somebody to move, or the end, each with its chance.
pub(super) type Outcomes = [(f32, Piggyback); 2];

/// Settles a turn that has begun: the attacker has won, or he has lost. One outcome with certainty where there
/// is no combat.
pub(super) fn outcomes(mut game: Piggyback) -> Outcomes {
    match game.wait {
        Wait::Take { at } => game.pick_up(at, true, &mut Log::off()),
        Wait::Warp { from, at } => {
            let answer = warp_answer(&game, from, at);
            game.answer(from, at, answer, &mut Log::off());
        }
        _ => {}
    }
    let fight = match game.wait {
        Wait::Roll(fight) | Wait::Decide(fight) => fight,
        _ => {
            after_combat(&mut game);
            return [(1.0, game), (0.0, game)];
        }
    };
    let chance = game.chance().map_or(0.5, |chance| chance.value() as f32);
    let fresh = fight.rolls == 0 && fight.against.is_none();
    let ended = |winner: Seat| {
        let mut game = game;
        if fresh {
            pay(&mut game, fight.from, fight.at, winner);
        }
        game.end_combat(fight, winner, &mut Log::off());
        after_combat(&mut game);
        game
    };
    [(chance, ended(game.to)), (1.0 - chance, ended(!game.to))]
}

/// Both sides spend the Luck and the Firepower that such a combat costs in the mean.
fn pay(game: &mut Piggyback, from: Space, at: Space, winner: Seat) {
    let (attacker, defender) = (game.to, !game.to);
    let (Some(one), Some(other)) = (game.armies[attacker].at(from), game.armies[defender].at(at)) else {
        return;
    };
    if (one.pieces + other.pieces).is_empty() {
        return;
    }
    let lefts = spent::left(one, other, winner == attacker);
    for ((seat, space, group), left) in [(attacker, from, one), (defender, at, other)].into_iter().zip(lefts)
    {
        for (colour, left) in [(Colour::Yellow, left.luck), (Colour::Orange, left.firepower)] {
            let count = group.carries(colour).saturating_sub(left);
            if count > 0 {
                game.spend(seat, space, colour, count);
            }
        }
    }
}

/// The winner keeps what is worth most; the loser leaves the bank alone.
fn after_combat(game: &mut Piggyback) {
    if let Wait::Spoils { at, loser, prize } = game.wait {
        let mut pool = game.armies[!loser].at(at).map_or(Pieces::NONE, |group| group.pieces) + prize;
        let mut kept = Pieces::NONE;
        for colour in [Colour::Orange, Colour::Yellow, Colour::Green, Colour::Mauve] {
            while kept.len() < LOAD && pool.has(colour) {
                kept += Pieces::one(colour);
                pool -= Pieces::one(colour);
            }
        }
        game.keep(at, loser, prize, kept, &mut Log::off());
    }
    if let Wait::Bank { loser } = game.wait {
        game.place(loser, Action::Pass, &mut Log::off());
    }
}

/// What a spent Warp costs, in units.
const WARP: f32 = 0.15;

/// The answer to an attack that loses least.
fn warp_answer(game: &Piggyback, from: Space, at: Space) -> Action {
    let at_stake = |action: Action, space| {
        let chance = game.chance_after(action).map_or(0.5, |chance| chance.value() as f32);
        let lost = game.armies[!game.to].at(space).map_or(0.0, group_value);
        let won = game.armies[game.to].at(from).map_or(0.0, group_value);
        chance * lost - (1.0 - chance) * won
    };
    let mut best = (at_stake(Action::Pass, at), Action::Pass);
    for (payer, partner) in game.answers(at) {
        let action = Action::Warp { payer, partner };
        let stake = at_stake(action, if payer == at { partner } else { payer }) + WARP;
        if stake < best.0 {
            best = (stake, action);
        }
    }
    best.1
}
