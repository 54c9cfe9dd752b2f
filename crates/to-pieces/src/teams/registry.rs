//! The table of sheets that this process knows, and the handles into it.
//!
//! It only grows, and only to [`ROOM`]: nobody can fill the memory with sheets. The four of the box have fixed
//! places and ids that no other sheet may take. A home-made id means the sheet that was registered under it
//! first; a later sheet of the same id with other content is another team and is named by `id@digest`.

use std::{
    fmt,
    str::FromStr,
    sync::{Mutex, OnceLock, PoisonError},
};

use serde::{Deserialize, Serialize};
use table::Refusal;

use super::{Fighter, Sheet, read};

/// So many sheets at most, the four of the box included.
pub(crate) const ROOM: usize = 256;

/// The files of the box.
const BOX: [&str; 4] = [
    include_str!("rusted-sun.toml"),
    include_str!("hollowed-moon.toml"),
    include_str!("tarnished-crown.toml"),
    include_str!("splintered-arms.toml"),
];

struct Entry {
    sheet: Sheet,
    digest: String,
    /// The id, or `id@digest` where another sheet has the id.
    name: String,
    /// What views carry: made once.
    described: serde_json::Value,
}

impl Entry {
    fn new(sheet: Sheet, digest: String, name: String, home_made: bool) -> Entry {
        let full = if home_made { format!("{}@{digest}", sheet.id) } else { sheet.id.clone() };
        Entry { described: describe(&sheet, &full), sheet, digest, name }
    }
}

/// A sheet as people see it: names and numbers, and what is made of verbs and parameters as sentences.
fn describe(sheet: &Sheet, id: &str) -> serde_json::Value {
    let fighter = |fighter: &Fighter| {
        serde_json::json!({
            "name": fighter.name, "health": fighter.health, "speed": fighter.speed, "text": fighter.sentences(),
        })
    };
    let strategies: Vec<_> = sheet
        .strategies
        .iter()
        .map(|s| serde_json::json!({"number": s.number, "name": s.name, "when": s.when, "text": s.sentences()}))
        .collect();
    let objectives: Vec<_> = sheet
        .objectives
        .iter()
        .map(|o| serde_json::json!({"card": o.card, "name": o.name, "value": o.value, "text": o.sentences()}))
        .collect();
    serde_json::json!({
        "id": id,
        "name": sheet.name,
        "leader": fighter(&sheet.leader),
        "minion": fighter(&sheet.minion),
        "summon": fighter(&sheet.summon),
        "strategies": strategies,
        "objectives": objectives,
    })
}

static TABLE: [OnceLock<Entry>; ROOM] = [const { OnceLock::new() }; ROOM];
/// Held while a sheet is entered; how many home-made ones there are.
static HOME_MADE: Mutex<usize> = Mutex::new(0);

/// A team sheet by its place in the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Team(u8);

impl Team {
    /// Rusted Sun.
    pub const RUSTED_SUN: Team = Team(0);
    /// Hollowed Moon.
    pub const HOLLOWED_MOON: Team = Team(1);
    /// Tarnished Crown.
    pub const TARNISHED_CROWN: Team = Team(2);
    /// Splintered Arms.
    pub const SPLINTERED_ARMS: Team = Team(3);

    /// The four teams of the box.
    pub const OF_THE_BOX: [Team; 4] =
        [Team::RUSTED_SUN, Team::HOLLOWED_MOON, Team::TARNISHED_CROWN, Team::SPLINTERED_ARMS];

    fn entry(self) -> &'static Entry {
        let place = usize::from(self.0);
        match BOX.get(place) {
            Some(file) => TABLE[place].get_or_init(|| {
                let sheet = read(file).expect("the sheets of the box are right");
                let (digest, name) = (sheet.digest(), sheet.id.clone());
                Entry::new(sheet, digest, name, false)
            }),
            None => TABLE[place].get().expect("only a registered sheet has a handle"),
        }
    }

    /// The sheet.
    pub fn sheet(self) -> &'static Sheet {
        &self.entry().sheet
    }

    /// The sheet for people: `id` ([full](Team::full_name)), names in both languages, Health and Speed, and the
    /// texts of traits, strategies and objectives as rows of `{key, values}`.
    pub fn described(self) -> &'static serde_json::Value {
        &self.entry().described
    }

    /// Whether it is none of the four of the box, so that a record has to carry it.
    pub fn is_home_made(self) -> bool {
        usize::from(self.0) >= BOX.len()
    }

    /// The sheet's digest.
    pub fn digest(self) -> &'static str {
        &self.entry().digest
    }

    /// The shortest name that means this sheet here: its id, or `id@digest` if the id means another sheet.
    pub fn name(self) -> &'static str {
        &self.entry().name
    }

    /// The name that means this sheet everywhere: the id of a team of the box, `id@digest` of any other.
    pub fn full_name(self) -> String {
        if self.is_home_made() {
            format!("{}@{}", self.sheet().id, self.digest())
        } else {
            self.sheet().id.clone()
        }
    }
}

/// Every team that is known, the four of the box first.
pub fn known() -> Vec<Team> {
    let count = *HOME_MADE.lock().unwrap_or_else(PoisonError::into_inner);
    (0..BOX.len() + count).map(|place| Team(place as u8)).collect()
}

/// Enters a sheet. The same content gives the same handle again.
///
/// # Errors
/// When the table is full, or when a sheet that is not of the box uses an id of the box.
pub fn register(sheet: Sheet) -> Result<Team, Full> {
    let digest = sheet.digest();
    let mut count = HOME_MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let teams = || (0..BOX.len() + *count).map(|place| Team(place as u8));
    if let Some(team) = teams().find(|team| team.digest() == digest) {
        return Ok(team);
    }
    let namesake = teams().find(|team| team.sheet().id == sheet.id);
    if namesake.is_some_and(|team| !team.is_home_made()) {
        return Err(Full::Taken(sheet.id));
    }
    let place = BOX.len() + *count;
    if place >= ROOM {
        return Err(Full::Room);
    }
    let name = if namesake.is_some() { format!("{}@{digest}", sheet.id) } else { sheet.id.clone() };
    TABLE[place].get_or_init(|| Entry::new(sheet, digest, name, true));
    *count += 1;
    Ok(Team(place as u8))
}

/// Why a sheet was not entered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Full {
    /// The table holds as many sheets as it can.
    #[error("no room for another team: {ROOM} are known")]
    Room,
    /// The id belongs to a team of the box.
    #[error("`{0}` is a team of the box: choose another id")]
    Taken(String),
}

impl Full {
    /// The same as a refusal with a sentence.
    pub fn refusal(&self) -> Refusal {
        match self {
            Full::Room => Refusal::by("option", "to-pieces.refuse.teams-full").with("most", ROOM),
            Full::Taken(id) => Refusal::by("option", "to-pieces.refuse.team-taken").with("team", id.clone()),
        }
    }
}

impl fmt::Display for Team {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Team {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads an id or an `id@digest`.
impl FromStr for Team {
    type Err = Refusal;
    fn from_str(text: &str) -> Result<Team, Refusal> {
        let means = |team: &Team| {
            team.name() == text
                || text
                    .split_once('@')
                    .is_some_and(|(id, digest)| team.sheet().id == id && team.digest() == digest)
        };
        known().into_iter().find(means).ok_or_else(|| {
            let short: String = text.chars().take(60).collect();
            Refusal::by("option", "to-pieces.refuse.no-team").with("team", short)
        })
    }
}

impl From<Team> for String {
    fn from(team: Team) -> String {
        team.full_name()
    }
}

impl TryFrom<String> for Team {
    type Error = Refusal;
    fn try_from(text: String) -> Result<Team, Refusal> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn home_made(id: &str, health: u8) -> Sheet {
        let mut sheet = Team::RUSTED_SUN.sheet().clone();
        sheet.id = id.into();
        sheet.leader.health = health;
        sheet
    }

    #[test]
    fn the_sheets_of_the_box_have_fixed_places() {
        let ids: Vec<&str> = known()[..4].iter().map(|team| team.name()).collect();
        assert_eq!(ids, ["rusted-sun", "hollowed-moon", "tarnished-crown", "splintered-arms"]);
        assert_eq!(Team::OF_THE_BOX.map(|team| team.full_name().parse::<Team>().unwrap()), Team::OF_THE_BOX);
    }

    #[test]
    fn a_sheet_is_its_content() {
        let first = register(home_made("content", 5)).unwrap();
        assert_eq!(register(home_made("content", 5)).unwrap(), first, "the same sheet twice is one");
        let other = register(home_made("content", 6)).unwrap();
        assert_ne!(first, other);
        assert_eq!("content".parse::<Team>().unwrap(), first, "an id keeps its meaning");
        assert_eq!(other.name(), format!("content@{}", other.digest()));
        for team in [first, other] {
            assert_eq!(team.full_name().parse::<Team>().unwrap(), team);
            assert_eq!(read(&team.sheet().toml()).unwrap(), *team.sheet());
        }
    }

    #[test]
    fn the_ids_of_the_box_are_taken_for_good() {
        let fake = home_made("rusted-sun", 9);
        assert_eq!(register(fake), Err(Full::Taken("rusted-sun".into())));
        let same = Team::RUSTED_SUN.sheet().clone();
        assert_eq!(register(same), Ok(Team::RUSTED_SUN));
        assert_eq!(Team::RUSTED_SUN.sheet().leader.health, 4);
    }

    #[test]
    fn an_unknown_team_is_refused_shortly() {
        let refusal = "x".repeat(1000).parse::<Team>().unwrap_err();
        assert!(refusal.to_string().len() < 200);
        assert!("rusted-sun@0000000000000000".parse::<Team>().is_err());
        assert!("content@".parse::<Team>().is_err());
    }
}
