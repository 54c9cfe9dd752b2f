//! Writes `page/net/protocol.d.ts`, so that `tsc` checks the page against these types.

use std::path::Path;

use ts_rs::{Config, TS};

use crate::{http::*, parts::*, *};

fn declare<T: TS>(out: &mut String) {
    let config = Config::default();
    let docs = T::docs().unwrap_or_default();
    out.push_str(&docs);
    out.push_str("export ");
    out.push_str(&T::decl(&config));
    out.push_str("\n\n");
}

macro_rules! declarations {
    ($($t:ty)*) => {{
        let mut out = String::from(HEAD);
        $( declare::<$t>(&mut out); )*
        out.trim_end().to_owned() + "\n"
    }};
}

const HEAD: &str = "\
// Written by `cargo test -p protocol` from crates/protocol. Do not edit.

/** One of the two sides of the table. */
export type Seat = \"one\" | \"two\";

/** A number or a word that goes into a sentence. */
export type Value = number | string;

/** What only the game's own file understands: a view, a preview. */
export type Json = any;

/** What happened: `event` names it, the other fields are its values (`GAME.event.NAME`). */
export type GameEvent = { event: string; [field: string]: any };

/** The client's own name for one wish; a retry carries the same key and has no second effect. */
export type Key = string;

";

fn written() -> String {
    declarations!(
        Ask Answered Tell Snapshot StepTold Refused HintTold
        Sentence ViewerName Mode Clock ClocksTold TableTold Match Commitment Occupant SeatTold Watchers TurnTold Asked
        PromptTold Control Hole Choice Position Move Moved Offers Offer Can
        Trouble GameCard OptionTold OptionValues RulebookTold BlockTold Me Rename Erased NewTable WantSeat
        Opened WantLink SeatLink TakeSeat Seated Lobby TableCard Replay DrawTold Frame Review
        MarkTold BothLanguages LessonCard LessonAsked LessonTold LessonVerdict
    )
}

#[test]
fn the_page_has_these_types() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../page/net/protocol.d.ts");
    let written = written();
    let stood = std::fs::read_to_string(&path).unwrap_or_default();
    if stood != written {
        std::fs::write(&path, &written).expect("the page's folder can be written");
        panic!("page/net/protocol.d.ts was out of date and has been written anew: run the test again");
    }
}

#[test]
fn what_is_written_by_hand_is_true() {
    let seats = serde_json::to_string(&table::Seat::BOTH).unwrap();
    assert_eq!(seats, r#"["one","two"]"#);
    let values =
        serde_json::to_string(&[table::Value::Number(3), table::Value::Text("wall".into())]).unwrap();
    assert_eq!(values, r#"[3,"wall"]"#);
}

#[test]
fn frames_are_read_as_they_are_written_and_junk_is_refused() {
    let ask = Ask::Attempt {
        key: "k1234567".into(),
        seat: table::Seat::Two,
        version: 4,
        from: "lane3".into(),
        to: None,
    };
    let text = serde_json::to_string(&ask).unwrap();
    assert_eq!(
        text,
        r#"{"type":"attempt","key":"k1234567","seat":"two","version":4,"from":"lane3","to":null}"#
    );
    assert_eq!(serde_json::from_str::<Ask>(&text).unwrap(), ask);
    for junk in [
        "",
        "[]",
        r#"{"type":"look"}"#,
        r#"{"type":"look","n":-1}"#,
        r#"{"type":"look","n":1,"more":2}"#,
        r#"{"type":"sing"}"#,
        r#"{"type":"resign","key":"k","seat":"three"}"#,
    ] {
        assert!(serde_json::from_str::<Ask>(junk).is_err(), "{junk}");
    }
    let refused = Tell::Refused(Box::new(Refused {
        key: None,
        rule: "R12".into(),
        why: Sentence::new("squadro.refuse.home").with("lane", 3),
    }));
    let text = serde_json::to_string(&refused).unwrap();
    assert_eq!(
        text,
        r#"{"type":"refused","key":null,"rule":"R12","word":"squadro.refuse.home","values":{"lane":3}}"#
    );
    assert_eq!(serde_json::from_str::<Tell>(&text).unwrap(), refused);
}
