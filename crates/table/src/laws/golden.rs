//! Golden games: records that must replay to the same tables for ever.

use crate::{
    Game, Log, OptionList, Step, options,
    record::{Line, Record},
};

/// Replays a record and compares what `tell` says after every step, of the table and of what happened, with a line of
/// `expected`. Gives the table at the end.
///
/// # Errors
/// Where it differs, in words. If the rules had to change, raise [`Game::RULES`], keep the old behaviour
/// behind [`OptionList::earlier`], and add records of the new version.
pub fn golden<G: Game>(
    record: &str,
    expected: &str,
    mut tell: impl FnMut(&G, Vec<G::Event>) -> String,
) -> Result<G, String> {
    let record = Record::read(record).map_err(|error| error.to_string())?;
    let other = || format!("a record of {}, rules {}", record.game, record.rules);
    if record.game != G::ID {
        return Err(other());
    }
    let mut options = options::of_rules::<G>(record.rules).map_err(|_| other())?;
    for (key, value) in &record.options {
        options.set(key, value).map_err(|refusal| refusal.to_string())?;
    }
    let mut game = G::start(&options);
    let mut expected = expected.lines();
    for (n, line) in record.lines.iter().enumerate() {
        let Line::Step(step, _) = line else { return Err(format!("step {n}: {line:?} is none")) };
        let place = |fault: String| format!("step {n}, {step}: {fault}");
        let mut log = Log::on();
        let played = Step::read(step).and_then(|step| game.try_play(&step, &mut log));
        played.map_err(|refusal| place(refusal.to_string()))?;
        let (told, expected) = (tell(&game, log.into_events()), expected.next().unwrap_or("no more lines"));
        if told != expected {
            return Err(place(format!("{told} instead of {expected}")));
        }
    }
    match expected.next() {
        Some(line) => Err(format!("{line} is expected after the last step")),
        None => Ok(game),
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

    use super::*;
    use crate::{
        tools::{self, Rollout},
        toys::Race,
    };

    #[test]
    fn a_golden_game_replays_and_any_difference_is_told() {
        let mut game = Race::start(&Default::default());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut rollout = Rollout::default();
        let mut record = Record { game: Race::ID.into(), rules: Race::RULES, ..Record::default() };
        let mut hashes = String::new();
        while let Ok(step) = rollout.step(&game, &mut rng) {
            game.play(&step, &mut Log::off());
            record.lines.push(Line::Step(step.to_string(), None));
            hashes += &format!("{}\n", tools::hash(&game));
        }
        let replay = |record: &str, hashes: &str| golden(record, hashes, |game: &Race, _| tools::hash(game));
        let text = record.to_string();
        assert_eq!(replay(&text, &hashes), Ok(game));

        let fault = |record: &str, hashes: &str| replay(record, hashes).unwrap_err();
        let other = hashes.replacen(char::is_alphabetic, "0", 1);
        assert!(fault(&text, &other).starts_with("step 0"));
        let (short, _) = hashes.trim_end().rsplit_once('\n').unwrap();
        assert!(fault(&text, short).ends_with("no more lines"));
        assert!(fault(&text, &format!("{hashes}0")).starts_with("0 is expected"));
        record.rules += 1;
        assert!(fault(&record.to_string(), &hashes).starts_with("a record of race"));
    }
}
