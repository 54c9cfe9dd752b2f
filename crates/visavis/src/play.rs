//! `visavis play`: in a plain terminal, two at one screen or against the computer.

use std::{
    io::{self, BufRead, IsTerminal, Write, stdin, stdout},
    path::Path,
};

use anyhow::{Result, anyhow};
use arena::Rival;
use catalogue::{Chosen, Happened, Mark, Pairs, Told};
use rand::{TryRngCore, rngs::OsRng};
use search::{Budget, Effort};
use table::{BySeat, Refusal, Seat, Turn, Viewer};

use crate::{duel, files, film, print, replay, review, session::Session, voice::Voice};

/// More options than this are not listed unless somebody asks.
const LISTED: usize = 40;

/// Who plays, and how long the computer thinks.
pub(crate) struct Wish {
    /// Where the person sits.
    pub(crate) seat: Option<Seat>,
    /// Against whom.
    pub(crate) vs: Option<Rival>,
    /// Milliseconds for a decision of the computer and for a hint, on all cores.
    pub(crate) movetime: Option<u64>,
}

/// Plays one game.
pub(crate) fn run(game: &str, wish: Wish, options: &Pairs, voice: &Voice) -> Result<()> {
    let entry = voice.game(game)?;
    voice.options(entry, options)?;
    let effort = duel::effort(wish.movetime, duel::threads(None));
    let opponent = match (wish.seat, wish.vs) {
        (None, None) => None,
        (seat, rival) => {
            let weakest = || Rival::Level((entry.levels)()[0]);
            Some((!seat.unwrap_or(Seat::One), rival.unwrap_or_else(weakest)))
        }
    };
    let level_at =
        |seat| opponent.as_ref().filter(|(bot, _)| *bot == seat).and_then(|(_, rival)| rival.level());
    let options = (entry.seated)(options, BySeat::from_fn(level_at));
    let options = options.map_err(|refusal| anyhow!(voice.refusal(&refusal)))?;
    let session = Session::new(entry, &options, voice)?;
    let computer = match opponent {
        Some((seat, rival)) => {
            duel::expected(&rival, &*session.table, entry, voice)?;
            let bot = duel::maker(&rival, &*session.table)();
            Some(Computer { seat, bot: bot.map_err(|refusal| anyhow!(voice.refusal(&refusal)))? })
        }
        None => None,
    };
    print(&voice.say("cli.play.welcome", [("game", voice.text(&format!("{}.name", entry.id)).into())]))?;
    print(&format!("\n{}\n", voice.say("cli.play.commitment", [("hash", session.commitment().into())])))?;
    let mut screen = Screen { session, computer, effort, voice: *voice, refused: None, shown_to: None };
    screen.play()
}

struct Computer {
    seat: Seat,
    bot: Box<dyn Chosen>,
}

/// The terminal with the game on it.
struct Screen {
    session: Session,
    computer: Option<Computer>,
    effort: Effort,
    voice: Voice,
    /// The last refusal, for `why`.
    refused: Option<Refusal>,
    /// Whose secrets are on the screen, at a table of two people.
    shown_to: Option<Seat>,
}

/// What a typed line led to.
enum Next {
    Played,
    Stay,
    Leave,
}

impl Screen {
    fn play(&mut self) -> Result<()> {
        loop {
            if let Some(outcome) = self.session.outcome() {
                print(&format!("\n{}", self.session.table.picture(Viewer::Judge, self.voice.words)))?;
                print(&format!("{}\n", replay::ending(self.session.entry.id, outcome, &self.voice)))?;
                return self.offer_to_save();
            }
            if self.session.waits_for_chance() {
                let viewer = self.viewer();
                let (_, happened) = self.session.chance().expect("it is chance's turn");
                self.tell(&happened, viewer)?;
                continue;
            }
            let Turn::Act(seats) = self.session.table.turn() else {
                unreachable!("chance and end are above")
            };
            let seat = seats.iter().find(|&seat| self.is_person(seat)).unwrap_or(seats.first());
            if !self.is_person(seat) {
                self.computer_acts(seat)?;
                continue;
            }
            self.cover(seat)?;
            self.show(seat)?;
            loop {
                match self.ask(seat)? {
                    Next::Played => break,
                    Next::Stay => {}
                    Next::Leave => return Ok(()),
                }
            }
        }
    }

    fn is_person(&self, seat: Seat) -> bool {
        self.computer.as_ref().is_none_or(|computer| computer.seat != seat)
    }

    /// Whose eyes are on the screen now.
    fn viewer(&self) -> Viewer {
        match (&self.computer, self.session.table.has_secrets()) {
            (Some(computer), _) => Viewer::Seat(!computer.seat),
            (None, true) => self.shown_to.map_or(Viewer::Public, Viewer::Seat),
            (None, false) => Viewer::Public,
        }
    }

    /// At a table of two people with secrets, nobody sees the other's: the screen is cleared between them.
    fn cover(&mut self, seat: Seat) -> Result<()> {
        if self.computer.is_some() || !self.session.table.has_secrets() || self.shown_to == Some(seat) {
            self.shown_to = Some(seat);
            return Ok(());
        }
        let name = self.name(seat);
        print("\x1b[2J\x1b[3J\x1b[H")?;
        print(&format!("{}\n", self.voice.say("cli.play.cover", [("seat", name.into())])))?;
        read_line("")?;
        print("\x1b[2J\x1b[3J\x1b[H")?;
        self.shown_to = Some(seat);
        Ok(())
    }

    fn show(&self, seat: Seat) -> Result<()> {
        let words = self.voice.words;
        let table = &self.session.table;
        let prompt = table.prompt(seat).expect("the seat is asked");
        print(&format!("\n{}\n", table.picture(Viewer::Seat(seat), words)))?;
        let question = words.say(prompt.key, &prompt.values);
        let asked = self
            .voice
            .say("cli.play.asks", [("seat", self.name(seat).into()), ("question", question.into())]);
        print(&format!("{asked}\n"))?;
        let options = table.options(seat);
        if options.len() <= LISTED {
            print(&columns(&options))?;
        } else {
            print(&format!("  {}\n", self.voice.say("cli.play.many", [("n", options.len().into())])))?;
        }
        for control in &prompt.controls {
            let ranges: Vec<String> = control
                .ranges
                .iter()
                .map(|range| format!("{} {}..{}", range.name, range.from, range.to))
                .collect();
            print(&format!("  {}   ({})\n", control.form, ranges.join(", ")))?;
        }
        Ok(())
    }

    fn ask(&mut self, seat: Seat) -> Result<Next> {
        let Some(line) = read_line("> ")? else {
            print("\n")?;
            return Ok(Next::Leave);
        };
        let line = line.trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" => {}
            "help" | "aide" | "?" => print(&format!("{}\n", self.voice.text("cli.play.help")))?,
            "quit" | "exit" => return Ok(Next::Leave),
            "undo" => return self.undo(seat),
            "why" => self.why()?,
            "board" => self.show(seat)?,
            "options" => print(&columns(&self.session.table.options(seat)))?,
            "hint" => self.hint(seat)?,
            "analyse" | "analyze" => self.analyse()?,
            "save" => self.save(rest)?,
            "resign" if rest.is_empty() => {
                self.session.resign(seat);
                return Ok(Next::Played);
            }
            _ => return self.act(seat, line),
        }
        Ok(Next::Stay)
    }

    fn act(&mut self, seat: Seat, text: &str) -> Result<Next> {
        match self.session.act(seat, text) {
            Ok(happened) => {
                self.refused = None;
                self.tell(&happened, self.viewer())?;
                Ok(Next::Played)
            }
            Err(refusal) => {
                print(&format!("{}\n", self.voice.refusal(&refusal)))?;
                self.refused = Some(refusal);
                Ok(Next::Stay)
            }
        }
    }

    /// The whole rule behind the last refusal.
    fn why(&self) -> Result<()> {
        let Some(refusal) = &self.refused else {
            return Ok(print(&format!("{}\n", self.voice.text("cli.play.why-nothing")))?);
        };
        let book = self.session.entry.rulebook(self.voice.lang);
        let text = match book.rule(refusal.rule) {
            Some(rule) => format!("{}. {rule}", refusal.rule.trim_start_matches('R')),
            None => self.voice.refusal(refusal),
        };
        Ok(print(&format!("{text}\n"))?)
    }

    fn undo(&mut self, seat: Seat) -> Result<Next> {
        // At one screen the last decision is anybody's; against the computer it is the player's.
        let whose = if self.computer.is_some() { vec![seat] } else { vec![!seat, seat] };
        if whose.into_iter().any(|seat| self.session.undo(seat)) {
            print(&format!("{}\n", self.voice.text("cli.play.undone")))?;
            return Ok(Next::Played);
        }
        print(&format!("{}\n", self.voice.text("cli.play.nothing-to-undo")))?;
        Ok(Next::Stay)
    }

    fn hint(&mut self, seat: Seat) -> Result<()> {
        let levels = (self.session.entry.levels)();
        let best = levels.iter().rev().find_map(|&level| self.session.table.player(level));
        let mut bot = best.expect("every game has a player");
        let told = bot.choose(&*self.session.table, seat, &mut budget(self.effort));
        let said = told.map_or_else(|refusal| self.voice.refusal(&refusal), |told| self.thought(&told));
        Ok(print(&format!("{said}\n"))?)
    }

    /// The truth about each move, where it is known.
    fn analyse(&self) -> Result<()> {
        let Some(marks) = self.session.table.analyse() else {
            return Ok(print(&format!("{}\n", review::unknown(self.session.entry.id, &self.voice)))?);
        };
        let line = |(text, mark): &(String, Mark)| {
            format!("  {text:<8} {} {}\n", review::sign(*mark), self.voice.text(review::word(*mark)))
        };
        Ok(print(&marks.iter().map(line).collect::<String>())?)
    }

    /// What a player thinks, in a sentence.
    fn thought(&self, told: &Told) -> String {
        let words = self.voice.words;
        let why = words.say(told.why.0, &told.why.1);
        let mut said = format!("{}: {why}", told.action);
        if let Some(win) = told.win {
            said += &self.voice.say("cli.play.win", [("win", format!("{:.0}", 100.0 * win).into())]);
        }
        if told.line.len() > 1 {
            said += &self.voice.say("cli.play.line", [("line", told.line.join(", ").into())]);
        }
        said
    }

    fn computer_acts(&mut self, seat: Seat) -> Result<()> {
        let computer = self.computer.as_mut().expect("a seat that is no person's is the computer's");
        let told = match computer.bot.choose(&*self.session.table, seat, &mut budget(self.effort)) {
            Ok(told) => told,
            Err(refusal) => {
                print(&format!("{}\n", self.voice.refusal(&refusal)))?;
                self.session.resign(seat);
                return Ok(());
            }
        };
        let line = format!("{seat} {}", told.action);
        let seen = self.session.table.seen(&line, Viewer::Seat(!seat)).unwrap_or(line);
        let played = seen.strip_prefix(&format!("{seat} ")).unwrap_or(&seen).to_owned();
        let played =
            self.voice.say("cli.play.plays", [("seat", self.name(seat).into()), ("action", played.into())]);
        print(&format!("{played}\n"))?;
        let happened =
            self.session.act(seat, &told.action).map_err(|refusal| anyhow!(self.voice.refusal(&refusal)))?;
        self.tell(&happened, self.viewer())
    }

    fn tell(&self, happened: &Happened, viewer: Viewer) -> Result<()> {
        film::show(&happened.frames(viewer))?;
        for event in happened.seen_by(viewer) {
            if let Some(text) = self.voice.words.event(self.session.entry.id, &event) {
                print(&format!("  {text}\n"))?;
            }
        }
        Ok(())
    }

    /// A running game with secrets is saved only when nobody's secrets can be read in the file too early.
    fn save(&self, file: &str) -> Result<()> {
        let text = if file.is_empty() {
            self.voice.text("cli.play.save-where")
        } else {
            match files::write(Path::new(file), self.session.record().to_string().as_bytes(), &self.voice) {
                Ok(()) => self.voice.say("cli.play.saved", [("file", file.to_owned().into())]),
                Err(error) => format!("{error:#}"),
            }
        };
        Ok(print(&format!("{text}\n"))?)
    }

    fn offer_to_save(&self) -> Result<()> {
        let offer = || print(&format!("{}\n", self.voice.text("cli.play.save-offer")));
        offer()?;
        while let Some(line) = read_line("> ")? {
            let line = line.trim();
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "" | "quit" | "exit" => break,
                "save" => self.save(rest.trim())?,
                // A mistyped word must not lose the game.
                _ => offer()?,
            }
        }
        Ok(())
    }

    fn name(&self, seat: Seat) -> String {
        self.voice.words.word(self.session.entry.id, seat.name())
    }
}

fn budget(effort: Effort) -> Budget {
    let mut budget = Budget::level(OsRng.try_next_u64().unwrap_or_default());
    effort.begin(&mut budget);
    budget
}

/// A line from the keyboard; none at the end of the input.
fn read_line(ask: &str) -> io::Result<Option<String>> {
    if stdin().is_terminal() {
        stdout().lock().write_all(ask.as_bytes())?;
        stdout().flush()?;
    }
    let mut line = String::new();
    let read = stdin().lock().read_line(&mut line)?;
    Ok((read > 0).then_some(line))
}

/// Texts in columns.
fn columns(texts: &[String]) -> String {
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0) + 2;
    let across = (76 / width).max(1);
    let row = |row: &[String]| {
        let cells: String = row.iter().map(|text| format!("{text:<width$}")).collect();
        format!("  {}\n", cells.trim_end())
    };
    texts.chunks(across).map(row).collect()
}
