//! Thinking in whole turns: a decision is worth what the best way to end the turn is worth after it.
//!
//! Dice are used in all orders, position by position, and only the most promising halfway positions are followed
//! (a beam). Where dice have yet to be rolled, every roll is weighed by its chance. Cards are weighed one at a time:
//! their worth in the hand is known to whoever judges the end of the turn. In this imagination nobody answers;
//! what the other side's answers cost has gone into the judgement when it was learned.
//!
//! With nodes to spare the best few ends of the turn are looked at again through the other side's eyes, for each
//! of its rolls, and once more through the own eyes after that; a dreamer looks at its own next turn at once.

use std::{
    collections::HashSet,
    hash::{BuildHasherDefault, Hasher},
};

use arrayvec::ArrayVec;
use rand::{RngCore, seq::SliceRandom};
use table::{BySeat, Game, Log, Odds, Outcome, Seat, Step, Turn};

use crate::{Action, BackgammonWars, Cards, Chance, Kind, Purpose, waits::Wait};

/// Somebody who says what the end of a turn is worth.
pub(super) trait Judge {
    /// The chance of `mover`, whose turn has just ended, to win; `known` are the cards that the thinker knows.
    fn judge(&self, game: &BackgammonWars, mover: Seat, known: &BySeat<Cards>) -> f32;
}

/// How much is looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Halfway positions that are followed.
    pub(super) beam: usize,
    /// Rolls that are weighed where dice have yet to be rolled; the rest is left to luck.
    pub(super) rolls: usize,
    /// Ways to play cards that are tried.
    pub(super) cards: usize,
    /// Ends of the turn after which the own next turn is dreamt of, as if the other side let its turn pass.
    pub(super) dreams: usize,
    /// Ends of the turn that are looked at through the other side's eyes.
    pub(super) replies: usize,
    /// Those among them that are looked at once more after the reply.
    pub(super) answers: usize,
    /// Rolls that are weighed in the own next turn.
    pub(super) later: usize,
}

/// What is looked at after the end of a turn.
#[derive(Clone, Copy, Debug)]
enum Look {
    /// The own next turn, as if the other side let its turn pass.
    Dream,
    /// The other side's turn.
    Reply,
    /// That, and the own turn after it.
    Answer,
}

/// Own steps, the next one first.
pub(super) type Plan = ArrayVec<Action, 8>;

/// One way to end a turn.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) steps: Plan,
    pub(super) game: BackgammonWars,
    /// What the end of the turn is worth for the side whose turn it is.
    pub(super) worth: f32,
}

/// What was decided.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    pub(super) worth: f32,
    /// The own steps that are planned, the decision first.
    pub(super) steps: Plan,
}

/// One thought.
pub(super) struct Mind<'m> {
    judge: &'m dyn Judge,
    effort: Effort,
    /// The cards that the thinker knew when it began.
    known: BySeat<Cards>,
    /// The turn that is thought about.
    number: u16,
    rng: &'m mut dyn RngCore,
    /// Which rolls are weighed, where not all are: the same for every option.
    luck: u32,
    /// Positions judged so far.
    pub(super) nodes: u64,
    /// Where the look at replies stops.
    limit: u64,
    over: &'m dyn Fn() -> bool,
}

impl<'m> Mind<'m> {
    pub(super) fn new(
        judge: &'m dyn Judge,
        effort: Effort,
        (known, number): (BySeat<Cards>, u16),
        limit: u64,
        rng: &'m mut dyn RngCore,
        over: &'m dyn Fn() -> bool,
    ) -> Mind<'m> {
        let luck = rng.next_u32();
        Mind { judge, effort, known, number, rng, luck, nodes: 0, limit, over }
    }

    /// The best of the options of `seat`, who is asked and has more than one.
    pub(super) fn decide(&mut self, game: &BackgammonWars, seat: Seat) -> Decision {
        let mut options = Vec::new();
        game.options(seat, &mut options);
        match game.wait() {
            Some(Wait::Dice(_)) => self.use_dice(game, seat, &options),
            Some(Wait::Before(_)) => {
                options.retain(|&action| is_of_use(game, seat, action));
                self.cut_cards(&mut options);
                self.best_of(game, seat, &options)
            }
            _ => self.best_of(game, seat, &options),
        }
    }

    /// Leaves only so many ways to play cards.
    fn cut_cards(&mut self, options: &mut Vec<Action>) {
        let (mut cards, mut kept): (Vec<Action>, Vec<Action>) =
            options.iter().partition(|action| matches!(action, Action::Play(_)));
        if cards.len() > self.effort.cards {
            cards.shuffle(self.rng);
            cards.truncate(self.effort.cards);
        }
        kept.append(&mut cards);
        *options = kept;
    }

    fn best_of(&mut self, game: &BackgammonWars, seat: Seat, options: &[Action]) -> Decision {
        let mut best = Decision { worth: f32::MIN, steps: ArrayVec::new() };
        for &action in options {
            if best.worth != f32::MIN && (self.over)() {
                break;
            }
            let worth = self.worth_after(game, seat, action);
            if worth > best.worth {
                best = Decision { worth, steps: ArrayVec::from_iter([action]) };
            }
        }
        best
    }

    /// What a decision of `seat` is worth to it.
    fn worth_after(&mut self, game: &BackgammonWars, seat: Seat, action: Action) -> f32 {
        let mut after = game.clone();
        after.play(&Step::Act(seat, action), &mut Log::off());
        self.worth(after, seat)
    }

    /// Dice, cards, or the end of the turn.
    fn use_dice(&mut self, game: &BackgammonWars, seat: Seat, options: &[Action]) -> Decision {
        let mut ways = self.ways(game, seat, self.effort.beam);
        let mut cards: Vec<Action> =
            options.iter().copied().filter(|action| matches!(action, Action::Play(_))).collect();
        self.cut_cards(&mut cards);
        let dice = ways.first().map_or(f32::MIN, |way| way.worth);
        let card = self.best_of(game, seat, &cards);
        if card.worth > dice {
            return card;
        }
        self.look_ahead(&mut ways, seat);
        let Some(Way { mut steps, worth, .. }) = ways.into_iter().next() else {
            return self.best_of(game, seat, options);
        };
        if steps.is_empty() {
            steps.push(Action::End);
        }
        Decision { worth, steps }
    }

    /// Every way to use the dice of `seat` to the end of its turn, without cards, the best first.
    fn ways(&mut self, game: &BackgammonWars, seat: Seat, beam: usize) -> Vec<Way> {
        let mut ends: Vec<Way> = Vec::new();
        let mut known: HashSet<u64, BuildHasherDefault<Plain>> = HashSet::default();
        let mut options = Vec::new();
        let mut layer = vec![Way { steps: ArrayVec::new(), game: game.clone(), worth: 0.0 }];
        let mut fresh = true;
        while !layer.is_empty() {
            let mut next = Vec::new();
            for way in layer.drain(..) {
                options.clear();
                if way.game.dice.choice {
                    options.extend([Action::Double, Action::Draw]);
                } else {
                    way.game.die_uses(seat, &mut options);
                }
                for &action in &options {
                    let mut after = way.game.clone();
                    after.play(&Step::Act(seat, action), &mut Log::off());
                    pass_by(&mut after);
                    if !known.insert(key(&after)) {
                        continue;
                    }
                    let worth = self.judged(&after, seat, seat);
                    let mut steps = way.steps.clone();
                    steps.push(action);
                    let ended = after.over.is_some() || after.number != game.number;
                    let way = Way { steps, game: after, worth };
                    if ended { ends.push(way) } else { next.push(way) }
                }
                let ability = way.game.dice.purpose != Purpose::Move;
                if options.is_empty() || ability && !way.game.dice.choice {
                    ends.push(self.ended(way, seat, fresh));
                }
            }
            fresh = false;
            next.sort_by(|a: &Way, b: &Way| b.worth.total_cmp(&a.worth));
            next.truncate(beam);
            layer = next;
        }
        ends.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        ends
    }

    /// A way that stops here. The very last turn is counted out (rule 18).
    fn ended(&mut self, mut way: Way, seat: Seat, fresh: bool) -> Way {
        way.game.play(&Step::Act(seat, Action::End), &mut Log::off());
        if fresh || way.game.over.is_some() {
            way.worth = self.judged(&way.game, seat, seat);
        }
        way
    }

    /// What a position is worth to `seat` when the turn of `mover` is over.
    fn judged(&mut self, game: &BackgammonWars, mover: Seat, seat: Seat) -> f32 {
        if let Turn::Over(outcome) = game.turn() {
            return points(outcome, seat);
        }
        self.nodes += 1;
        let worth = self.judge.judge(game, mover, &self.known);
        if mover == seat { worth } else { 1.0 - worth }
    }

    /// What a position is worth to `seat` when the turn that is thought about is played to its end.
    fn worth(&mut self, mut game: BackgammonWars, seat: Seat) -> f32 {
        pass_by(&mut game);
        if game.number != self.number || game.over.is_some() {
            return self.judged(&game, !game.roller(), seat);
        }
        match game.wait() {
            Some(Wait::Before(roller)) => {
                game.play(&Step::Act(roller, Action::Roll), &mut Log::off());
                self.worth(game, seat)
            }
            Some(Wait::Keep(roller)) => {
                let mut options = Vec::new();
                game.options(roller, &mut options);
                let worth = self.best_of(&game, roller, &options).worth;
                if roller == seat { worth } else { 1.0 - worth }
            }
            Some(Wait::Dice(roller)) => {
                let worth = self.ways(&game, roller, self.effort.beam).first().map_or(0.5, |way| way.worth);
                if roller == seat { worth } else { 1.0 - worth }
            }
            _ => self.average(&game, self.effort.rolls, |mind, after| mind.worth(after, seat)),
        }
    }

    /// What a table is worth to `seat` when a roll that lies there is used as well as it can be; before a roll the turn
    /// before it is judged.
    pub(super) fn measure(&mut self, game: &BackgammonWars, seat: Seat) -> f32 {
        let mut game = game.clone();
        pass_by(&mut game);
        match game.wait() {
            Some(Wait::Before(roller)) if game.over.is_none() => self.judged(&game, !roller, seat),
            _ => self.worth(game, seat),
        }
    }

    /// The average over what chance can bring, or over `rolls` of it.
    fn average(
        &mut self,
        game: &BackgammonWars,
        rolls: usize,
        mut worth: impl FnMut(&mut Self, BackgammonWars) -> f32,
    ) -> f32 {
        let mut odds = Odds::default();
        game.odds(&mut odds);
        let chances = some_of(&odds.outcomes, rolls, self.luck);
        let (mut sum, mut weights) = (0.0, 0.0);
        for (outcome, weight) in chances {
            let mut after = game.clone();
            after.play(&Step::Chance(outcome), &mut Log::off());
            sum += weight as f32 * worth(self, after);
            weights += weight as f32;
        }
        sum / weights
    }

    /// Looks at the best ends of the turn again: a dreamer at its own next turn alone; the others first through the other
    /// side's eyes, then once more through the own eyes.
    fn look_ahead(&mut self, ways: &mut Vec<Way>, seat: Seat) {
        let Effort { dreams, replies, answers, .. } = self.effort;
        for (look, count) in [(Look::Dream, dreams), (Look::Reply, replies), (Look::Answer, answers)] {
            if count < 2 {
                continue;
            }
            ways.truncate(count);
            if ways.len() < 2 {
                return;
            }
            let mut looked: Vec<(usize, f32)> = Vec::new();
            for (n, way) in ways.iter().enumerate() {
                if self.nodes >= self.limit || (self.over)() {
                    break;
                }
                looked.push((n, self.ahead(&way.game, seat, look)));
            }
            if looked.len() < 2 {
                return;
            }
            looked.sort_by(|a, b| b.1.total_cmp(&a.1));
            *ways = looked.into_iter().map(|(n, worth)| Way { worth, ..ways[n].clone() }).collect();
        }
    }

    /// What the end of a turn of `seat` is worth to it, some turns later.
    fn ahead(&mut self, game: &BackgammonWars, seat: Seat, look: Look) -> f32 {
        if let Turn::Over(outcome) = game.turn() {
            return points(outcome, seat);
        }
        match look {
            Look::Dream => {
                let mut game = game.clone();
                game.pass_turn(seat);
                self.own_turn(game, seat)
            }
            Look::Reply => self.reply(game, seat, false),
            Look::Answer => self.reply(game, seat, true),
        }
    }

    /// What the end of a turn of `seat` is worth to it after the other side's turn.
    fn reply(&mut self, game: &BackgammonWars, seat: Seat, deep: bool) -> f32 {
        let mut least = f32::MAX;
        for declared in declared(game) {
            let worth = self.after_rolls(&declared, 21, |mind, after| {
                let (worth, end) = mind.best_end(after, !seat, if deep { 1 } else { 2 });
                if deep && end.over.is_none() { mind.own_turn(end, seat) } else { 1.0 - worth }
            });
            least = least.min(worth);
        }
        least
    }

    fn own_turn(&mut self, game: BackgammonWars, seat: Seat) -> f32 {
        let worths = declared(&game).map(|declared| {
            self.after_rolls(&declared, self.effort.later, |mind, after| mind.best_end(after, seat, 1).0)
        });
        worths.fold(0.0, f32::max)
    }

    /// How the turn of `roller` ends best, and what that is worth to it. A roll that cannot be used has ended it.
    fn best_end(&mut self, game: BackgammonWars, roller: Seat, beam: usize) -> (f32, BackgammonWars) {
        if game.wait() != Some(Wait::Dice(roller)) {
            return (self.judged(&game, roller, roller), game);
        }
        let ways = self.ways(&game, roller, beam);
        ways.into_iter().next().map_or((0.5, game), |way| (way.worth, way.game))
    }

    /// The average over rolls; a roll that is known already is the only one.
    fn after_rolls(
        &mut self,
        game: &BackgammonWars,
        rolls: usize,
        mut worth: impl FnMut(&mut Self, BackgammonWars) -> f32,
    ) -> f32 {
        if let Some(Wait::Dice(_)) = game.wait() {
            return worth(self, game.clone());
        }
        self.average(game, rolls, |mind, mut after| {
            pass_by(&mut after);
            worth(mind, after)
        })
    }
}

/// The positions in which the side whose turn begins has declared what it rolls for (rule 6).
fn declared(game: &BackgammonWars) -> impl Iterator<Item = BackgammonWars> {
    let declare = |action: Option<Action>| {
        let mut after = game.clone();
        if let (Some(Wait::Before(seat)), Some(action)) = (game.wait(), action) {
            if !is_of_use(game, seat, action) {
                return None;
            }
            after.play(&Step::Act(seat, action), &mut Log::off());
        }
        pass_by(&mut after);
        Some(after)
    };
    let actions: &[Option<Action>] = match game.wait() {
        Some(Wait::Before(_)) => &[Some(Action::Roll), Some(Action::Shoot), Some(Action::Hex)],
        _ => &[None],
    };
    actions.iter().copied().filter_map(declare)
}

/// Whether an ability would find a target now; everything else is of use.
fn is_of_use(game: &BackgammonWars, seat: Seat, action: Action) -> bool {
    match action {
        Action::Shoot => game.board.free(seat, Kind::Archer) != 0 && game.lone_enemies(seat) != 0,
        Action::Hex => game.push_targets(seat) != 0,
        _ => true,
    }
}

/// Nobody answers, and what is drawn stays unknown: on to the next dice or the next decision of a turn.
fn pass_by(game: &mut BackgammonWars) {
    loop {
        let step = match game.wait() {
            Some(Wait::Window(seat) | Wait::Parry(seat) | Wait::Evoke { seat, .. }) => {
                Step::Act(seat, Action::Pass)
            }
            Some(Wait::Draw { .. }) => match game.deck.pile.iter().next() {
                Some(card) => Step::Chance(Chance::Card(card)),
                None => return,
            },
            Some(Wait::Spy(_)) => Step::Chance(Chance::Dice(4, 3)),
            _ => return,
        };
        game.play(&step, &mut Log::off());
    }
}

/// So many of the outcomes, spread evenly from where luck begins; all if there are not more.
fn some_of(outcomes: &[(Chance, u32)], count: usize, luck: u32) -> Vec<(Chance, u32)> {
    if outcomes.len() <= count {
        return outcomes.to_vec();
    }
    let all: u32 = outcomes.iter().map(|outcome| outcome.1).sum();
    let mut some: Vec<(Chance, u32)> = Vec::new();
    for n in 0..count as u32 {
        let mut place = (luck % all + n * all / count as u32) % all;
        for &(outcome, weight) in outcomes {
            if place < weight {
                some.push((outcome, 1));
                break;
            }
            place -= weight;
        }
    }
    some
}

pub(super) fn points(outcome: Outcome, seat: Seat) -> f32 {
    outcome.winner.map_or(0.5, |winner| f32::from(u8::from(winner == seat)))
}

/// What tells positions within one turn apart.
fn key(game: &BackgammonWars) -> u64 {
    let mix = |sum: u64, part: u64| (sum ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    let walls = Seat::BOTH.map(|seat| u64::from(game.board.wall(seat).total()));
    let beside = walls[0] | walls[1] << 8 | u64::from(game.dice.choice) << 16;
    let dice = game.dice.all().iter().fold(0, |sum, &die| sum << 8 | u64::from(die));
    let stacks = game.board.points().chunks_exact(4);
    let stacks = stacks.map(|four| four.iter().fold(0, |sum, stack| sum << 16 | u64::from(stack.bits())));
    stacks.fold(mix(mix(1, beside), dice), mix)
}

/// A hash of what is a hash already.
#[derive(Default)]
struct Plain(u64);

impl Hasher for Plain {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0 << 8 | u64::from(byte));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}
