//! What the server says to whoever runs it: one line an event on standard error, `key=value`, without secrets.
//!
//! No line holds a cookie, a link, a seed, a name or a move. A table is named by a fingerprint, since its name in an
//! address lets people watch it.

use std::{
    any::Any,
    fmt::{Display, Write},
    io::Write as _,
};

use sha2::{Digest, Sha256};

use crate::{record::day, time::Time};

/// How much an event matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    /// As it should be.
    Info,
    /// Somebody should look at it some day.
    Warn,
    /// Somebody should look at it now.
    Error,
}

/// Writes one line.
pub(crate) fn note(weight: Weight, event: &str, facts: &[(&str, &dyn Display)]) {
    let line = line(Time::system().now().seconds(), weight, event, facts);
    // When nobody reads the journal any more the games go on; `eprintln!` would panic.
    let _ = writeln!(std::io::stderr(), "{line}");
    #[cfg(test)]
    LINES.lock().expect("nobody panics while writing").push(line);
}

#[cfg(test)]
static LINES: std::sync::Mutex<Vec<String>> = std::sync::Mutex::new(Vec::new());

/// Every line that was written so far.
#[cfg(test)]
pub(crate) fn lines() -> Vec<String> {
    LINES.lock().expect("nobody panics while writing").clone()
}

/// A problem of a table.
pub(crate) fn trouble(table: &str, why: impl Display) {
    note(Weight::Error, "table", &[("table", &fingerprint(table)), ("why", &why)]);
}

/// From now on a panic anywhere in the process is one line of the journal: the place in our source, and no more than
/// that of what was on the table there.
pub(crate) fn note_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map_or_else(|| "unknown".to_owned(), ToString::to_string);
        note(Weight::Error, "panic", &[("place", &place), ("why", &spoken(panic.payload()))]);
    }));
}

/// The words of a panic when they stand in the source as they are. Whatever was put into them while the program ran
/// may be somebody's hand.
fn spoken(payload: &dyn Any) -> &'static str {
    payload.downcast_ref::<&'static str>().copied().unwrap_or("withheld")
}

fn line(now: i64, weight: Weight, event: &str, facts: &[(&str, &dyn Display)]) -> String {
    let weight = match weight {
        Weight::Info => "info",
        Weight::Warn => "warn",
        Weight::Error => "error",
    };
    let second = now.rem_euclid(86_400);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    let mut line = format!("at={}T{hour:02}:{minute:02}:{second:02}Z level={weight} event={event}", day(now));
    for (key, value) in facts {
        let value = value.to_string();
        let plain = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'"');
        // Quoted and escaped, so that no value can begin a line or a key of its own.
        let _ = if plain { write!(line, " {key}={value}") } else { write!(line, " {key}={value:?}") };
    }
    line
}

/// A name for a table that does not open it.
pub(crate) fn fingerprint(table: &str) -> String {
    Sha256::digest(table).iter().take(4).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_tells_nothing_that_was_put_into_its_words() {
        let hand = "feather parry";
        let formatted = std::panic::catch_unwind(|| panic!("cannot play {hand}")).unwrap_err();
        let compared = std::panic::catch_unwind(|| assert_eq!(hand, "caltrops")).unwrap_err();
        let refused: Result<(), &str> = std::hint::black_box(Err(hand));
        let unpacked = std::panic::catch_unwind(|| refused.expect("a legal step")).unwrap_err();
        for payload in [formatted, compared, unpacked] {
            assert_eq!(spoken(&*payload), "withheld");
        }
        let plain = std::panic::catch_unwind(|| panic!("the turn is chance's")).unwrap_err();
        assert_eq!(spoken(&*plain), "the turn is chance's");
    }

    #[test]
    fn a_line_is_one_line_and_names_no_table() {
        let facts: [(&str, &dyn Display); 3] =
            [("table", &fingerprint("secret")), ("n", &3), ("why", &"two\nlevel=info \"x\"")];
        let line = line(1_794_787_200, Weight::Warn, "refused", &facts);
        assert_eq!(
            line,
            "at=2026-11-16T00:00:00Z level=warn event=refused table=2bb80d53 n=3 \
             why=\"two\\nlevel=info \\\"x\\\"\""
        );
    }
}
