//! `visavis balance`: every pairing of the teams of To Pieces, with two players of one level.

use anyhow::Result;
use search::{Level, Think};
use table::{BySeat, Game, Lang, Seat, chance::Seed};
use to_pieces::{
    Options, ToPieces,
    balance::{self, Finished, Tally},
    teams::{self, Team},
};

use crate::{duel, print, progress, voice::Voice};

pub(crate) fn run(game: &str, level: Level, games: u32, seed: u64, voice: &Voice) -> Result<()> {
    let entry = voice.game(game)?;
    if entry.id != ToPieces::ID {
        return Err(voice.wrong("cli.balance.only", [("game", entry.id.into())]));
    }
    let player = || ToPieces::player(level).ok_or_else(|| duel::no_level(entry, level, voice));
    let mut players = (player()?, player()?);
    let teams = teams::known();
    let mut tallies: Vec<Tally> = teams.iter().copied().map(Tally::new).collect();
    let pairings: Vec<(usize, usize)> =
        (0..teams.len()).flat_map(|one| (one + 1..teams.len()).map(move |two| (one, two))).collect();
    let bar = progress::bar(pairings.len() as u64 * u64::from(games), voice.text("cli.balance.bar"));
    for (one, two) in pairings {
        let mut score = 0.0;
        for n in 0..games {
            // The two games of a pair have the same chance, seats exchanged.
            let own = Seat::BOTH[n as usize % 2];
            let pairing = BySeat::from_fn(|seat| teams[if seat == own { one } else { two }]);
            let seed = Seed::of_simulation(seed, u64::from(n / 2));
            let options = Options { teams: pairing, ..Options::default() };
            let Finished { game, played, .. } =
                balance::play(&options, BySeat([&mut *players.0, &mut *players.1]), seed);
            let winner = game.turn().outcome().and_then(|outcome| outcome.winner);
            score += winner.map_or(0.5, |winner| f64::from(u8::from(winner == own)));
            tallies[one].add(&played[own]);
            tallies[two].add(&played[!own]);
            bar.inc(1);
        }
        let share = score / f64::from(games);
        let bound = 1.96 * (share * (1.0 - share) / f64::from(games)).sqrt();
        let names = [one, two].map(|team| name(teams[team], voice));
        let line = format!("{:<40} {:5.1} % ± {:.1}\n", names.join(" – "), 100.0 * share, 100.0 * bound);
        bar.suspend(|| print(&line))?;
    }
    bar.finish_and_clear();
    for tally in &tallies {
        print(&format!("\n{}", describe(tally, voice)))?;
    }
    Ok(())
}

fn describe(tally: &Tally, voice: &Voice) -> String {
    let sheet = tally.team.sheet();
    let mut text = format!("{}\n  {}\n", name(tally.team, voice), voice.text("cli.balance.strategies"));
    for (strategy, n) in sheet.strategies.iter().zip(tally.used) {
        let uses = f64::from(n) / f64::from(tally.games.max(1));
        text += &format!("    {:<28} {uses:5.2}\n", said(&strategy.name, voice));
    }
    text += &format!("  {}\n", voice.text("cli.balance.objectives"));
    for (objective, (held, met)) in sheet.objectives.iter().zip(tally.held.iter().zip(&tally.fulfilled)) {
        let share = 100.0 * f64::from(*met) / f64::from(*held).max(1.0);
        text += &format!("    {:<28} {share:5.1} %  ({met}/{held})\n", said(&objective.name, voice));
    }
    text
}

fn name(team: Team, voice: &Voice) -> String {
    said(&team.sheet().name, voice)
}

fn said(name: &table::Name, voice: &Voice) -> String {
    match voice.lang {
        Lang::En => name.en.to_string(),
        Lang::Fr => name.fr.to_string(),
    }
}
