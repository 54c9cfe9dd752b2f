//! `visavis serve`, and `visavis` alone: the page in the browser.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use anyhow::Result;
use server::{Config, Limits, Ready, ServeError};

use crate::{cli::Serving, print, voice::Voice};

/// Where the page is served when nobody says: on this machine only.
const USUAL: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 4000);

/// Serves until the process is ended.
pub(crate) fn run(serving: &Serving, data: Option<PathBuf>, voice: &Voice) -> Result<()> {
    let data = folder(data, voice)?;
    let mut config = Config::new(serving.listen.unwrap_or(USUAL), data.clone());
    config.toys = serving.toys;
    if let Some(pace) = serving.pace {
        config.pace.window = Duration::from_millis(pace);
    }
    config.metrics = serving.metrics;
    if serving.unlimited {
        config.limits = Limits::none();
    }
    config.engines = serving.engine.clone();
    config.page = serving.page.clone().or_else(|| std::env::var_os("VISAVIS_PAGE").map(PathBuf::from));
    let ended = server::run(config, |ready| {
        let mut text =
            format!("{}\n", voice.say("cli.serve.ready", [("address", ready.local.clone().into())]));
        if let Some(network) = &ready.network {
            text += &format!("{}\n", voice.say("cli.serve.network", [("address", network.clone().into())]));
        }
        if let Some(metrics) = ready.metrics {
            let address = format!("http://{metrics}/metrics");
            text += &format!("{}\n", voice.say("cli.serve.figures", [("address", address.into())]));
        }
        text +=
            &format!("{}\n", voice.say("cli.serve.kept", [("folder", data.display().to_string().into())]));
        // Nobody reads it, perhaps; the page is served all the same.
        let _ = print(&text);
        if serving.open {
            open(ready, voice);
        }
    });
    ended.map_err(|error| explained(&error, voice))
}

/// Copies the games into a file while they are played.
pub(crate) fn back_up(file: &Path, data: Option<PathBuf>, voice: &Voice) -> Result<()> {
    let data = folder(data, voice)?;
    server::back_up(&data, file).map_err(|error| explained(&error, voice))?;
    Ok(print(&format!("{}\n", voice.say("cli.backup.done", [("file", file.display().to_string().into())])))?)
}

/// Makes the games of a folder from a copy.
pub(crate) fn restore(file: &Path, data: Option<PathBuf>, voice: &Voice) -> Result<()> {
    let data = folder(data, voice)?;
    server::restore(file, &data).map_err(|error| explained(&error, voice))?;
    let folder = data.display().to_string();
    Ok(print(&format!("{}\n", voice.say("cli.restore.done", [("folder", folder.into())])))?)
}

fn folder(data: Option<PathBuf>, voice: &Voice) -> Result<PathBuf> {
    data.ok_or_else(|| voice.wrong("cli.no-folder", []))
}

fn explained(error: &ServeError, voice: &Voice) -> anyhow::Error {
    let sentence = error.sentence();
    let values = sentence.values.iter().map(|(name, value)| (name.as_str(), value));
    anyhow::anyhow!(server::words(voice.lang).fill(&sentence.word, values))
}

fn open(ready: &Ready, voice: &Voice) {
    let opener = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let quiet = || Stdio::null();
    let started =
        Command::new(opener).arg(&ready.local).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
    if started.is_err() {
        eprintln!("{}", voice.say("cli.serve.no-browser", [("address", ready.local.clone().into())]));
    }
}
