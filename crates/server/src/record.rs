//! The record of a stored game.

use catalogue::{Entry, Table};
use store::{GameRow, SeatRow, Stored, StoredLine};
use table::{
    BySeat, Refusal, Seat,
    chance::Seed,
    record::{Line, Record, RecordError, TableLine},
    tools::hex,
};

/// Takes in what a game carries: its home-made teams, which may be gone from where they came.
pub(crate) fn unpack(entry: &Entry, row: &GameRow) -> Result<(), Refusal> {
    row.luggage.iter().try_for_each(|(name, text)| (entry.unpack)(name, text))
}

/// A stored game's table before its first step, under the rules that it began with.
pub(crate) fn open(entry: &Entry, row: &GameRow) -> Result<Box<dyn Table>, Refusal> {
    unpack(entry, row)?;
    let options: Vec<(String, String)> = row.options.clone().into_iter().collect();
    let table = (entry.reopen)(row.rules, &options)?;
    #[cfg(test)]
    let table = crate::live::canaries::marked(table, &Seed(row.seed).commitment());
    Ok(table)
}

/// The record of a game without what was taken back. The seed is in it when the game is over.
pub(crate) fn of(stored: &Stored) -> Result<Record, RecordError> {
    let mut record = header(&stored.row, &stored.seats);
    for (line, stored) in lines(&stored.lines)?.into_iter().zip(&stored.lines) {
        let who = stored.line.split_once(' ').and_then(|(seat, _)| seat.parse().ok());
        record.lines.push(line);
        let clock = stored.clock.zip(who).map(|(tenths, seat)| TableLine::Clock(seat, tenths));
        record.lines.extend(clock.map(Line::Table));
    }
    let kept: Vec<Line> = record.effective()?.into_iter().map(|(_, line)| line.clone()).collect();
    record.lines = kept;
    Ok(record)
}

/// The lines of a log, taken-back ones included.
pub(crate) fn lines(stored: &[StoredLine]) -> Result<Vec<Line>, RecordError> {
    let read = |(n, stored): (usize, &StoredLine)| {
        let at = |refusal| RecordError { line: None, step: Some(n + 1), refusal };
        stored.line.parse().map_err(at)
    };
    stored.iter().enumerate().map(read).collect()
}

fn header(row: &GameRow, seats: &BySeat<SeatRow>) -> Record {
    let mut record = Record {
        game: row.game.clone(),
        rules: row.rules,
        options: row.options.clone(),
        ..Record::default()
    };
    for seat in Seat::BOTH {
        let name = match seats[seat].occupant.as_str() {
            "computer" => row.level.as_deref(),
            _ => seats[seat].name(),
        };
        if let Some(name) = name {
            record.state(seat.name(), name);
        }
    }
    record.teams = row.luggage.clone();
    record.state("date", day(row.began));
    if let Some(clock) = &row.clock {
        record.state("clock", clock.clone());
    }
    let seed = Seed(row.seed);
    record.state("commitment", seed.commitment());
    for (seat, key) in Seat::BOTH.into_iter().zip(["commitment.one", "commitment.two"]) {
        if let Some(commitment) = seats[seat].commitment {
            record.state(key, hex(&commitment));
        }
    }
    if let Some(ended) = &row.ended {
        for (seat, key) in Seat::BOTH.into_iter().zip(["nonce.one", "nonce.two"]) {
            if let Some(nonce) = seats[seat].nonce.as_ref().filter(|nonce| !nonce.is_empty()) {
                record.state(key, hex(nonce));
            }
        }
        record.state("seed", seed.open());
        if ended.outcome != "broken" {
            record.outcome = Some((ended.outcome.clone(), ended.reason.clone()));
        }
    }
    record
}

/// The day of a second since 1970, `2026-11-15` (proleptic Gregorian, UTC).
pub(crate) fn day(second: i64) -> String {
    // Days are counted from 1 March of the year 0, so that leap days end their years.
    let days = second.div_euclid(86_400) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (second, expected) in [
            (0, "1970-01-01"),
            (951_782_399, "2000-02-28"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_794_760_000, "2026-11-15"),
            (4_107_542_400, "2100-03-01"),
        ] {
            assert_eq!(day(second), expected, "{second}");
        }
    }
}
