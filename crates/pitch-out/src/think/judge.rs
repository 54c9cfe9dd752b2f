//! Judging flicks: every try is shot, the good ones again under the own tremor, then varied a little, and the best
//! of them looked at with the enemy's best reply. What it costs is counted in shots, those among many pawns for more
//! than one, so that a level plays the same game on any machine and takes about the same time at any table.

use search::Budget;
use table::{Log, Seat};

use super::{aims::Try, player::Skill};
use crate::{Action, Aim, Chance, PitchOut, Tremor, Wait, action};

/// So many shots between two looks at the clock.
const CLOCK: u64 = 256;
/// The work that counts as one shot, as of a flick that meets nobody, and what it takes to look at a table after a shot.
const USUAL: u64 = 64;
const SIGHT: u64 = 24;
/// So many flicks of one pawn that leave the same pawns on the table are looked at.
const ALIKE: usize = 4;
/// How far a flick is varied, in parts of the first step: angle in 1/100 degree, power.
const VARIED: [(i16, i16); 8] =
    [(60, 0), (-60, 0), (0, -60), (25, -20), (-25, -20), (12, 0), (-12, 0), (0, 40)];

/// A flick with what is expected of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judged {
    pub(super) what: Try,
    /// The chance to win the round.
    pub(super) value: f32,
    /// What the other side will do.
    pub(super) reply: Option<Try>,
}

/// Somebody who judges flicks within a budget.
pub(super) struct Judge<'b> {
    skill: Skill,
    budget: &'b mut Budget,
    /// The work that may still be done.
    left: u64,
    pub(super) tried: u64,
}

impl Judge<'_> {
    pub(super) fn new(skill: Skill, budget: &mut Budget) -> Judge<'_> {
        let shots = budget.nodes.unwrap_or(skill.shots);
        let left = shots.saturating_mul(USUAL);
        Judge { skill: skill.widened(shots / skill.shots), budget, left, tried: 0 }
    }

    /// Takes at most so many of the shots that are left for what follows.
    pub(super) fn spend(&mut self, shots: u64) {
        self.left = self.left.min(shots * USUAL);
    }

    /// Whether there is nothing left to spend.
    pub(super) fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// The best flick of the seat on turn; none when it has no pawn to flick.
    pub(super) fn best_flick(&mut self, game: &PitchOut) -> Option<Judged> {
        let mut found = self.first_look(game);
        found.truncate(self.skill.kept);
        let hands = self.tremors(game, self.skill.hands);
        if hands.len() > 1 {
            for judged in &mut found {
                judged.value = self.expected(game, judged.what, &hands).unwrap_or(judged.value);
            }
            found.sort_by(|a, b| b.value.total_cmp(&a.value));
        }
        self.vary(game, &hands, &mut found);
        self.look_at_replies(game, &hands, &mut found);
        found.first().copied()
    }

    /// What the best flick of the seat on turn is worth to `seat`.
    pub(super) fn outlook(&mut self, game: &PitchOut, seat: Seat, won: u8) -> f32 {
        self.foresee(game, seat, won, self.skill.depth).0
    }

    /// Every candidate shot once, as if the hand were steady; best first.
    fn first_look(&mut self, game: &PitchOut) -> Vec<Judged> {
        let mut tries = Vec::new();
        if self.skill.simple {
            game.plain_aims(&mut tries);
        } else {
            game.direct_aims(&mut tries);
            game.carried_aims(&mut tries);
            game.banked_aims(&mut tries);
        }
        game.round_aims(self.skill.around, &mut tries);
        if tries.is_empty() {
            game.round_aims(360, &mut tries);
        }
        let mut found = Vec::with_capacity(tries.len());
        for what in tries {
            let Some(after) = self.shoot(game, what, None) else { break };
            let value = self.value(&after, game, game.mover);
            let left = Seat::BOTH.map(|seat| after.squads[seat].standing());
            found.push((Judged { what, value, reply: None }, (what.name, left)));
        }
        found.sort_by(|(a, _), (b, _)| b.value.total_cmp(&a.value));
        unlike(found)
    }

    /// The mean over some tremors.
    fn expected(&mut self, game: &PitchOut, what: Try, hands: &[Option<Tremor>]) -> Option<f32> {
        let mut sum = 0.0;
        for &hand in hands {
            let after = self.shoot(game, what, hand)?;
            sum += self.value(&after, game, game.mover);
        }
        Some(sum / hands.len() as f32)
    }

    /// Local search: varies the best few in ever smaller steps as long as it helps.
    fn vary(&mut self, game: &PitchOut, hands: &[Option<Tremor>], found: &mut [Judged]) {
        for judged in found.iter_mut().take(self.skill.varied) {
            for &(angle, power) in &VARIED {
                let what = Try { aim: judged.what.aim.shaken(Tremor { angle, power }), ..judged.what };
                if game.check_flick(game.mover, what.name, what.aim.angle).is_err() {
                    continue;
                }
                match self.expected(game, what, hands) {
                    Some(value) if value > judged.value => *judged = Judged { what, value, reply: None },
                    Some(_) => {}
                    None => break,
                }
            }
        }
        found.sort_by(|a, b| b.value.total_cmp(&a.value));
    }

    /// Puts in front what is still best after the best reply.
    fn look_at_replies(&mut self, game: &PitchOut, hands: &[Option<Tremor>], found: &mut Vec<Judged>) {
        let seat = game.mover;
        let mut looked = Vec::new();
        for judged in found.iter().take(self.skill.replies) {
            let hands = &hands[..hands.len().min(self.skill.reply_hands)];
            let (mut sum, mut reply) = (0.0, None);
            for &hand in hands {
                let Some(after) = self.shoot(game, judged.what, hand) else { break };
                let (value, answer) = self.foresee(&after, seat, game.score[seat], self.skill.depth);
                sum += value;
                reply = reply.or(answer);
            }
            if self.is_spent() {
                break;
            }
            let value = sum / hands.len() as f32;
            looked.push(Judged { value, reply, ..*judged });
        }
        if !looked.is_empty() {
            looked.sort_by(|a, b| b.value.total_cmp(&a.value));
            *found = looked;
        }
    }

    /// What a table after a shot is worth to `seat` when the seat on turn answers as well as it can, and that seat's
    /// answer. `won`: the rounds that `seat` had before the shot.
    fn foresee(&mut self, game: &PitchOut, seat: Seat, won: u8, depth: u8) -> (f32, Option<Try>) {
        if let Some(end) = decided(game, seat, won) {
            return (end, None);
        }
        if depth == 0 || !matches!(game.wait, Wait::Flick | Wait::Again) {
            return (game.round_chance(seat), None);
        }
        let mover = game.mover;
        let mut tries = Vec::new();
        if self.skill.wary && depth == self.skill.depth {
            game.direct_aims(&mut tries);
            game.carried_aims(&mut tries);
        } else {
            game.plain_aims(&mut tries);
        }
        let mut answers: Vec<(f32, Try)> = Vec::with_capacity(tries.len());
        for what in tries {
            let Some(after) = self.shoot(game, what, None) else { break };
            answers.push((self.value(&after, game, mover), what));
        }
        answers.sort_by(|a, b| b.0.total_cmp(&a.0));
        answers.truncate(self.skill.answers);
        let hands = self.tremors(game, self.skill.answer_hands);
        let mut best: Option<(f32, Try)> = None;
        for (plain, what) in answers {
            let value = if depth > 1 || hands.len() > 1 {
                self.answer(game, what, &hands, depth).unwrap_or(plain)
            } else {
                plain
            };
            if best.is_none_or(|(least, _)| value > least) {
                best = Some((value, what));
            }
        }
        let Some((value, what)) = best else { return (game.round_chance(seat), None) };
        (if mover == seat { value } else { 1.0 - value }, Some(what))
    }

    /// What an answer is worth to who gives it: the mean over some tremors, each looked at one flick less deep.
    fn answer(&mut self, game: &PitchOut, what: Try, hands: &[Option<Tremor>], depth: u8) -> Option<f32> {
        let mover = game.mover;
        let mut sum = 0.0;
        for &hand in hands {
            let after = self.shoot(game, what, hand)?;
            sum += self.foresee(&after, mover, game.score[mover], depth - 1).0;
        }
        Some(sum / hands.len() as f32)
    }

    /// Plays a flick on a copy, with all that follows until the next flick. `None` when nothing is left to spend.
    fn shoot(&mut self, game: &PitchOut, what: Try, hand: Option<Tremor>) -> Option<PitchOut> {
        if self.left == 0 {
            return None;
        }
        self.tried += 1;
        let mut after = game.clone();
        after.take_aim(what.name, hand.map_or(what.aim, |tremor| what.aim.shaken(tremor)));
        let work = after.shoot(&mut Log::off());
        after.settle();
        self.left = self.left.saturating_sub((u64::from(work) + SIGHT).max(USUAL));
        if self.tried.is_multiple_of(CLOCK) && self.budget.is_over() {
            self.left = 0;
        }
        Some(after)
    }

    /// What a table after a shot is worth to a seat at first sight.
    fn value(&self, after: &PitchOut, before: &PitchOut, seat: Seat) -> f32 {
        decided(after, seat, before.score[seat]).unwrap_or_else(|| {
            if self.skill.simple { after.lead_in_pawns(seat) } else { after.round_chance(seat) }
        })
    }

    /// Some tremors of the hand on turn, the same for all flicks that are compared; a steady hand has one.
    fn tremors(&mut self, game: &PitchOut, most: usize) -> Vec<Option<Tremor>> {
        match game.rulings.tremor[game.mover] {
            0 => vec![None],
            _ if most < 2 => vec![None],
            tremor => (0..most).map(|_| Some(draw(action::tremors(tremor), self.budget))).collect(),
        }
    }
}

/// Keeps the best few of those that do the same with the same pawn.
fn unlike<K: PartialEq + Copy>(found: Vec<(Judged, K)>) -> Vec<Judged> {
    let mut counts: Vec<(K, usize)> = Vec::new();
    let mut kept = Vec::new();
    for (judged, key) in found {
        let known = counts.iter().position(|(other, _)| *other == key);
        let n = known.unwrap_or_else(|| {
            counts.push((key, 0));
            counts.len() - 1
        });
        counts[n].1 += 1;
        if counts[n].1 <= ALIKE {
            kept.push(judged);
        }
    }
    kept
}

/// One tremor by its odds.
fn draw(odds: &[(Chance, u32)], budget: &mut Budget) -> Tremor {
    use table::rand::Rng;
    let all: u32 = odds.iter().map(|(_, weight)| weight).sum();
    let mut drawn = budget.rng.random_range(0..all);
    for (outcome, weight) in odds {
        match outcome {
            Chance::Tremor(tremor) if drawn < *weight => return *tremor,
            _ => drawn -= weight,
        }
    }
    unreachable!("the number is below the sum of the weights")
}

/// Whether the round is over since a seat had won so many, and for whom.
fn decided(game: &PitchOut, seat: Seat, won: u8) -> Option<f32> {
    if game.score[seat] > won {
        return Some(1.0);
    }
    match game.wait {
        Wait::Over { .. } | Wait::First { .. } | Wait::Ban | Wait::Replace | Wait::Change => Some(0.0),
        _ => None,
    }
}

impl From<Try> for Action {
    fn from(what: Try) -> Action {
        let Try { name, aim: Aim { angle, power } } = what;
        Action::Flick(name, Aim { angle, power })
    }
}
