//! Race: two pawns a side, one die, nothing to hide.
//!
//! 1. A toss decides who begins. Then the seats take turns: throw the die (1, 2 or 3), move a pawn.
//! 2. The mover chooses which of its two pawns goes forward by the pips.
//! 3. A pawn never goes past the goal.
//! 4. A mover who can move neither pawn passes, and only then.
//! 5. A pawn that lands on pawns of the other side between start and goal sends them back to the start.
//! 6. Whoever has both pawns on the goal wins. The goal is square 8 (option `goal`).
//! 7. After 30 turns in a row in which no pawn reached the goal the game is drawn.

use std::{fmt, str::FromStr};

use rand::RngCore;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{fields, refuse_turn};
use crate::{
    BySeat, Game, Gesture, Log, Odds, OptionList, OptionSpec, Outcome, Prompt, Redact, Refusal, Seat, Show,
    Step, Turn, Viewer, Words, options,
};

const PIPS: u8 = 3;
const QUIET: u8 = 30;
const GOALS: std::ops::RangeInclusive<u8> = 4..=20;

/// A race in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Race {
    goal: u8,
    /// The square of each pawn.
    pawns: BySeat<[u8; 2]>,
    first: Option<Seat>,
    /// Whose turn it is, once the toss has fallen.
    mover: Option<Seat>,
    /// The die, once it is thrown.
    die: Option<u8>,
    /// Turns since a pawn reached the goal.
    quiet: u8,
}

/// Rule 6: where the goal is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    goal: u8,
}

impl Default for Options {
    fn default() -> Self {
        Options { goal: 8 }
    }
}

impl OptionList for Options {
    fn list() -> Vec<OptionSpec> {
        vec![OptionSpec::number("goal", "R6", 8, (*GOALS.start()).into(), (*GOALS.end()).into())]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), Refusal> {
        options::accept(&Options::list(), key, value)?;
        self.goal = value.parse().expect("an accepted value is a small number");
        Ok(())
    }

    fn get(&self, key: &str) -> String {
        if key == "goal" { self.goal.to_string() } else { String::new() }
    }
}

/// What a mover decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Move the first pawn (0, written `a`) or the second (1, written `b`).
    Move(usize),
    /// No pawn can move.
    Pass,
}

/// What chance decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    /// Who begins.
    First(Seat),
    /// The die.
    Die(u8),
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The toss.
    Begins {
        /// Who begins.
        seat: Seat,
    },
    /// The die was thrown.
    Thrown {
        /// By whom.
        seat: Seat,
        /// What it shows.
        pips: u8,
    },
    /// A pawn moved.
    Moved {
        /// Whose.
        seat: Seat,
        /// From this square.
        from: u8,
        /// To this one.
        to: u8,
    },
    /// A pawn was sent back.
    SentBack {
        /// Whose.
        seat: Seat,
        /// From this square.
        from: u8,
    },
}

impl Redact for Event {
    fn seen_by(&self, _: Viewer) -> Option<Event> {
        Some(self.clone())
    }
}

impl Game for Race {
    type Options = Options;
    type Action = Action;
    type Chance = Chance;
    type Event = Event;
    type View = Race;
    const ID: &'static str = "race";
    const RULES: u32 = 1;

    fn start(options: &Options) -> Race {
        Race { goal: options.goal, pawns: BySeat::default(), first: None, mover: None, die: None, quiet: 0 }
    }

    fn turn(&self) -> Turn {
        if let Some((seat, _)) = self.pawns.iter().find(|(_, pawns)| **pawns == [self.goal; 2]) {
            return Turn::Over(Outcome::win(seat, "home"));
        }
        match (self.mover, self.die) {
            _ if self.quiet >= QUIET => Turn::Over(Outcome::draw("quiet")),
            (Some(mover), Some(_)) => Turn::act(mover),
            _ => Turn::Chance,
        }
    }

    fn options(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.turn().asks(seat) {
            let all = [Action::Move(0), Action::Move(1), Action::Pass];
            out.extend(all.iter().filter(|action| self.check(seat, action).is_ok()));
        }
    }

    fn prompt(&self, _: Seat) -> Prompt {
        Prompt::new("race.prompt.move").with("pips", self.die.unwrap_or(0))
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        refuse_turn(self, seat)?;
        let stuck = (0..2).all(|pawn| self.target(seat, pawn).is_none());
        match *action {
            Action::Move(pawn) if self.target(seat, pawn).is_none() => {
                Err(Refusal::by("R3", "race.refuse.past-goal").with("goal", self.goal))
            }
            Action::Pass if !stuck => Err(Refusal::by("R4", "race.refuse.can-move")),
            _ => Ok(()),
        }
    }

    fn odds(&self, out: &mut Odds<Chance>) {
        match (self.turn(), self.mover) {
            (Turn::Chance, Some(_)) => {
                out.set("dice", true);
                (1..=PIPS).for_each(|pips| out.add(Chance::Die(pips), 1));
            }
            (Turn::Chance, None) => {
                out.set("toss", true);
                Seat::BOTH.into_iter().for_each(|seat| out.add(Chance::First(seat), 1));
            }
            _ => {}
        }
    }

    fn play(&mut self, step: &Step<Self>, log: &mut Log<Event>) {
        match *step {
            Step::Chance(Chance::First(seat)) => {
                self.first = Some(seat);
                self.mover = Some(seat);
                log.tell(|| Event::Begins { seat });
            }
            Step::Chance(Chance::Die(pips)) => {
                self.die = Some(pips);
                let seat = self.mover.expect("the toss comes first");
                log.tell(|| Event::Thrown { seat, pips });
            }
            Step::Act(seat, action) => {
                self.quiet += 1;
                if let Action::Move(pawn) = action {
                    self.go(seat, pawn, log);
                }
                self.mover = Some(!seat);
                self.die = None;
            }
        }
    }

    fn view(&self, _: Viewer) -> Race {
        *self
    }

    fn imagine(view: &Race, _: &mut dyn RngCore) -> Race {
        *view
    }

    fn position(&self) -> impl std::hash::Hash + Eq {
        Race { quiet: 0, ..*self }
    }

    fn first_player(&self) -> Option<Seat> {
        self.first
    }

    fn census(&self) -> Vec<(&'static str, usize)> {
        let on_board = |seat: Seat| self.pawns[seat].iter().filter(|&&square| square <= self.goal).count();
        vec![("pawns of one", on_board(Seat::One)), ("pawns of two", on_board(Seat::Two))]
    }
}

impl Race {
    /// Where the die takes a pawn, unless that is past the goal.
    fn target(&self, seat: Seat, pawn: usize) -> Option<u8> {
        let target = self.pawns[seat][pawn] + self.die?;
        (target <= self.goal).then_some(target)
    }

    fn go(&mut self, seat: Seat, pawn: usize, log: &mut Log<Event>) {
        let from = self.pawns[seat][pawn];
        let to = self.target(seat, pawn).expect("the move was checked");
        self.pawns[seat][pawn] = to;
        log.tell(|| Event::Moved { seat, from, to });
        if to == self.goal {
            self.quiet = 0;
            return;
        }
        for other in self.pawns[!seat].iter_mut().filter(|square| **square == to) {
            *other = 0;
            log.tell(|| Event::SentBack { seat: !seat, from: to });
        }
    }
}

impl Show for Race {
    fn picture(view: &Race, words: &Words) -> String {
        let squares: String = (0..=view.goal).map(|square| format!("{square:>3}")).collect();
        let mut picture = format!("{:>4}{squares}\n", "");
        for (seat, pawns) in view.pawns.iter() {
            let row: String = (0..=view.goal)
                .map(|square| match (pawns[0] == square, pawns[1] == square) {
                    (true, true) => " ab",
                    (true, false) => "  a",
                    (false, true) => "  b",
                    (false, false) => "  .",
                })
                .collect();
            let mark = if view.mover == Some(seat) { '>' } else { ' ' };
            picture += &format!("{mark}{seat:<3}{row}\n");
        }
        if let Some(pips) = view.die {
            picture += &format!("{}\n", words.say("race.picture.die", &[("pips", pips.into())]));
        }
        picture
    }

    fn gesture(&self, seat: Seat, action: &Action) -> Gesture {
        let Action::Move(pawn) = *action else { return Gesture::button().key('p') };
        let key = if pawn == 0 { 'a' } else { 'b' };
        let from = self.pawns[seat][pawn];
        let to = self.target(seat, pawn).unwrap_or(from);
        Gesture::between(format!("s{from}"), format!("s{to}"))
            .key(key)
            .preview(json!({ "seat": seat, "pawn": pawn, "to": to }))
    }

    fn attempt(view: &Race, seat: Seat, from: &str, to: Option<&str>) -> Vec<Action> {
        let square = |text: &str| text.strip_prefix('s')?.parse::<u8>().ok();
        let Some(from) = square(from) else { return Vec::new() };
        let way = view.die.map(|pips| from.saturating_add(pips));
        if to.is_some_and(|to| square(to) != way) {
            return Vec::new();
        }
        (0..2).filter(|&pawn| view.pawns[seat][pawn] == from).map(Action::Move).collect()
    }

    /// `one=0,3 two=2,8 turn=one die=2`, and if need be `goal=8 quiet=0`.
    fn set_up(text: &str) -> Result<Race, Refusal> {
        const KEY: &str = "race.refuse.position";
        let refuse = |what: &str| Refusal::notation(KEY, what);
        let [one, two, turn, die, goal, quiet] =
            fields(text, ["one", "two", "turn", "die", "goal", "quiet"], KEY)?;
        let number = |text: Option<&str>, within: std::ops::RangeInclusive<u8>| match text {
            None => Ok(None),
            Some(text) => match text.parse::<u8>() {
                Ok(n) if within.contains(&n) => Ok(Some(n)),
                _ => Err(refuse(text)),
            },
        };
        let goal = number(goal, GOALS)?.unwrap_or(Options::default().goal);
        let pawns = |text: Option<&str>| -> Result<[u8; 2], Refusal> {
            let (a, b) = text.unwrap_or("0,0").split_once(',').ok_or_else(|| refuse(text.unwrap_or("")))?;
            Ok([number(Some(a), 0..=goal)?.unwrap_or(0), number(Some(b), 0..=goal)?.unwrap_or(0)])
        };
        let pawns = BySeat([pawns(one)?, pawns(two)?]);
        if pawns.0 == [[goal; 2]; 2] {
            return Err(refuse(text));
        }
        let mover = turn.map(|turn| turn.parse().map_err(|_| refuse(turn))).transpose()?;
        let die = number(die, 1..=PIPS)?;
        if die.is_some() && mover.is_none() {
            return Err(refuse(text));
        }
        Ok(Race { goal, pawns, first: mover, mover, die, quiet: number(quiet, 0..=QUIET)?.unwrap_or(0) })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Action::Move(0) => "a",
            Action::Move(_) => "b",
            Action::Pass => "pass",
        })
    }
}

impl FromStr for Action {
    type Err = Refusal;
    fn from_str(text: &str) -> Result<Action, Refusal> {
        match text {
            "a" => Ok(Action::Move(0)),
            "b" => Ok(Action::Move(1)),
            "pass" => Ok(Action::Pass),
            _ => Err(Refusal::notation("race.refuse.notation", text)),
        }
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::First(seat) => write!(f, "@{seat}"),
            Chance::Die(pips) => write!(f, "@{pips}"),
        }
    }
}

impl FromStr for Chance {
    type Err = Refusal;
    fn from_str(text: &str) -> Result<Chance, Refusal> {
        match text.strip_prefix('@') {
            Some("one") => Ok(Chance::First(Seat::One)),
            Some("two") => Ok(Chance::First(Seat::Two)),
            Some("1") => Ok(Chance::Die(1)),
            Some("2") => Ok(Chance::Die(2)),
            Some("3") => Ok(Chance::Die(3)),
            _ => Err(Refusal::notation("race.refuse.chance", text)),
        }
    }
}
