//! Lessons in the terminal. What is done is remembered in a small file of the data folder.

use std::{
    collections::BTreeSet,
    fs,
    io::{self, BufRead, IsTerminal, Write},
    path::{Path, PathBuf},
};

use anyhow::Result;
use catalogue::Entry;
use lessons::{Attempt, Course, Lesson, Seen, Verdict};
use table::{Refusal, Viewer};

use crate::{files, film, print, voice::Voice};

/// Runs the lessons of a game from `wanted` on, or from the first that is not done.
pub(crate) fn run(game: &str, wanted: Option<&str>, data: Option<PathBuf>, voice: &Voice) -> Result<()> {
    let entry = voice.game(game)?;
    let course = lessons::course(entry)?;
    let mut progress = Progress::read(entry.id, data.as_deref());
    if wanted == Some("list") {
        return list(&course, &progress, voice);
    }
    let first = match wanted {
        Some(name) => {
            let found = course.find(name).ok_or_else(|| {
                let values = [
                    ("game", entry.id.into()),
                    ("lesson", name.to_owned().into()),
                    ("count", course.lessons.len().into()),
                ];
                voice.wrong("cli.learn.no-lesson", values)
            })?;
            course.lessons.iter().position(|lesson| lesson.id == found.id).unwrap_or_default()
        }
        None => {
            course.lessons.iter().position(|lesson| !progress.done.contains(&lesson.id)).unwrap_or_default()
        }
    };
    for (n, lesson) in course.lessons.iter().enumerate().skip(first) {
        let title = lesson.title.text(voice.lang).to_owned();
        let values = [("n", (n + 1).into()), ("count", course.lessons.len().into()), ("title", title.into())];
        print(&format!("\n{}\n", voice.say("cli.learn.head", values)))?;
        match (Room { entry, lesson, voice: *voice }).learn()? {
            Left::Done => progress.note(&lesson.id, voice)?,
            Left::Skipped => {}
            Left::Quit => return Ok(()),
        }
    }
    Ok(print(&format!("\n{}\n", voice.say("cli.learn.all-done", [("game", entry.id.into())])))?)
}

fn list(course: &Course, progress: &Progress, voice: &Voice) -> Result<()> {
    for (n, lesson) in (1..).zip(&course.lessons) {
        let done = progress.done.contains(&lesson.id);
        let done = if done { voice.text("cli.learn.is-done") } else { String::new() };
        let title = lesson.title.text(voice.lang).to_owned();
        let values = [("n", (n as usize).into()), ("title", title.into()), ("done", done.into())];
        print(&format!("{}\n", voice.say("cli.learn.list", values)))?;
    }
    Ok(())
}

/// How a lesson was left.
enum Left {
    Done,
    Skipped,
    Quit,
}

/// One lesson on the screen.
struct Room<'l> {
    entry: &'static Entry,
    lesson: &'l Lesson,
    voice: Voice,
}

impl Room<'_> {
    /// Tries until it is done or left.
    fn learn(&self) -> Result<Left> {
        loop {
            let (mut attempt, seen) =
                Attempt::begin(self.entry, self.lesson).map_err(|refusal| self.fault(&refusal))?;
            self.tell(&seen)?;
            self.show(&attempt)?;
            self.text()?;
            let mut refused: Option<Refusal> = None;
            loop {
                let Some(line) = read_line()? else { return Ok(Left::Quit) };
                match line.trim() {
                    "" => {}
                    "help" | "aide" | "?" => self.say("cli.learn.help")?,
                    "quit" | "exit" => return Ok(Left::Quit),
                    "skip" => return Ok(Left::Skipped),
                    "again" => break,
                    "board" => self.show(&attempt)?,
                    "text" => self.text()?,
                    "options" => self.options(&attempt)?,
                    "hint" => self.hint(&attempt)?,
                    "why" => self.why(refused.as_ref())?,
                    action => match attempt.act(action) {
                        Ok(seen) => {
                            self.tell(&seen)?;
                            match self.judge(&attempt)? {
                                Some(true) => return Ok(Left::Done),
                                Some(false) => break,
                                None => {}
                            }
                        }
                        Err(refusal) => {
                            print(&format!("{}\n", self.voice.refusal(&refusal)))?;
                            refused = Some(refusal);
                        }
                    },
                }
            }
        }
    }

    /// Says how the attempt stands; whether it is over, and well.
    fn judge(&self, attempt: &Attempt) -> Result<Option<bool>> {
        let lang = self.voice.lang;
        Ok(match attempt.verdict() {
            Verdict::Done => {
                print(&format!("\n{}\n", self.lesson.praise.text(lang)))?;
                Some(true)
            }
            Verdict::Missed(why) => {
                let why = why.text(lang).to_owned();
                print(&format!("\n{}\n", self.voice.say("cli.learn.missed", [("why", why.into())])))?;
                Some(false)
            }
            Verdict::Open => {
                self.show(attempt)?;
                self.say("cli.learn.on")?;
                None
            }
        })
    }

    fn say(&self, key: &str) -> Result<()> {
        Ok(print(&format!("{}\n", self.voice.text(key)))?)
    }

    fn text(&self) -> Result<()> {
        Ok(print(&format!("\n{}\n", self.lesson.text.text(self.voice.lang)))?)
    }

    fn show(&self, attempt: &Attempt) -> Result<()> {
        let seat = self.lesson.seat;
        print(&format!("\n{}\n", attempt.table().picture(Viewer::Seat(seat), self.voice.words)))?;
        if let Some(prompt) = attempt.table().prompt(seat) {
            print(&format!("{}\n", self.voice.words.say(prompt.key, &prompt.values)))?;
        }
        Ok(())
    }

    fn options(&self, attempt: &Attempt) -> Result<()> {
        Ok(print(&format!("  {}\n", attempt.table().options(self.lesson.seat).join("  ")))?)
    }

    fn hint(&self, attempt: &Attempt) -> Result<()> {
        let legal = |text: &&str| attempt.table().check(self.lesson.seat, text).is_ok();
        match attempt.next_of_solution().filter(legal) {
            Some(text) => Ok(print(&format!(
                "{}\n",
                self.voice.say("cli.learn.try", [("move", text.to_owned().into())])
            ))?),
            None => self.say("cli.learn.no-hint"),
        }
    }

    /// The whole rule behind the last refusal; without one, the rules that this lesson teaches.
    fn why(&self, refused: Option<&Refusal>) -> Result<()> {
        let book = self.entry.rulebook(self.voice.lang);
        let rules = match refused {
            Some(refusal) => vec![refusal.rule.to_owned()],
            None => self.lesson.rules.iter().map(|rule| format!("R{rule}")).collect(),
        };
        for rule in rules {
            if let Some(text) = book.rule(&rule) {
                print(&format!("{}. {text}\n", rule.trim_start_matches('R')))?;
            }
        }
        Ok(())
    }

    fn tell(&self, seen: &[Seen]) -> Result<()> {
        let viewer = Viewer::Seat(self.lesson.seat);
        for step in seen {
            film::show(&step.happened.frames(viewer))?;
            for event in step.happened.seen_by(viewer) {
                if let Some(text) = self.voice.words.event(self.entry.id, &event) {
                    print(&format!("  {text}\n"))?;
                }
            }
        }
        Ok(())
    }

    fn fault(&self, refusal: &Refusal) -> anyhow::Error {
        anyhow::anyhow!(self.voice.refusal(refusal))
    }
}

/// Which lessons of a game are done.
struct Progress {
    file: Option<PathBuf>,
    done: BTreeSet<String>,
}

impl Progress {
    fn read(game: &str, data: Option<&Path>) -> Progress {
        let file = data.map(|folder| folder.join("lessons").join(game));
        let text = file.as_ref().and_then(|file| fs::read_to_string(file).ok()).unwrap_or_default();
        Progress { file, done: text.lines().map(str::to_owned).collect() }
    }

    /// Remembers a lesson that is done, where the system has a place for it.
    fn note(&mut self, lesson: &str, voice: &Voice) -> Result<()> {
        self.done.insert(lesson.to_owned());
        let Some(file) = &self.file else { return Ok(()) };
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)
                .map_err(|error| files::wrong("cli.file.write", folder, &error, voice))?;
        }
        let text: String = self.done.iter().map(|lesson| format!("{lesson}\n")).collect();
        files::write(file, text.as_bytes(), voice)
    }
}

/// A line from the keyboard; none at the end of the input.
fn read_line() -> io::Result<Option<String>> {
    if io::stdin().is_terminal() {
        io::stdout().lock().write_all(b"> ")?;
        io::stdout().flush()?;
    }
    let mut line = String::new();
    let read = io::stdin().lock().read_line(&mut line)?;
    Ok((read > 0).then_some(line))
}
