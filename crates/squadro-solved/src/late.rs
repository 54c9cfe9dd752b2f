//! Exact values late in the game without files: everything that can follow is solved on the spot and kept.

use std::{
    cmp::Reverse,
    collections::{BTreeSet, HashMap, VecDeque},
    sync::{
        Arc, Condvar, Mutex, MutexGuard,
        atomic::{AtomicBool, Ordering},
    },
};

use squadro::Squadro;
use table::{Game, Seat};

use crate::{
    Error,
    layer::{self, Layer, Spot},
    rows::Room,
    solve::{Level, solve_layer, table_words},
    values::{Value, Values},
    work,
};

/// The most bytes of solved layers that are kept; the rest is quickly solved again.
const KEPT: usize = 20 << 20;

/// Fewer placements are solved on one thread: sooner than others would begin.
const SHARED: u64 = 100_000;

/// More words are solved on one thread too: two would take more than 100 MB. That is about a second's work.
const LARGE: u64 = 4_000_000;

/// Solved ends of games. One for a process ([`Late::shared`]) is enough: it solves one position at a time and knows
/// everything that can follow it.
#[derive(Debug, Default)]
pub struct Late {
    known: Mutex<Level>,
    at_work: Mutex<()>,
    /// Somebody waits for a value: what is solved ahead makes way.
    is_asked: AtomicBool,
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
        let _one_at_a_time = self.wait_for_turn();
        self.solve_layers(layer, threads, stop)?;
        self.value(game).ok_or(Error::Stopped)
    }

    /// Solves some of what may follow a position, the latest layers first, until it is about so many `words` more: that
    /// which can follow those layers of a level after which more than so much `work` is to be done. Solves nothing while
    /// something else is solved, and ends when somebody waits. The tables that any solve needs are made in any case.
    pub fn solve_ahead(&self, game: &Squadro, level: u8, work: u64, words: u64) {
        let here = Layer::of(game);
        let layers = Layer::on_level(level).into_iter().filter(|&layer| follows(here, layer));
        let layers: Vec<Layer> = layers.map(Layer::turned_for_speed).collect();
        layers.iter().for_each(|&layer| work::prepare(layer));
        let Ok(_one_at_a_time) = self.at_work.try_lock() else { return };
        let large = layers.into_iter().find(|&layer| layer::words(layer) > work && !self.knows(layer));
        if let Some(first) = large {
            let job = Job { most: words, ..self.job(first, &self.is_asked) };
            job.work();
            self.keep(job);
        }
    }

    fn wait_for_turn(&self) -> MutexGuard<'_, ()> {
        self.is_asked.store(true, Ordering::Relaxed);
        let turn = self.at_work.lock().unwrap_or_else(|poison| poison.into_inner());
        self.is_asked.store(false, Ordering::Relaxed);
        turn
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
        let _one_at_a_time = self.wait_for_turn();
        self.solve_layers(layer, 1, &AtomicBool::new(false))?;
        known(self).ok_or(Error::Stopped)
    }

    fn solve_layers(&self, first: Layer, threads: usize, stop: &AtomicBool) -> Result<(), Error> {
        let job = self.job(first, stop);
        let is_shared = job.placements() >= SHARED && layer::words(first) <= LARGE;
        let threads = if is_shared { threads } else { 1 };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| job.work());
            }
            job.work();
        });
        if self.keep(job) { Ok(()) } else { Err(Error::Stopped) }
    }

    fn job<'j>(&self, first: Layer, stop: &'j AtomicBool) -> Job<'j> {
        let known = self.known.lock().expect("nobody panics here").clone();
        let state = Mutex::new(State::new(first, known));
        Job { most: u64::MAX, stop, state, news: Condvar::new() }
    }

    /// Keeps what a job found out; whether that is everything.
    fn keep(&self, job: Job) -> bool {
        let State { known, waiting, .. } = job.state.into_inner().expect("nobody panics here");
        *self.known.lock().expect("nobody panics here") = known;
        waiting.is_empty()
    }
}

/// A solve, shared by its threads.
struct Job<'j> {
    /// No more than so many words are solved.
    most: u64,
    stop: &'j AtomicBool,
    state: Mutex<State>,
    /// Told whenever one more layer is known.
    news: Condvar,
}

/// How far a solve is.
struct State {
    known: Level,
    /// The bytes of what is known.
    bytes: usize,
    waiting: Vec<Layer>,
    /// How many layers that are not solved yet lead to each.
    asked: HashMap<Layer, usize>,
    /// Known layers that can be let go of, first those that are the quickest to solve again.
    spare: VecDeque<Layer>,
    /// The words that have been solved.
    solved: u64,
    /// Later layers than those of this level can be let go of when no other one leads to them.
    level: u8,
}

impl Job<'_> {
    /// The placements that are to be solved.
    fn placements(&self) -> u64 {
        let state = self.state.lock().expect("nobody panics here");
        state.waiting.iter().map(|layer| 2 * layer.placements()).sum()
    }

    /// Solves one layer after another, as soon as those are known that it leads to.
    fn work(&self) {
        let mut state = self.state.lock().expect("nobody panics here");
        let mut room = Room::new(state.waiting.iter().map(|&layer| table_words(layer)).max().unwrap_or(0));
        while !state.waiting.is_empty() && state.solved < self.most && !self.stop.load(Ordering::Relaxed) {
            let Some((layer, after)) = state.next() else {
                state = self.news.wait(state).expect("nobody panics here");
                continue;
            };
            drop(state);
            let values = solve_layer(layer, &after, &mut room);
            drop(after);
            state = self.state.lock().expect("nobody panics here");
            state.add(layer, values);
            self.news.notify_all();
        }
        self.news.notify_all();
    }
}

impl State {
    fn new(first: Layer, known: Level) -> State {
        let mut waiting = missing(first, &known);
        // The last level first, and on each the largest layer, so that no thread is left alone with one.
        waiting.sort_by_key(|layer| Reverse((layer.level(), layer.placements())));
        let mut asked = HashMap::new();
        for next in waiting.iter().flat_map(|layer| layer.next()) {
            *asked.entry(next).or_default() += 1;
        }
        let level = first.level() + 1;
        let is_of_this_game = |layer: Layer| layer.turned_like(first) == layer && follows(first, layer);
        let is_wanted =
            |layer: &Layer| asked.contains_key(layer) || is_of_this_game(*layer) && layer.level() <= level;
        let mut spare: Vec<Layer> = known.keys().copied().filter(|layer| !is_wanted(layer)).collect();
        spare.sort_by_key(|&layer| (is_of_this_game(layer), Reverse(layer.level()), layer));
        let bytes = known.values().map(|values| values.bytes()).sum();
        State { known, bytes, waiting, asked, spare: spare.into(), solved: 0, level }
    }

    /// A layer that can be solved now, and those that it leads to.
    fn next(&mut self) -> Option<(Layer, Level)> {
        let is_next = |layer: &Layer| layer.next().iter().all(|next| self.known.contains_key(next));
        let layer = self.waiting.remove(self.waiting.iter().position(is_next)?);
        let after = layer.next().into_iter().map(|next| (next, Arc::clone(&self.known[&next])));
        Some((layer, after.collect()))
    }

    /// One more layer is known. Lets go of others until what is kept is small enough.
    fn add(&mut self, layer: Layer, values: Values) {
        self.bytes += values.bytes();
        self.known.insert(layer, Arc::new(values));
        self.solved += layer::own_words(layer);
        for next in layer.next() {
            let asked = self.asked.get_mut(&next).expect("this layer asked for it");
            *asked -= 1;
            if *asked == 0 && next.level() > self.level {
                self.spare.push_back(next);
            }
        }
        while self.bytes > KEPT
            && let Some(layer) = self.spare.pop_front()
        {
            self.bytes -= self.known.remove(&layer).map_or(0, |values| values.bytes());
        }
    }
}

/// The layers among all that can follow the first one, itself included, that have to be solved before it is known.
fn missing(first: Layer, known: &Level) -> Vec<Layer> {
    let mut seen = BTreeSet::new();
    let mut ask = vec![first];
    while let Some(layer) = ask.pop() {
        if !known.contains_key(&layer) && seen.insert(layer) {
            ask.extend(layer.next());
        }
    }
    seen.into_iter().collect()
}

/// Whether a game can come from a layer to another.
fn follows(first: Layer, layer: Layer) -> bool {
    let later = |seat| first.phases(seat).iter().zip(layer.phases(seat)).all(|(a, b)| *a <= b);
    Seat::BOTH.into_iter().all(later)
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

    #[test]
    fn what_is_solved_ahead_makes_way() {
        let (before, after) =
            (position([12, 12, 6, 6, 5], [12, 12, 6, 6, 8]), position([12, 12, 6, 6, 6], [12, 12, 6, 6, 8]));
        let late = Late { is_asked: true.into(), ..Late::default() };
        late.solve_ahead(&before, Layer::of(&after).level(), 0, u64::MAX);
        assert!(late.known.lock().unwrap().is_empty(), "somebody waits");
        late.solve(&before, 1, &false.into()).unwrap();
        assert!(!late.is_asked.load(Ordering::Relaxed), "nobody waits any more");
    }

    #[test]
    fn only_so_much_is_kept_and_what_comes_next_is_part_of_it() {
        let (first, other) =
            (position([8, 8, 0, 12, 8], [8, 0, 8, 0, 8]), position([8, 8, 8, 12, 8], [8, 0, 8, 0, 8]));
        let late = Late::default();
        let value = late.solve(&other, 2, &false.into()).unwrap();
        late.solve(&first, 2, &false.into()).unwrap();
        let known = late.known.lock().unwrap();
        let layers =
            known.keys().map(|layer| layer.level()).min().zip(known.keys().map(|layer| layer.level()).max());
        let (least, most) = layers.unwrap();
        let bytes: usize = known.values().map(|values| values.bytes()).sum();
        assert_eq!(least, 8);
        assert!(bytes <= KEPT && most < 16, "{bytes} bytes, levels {least} to {most}");
        let here = Layer::of(&first).turned_for_speed();
        assert!(here.next().iter().all(|next| known.contains_key(next)));
        drop(known);
        assert_eq!(
            late.solve(&other, 2, &false.into()).unwrap(),
            value,
            "solved again where it was let go of"
        );
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
                        let work = Work::new(layer, &mut Room::default(), |next| late.layer(next)).unwrap();
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
