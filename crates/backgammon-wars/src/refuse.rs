//! Why something is not offered.
//!
//! What is offered is legal and nothing else is, so [`check`] first looks there; only a refusal needs reasons.
//! They are looked for in the rising order of the rules, with two exceptions that the spec's cases fix: a space
//! that is closed anyhow is named before a wrong mark, and the duty of rule 13 comes last.

use table::{Game, Refusal, Seat};

use crate::{
    Action, BackgammonWars, Mark, Play,
    board::{OFF, WALL},
    cards::{self, Card, Window},
    dice::Few,
    plan::Lanes,
    units::{Kind, Purpose, die_of_shot},
    view,
    waits::Wait,
};

/// Whether `seat` may do `action` now.
pub(crate) fn check(game: &BackgammonWars, seat: Seat, action: &Action) -> Result<(), Refusal> {
    if game.over.is_some() {
        return Err(Refusal::turn("refuse.over"));
    }
    let wait = game
        .wait()
        .filter(|wait| wait.asks() == Some(seat))
        .ok_or_else(|| Refusal::turn("refuse.not-your-turn").with("seat", seat))?;
    if let Action::Move { kind, .. } = action
        && kind.is_some() != game.options.is_fantasy()
    {
        return Err(Refusal::notation("backgammon-wars.refuse.kind", &action.to_string()));
    }
    let mut offered = Vec::new();
    game.options(seat, &mut offered);
    if offered.contains(action) { Ok(()) } else { Err(explain(game, seat, wait, *action)) }
}

/// The reason why an action that is not offered is refused.
fn explain(game: &BackgammonWars, seat: Seat, wait: Wait, action: Action) -> Refusal {
    match (wait, action) {
        (_, Action::Play(play)) => explain_card(game, seat, play),
        (Wait::Window(_) | Wait::Parry(_) | Wait::Evoke { .. }, _) | (_, Action::Pass) => {
            Refusal::turn("refuse.not-now")
        }
        (Wait::Keep(_), _) | (_, Action::Keep(..)) => Refusal::by("R53", "backgammon-wars.refuse.keep"),
        (Wait::Before(_), Action::Shoot) => Refusal::by("R25", "backgammon-wars.refuse.no-archer"),
        (Wait::Before(_), Action::Hex) => Refusal::by("R25", "backgammon-wars.refuse.no-mage"),
        (Wait::Before(_), _) => Refusal::by("R6", "backgammon-wars.refuse.roll-first"),
        (_, Action::Roll | Action::Shoot | Action::Hex) => Refusal::by("R6", "backgammon-wars.refuse.rolled"),
        (_, Action::Double | Action::Draw) => Refusal::by("R6", "backgammon-wars.refuse.no-choice"),
        _ if game.dice.choice => Refusal::by("R16", "backgammon-wars.refuse.doubles-first"),
        (_, Action::Move { kind, from, to, mark }) => {
            explain_move(game, seat, kind.unwrap_or(Kind::Warrior), (from, to), mark)
        }
        (_, Action::Shot { from, to }) => explain_shot(game, seat, from, to),
        (_, Action::Push { from, to, fire }) => explain_push(game, seat, (from, to), fire),
        (_, Action::End) => Refusal::by("R13", "backgammon-wars.refuse.must-use"),
    }
}

fn explain_move(game: &BackgammonWars, seat: Seat, kind: Kind, (from, to): (u8, u8), mark: Mark) -> Refusal {
    if mark == Mark::Trap && !game.options.is_fantasy() {
        return Refusal::by("R3", "backgammon-wars.refuse.plain");
    }
    if game.dice.purpose != Purpose::Move {
        return Refusal::by("R25", "backgammon-wars.refuse.declared");
    }
    let dice = game.dice.all();
    let die = if to == OFF {
        dice.iter().copied().find(|&die| die >= from)
    } else {
        from.checked_sub(to).filter(|die| dice.contains(die))
    };
    let Some(die) = die else {
        return Refusal::by("R7", "backgammon-wars.refuse.no-die").with("dice", listed(&dice));
    };
    let space = closed_space(game, seat, to);
    if let Some(refusal) = space.as_ref().filter(|refusal| matches!(refusal.rule, "R8" | "R9")) {
        return refusal.clone();
    }
    let held = from <= 24 && game.board.held(seat) >> from & 1 != 0;
    let trapped = held && game.board.stack(seat, from).kind(0) == kind;
    if !trapped && !game.board.has(seat, kind, from) {
        return Refusal::by("R10", "backgammon-wars.refuse.no-unit").with("kind", view::word(kind));
    }
    if from == WALL && die > 6 {
        return Refusal::by("R12", "backgammon-wars.refuse.enter").with("die", die);
    }
    if from != WALL && game.board.wall(seat).total() > 0 {
        return Refusal::by("R12", "backgammon-wars.refuse.wall-first");
    }
    if trapped {
        return Refusal::by("R22", "backgammon-wars.refuse.trapped");
    }
    let lanes = Lanes::of(game, seat);
    if to == OFF && lanes.sources_with(die, &dice) >> from & 1 == 0 {
        return Refusal::by("R14", "backgammon-wars.refuse.bear-off");
    }
    if mark == Mark::Trap && (kind != Kind::Warrior || lanes.mark_at(to) != Mark::Hit) && space.is_none() {
        return Refusal::by("R20", "backgammon-wars.refuse.trap");
    }
    if let Some(refusal) = space {
        return refusal;
    }
    if mark != lanes.mark_at(to) && mark != Mark::Trap {
        return wrong_mark(lanes.mark_at(to));
    }
    Refusal::by("R13", "backgammon-wars.refuse.duty")
}

/// Why nobody of `seat` can land on a space.
fn closed_space(game: &BackgammonWars, seat: Seat, to: u8) -> Option<Refusal> {
    if to == OFF {
        return None;
    }
    let stack = game.board.stack(seat, to);
    if stack.is_trap() {
        return Some(Refusal::by("R21", "backgammon-wars.refuse.trap-space"));
    }
    if game.tokens.barrier[!seat] == 25 - to {
        return Some(Refusal::by("R61", "backgammon-wars.refuse.barrier"));
    }
    if stack.is_of(!seat) && stack.len() > 1 {
        return Some(Refusal::by("R8", "backgammon-wars.refuse.blocked"));
    }
    let full = game.options.is_fantasy() && stack.is_of(seat) && stack.len() >= 5;
    full.then(|| Refusal::by("R9", "backgammon-wars.refuse.five"))
}

fn wrong_mark(right: Mark) -> Refusal {
    match right {
        Mark::Hit => Refusal::by("R8", "backgammon-wars.refuse.mark-hit"),
        Mark::Fire => Refusal::by("R8", "backgammon-wars.refuse.mark-fire"),
        Mark::Quiet | Mark::Trap => Refusal::by("R8", "backgammon-wars.refuse.mark-none"),
    }
}

fn explain_shot(game: &BackgammonWars, seat: Seat, from: u8, to: u8) -> Refusal {
    if game.dice.purpose != Purpose::Shoot {
        return Refusal::by("R25", "backgammon-wars.refuse.declared");
    }
    if !game.board.has(seat, Kind::Archer, from) {
        return Refusal::by("R25", "backgammon-wars.refuse.no-archer");
    }
    if !die_of_shot(seat, from, to).is_some_and(|die| game.dice.has(die)) {
        return Refusal::by("R26", "backgammon-wars.refuse.aim").with("dice", listed(&game.dice.all()));
    }
    Refusal::by("R27", "backgammon-wars.refuse.shot")
}

fn explain_push(game: &BackgammonWars, seat: Seat, (from, to): (u8, u8), fire: bool) -> Refusal {
    if game.dice.purpose != Purpose::Hex {
        return Refusal::by("R25", "backgammon-wars.refuse.declared");
    }
    if game.push_targets(seat) >> from & 1 == 0 {
        return Refusal::by("R28", "backgammon-wars.refuse.push");
    }
    if to < from && !game.dice.has(from - to) {
        return Refusal::by("R28", "backgammon-wars.refuse.no-die").with("dice", listed(&game.dice.all()));
    }
    if to < from && game.push_room(seat) >> to & 1 != 0 && fire != (game.fire_of(seat) == Some(to)) {
        return Refusal::by("R29", "backgammon-wars.refuse.mark-push");
    }
    Refusal::by("R29", "backgammon-wars.refuse.push-room")
}

fn explain_card(game: &BackgammonWars, seat: Seat, play: Play) -> Refusal {
    let card = play.card;
    let named = |refusal: Refusal| refusal.with("card", card.name());
    if !game.options.is_fantasy() {
        return Refusal::by("R3", "backgammon-wars.refuse.plain");
    }
    if card == Card::Escort && game.board.wall(seat).total() > 0 && game.deck.hands[seat].contains(card) {
        return Refusal::by("R12", "backgammon-wars.refuse.wall-first");
    }
    if !cards::is_alive(game, seat, card) {
        return named(Refusal::by("R31", "backgammon-wars.refuse.not-alive"))
            .with("kind", view::word(card.kind()));
    }
    if game.deck.spent.contains(card) {
        return named(Refusal::by("R32", "backgammon-wars.refuse.once"));
    }
    if !game.deck.hands[seat].contains(card) {
        return named(Refusal::by("R33", "backgammon-wars.refuse.not-in-hand"));
    }
    if !cards::fits_window(game, card) {
        let (rule, when) = match card.window() {
            Window::Roll => ("R36", "after-their-roll"),
            Window::Parry => ("R35", "after-their-card"),
            Window::Hit => ("R37", "after-a-hit"),
            Window::Own => (card.rule(), "in-your-turn"),
            Window::Before => (card.rule(), "before-your-roll"),
            Window::Dice => (card.rule(), "after-your-roll"),
            Window::Moving => (card.rule(), "while-you-move"),
        };
        return named(Refusal::by(rule, "backgammon-wars.refuse.moment")).with("when", when);
    }
    named(Refusal::by(card.rule(), card.needs()))
}

fn listed(dice: &Few) -> String {
    let dice: Vec<String> = dice.iter().map(u8::to_string).collect();
    dice.join(", ")
}
