//! A game whose type is forgotten: text in, JSON out.

use std::any::Any;

use rand::RngCore;
use search::{Budget, Level, Player};
use serde::Serialize;
use serde_json::Value as Json;
use table::{
    Game, Gesture, Log, Odds, OptionList, Prompt, Redact, Refusal, Seat, Step, Turn, Values, Viewer, Words,
    chance::Streams, record::Draw, tools,
};

use crate::known::{Known, Mark};

/// A game in progress, whatever the game. Texts are the game's notation; the seat is a parameter of its own.
pub trait Table: Send + Sync {
    /// The game's name.
    fn id(&self) -> &'static str;
    /// Who must decide now.
    fn turn(&self) -> Turn;
    /// What `seat` may do and can be listed, sorted by the bytes of the texts.
    fn choices(&self, seat: Seat) -> Vec<Choice>;
    /// The texts of [`choices`](Table::choices) alone, which is cheaper.
    fn options(&self, seat: Seat) -> Vec<String>;
    /// The question put to `seat`, if it is asked.
    fn prompt(&self, seat: Seat) -> Option<Prompt>;
    /// What chance can bring now, and whether everybody may know it.
    fn odds(&self) -> Option<(Draw, bool)>;
    /// Whether `seat` may do what `text` says.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn check(&self, seat: Seat, text: &str) -> Result<(), Refusal>;
    /// What `text` would be on the board, with its preview.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn choice(&self, seat: Seat, text: &str) -> Result<Choice, Refusal>;
    /// The first legal reading of a gesture.
    ///
    /// # Errors
    /// The refusal of the first reading, or of the gesture when it has none.
    fn attempt(&self, seat: Seat, from: &str, to: Option<&str>) -> Result<String, Refusal>;
    /// What `viewer` may see of a legal step (a line of a record: with the seat) before it is played; with the
    /// seat too.
    ///
    /// # Errors
    /// When the line is no step.
    fn seen(&self, line: &str, viewer: Viewer) -> Result<String, Refusal>;
    /// Plays a line of a record: `one ACTION`, `two ACTION` or `@CHANCE`.
    ///
    /// # Errors
    /// The rule that forbids it; the table is untouched then.
    fn play(&mut self, line: &str) -> Result<Happened, Refusal>;
    /// Draws the outcome of chance from the streams of the game, without playing it. `None` when the turn is
    /// not chance's.
    fn draw(&self, streams: &mut Streams) -> Option<Drawn>;
    /// Random play: an action for `seat`, who is asked.
    fn suggest(&self, seat: Seat, rng: &mut dyn RngCore) -> String;
    /// The table as `viewer` sees it.
    fn view(&self, viewer: Viewer) -> Json;
    /// Another table that looks the same to `viewer`, what is hidden from it drawn at random.
    fn imagine(&self, viewer: Viewer, rng: &mut dyn RngCore) -> Box<dyn Table>;
    /// What a line opens to `viewer` by the rules; see [`Game::revealed`].
    ///
    /// # Errors
    /// When the line is no step.
    fn revealed(&self, line: &str, viewer: Viewer) -> Result<String, Refusal>;
    /// The board as text.
    fn picture(&self, viewer: Viewer, words: &Words) -> String;
    /// The hash of the position.
    fn hash(&self) -> String;
    /// Who moved first.
    fn first_player(&self) -> Option<Seat>;
    /// A number that changes when another turn begins; see [`Game::turn_mark`].
    fn turn_mark(&self) -> Option<u32>;
    /// Whether anything can be hidden in this game.
    fn has_secrets(&self) -> bool;
    /// A player of a level for this game, if the game offers it.
    fn player(&self, level: Level) -> Option<Box<dyn Chosen>>;
    /// A baseline by one of the names in [`search::BASELINES`], if the game has it.
    fn baseline(&self, _name: &str) -> Option<Box<dyn Chosen>> {
        None
    }
    /// The truth about each option of the side to move, where it is known: in a solved game. May take a second.
    fn analyse(&self) -> Option<Vec<(String, Mark)>>;
    /// A copy.
    fn copy(&self) -> Box<dyn Table>;
    /// For [`Chosen`]: the typed game inside.
    fn as_any(&self) -> &dyn Any;
}

/// A player whose game is forgotten. It is handed a table but looks at the view of its seat only.
pub trait Chosen: Send {
    /// Decides for `seat`, who is asked.
    ///
    /// # Errors
    /// When it gives no legal answer, as only a foreign engine may do: why, in a sentence (rule `engine`).
    fn choose(&mut self, table: &dyn Table, seat: Seat, budget: &mut Budget) -> Result<Told, Refusal>;
}

/// What a player found, in text.
#[derive(Clone, Debug)]
pub struct Told {
    /// The decision.
    pub action: String,
    /// The chance to win.
    pub win: Option<f32>,
    /// The line that it expects.
    pub line: Vec<String>,
    /// Positions or simulations looked at.
    pub nodes: u64,
    /// The key of a sentence with its values.
    pub why: (&'static str, Values),
}

/// An option as the page wants it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    /// The notation.
    pub text: String,
    /// Where it lies on the board.
    #[serde(flatten)]
    pub gesture: Gesture,
}

/// An outcome of chance with what it was drawn from.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// The outcome: a line of a record.
    pub text: String,
    /// The stream and the weights.
    pub draw: Draw,
    /// Whether everybody may know the weights.
    pub open: bool,
}

/// What happened in one step; not everybody sees all of it.
pub struct Happened(Box<dyn Seen>);

impl Happened {
    /// What happened, by who sees it.
    pub fn new(seen_by: impl Fn(Viewer) -> Vec<Json> + Send + 'static) -> Happened {
        Happened(Box::new(Retold(seen_by)))
    }

    /// The events that `viewer` sees, in order.
    pub fn seen_by(&self, viewer: Viewer) -> Vec<Json> {
        self.0.events(viewer)
    }

    /// The board while it happens, in a few pictures for a terminal; none in games that jump from board to board.
    pub fn frames(&self, viewer: Viewer) -> Vec<String> {
        self.0.frames(viewer)
    }
}

/// A step through the eyes of a viewer.
trait Seen: Send {
    fn events(&self, viewer: Viewer) -> Vec<Json>;
    fn frames(&self, viewer: Viewer) -> Vec<String>;
}

/// What happened, as somebody else tells it.
struct Retold<F>(F);

impl<F: Fn(Viewer) -> Vec<Json> + Send> Seen for Retold<F> {
    fn events(&self, viewer: Viewer) -> Vec<Json> {
        (self.0)(viewer)
    }

    fn frames(&self, _viewer: Viewer) -> Vec<String> {
        Vec::new()
    }
}

struct TypedStep<G: Game> {
    before: G,
    events: Vec<G::Event>,
}

impl<G: Known> Seen for TypedStep<G> {
    fn events(&self, viewer: Viewer) -> Vec<Json> {
        let seen = self.events.iter().filter_map(|event| event.seen_by(viewer));
        seen.map(|event| serde_json::to_value(event).expect("events are plain data")).collect()
    }

    fn frames(&self, viewer: Viewer) -> Vec<String> {
        let view = self.before.view(viewer);
        let seen = self.events.iter().filter_map(|event| event.seen_by(viewer));
        seen.flat_map(|event| G::frames(&view, &event)).collect()
    }
}

impl std::fmt::Debug for Happened {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.seen_by(Viewer::Public)).finish()
    }
}

/// A typed game behind the door.
#[derive(Clone)]
pub(crate) struct Typed<G>(pub(crate) G);

impl<G: Game> Typed<G> {
    pub(crate) fn start(options: &G::Options) -> Typed<G> {
        Typed(G::start(options))
    }
}

/// Options from pairs of text.
pub(crate) fn read_options<G: Game>(pairs: &[(String, String)]) -> Result<G::Options, Refusal> {
    let mut options = G::Options::default();
    pairs.iter().try_for_each(|(key, value)| options.set(key, value))?;
    Ok(options)
}

impl<G: Known> Table for Typed<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn choices(&self, seat: Seat) -> Vec<Choice> {
        let mut options = Vec::new();
        self.0.options(seat, &mut options);
        let choice = |a: &G::Action| Choice { text: a.to_string(), gesture: self.0.gesture(seat, a) };
        let mut choices: Vec<Choice> = options.iter().map(choice).collect();
        choices.sort_by(|a, b| a.text.cmp(&b.text));
        choices
    }

    fn options(&self, seat: Seat) -> Vec<String> {
        let mut options = Vec::new();
        self.0.options(seat, &mut options);
        let mut texts: Vec<String> = options.iter().map(G::Action::to_string).collect();
        texts.sort();
        texts
    }

    fn prompt(&self, seat: Seat) -> Option<Prompt> {
        self.0.turn().asks(seat).then(|| self.0.prompt(seat))
    }

    fn odds(&self) -> Option<(Draw, bool)> {
        let mut odds = Odds::default();
        self.0.odds(&mut odds);
        (!odds.outcomes.is_empty()).then(|| (weights(&odds), odds.open))
    }

    fn check(&self, seat: Seat, text: &str) -> Result<(), Refusal> {
        self.0.check(seat, &text.parse()?)
    }

    fn choice(&self, seat: Seat, text: &str) -> Result<Choice, Refusal> {
        let action: G::Action = text.parse()?;
        self.0.check(seat, &action)?;
        Ok(Choice { text: action.to_string(), gesture: self.0.gesture(seat, &action) })
    }

    fn attempt(&self, seat: Seat, from: &str, to: Option<&str>) -> Result<String, Refusal> {
        let view = self.0.view(Viewer::Seat(seat));
        let readings = G::attempt(&view, seat, from, to);
        let mut refusal = None;
        for reading in readings {
            match self.0.check(seat, &reading) {
                Ok(()) => return Ok(reading.to_string()),
                Err(first) => refusal = refusal.or(Some(first)),
            }
        }
        Err(refusal.unwrap_or_else(|| Refusal::notation("refuse.no-gesture", &gesture_text(from, to))))
    }

    fn seen(&self, line: &str, viewer: Viewer) -> Result<String, Refusal> {
        let step = Step::<G>::read(line)?;
        let seen = self.0.seen(&step, viewer);
        Ok(match step {
            Step::Act(seat, _) => format!("{seat} {seen}"),
            Step::Chance(_) => seen,
        })
    }

    fn play(&mut self, line: &str) -> Result<Happened, Refusal> {
        let step = Step::<G>::read(line)?;
        let mut log = Log::on();
        let before = self.0.clone();
        self.0.try_play(&step, &mut log)?;
        Ok(Happened(Box::new(TypedStep { before, events: log.into_events() })))
    }

    fn draw(&self, streams: &mut Streams) -> Option<Drawn> {
        let mut odds = Odds::default();
        self.0.odds(&mut odds);
        let text = streams.draw(&odds)?.to_string();
        Some(Drawn { text, draw: weights(&odds), open: odds.open })
    }

    fn suggest(&self, seat: Seat, rng: &mut dyn RngCore) -> String {
        self.0.suggest(seat, rng, &mut Vec::new()).to_string()
    }

    fn view(&self, viewer: Viewer) -> Json {
        serde_json::to_value(self.0.view(viewer)).expect("views are plain data")
    }

    fn imagine(&self, viewer: Viewer, rng: &mut dyn RngCore) -> Box<dyn Table> {
        Box::new(Typed(G::imagine(&self.0.view(viewer), rng)))
    }

    fn revealed(&self, line: &str, viewer: Viewer) -> Result<String, Refusal> {
        Ok(self.0.revealed(&Step::<G>::read(line)?, viewer))
    }

    fn picture(&self, viewer: Viewer, words: &Words) -> String {
        G::picture(&self.0.view(viewer), words)
    }

    fn hash(&self) -> String {
        tools::hash(&self.0)
    }

    fn first_player(&self) -> Option<Seat> {
        self.0.first_player()
    }

    fn turn_mark(&self) -> Option<u32> {
        self.0.turn_mark()
    }

    fn has_secrets(&self) -> bool {
        self.0.has_secrets()
    }

    fn player(&self, level: Level) -> Option<Box<dyn Chosen>> {
        Some(Box::new(TypedPlayer(<G as Known>::player(level)?)))
    }

    fn baseline(&self, name: &str) -> Option<Box<dyn Chosen>> {
        Some(Box::new(TypedPlayer(<G as Known>::baseline(name)?)))
    }

    fn analyse(&self) -> Option<Vec<(String, Mark)>> {
        let marks = self.0.marks()?;
        Some(marks.into_iter().map(|(action, mark)| (action.to_string(), mark)).collect())
    }

    fn copy(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn gesture_text(from: &str, to: Option<&str>) -> String {
    to.map_or_else(|| from.to_owned(), |to| format!("{from} {to}"))
}

fn weights<C: ToString>(odds: &Odds<C>) -> Draw {
    let weights = odds.outcomes.iter().map(|(outcome, weight)| (outcome.to_string(), *weight)).collect();
    Draw { stream: odds.stream.to_owned(), weights }
}

struct TypedPlayer<G: Game>(Box<dyn Player<G>>);

impl<G: Known> Chosen for TypedPlayer<G> {
    fn choose(&mut self, table: &dyn Table, seat: Seat, budget: &mut Budget) -> Result<Told, Refusal> {
        let typed: &Typed<G> = table.as_any().downcast_ref().expect("a player sits at a table of its game");
        let view = typed.0.view(Viewer::Seat(seat));
        let thought = self.0.choose(&view, seat, budget);
        Ok(Told {
            action: thought.action.to_string(),
            win: thought.win,
            line: thought.line,
            nodes: thought.nodes,
            why: thought.why,
        })
    }
}
