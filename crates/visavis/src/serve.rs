//! `visavis serve`, and `visavis` alone: the page in the browser.

use std::{net::SocketAddr, path::PathBuf, process::Command, process::Stdio, time::Duration};

use anyhow::Result;
use server::{Config, Ready};

use crate::{cli::Serving, print, voice::Voice};

/// Where the page is served when nobody says: on this machine only.
const USUAL: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 4000);

/// Serves until the process is ended.
pub(crate) fn run(serving: &Serving, voice: &Voice) -> Result<()> {
    let data = match serving.data.clone().or_else(usual_folder) {
        Some(data) => data,
        None => return Err(voice.wrong("cli.serve.no-folder", [])),
    };
    let mut config = Config::new(serving.listen.unwrap_or(USUAL), data.clone());
    config.toys = serving.toys;
    if let Some(pace) = serving.pace {
        config.pace.window = Duration::from_millis(pace);
    }
    config.page = serving.page.clone().or_else(|| std::env::var_os("VISAVIS_PAGE").map(PathBuf::from));
    let words = server::words(voice.lang);
    let ended = server::run(config, |ready| {
        let mut text =
            format!("{}\n", voice.say("cli.serve.ready", [("address", ready.local.clone().into())]));
        if let Some(network) = &ready.network {
            text += &format!("{}\n", voice.say("cli.serve.network", [("address", network.clone().into())]));
        }
        text +=
            &format!("{}\n", voice.say("cli.serve.kept", [("folder", data.display().to_string().into())]));
        // Nobody reads it, perhaps; the page is served all the same.
        let _ = print(&text);
        if serving.open {
            open(ready, voice);
        }
    });
    ended.map_err(|error| {
        let sentence = error.sentence();
        anyhow::anyhow!(
            words.fill(&sentence.word, sentence.values.iter().map(|(name, value)| (name.as_str(), value)))
        )
    })
}

fn usual_folder() -> Option<PathBuf> {
    dirs::data_dir().map(|folder| folder.join("visavis"))
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
