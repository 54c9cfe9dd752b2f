//! Every case of the spec, read from its text.

mod common;

use common::{at, counts, groups, lying, options, play, refused, start, wait};
use piggyback::Piggyback;
use table::Seat;

const CASES: &str = include_str!("cases/spec.txt");

/// One case while it runs.
struct Case<'t> {
    options: Vec<&'t str>,
    game: Option<Piggyback>,
}

impl<'t> Case<'t> {
    fn game(&mut self) -> &mut Piggyback {
        self.game.as_mut().expect("a case begins with a position")
    }

    fn run(&mut self, line: &'t str) {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        match verb {
            "with" => self.options = rest.split(' ').collect(),
            "start" => self.game = Some(start(&self.options)),
            "at" if self.options.is_empty() => self.game = Some(at(rest)),
            "at" => self.game = Some(at(&format!("with {} / {rest}", self.options.join(" ")))),
            "play" => play(self.game(), rest),
            "wait" => assert_eq!(wait(self.game()), rest),
            "options" => assert_eq!(options(self.game()), list(rest)),
            "offers" => {
                let offered = options(self.game());
                list(rest).iter().for_each(|text| assert!(offered.contains(text), "{text} is not offered"));
            }
            "hides" => {
                let offered = options(self.game());
                list(rest).iter().for_each(|text| assert!(!offered.contains(text), "{text} is offered"));
            }
            "count" => assert_eq!(options(self.game()).len().to_string(), rest),
            "refuse" => {
                let (text, rule) = rest.rsplit_once(' ').expect("refuse TEXT RULE");
                assert_eq!(refused(self.game(), text), rule, "{text}");
            }
            "then" => rest.split(" / ").for_each(|part| self.compare(part)),
            _ => panic!("unknown line"),
        }
    }

    fn compare(&mut self, part: &str) {
        let game = *self.game();
        let (name, wanted) = part.split_once(' ').expect("name and value");
        let found = match name {
            "one" => groups(&game, Seat::One),
            "two" => groups(&game, Seat::Two),
            "lying" => lying(&game),
            "bank" => counts(game.bank()),
            "gone" => counts(game.gone()),
            "to" => game.to().to_string(),
            "quiet" => game.quiet().to_string(),
            _ => panic!("unknown part `{part}`"),
        };
        assert_eq!(found, wanted, "{name}");
    }
}

fn list(text: &str) -> Vec<String> {
    text.split(", ").map(str::to_owned).collect()
}

#[test]
fn every_case_of_the_spec_holds() {
    let mut failed = Vec::new();
    let mut count = 0;
    for block in CASES.split("\n\n").filter(|block| !block.trim().is_empty()) {
        let mut lines = block.trim_matches('\n').lines();
        let title = lines.next().expect("a title");
        count += 1;
        assert!(title.starts_with(&format!("T{count:02} ")), "cases are numbered: {title}");
        let mut case = Case { options: Vec::new(), game: None };
        for line in lines.map(str::trim) {
            let run = std::panic::AssertUnwindSafe(|| case.run(line));
            if std::panic::catch_unwind(run).is_err() {
                failed.push(format!("{title}\n    at: {line}"));
                break;
            }
        }
    }
    assert_eq!(count, 72);
    assert!(failed.is_empty(), "{} cases fail:\n{}", failed.len(), failed.join("\n"));
}
