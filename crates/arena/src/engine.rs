//! A foreign player: a program that speaks the text protocol of `docs/engine-protocol.md` on its standard input
//! and output.
//!
//! It is sent the view of its seat, the options and controls of its question, and nothing else. It is trusted
//! with nothing: it may be silent, chatter, crash or refuse to read; whoever waits for it gets an answer or a
//! reason in bounded time, and its process ends with the [`Engine`].

use std::{
    fmt::Write as _,
    io::{BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::{
        atomic::Ordering,
        mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender},
    },
    thread,
    time::{Duration, Instant},
};

use catalogue::{Chosen, Table, Told};
use search::Budget;
use table::{Refusal, Seat, Viewer};

/// How long an engine may take to greet, and to be ready.
const GREETING: Duration = Duration::from_secs(10);
/// How long it thinks about a decision where nobody says.
const USUAL: Duration = Duration::from_secs(1);
/// How long it may think where it was given a number of nodes.
const LONGEST: Duration = Duration::from_secs(60);
/// How much later than its time it may answer before it is told to stop, and then once more before it has lost.
const GRACE: Duration = Duration::from_secs(2);
/// So many illegal answers to one question lose: where actions have free parameters a good try may be refused.
const TRIES: u32 = 100;
/// How long it may take to leave when it is told to quit.
const FAREWELL: Duration = Duration::from_millis(200);
/// How often somebody looks whether the answer is needed at once.
const GLANCE: Duration = Duration::from_millis(20);
/// A line longer than this is no answer.
const LINE: u64 = 1 << 20;
/// Lines that wait to be read.
const LINES: usize = 64;

/// A running engine.
#[derive(Debug)]
pub struct Engine {
    name: String,
    game: &'static str,
    child: Child,
    /// To the thread that writes: an engine that does not read must not block who speaks to it.
    say: Option<Sender<String>>,
    hear: Receiver<String>,
}

impl Engine {
    /// Starts `command`, a line as a shell would read it, for a game, and waits until it is ready.
    ///
    /// # Errors
    /// When it cannot be started or does not greet.
    pub fn start(command: &str, game: &'static str) -> Result<Engine, Refusal> {
        let short: String = command.chars().take(80).collect();
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| fault("engine.command", &short))?;
        let started = Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| fault("engine.start", &short).with("why", error.to_string()));
        let mut child = started?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (say, to_say) = mpsc::channel();
        let (heard, hear) = mpsc::sync_channel(LINES);
        if let (Some(input), Some(output)) = (input, output) {
            thread::spawn(move || write_lines(input, &to_say));
            thread::spawn(move || read_lines(output, &heard));
        }
        let mut engine = Engine { name: short, game, child, say: Some(say), hear };
        engine.greet()?;
        Ok(engine)
    }

    /// What it calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn greet(&mut self) -> Result<(), Refusal> {
        let by = Instant::now() + GREETING;
        self.say("ugi");
        while let Some(line) = self.next_line(by)? {
            if let Some(name) = line.strip_prefix("id name ") {
                self.name = name.trim().chars().take(80).collect();
            }
            if line == "ugiok" {
                self.say(&format!("uginewgame {}", self.game));
                return self.ready();
            }
        }
        Err(self.silent(GREETING))
    }

    fn ready(&mut self) -> Result<(), Refusal> {
        let by = Instant::now() + GREETING;
        self.say("isready");
        while let Some(line) = self.next_line(by)? {
            if line == "readyok" {
                return Ok(());
            }
        }
        Err(self.silent(GREETING))
    }

    /// Says a line; one that is not heard shows when no answer comes.
    fn say(&self, line: &str) {
        if let Some(say) = &self.say {
            let _ = say.send(format!("{line}\n"));
        }
    }

    /// The next line that it says; nothing when the time is over.
    fn next_line(&self, by: Instant) -> Result<Option<String>, Refusal> {
        match self.hear.recv_timeout(by.saturating_duration_since(Instant::now())) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(fault("engine.ended", &self.name)),
        }
    }

    fn silent(&self, after: Duration) -> Refusal {
        fault("engine.silent", &self.name).with("seconds", after.as_secs().max(1))
    }

    /// Puts the question: all that the engine is ever told about a table leaves here.
    fn ask(&self, table: &dyn Table, seat: Seat) {
        self.say(&format!("seat {seat}"));
        self.say(&format!("view {}", table.view(Viewer::Seat(seat))));
        self.say(&format!("options {}", table.options(seat).join("\t")));
        let controls = table.prompt(seat).map(|prompt| prompt.controls).unwrap_or_default();
        if !controls.is_empty() {
            let json = serde_json::to_string(&controls).expect("controls are plain data");
            self.say(&format!("controls {json}"));
        }
    }

    /// Lets it think; gives the time that it has.
    fn go(&self, budget: &Budget) -> Duration {
        let left = budget.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let mut go = String::from("go");
        let nodes = budget.nodes.filter(|_| !budget.is_endless());
        if let Some(nodes) = nodes {
            let _ = write!(go, " nodes {nodes}");
        }
        let time = match left {
            Some(left) if budget.is_endless() => Some(left),
            Some(left) if nodes.is_none() => Some(left.min(USUAL)),
            None if nodes.is_none() => Some(USUAL),
            left => left,
        };
        if let Some(time) = time {
            let _ = write!(go, " movetime {}", time.as_millis().max(1));
        }
        self.say(&go);
        time.unwrap_or(LONGEST)
    }

    /// Waits for `bestmove`; tells it to stop when the answer is needed.
    fn answer(&self, time: Duration, budget: &Budget) -> Result<(String, Info), Refusal> {
        let mut by = Instant::now() + time + GRACE;
        let mut stopped = false;
        let mut info = Info::default();
        loop {
            let now = Instant::now();
            if !stopped && (now >= by || budget.stop.load(Ordering::Relaxed)) {
                stopped = true;
                self.say("stop");
                by = now + GRACE;
            } else if now >= by {
                return Err(self.silent(time + 2 * GRACE));
            }
            let Some(line) = self.next_line(by.min(now + GLANCE))? else { continue };
            if let Some(action) = line.strip_prefix("bestmove ") {
                return Ok((action.trim().to_owned(), info));
            }
            if let Some(told) = line.strip_prefix("info ") {
                info.hear(told);
            }
        }
    }
}

impl Chosen for Engine {
    fn choose(&mut self, table: &dyn Table, seat: Seat, budget: &mut Budget) -> Result<Told, Refusal> {
        self.ask(table, seat);
        let begun = Instant::now();
        let mut tries = 0;
        let (action, info) = loop {
            let time = self.go(budget);
            let (action, info) = self.answer(time, budget)?;
            let Err(refusal) = table.check(seat, &action) else { break (action, info) };
            tries += 1;
            if tries == TRIES || begun.elapsed() > time + GRACE {
                let short: String = action.chars().take(60).collect();
                return Err(fault("engine.illegal", &self.name)
                    .with("text", short)
                    .with("rule", refusal.rule));
            }
            self.say(&format!("refused {}", refusal.rule));
        };
        let line = if info.line.first() == Some(&action) { info.line } else { vec![action.clone()] };
        let why = ("hint.engine", vec![("name", self.name.clone().into())]);
        Ok(Told { action, win: info.score, line, nodes: info.nodes, why })
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.say("quit");
        // The thread that writes ends, and with it the engine's input.
        self.say = None;
        let by = Instant::now() + FAREWELL;
        while Instant::now() < by {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(FAREWELL / 40),
                _ => return,
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What an engine has said about its thought.
#[derive(Debug, Default)]
struct Info {
    score: Option<f32>,
    nodes: u64,
    line: Vec<String>,
}

impl Info {
    /// `score 0.62 nodes 4000 time 12 line c3-c4⇥@6`; the line comes last, words that nobody knows are passed over.
    fn hear(&mut self, told: &str) {
        let (told, line) = match told.split_once("line ") {
            Some((told, line)) => (told, line.split('\t').map(str::to_owned).collect()),
            None => (told, Vec::new()),
        };
        let words: Vec<&str> = told.split_whitespace().collect();
        if words.first() == Some(&"string") {
            return;
        }
        for pair in words.windows(2) {
            match pair[0] {
                "score" => self.score = pair[1].parse().ok().filter(|score| (0.0..=1.0).contains(score)),
                "nodes" => self.nodes = pair[1].parse().unwrap_or(self.nodes),
                _ => {}
            }
        }
        if !line.is_empty() {
            self.line = line;
        }
    }
}

fn fault(key: &'static str, name: &str) -> Refusal {
    Refusal::by("engine", key).with("name", name.to_owned())
}

fn write_lines(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Hands on what the engine says, line by line, until it ends or says a line without end.
fn read_lines(output: ChildStdout, lines: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        match output.by_ref().take(LINE).read_until(b'\n', &mut line) {
            Ok(read) if read > 0 && line.ends_with(b"\n") => {}
            _ => return,
        }
        let line = String::from_utf8_lossy(&line).trim_end().to_owned();
        if lines.send(line).is_err() {
            return;
        }
    }
}
