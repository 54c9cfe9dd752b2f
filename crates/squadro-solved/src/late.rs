//! Exact values late in the game without files: everything that can follow is solved on the spot and kept.

use std::sync::{
    Arc, Mutex, MutexGuard,
    atomic::{AtomicBool, Ordering},
};

use squadro::Squadro;
use table::Game;

use crate::{
    Error,
    job::{Job, follows, missing},
    layer::{self, Layer, Spot},
    solve::Level,
    values::{Value, Values},
    work,
};

/// Fewer placements are solved on one thread: sooner than others would begin.
const SHARED: u64 = 100_000;

/// More words are solved on one thread too: two would take more than 100 MB. That is half a second's work, or a little more.
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

/// What is solved before somebody asks for it.
#[derive(Clone, Copy, Debug)]
pub struct Ahead {
    /// Layers of this level are meant,
    pub level: u8,
    /// those after which more than so much work is to be done,
    pub work: u64,
    /// and of what follows such a layer, itself included, all that lies on this level or later.
    pub until: u8,
    /// So many words at a time.
    pub words: u64,
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
        let known = self.known();
        let values = known.get(&layer).or_else(|| known.get(&layer.turned())).map(Arc::clone)?;
        drop(known);
        Some(values.get(&Spot::within(values.layer, game)?))
    }

    /// The work of solving everything that can follow a position, whatever is known, in words of rows: one core goes
    /// through about thirteen million in a second.
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
        let _one_at_a_time = self.wait_for_turn();
        self.solve_layers(self.soonest(spot.layer), threads, stop)?;
        self.value(game).ok_or(Error::Stopped)
    }

    /// Solves a position, unless it is known, and with it everything that a move may lead to.
    ///
    /// # Errors
    /// As [`solve`](Late::solve).
    pub fn solve_moves(&self, game: &Squadro, threads: usize, stop: &AtomicBool) -> Result<(), Error> {
        self.solve(game, threads, stop)?;
        let layer = self.turned(Layer::of(game));
        if !self.knows_moves(layer) {
            let _one_at_a_time = self.wait_for_turn();
            self.solve_layers(layer, threads, stop)?;
        }
        Ok(())
    }

    /// Solves some of what may follow a position, the latest layers first. Solves nothing while something else is solved,
    /// and ends when somebody waits. The tables that any solve needs are made in any case.
    pub fn solve_ahead(&self, game: &Squadro, ahead: Ahead) {
        let here = Layer::of(game);
        let mut layers = Layer::on_level(ahead.level);
        layers.retain(|&layer| follows(here, layer));
        layers.iter().for_each(|&layer| work::prepare(layer.turned_for_speed()));
        layers.retain(|&layer| layer::words(layer.turned_for_speed()) > ahead.work);
        let Ok(_one_at_a_time) = self.at_work.try_lock() else { return };
        if let Some(first) =
            layers.into_iter().map(|layer| self.soonest(layer)).find(|&layer| !self.knows_moves(layer))
        {
            Job::new(first, ahead.until, &self.known, &self.is_asked).at_most(ahead.words).work();
        }
    }

    /// A layer turned in the way in which less of what can follow is still to be solved.
    fn soonest(&self, layer: Layer) -> Layer {
        let known = self.known();
        let work = |first: Layer| missing(first, &known).into_iter().map(layer::own_words).sum::<u64>();
        let layer = layer.turned_for_speed();
        if work(layer.turned()) < work(layer) { layer.turned() } else { layer }
    }

    fn wait_for_turn(&self) -> MutexGuard<'_, ()> {
        self.is_asked.store(true, Ordering::Relaxed);
        let turn = self.at_work.lock().unwrap_or_else(|poison| poison.into_inner());
        self.is_asked.store(false, Ordering::Relaxed);
        turn
    }

    fn known(&self) -> MutexGuard<'_, Level> {
        self.known.lock().expect("nobody panics here")
    }

    fn knows(&self, layer: Layer) -> bool {
        self.known().contains_key(&layer)
    }

    /// Whether a layer is known, and with it everything that a move may lead to.
    fn knows_moves(&self, layer: Layer) -> bool {
        let known = self.known();
        known.contains_key(&layer) && layer.next().iter().all(|next| known.contains_key(next))
    }

    /// A layer turned as it is known, or else as it is solved.
    pub(crate) fn turned(&self, layer: Layer) -> Layer {
        let known = [layer, layer.turned()].into_iter().find(|&layer| self.knows(layer));
        known.unwrap_or_else(|| layer.turned_for_speed())
    }

    /// A layer whose values are known or found now.
    pub(crate) fn layer(&self, layer: Layer) -> Result<Arc<Values>, Error> {
        let known = || self.known().get(&layer).map(Arc::clone);
        if let Some(values) = known() {
            return Ok(values);
        }
        let _one_at_a_time = self.wait_for_turn();
        self.solve_layers(layer, 1, &AtomicBool::new(false))?;
        known().ok_or(Error::Stopped)
    }

    fn solve_layers(&self, first: Layer, threads: usize, stop: &AtomicBool) -> Result<(), Error> {
        let job = Job::new(first, 0, &self.known, stop);
        let is_shared = job.placements() >= SHARED && layer::words(first) <= LARGE;
        let threads = if is_shared { threads } else { 1 };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| job.work());
            }
            job.work();
        });
        if job.is_done() { Ok(()) } else { Err(Error::Stopped) }
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::mpsc, time::Duration};

    use table::Seat;

    use super::*;
    use crate::{
        depth::{Depths, Enough},
        job::KEPT,
        rows::Room,
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
        let ahead = Ahead { level, work, until: level, words: 1000 };
        late.solve_ahead(&before, ahead);
        assert_eq!(solved(), 0, "that is not too much to be solved at once");
        let mut turns = 0;
        while late.value(&after).is_none() {
            let before_it = solved();
            late.solve_ahead(&before, Ahead { work: work - 1, words: work / 4, ..ahead });
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
    fn what_is_solved_ahead_serves_every_layer_that_may_come() {
        let before = position([12, 12, 6, 5, 5], [12, 12, 6, 6, 3]);
        let after = [
            position([12, 12, 6, 6, 5], [12, 12, 6, 6, 3]),
            position([12, 12, 6, 5, 6], [12, 12, 6, 6, 3]),
            position([12, 12, 6, 5, 5], [12, 12, 6, 6, 6]),
        ];
        let level = Layer::of(&before).level();
        let until = level + 3;
        for game in after {
            let late = Late::default();
            late.solve_ahead(&before, Ahead { level, work: 0, until, words: u64::MAX });
            assert!(late.known().keys().all(|layer| layer.level() >= until));
            let first = late.soonest(Layer::of(&game));
            let left = missing(first, &late.known());
            assert!(!left.is_empty() && left.iter().all(|layer| layer.level() < until), "{left:?}");
            let value = late.solve(&game, 1, &false.into()).unwrap();
            assert_eq!(value, Late::default().solve(&game, 1, &false.into()).unwrap());
        }
    }

    #[test]
    fn with_a_position_goes_what_a_move_may_lead_to() {
        let game = position([12, 8, 6, 6, 3], [12, 8, 6, 6, 8]);
        let late = Late::default();
        late.solve(&game, 2, &false.into()).unwrap();
        let next = late.turned(Layer::of(&game)).next();
        late.known().retain(|layer, _| !next.contains(layer));
        late.solve_moves(&game, 2, &false.into()).unwrap();
        assert!(next.iter().all(|&layer| late.knows(layer)));
    }

    #[test]
    fn what_was_let_go_of_is_solved_ahead_again() {
        let (before, after) =
            (position([12, 12, 6, 6, 5], [12, 12, 6, 6, 8]), position([12, 12, 6, 6, 6], [12, 12, 6, 6, 8]));
        let level = Layer::of(&after).level();
        let late = Late::default();
        late.solve(&after, 1, &false.into()).unwrap();
        let layer = late.turned(Layer::of(&after));
        late.known().retain(|known, _| *known == layer);
        let ahead = Ahead { level, work: Late::work(&after) - 1, until: level, words: u64::MAX };
        late.solve_ahead(&before, ahead);
        assert!(late.knows_moves(layer), "an earlier game left the layer itself only");
    }

    #[test]
    fn what_is_solved_ahead_makes_way() {
        let (before, after) =
            (position([12, 12, 6, 6, 5], [12, 12, 6, 6, 8]), position([12, 12, 6, 6, 6], [12, 12, 6, 6, 8]));
        let late = Late { is_asked: true.into(), ..Late::default() };
        let level = Layer::of(&after).level();
        late.solve_ahead(&before, Ahead { level, work: 0, until: level, words: u64::MAX });
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
