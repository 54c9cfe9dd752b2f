//! A toy with one thing wrong.

use std::{cell::Cell, fmt, hash::Hash, str::FromStr};

use serde::{Deserialize, Serialize, Serializer};
use serde_json::json;
use table::{
    Game, Gesture, Log, Odds, OptionList, OptionSpec, Prompt, Redact, Refusal, Seat, Seats, Show, Step, Turn,
    Viewer, Words, rand::RngCore, tools,
};

/// What can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Nothing,
    OffersTooLittle,
    OffersTwice,
    OffersOutOfTurn,
    ClearsTheBuffer,
    RefusesAnOffer,
    AnswersForOthers,
    LeavesATrace,
    SuggestsIllegal,
    TakesAnyChance,
    RangesTooNarrow,
    RangesTooWide,
    RuleNotNamed,
    ReadsOtherwise,
    ChanceLooksLikeASeat,
    JudgeSeesLess,
    ForgetsInJson,
    EventWithoutName,
    ImaginesTheStart,
    HidesFromTheJudge,
    HidesAtTheEnd,
    OrderMatters,
    WeighsNothing,
    DrawsTwice,
    DrawsUnsorted,
    DrawsOutOfTurn,
    BufferNotCleared,
    WeighsTooMuch,
    NeverEnds,
    LosesAPiece,
    LosesInImagination,
    Listens,
    EventTells,
    OptionsTell,
    PromptTells,
    RefusalTells,
    WindowTells,
    ViewTells,
    OddsTell,
    RevealsUnsaid,
    GestureNotRead,
    GestureTells,
    PictureTooWide,
    PictureWithoutEnd,
    TakesAnyValue,
    RefusesAValue,
    SetsWhatItRefuses,
    OtherDefault,
    Panics,
}

thread_local! {
    /// What is wrong in this thread; each test has its own. A parameter of the type would be purer, and would
    /// have every law compiled for every way.
    static WAY: Cell<Way> = const { Cell::new(Way::Nothing) };
}

impl Way {
    /// Breaks every [`Broken`] toy of this thread in this way from now on.
    pub(crate) fn begin(self) {
        WAY.set(self);
    }
}

fn way() -> Way {
    WAY.get()
}

fn is(way: Way) -> bool {
    WAY.get() == way
}

/// The toy `G`, broken in the [`Way`] of this thread.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub(crate) struct Broken<G: Show> {
    toy: G,
    /// Something that goes wrong, where a way needs it. Views show it.
    mark: u8,
    #[serde(skip)]
    forgotten: u8,
    imagined: bool,
}

impl<G: Show> Broken<G> {
    fn over(&self) -> bool {
        self.toy.turn().outcome().is_some()
    }

    fn toy_step(step: &Step<Self>) -> Step<G> {
        match step {
            Step::Act(seat, action) => Step::Act(*seat, action.0.clone()),
            Step::Chance(outcome) => Step::Chance(outcome.0.clone()),
        }
    }
}

/// What JSON leaves out.
fn forgotten() -> u8 {
    u8::from(is(Way::ForgetsInJson))
}

/// Options of the toy.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Chosen<O>(O);

impl<O: OptionList> OptionList for Chosen<O> {
    fn list() -> Vec<OptionSpec> {
        let mut list = O::list();
        if is(Way::OtherDefault) {
            list.iter_mut().for_each(|spec| spec.default = "5".into());
        }
        list
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), Refusal> {
        let held = self.0.set(key, value);
        match way() {
            Way::TakesAnyValue => Ok(()),
            Way::RefusesAValue if value == "20" => Err(Refusal::by("option", "option.value")),
            Way::SetsWhatItRefuses if held.is_err() => self.0.set("goal", "4").and(held),
            _ => held,
        }
    }

    fn get(&self, key: &str) -> String {
        self.0.get(key)
    }
}

/// Actions and outcomes of the toy.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Said<T>(T);

impl<T: fmt::Display> fmt::Display for Said<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.to_string();
        f.pad(if is(Way::ChanceLooksLikeASeat) { text.trim_start_matches('@') } else { &text })
    }
}

impl<T: FromStr<Err = Refusal>> FromStr for Said<T> {
    type Err = Refusal;
    fn from_str(text: &str) -> Result<Self, Refusal> {
        match (way(), text) {
            (Way::ReadsOtherwise, "pass") => "roll".parse().map(Said),
            (Way::ChanceLooksLikeASeat, _) => text.parse().or_else(|_| format!("@{text}").parse()).map(Said),
            _ => text.parse().map(Said),
        }
    }
}

/// Events of the toy.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Told<E>(E);

impl<E: Serialize> Serialize for Told<E> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if is(Way::EventWithoutName) {
            serializer.serialize_str("event")
        } else {
            self.0.serialize(serializer)
        }
    }
}

impl<E: Redact + Clone> Redact for Told<E> {
    fn seen_by(&self, viewer: Viewer) -> Option<Self> {
        if is(Way::EventTells) { Some(self.clone()) } else { self.0.seen_by(viewer).map(Told) }
    }
}

/// Views of the toy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Seen<V> {
    toy: V,
    mark: u8,
    whole: bool,
}

impl<G: Show> Game for Broken<G> {
    type Options = Chosen<G::Options>;
    type Action = Said<G::Action>;
    type Chance = Said<G::Chance>;
    type Event = Told<G::Event>;
    type View = Seen<G::View>;
    const ID: &'static str = G::ID;
    const RULES: u32 = G::RULES;
    const CONTINUOUS: bool = G::CONTINUOUS;

    fn start(options: &Self::Options) -> Self {
        Broken { toy: G::start(&options.0), mark: 0, forgotten: forgotten(), imagined: false }
    }

    fn turn(&self) -> Turn {
        self.toy.turn()
    }

    fn options(&self, seat: Seat, out: &mut Vec<Self::Action>) {
        let mut options = Vec::new();
        self.toy.options(seat, &mut options);
        match way() {
            Way::OffersTooLittle if options.len() > 1 => drop(options.pop()),
            Way::OffersTwice => options.extend(options.first().cloned()),
            Way::OffersOutOfTurn if options.is_empty() => self.toy.options(!seat, &mut options),
            Way::ClearsTheBuffer => out.clear(),
            Way::OptionsTell if tools::hash(&self.toy).as_bytes()[0] < b'8' => options.reverse(),
            _ => {}
        }
        out.extend(options.into_iter().map(Said));
    }

    fn prompt(&self, seat: Seat) -> Prompt {
        let mut prompt = self.toy.prompt(seat);
        if is(Way::PromptTells) {
            prompt = prompt.with("hash", tools::hash(&self.toy));
        }
        for control in &mut prompt.controls {
            match way() {
                Way::RangesTooNarrow => control.ranges[0].to -= 1,
                Way::RangesTooWide => control.ranges[0].to += 1000,
                Way::RuleNotNamed => control.rules.clear(),
                _ => {}
            }
        }
        prompt
    }

    fn check(&self, seat: Seat, action: &Self::Action) -> Result<(), Refusal> {
        match way() {
            Way::RefusesAnOffer if action.to_string() == "pass" => Err(Refusal::by("R1", "no")),
            Way::AnswersForOthers if !self.turn().asks(seat) => self.toy.check(!seat, &action.0),
            Way::RefusalTells => {
                let told = |refusal: Refusal| refusal.with("hash", tools::hash(&self.toy));
                self.toy.check(seat, &action.0).map_err(told)
            }
            Way::Panics if action.to_string() == "draw" => panic!("nobody draws"),
            _ => self.toy.check(seat, &action.0),
        }
    }

    fn odds(&self, out: &mut Odds<Self::Chance>) {
        let mut odds = Odds::default();
        self.toy.odds(&mut odds);
        if odds.outcomes.is_empty() && !is(Way::DrawsOutOfTurn) {
            return;
        }
        if is(Way::BufferNotCleared) {
            out.stream = odds.stream;
            out.open = odds.open;
        } else {
            out.set(odds.stream, odds.open || is(Way::OddsTell));
        }
        match way() {
            Way::WeighsNothing => odds.outcomes[0].1 = 0,
            Way::WeighsTooMuch => odds.outcomes.iter_mut().for_each(|(_, weight)| *weight = u32::MAX),
            Way::DrawsTwice => odds.outcomes.push(odds.outcomes[odds.outcomes.len() - 1].clone()),
            Way::DrawsUnsorted => odds.outcomes.reverse(),
            Way::DrawsOutOfTurn if odds.outcomes.is_empty() => {
                out.stream = "dice";
                odds.outcomes = vec![("@1".parse().unwrap(), 1)];
            }
            _ => {}
        }
        odds.outcomes.into_iter().for_each(|(outcome, weight)| out.add(Said(outcome), weight));
    }

    fn play(&mut self, step: &Step<Self>, log: &mut Log<Self::Event>) {
        let both = self.turn() == Turn::Act(Seats::BOTH);
        match (way(), step) {
            (Way::NeverEnds, _) => return,
            (Way::Listens, _) if log.is_on() => self.mark = self.mark.wrapping_add(1),
            (Way::OrderMatters, Step::Act(Seat::One, _)) if both => self.mark = 1,
            (Way::LosesAPiece, _) => self.mark = self.mark.saturating_add(1),
            (Way::HidesFromTheJudge | Way::HidesAtTheEnd, _) => self.mark = 1,
            _ => {}
        }
        let mut told = if log.is_on() { Log::on() } else { Log::off() };
        self.toy.play(&Self::toy_step(step), &mut told);
        while is(Way::WindowTells) && self.has_no_choice(&mut told) {}
        told.into_events().into_iter().for_each(|event| log.tell(|| Told(event)));
    }

    fn try_play(&mut self, step: &Step<Self>, log: &mut Log<Self::Event>) -> Result<(), Refusal> {
        let legal = match step {
            Step::Act(seat, action) => self.check(*seat, action),
            Step::Chance(outcome) => {
                let mut odds = Odds::default();
                self.odds(&mut odds);
                let possible = odds.outcomes.iter().any(|(possible, _)| possible == outcome);
                if possible { Ok(()) } else { Err(Refusal::by("chance", "refuse.not-in-odds")) }
            }
        };
        match legal {
            Err(_) if is(Way::TakesAnyChance) && matches!(step, Step::Chance(_)) => Ok(()),
            Err(refusal) => {
                self.mark += u8::from(is(Way::LeavesATrace));
                Err(refusal)
            }
            Ok(()) => {
                self.play(step, log);
                Ok(())
            }
        }
    }

    fn view(&self, viewer: Viewer) -> Self::View {
        let whole = viewer == Viewer::Judge || self.over();
        let hidden = match way() {
            Way::HidesFromTheJudge => true,
            Way::HidesAtTheEnd => viewer != Viewer::Judge,
            _ => false,
        };
        let viewer = if is(Way::ViewTells) { Viewer::Judge } else { viewer };
        Seen { toy: self.toy.view(viewer), mark: if hidden { 0 } else { self.mark }, whole }
    }

    fn imagine(view: &Self::View, rng: &mut dyn RngCore) -> Self {
        let toy = match way() {
            Way::ImaginesTheStart => G::start(&G::Options::default()),
            _ => G::imagine(&view.toy, rng),
        };
        let imagined = is(Way::LosesInImagination) && !view.whole;
        Broken { toy, mark: view.mark, forgotten: forgotten(), imagined }
    }

    fn position(&self) -> impl Hash + Eq {
        self.toy.position()
    }

    fn first_player(&self) -> Option<Seat> {
        self.toy.first_player()
    }

    fn census(&self) -> Vec<(&'static str, usize)> {
        let mut census = self.toy.census();
        if self.imagined || is(Way::LosesAPiece) && self.mark > 10 {
            census[0].1 -= 1;
        }
        census
    }

    fn seen(&self, step: &Step<Self>, viewer: Viewer) -> String {
        let viewer = match viewer {
            Viewer::Judge if is(Way::JudgeSeesLess) => Viewer::Public,
            viewer => viewer,
        };
        let seen = self.toy.seen(&Self::toy_step(step), viewer);
        if is(Way::ChanceLooksLikeASeat) { seen.trim_start_matches('@').into() } else { seen }
    }

    fn revealed(&self, step: &Step<Self>, viewer: Viewer) -> String {
        match way() {
            Way::RevealsUnsaid => String::new(),
            _ => self.toy.revealed(&Self::toy_step(step), viewer),
        }
    }

    fn suggest(&self, seat: Seat, rng: &mut dyn RngCore, _: &mut Vec<Self::Action>) -> Self::Action {
        match way() {
            Way::SuggestsIllegal => "pass".parse().unwrap(),
            _ => Said(self.toy.suggest(seat, rng, &mut Vec::new())),
        }
    }
}

impl<G: Show> Broken<G> {
    /// Plays the only option of a seat for it: kind, and it tells everybody what the seat does not hold.
    fn has_no_choice(&mut self, log: &mut Log<G::Event>) -> bool {
        let Turn::Act(seats) = self.toy.turn() else { return false };
        let mut options = Vec::new();
        self.toy.options(seats.first(), &mut options);
        if let [only] = &options[..] {
            self.toy.play(&Step::Act(seats.first(), only.clone()), log);
        }
        options.len() == 1
    }
}

impl<G: Show> Show for Broken<G> {
    fn picture(view: &Self::View, words: &Words) -> String {
        let picture = G::picture(&view.toy, words);
        match way() {
            Way::PictureTooWide => " ".repeat(60) + &picture,
            Way::PictureWithoutEnd => picture.trim_end().into(),
            _ => picture,
        }
    }

    fn gesture(&self, seat: Seat, action: &Self::Action) -> Gesture {
        let gesture = self.toy.gesture(seat, &action.0);
        if is(Way::GestureTells) { gesture.preview(json!(tools::hash(&self.toy))) } else { gesture }
    }

    fn attempt(view: &Self::View, seat: Seat, from: &str, to: Option<&str>) -> Vec<Self::Action> {
        match way() {
            Way::GestureNotRead => Vec::new(),
            _ => G::attempt(&view.toy, seat, from, to).into_iter().map(Said).collect(),
        }
    }

    fn set_up(text: &str) -> Result<Self, Refusal> {
        G::set_up(text).map(|toy| Broken { toy, mark: 0, forgotten: forgotten(), imagined: false })
    }
}
