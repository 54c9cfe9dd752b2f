//! The board as text, and what a hand can touch.

use serde_json::json;
use table::{Game, Gesture, Log, Outcome, Refusal, Seat, Show, Step, Turn, Words, values};

use crate::{Action, DOTS, Event, HOME, Lane, Squadro, TURN, crossing, seat, side};

impl Show for Squadro {
    /// Top's pieces are `▼` going out and `▲` coming back, left's are `▶` and `◀`; a piece that is home is a
    /// tick on its start square. Dots are the speeds.
    fn picture(view: &Squadro, words: &Words) -> String {
        let [top, left] = Seat::BOTH.map(|seat| view.progresses(seat));
        let dots = |seat: Seat, lane: usize, back: bool| {
            let out = usize::from(DOTS[seat][lane]);
            "•".repeat(if back { 4 - out } else { out })
        };
        let columns = |cell: &dyn Fn(usize) -> String| {
            (0..5).map(|lane| format!("{:^6}", cell(lane))).collect::<String>()
        };
        let rule = |a: &str, b: &str, c: &str| format!("{:9}{a}{}{c}", "", ["─────"; 5].join(b));
        let edges = |line: &str, note: String| format!("{:10}{line}  {note}", "");

        let mut lines = vec![
            edges(&columns(&|lane| (lane + 1).to_string()), String::new()),
            edges(&columns(&|lane| dots(Seat::One, lane, false)), tally(view, Seat::One, words)),
            edges(&columns(&|lane| base(top[lane], "▼").into()), tally(view, Seat::Two, words)),
            rule("┌", "┬", "┐"),
        ];
        for (row, &at) in left.iter().enumerate() {
            let cells = (0..5).map(|column| {
                let across = usize::from(crossing(at)) == column + 1;
                let down = usize::from(crossing(top[column])) == row + 1;
                let mark = match (across, down) {
                    (true, _) => arrow(at, "▶", "◀"),
                    (_, true) => arrow(top[column], "▼", "▲"),
                    _ => " ",
                };
                format!("  {mark}  ")
            });
            let cells = cells.collect::<Vec<_>>().join("│");
            let out = format!("{} {:>3} {}", row + 1, dots(Seat::Two, row, false), base(at, "▶"));
            let back = format!("{} {}", turned(at, "◀"), dots(Seat::Two, row, true));
            lines.push(format!(" {out} │{cells}│ {back}"));
            if row < 4 {
                lines.push(rule("├", "┼", "┤"));
            }
        }
        lines.push(rule("└", "┴", "┘"));
        lines.push(edges(&columns(&|lane| turned(top[lane], "▲").into()), status(view, words)));
        lines.push(edges(&columns(&|lane| dots(Seat::One, lane, true)), quiet(view, words)));
        lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
    }

    fn gesture(&self, seat: Seat, action: &Action) -> Gesture {
        let (Action::Move(lane) | Action::Theirs(lane)) = *action;
        let owner = if matches!(action, Action::Move(_)) { seat } else { !seat };
        let mut gesture = Gesture::on(format!("{}{lane}", side(owner)));
        if self.check(seat, action).is_ok() {
            let key = char::from(b'0' + lane.number());
            gesture = gesture.key(key).preview(preview(self, seat, lane));
        }
        gesture
    }

    fn attempt(_: &Squadro, mover: Seat, from: &str, _: Option<&str>) -> Vec<Action> {
        // A piece has one way to go, so where a drag ends does not matter.
        let Some(number) = from.find(|c: char| c.is_ascii_digit()) else { return Vec::new() };
        let (owner, lane) = from.split_at(number);
        match (seat(owner), lane.parse()) {
            (Some(owner), Ok(lane)) if owner == mover => vec![Action::Move(lane)],
            (Some(_), Ok(lane)) => vec![Action::Theirs(lane)],
            _ => Vec::new(),
        }
    }

    fn set_up(text: &str) -> Result<Squadro, Refusal> {
        Squadro::read(text)
    }
}

/// Where a move would end and whom it would send back.
fn preview(game: &Squadro, seat: Seat, lane: Lane) -> serde_json::Value {
    let mut after = *game;
    let mut log = Log::on();
    after.play(&Step::Act(seat, Action::Move(lane)), &mut log);
    let sent_back: Vec<_> = log
        .into_events()
        .into_iter()
        .filter_map(|event| match event {
            Event::SentBack { lane, to, .. } => Some(json!({ "lane": lane, "to": to })),
            _ => None,
        })
        .collect();
    json!({
        "seat": seat,
        "lane": lane.number(),
        "from": game.progresses(seat)[lane.index()],
        "to": after.progresses(seat)[lane.index()],
        "sent_back": sent_back,
    })
}

fn arrow(progress: u8, out: &'static str, back: &'static str) -> &'static str {
    if progress < TURN { out } else { back }
}

/// What lies on a start square.
fn base(progress: u8, out: &'static str) -> &'static str {
    match progress {
        0 => out,
        HOME => "✓",
        _ => "·",
    }
}

/// What lies on a turning square.
fn turned(progress: u8, back: &'static str) -> &'static str {
    if progress == TURN { back } else { "·" }
}

/// How many pieces a side has at home.
fn tally(view: &Squadro, seat: Seat, words: &Words) -> String {
    let home = view.progresses(seat).into_iter().filter(|&p| p == HOME).count();
    words.say("squadro.board.home", &values([("seat", seat.into()), ("count", home.into())]))
}

/// Who moves, or how it ended.
fn status(view: &Squadro, words: &Words) -> String {
    match view.turn() {
        Turn::Chance => words.text("squadro.board.first"),
        Turn::Over(Outcome { winner: Some(seat), .. }) => {
            words.say("squadro.board.won", &values([("seat", seat.into())]))
        }
        Turn::Over(Outcome { winner: None, .. }) => words.text("squadro.board.drawn"),
        Turn::Act(seats) => words.say("squadro.board.to-move", &values([("seat", seats.first().into())])),
    }
}

/// The quiet count (R13), once it has begun.
fn quiet(view: &Squadro, words: &Words) -> String {
    if view.quiet() == 0 || view.limit() == 0 {
        return String::new();
    }
    let values = values([("quiet", view.quiet().into()), ("limit", view.limit().into())]);
    words.say("squadro.board.quiet", &values)
}
