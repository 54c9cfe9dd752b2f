//! Variants and switchable rulings.

use serde::{Deserialize, Serialize};
use table::{BySeat, Choices, OptionList, OptionSpec, Refusal, Seat, options};

use crate::teams::{self, Team};

/// The rulings that matter while a game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Switches {
    /// Own characters may be shoved (rule 37).
    pub friendly_shove: bool,
    /// The edge behind a target counts like an Obstacle (rule 35).
    pub edge_wall: bool,
    /// A charge may come back to where it began (rule 42).
    pub charge_loop: bool,
    /// The pile is refilled only when a card is to be drawn (rule 50). In version 1 of the rules the last card of a
    /// swap refilled it before the `keep`; positions of that version are written without it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub refill_when_due: bool,
}

/// The options of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The team of each seat (rule 4).
    pub teams: BySeat<Team>,
    /// A coin may exchange the teams (rule 4).
    pub by_coin: bool,
    /// The rulings.
    pub switches: Switches,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            teams: BySeat([Team::RUSTED_SUN, Team::HOLLOWED_MOON]),
            by_coin: false,
            switches: Switches {
                friendly_shove: true,
                edge_wall: false,
                charge_loop: false,
                refill_when_due: true,
            },
        }
    }
}

impl OptionList for Options {
    fn list() -> Vec<OptionSpec> {
        let names = teams::known().into_iter().map(Team::full_name).collect();
        vec![
            OptionSpec {
                key: "teams",
                default: "rusted-sun hollowed-moon".into(),
                values: Choices::Several { of: names, count: 2 },
                rule: "R4",
            },
            OptionSpec::one_of("assignment", "R4", &["fixed", "coin"]),
            OptionSpec::one_of("friendly_shove", "R37", &["yes", "no"]),
            OptionSpec::one_of("edge_wall", "R35", &["no", "yes"]),
            OptionSpec::one_of("charge_loop", "R42", &["no", "yes"]),
        ]
    }

    fn earlier(rules: u32) -> Option<Options> {
        let now = Options::default();
        let switches = Switches { refill_when_due: false, ..now.switches };
        (rules == 1).then_some(Options { switches, ..now })
    }

    /// A home-made team may also be named by its id alone, which then means the first sheet of that id.
    fn set(&mut self, key: &str, value: &str) -> Result<(), Refusal> {
        if key == "teams"
            && let Some((one, two)) = value.split_once(' ')
            && let (Ok(one), Ok(two)) = (one.parse(), two.parse())
        {
            self.teams = BySeat([one, two]);
            return Ok(());
        }
        options::accept(&Options::list(), key, value)?;
        match key {
            "assignment" => self.by_coin = value == "coin",
            "friendly_shove" => self.switches.friendly_shove = value == "yes",
            "edge_wall" => self.switches.edge_wall = value == "yes",
            _ => self.switches.charge_loop = value == "yes",
        }
        Ok(())
    }

    /// Home-made teams are named in full, so that a record means the same sheet everywhere.
    fn get(&self, key: &str) -> String {
        let yes_no = |on: bool| if on { "yes" } else { "no" }.to_owned();
        match key {
            "teams" => Seat::BOTH.map(|seat| self.teams[seat].full_name()).join(" "),
            "assignment" => if self.by_coin { "coin" } else { "fixed" }.to_owned(),
            "friendly_shove" => yes_no(self.switches.friendly_shove),
            "edge_wall" => yes_no(self.switches.edge_wall),
            "charge_loop" => yes_no(self.switches.charge_loop),
            _ => String::new(),
        }
    }

    /// The home-made sheets, by id; in full where two of them share one.
    fn luggage(&self) -> Vec<(String, String)> {
        let teams = self.home_made();
        let shared = |id: &str| teams.iter().filter(|team| team.sheet().id == id).count() > 1;
        let name = |team: &Team| match &team.sheet().id {
            id if shared(id) => team.full_name(),
            id => id.clone(),
        };
        teams.iter().map(|team| (name(team), team.sheet().toml())).collect()
    }

    fn unpack(name: &str, text: &str) -> Result<(), Refusal> {
        let damaged = |mistakes: Vec<teams::Mistake>| {
            let line = mistakes.first().map_or(1, |mistake| mistake.line);
            let short: String = name.chars().take(60).collect();
            Refusal::by("record", "to-pieces.refuse.damaged-team").with("team", short).with("line", line)
        };
        let sheet = teams::read(text).map_err(damaged)?;
        teams::register(sheet).map(drop).map_err(|full| full.refusal())
    }
}

impl Options {
    /// The home-made teams of a game, for its record to carry: each once.
    pub fn home_made(&self) -> Vec<Team> {
        let mut teams: Vec<Team> = self.teams.0.into_iter().filter(|team| team.is_home_made()).collect();
        teams.dedup();
        teams
    }
}
