//! Quick proofs: who wins, without solving everything that can follow.
//!
//! A proof-number search (df-pn) asks whether one side can force a win. Every position has two numbers: about how many
//! others still have to be won to prove it, and how many to refute it; the search always goes where a proof or a
//! refutation is nearest. A line that comes back to itself is no win for the asking side on that path only, so a
//! refutation that needs one is *doubtful*; all others are as good as proofs, and then the other side wins. Where little
//! can follow, the layers are solved and the search ends; others do that beside it, before it comes there.

use std::{
    collections::HashSet,
    sync::atomic::{AtomicBool, Ordering},
};

use squadro::{Action, Lane, Squadro};
use table::{Game, Log, Seat, Step, Turn};

use crate::{
    Late,
    late::Job,
    layer::{self, Layer, Spot},
    solve::Level,
    values::Value,
};

/// Who wins, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Who wins: never a draw.
    pub value: Value,
    /// The best move of the side to move and what may follow, up to the next arrival: a winning move, or the one whose
    /// refutation took the most work.
    pub line: Vec<Lane>,
    /// What it took, in words of rows that could have been solved in the same time.
    pub work: u64,
}

/// The longest line that a proof tells.
const TOLD: usize = 6;
/// The most moves in a row without an arrival that a line may have: late in the game no forced win needs more.
const QUIET: u16 = 80;
/// Where what can follow is at most such a part of the work, it is solved and not searched.
const SMALL: u64 = 6;
/// Looking into a position takes about as long as solving so many words on two threads.
const LOOK: u64 = 9;
/// Entries of the table, as a power of two.
const ENTRIES: u32 = 18;

impl Late {
    /// Tries to prove who wins a position, with at most so much [work](Late::work), and that of one small end more.
    /// None when that does not suffice, when the position is drawn, when nobody is to move, or when `stop` was set.
    /// The same position always gives the same answer, whatever is known already.
    pub fn prove(&self, game: &Squadro, work: u64, threads: usize, stop: &AtomicBool) -> Option<Proof> {
        let Turn::Act(seats) = game.turn() else { return None };
        let mover = seats.first();
        let [top, left] = Seat::BOTH.map(|seat| game.progresses(seat));
        // Without the quiet count, which would end lines before they come back to themselves.
        let game = Squadro::at(top, left, mover, 0, 0).ok()?;
        let small = |layer: Layer| layer::words(layer) <= work / SMALL;
        self.beside(Layer::of(&game).turned_for_speed(), small, work, threads, stop, |job| {
            let (known, counted) = (Level::new(), HashSet::new());
            let mut ends = Ends { job, small: &small, known, counted, work: 0 };
            let favourite = if ahead(&game, mover) >= 0 { mover } else { !mover };
            let mut looked = 0;
            for asks in [favourite, !favourite] {
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                let mut search = Search::new(&mut ends, asks, looked, work, stop);
                let found = search.root(&game);
                if let Some((value, lane)) = found {
                    let work = search.work();
                    return Some(Proof { value, line: search.line(&game, value, lane), work });
                }
                looked = search.looked;
            }
            None
        })
    }
}

/// How far `seat` is ahead in the bare race, in half moves.
#[inline]
fn ahead(game: &Squadro, seat: Seat) -> i32 {
    let moves = i32::from(game.moves_to_win(!seat)) - i32::from(game.moves_to_win(seat));
    2 * moves + if game.mover() == Some(seat) { 1 } else { -1 }
}

/// The work left: to prove that the asking side wins, and to refute it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    prove: u32,
    refute: u32,
}

/// Never.
const REFUTED: u32 = u32::MAX;
/// Not on the path that was looked at.
const DOUBTFUL: u32 = u32::MAX - 1;
/// Numbers of work end here.
const MOST: u32 = 1 << 28;

impl Numbers {
    const WON: Numbers = Numbers { prove: 0, refute: REFUTED };
    const LOST: Numbers = Numbers { prove: REFUTED, refute: 0 };
    const CIRCLE: Numbers = Numbers { prove: DOUBTFUL, refute: 0 };

    fn is_settled(self) -> bool {
        self.prove == 0 || self.refute == 0
    }

    /// The side that wins for sure, when `asks` is the asking one.
    fn winner(self, asks: Seat) -> Option<Seat> {
        match self.prove {
            0 => Some(asks),
            REFUTED => Some(!asks),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: u64,
    prove: u32,
    refute: u32,
}

/// A move with what is known about it.
#[derive(Clone, Copy)]
struct Branch {
    lane: Lane,
    child: Squadro,
    numbers: Numbers,
    /// The work that went into it.
    work: u64,
}

struct Search<'s, 'e> {
    ends: &'s mut Ends<'e>,
    asks: Seat,
    table: Vec<Entry>,
    /// The positions that the search stands in, first to last.
    path: Vec<u64>,
    /// How many positions were looked into.
    looked: u64,
    /// The most work.
    limit: u64,
    stop: &'s AtomicBool,
}

/// At most five moves.
struct Branches {
    all: [Option<Branch>; 5],
}

/// The last layers, solved beside the search or where it comes to them.
struct Ends<'e> {
    job: &'e Job<'e>,
    /// Which layers are solved and not searched.
    small: &'e dyn Fn(Layer) -> bool,
    /// Those that the search came to.
    known: Level,
    /// Those that they needed too.
    counted: HashSet<Layer>,
    /// The words of all of these, whoever solved them and when.
    work: u64,
}

impl Ends<'_> {
    fn value(&mut self, game: &Squadro) -> Option<Value> {
        let layer = self.job.turned(Layer::of(game));
        if !(self.small)(layer) {
            return None;
        }
        let spot = Spot::within(layer, game)?;
        if !self.known.contains_key(&layer) {
            self.known.insert(layer, self.job.layer(layer)?);
            self.count(layer);
        }
        Some(self.known[&layer].get(&spot))
    }

    fn count(&mut self, layer: Layer) {
        if self.counted.insert(layer) {
            self.work += layer::own_words(layer);
            layer.next().into_iter().for_each(|next| self.count(next));
        }
    }
}

impl<'s, 'e> Search<'s, 'e> {
    fn new(
        ends: &'s mut Ends<'e>,
        asks: Seat,
        looked: u64,
        limit: u64,
        stop: &'s AtomicBool,
    ) -> Search<'s, 'e> {
        let table = vec![Entry::default(); 1 << ENTRIES];
        Search { ends, asks, table, path: Vec::new(), looked, limit, stop }
    }

    fn work(&self) -> u64 {
        LOOK * self.looked + self.ends.work
    }

    /// Who wins, and the move that the side to move should make.
    fn root(&mut self, game: &Squadro) -> Option<(Value, Lane)> {
        let mover = game.mover()?;
        let mut branches = self.branches(game);
        let numbers = self.settle(game, &mut branches, Numbers { prove: MOST, refute: MOST });
        let winner = numbers.winner(self.asks)?;
        let branches = branches.all.iter().flatten();
        let wins = |branch: &&Branch| branch.numbers.winner(self.asks) == Some(winner);
        let best = if winner == mover {
            branches.clone().find(wins)
        } else {
            branches.clone().rev().max_by_key(|branch| branch.work)
        };
        Some((Value::Win(winner), best?.lane))
    }

    /// Looks into a position until its numbers reach the bounds.
    fn look_into(&mut self, game: &Squadro, bounds: Numbers) -> Numbers {
        let mut branches = self.branches(game);
        let numbers = self.settle(game, &mut branches, bounds);
        self.put(game.key(), numbers);
        numbers
    }

    fn settle(&mut self, game: &Squadro, branches: &mut Branches, bounds: Numbers) -> Numbers {
        self.looked += 1;
        self.path.push(game.key());
        let asking = game.mover() == Some(self.asks);
        let numbers = loop {
            let numbers = branches.numbers(asking);
            let done = numbers.prove >= bounds.prove || numbers.refute >= bounds.refute;
            if done || numbers.is_settled() || self.work() >= self.limit || self.is_stopped() {
                break numbers;
            }
            let (best, bounds) = branches.choose(asking, numbers, bounds);
            let before = self.work();
            best.numbers = self.look_into(&best.child.clone(), bounds);
            best.work += self.work() - before;
        };
        self.path.pop();
        numbers
    }

    fn is_stopped(&self) -> bool {
        self.looked.is_multiple_of(1024) && self.stop.load(Ordering::Relaxed)
    }

    /// The moves of a position and what is known about them.
    fn branches(&mut self, game: &Squadro) -> Branches {
        let mut all = [None; 5];
        let mover = game.mover().expect("the game has begun");
        for (lane, branch) in Lane::ALL.into_iter().zip(&mut all) {
            if game.is_home(mover, lane) {
                continue;
            }
            let mut child = *game;
            child.play(&Step::Act(mover, Action::Move(lane)), &mut Log::off());
            *branch = Some(Branch { lane, child, numbers: self.glance(&child), work: 0 });
        }
        Branches { all }
    }

    /// What is known about a position, or how it looks.
    fn glance(&mut self, game: &Squadro) -> Numbers {
        if let Turn::Over(outcome) = game.turn() {
            return if outcome.winner == Some(self.asks) { Numbers::WON } else { Numbers::LOST };
        }
        if game.quiet() == 0
            && let Some(value) = self.ends.value(game)
        {
            return match value {
                Value::Draw => Numbers::CIRCLE,
                Value::Win(winner) if winner == self.asks => Numbers::WON,
                Value::Win(_) => Numbers::LOST,
            };
        }
        let key = game.key();
        let quiet = usize::from(game.quiet());
        let since = self.path.len().saturating_sub(quiet);
        if game.quiet() > QUIET || self.path[since..].contains(&key) {
            return Numbers::CIRCLE;
        }
        if let Some(numbers) = self.find(key) {
            return numbers;
        }
        let ahead = ahead(game, self.asks);
        Numbers { prove: work(-ahead), refute: work(ahead) }
    }

    fn slot(key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - ENTRIES)) as usize
    }

    fn find(&self, key: u64) -> Option<Numbers> {
        let slot = Self::slot(key);
        let entry =
            [slot, slot ^ 1].into_iter().map(|slot| &self.table[slot]).find(|entry| entry.key == key)?;
        Some(Numbers { prove: entry.prove, refute: entry.refute })
    }

    fn put(&mut self, key: u64, numbers: Numbers) {
        let slot = Self::slot(key);
        let fits = |slot: &usize| self.table[*slot].key == key || self.table[*slot].key == 0;
        // A settled entry stays; of the others the newer one does.
        let unsettled = |slot: &usize| self.table[*slot].prove != 0 && self.table[*slot].refute != 0;
        let slots = [slot, slot ^ 1];
        let slot = slots.iter().find(|slot| fits(slot)).or_else(|| slots.iter().find(|slot| unsettled(slot)));
        let slot = *slot.unwrap_or(&slots[0]);
        self.table[slot] = Entry { key, prove: numbers.prove, refute: numbers.refute };
    }

    /// What may follow when both play as proved, up to the next arrival.
    fn line(&mut self, game: &Squadro, value: Value, lane: Lane) -> Vec<Lane> {
        let mut line = vec![lane];
        let mut game = *game;
        self.path.clear();
        while line.len() < TOLD {
            let Turn::Act(seats) = game.turn() else { break };
            let lane = *line.last().expect("it begins with a move");
            game.play(&Step::Act(seats.first(), Action::Move(lane)), &mut Log::off());
            if game.quiet() == 0 || game.turn().outcome().is_some() {
                break;
            }
            let branches = self.branches(&game);
            let proved = |branch: &&Branch| branch.numbers.winner(self.asks).map(Value::Win) == Some(value);
            let Some(next) = branches.all.iter().flatten().find(proved) else { break };
            line.push(next.lane);
        }
        line
    }
}

/// How much work a side has that is so many half moves behind.
fn work(behind: i32) -> u32 {
    if behind <= 0 { 1 } else { 1 + behind as u32 }
}

impl Branches {
    /// The numbers of a position from those of its moves; `asking` when the asking side chooses.
    fn numbers(&self, asking: bool) -> Numbers {
        let all = || self.all.iter().flatten().map(|branch| branch.numbers);
        if asking {
            let prove = all().map(|numbers| numbers.prove).min().unwrap_or(REFUTED);
            Numbers { prove, refute: together(all().map(|numbers| numbers.refute)) }
        } else {
            let refute = all().map(|numbers| numbers.refute).min().unwrap_or(REFUTED);
            Numbers { prove: together(all().map(|numbers| numbers.prove)), refute }
        }
    }

    /// The move to look into, and the bounds for it.
    fn choose(&mut self, asking: bool, numbers: Numbers, bounds: Numbers) -> (&mut Branch, Numbers) {
        let own = |branch: &Branch| if asking { branch.numbers.prove } else { branch.numbers.refute };
        let other = |branch: &Branch| if asking { branch.numbers.refute } else { branch.numbers.prove };
        let mut least = None::<(u32, u32, usize)>;
        let mut second = MOST;
        for (n, branch) in self.all.iter().enumerate() {
            let Some(branch) = branch else { continue };
            let here = (own(branch), other(branch), n);
            match least {
                Some(best) if best <= here => second = second.min(here.0),
                _ => {
                    second = least.map_or(second, |best| second.min(best.0));
                    least = Some(here);
                }
            }
        }
        let (_, _, n) = least.expect("there is a move");
        let (own_bound, other_bound) =
            if asking { (bounds.prove, bounds.refute) } else { (bounds.refute, bounds.prove) };
        let most = self.all.iter().flatten().map(other).max().unwrap_or(0);
        let whole = if asking { numbers.refute } else { numbers.prove };
        // A little more than the second best, so that two moves of like worth are not looked into in turn.
        let own_bound = own_bound.min(second.saturating_add(1 + second / 4));
        let other_bound = other_bound.saturating_sub(whole - most);
        let branch = self.all[n].as_mut().expect("it was found there");
        let bounds = if asking {
            Numbers { prove: own_bound, refute: other_bound }
        } else {
            Numbers { prove: other_bound, refute: own_bound }
        };
        (branch, bounds)
    }
}

/// The work of all moves together: the most of one, and a little for each other. A sum would count positions that
/// several moves lead to several times.
fn together(numbers: impl Iterator<Item = u32>) -> u32 {
    let (mut most, mut open) = (0, 0u32);
    for number in numbers {
        most = number.max(most);
        open += u32::from(number > 0);
    }
    if most >= DOUBTFUL { most } else { (most + open.saturating_sub(1)).min(MOST) }
}
