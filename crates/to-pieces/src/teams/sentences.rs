//! What players read on a strategy, an objective or a character: sentences made from verb and parameters, so
//! that a home-made team needs no prose. A text is a row of sentences by key.

use std::collections::BTreeMap;

use serde::{Serialize, ser::SerializeMap};
use table::{Value, Values, Words};

use super::{By, Effect, Fighter, Goal, Marker, Objective, Strategy, Through, Who, Whom};

/// A sentence by key, with the values that it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The key in the word files.
    pub key: &'static str,
    /// What the sentence names.
    pub values: Values,
}

impl Sentence {
    fn new(key: &'static str) -> Sentence {
        Sentence { key, values: Values::new() }
    }

    fn with(mut self, name: &'static str, value: impl Into<Value>) -> Sentence {
        self.values.push((name, value.into()));
        self
    }
}

/// As `{"key": …, "values": {…}}`, for the page to say in its language.
impl Serialize for Sentence {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values: BTreeMap<&str, &Value> = self.values.iter().map(|(name, value)| (*name, value)).collect();
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("key", self.key)?;
        map.serialize_entry("values", &values)?;
        map.end()
    }
}

/// A row of sentences in one language.
pub fn say(sentences: &[Sentence], words: &Words) -> String {
    let said: Vec<String> = sentences.iter().map(|s| words.say(s.key, &s.values)).collect();
    said.join(" ")
}

/// The singular or the plural of a sentence.
fn by_count(n: u8, one: &'static str, many: &'static str) -> &'static str {
    if n == 1 { one } else { many }
}

impl Strategy {
    /// What the strategy does.
    pub fn sentences(&self) -> Vec<Sentence> {
        let mut text = Vec::new();
        for (i, effect) in self.effects.iter().enumerate() {
            if i > 0 {
                text.push(Sentence::new("to-pieces.verb.then"));
            }
            effect.describe(&mut text);
        }
        text
    }
}

impl Effect {
    fn describe(self, text: &mut Vec<Sentence>) {
        match self {
            Effect::Push { distance, .. } => {
                let key = by_count(distance, "to-pieces.verb.push", "to-pieces.verb.push.far");
                text.push(Sentence::new(key).with("distance", distance));
            }
            Effect::Cascade => text.push(Sentence::new("to-pieces.verb.cascade")),
            Effect::Drag { range } => text.push(Sentence::new("to-pieces.verb.drag").with("range", range)),
            Effect::Attack { range, bonus, free, pierce, .. } => {
                let key = if range == 0 { "to-pieces.verb.attack" } else { "to-pieces.verb.attack.far" };
                text.push(Sentence::new(key).with("range", range));
                describe_bonus(bonus, text);
                if free {
                    text.push(Sentence::new("to-pieces.verb.attack.free"));
                }
                if pierce {
                    text.push(Sentence::new("to-pieces.verb.attack.pierce"));
                }
            }
            Effect::Charge { push, free_step, bonus } => {
                text.push(Sentence::new("to-pieces.verb.charge"));
                describe_bonus(bonus, text);
                if push > 1 {
                    text.push(Sentence::new("to-pieces.verb.charge.push").with("push", push));
                }
                if free_step {
                    text.push(Sentence::new("to-pieces.verb.charge.free-step"));
                }
            }
            Effect::March { whom, steps, through, .. } => {
                let key = match (whom, steps) {
                    (Whom::Own, 0) => "to-pieces.verb.march.speed",
                    (Whom::Own, 1) => "to-pieces.verb.march.one",
                    (Whom::Own, _) => "to-pieces.verb.march",
                    (Whom::Enemy, 0) => "to-pieces.verb.march.enemy.speed",
                    (Whom::Enemy, 1) => "to-pieces.verb.march.enemy.one",
                    (Whom::Enemy, _) => "to-pieces.verb.march.enemy",
                };
                text.push(Sentence::new(key).with("steps", steps));
                match through {
                    Through::None => {}
                    Through::Characters => text.push(Sentence::new("to-pieces.verb.march.characters")),
                    Through::All => text.push(Sentence::new("to-pieces.verb.march.all")),
                }
            }
            Effect::Exchange { whom, reach } => {
                let key = match (whom, reach) {
                    (Whom::Own, 0) => "to-pieces.verb.exchange.any",
                    (Whom::Own, _) => "to-pieces.verb.exchange",
                    (Whom::Enemy, 0) => "to-pieces.verb.exchange.enemy.any",
                    (Whom::Enemy, _) => "to-pieces.verb.exchange.enemy",
                };
                text.push(Sentence::new(key).with("reach", reach));
            }
            Effect::Clear { whom, which, .. } => text.push(match (whom, which) {
                (Whom::Own, None) => Sentence::new("to-pieces.verb.clear.all"),
                (Whom::Enemy, None) => Sentence::new("to-pieces.verb.clear.enemy.all"),
                (Whom::Own, Some(token)) => Sentence::new("to-pieces.verb.clear").with("token", token.name()),
                (Whom::Enemy, Some(token)) => {
                    Sentence::new("to-pieces.verb.clear.enemy").with("token", token.name())
                }
            }),
            Effect::Token { token, whom, .. } => {
                let key = match whom {
                    Whom::Own => "to-pieces.verb.token",
                    Whom::Enemy => "to-pieces.verb.token.enemy",
                };
                text.push(Sentence::new(key).with("token", token.name()));
            }
            Effect::Deploy { rows, token, .. } => {
                let key = by_count(rows, "to-pieces.verb.deploy.home", "to-pieces.verb.deploy");
                text.push(Sentence::new(key).with("rows", rows));
                if let Some(token) = token {
                    text.push(Sentence::new("to-pieces.verb.deploy.token").with("token", token.name()));
                }
            }
            Effect::Recall { .. } => text.push(Sentence::new("to-pieces.verb.recall")),
            Effect::Shift { marker, steps } => {
                let key = match (marker, steps) {
                    (Marker::Treasure, 1) => "to-pieces.verb.shift.treasure.one",
                    (Marker::Treasure, _) => "to-pieces.verb.shift.treasure",
                    (Marker::Obstacle, 1) => "to-pieces.verb.shift.obstacle.one",
                    (Marker::Obstacle, _) => "to-pieces.verb.shift.obstacle",
                };
                text.push(Sentence::new(key).with("steps", steps));
            }
            Effect::Swap => text.push(Sentence::new("to-pieces.verb.swap")),
        }
        if self.count() > 1 {
            text.push(Sentence::new("to-pieces.verb.count").with("count", self.count()));
        }
    }
}

fn describe_bonus(bonus: u8, text: &mut Vec<Sentence>) {
    if bonus > 0 {
        text.push(Sentence::new("to-pieces.verb.bonus").with("bonus", bonus));
    }
}

impl Objective {
    /// When the objective is met.
    pub fn sentences(&self) -> Vec<Sentence> {
        let (key, values): (&'static str, &[(&'static str, u8)]) = match self.goal {
            Goal::Treasure { number, uncontested: false } => {
                ("to-pieces.goal.treasure", &[("number", number)])
            }
            Goal::Treasure { number, uncontested: true } => {
                ("to-pieces.goal.treasure.uncontested", &[("number", number)])
            }
            Goal::Treasures { count } => (
                by_count(count, "to-pieces.goal.treasures.one", "to-pieces.goal.treasures"),
                &[("count", count)],
            ),
            Goal::Slain { count, by, .. } => {
                let key = match by {
                    By::Any => by_count(count, "to-pieces.goal.slain.one", "to-pieces.goal.slain"),
                    By::Leader => {
                        by_count(count, "to-pieces.goal.slain.leader.one", "to-pieces.goal.slain.leader")
                    }
                    By::Ranged => {
                        by_count(count, "to-pieces.goal.slain.ranged.one", "to-pieces.goal.slain.ranged")
                    }
                };
                (key, &[("count", count)])
            }
            // Without row or count, a leader's goal names its row alone.
            Goal::Rows { row, who: Who::Leader, .. } => ("to-pieces.goal.rows.leader", &[("row", row)]),
            Goal::Rows { row, count, who: Who::Any } => {
                let key = by_count(count, "to-pieces.goal.rows.one", "to-pieces.goal.rows");
                (key, &[("row", row), ("count", count)])
            }
            Goal::Line { count } => ("to-pieces.goal.line", &[("count", count)]),
            Goal::Unbroken { count } => ("to-pieces.goal.unbroken", &[("count", count)]),
            Goal::Pushed { count } => {
                (by_count(count, "to-pieces.goal.pushed.one", "to-pieces.goal.pushed"), &[("count", count)])
            }
            Goal::Apart { count } => ("to-pieces.goal.apart", &[("count", count)]),
            Goal::Surround { count, who: Who::Any } => (
                by_count(count, "to-pieces.goal.surround.one", "to-pieces.goal.surround"),
                &[("count", count)],
            ),
            Goal::Surround { count, who: Who::Leader } => {
                let key =
                    by_count(count, "to-pieces.goal.surround.leader.one", "to-pieces.goal.surround.leader");
                (key, &[("count", count)])
            }
            Goal::Used { count } => {
                (by_count(count, "to-pieces.goal.used.one", "to-pieces.goal.used"), &[("count", count)])
            }
            Goal::Centre { count } => {
                (by_count(count, "to-pieces.goal.centre.one", "to-pieces.goal.centre"), &[("count", count)])
            }
            Goal::Guarded { count } => {
                (by_count(count, "to-pieces.goal.guarded.one", "to-pieces.goal.guarded"), &[("count", count)])
            }
            Goal::Home { rows } => {
                (by_count(rows, "to-pieces.goal.home.one", "to-pieces.goal.home"), &[("rows", rows)])
            }
            Goal::Outnumber { by } => ("to-pieces.goal.outnumber", &[("by", by)]),
        };
        let mut sentence = Sentence::new(key);
        sentence.values.extend(values.iter().map(|&(name, n)| (name, Value::from(n))));
        let mut text = vec![sentence];
        if matches!(self.goal, Goal::Slain { unhurt: true, .. }) {
            text.push(Sentence::new("to-pieces.goal.slain.unhurt"));
        }
        text
    }
}

impl Fighter {
    /// The traits beyond Health and Speed.
    pub fn sentences(&self) -> Vec<Sentence> {
        let mut text = Vec::new();
        if self.ranged > 0 {
            text.push(Sentence::new("to-pieces.trait.ranged").with("range", self.ranged));
        }
        if self.shove > 1 {
            text.push(Sentence::new("to-pieces.trait.shove").with("distance", self.shove));
        }
        match self.phase {
            Through::None => {}
            Through::Characters => text.push(Sentence::new("to-pieces.trait.phase.characters")),
            Through::All => text.push(Sentence::new("to-pieces.trait.phase.all")),
        }
        if self.fierce > 0 {
            text.push(Sentence::new("to-pieces.trait.fierce").with("bonus", self.fierce));
        }
        text
    }
}
