//! The command line of Vis-à-vis: play, study and script the games.
//!
//! Each command has its file. What it says comes from `words/{en,fr}/cli.json` through a [`Voice`]; what goes
//! wrong is one line on standard error in the reader's language and exit code 2. A command that answers no,
//! such as `verify`, ends with exit code 1.

mod balance;
pub mod bench;
mod cli;
mod duel;
mod engine;
mod files;
mod film;
mod games;
mod help;
mod judged;
mod ladder;
mod learn;
mod load;
mod perft;
mod play;
mod progress;
mod replay;
mod review;
mod rules;
mod serve;
mod session;
mod simulate;
mod solve;
mod strength;
mod teams;
mod train;
mod verify;
mod voice;

use std::{
    ffi::OsString,
    io::{self, Write},
    process::ExitCode,
};

use anyhow::Result;
use clap::FromArgMatches;

use crate::cli::{Cli, Command, Serving, Teams};
pub use crate::voice::Voice;

/// Runs the command that `args` name (the program's own name first).
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().collect();
    let voice = Voice::choose(&args);
    let matches = match help::command(&voice).try_get_matches_from(&args) {
        Ok(matches) => matches,
        Err(error) => return help::answer(&error, &voice),
    };
    let cli = Cli::from_arg_matches(&matches).expect("the command line was checked");
    match obey(cli, &voice) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("visavis: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Does what was asked; `false` when it is done and the answer is no.
fn obey(cli: Cli, voice: &Voice) -> Result<bool> {
    if let Some(folder) = &cli.team_dir {
        teams::register(folder, voice)?;
    }
    let data = cli.data.or_else(files::usual_folder);
    if let Some(folder) = &data {
        catalogue::solution::look_in(folder);
    }
    let done = match cli.command {
        Some(Command::Verify { file, kept }) => return verify::run(&file, kept.as_deref(), voice),
        None => serve::run(&Serving::default(), data, voice),
        Some(Command::Serve(serving)) => serve::run(&serving, data, voice),
        Some(Command::Load(loading)) => load::run(&loading, voice),
        Some(Command::Backup { file }) => serve::back_up(&file, data, voice),
        Some(Command::Restore { file }) => serve::restore(&file, data, voice),
        Some(Command::Solve { game, work }) => solve::run(&game, &work, data, voice),
        Some(Command::Games { game, json }) => games::list(game.as_deref(), json, voice),
        Some(Command::Rules { game }) => rules::show(&game, voice),
        Some(Command::Learn { game, lesson }) => learn::run(&game, lesson.as_deref(), data, voice),
        Some(Command::Perft { game, depth, distinct, setting }) => {
            perft::count(&game, depth, distinct, &setting.option, voice)
        }
        Some(Command::Simulate { game, plan, setting }) => {
            simulate::run(&game, &plan, &setting.option, voice)
        }
        Some(Command::Duel { game, a, b, plan, setting }) => {
            duel::run(&game, [a, b], &plan, &setting.option, voice)
        }
        Some(Command::Replay { file, show }) => replay::run(&file, &show, voice),
        Some(Command::Review { file, budget, json }) => judged::run(&file, budget, json, voice),
        Some(Command::Ladder { game, plan, setting }) => {
            ladder::run(game.as_deref(), &plan, &setting.option, voice)
        }
        Some(Command::Engine { game, level, seed }) => engine::run(&game, level, seed, voice),
        Some(Command::Play { game, seat, vs, movetime, setting }) => {
            play::run(&game, play::Wish { seat, vs, movetime }, &setting.option, voice)
        }
        Some(Command::Teams { what: Teams::Check { file } }) => teams::check(&file, voice),
        Some(Command::Balance { game, player, games, seed }) => {
            balance::run(&game, player, games, seed, voice)
        }
        Some(Command::Train { game, variant, games, seed, out }) => {
            train::run(&game, variant.as_deref(), games, seed, out, voice)
        }
        Some(Command::Bench { game, rounds, setting }) => {
            bench::report(&game, rounds, &setting.option, voice)
        }
        Some(Command::Completions { shell }) => {
            let mut command = help::command(voice);
            clap_complete::generate(shell, &mut command, "visavis", &mut io::stdout());
            Ok(())
        }
        Some(Command::Man { out }) => help::man_pages(&out, voice),
    };
    done.map(|()| true)
}

/// Writes to standard output; whoever reads may have seen enough.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
