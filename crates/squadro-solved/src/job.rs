//! One solve on the spot: which layers in which order, on any number of threads, and what is let go of meanwhile.

use std::{
    cmp::Reverse,
    collections::{BTreeSet, HashMap, VecDeque},
    sync::{
        Arc, Condvar, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use table::Seat;

use crate::{
    layer::{self, Layer},
    rows::Room,
    solve::{Level, solve_layer, table_words},
    values::Values,
};

/// The most bytes of solved layers that are kept; the rest is quickly solved again.
pub(crate) const KEPT: usize = 20 << 20;

/// A solve, shared by its threads.
pub(crate) struct Job<'j> {
    /// What is known, before and after.
    known: &'j Mutex<Level>,
    /// No more than so many words are solved.
    most: u64,
    stop: &'j AtomicBool,
    state: Mutex<State>,
    /// Told whenever one more layer is known.
    news: Condvar,
}

/// How far a solve is.
struct State {
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

impl<'j> Job<'j> {
    /// Solves what follows a layer, itself included, from a level on.
    pub(crate) fn new(first: Layer, until: u8, known: &'j Mutex<Level>, stop: &'j AtomicBool) -> Job<'j> {
        let state = State::new(first, until, &mut known.lock().expect("nobody panics here"));
        Job { known, most: u64::MAX, stop, state: Mutex::new(state), news: Condvar::new() }
    }

    /// The same, but about so many words only.
    pub(crate) fn at_most(self, words: u64) -> Job<'j> {
        Job { most: words, ..self }
    }

    /// The placements that are to be solved.
    pub(crate) fn placements(&self) -> u64 {
        let state = self.state.lock().expect("nobody panics here");
        state.waiting.iter().map(|layer| 2 * layer.placements()).sum()
    }

    pub(crate) fn is_done(&self) -> bool {
        self.state.lock().expect("nobody panics here").waiting.is_empty()
    }

    /// Solves one layer after another, as soon as those are known that it leads to.
    pub(crate) fn work(&self) {
        let mut state = self.state.lock().expect("nobody panics here");
        let mut room = Room::new(state.waiting.iter().map(|&layer| table_words(layer)).max().unwrap_or(0));
        while !state.waiting.is_empty() && state.solved < self.most && !self.stop.load(Ordering::Relaxed) {
            let Some((layer, after)) = state.next(&self.known.lock().expect("nobody panics here")) else {
                state = self.news.wait(state).expect("nobody panics here");
                continue;
            };
            drop(state);
            let values = solve_layer(layer, &after, &mut room);
            drop(after);
            state = self.state.lock().expect("nobody panics here");
            state.add(layer, values, &mut self.known.lock().expect("nobody panics here"));
            self.news.notify_all();
        }
        self.news.notify_all();
    }
}

impl State {
    fn new(first: Layer, until: u8, known: &mut Level) -> State {
        let mut waiting = missing(first, known);
        let mut asked = HashMap::new();
        for next in waiting.iter().flat_map(|layer| layer.next()) {
            *asked.entry(next).or_default() += 1;
        }
        waiting.retain(|layer| layer.level() >= until);
        // The last level first, and on each the largest layer, so that no thread is left alone with one.
        waiting.sort_by_key(|layer| Reverse((layer.level(), layer.placements())));
        let level = first.level() + 1;
        let is_turned_so = |layer: Layer| layer.turned_like(first) == layer;
        let is_of_this_game = |layer| is_turned_so(layer) && (follows(first, layer) || follows(layer, first));
        let is_wanted = |&layer: &Layer| {
            asked.contains_key(&layer)
                || is_turned_so(layer) && follows(first, layer) && layer.level() <= level
        };
        let mut spare: Vec<Layer> = known.keys().copied().filter(|layer| !is_wanted(layer)).collect();
        spare.sort_by_key(|&layer| (is_of_this_game(layer), Reverse(layer.level()), layer));
        let bytes = known.values().map(|values| values.bytes()).sum();
        let mut state = State { bytes, waiting, asked, spare: spare.into(), solved: 0, level };
        state.let_go(known);
        state
    }

    /// A layer that can be solved now, and those that it leads to.
    fn next(&mut self, known: &Level) -> Option<(Layer, Level)> {
        let is_next = |layer: &Layer| layer.next().iter().all(|next| known.contains_key(next));
        let layer = self.waiting.remove(self.waiting.iter().position(is_next)?);
        let after = layer.next().into_iter().map(|next| (next, Arc::clone(&known[&next])));
        Some((layer, after.collect()))
    }

    /// One more layer is known. Lets go of others until what is kept is small enough.
    fn add(&mut self, layer: Layer, values: Values, known: &mut Level) {
        self.bytes += values.bytes();
        known.insert(layer, Arc::new(values));
        self.solved += layer::own_words(layer);
        for next in layer.next() {
            let asked = self.asked.get_mut(&next).expect("this layer asked for it");
            *asked -= 1;
            if *asked == 0 && next.level() > self.level {
                self.spare.push_back(next);
            }
        }
        self.let_go(known);
    }

    fn let_go(&mut self, known: &mut Level) {
        while self.bytes > KEPT
            && let Some(layer) = self.spare.pop_front()
        {
            self.bytes -= known.remove(&layer).map_or(0, |values| values.bytes());
        }
    }
}

/// The layers that have to be solved before the first one and those that it leads to are known.
pub(crate) fn missing(first: Layer, known: &Level) -> Vec<Layer> {
    let mut seen = BTreeSet::new();
    let mut ask = first.next();
    ask.push(first);
    while let Some(layer) = ask.pop() {
        if !known.contains_key(&layer) && seen.insert(layer) {
            ask.extend(layer.next());
        }
    }
    seen.into_iter().collect()
}

/// Whether a game can come from a layer to another.
pub(crate) fn follows(first: Layer, layer: Layer) -> bool {
    let later = |seat| first.phases(seat).iter().zip(layer.phases(seat)).all(|(a, b)| *a <= b);
    Seat::BOTH.into_iter().all(later)
}
