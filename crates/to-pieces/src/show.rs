//! What people see and touch: prompts, the text board, gestures.
//!
//! Anchors: spaces `e4`; `treasure:2` and `obstacle` for markers in the hand; `leader`, `coin:3` and `coin:x3`
//! (captured) for what is beside the board; `summon`; `card:5` for an objective; `claimed` and `reserve` for a
//! coin that was won.

use serde_json::json;
use table::{Game, Gesture, Log, Prompt, Refusal, Seat, Show, Step, Value, Words};

use crate::{
    Action, ToPieces, View,
    board::Space,
    characters::{Kind, Token},
    side::Place,
    teams::{self, Effect},
    view::SideView,
    waits::{Phase, Wait},
};

/// The question put to a seat.
pub(crate) fn prompt(game: &ToPieces, seat: Seat) -> Prompt {
    let Some(wait) = game.wait() else { return Prompt::new("to-pieces.prompt.nobody") };
    match wait {
        Wait::Choose { .. } | Wait::Keep { .. } => Prompt::new("to-pieces.prompt.keep"),
        Wait::Mark { .. } => Prompt::new("to-pieces.prompt.mark"),
        Wait::Put { .. } => Prompt::new("to-pieces.prompt.put"),
        Wait::Regroup { .. } => Prompt::new("to-pieces.prompt.regroup").with("round", game.round),
        Wait::Turn { .. } => {
            let played = if let Phase::Turns { played, .. } = game.phase { played } else { 0 };
            Prompt::new("to-pieces.prompt.turn").with("round", game.round).with("turn", played + 1)
        }
        Wait::Summoned { at, .. } => Prompt::new("to-pieces.prompt.summoned").with("space", at.to_string()),
        Wait::Strike { at, .. } => Prompt::new("to-pieces.prompt.strike").with("space", at.to_string()),
        Wait::Step { at, to, .. } => {
            Prompt::new("to-pieces.prompt.step").with("from", at.to_string()).with("to", to.to_string())
        }
        Wait::Spoils { coin, .. } => Prompt::new("to-pieces.prompt.spoils").with("coin", coin),
        Wait::Effect { number, effect, picks, .. } => {
            let strategy = game.sheet(seat).strategy(number);
            let verb = strategy.effects[usize::from(effect)];
            let key = match verb {
                Effect::Push { .. } => "to-pieces.prompt.push",
                Effect::Cascade => "to-pieces.prompt.cascade",
                Effect::Drag { .. } => "to-pieces.prompt.drag",
                Effect::Attack { .. } => "to-pieces.prompt.attack",
                Effect::Charge { .. } => "to-pieces.prompt.charge",
                Effect::March { .. } => "to-pieces.prompt.march",
                Effect::Exchange { .. } => "to-pieces.prompt.exchange",
                Effect::Clear { .. } => "to-pieces.prompt.clear",
                Effect::Token { .. } => "to-pieces.prompt.token",
                Effect::Deploy { .. } => "to-pieces.prompt.deploy",
                Effect::Recall { .. } => "to-pieces.prompt.recall",
                Effect::Shift { .. } => "to-pieces.prompt.shift",
                Effect::Swap => "to-pieces.prompt.swap",
            };
            let left = verb.count() - picks;
            Prompt::new(key).with("strategy", &strategy.name).with("left", left)
        }
        Wait::Teams | Wait::Card { .. } | Wait::Marker | Wait::First | Wait::Edge | Wait::Charged { .. } => {
            Prompt::new("to-pieces.prompt.nobody")
        }
    }
}

impl Show for ToPieces {
    fn picture(view: &View, words: &Words) -> String {
        let mut text = board(view);
        text += &headline(view, words);
        for seat in Seat::BOTH {
            text += "\n";
            text += &wrapped(&side_line(view, seat, words), 0);
            for line in card_lines(view, seat, words) {
                text += &wrapped(&line, 4);
            }
        }
        text
    }

    fn gesture(&self, seat: Seat, action: &Action) -> Gesture {
        let preview = |gesture: Gesture| gesture.preview(self.preview(seat, *action));
        let pair = |from: Space, to: Space| Gesture::between(from.to_string(), to.to_string());
        match *action {
            Action::Keep(cards) => Gesture::button().preview(json!({ "keep": cards })),
            Action::MarkTreasure(n, space) => Gesture::between(format!("treasure:{n}"), space.to_string()),
            Action::MarkObstacle(space) => Gesture::between("obstacle", space.to_string()),
            Action::PutLeader(space) => Gesture::between("leader", space.to_string()),
            Action::Put(n, space) | Action::Deploy(n, space) => {
                Gesture::between(format!("coin:{n}"), space.to_string())
            }
            Action::Pass => Gesture::button().key('p'),
            Action::Done => Gesture::button().key('n'),
            Action::Swap => Gesture::button().key('o'),
            Action::Use(n) => Gesture::on(format!("coin:{n}")),
            Action::UseCaptured(n) => Gesture::on(format!("coin:x{n}")),
            Action::Move(from, to) => preview(pair(from, to).key('m')),
            Action::Charge(from, to) => preview(pair(from, to).key('c')),
            Action::Attack(from, to) => preview(pair(from, to).key('a')),
            Action::Shove(from, to) => preview(pair(from, to).key('s')),
            Action::March(from, to)
            | Action::Shift(from, to)
            | Action::Push(from, to)
            | Action::Cascade(from, to)
            | Action::Drag(from, to)
            | Action::Exchange(from, to) => preview(pair(from, to)),
            Action::Defend(space) => Gesture::on(space.to_string()).key('d'),
            Action::Clear(space) | Action::Token(space) | Action::Recall(space) => {
                Gesture::on(space.to_string())
            }
            Action::Summon(space) => Gesture::between("summon", space.to_string()),
            Action::Step => match self.wait() {
                Some(Wait::Step { at, to, .. }) => pair(at, to).key('f'),
                _ => Gesture::button(),
            },
            Action::Stay => match self.wait() {
                Some(Wait::Step { at, .. }) => Gesture::on(at.to_string()).key('n'),
                _ => Gesture::button(),
            },
            Action::Claim => Gesture::on("claimed").key('c'),
            Action::Reserve => Gesture::on("reserve").key('r'),
        }
    }

    fn attempt(view: &View, seat: Seat, from: &str, to: Option<&str>) -> Vec<Action> {
        attempt(view, seat, from, to).unwrap_or_default()
    }

    fn set_up(text: &str) -> Result<ToPieces, Refusal> {
        crate::position::set_up(text)
    }
}

impl ToPieces {
    /// Where things would stand, and the damage sum of an attack term by term. All of it is open to `seat`.
    fn preview(&self, seat: Seat, action: Action) -> serde_json::Value {
        if let Action::Attack(from, to) = action
            && let (Some(by), Some(target)) = (self.own(seat, from), self.own(!seat, to))
        {
            let bonus = match self.wait() {
                Some(Wait::Strike { bonus, .. }) => bonus,
                Some(Wait::Effect { number, effect, .. }) => {
                    match self.sheet(seat).strategy(number).effects[usize::from(effect)] {
                        Effect::Attack { bonus, .. } => bonus,
                        _ => 0,
                    }
                }
                _ => 0,
            };
            let damage = self.damage(by, from, to, bonus);
            let guarded = self.tokens(target).has(Token::Defend);
            let health = self.fighter(target).health;
            return json!({ "damage": damage, "total": damage.total(), "health": health, "guarded": guarded });
        }
        let mut after = self.clone();
        let mut log = Log::on();
        if after.check(seat, &action).is_err() {
            return serde_json::Value::Null;
        }
        after.play(&Step::Act(seat, action), &mut log);
        let moves: Vec<serde_json::Value> = log
            .into_events()
            .into_iter()
            .filter_map(|event| match event {
                crate::Event::Moved { from, to, path, .. } => {
                    Some(json!({ "from": from, "to": to, "path": path }))
                }
                crate::Event::Pushed { from, to } | crate::Event::Shifted { from, to, .. } => {
                    Some(json!({ "from": from, "to": to }))
                }
                crate::Event::ChangedPlaces { a, b } => Some(json!({ "from": a, "to": b, "swap": true })),
                crate::Event::Blocked { space } => Some(json!({ "blocked": space })),
                _ => None,
            })
            .collect();
        json!({ "moves": moves })
    }
}

/// The readings of a gesture; `None` when an anchor means nothing.
fn attempt(view: &View, seat: Seat, from: &str, to: Option<&str>) -> Option<Vec<Action>> {
    let wait = view.wait()?;
    let space = |text: &str| text.parse::<Space>().ok();
    let coin = |text: &str| {
        let digit = text.strip_prefix("coin:")?;
        digit.parse::<u8>().ok().filter(|n| (1..=6).contains(n))
    };
    let Some(to) = to else {
        if let Some(n) = from.strip_prefix("coin:x") {
            return Some(vec![Action::UseCaptured(n.parse().ok().filter(|n| (1..=6).contains(n))?)]);
        }
        if let Some(n) = coin(from) {
            return Some(vec![Action::Use(n)]);
        }
        match from {
            "claimed" => return Some(vec![Action::Claim]),
            "reserve" => return Some(vec![Action::Reserve]),
            _ => {}
        }
        let at = space(from)?;
        return Some(match wait {
            Wait::Step { to, .. } if at == to => vec![Action::Step],
            Wait::Step { .. } => vec![Action::Stay],
            Wait::Effect { .. } => vec![Action::Token(at), Action::Clear(at), Action::Recall(at)],
            _ => vec![Action::Defend(at), Action::Move(at, at)],
        });
    };
    let to = space(to)?;
    if let Some(n) = from.strip_prefix("treasure:") {
        return Some(vec![Action::MarkTreasure(n.parse().ok().filter(|n| (1..=4).contains(n))?, to)]);
    }
    if let Some(n) = coin(from) {
        let deploys = matches!(wait, Wait::Effect { .. });
        return Some(vec![if deploys { Action::Deploy(n, to) } else { Action::Put(n, to) }]);
    }
    match from {
        "obstacle" => return Some(vec![Action::MarkObstacle(to)]),
        "leader" => return Some(vec![Action::PutLeader(to)]),
        "summon" => return Some(vec![Action::Summon(to)]),
        _ => {}
    }
    let from = space(from)?;
    Some(match wait {
        Wait::Step { .. } => vec![Action::Step],
        Wait::Effect { number, effect, .. } => {
            let strategy = view.teams[seat].0.sheet().strategy(number);
            vec![match strategy.effects.get(usize::from(effect))? {
                Effect::Push { .. } => Action::Push(from, to),
                Effect::Cascade => Action::Cascade(from, to),
                Effect::Drag { .. } => Action::Drag(from, to),
                Effect::Attack { .. } => Action::Attack(from, to),
                Effect::Charge { .. } => Action::Charge(from, to),
                Effect::Exchange { .. } => Action::Exchange(from, to),
                Effect::Shift { .. } => Action::Shift(from, to),
                _ => Action::March(from, to),
            }]
        }
        _ => match view.on(to) {
            Some(standee) if standee.space != from && standee.seat == seat => vec![Action::Shove(from, to)],
            Some(standee) if standee.space != from => vec![Action::Attack(from, to), Action::Shove(from, to)],
            _ => vec![Action::Move(from, to), Action::Charge(from, to)],
        },
    })
}

/// Eight ranks of cells: `o3ma $1` is One's minion 3 with two tokens on Treasure 1; `x?` a minion of Two.
fn board(view: &View) -> String {
    let rule = format!("  +{}\n", "--------+".repeat(8));
    let mut text = rule.clone();
    for rank in (0..8).rev() {
        text += &format!("{} |", rank + 1);
        for file in 0..8 {
            text += &format!("{:<8}|", cell(view, Space::at(file, rank)));
        }
        text += "\n";
        text += &rule;
    }
    let files: String = ('a'..='h').map(|file| format!("    {file}    ")).collect();
    text + "  " + files.trim_end() + "\n"
}

fn cell(view: &View, space: Space) -> String {
    if view.obstacles.contains(space) {
        return "########".into();
    }
    let man = view.on(space).map_or(String::new(), |standee| {
        let side = if standee.seat == Seat::One { 'o' } else { 'x' };
        let kind = match (standee.kind, standee.number) {
            (Kind::Leader, _) => "L".into(),
            (Kind::Summon, _) => "S".into(),
            (Kind::Minion, Some(n)) => n.to_string(),
            (Kind::Minion, None) => "?".into(),
        };
        format!("{side}{kind}{}", standee.tokens.letters())
    });
    match view.treasures.iter().position(|&treasure| treasure == Some(space)) {
        Some(i) => format!("{man:<6}${}", i + 1),
        None => man,
    }
}

fn headline(view: &View, words: &Words) -> String {
    let played = if let Phase::Turns { played, .. } = view.phase { played + 1 } else { 0 };
    let key = match view.phase {
        Phase::SetUp => "to-pieces.show.set-up",
        Phase::Regrouping { .. } => "to-pieces.show.regrouping",
        Phase::Turns { .. } => "to-pieces.show.turn",
        Phase::Over => "to-pieces.show.over",
    };
    words.say(key, &[("round", view.round.into()), ("turn", played.into())]) + "\n"
}

fn side_line(view: &View, seat: Seat, words: &Words) -> String {
    let side = &view.sides[seat];
    let sheet = view.teams[seat].0.sheet();
    let values = [
        ("side", Value::from(if seat == Seat::One { "o" } else { "x" })),
        ("seat", seat.into()),
        ("team", (&sheet.name).into()),
        ("points", side.score.points.into()),
        ("coins", side.score.coins.into()),
        ("reserve", secret(&side.reserve).into()),
        ("captured", list(view.sides[!seat].taken.iter()).into()),
        ("unplaced", secret(&side.unplaced).into()),
        ("hand", side.hand.count.into()),
        ("pile", side.pile.count.into()),
        ("aside", side.aside.count.into()),
    ];
    let key = if view.phase == Phase::SetUp { "to-pieces.show.side.set-up" } else { "to-pieces.show.side" };
    let mut line = words.say(key, &values);
    if side.summon == Place::Unplaced && view.phase != Phase::SetUp {
        line += " ";
        line += &words.text("to-pieces.show.summon-left");
    }
    line
}

/// The own cards and strategies, for those who know them.
fn card_lines(view: &View, seat: Seat, words: &Words) -> Vec<String> {
    let SideView { hand, met, reserve, .. } = &view.sides[seat];
    let sheet = view.teams[seat].0.sheet();
    let mut lines = Vec::new();
    for objective in
        hand.known.into_iter().flat_map(|hand| hand.iter()).filter_map(|card| sheet.objective(card))
    {
        let state = if met.is_some_and(|met| met.has(objective.card)) {
            "to-pieces.show.met"
        } else {
            "to-pieces.show.not-yet"
        };
        let values = [
            ("card", Value::from(objective.card)),
            ("name", (&objective.name).into()),
            ("value", objective.value.into()),
            ("text", teams::say(&objective.sentences(), words).into()),
            ("state", words.text(state).into()),
        ];
        lines.push(words.say("to-pieces.show.card", &values));
    }
    let own = reserve.known.into_iter().flat_map(|coins| coins.iter()).map(|n| (n, ""));
    let captured = view.sides[!seat].taken.iter().map(|n| (n, "x"));
    let captured = captured.filter(|_| reserve.known.is_some());
    for (n, mark) in own.chain(captured) {
        let strategy = sheet.strategy(n);
        let when = match strategy.when {
            teams::When::Action => "action",
            teams::When::Regrouping => "regrouping",
        };
        let values = [
            ("coin", Value::from(format!("{mark}{n}"))),
            ("name", (&strategy.name).into()),
            ("when", when.into()),
            ("text", teams::say(&strategy.sentences(), words).into()),
        ];
        lines.push(words.say("to-pieces.show.strategy", &values));
    }
    lines
}

fn secret(secret: &crate::view::Secret) -> String {
    match secret.known {
        Some(known) => list(known.iter()),
        None => "?".repeat(secret.count.into()),
    }
}

fn list(numbers: impl Iterator<Item = u8>) -> String {
    let numbers: Vec<String> = numbers.map(|n| n.to_string()).collect();
    if numbers.is_empty() { "-".into() } else { numbers.join(" ") }
}

/// Lines of at most 78 columns, the later ones indented.
fn wrapped(text: &str, indent: usize) -> String {
    let mut lines = String::new();
    let mut line = " ".repeat(indent.saturating_sub(2));
    for word in text.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > 78 {
            lines += line.trim_end();
            lines += "\n";
            line = " ".repeat(indent);
        }
        line += word;
        line += " ";
    }
    lines + line.trim_end() + "\n"
}
