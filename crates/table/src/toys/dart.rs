//! Dart: a secret choice of both at once, then flicks with a continuous control, shaped like Pitch Out.
//!
//! 1. Both seats put their disc on the strip at the same time and in secret; then both places are opened.
//! 2. The strip is 400 wide and 100 deep.
//! 3. A disc does not touch the post: its middle stays 30 away from the middle of the strip.
//! 4. Then the seats flick in turn, One first, three times each: an angle of at most 90 degrees to either side,
//!    in hundredths, and a power from 1 to 1000.
//! 5. The hand trembles: each flick is up to two tremors of 10 longer or shorter, most likely none.
//! 6. A flick of more than 60 degrees to a side with a power over 900 would leave the table and is not made.
//! 7. A seat may rest instead of flicking.
//! 8. The longest reach from the near edge wins; equal reaches are a draw.

use std::{fmt, str::FromStr};

use arrayvec::ArrayVec;
use rand::{Rng, RngCore};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{fields, refuse_turn};
use crate::{
    BySeat, Control, Game, Gesture, Log, Odds, Outcome, Prompt, Range, Redact, Refusal, Seat, Seats, Show,
    Step, Turn, Viewer, Words,
};

const WIDE: i32 = 400;
const DEEP: i32 = 100;
const POST: i32 = 30;
const FLICKS: usize = 3;
const RIGHT_ANGLE: i32 = 9000;
const HARD: (i32, i32) = (6000, 900);
const POWER: i32 = 1000;
const TREMOR: i32 = 10;
/// In the byte order of the texts, with weights.
const TREMORS: [(i32, u32); 5] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (0, 4)];

/// A game of Dart in progress.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Dart {
    /// Where the discs were put.
    discs: BySeat<Option<Place>>,
    /// A flick that the hand has not yet trembled in.
    flick: Option<Flick>,
    /// How far each flick of each seat went; nothing for a rest.
    reaches: BySeat<ArrayVec<Option<i32>, FLICKS>>,
}

/// A place on the strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Place {
    x: i32,
    y: i32,
}

/// An angle in hundredths of a degree, and a power.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Flick {
    angle: i32,
    power: i32,
}

/// What a seat decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Put the disc here.
    Place(Place),
    /// Flick it so.
    Flick(Flick),
    /// Do not flick.
    Rest,
}

/// How much the hand trembles: -2 to 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tremor(i32);

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A disc was put somewhere in secret.
    Placed {
        /// Whose.
        seat: Seat,
        /// Where, for those who may know it.
        #[serde(skip_serializing_if = "Option::is_none")]
        at: Option<Place>,
    },
    /// Both places were opened.
    Opened {
        /// The places.
        places: BySeat<Place>,
    },
    /// A disc was flicked.
    Flew {
        /// Whose.
        seat: Seat,
        /// How far.
        reach: i32,
    },
    /// A seat rested.
    Rested {
        /// Which.
        seat: Seat,
    },
}

impl Redact for Event {
    fn seen_by(&self, viewer: Viewer) -> Option<Event> {
        Some(match *self {
            Event::Placed { seat, .. } if !viewer.knows(seat) => Event::Placed { seat, at: None },
            _ => self.clone(),
        })
    }
}

/// The table as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// With places that the viewer may not know left out.
    table: Dart,
    /// Who has put its disc where the viewer does not see it.
    secret: BySeat<bool>,
}

impl Game for Dart {
    type Options = ();
    type Action = Action;
    type Chance = Tremor;
    type Event = Event;
    type View = View;
    const ID: &'static str = "dart";
    const RULES: u32 = 1;
    const CONTINUOUS: bool = true;

    fn start(_: &()) -> Dart {
        Dart { discs: BySeat::default(), flick: None, reaches: BySeat::default() }
    }

    fn turn(&self) -> Turn {
        match self.discs.0 {
            [None, None] => return Turn::Act(Seats::BOTH),
            [None, _] => return Turn::act(Seat::One),
            [_, None] => return Turn::act(Seat::Two),
            _ => {}
        }
        let [one, two] = &self.reaches.0;
        if self.flick.is_some() {
            return Turn::Chance;
        }
        if two.len() < FLICKS {
            return Turn::act(self.flicker());
        }
        match one.iter().max().cmp(&two.iter().max()) {
            std::cmp::Ordering::Greater => Turn::Over(Outcome::win(Seat::One, "reach")),
            std::cmp::Ordering::Less => Turn::Over(Outcome::win(Seat::Two, "reach")),
            std::cmp::Ordering::Equal => Turn::Over(Outcome::draw("equal")),
        }
    }

    fn options(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.turn().asks(seat) && self.discs[seat].is_some() {
            out.push(Action::Rest);
        }
    }

    fn prompt(&self, seat: Seat) -> Prompt {
        let control = |kind, form: &str, ranges, rule, hints| Control {
            kind,
            form: form.into(),
            ranges,
            rules: vec![rule],
            hints,
        };
        let range = |name, from, to| Range { name, from, to };
        if self.discs[seat].is_none() {
            let ranges = vec![range("x", 0, WIDE), range("y", 0, DEEP)];
            let hints = json!({ "post": { "x": WIDE / 2, "y": DEEP / 2, "radius": POST } });
            return Prompt::new("dart.prompt.place").control(control(
                "place",
                "place {x},{y}",
                ranges,
                "R3",
                hints,
            ));
        }
        let ranges = vec![range("angle", -RIGHT_ANGLE, RIGHT_ANGLE), range("power", 1, POWER)];
        let hints = json!({ "hard": { "angle": HARD.0, "power": HARD.1 } });
        Prompt::new("dart.prompt.flick").with("left", FLICKS - self.reaches[seat].len()).control(control(
            "flick",
            "flick {angle}@{power}",
            ranges,
            "R6",
            hints,
        ))
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        refuse_turn(self, seat)?;
        match (*action, self.discs[seat]) {
            (Action::Place(place), None) => place.check(),
            (Action::Flick(flick), Some(_)) => flick.check(),
            (Action::Rest, Some(_)) => Ok(()),
            _ => Err(Refusal::turn("refuse.not-now")),
        }
    }

    fn odds(&self, out: &mut Odds<Tremor>) {
        if self.turn() == Turn::Chance {
            out.set("tremor", true);
            TREMORS.into_iter().for_each(|(n, weight)| out.add(Tremor(n), weight));
        }
    }

    fn play(&mut self, step: &Step<Self>, log: &mut Log<Event>) {
        match *step {
            Step::Act(seat, Action::Place(at)) => {
                self.discs[seat] = Some(at);
                log.tell(|| Event::Placed { seat, at: Some(at) });
                if let [Some(one), Some(two)] = self.discs.0 {
                    log.tell(|| Event::Opened { places: BySeat([one, two]) });
                }
            }
            Step::Act(_, Action::Flick(flick)) => self.flick = Some(flick),
            Step::Act(seat, Action::Rest) => {
                self.reaches[seat].push(None);
                log.tell(|| Event::Rested { seat });
            }
            Step::Chance(Tremor(tremor)) => {
                let seat = self.flicker();
                let flick = self.flick.take().expect("the hand trembles in a flick");
                let from = self.discs[seat].expect("discs are put before flicks").y;
                let ahead = flick.power * (RIGHT_ANGLE - flick.angle.abs()) / RIGHT_ANGLE;
                let reach = from + ahead + tremor * TREMOR;
                self.reaches[seat].push(Some(reach));
                log.tell(|| Event::Flew { seat, reach });
            }
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        let mut view = View { table: self.clone(), secret: BySeat::default() };
        for seat in Seat::BOTH {
            if self.is_secret(seat, viewer) {
                view.table.discs[seat] = None;
                view.secret[seat] = true;
            }
        }
        view
    }

    fn imagine(view: &View, rng: &mut dyn RngCore) -> Dart {
        let mut table = view.table.clone();
        for seat in Seat::BOTH {
            if view.secret[seat] {
                table.discs[seat] = Some(Place::random(rng));
            }
        }
        table
    }

    fn position(&self) -> impl std::hash::Hash + Eq {
        self.clone()
    }

    fn first_player(&self) -> Option<Seat> {
        Some(Seat::One)
    }

    fn census(&self) -> Vec<(&'static str, usize)> {
        let aside = self.discs.0.iter().filter(|disc| disc.is_none()).count();
        let put = self.discs.0.iter().flatten().filter(|place| place.check().is_ok()).count();
        vec![("discs", aside + put)]
    }

    fn has_secrets(&self) -> bool {
        true
    }

    fn seen(&self, step: &Step<Self>, viewer: Viewer) -> String {
        match step {
            Step::Act(seat, Action::Place(_)) if !viewer.knows(*seat) => "place".into(),
            _ => step.text(),
        }
    }

    fn revealed(&self, step: &Step<Self>, viewer: Viewer) -> String {
        match *step {
            Step::Act(seat, Action::Place(at)) if self.discs[!seat].is_some() => {
                let places = [(seat, Some(at)), (!seat, self.discs[!seat])];
                let hidden = places.iter().filter(|(owner, _)| !viewer.knows(*owner));
                hidden.map(|(owner, at)| format!("{owner} {at:?} ")).collect()
            }
            _ => String::new(),
        }
    }

    fn suggest(&self, seat: Seat, rng: &mut dyn RngCore, _: &mut Vec<Action>) -> Action {
        if self.discs[seat].is_none() {
            return Action::Place(Place::random(rng));
        }
        if rng.random_ratio(1, 8) {
            return Action::Rest;
        }
        loop {
            let angle = rng.random_range(-RIGHT_ANGLE..=RIGHT_ANGLE);
            let flick = Flick { angle, power: rng.random_range(1..=POWER) };
            if flick.check().is_ok() {
                return Action::Flick(flick);
            }
        }
    }
}

impl Dart {
    /// Whose flick it is, once the discs are put.
    fn flicker(&self) -> Seat {
        let [one, two] = &self.reaches.0;
        if one.len() == two.len() { Seat::One } else { Seat::Two }
    }

    /// Whether a disc was put where `viewer` does not yet see it (rule 1).
    fn is_secret(&self, seat: Seat, viewer: Viewer) -> bool {
        self.discs[seat].is_some() && self.discs[!seat].is_none() && !viewer.knows(seat)
    }
}

impl Place {
    fn check(self) -> Result<(), Refusal> {
        if !(0..=WIDE).contains(&self.x) || !(0..=DEEP).contains(&self.y) {
            return Err(Refusal::by("R2", "dart.refuse.off-strip").with("wide", WIDE).with("deep", DEEP));
        }
        let (dx, dy) = (self.x - WIDE / 2, self.y - DEEP / 2);
        if dx * dx + dy * dy < POST * POST {
            return Err(Refusal::by("R3", "dart.refuse.post").with("radius", POST));
        }
        Ok(())
    }

    fn random(rng: &mut dyn RngCore) -> Place {
        loop {
            let place = Place { x: rng.random_range(0..=WIDE), y: rng.random_range(0..=DEEP) };
            if place.check().is_ok() {
                return place;
            }
        }
    }
}

impl Flick {
    fn check(self) -> Result<(), Refusal> {
        if !(-RIGHT_ANGLE..=RIGHT_ANGLE).contains(&self.angle) || !(1..=POWER).contains(&self.power) {
            return Err(Refusal::by("R4", "dart.refuse.no-flick").with("power", POWER));
        }
        if self.angle.abs() > HARD.0 && self.power > HARD.1 {
            return Err(Refusal::by("R6", "dart.refuse.off-table").with("power", HARD.1));
        }
        Ok(())
    }
}

impl Show for Dart {
    fn picture(view: &View, words: &Words) -> String {
        let mut picture = String::new();
        for (seat, flicks) in view.table.reaches.iter() {
            let disc = match view.table.discs[seat] {
                Some(Place { x, y }) => format!("{x},{y}"),
                None if view.secret[seat] => "?".into(),
                None => "-".into(),
            };
            let flicks: Vec<String> =
                flicks.iter().map(|reach| reach.map_or("-".into(), |reach| reach.to_string())).collect();
            let values = [("seat", seat.into()), ("disc", disc.into()), ("reaches", flicks.join(" ").into())];
            picture += &format!("{}\n", words.say("dart.picture.seat", &values));
        }
        picture
    }

    fn gesture(&self, _: Seat, action: &Action) -> Gesture {
        match action {
            Action::Rest => Gesture::button().key('r'),
            // Discs are put and flicked by controls.
            Action::Place(_) | Action::Flick(_) => Gesture::default(),
        }
    }

    fn attempt(_: &View, _: Seat, _: &str, _: Option<&str>) -> Vec<Action> {
        Vec::new()
    }

    /// `one=20,30 two=380,0`: places of the discs; One flicks first.
    fn set_up(text: &str) -> Result<Dart, Refusal> {
        const KEY: &str = "dart.refuse.position";
        let [one, two] = fields(text, ["one", "two"], KEY)?;
        let place = |text: Option<&str>| {
            let Some(text) = text else { return Ok(None) };
            let place = place_of(text).filter(|place| place.check().is_ok());
            place.map(Some).ok_or_else(|| Refusal::notation(KEY, text))
        };
        Ok(Dart { discs: BySeat([place(one)?, place(two)?]), ..Dart::start(&()) })
    }
}

fn place_of(text: &str) -> Option<Place> {
    let (x, y) = text.split_once(',')?;
    Some(Place { x: x.parse().ok()?, y: y.parse().ok()? })
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Place(Place { x, y }) => write!(f, "place {x},{y}"),
            Action::Flick(Flick { angle, power }) => write!(f, "flick {angle}@{power}"),
            Action::Rest => f.pad("rest"),
        }
    }
}

impl FromStr for Action {
    type Err = Refusal;
    fn from_str(text: &str) -> Result<Action, Refusal> {
        let read = || {
            if text == "rest" {
                return Some(Action::Rest);
            }
            if let Some(place) = text.strip_prefix("place ") {
                return place_of(place).map(Action::Place);
            }
            let (angle, power) = text.strip_prefix("flick ")?.split_once('@')?;
            Some(Action::Flick(Flick { angle: angle.parse().ok()?, power: power.parse().ok()? }))
        };
        read().ok_or_else(|| Refusal::notation("dart.refuse.notation", text))
    }
}

impl fmt::Display for Tremor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 { f.pad("@0") } else { write!(f, "@{:+}", self.0) }
    }
}

impl FromStr for Tremor {
    type Err = Refusal;
    fn from_str(text: &str) -> Result<Tremor, Refusal> {
        let mut tremors = TREMORS.into_iter().map(|(n, _)| Tremor(n));
        let found = tremors.find(|tremor| tremor.to_string() == text);
        found.ok_or_else(|| Refusal::notation("dart.refuse.chance", text))
    }
}
