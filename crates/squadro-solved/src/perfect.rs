//! Perfect play, and the truth about each move.
//!
//! Values are those of the rules with `quiet=0`. The quiet count comes in by depths: a forced win whose next arrival is
//! further away than the moves that R13 leaves is no win on this board.

use std::sync::{Arc, Mutex};

use squadro::{Action, Lane, Squadro};
use table::{Game, Log, Seat, Step, Turn};

use crate::{
    Error, Late, Library,
    depth::{Depths, Enough},
    layer::{Layer, Spot},
    rows::Room,
    values::{Value, Values},
    work::Work,
};

/// Where exact values come from.
#[derive(Clone, Copy, Debug)]
pub enum Source<'s> {
    /// The files.
    Files(&'s Library),
    /// Solved on the spot; only for late positions.
    Late(&'s Late),
}

impl Source<'_> {
    /// The value of a position, by the rules with `quiet=0`.
    ///
    /// # Errors
    /// When files are missing or damaged, or no game leads to the position.
    pub fn value(self, game: &Squadro) -> Result<Value, Error> {
        match self {
            Source::Files(library) => library.value(game),
            Source::Late(late) => late.solve(game, 1, &false.into()),
        }
    }

    /// The value of each move of the side to move, in the order of the lanes; empty when the game is over.
    ///
    /// # Errors
    /// As [`value`](Source::value).
    pub fn moves(self, game: &Squadro) -> Result<Vec<(Lane, Value)>, Error> {
        children(game).into_iter().map(|(lane, child)| Ok((lane, self.value(&child)?))).collect()
    }

    /// A layer, turned as its values are.
    fn turned(self, layer: Layer) -> Layer {
        match self {
            Source::Files(_) => layer,
            Source::Late(late) => late.turned(layer),
        }
    }

    fn layer(self, layer: Layer) -> Result<Arc<Values>, Error> {
        match self {
            Source::Files(library) => library.layer(layer),
            Source::Late(late) => late.layer(layer),
        }
    }
}

/// The positions that can follow, by lane.
fn children(game: &Squadro) -> Vec<(Lane, Squadro)> {
    let Turn::Act(seats) = game.turn() else { return Vec::new() };
    let mut options = Vec::new();
    game.options(seats.first(), &mut options);
    let play = |action| {
        let mut child = *game;
        child.play(&Step::Act(seats.first(), action), &mut Log::off());
        child
    };
    let lane = |action| match action {
        Action::Move(lane) | Action::Theirs(lane) => lane,
    };
    options.into_iter().map(|action| (lane(action), play(action))).collect()
}

/// What perfect play found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The lane to move.
    pub lane: Lane,
    /// The value of the position with `quiet=0`.
    pub value: Value,
    /// When somebody wins: the moves, both players' counted, until the next piece turns round or comes home; none where
    /// they were not counted.
    pub depth: Option<u16>,
    /// Whether the win stands in spite of the quiet count; false when R13 comes first.
    pub in_time: bool,
}

/// A player who never gives up a win or a draw, makes progress in won positions, and sets problems in lost ones.
///
/// Keeps the depths of the layer that the game is in, for the side that wins: the first move in a large layer takes
/// about a second and up to about 300 MB, the others little.
#[derive(Debug, Default)]
pub struct Perfect {
    /// Layers of at least so many placements are large.
    large: u64,
    /// There depths are found after so many quiet moves.
    patience: u16,
    depths: Mutex<Option<(Layer, Seat, Depths)>>,
}

/// A move with all that decides about it.
struct Candidate {
    lane: Lane,
    child: Squadro,
    value: Value,
    /// The moves from here to the next arrival; none in draws, and where they were not counted.
    depth: Option<u16>,
}

impl Candidate {
    /// The moves to the next arrival, many where they were not counted.
    fn moves(&self) -> u16 {
        self.depth.unwrap_or(u16::MAX)
    }

    /// How far `seat` is behind in the bare race afterwards, in moves.
    fn race(&self, seat: Seat) -> i16 {
        i16::from(self.child.moves_to_win(seat)) - i16::from(self.child.moves_to_win(!seat))
    }
}

impl Perfect {
    /// A player in no hurry: in layers of at least so many placements, until so many quiet moves have passed, any move
    /// that keeps a win will do, best one that brings a piece in. That takes neither time nor memory, and what follows
    /// cannot circle for longer. There it also does not look at layers that lie two arrivals away.
    pub fn patient(placements: u64, quiet: u16) -> Perfect {
        Perfect { large: placements, patience: quiet, ..Perfect::default() }
    }

    /// Whether the moves to the next arrival are counted in a position that somebody wins.
    pub fn counts(&self, game: &Squadro) -> bool {
        game.quiet() >= self.patience || !self.is_large(Layer::of(game))
    }

    fn is_large(&self, layer: Layer) -> bool {
        self.patience > 0 && layer.placements() >= self.large
    }

    /// The move for the side to move; none when the game is over or has not begun.
    ///
    /// # Errors
    /// As [`Source::value`].
    pub fn choose(&self, source: Source, game: &Squadro) -> Result<Option<Choice>, Error> {
        let Turn::Act(seats) = game.turn() else { return Ok(None) };
        let mover = seats.first();
        let value = source.value(game)?;
        let mut candidates = Vec::new();
        for (lane, child) in children(game) {
            let value = source.value(&child)?;
            candidates.push(Candidate { lane, child, value, depth: None });
        }
        candidates.retain(|candidate| candidate.value.for_seat(mover) == value.for_seat(mover));
        if let Value::Win(winner) = value {
            let children: Vec<Squadro> = candidates.iter().map(|candidate| candidate.child).collect();
            let is_enough = if value.for_seat(mover) == 1 { Enough::Shortest } else { Enough::All };
            if self.counts(game) {
                let depths = self.depths(source, game, winner, &children, is_enough)?;
                candidates.iter_mut().zip(depths).for_each(|(candidate, depth)| candidate.depth = depth);
                candidates.retain(|candidate| candidate.depth.is_some());
            } else {
                let arrived = |child: &Squadro| Layer::of(child) != Layer::of(game);
                candidates
                    .iter_mut()
                    .for_each(|candidate| candidate.depth = arrived(&candidate.child).then_some(1));
            }
        }
        // The moves until R13 ends the game.
        let left = match game.limit() {
            0 => u16::MAX,
            limit => limit - game.quiet(),
        };
        let won = |candidate: &Candidate| candidate.depth.unwrap_or(0) <= left;
        let chosen = match value.for_seat(mover) {
            1 => candidates.iter().min_by_key(|candidate| (candidate.moves(), candidate.race(mover))),
            -1 => {
                let mut hard = Vec::new();
                for candidate in &candidates {
                    let replies = self.replies(source, game, &candidate.child, 1)?;
                    // R13 first, then few winning replies, then delay.
                    hard.push(((won(candidate), replies, std::cmp::Reverse(candidate.moves())), candidate));
                }
                hard.into_iter().min_by_key(|(key, _)| *key).map(|(_, candidate)| candidate)
            }
            _ => {
                let mut hard = Vec::new();
                for candidate in &candidates {
                    hard.push((self.replies(source, game, &candidate.child, 0)?, candidate));
                }
                hard.into_iter().min_by_key(|(replies, _)| *replies).map(|(_, candidate)| candidate)
            }
        };
        let chosen =
            chosen.ok_or_else(|| Error::Wrong { what: format!("no move keeps the value of {game}") })?;
        let (lane, depth) = (chosen.lane, chosen.depth);
        Ok(Some(Choice { lane, value, depth, in_time: won(chosen) }))
    }

    /// For children of a position that `winner` wins: the moves from it to the next arrival. Those that are longer than enough
    /// are not found out.
    fn depths(
        &self,
        source: Source,
        parent: &Squadro,
        winner: Seat,
        children: &[Squadro],
        enough: Enough,
    ) -> Result<Vec<Option<u16>>, Error> {
        let has_arrived = |child: &Squadro| Layer::of(child) != Layer::of(parent);
        let is_shortest = enough == Enough::Shortest && children.iter().any(has_arrived);
        if is_shortest || children.iter().all(has_arrived) {
            return Ok(children.iter().map(|child| has_arrived(child).then_some(1)).collect());
        }
        let layer = source.turned(Layer::of(parent));
        let mut spots = Vec::new();
        for child in children.iter().filter(|child| !has_arrived(child)) {
            spots.push(Spot::within(layer, child).ok_or(Error::Impossible)?);
        }
        let mut kept = self.depths.lock().unwrap_or_else(|poison| poison.into_inner());
        if kept.as_ref().is_none_or(|(of, by, _)| (*of, *by) != (layer, winner)) {
            // What was kept goes first: two layers would be much.
            *kept = None;
            let work = Work::new(layer, &mut Room::default(), |next| source.layer(next))?;
            *kept = Some((layer, winner, Depths::new(work, &*source.layer(layer)?, winner)));
        }
        let (.., depths) = kept.as_mut().expect("it has just been made");
        let mut found = depths.get(&spots, enough).into_iter();
        let depth = |child| if has_arrived(child) { Some(1) } else { found.next()?.map(|depth| 1 + depth) };
        Ok(children.iter().map(depth).collect())
    }

    /// How many replies to a move, which leads to `child`, bring at least `worth` (1 a win, 0 a draw) to who makes them. In
    /// a large layer an arrival that answers an arrival counts as such a reply: to know it would take too long.
    fn replies(&self, source: Source, game: &Squadro, child: &Squadro, worth: i8) -> Result<usize, Error> {
        let Turn::Act(seats) = child.turn() else { return Ok(0) };
        let [here, next] = [game, child].map(Layer::of);
        let mut replies = 0;
        for (_, reply) in children(child) {
            let is_far = here != next && Layer::of(&reply) != next && reply.turn().outcome().is_none();
            let counts =
                is_far && self.is_large(here) || source.value(&reply)?.for_seat(seats.first()) >= worth;
            replies += usize::from(counts);
        }
        Ok(replies)
    }
}
