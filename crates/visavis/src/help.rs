//! Help texts and mistakes on the command line, in the reader's language.

use std::{path::Path, process::ExitCode};

use anyhow::Result;
use clap::{
    CommandFactory,
    error::{ContextKind, ContextValue, ErrorKind},
};

use crate::{cli::Cli, files, voice::Voice};

/// The command line with its help texts. A test walks it, so no text can be missing.
pub(crate) fn command(voice: &Voice) -> clap::Command {
    explain(Cli::command(), "cli", voice).after_help(voice.text("cli.after-help"))
}

fn explain(command: clap::Command, key: &str, voice: &Voice) -> clap::Command {
    let arguments: Vec<String> = command.get_arguments().map(|arg| arg.get_id().to_string()).collect();
    let commands: Vec<String> = command.get_subcommands().map(|c| c.get_name().to_owned()).collect();
    let heads =
        ["usage", "arguments", "options", "commands"].map(|name| voice.text(&format!("cli.head.{name}")));
    let [usage, parameters, options, subcommands] = &heads;
    let template = if commands.is_empty() {
        format!("{{about}}\n\n{usage} {{usage}}\n\n{{all-args}}{{after-help}}")
    } else {
        format!(
            "{{about}}\n\n{usage} {{usage}}\n\n{subcommands}\n{{subcommands}}\n\n{options}\n{{options}}{{after-help}}"
        )
    };
    let mut command = command
        .about(voice.text(key))
        .disable_help_flag(true)
        .disable_version_flag(true)
        .help_template(template)
        .arg(
            clap::Arg::new("help")
                .short('h')
                .long("help")
                .action(clap::ArgAction::Help)
                .help_heading(heading(options))
                .help(voice.text("cli.help")),
        );
    if key == "cli" {
        let version = clap::Arg::new("version").short('V').long("version");
        command = command.arg(version.action(clap::ArgAction::Version).help(voice.text("cli.version")));
    }
    for id in arguments.into_iter().filter(|id| id != "help" && id != "version") {
        let shared = ["lang", "option", "data", "team_dir"].contains(&id.as_str());
        let text = voice.text(&if shared { format!("cli.{id}") } else { format!("{key}.{id}") });
        command = command.mut_arg(id, |arg| {
            let group = if arg.is_positional() { parameters } else { options };
            arg.help(text).help_heading(heading(group))
        });
    }
    for name in commands {
        let key = format!("{key}.{name}");
        command = command.mut_subcommand(name, |c| explain(c, &key, voice));
    }
    command
}

/// A heading as clap wants it: it adds the colon itself.
fn heading(text: &str) -> String {
    text.trim_end_matches(':').to_owned()
}

/// Answers what is no command line: help and version on standard output, a mistake in one line.
pub(crate) fn answer(error: &clap::Error, voice: &Voice) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        Some(other) => other.to_string(),
        None => String::new(),
    };
    let suggested =
        [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue]
            .into_iter()
            .map(context)
            .find(|text| !text.is_empty());
    let meant = voice.meant(suggested.as_deref());
    let argument = context(ContextKind::InvalidArg);
    let line = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let command = context(ContextKind::InvalidSubcommand);
            let known = Cli::command();
            let meant = voice
                .meant(catalogue::nearest(&command, known.get_subcommands().map(clap::Command::get_name)));
            voice.say("cli.error.command", [("command", command.into()), ("meant", meant.into())])
        }
        ErrorKind::UnknownArgument => {
            voice.say("cli.error.argument", [("argument", argument.into()), ("meant", meant.into())])
        }
        ErrorKind::MissingRequiredArgument => voice.say("cli.error.missing", [("argument", argument.into())]),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation
            if !context(ContextKind::InvalidValue).is_empty() =>
        {
            let value = context(ContextKind::InvalidValue);
            voice.say(
                "cli.error.value",
                [("argument", argument.into()), ("value", value.into()), ("meant", meant.into())],
            )
        }
        _ => voice.say("cli.error.other", [("argument", argument.into())]),
    };
    eprintln!("visavis: {line}");
    ExitCode::from(2)
}

/// Writes the man pages of every command into a folder.
pub(crate) fn man_pages(folder: &Path, voice: &Voice) -> Result<()> {
    let command = command(voice);
    let mut pages = vec![("visavis".to_owned(), command.clone())];
    for sub in command.get_subcommands() {
        let name = format!("visavis-{}", sub.get_name());
        pages.push((name.clone(), sub.clone().name(name)));
    }
    for (name, command) in pages {
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        let file = folder.join(format!("{name}.1"));
        files::write(&file, &page, voice)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Lang;

    #[test]
    fn every_command_and_argument_is_explained_in_both_languages() {
        for lang in Lang::ALL {
            let command = command(&Voice::new(lang));
            let mut waiting = vec![&command];
            while let Some(command) = waiting.pop() {
                let about = command.get_about().expect("an explanation").to_string();
                assert!(!about.starts_with("cli."), "{lang}: no word for {about}");
                for arg in command.get_arguments() {
                    let help = arg.get_help().expect("an explanation").to_string();
                    assert!(!help.starts_with("cli."), "{lang}: no word for {help}");
                }
                waiting.extend(command.get_subcommands());
            }
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        command(&Voice::new(Lang::En)).debug_assert();
    }
}
