//! Exact values late in the game without files: everything that can follow is solved on the spot and kept.

use std::{
    collections::BTreeSet,
    sync::{
        Arc, Condvar, Mutex, MutexGuard,
        atomic::{AtomicBool, Ordering},
    },
};

use squadro::Squadro;
use table::{Game, Seat};

use crate::{
    Error,
    layer::{self, LEVELS, Layer, Spot},
    solve::{Level, solve_layer},
    values::{Value, Values},
};

/// The most bytes of solved layers that are kept; the rest is quickly solved again.
const KEPT: usize = 32 << 20;

/// Fewer placements are solved on one thread: sooner than others would begin.
const SHARED: u64 = 100_000;

/// Solved ends of games. One for a process ([`Late::shared`]) is enough: it solves one position at a time and knows
/// everything that can follow it.
#[derive(Debug, Default)]
pub struct Late {
    known: Mutex<Level>,
    at_work: Mutex<()>,
}

impl Late {
    /// The one of this process.
    pub fn shared() -> &'static Late {
        static SHARED: std::sync::OnceLock<Late> = std::sync::OnceLock::new();
        SHARED.get_or_init(Late::default)
    }

    /// The value of a position, if it is known already. Never waits for a solve.
    pub fn value(&self, game: &Squadro) -> Option<Value> {
        if let Some(winner) = game.turn().outcome().and_then(|outcome| outcome.winner) {
            return Some(Value::Win(winner));
        }
        let layer = Layer::of(game);
        let known = self.known.lock().expect("nobody panics here");
        let values = known.get(&layer).or_else(|| known.get(&layer.turned())).map(Arc::clone)?;
        drop(known);
        Some(values.get(&Spot::within(values.layer, game)?))
    }

    /// The work of solving everything that can follow a position, whatever is known, in words of rows: one core goes
    /// through about ten million in a second.
    pub fn work(game: &Squadro) -> u64 {
        layer::words(Layer::of(game).turned_for_speed())
    }

    /// Solves a position and everything that can follow it, unless it is known. One such solve runs at a time; others
    /// wait for it.
    ///
    /// # Errors
    /// [`Error::Stopped`] when `stop` was set; [`Error::Impossible`] for a position that no game leads to.
    pub fn solve(&self, game: &Squadro, threads: usize, stop: &AtomicBool) -> Result<Value, Error> {
        if let Some(value) = self.value(game) {
            return Ok(value);
        }
        let spot = Spot::of(game).ok_or(Error::Impossible)?;
        let layer = spot.layer.turned_for_speed();
        let _one_at_a_time = self.at_work.lock().unwrap_or_else(|poison| poison.into_inner());
        self.solve_layers(layer, threads, stop)?;
        self.value(game).ok_or(Error::Stopped)
    }

    /// Solves some of what may follow a position, the latest layers first, until it is about so many `words` more: that
    /// which can follow those layers of a level after which more than so much `work` is to be done. Does nothing while
    /// something else is solved.
    pub fn solve_ahead(&self, game: &Squadro, level: u8, work: u64, words: u64) {
        let Ok(_one_at_a_time) = self.at_work.try_lock() else { return };
        let here = Layer::of(game);
        let layers = Layer::on_level(level).into_iter().filter(|&layer| follows(here, layer));
        let large = layers
            .map(Layer::turned_for_speed)
            .find(|&layer| layer::words(layer) > work && !self.knows(layer));
        if let Some(first) = large {
            let stop = AtomicBool::new(false);
            let job = Job { most: words, ..self.job(first, &stop, |_| true) };
            job.work();
            self.keep(job);
        }
    }

    fn knows(&self, layer: Layer) -> bool {
        self.known.lock().expect("nobody panics here").contains_key(&layer)
    }

    /// A layer turned as it is known, or else as it is solved.
    pub(crate) fn turned(&self, layer: Layer) -> Layer {
        let known = [layer, layer.turned()].into_iter().find(|&layer| self.knows(layer));
        known.unwrap_or_else(|| layer.turned_for_speed())
    }

    /// A layer whose values are known or found now.
    pub(crate) fn layer(&self, layer: Layer) -> Result<Arc<Values>, Error> {
        let known = |late: &Late| late.known.lock().expect("nobody panics here").get(&layer).map(Arc::clone);
        if let Some(values) = known(self) {
            return Ok(values);
        }
        let _one_at_a_time = self.at_work.lock().unwrap_or_else(|poison| poison.into_inner());
        self.solve_layers(layer, 1, &AtomicBool::new(false))?;
        known(self).ok_or(Error::Stopped)
    }

    fn solve_layers(&self, first: Layer, threads: usize, stop: &AtomicBool) -> Result<(), Error> {
        let job = self.job(first, stop, |_| true);
        let threads = if job.placements() < SHARED { 1 } else { threads };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| job.work());
            }
            job.work();
        });
        if self.keep(job) { Ok(()) } else { Err(Error::Stopped) }
    }

    /// Does something beside which others solve what can follow `first` in those layers that `which` takes; they stop
    /// when it is done, or after so many words.
    pub(crate) fn beside<T>(
        &self,
        first: Layer,
        which: impl Fn(Layer) -> bool,
        most: u64,
        threads: usize,
        stop: &AtomicBool,
        something: impl FnOnce(&Job) -> T,
    ) -> T {
        let _one_at_a_time = self.at_work.lock().unwrap_or_else(|poison| poison.into_inner());
        // What was solved unasked may be asked for at any time.
        let job = Job { most, keep_all: true, ..self.job(first, stop, which) };
        let done = std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| job.work());
            }
            let done = something(&job);
            job.end();
            done
        });
        self.keep(job);
        done
    }

    fn job<'j>(&self, first: Layer, stop: &'j AtomicBool, which: impl Fn(Layer) -> bool) -> Job<'j> {
        let known = self.known.lock().expect("nobody panics here").clone();
        let mut waiting = missing(first, &known, which);
        // The last level first, and on each the largest layer, so that no thread is left alone with one.
        waiting.sort_by_key(|layer| std::cmp::Reverse((layer.level(), layer.placements())));
        let state = State { known, waiting, in_work: Vec::new(), solved: 0 };
        let (state, news, is_over) = (Mutex::new(state), Condvar::new(), false.into());
        Job { first, most: u64::MAX, keep_all: false, stop, is_over, state, news }
    }

    /// Keeps what a job found out; whether that is everything.
    fn keep(&self, job: Job) -> bool {
        let State { mut known, waiting, .. } = job.state.into_inner().expect("nobody panics here");
        let_go(&mut known, job.first, job.first.level());
        *self.known.lock().expect("nobody panics here") = known;
        waiting.is_empty()
    }
}

/// A solve, shared by its threads.
pub(crate) struct Job<'j> {
    first: Layer,
    /// No more than so many words are solved unasked.
    most: u64,
    /// Does not let go of anything before the end.
    keep_all: bool,
    stop: &'j AtomicBool,
    is_over: AtomicBool,
    state: Mutex<State>,
    /// Told whenever one more layer is known.
    news: Condvar,
}

/// How far a solve is.
struct State {
    known: Level,
    waiting: Vec<Layer>,
    in_work: Vec<Layer>,
    /// The words that have been solved.
    solved: u64,
}

impl Job<'_> {
    /// A layer, turned as those of the job are.
    pub(crate) fn turned(&self, layer: Layer) -> Layer {
        layer.turned_like(self.first)
    }

    /// The placements that are to be solved.
    fn placements(&self) -> u64 {
        let state = self.state.lock().expect("nobody panics here");
        state.waiting.iter().map(|layer| 2 * layer.placements()).sum()
    }

    /// Solves one layer after another, as soon as those are known that it leads to.
    fn work(&self) {
        let enough = |state: &State| state.waiting.is_empty() || state.solved >= self.most;
        drop(self.work_until(enough, |_| true));
    }

    /// A layer that is known or solved now; none when it is no part of the job, or when the job was stopped.
    pub(crate) fn layer(&self, layer: Layer) -> Option<Arc<Values>> {
        let state = self.work_until(|state| !state.lacks(layer), |other| follows(layer, other));
        state.known.get(&layer).map(Arc::clone)
    }

    /// Solves such layers, as soon as those are known that they lead to, until that is enough.
    fn work_until(
        &self,
        enough: impl Fn(&State) -> bool,
        which: impl Fn(Layer) -> bool,
    ) -> MutexGuard<'_, State> {
        let mut state = self.state.lock().expect("nobody panics here");
        while !enough(&state) && !self.stop.load(Ordering::Relaxed) && !self.is_over.load(Ordering::Relaxed) {
            let Some((layer, after)) = state.next(&which) else {
                state = self.news.wait(state).expect("nobody panics here");
                continue;
            };
            drop(state);
            let values = solve_layer(layer, &after);
            state = self.state.lock().expect("nobody panics here");
            let level = state.add(layer, values);
            if let (Some(level), false) = (level, self.keep_all) {
                let_go(&mut state.known, self.first, level);
            }
            self.news.notify_all();
        }
        self.news.notify_all();
        state
    }

    /// Nothing more is asked for.
    fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
        let _state = self.state.lock().expect("nobody panics here");
        self.news.notify_all();
    }
}

impl State {
    /// Whether a layer is still to be solved.
    fn lacks(&self, layer: Layer) -> bool {
        self.waiting.contains(&layer) || self.in_work.contains(&layer)
    }

    /// Such a layer that can be solved now, and those that it leads to.
    fn next(&mut self, which: impl Fn(Layer) -> bool) -> Option<(Layer, Level)> {
        let is_known = |layer: &Layer| layer.next().iter().all(|next| self.known.contains_key(next));
        let is_next = |layer: &Layer| which(*layer) && is_known(layer);
        let layer = self.waiting.remove(self.waiting.iter().position(is_next)?);
        self.in_work.push(layer);
        let after = layer.next().into_iter().map(|next| (next, Arc::clone(&self.known[&next])));
        Some((layer, after.collect()))
    }

    /// One more layer is known. Tells its level when that and all later ones are.
    fn add(&mut self, layer: Layer, values: Values) -> Option<u8> {
        self.known.insert(layer, Arc::new(values));
        self.in_work.retain(|other| *other != layer);
        self.solved += layer::own_words(layer);
        let latest = |layers: &[Layer]| layers.iter().map(|layer| layer.level()).max();
        let level = latest(&self.waiting).max(latest(&self.in_work));
        level.is_none_or(|level| level < layer.level()).then_some(layer.level())
    }
}

/// Such layers among all that can follow the first one, itself included, that have to be solved before they are known.
fn missing(first: Layer, known: &Level, which: impl Fn(Layer) -> bool) -> Vec<Layer> {
    let mut seen = BTreeSet::new();
    let mut missing = Vec::new();
    let mut ask = vec![first];
    while let Some(layer) = ask.pop() {
        let is_wanted = which(layer);
        if is_wanted && known.contains_key(&layer) || !seen.insert(layer) {
            continue;
        }
        if is_wanted {
            missing.push(layer);
        }
        ask.extend(layer.next());
    }
    missing
}

/// Whether a game can come from a layer to another.
fn follows(first: Layer, layer: Layer) -> bool {
    let later = |seat| first.phases(seat).iter().zip(layer.phases(seat)).all(|(a, b)| *a <= b);
    Seat::BOTH.into_iter().all(later)
}

/// Lets go of layers until what is kept is small enough, when the layers that lead to `first` are solved down to
/// `level`: those of other games, then the latest, which are the quickest to solve again.
fn let_go(known: &mut Level, first: Layer, level: u8) {
    let mut bytes: usize = known.values().map(|values| values.bytes()).sum();
    let mut let_go_if = |test: &dyn Fn(&Layer) -> bool| {
        if bytes > KEPT {
            known.retain(|layer, values| {
                let keep = !test(layer);
                bytes -= if keep { 0 } else { values.bytes() };
                keep
            });
        }
    };
    let_go_if(&|layer| layer.turned_like(first) != *layer || !follows(first, *layer));
    for latest in (level + 2..=*LEVELS.end()).rev() {
        let_go_if(&|layer| layer.level() == latest);
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::mpsc, time::Duration};

    use super::*;
    use crate::{
        depth::{Depths, Enough},
        work::Work,
    };

    fn position(top: [u8; 5], left: [u8; 5]) -> Squadro {
        Squadro::at(top, left, Seat::One, 0, 0).unwrap()
    }

    #[test]
    fn one_solve_runs_at_a_time_and_what_is_known_is_told_meanwhile() {
        let late = Late::default();
        let (known, other) = (
            position([12, 12, 12, 6, 3], [12, 12, 6, 6, 8]),
            position([12, 12, 6, 6, 0], [12, 12, 12, 6, 2]),
        );
        let value = late.solve(&known, 1, &false.into()).unwrap();
        assert_eq!(late.value(&other), None);
        // A solve that takes as long as we like.
        let at_work = late.at_work.lock().unwrap();
        let (send, receive) = mpsc::channel();
        std::thread::scope(|scope| {
            scope.spawn(|| send.send(late.solve(&other, 2, &false.into())).unwrap());
            receive.recv_timeout(Duration::from_millis(300)).expect_err("the other solve waits");
            assert_eq!(late.value(&known), Some(value), "nobody else waits");
            assert_eq!(late.solve(&known, 1, &false.into()).unwrap(), value, "not even for a known value");
            assert_eq!(late.value(&other), None);
            drop(at_work);
            let value = receive.recv_timeout(Duration::from_secs(60)).expect("now it goes on").unwrap();
            assert_eq!(late.value(&other), Some(value));
        });
    }

    /// A layer may be known when what it leads to has been let go of; a search that goes on in it needs that again.
    #[test]
    fn what_follows_a_known_layer_is_missing_where_the_layer_itself_is_not_wanted() {
        let first = Layer::of(&position([12, 12, 6, 6, 0], [12, 12, 12, 6, 2]));
        let known = Level::from([(first, Arc::new(Values::new(first, [1, 1])))]);
        assert_eq!(missing(first, &known, |_| true), []);
        let missing = missing(first, &known, |layer| layer != first);
        assert!(!missing.contains(&first) && first.next().iter().all(|next| missing.contains(next)));
    }

    #[test]
    fn a_stopped_solve_is_taken_up_again_on_any_number_of_threads() {
        let game = position([12, 8, 6, 6, 3], [12, 8, 6, 6, 8]);
        let late = Late::default();
        assert!(matches!(late.solve(&game, 2, &true.into()), Err(Error::Stopped)));
        assert_eq!(late.value(&game), None);
        let value = late.solve(&game, 2, &false.into()).unwrap();
        assert_eq!(Late::default().solve(&game, 1, &false.into()).unwrap(), value);
    }

    #[test]
    fn what_may_follow_is_solved_ahead_bit_by_bit() {
        let (before, after) =
            (position([12, 12, 6, 6, 5], [12, 12, 6, 6, 8]), position([12, 12, 6, 6, 6], [12, 12, 6, 6, 8]));
        let (level, work) = (Layer::of(&after).level(), Late::work(&after));
        let late = Late::default();
        let solved = || late.known.lock().unwrap().keys().map(|layer| layer::own_words(*layer)).sum::<u64>();
        late.solve_ahead(&before, level, work, 1000);
        assert_eq!(solved(), 0, "that is not too much to be solved at once");
        let mut turns = 0;
        while late.value(&after).is_none() {
            let before_it = solved();
            late.solve_ahead(&before, level, work - 1, work / 4);
            let largest = layer::own_words(Layer::of(&after));
            assert!(
                (work / 4..work / 4 + largest).contains(&(solved() - before_it))
                    || late.value(&after).is_some()
            );
            turns += 1;
        }
        assert!((2..=4).contains(&turns), "{turns}");
        assert_eq!(late.value(&after), Some(Late::default().solve(&after, 1, &false.into()).unwrap()));
        assert_eq!(late.value(&before), None);
    }

    /// All positions of a layer, with either side to move.
    fn positions(layer: Layer) -> Vec<Squadro> {
        let mut sides = Vec::new();
        for seat in Seat::BOTH {
            let mut all = vec![Vec::new()];
            for places in layer.places(seat) {
                all = all
                    .iter()
                    .flat_map(|own| places.iter().map(move |place| [&own[..], &[*place]].concat()))
                    .collect();
            }
            sides.push(all);
        }
        let [top, left] = &sides[..] else { unreachable!("there are two seats") };
        let side = |places: &[u8]| <[u8; 5]>::try_from(places).unwrap();
        let all = top.iter().flat_map(|top| left.iter().map(move |left| (side(top), side(left))));
        all.flat_map(|(top, left)| Seat::BOTH.map(|seat| Squadro::at(top, left, seat, 0, 0).ok()))
            .flatten()
            .collect()
    }

    #[test]
    fn turned_layers_have_the_same_values_and_depths() {
        let stop = AtomicBool::new(false);
        let (mut won, mut drawn) = ([0; 2], 0);
        for (top, left) in [
            ([12, 12, 12, 6, 3], [12, 12, 6, 6, 8]),
            ([6, 12, 6, 12, 0], [6, 12, 12, 0, 12]),
            // Here and in a layer that follows there are draws.
            ([0, 12, 6, 6, 12], [0, 12, 12, 0, 12]),
            ([0, 12, 6, 0, 12], [6, 12, 12, 0, 12]),
        ] {
            let layer = Layer::of(&position(top, left));
            let lates = [layer, layer.turned()].map(|layer| {
                let late = Late::default();
                late.solve_layers(layer, 2, &stop).unwrap();
                assert_eq!(late.turned(layer), layer);
                late
            });
            let positions = positions(layer);
            for game in &positions {
                let [value, turned] = lates.each_ref().map(|late| late.value(game).unwrap());
                assert_eq!(value, turned, "{game}");
                match value {
                    Value::Win(winner) => won[winner as usize] += 1,
                    Value::Draw => drawn += 1,
                }
            }
            for winner in Seat::BOTH {
                let is_won = |game: &&Squadro| lates[0].value(game) == Some(Value::Win(winner));
                let games: Vec<&Squadro> = positions.iter().filter(is_won).collect();
                let [depths, turned] =
                    [(layer, &lates[0]), (layer.turned(), &lates[1])].map(|(layer, late)| {
                        let work = Work::new(layer, |next| late.layer(next)).unwrap();
                        let mut depths = Depths::new(work, &late.layer(layer).unwrap(), winner);
                        let spots: Vec<Spot> =
                            games.iter().map(|game| Spot::within(layer, game).unwrap()).collect();
                        depths.get(&spots, Enough::All)
                    });
                assert_eq!(depths, turned);
                assert!(depths.iter().all(Option::is_some));
            }
        }
        assert!(won.iter().all(|&won| won > 1000) && drawn > 200, "{won:?} {drawn}");
    }
}
