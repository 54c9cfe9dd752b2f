//! Team files: what is read, what is explained, what players read on the cards.

mod common;

use common::{file, words};
use table::{Game, Lang, Log, OptionList, Seat, Step, Viewer, record::Record, tools};
use to_pieces::{
    Options, ToPieces,
    teams::{self, Effect, Full, Goal, Mistake, Team},
};

const SUN: &str = include_str!("../src/teams/rusted-sun.toml");

/// The mistakes of Rusted Sun with one change, as `line key word`.
fn mistakes(from: &str, to: &str) -> Vec<String> {
    assert!(SUN.contains(from), "{from}");
    let text = SUN.replacen(from, to, 1);
    let short = |mistake: &Mistake| {
        format!("{} {} {}", mistake.line, mistake.key, mistake.what.trim_start_matches("to-pieces.mistake."))
    };
    teams::read(&text).map(|_| Vec::new()).unwrap_or_else(|list| list.iter().map(short).collect())
}

#[test]
fn the_four_files_say_what_the_spec_says() {
    let table =
        "rusted-sun 45 23 53|hollowed-moon 36 25 36|tarnished-crown 45 24 45|splintered-arms 34 23 42";
    let found: Vec<String> = Team::OF_THE_BOX
        .iter()
        .map(|team| {
            let sheet = team.sheet();
            let numbers =
                [&sheet.leader, &sheet.minion, &sheet.summon].map(|f| format!("{}{}", f.health, f.speed));
            format!("{} {}", sheet.id, numbers.join(" "))
        })
        .collect();
    assert_eq!(found.join("|"), table);
    let [sun, moon, _, arms] = Team::OF_THE_BOX.map(Team::sheet);
    assert_eq!((sun.summon.shove, moon.leader.ranged, arms.summon.ranged, arms.summon.fierce), (2, 3, 4, 1));
    assert_eq!(sun.strategies[0].effects, [Effect::Push { distance: 2, count: 2 }]);
    for team in Team::OF_THE_BOX {
        let sheet = team.sheet();
        assert_eq!(sheet.objectives.len(), 12);
        assert_eq!(sheet.objectives[..8], sun.objectives[..8], "the first eight cards are the same for all");
        assert_eq!(sheet.objectives[4].goal, Goal::Treasures { count: 2 });
    }
}

#[test]
fn a_sheet_reads_back_as_itself_and_its_digest_is_its_content() {
    for team in Team::OF_THE_BOX {
        let text = team.sheet().toml();
        assert_eq!(&teams::read(&text).unwrap(), team.sheet());
        assert!(text.contains("Chris Sakkas"), "attribution goes with the file");
    }
    let digest = |text: &str| teams::read(text).unwrap().digest();
    assert_eq!(digest(SUN), digest(&format!("# another comment\n{SUN}")));
    assert_ne!(digest(SUN), digest(&SUN.replacen("health = 4", "health = 5", 1)));
    assert_ne!(digest(SUN), digest(&SUN.replacen("Prod", "Poke", 1)));
}

#[test]
fn mistakes_are_named_by_line_and_key() {
    let cases: [(&str, &str, &[&str]); 24] = [
        ("health = 4", "health = 10", &["8 leader.health number"]),
        ("health = 4", "health = \"4\"", &["8 leader.health number"]),
        ("health = 4", "health = 4.5", &["8 leader.health number"]),
        ("health = 4\n", "", &["6 leader.health missing"]),
        ("speed = 5", "speed = 5\nsped = 4", &["10 leader.sped unknown-key"]),
        ("shove = 2", "shove = 0", &["20 summon.shove number"]),
        ("shove = 2", "phase = \"none\"", &["20 summon.phase word"]),
        ("id = \"rusted-sun\"", "id = \"Rusted Sun\"", &["3 id id"]),
        ("id = \"rusted-sun\"", "id = \"-\"", &["3 id id"]),
        (
            "name = { en = \"Foreman\", fr = \"Contremaître\" }",
            "name = \"Foreman\"",
            &["7 leader.name not-table"],
        ),
        ("fr = \"Contremaître\"", "fr = \"\"", &["7 leader.name.fr text"]),
        (", fr = \"Contremaître\"", "", &["7 leader.name.fr missing"]),
        ("[minion]", "[minon]", &["1 minion missing", "11 minon unknown-key"]),
        ("number = 2", "number = 1", &["29 strategy 2.number twice"]),
        ("when = \"action\"", "when = \"turn\"", &["25 strategy 1.when word"]),
        ("verb = \"push\"", "verb = \"shout\"", &["26 strategy 1.effects 1.verb word"]),
        ("distance = 2", "distance = 4", &["26 strategy 1.effects 1.distance number"]),
        ("distance = 2", "range = 2", &["26 strategy 1.effects 1.range unknown-key"]),
        ("free_step = true", "free_step = \"yes\"", &["56 strategy 6.effects 1.free_step flag"]),
        ("card = 12", "card = 13", &["125 objective 12.card number"]),
        ("value = 1", "value = 6", &["61 objective 1.value number"]),
        ("condition = \"line\", ", "", &["110 objective 9.goal.condition missing"]),
        ("condition = \"line\", count = 3", "condition = \"line\"", &["110 objective 9.goal.count missing"]),
        (
            "health = 4\nspeed = 5",
            "health = 0\nspeed = 0",
            &["8 leader.health number", "9 leader.speed number"],
        ),
    ];
    for (from, to, expected) in cases {
        assert_eq!(mistakes(from, to), expected, "{from} → {to}");
    }
    assert_eq!(mistakes("[leader]", "[leader")[0].split(' ').nth(1), Some("TOML"));
    let five = SUN.replacen("[[strategy]]\nnumber = 6", "[[strateg]]\nnumber = 6", 1);
    let found: Vec<&str> = teams::read(&five).unwrap_err().iter().map(|mistake| mistake.what).collect();
    assert!(found.contains(&"to-pieces.mistake.list"), "{found:?}");
}

#[test]
fn the_file_is_called_by_its_id_and_is_not_endless() {
    assert!(teams::read_file("rusted-sun", SUN).is_ok());
    let mistakes = teams::read_file("rusty", SUN).unwrap_err();
    assert_eq!((mistakes[0].line, mistakes[0].what), (3, "to-pieces.mistake.file-name"));
    let long = format!("{SUN}#{}", "x".repeat(70_000));
    assert_eq!(teams::read(&long).unwrap_err()[0].what, "to-pieces.mistake.too-long");
    for junk in ["", "\0", "[[[[", "id = 3", "= = =", "[leader]\n[leader]"] {
        assert!(!teams::read(junk).unwrap_err().is_empty(), "{junk:?}");
    }
}

#[test]
fn a_mistake_is_explained_in_both_languages() {
    let text = SUN.replacen("health = 4", "health = 10", 1);
    let mistake = &teams::read(&text).unwrap_err()[0];
    assert_eq!(
        mistake.say(&words(Lang::En)),
        "Line 8, leader.health: a whole number from 1 to 9 is expected."
    );
    assert_eq!(
        mistake.say(&words(Lang::Fr)),
        "Ligne 8, leader.health : on attend un nombre entier de 1 à 9."
    );
}

#[test]
fn cards_are_told_from_verb_and_parameters() {
    let [sun, moon, crown, arms] = Team::OF_THE_BOX.map(Team::sheet);
    let [en, fr] = Lang::ALL.map(words);
    let strategy = |sheet: &'static teams::Sheet, n: usize, words| {
        teams::say(&sheet.strategies[n - 1].sentences(), words)
    };
    assert_eq!(
        strategy(sun, 1, &en),
        "An own character pushes an adjacent enemy up to 2 spaces. Up to 2 times, never the same character twice."
    );
    assert_eq!(
        strategy(crown, 2, &fr),
        "Un de vos personnages attire à ses côtés un ennemi situé à 4 cases au plus, en ligne droite et sans rien entre \
         eux. Ensuite, si vous voulez : Un de vos personnages attaque un ennemi adjacent. Ses jetons n’y font rien, et il \
         n’en reçoit pas."
    );
    assert_eq!(
        strategy(moon, 5, &en),
        "An enemy gets a Move token. Up to 2 times, never the same character twice."
    );
    assert_eq!(strategy(moon, 5, &fr).split('.').next(), Some("Un ennemi reçoit un jeton Déplacement"));
    let objective = |sheet: &'static teams::Sheet, n: usize, words| {
        teams::say(&sheet.objectives[n - 1].sentences(), words)
    };
    assert_eq!(
        objective(sun, 12, &en),
        "Your leader eliminates an enemy minion or leader this round. And lose no minion or leader of your own this round."
    );
    assert_eq!(objective(arms, 11, &fr), "Ayez votre chef dans votre rangée 7 ou au-delà.");
    let traits = teams::say(&arms.summon.sentences(), &en);
    assert_eq!(
        traits,
        "Attacks in a straight line, diagonals included, up to 4 spaces away. Its attacks do 1 more damage."
    );
    // No text has a hole or a key left in it.
    for sheet in
        [sun, moon, crown, arms, &teams::read(&file("crates/to-pieces/tests/teams/menagerie.toml")).unwrap()]
    {
        for words in [&en, &fr] {
            let mut texts: Vec<String> =
                sheet.strategies.iter().map(|s| teams::say(&s.sentences(), words)).collect();
            texts.extend(sheet.objectives.iter().map(|o| teams::say(&o.sentences(), words)));
            texts.extend(
                [&sheet.leader, &sheet.minion, &sheet.summon].map(|f| teams::say(&f.sentences(), words)),
            );
            for text in texts {
                assert!(!text.contains(['{', '}']) && !text.contains("to-pieces."), "{text}");
            }
        }
    }
}

#[test]
fn a_home_made_team_plays_is_written_by_content_and_travels_in_a_record() {
    let toml = file("crates/to-pieces/tests/teams/menagerie.toml");
    let team = teams::register(teams::read(&toml).unwrap()).unwrap();
    let mut options = Options::default();
    options.set("teams", "menagerie rusted-sun").unwrap();
    assert_eq!(options.home_made(), [team]);
    assert_eq!(options.get("teams"), format!("menagerie@{} rusted-sun", team.digest()));
    let mut again = Options::default();
    again.set("teams", &options.get("teams")).unwrap();
    assert_eq!(again, options);

    let game = ToPieces::start(&options);
    let json = serde_json::to_string(&game).unwrap();
    assert!(json.contains(&team.full_name()), "{json}");
    assert_eq!(serde_json::from_str::<ToPieces>(&json).unwrap(), game);
    let unknown = json.replace(team.digest(), "0123456789abcdef");
    assert!(serde_json::from_str::<ToPieces>(&unknown).is_err());

    // What a record needs: the option by content, and the sheet itself.
    let mut record = Record { game: ToPieces::ID.into(), rules: ToPieces::RULES, ..Record::default() };
    record.options = options.changed().into_iter().map(|(key, value)| (key.into(), value)).collect();
    for team in options.home_made() {
        record.teams.insert(team.full_name(), team.sheet().toml());
    }
    let read = Record::read(&record.to_string()).unwrap();
    for toml in read.teams.values() {
        assert_eq!(teams::register(teams::read(toml).unwrap()).unwrap(), team);
    }
}

#[test]
fn the_view_tells_a_page_everything_about_both_teams() {
    let view = ToPieces::start(&Options::default()).view(Viewer::Public);
    let json = serde_json::to_value(&view).unwrap();
    let moon = &json["teams"][1];
    assert_eq!((&moon["id"], &moon["name"]["fr"]), (&"hollowed-moon".into(), &"Lune évidée".into()));
    assert_eq!(moon["leader"]["text"][0]["key"], "to-pieces.trait.ranged");
    assert_eq!(moon["strategies"][1]["text"][0]["values"]["range"], 3);
    assert_eq!(moon["objectives"][11]["value"], 2);
}

#[test]
fn nobody_takes_the_name_of_a_team_of_the_box() {
    let fake = teams::read(&SUN.replacen("health = 4", "health = 9", 1)).unwrap();
    let refused = teams::register(fake).unwrap_err();
    assert_eq!(refused, Full::Taken("rusted-sun".into()));
    assert_eq!(refused.refusal().key, "to-pieces.refuse.team-taken");
}

#[test]
fn a_state_is_small_and_flat() {
    assert!(size_of::<ToPieces>() <= 512, "{} bytes", size_of::<ToPieces>());
    let mut game = ToPieces::start(&Options::default());
    let before = tools::hash(&game);
    game.try_play(&Step::read("@card:3").unwrap(), &mut Log::off()).unwrap();
    assert_ne!(tools::hash(&game), before);
    assert_eq!(game.hand(Seat::One).iter().collect::<Vec<_>>(), [3]);
}
