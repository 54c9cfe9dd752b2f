//! Records: what is written is read, what is damaged is named by line and step.

use table::{
    Seat,
    record::{Draw, Line, Record, TableLine},
};

const GAME: &str = "\
game = squadro
rules = 1
option.first = top
one = Ada
two = Grace Hopper
date = 2026-11-15
commitment = ab12
team.rats = \"id = \\\"rats\\\"\\n\"

@4 | deck one | @4*1 @5*2
one 2
two 5
!clock one 283.1
!undo 1
two 4
!two resigns
";

#[test]
fn text_and_json_say_the_same() {
    let record = Record::read(GAME).unwrap();
    assert_eq!(record.to_string(), GAME);
    assert_eq!(Record::read(&record.to_json()).unwrap(), record);
    assert_eq!(record.fact("two"), Some("Grace Hopper"));
    assert_eq!(record.teams["rats"], "id = \"rats\"\n");
    assert_eq!(record.options["first"], "top");
    let weights = vec![("@4".into(), 1), ("@5".into(), 2)];
    let draw = Draw { stream: "deck one".into(), weights };
    assert_eq!(record.lines[0], Line::Step("@4".into(), Some(draw)));
    assert_eq!(record.lines[3], Line::Table(TableLine::Clock(Seat::One, 2831)));
}

#[test]
fn what_was_taken_back_does_not_count() {
    let record = Record::read(GAME).unwrap();
    let kept: Vec<String> = record.effective().unwrap().iter().map(|(_, line)| line.to_string()).collect();
    assert_eq!(kept[1..], ["one 2", "two 4", "!two resigns"]);
    let record = Record::read("game = g\nrules = 1\n\none 2\n!undo 2\n").unwrap();
    let error = record.effective().unwrap_err();
    assert_eq!((error.step, error.refusal.key), (Some(2), "record.undo"));
}

#[test]
fn damage_is_named_by_line_and_step() {
    let place = |text: &str| {
        let error = Record::read(text).unwrap_err();
        (error.line, error.step, error.refusal.key)
    };
    assert_eq!(place(""), (Some(1), None, "record.no-game"));
    assert_eq!(place("rules = 1\n"), (Some(1), None, "record.no-game"));
    assert_eq!(place("game = g\n\none 2"), (Some(1), None, "record.no-rules"));
    assert_eq!(place("game = g\nrules = many\n"), (Some(2), None, "record.rules"));
    assert_eq!(place("game = g\nrules = 1\ncolour = red\n"), (Some(3), None, "record.header"));
    assert_eq!(place("game = g\nrules = 1\n\none 2\nthree 1\n"), (Some(5), Some(2), "refuse.no-seat"));
    assert_eq!(place("game = g\nrules = 1\n\n!undo +1\n"), (Some(4), Some(1), "record.table-line"));
    assert_eq!(place("game = g\nrules = 1\n\n@4 | dice\n"), (Some(4), Some(1), "record.draw"));
    assert_eq!(place("game = g\nrules = 1\n\n@4 | dice | @4*0\n"), (Some(4), Some(1), "record.draw"));
    assert_eq!(place("{\"game\": \"g\""), (Some(1), None, "record.json"));
    let json = r#"{"game":"g","rules":1,"steps":["one 2","x"]}"#;
    assert_eq!(place(json), (None, Some(2), "refuse.no-seat"));
    let json = r#"{"game":"g","rules":1,"steps":["one 2"],"draws":[{"step":1,"stream":"d","weights":[]}]}"#;
    assert_eq!(place(json), (None, Some(1), "record.draw"));
}

#[test]
fn a_file_holds_one_or_many() {
    let line = Record::read(GAME).unwrap().to_json();
    assert_eq!(Record::read_all(GAME).len(), 1);
    assert_eq!(Record::read_all(&line).len(), 1);
    let many = Record::read_all(&format!("{line}\n\n{{\"game\n{line}\n"));
    assert_eq!(many.len(), 3);
    assert_eq!(many[1].as_ref().unwrap_err().line, Some(3));
    let pretty: serde_json::Value = serde_json::from_str(&line).unwrap();
    let pretty = serde_json::to_string_pretty(&pretty).unwrap();
    assert_eq!(Record::read_all(&pretty), [Record::read(GAME)]);
    let broken = Record::read_all(&pretty.replace("\"rules\": 1", "\"rules\": x"));
    assert_eq!(broken.len(), 1);
    assert_eq!(broken[0].as_ref().unwrap_err().line, Some(3));
}

#[test]
fn a_name_cannot_forge_a_line() {
    let mut record = Record::read("game = g\nrules = 1\n\none 2\n").unwrap();
    record.state("one", "Eve\n\ntwo 5");
    let again = Record::read(&record.to_string()).unwrap();
    assert_eq!(again.lines, record.lines);
    assert_eq!(again.fact("one"), Some("Eve  two 5"));
}

#[test]
fn a_step_in_json_cannot_forge_a_line() {
    for steps in [r#""one 2\ntwo 5""#, r#""one 2 ""#, r#""@4\n!two resigns""#] {
        let json = format!(r#"{{"game":"g","rules":1,"steps":[{steps}]}}"#);
        assert_eq!(Record::read(&json).unwrap_err().refusal.key, "record.not-plain", "{json}");
    }
    let json = r#"{"game":"g","rules":1,"options":{"a":"1\n\none 2"},"steps":[]}"#;
    assert_eq!(Record::read(json).unwrap_err().refusal.key, "record.not-plain");
}
