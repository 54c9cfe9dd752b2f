//! `visavis train`: a network learns by playing against itself. The same seed writes the same two files, byte for
//! byte, on every machine: the weights, and a log with the seed, the hash of the weights and the exams on the way.

use std::path::PathBuf;

use anyhow::Result;
use backgammon_wars::{BackgammonWars, Variant};
use piggyback::Piggyback;
use rand_xoshiro::Xoshiro256PlusPlus;
use search::Taught;
use table::Game;

use crate::{files, print, progress, voice::Voice};

/// A course with this seed and so many games; tells after each.
type Teach = dyn FnOnce(u64, u32, &dyn Fn()) -> Taught;

/// What a game learns: where the weights go unless told otherwise, how many games taught the shipped ones, and how.
struct School {
    file: String,
    usual: u32,
    teach: Box<Teach>,
}

pub(crate) fn run(
    game: &str,
    variant: Option<&str>,
    games: Option<u32>,
    seed: u64,
    out: Option<PathBuf>,
    voice: &Voice,
) -> Result<()> {
    let School { file, usual, teach } = school(game, variant, voice)?;
    let out = out.unwrap_or_else(|| file.into());
    let games = games.unwrap_or(usual);
    let bar = progress::bar(games.into(), voice.text("cli.train.bar"));
    let taught = teach(seed, games, &|| bar.inc(1));
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

fn school(game: &str, variant: Option<&str>, voice: &Voice) -> Result<School> {
    let game = voice.game(game)?.id;
    match (game, variant) {
        (BackgammonWars::ID, variant) => {
            let name = variant.unwrap_or("fantasy");
            let variant = if name == "classic" { Variant::Classic } else { Variant::Fantasy };
            Ok(School {
                file: format!("{game}-{name}.net"),
                usual: backgammon_wars::usual_games(variant),
                teach: Box::new(move |seed, games, learned| {
                    backgammon_wars::course::<Xoshiro256PlusPlus>(variant, seed, games, learned)
                }),
            })
        }
        (Piggyback::ID, None) => Ok(School {
            file: format!("{game}.net"),
            usual: piggyback::USUAL_GAMES,
            teach: Box::new(|seed, games, learned| {
                piggyback::course::<Xoshiro256PlusPlus>(seed, games, learned)
            }),
        }),
        (Piggyback::ID, Some(_)) => Err(voice.wrong("cli.train.one", [("game", game.into())])),
        _ => Err(voice.wrong("cli.train.only", [("game", game.into())])),
    }
}
