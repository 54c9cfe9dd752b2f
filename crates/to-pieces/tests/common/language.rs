//! The small language of the spec's cases.
//!
//! `pos` sets a table up, `start` begins a new game with options, `play` plays steps, and the other lines say
//! what must hold then. Lines that the interpreter does not know fail.

use table::{Game, Log, OptionList, Seat, Show, Step, Turn, Viewer};
use to_pieces::{Action, Options, ToPieces};

/// Runs a text of cases; how many there were.
pub(crate) fn run(text: &str) -> usize {
    let mut case = Case { name: String::new(), game: ToPieces::start(&Options::default()) };
    let mut cases = 0;
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" => {}
            "case" => {
                case.name = format!("case {rest}");
                cases += 1;
            }
            _ => case.line(word, rest.trim()),
        }
    }
    cases
}

struct Case {
    name: String,
    game: ToPieces,
}

impl Case {
    fn line(&mut self, word: &str, rest: &str) {
        let name = self.name.clone();
        let words: Vec<&str> = rest.split_whitespace().collect();
        match word {
            "pos" => self.game = ToPieces::set_up(rest).unwrap_or_else(|e| panic!("{name}: {rest}: {e}")),
            "start" => {
                let mut options = Options::default();
                if let Some((key, value)) = rest.split_once(' ') {
                    options.set(key, value).unwrap();
                }
                self.game = ToPieces::start(&options);
            }
            "play" => rest.split(',').for_each(|step| self.play(step.trim())),
            "refuse" => {
                let (step, rule) = rest.rsplit_once(' ').unwrap();
                assert_eq!(self.refusal(step.trim()), rule, "{name}: refuse {rest}");
            }
            "offer" => self.all(rest, |listed, text| {
                assert!(listed.contains(&text), "{name}: offer {text}: {listed:?}")
            }),
            "hide" => self.all(rest, |listed, text| assert!(!listed.contains(&text), "{name}: hide {text}")),
            "only" => {
                let mut expected: Vec<String> = rest.split(',').map(|text| text.trim().into()).collect();
                expected.sort();
                assert_eq!(self.listed(), expected, "{name}: only");
            }
            "at" => {
                let who = if words[1] == "-" { "-".into() } else { words[1..].join(" ") };
                assert_eq!(self.at(words[0], Viewer::Judge, false), who, "{name}: at {rest}");
            }
            "tok" => assert_eq!(self.tokens(words[0]), words[1].replace('-', ""), "{name}: tok {rest}"),
            "wait" => assert_eq!(self.wait(), rest, "{name}: wait"),
            "coin" => assert_eq!(
                self.coin(seat(words[0]), words[1].parse().unwrap()),
                words[2],
                "{name}: coin {rest}"
            ),
            "score" => {
                let score = self.game.score(seat(words[0]));
                assert_eq!(format!("{} {} {}", words[0], score.points, score.coins), rest, "{name}: score");
            }
            "damage" => assert_eq!(
                self.damage(words[0], words[1]),
                words[2].parse::<u64>().unwrap(),
                "{name}: damage {rest}"
            ),
            "met" | "unmet" => {
                let card = words[1].parse().unwrap();
                assert_eq!(self.game.is_met(seat(words[0]), card), word == "met", "{name}: {word} {rest}");
            }
            "hand" | "aside" | "claimed" => {
                let side = &self.game.view(Viewer::Judge).sides[seat(words[0])];
                let cards = match word {
                    "hand" => side.hand.known.unwrap(),
                    "aside" => side.aside.known.unwrap(),
                    _ => side.claimed,
                };
                let cards: Vec<String> = cards.iter().map(|card| card.to_string()).collect();
                assert_eq!(cards, words[1..], "{name}: {word}");
            }
            "sees" => {
                let viewer = words[0].parse().map_or(Viewer::Public, Viewer::Seat);
                assert_eq!(self.at(words[1], viewer, true), words[2..].join(" "), "{name}: sees {rest}");
            }
            "treasure" => {
                let n: usize = words[0].parse().unwrap();
                let lies = self.game.view(Viewer::Judge).treasures[n - 1].unwrap().to_string();
                assert_eq!(lies, words[1], "{name}: treasure {rest}");
            }
            "obstacle" => {
                assert!(
                    self.game.view(Viewer::Judge).obstacles.contains(words[0].parse().unwrap()),
                    "{name}"
                );
            }
            "over" => {
                let Turn::Over(outcome) = self.game.turn() else { panic!("{name}: not over") };
                assert_eq!(outcome.name(), rest, "{name}: over");
            }
            _ => panic!("{name}: no line of the language: {word} {rest}"),
        }
    }

    /// The step with its seat: named, or that of the seat that has to decide.
    fn read(&self, text: &str) -> Result<Step<ToPieces>, table::Refusal> {
        if text.starts_with('@') || text.starts_with("one ") || text.starts_with("two ") {
            return Step::read(text);
        }
        let seat = match self.game.turn() {
            Turn::Act(seats) => seats.first(),
            _ => Seat::One,
        };
        Ok(Step::Act(seat, text.parse::<Action>()?))
    }

    fn play(&mut self, text: &str) {
        let step = self.read(text).unwrap_or_else(|e| panic!("{}: {text}: {e}", self.name));
        let played = self.game.try_play(&step, &mut Log::on());
        played.unwrap_or_else(|e| panic!("{}: play {text}: {e}", self.name));
    }

    fn refusal(&self, text: &str) -> &'static str {
        let before = self.game.clone();
        let mut game = self.game.clone();
        match self.read(text).and_then(|step| game.try_play(&step, &mut Log::on())) {
            Ok(()) => "legal",
            Err(refusal) => {
                assert_eq!(game, before, "{}: a refused step leaves the table untouched", self.name);
                refusal.rule
            }
        }
    }

    fn listed(&self) -> Vec<String> {
        let Turn::Act(seats) = self.game.turn() else { return Vec::new() };
        let mut options = Vec::new();
        self.game.options(seats.first(), &mut options);
        let mut texts: Vec<String> = options.iter().map(Action::to_string).collect();
        texts.sort();
        texts
    }

    fn all(&self, rest: &str, check: impl Fn(&Vec<String>, String)) {
        let listed = self.listed();
        rest.split(',').for_each(|text| check(&listed, text.trim().into()));
    }

    /// `one 3`, `two L`; for `sees` also `minion`, `minion 5`, `leader`.
    fn at(&self, space: &str, viewer: Viewer, words: bool) -> String {
        let view = self.game.view(viewer);
        let Some(standee) = view.on(space.parse().unwrap()) else { return "-".into() };
        let json = serde_json::to_value(standee).unwrap();
        let kind = json["kind"].as_str().unwrap();
        if words {
            let number = standee.number.map_or(String::new(), |n| format!(" {n}"));
            return format!("{kind}{number}");
        }
        let who = match (kind, standee.number) {
            ("leader", _) => "L".into(),
            ("summon", _) => "S".into(),
            (_, n) => n.unwrap().to_string(),
        };
        format!("{} {who}", standee.seat)
    }

    fn tokens(&self, space: &str) -> String {
        let view = self.game.view(Viewer::Judge);
        view.on(space.parse().unwrap()).map_or("nobody".into(), |standee| standee.tokens.letters())
    }

    fn wait(&self) -> String {
        let name = self.game.wait().map_or("over", |wait| wait.name());
        match self.game.turn() {
            Turn::Act(seats) => {
                let seats: Vec<&str> = seats.iter().map(Seat::name).collect();
                format!("{name} {}", seats.join(" "))
            }
            _ => name.into(),
        }
    }

    fn coin(&self, seat: Seat, n: u8) -> String {
        let view = self.game.view(Viewer::Judge);
        let side = &view.sides[seat];
        let places = [
            ("reserve", side.reserve.known.unwrap()),
            ("unplaced", side.unplaced.known.unwrap()),
            ("discard", side.discard),
            ("spoils", side.spoils),
            ("taken", side.taken),
            ("spent", side.spent),
            ("claimed", side.lost),
        ];
        places.iter().find(|(_, coins)| coins.has(n)).map_or("board", |(name, _)| name).into()
    }

    /// The sum of rule 33, as the page shows it before the attack.
    fn damage(&self, from: &str, to: &str) -> u64 {
        let action = Action::Attack(from.parse().unwrap(), to.parse().unwrap());
        let Turn::Act(seats) = self.game.turn() else { panic!("{}: nobody attacks", self.name) };
        self.game.gesture(seats.first(), &action).preview["total"].as_u64().unwrap()
    }
}

fn seat(text: &str) -> Seat {
    text.parse().unwrap()
}
