//! Squadro's solution: where its files lie, and who plays by them.
//!
//! With all files there is one more level, perfect, and every move is known. Without them the end of a game is solved
//! on the spot: for strong from level 10 on, for expert from level 8 on. What is found out depends on the position alone,
//! so that the levels play the same game on every machine.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, RwLock, atomic::AtomicBool},
};

use search::{Level, Player, Think};
use squadro::{Action, Lane, Oracle, Squadro, Truth};
use squadro_solved::{Ahead, Late, Layer, Library, Perfect, Source, Value};
use table::{Game, Log, Step, Turn};

use crate::known::{Known, Mark};

/// Where the files of the solution lie in a data folder.
pub fn folder_in(data: &Path) -> PathBuf {
    data.join("squadro")
}

/// Names the data folder of this process: where the solution is looked for.
pub fn look_in(data: &Path) {
    let library = Arc::new(Library::open(&folder_in(data)));
    *LIBRARY.write().unwrap_or_else(|poison| poison.into_inner()) = Some(library);
}

/// Why there is no whole solution; none when there is one, or when nobody said where to look.
pub fn fault() -> Option<squadro_solved::Error> {
    match library() {
        Some(_) => None,
        None => LIBRARY.read().unwrap_or_else(|poison| poison.into_inner()).as_ref()?.fault(),
    }
}

static LIBRARY: RwLock<Option<Arc<Library>>> = RwLock::new(None);

/// The solution, when it is whole.
fn library() -> Option<Arc<Library>> {
    let known = LIBRARY.read().unwrap_or_else(|poison| poison.into_inner()).clone()?;
    if known.is_whole() {
        return Some(known);
    }
    // Perhaps it has been solved since: files that are there now are opened anew.
    let now = Arc::new(Library::open(known.folder()));
    let whole = now.has_all_files() && now.is_whole();
    if whole {
        *LIBRARY.write().unwrap_or_else(|poison| poison.into_inner()) = Some(Arc::clone(&now));
    }
    whole.then_some(now)
}

/// What is found out on the spot, and from which level on.
#[derive(Clone, Copy, Debug)]
struct Spot {
    level: u8,
    /// What is solved before the game comes to that level, beside the search: from which level on, until another one takes
    /// its place.
    ahead: &'static [(u8, Ahead)],
    /// The shortest way to the next arrival is worked out after so many quiet moves, in layers of so many placements.
    patience: (u64, u16),
}

/// For strong: everything is solved, within about 50 milliseconds on two cores. Only where all ten pieces have turned and
/// none is home it would take longer, so that is solved ahead. (To solve more ahead would let go of it again.)
const QUICK: Spot = Spot { level: 10, ahead: &AHEAD, patience: (500_000, 24) };
/// Two moves are enough for the one large layer, and a game that comes there from level 5 gives each side as many.
const AHEAD: [(u8, Ahead); 1] = [(5, Ahead { level: 10, work: 1_000_000, until: 10, words: 1_100_000 })];
/// For expert, and for analysis: within a second, and without the ways in large layers, which would take much memory.
const THOROUGH: Spot = Spot { level: 8, ahead: &AHEAD_OF_LARGE, patience: (2_000_000, 40) };
/// Where eight pieces have turned and none is home there is three times as much to solve as anywhere else on level 8. On
/// level 6 it is not yet known which eight: what is solved ahead then serves them all, and goes on on level 7. Half of the
/// work is left; to keep more would take too much memory.
const AHEAD_OF_LARGE: [(u8, Ahead); 2] = [
    (6, Ahead { level: 6, work: 20_000_000, until: 12, words: 4_500_000 }),
    (7, Ahead { level: 7, work: 10_000_000, until: 11, words: 4_500_000 }),
];
/// So many moves that may follow are told.
const TOLD: usize = 5;

impl Spot {
    fn holds(self, game: &Squadro) -> bool {
        Layer::of(game).level() >= self.level
    }
}

/// So many threads solve one end of a game: what they find is the same with any number.
fn threads() -> usize {
    const MOST: usize = 2;
    std::thread::available_parallelism().map_or(1, usize::from).min(MOST)
}

/// Finds out how the end of a game goes.
struct OnTheSpot {
    spot: Spot,
    perfect: Perfect,
}

impl Oracle for OnTheSpot {
    fn knows(&self, game: &Squadro) -> bool {
        self.spot.holds(game)
    }

    fn prepare(&self, game: &Squadro) {
        let (game, level) = (*game, Layer::of(game).level());
        if let Some(&(_, ahead)) = self.spot.ahead.iter().rfind(|(from, _)| level >= *from) {
            // Nobody waits for it.
            std::thread::spawn(move || Late::shared().solve_ahead(&game, ahead));
        }
    }

    fn tell(&self, game: &Squadro, stop: &AtomicBool) -> Option<Truth> {
        Late::shared().solve_moves(game, threads(), stop).ok()?;
        truth(&self.perfect, Source::Late(Late::shared()), game)
    }
}

/// Knows everything from the files.
struct FromFiles {
    library: Arc<Library>,
    perfect: Perfect,
}

impl Oracle for FromFiles {
    fn knows(&self, _: &Squadro) -> bool {
        true
    }

    fn tell(&self, game: &Squadro, _: &AtomicBool) -> Option<Truth> {
        truth(&self.perfect, Source::Files(&self.library), game)
    }
}

/// The best move; none when a file turns out to be damaged: whoever asked then thinks for himself.
fn truth(perfect: &Perfect, source: Source, game: &Squadro) -> Option<Truth> {
    let choice = perfect.choose(source, game).ok().flatten()?;
    let worth = choice.value.for_seat(game.mover()?);
    // A win that R13 stops is a draw on this board.
    let worth = if choice.in_time { worth } else { 0 };
    let follows = follows(perfect, source, game, choice.lane);
    Some(Truth { lane: choice.lane, follows, worth, arrival: choice.depth })
}

/// What follows a move when both play perfectly, up to the next arrival (beyond it another layer would have to be read) or
/// to where moves would have to be counted for the line alone.
fn follows(perfect: &Perfect, source: Source, game: &Squadro, lane: Lane) -> Vec<Lane> {
    let mut follows = Vec::new();
    let is_counted = perfect.counts(game);
    let (mut game, mut lane) = (*game, lane);
    while let (Turn::Act(seats), true) = (game.turn(), follows.len() < TOLD) {
        game.play(&Step::Act(seats.first(), Action::Move(lane)), &mut Log::off());
        if game.quiet() == 0 || perfect.counts(&game) && !is_counted {
            break;
        }
        let Ok(Some(next)) = perfect.choose(source, &game) else { break };
        lane = next.lane;
        follows.push(lane);
    }
    follows
}

impl Known for Squadro {
    fn levels() -> &'static [Level] {
        const WITH_PERFECT: &[Level] =
            &[Level::Novice, Level::Casual, Level::Strong, Level::Expert, Level::Perfect];
        if library().is_some() { WITH_PERFECT } else { <Squadro as Think>::levels() }
    }

    fn player(level: Level) -> Option<Box<dyn Player<Squadro>>> {
        let on_the_spot = |spot| -> Option<Box<dyn Oracle>> {
            Some(Box::new(OnTheSpot { spot, perfect: Perfect::patient(spot.patience.0, spot.patience.1) }))
        };
        let oracle = match level {
            Level::Strong => on_the_spot(QUICK),
            Level::Expert => on_the_spot(THOROUGH),
            Level::Perfect => {
                Some(Box::new(FromFiles { library: library()?, perfect: Perfect::default() }) as _)
            }
            _ => None,
        };
        squadro::player(level, oracle)
    }

    fn marks(&self) -> Option<Vec<(Action, Mark)>> {
        let Turn::Act(seats) = self.turn() else { return None };
        let moves = match library() {
            Some(library) => Source::Files(&library).moves(self).ok()?,
            None if THOROUGH.holds(self) => {
                Late::shared().solve_moves(self, threads(), &AtomicBool::new(false)).ok()?;
                Source::Late(Late::shared()).moves(self).ok()?
            }
            None => return None,
        };
        let mark = |value: Value| match value.for_seat(seats.first()) {
            1 => Mark::Won,
            0 => Mark::Drawn,
            _ => Mark::Lost,
        };
        let marked = |(lane, value): (Lane, Value)| (Action::Move(lane), mark(value));
        Some(moves.into_iter().map(marked).collect())
    }
}

#[cfg(test)]
mod tests {
    use table::Show;

    use super::*;

    #[test]
    fn for_the_line_alone_no_moves_are_counted() {
        let line = |quiet: u16| {
            let text = format!("12,12,12,6,0 12,12,6,6,0 top {quiet}");
            let game = Squadro::set_up(&text).unwrap();
            let perfect = Perfect::patient(0, 10);
            let source = Source::Late(Late::shared());
            let choice = perfect.choose(source, &game).unwrap().unwrap();
            assert_ne!(choice.value, Value::Draw);
            follows(&perfect, source, &game, choice.lane).len()
        };
        // Two moves on the count would begin.
        assert_eq!(line(8), 1);
        assert!(line(10) > 1, "where it has begun it goes on");
    }
}
