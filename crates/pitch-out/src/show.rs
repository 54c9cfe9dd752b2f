//! The table as text, and what a hand can touch. Anchors are `one:captain`, `o1`; the rest are buttons.

use serde_json::{Value as Json, json};
use table::{Game, Gesture, Refusal, Seat, Show, Turn, Value, Words};

use crate::{
    Action, Aim, Block, Event, Fate, Name, Obstacle, Piece, PitchOut, Spot, View, Wait,
    canvas::{Canvas, letter},
    film,
};

/// Lines of text are no wider than this.
const WIDTH: usize = 78;

impl Show for PitchOut {
    fn picture(view: &View, words: &Words) -> String {
        let game = &view.table;
        let mut picture = Canvas::draw(game).text();
        let score = [
            ("one", Value::from(game.score[Seat::One])),
            ("two", game.score[Seat::Two].into()),
            ("turn", (game.turns + 1).into()),
            ("cap", game.rulings.cap.into()),
        ];
        picture += &wrapped(&words.say("pitch-out.board.score", &score), 0);
        for seat in Seat::BOTH {
            let squad = Squad { game, seat, unknown: view.hidden[seat].hand, words };
            picture += &squad.text();
        }
        picture += &wrapped(&obstacles(game, words), 0);
        if let Turn::Act(seats) = game.turn() {
            let names: Vec<String> = seats.iter().map(|seat| words.word(Self::ID, seat.name())).collect();
            let values = [("seats", names.join(", ").into())];
            picture += &wrapped(&words.say("pitch-out.board.asked", &values), 0);
        }
        picture
    }

    fn gesture(&self, seat: Seat, action: &Action) -> Gesture {
        let own = |name: Name| Piece::Pawn(seat, name).to_string();
        let enemy = |name: Name| Piece::Pawn(!seat, name).to_string();
        let spot = |seat: Seat, name: Name| {
            let at = self.squads[seat].spot(name)?;
            Some(json!({ "x": at.x, "y": at.y }))
        };
        match *action {
            Action::Copy(name) | Action::Replace(name) => Gesture::on(own(name)),
            Action::Swap(name) => Gesture::on(own(name)).preview(spot(seat, Name::Guard).unwrap_or_default()),
            Action::Mount(name) => Gesture::on(enemy(name)).preview(spot(!seat, name).unwrap_or_default()),
            Action::Ban(name) => Gesture::on(enemy(name)),
            Action::Remove(block) => Gesture::on(block.text()),
            Action::Change { out, into } => Gesture::between(own(out), own(into)),
            Action::First(first) => Gesture::button().key(if first == Seat::One { '1' } else { '2' }),
            Action::Pass => Gesture::button().key('p'),
            Action::Flick(name, aim) if self.rulings.prediction => {
                Gesture::button().preview(self.foreseen(name, aim))
            }
            Action::Roster(_)
            | Action::Open(..)
            | Action::Place(..)
            | Action::PlaceBlock(..)
            | Action::Flick(..)
            | Action::Sap(_) => Gesture::button(),
        }
    }

    fn attempt(view: &View, seat: Seat, from: &str, to: Option<&str>) -> Vec<Action> {
        let token = |name: Name| !name.is_golem();
        match (view.table.wait, from.parse(), to.map(str::parse)) {
            (Wait::Change, Ok(Piece::Pawn(a, out)), Some(Ok(Piece::Pawn(b, into))))
                if a == seat && b == seat && token(out) && token(into) =>
            {
                vec![Action::Change { out, into }]
            }
            (wait, Ok(Piece::Pawn(owner, name)), None) => match wait {
                Wait::Copy if owner == seat && token(name) => vec![Action::Copy(name)],
                Wait::Replace if owner == seat && token(name) => vec![Action::Replace(name)],
                Wait::Guard { .. } if owner == seat => vec![Action::Swap(name)],
                Wait::Mount if owner != seat => vec![Action::Mount(name)],
                Wait::Ban if owner != seat && token(name) => vec![Action::Ban(name)],
                _ => Vec::new(),
            },
            (Wait::Remove { .. }, Ok(Piece::Block(block)), None) => vec![Action::Remove(block)],
            _ => Vec::new(),
        }
    }

    fn frames(view: &View, event: &Event) -> Vec<String> {
        match event {
            Event::Shot { bodies, trace, .. } => film::frames(&view.table, bodies, trace),
            _ => Vec::new(),
        }
    }

    fn set_up(text: &str) -> Result<PitchOut, Refusal> {
        PitchOut::read(text)
    }
}

impl PitchOut {
    /// The whole shot before it is played, in the terms of the event that will tell it.
    fn foreseen(&self, name: Name, aim: Aim) -> Json {
        let Ok((pieces, trace)) = self.try_out(name, aim) else { return Json::Null };
        let bodies: Vec<String> = pieces.iter().map(Piece::to_string).collect();
        json!({ "bodies": bodies, "trace": trace })
    }
}

/// A seat's pawns in words.
struct Squad<'v> {
    game: &'v PitchOut,
    seat: Seat,
    unknown: u8,
    words: &'v Words,
}

impl Squad<'_> {
    fn text(&self) -> String {
        let Squad { game, seat, words, .. } = *self;
        let team = words.word(PitchOut::ID, game.rulings.team(seat).text());
        let mut text = format!("{}, {team}", words.word(PitchOut::ID, seat.name()));
        if let Some(copy) = game.copies[seat] {
            let copy = words.word(PitchOut::ID, copy.text());
            text += &format!(" ({})", words.say("pitch-out.board.copies", &[("name", copy.into())]));
        }
        let squad = &game.squads[seat];
        let place = |(name, spot): (Name, Spot)| {
            let letter = letter(seat, name);
            let mut text = format!("{letter} {} {spot}", self.name(name));
            if game.is_shadowed(seat, name) {
                text += &format!(" ({})", words.text("pitch-out.board.under"));
            }
            text
        };
        let standing: Vec<String> = squad.on_table().map(place).collect();
        let groups = [
            ("pitch-out.board.waiting", Fate::Waiting),
            ("pitch-out.board.hand", Fate::Hand),
            ("pitch-out.board.eliminated", Fate::Eliminated),
            ("pitch-out.board.banned", Fate::Banned),
        ];
        let mut lines = wrapped(&text, 0);
        lines += &wrapped(&listed(&standing), 2);
        if self.unknown > 0 {
            lines += &wrapped(&words.say("pitch-out.board.unknown", &[("count", self.unknown.into())]), 2);
        }
        for (key, fate) in groups {
            let names: Vec<String> = squad.with(fate).iter().map(|name| self.name(name)).collect();
            if !names.is_empty() {
                lines += &wrapped(&words.say(key, &[("names", names.join(", ").into())]), 2);
            }
        }
        lines
    }

    fn name(&self, name: Name) -> String {
        self.words.word(PitchOut::ID, name.text())
    }
}

fn obstacles(game: &PitchOut, words: &Words) -> String {
    let mut texts = Vec::new();
    for block in Block::ALL {
        if let Obstacle::Lies { at, stored } = game.obstacles[block as usize] {
            let load = if stored.is_empty() { String::new() } else { format!(" +{}", stored.len()) };
            texts.push(format!("{block} {at}{load}"));
        }
    }
    if texts.is_empty() {
        return String::new();
    }
    words.say("pitch-out.board.obstacles", &[("list", listed(&texts).into())])
}

/// Lines of at most 78 columns, indented; what stands between the points of a list stays together.
fn wrapped(text: &str, indent: usize) -> String {
    let (mut lines, mut line) = (String::new(), " ".repeat(indent));
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        if line.trim().is_empty() {
            line += word;
        } else if line.chars().count() + 1 + word.chars().count() <= WIDTH {
            line += &format!(" {word}");
        } else {
            lines += &format!("{line}\n");
            line = format!("{}{word}", " ".repeat(indent + 2));
        }
    }
    if !line.trim().is_empty() {
        lines += &format!("{line}\n");
    }
    lines.replace(KEPT, " ")
}

/// A blank at which no line is broken.
const KEPT: char = '\u{a0}';

/// A list with points between its items.
fn listed(items: &[String]) -> String {
    items.iter().map(|item| item.replace(' ', &KEPT.to_string())).collect::<Vec<_>>().join(" · ")
}
