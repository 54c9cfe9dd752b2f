//! What a hand can touch, and where things would stand (section 4 of the spec says what each action means).
//!
//! Places are the spaces (`b2`), the die (`die`), the pieces of the group at the die (`ability:yellow`), of the
//! winner's choice (`pool:green`) and of the bank (`bank:green`). What has no place is a button.

use serde_json::{Map, Value, json};
use table::{Game, Gesture, Log, Refusal, Seat, Show, Step, Words};

use crate::{
    Action, Board, Colour, Pieces, Piggyback, Space, View, Wait, picture, setup,
    sheet::{self, Sheet},
};

impl Show for Piggyback {
    fn picture(view: &View, words: &Words) -> String {
        picture::draw(&view.table, words)
    }

    fn gesture(&self, seat: Seat, action: &Action) -> Gesture {
        let gesture = match *action {
            Action::Step { from, to } | Action::Boost { from, to } | Action::Boost2 { from, to } => {
                between(from, to)
            }
            Action::Warp { payer, partner } => between(payer, partner),
            Action::Take => match self.wait {
                Wait::Take { at } => Gesture::on(at.to_string()).key('t'),
                _ => Gesture::button().key('t'),
            },
            Action::Leave => Gesture::button().key('l'),
            Action::Roll => Gesture::on("die").key('r'),
            Action::Luck => Gesture::on(ability(Colour::Yellow)).key('l'),
            Action::Firepower => Gesture::on(ability(Colour::Orange)).key('f'),
            Action::Stop => Gesture::button().key('s'),
            Action::Keep(pieces) => {
                let places: Vec<String> = pieces.iter().map(|colour| format!("pool:{colour}")).collect();
                match places.as_slice() {
                    [one] => Gesture::on(one),
                    [one, other] => Gesture::between(one, other),
                    _ => Gesture::button().key('n'),
                }
            }
            Action::Place { colour, at } => Gesture::between(format!("bank:{colour}"), at.to_string()),
            Action::Pass => Gesture::button().key('p'),
        };
        if self.check(seat, action).is_err() {
            return gesture;
        }
        gesture.preview(self.preview(seat, *action))
    }

    fn attempt(view: &View, _: Seat, from: &str, to: Option<&str>) -> Vec<Action> {
        let game = &view.table;
        let spaces = (from.parse::<Space>().ok(), to.map(str::parse::<Space>));
        match (game.wait, spaces) {
            (Wait::Move, (Some(from), Some(Ok(to)))) => game.readings(from, to),
            (Wait::Take { at }, (Some(from), _)) if from == at => vec![Action::Take],
            (Wait::Warp { at, .. }, (Some(partner), None)) => warps(at, partner),
            (Wait::Warp { .. }, (Some(from), Some(Ok(to)))) => warps(from, to),
            (Wait::Decide(_), (None, None)) => choice(from),
            // Once the dice roll, a drag can only be meant as a Warp: it is told why not.
            (Wait::Decide(_), (Some(payer), Some(Ok(partner)))) => vec![Action::Warp { payer, partner }],
            (Wait::Spoils { .. }, (None, _)) => kept(from, to),
            (Wait::Bank { .. }, (Some(at), None)) => home(game.board, at),
            (Wait::Bank { .. }, (None, Some(Ok(at)))) => {
                let colour = from.strip_prefix("bank:").and_then(Colour::named);
                colour.map(|colour| Action::Place { colour, at }).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    fn set_up(text: &str) -> Result<Self, Refusal> {
        setup::read(text)
    }
}

fn between(from: Space, to: Space) -> Gesture {
    Gesture::between(from.to_string(), to.to_string())
}

fn ability(colour: Colour) -> String {
    format!("ability:{colour}")
}

/// Either group may pay (R26).
fn warps(one: Space, other: Space) -> Vec<Action> {
    vec![Action::Warp { payer: one, partner: other }, Action::Warp { payer: other, partner: one }]
}

fn choice(place: &str) -> Vec<Action> {
    match place {
        "die" => vec![Action::Roll, Action::Luck],
        "ability:yellow" => vec![Action::Luck],
        "ability:orange" => vec![Action::Firepower],
        _ => Vec::new(),
    }
}

fn kept(from: &str, to: Option<&str>) -> Vec<Action> {
    let mut pieces = Pieces::NONE;
    for place in [Some(from), to].into_iter().flatten() {
        let Some(colour) = place.strip_prefix("pool:").and_then(Colour::named) else { return Vec::new() };
        pieces += Pieces::one(colour);
    }
    vec![Action::Keep(pieces)]
}

/// A start space belongs to one colour, so a click on it is enough.
fn home(board: Board, at: Space) -> Vec<Action> {
    let colour = Colour::ALL.into_iter().find(|&colour| board.layout().home(colour).contains(at));
    colour.map(|colour| Action::Place { colour, at }).into_iter().collect()
}

impl Piggyback {
    /// What a drag between two spaces can mean in the own turn: what costs least first, but what can reach
    /// that far, so that a refusal speaks of what was meant.
    fn readings(&self, from: Space, to: Space) -> Vec<Action> {
        let step = Action::Step { from, to };
        let boost = Action::Boost { from, to };
        let boost2 = Action::Boost2 { from, to };
        let boosts = self.armies[self.to].at(from).map_or(0, |group| group.carries(Colour::Green));
        let mut readings = match (from.distance(to), boosts) {
            (1, _) | (_, 0) => vec![step, boost, boost2],
            (0 | 2, _) | (_, 1) => vec![boost, boost2, step],
            _ => vec![boost2, boost, step],
        };
        let friend = from != to && self.armies[self.to].spaces().contains(to);
        let warp = Action::Warp { payer: from, partner: to };
        // Dragging onto a friend who is out of reach means a Warp.
        readings.insert(if friend && from.distance(to) > 1 { 0 } else { readings.len() }, warp);
        readings
    }

    /// The groups and lying pieces that would be new, and in a combat the chance that `seat` wins.
    fn preview(&self, seat: Seat, action: Action) -> Value {
        let mut game = *self;
        game.play(&Step::Act(seat, action), &mut Log::off());
        let (before, after) = (Sheet::from(*self), Sheet::from(game));
        let mut preview = Map::new();
        preview.insert("groups".into(), json!(sheet::news(&before.groups, &after.groups)));
        preview.insert("lying".into(), json!(sheet::news(&before.lying, &after.lying)));
        if let Some(chance) = self.chance_after(action) {
            let chance = if seat == self.to { chance } else { chance.complement() };
            preview.insert("chance".into(), json!(chance));
            preview.insert("fraction".into(), json!(chance.to_string()));
        }
        preview.retain(|_, value| value.as_array().is_none_or(|list| !list.is_empty()));
        Value::Object(preview)
    }
}
