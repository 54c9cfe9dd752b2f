//! What can be typed. The help texts are words by key (`cli.COMMAND`, `cli.COMMAND.ARGUMENT`), see
//! [`help`](crate::help).

use std::{
    net::{IpAddr, SocketAddr},
    path::PathBuf,
};

use arena::Rival;
use clap::{Args, Parser, Subcommand, value_parser};
use search::Level;
use table::{Lang, Seat};

#[derive(Parser)]
#[command(name = "visavis", version, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[arg(long, global = true, value_name = "en|fr")]
    pub(crate) lang: Option<Lang>,
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) team_dir: Option<PathBuf>,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Serve(Serving),
    Load(Loading),
    Backup {
        file: PathBuf,
    },
    Restore {
        file: PathBuf,
    },
    Play {
        game: String,
        #[arg(long, value_name = "one|two")]
        seat: Option<Seat>,
        #[arg(long, value_name = "LEVEL")]
        vs: Option<Rival>,
        #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..=600_000))]
        movetime: Option<u64>,
        #[command(flatten)]
        setting: Setting,
    },
    Games {
        game: Option<String>,
        #[arg(long)]
        json: bool,
    },
    Rules {
        game: String,
    },
    Learn {
        game: String,
        lesson: Option<String>,
    },
    Replay {
        file: PathBuf,
        #[command(flatten)]
        show: Showing,
    },
    Review {
        file: PathBuf,
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u64).range(1..=256))]
        budget: u64,
        #[arg(long)]
        json: bool,
    },
    Verify {
        file: PathBuf,
        #[arg(long)]
        kept: Option<PathBuf>,
    },
    Simulate {
        game: String,
        #[command(flatten)]
        plan: Plan,
        #[command(flatten)]
        setting: Setting,
    },
    Duel {
        game: String,
        a: Rival,
        b: Rival,
        #[command(flatten)]
        plan: DuelPlan,
        #[command(flatten)]
        setting: Setting,
    },
    Ladder {
        game: Option<String>,
        #[command(flatten)]
        plan: LadderPlan,
        #[command(flatten)]
        setting: Setting,
    },
    Engine {
        game: String,
        #[arg(long, value_name = "LEVEL")]
        level: Option<Level>,
        #[arg(long, value_name = "S")]
        seed: Option<u64>,
    },
    Perft {
        game: String,
        #[arg(value_parser = value_parser!(u32).range(..=64))]
        depth: u32,
        #[arg(long)]
        distinct: bool,
        #[command(flatten)]
        setting: Setting,
    },
    Solve {
        game: String,
        #[command(flatten)]
        work: Solving,
    },
    Teams {
        #[command(subcommand)]
        what: Teams,
    },
    Balance {
        game: String,
        #[arg(long, value_name = "LEVEL", default_value = "greedy")]
        player: Level,
        #[arg(long, value_name = "N", default_value_t = 200, value_parser = value_parser!(u32).range(2..=10_000_000))]
        games: u32,
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
    },
    Train {
        game: String,
        #[arg(long, value_name = "fantasy|classic", value_parser = ["fantasy", "classic"])]
        variant: Option<String>,
        #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=10_000_000))]
        games: Option<u32>,
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
        #[arg(long, value_name = "FILE.net")]
        out: Option<PathBuf>,
    },
    Bench {
        game: String,
        #[arg(long, default_value_t = 9, value_parser = value_parser!(u32).range(1..=1000))]
        rounds: u32,
        #[command(flatten)]
        setting: Setting,
    },
    Completions {
        shell: clap_complete::Shell,
    },
    Man {
        #[arg(long, value_name = "DIR", default_value = ".")]
        out: PathBuf,
    },
}

#[derive(Subcommand)]
pub(crate) enum Teams {
    Check { file: PathBuf },
}

#[derive(Args, Default)]
pub(crate) struct Serving {
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<SocketAddr>,
    #[arg(long)]
    pub(crate) open: bool,
    #[arg(long, value_name = "ADDR")]
    pub(crate) metrics: Option<SocketAddr>,
    #[arg(long, value_name = "IP")]
    pub(crate) proxy: Option<IpAddr>,
    #[arg(long, value_name = "NAME=COMMAND", value_parser = key_and_value)]
    pub(crate) engine: Vec<(String, String)>,
    #[arg(long, hide = true)]
    pub(crate) toys: bool,
    #[arg(long, hide = true, value_name = "MS")]
    pub(crate) pace: Option<u64>,
    #[arg(long, hide = true)]
    pub(crate) unlimited: bool,
    #[arg(long, hide = true, value_name = "DIR")]
    pub(crate) page: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Loading {
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..=9_000))]
    pub(crate) tables: u32,
    #[arg(long, value_name = "R", default_value_t = 20.0, value_parser = positive)]
    pub(crate) moves_per_second: f64,
    #[arg(long = "for", value_name = "S", default_value_t = 30.0, value_parser = positive)]
    pub(crate) seconds: f64,
    #[arg(long, value_name = "G|mixed", default_value = "mixed")]
    pub(crate) game: String,
    #[arg(long, value_name = "T", value_parser = positive)]
    pub(crate) kill_every: Option<f64>,
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = value_parser!(u32).range(0..=5_000))]
    pub(crate) flood: u32,
    #[arg(long, value_name = "P", default_value_t = 5, value_parser = value_parser!(u32).range(1..=99))]
    pub(crate) pairs: u32,
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    #[arg(long)]
    pub(crate) json: bool,
}

/// Variants and rulings, for every command that plays.
#[derive(Args)]
pub(crate) struct Setting {
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub(crate) option: Vec<(String, String)>,
}

#[derive(Args)]
pub(crate) struct Plan {
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) games: u64,
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    #[arg(long, value_name = "T", value_parser = value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    #[arg(long, value_name = "FILE.jsonl")]
    pub(crate) out: Option<PathBuf>,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct DuelPlan {
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = value_parser!(u64).range(2..=100_000_000))]
    pub(crate) games: u64,
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    #[arg(long, value_name = "T", value_parser = value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    #[arg(long, value_name = "K", value_parser = value_parser!(u32).range(0..=1000))]
    pub(crate) openings: Option<u32>,
    #[arg(long, value_names = ["ELO0", "ELO1"], num_args = 2, allow_negative_numbers = true)]
    pub(crate) sprt: Vec<f64>,
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..=600_000))]
    pub(crate) movetime: Option<u64>,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Solving {
    #[arg(long, value_name = "T", value_parser = value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    #[arg(long, value_name = "L", default_value_t = 0, value_parser = value_parser!(u8).range(0..=16))]
    pub(crate) from_level: u8,
    #[arg(long)]
    pub(crate) verify: bool,
}

#[derive(Args)]
pub(crate) struct LadderPlan {
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(2..=100_000_000))]
    pub(crate) games: Option<u64>,
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    #[arg(long, value_name = "T", value_parser = value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    #[arg(long, value_names = ["A", "B"], num_args = 2)]
    pub(crate) pair: Vec<Rival>,
    #[arg(long, value_name = "DIR", default_value = "strength")]
    pub(crate) dir: PathBuf,
    #[arg(long)]
    pub(crate) report: bool,
}

#[derive(Args)]
pub(crate) struct Showing {
    #[arg(long, value_name = "N")]
    pub(crate) step: Option<usize>,
    #[arg(long, value_name = "one|two|public|judge", default_value = "judge", value_parser = viewer)]
    pub(crate) viewer: table::Viewer,
    #[arg(long)]
    pub(crate) json: bool,
    #[arg(long)]
    pub(crate) no_view: bool,
    #[arg(long)]
    pub(crate) review: bool,
}

fn key_and_value(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("KEY=VALUE")?;
    Ok((key.into(), value.into()))
}

fn positive(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|&n: &f64| n > 0.0 && n < 1e6).ok_or_else(|| "a positive number".into())
}

fn viewer(text: &str) -> Result<table::Viewer, String> {
    let viewers = table::Viewer::ALL;
    viewers.into_iter().find(|viewer| viewer.name() == text).ok_or_else(|| "one, two, public, judge".into())
}
