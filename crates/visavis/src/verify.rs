//! `visavis verify`: draws the chance steps of a record again. Exit code 0 when all are right, 1 when one is
//! wrong, 2 when the file cannot be checked.

use std::path::Path;

use anyhow::{Result, anyhow};
use catalogue::{ChanceFault, Verified, WrongChance};
use table::record::{Record, RecordError};

use crate::{files, print, voice::Voice};

/// Checks every record of a file; gives whether all of them are right.
pub(crate) fn run(file: &Path, voice: &Voice) -> Result<bool> {
    let text = files::read(file, voice)?;
    let records = Record::read_all(&text);
    let many = records.len() > 1;
    let mut right = true;
    for (n, record) in records.into_iter().enumerate() {
        let which = if many { voice.say("cli.record", [("n", (n + 1).into())]) } else { String::new() };
        let wrong = |error: &RecordError| anyhow!("{}: {which}{}", file.display(), voice.record_error(error));
        let record = record.map_err(|error| wrong(&error))?;
        let verified = catalogue::verify(&record).map_err(|error| wrong(&error))?;
        right &= verified.is_right();
        let game = voice.text(&format!("{}.name", record.game));
        print(&format!("{which}{game}: {}\n", verdict(&verified, voice)))?;
    }
    Ok(right)
}

/// One sentence when all is right, else a line for everything that is wrong.
fn verdict(verified: &Verified, voice: &Voice) -> String {
    if verified.is_right() {
        return voice.say("cli.verify.right", [("n", verified.chances.into())]);
    }
    let mut lines =
        vec![voice.say(
            "cli.verify.wrong",
            [("wrong", verified.wrong.len().into()), ("n", verified.chances.into())],
        )];
    if !verified.sealed {
        lines.push(voice.text("cli.verify.seal"));
    }
    lines.extend(
        verified
            .wrong
            .iter()
            .map(|wrong| voice.say("cli.step", [("n", wrong.step.into())]) + &fault(wrong, voice)),
    );
    lines.join("\n  ")
}

fn fault(wrong: &WrongChance, voice: &Voice) -> String {
    let stated = wrong.stated.clone().into();
    match &wrong.fault {
        ChanceFault::NoDraw => voice.say("cli.verify.no-draw", [("stated", stated)]),
        ChanceFault::Drawn { stream, number, found } => voice.say(
            "cli.verify.drawn",
            [
                ("stated", stated),
                ("number", (*number).into()),
                ("stream", stream.clone().into()),
                ("found", found.clone().into()),
            ],
        ),
        ChanceFault::Weights { rules } => {
            voice.say("cli.verify.weights", [("stated", stated), ("rules", rules.clone().into())])
        }
    }
}
