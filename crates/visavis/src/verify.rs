//! `visavis verify`: draws the chance steps of a record again. Exit code 0 when all are right, 1 when one is
//! wrong, 2 when the file cannot be checked.

use std::path::Path;

use anyhow::{Result, anyhow};
use catalogue::{ChanceFault, Differs, Kept, Part, Verified, WrongChance};
use table::{
    Seat,
    record::{Record, RecordError},
};

use crate::{files, print, voice::Voice};

/// Checks every record of a file, and the one of a game whose player's device kept something against that; gives
/// whether all of them are right.
pub(crate) fn run(file: &Path, kept: Option<&Path>, voice: &Voice) -> Result<bool> {
    let kept = kept.map(|path| read_kept(path, voice)).transpose()?;
    let text = files::read(file, voice)?;
    let records = Record::read_all(&text);
    let many = records.len() > 1;
    let mut right = true;
    for (n, record) in records.into_iter().enumerate() {
        let which = if many { voice.say("cli.record", [("n", (n + 1).into())]) } else { String::new() };
        let wrong = |error: &RecordError| anyhow!("{}: {which}{}", file.display(), voice.record_error(error));
        let record = record.map_err(|error| wrong(&error))?;
        let verified = catalogue::verify(&record).map_err(|error| wrong(&error))?;
        let differs = kept.as_ref().map(|kept| kept.differs(&record));
        right &= verified.is_right() && differs.as_ref().is_none_or(Vec::is_empty);
        let game = voice.text(&format!("{}.name", record.game));
        print(&format!("{which}{game}: {}\n", verdict(&verified, differs.as_deref(), voice)))?;
    }
    Ok(right)
}

fn read_kept(path: &Path, voice: &Voice) -> Result<Kept> {
    let text = files::read(path, voice)?;
    Kept::read(&text).map_err(|refusal| anyhow!("{}: {}", path.display(), voice.refusal(&refusal)))
}

/// A sentence on the draws, a line for everything that is wrong, and then what is proved and what is not.
fn verdict(verified: &Verified, differs: Option<&[Differs]>, voice: &Voice) -> String {
    let drawn = verified.sealed && verified.wrong.is_empty();
    let count = ("n", verified.chances.into());
    let mut lines = vec![match drawn {
        true => voice.say("cli.verify.right", [count]),
        false => voice.say("cli.verify.wrong", [("wrong", verified.wrong.len().into()), count]),
    }];
    if !verified.sealed {
        lines.push(voice.text("cli.verify.seal"));
    }
    let step = |wrong: &WrongChance| voice.say("cli.step", [("n", wrong.step.into())]) + &fault(wrong, voice);
    lines.extend(verified.wrong.iter().map(step));
    lines.extend(Seat::BOTH.map(|seat| part(verified, seat, voice)));
    match differs {
        None if verified.chances > 0 => lines.push(voice.text("cli.verify.alone")),
        None => {}
        Some([]) => lines.push(voice.text("cli.verify.agrees")),
        Some(all) => lines.extend(all.iter().map(|Differs { key, kept, found }| {
            let values = [("key", key), ("kept", kept), ("found", found)];
            voice.say("cli.verify.differs", values.map(|(name, value)| (name, value.clone().into())))
        })),
    }
    lines.join("\n  ")
}

/// What one side added to the dice, and what that proves.
fn part(verified: &Verified, seat: Seat, voice: &Voice) -> String {
    let side = match seat {
        Seat::One => voice.text("cli.verify.one"),
        Seat::Two => voice.text("cli.verify.two"),
    };
    let key = match verified.parts[seat] {
        Part::Committed => "cli.verify.part.committed",
        Part::Replaced => "cli.verify.part.replaced",
        Part::Withheld if verified.is_sound(seat) => "cli.verify.part.withheld",
        Part::Withheld => "cli.verify.part.thrown",
        Part::Open => "cli.verify.part.open",
        Part::Nothing => "cli.verify.part.nothing",
    };
    voice.say(key, [("side", side.into())])
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
