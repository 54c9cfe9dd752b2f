//! `visavis train`: a network learns by playing against itself. The same seed writes the same two files, byte for
//! byte, on every machine: the weights, and a log with the seed, the hash of the weights and the exams on the way.

use std::path::PathBuf;

use anyhow::Result;
use backgammon_wars::{BackgammonWars, Variant};
use rand_xoshiro::Xoshiro256PlusPlus;
use table::Game;

use crate::{files, print, progress, voice::Voice};

pub(crate) fn run(
    game: &str,
    variant: &str,
    games: Option<u32>,
    seed: u64,
    out: Option<PathBuf>,
    voice: &Voice,
) -> Result<()> {
    let game = voice.game(game)?.id;
    if game != BackgammonWars::ID {
        return Err(voice.wrong("cli.train.only", [("game", game.into())]));
    }
    let out = out.unwrap_or_else(|| format!("{game}-{variant}.net").into());
    let variant = if variant == "classic" { Variant::Classic } else { Variant::Fantasy };
    let games = games.unwrap_or_else(|| backgammon_wars::usual_games(variant));
    let bar = progress::bar(games.into(), voice.text("cli.train.bar"));
    let taught = backgammon_wars::course::<Xoshiro256PlusPlus>(variant, seed, games, || bar.inc(1));
    bar.finish_and_clear();
    let log = out.with_extension("log");
    files::write(&out, &taught.weights, voice)?;
    files::write(&log, taught.log.as_bytes(), voice)?;
    let values = [
        ("games", games.into()),
        ("file", out.display().to_string().into()),
        ("log", log.display().to_string().into()),
    ];
    Ok(print(&format!("{}\n", voice.say("cli.train.done", values)))?)
}
