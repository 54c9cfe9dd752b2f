//! The four levels: how many shots each may try, and what it looks at.

use search::{Budget, Player, Thought};
use table::{Game, Seat, Values};

use super::judge::{Judge, Judged};
use crate::{Action, Name, PitchOut, View, Wait};

/// What a level can do. Costs are counted in shots; one among many pawns counts for several.
#[derive(Clone, Copy, Debug)]
pub(super) struct Skill {
    /// Shots that it may try for one flick, half as many for a second one in the same turn.
    pub(super) shots: u64,
    /// Sees direct flicks only, and counts pawns only: it overvalues a capture and misses the reply.
    pub(super) simple: bool,
    /// Directions all around that it tries with every pawn.
    pub(super) around: u16,
    /// Candidates that it keeps after the first look.
    pub(super) kept: usize,
    /// Tremors of its own hand that it tries with each of them.
    pub(super) hands: usize,
    /// Candidates that it varies.
    pub(super) varied: usize,
    /// Candidates whose replies it looks at.
    pub(super) replies: usize,
    /// Tremors of its own hand that it tries before looking at replies.
    pub(super) reply_hands: usize,
    /// Flicks that it looks ahead after its own.
    pub(super) depth: u8,
    /// Answers that are looked at more closely.
    pub(super) answers: usize,
    /// Tremors of the other hand that it tries with them.
    pub(super) answer_hands: usize,
    /// Looks for every kind of flick in the first answer too, not for plain ones only.
    pub(super) wary: bool,
    /// Deployments and places that it compares.
    pub(super) places: usize,
    /// Deployments of the enemy that it expects when it deploys first.
    pub(super) expected: usize,
}

pub(super) const NOVICE: Skill = Skill {
    shots: 2_000,
    simple: true,
    around: 0,
    kept: 32,
    hands: 10,
    varied: 0,
    replies: 0,
    reply_hands: 1,
    depth: 0,
    answers: 1,
    answer_hands: 1,
    wary: false,
    places: 1,
    expected: 1,
};

pub(super) const CASUAL: Skill = Skill {
    shots: 6_000,
    simple: false,
    around: 8,
    kept: 24,
    hands: 8,
    varied: 4,
    replies: 8,
    reply_hands: 3,
    depth: 1,
    answers: 1,
    answer_hands: 1,
    wary: false,
    places: 4,
    expected: 1,
};

pub(super) const STRONG: Skill = Skill {
    shots: 280_000,
    simple: false,
    around: 144,
    kept: 288,
    hands: 10,
    varied: 64,
    replies: 112,
    reply_hands: 4,
    depth: 1,
    answers: 4,
    answer_hands: 3,
    wary: false,
    places: 8,
    expected: 1,
};

pub(super) const EXPERT: Skill = Skill {
    shots: 200_000,
    simple: false,
    around: 144,
    kept: 160,
    hands: 12,
    varied: 60,
    replies: 96,
    reply_hands: 6,
    depth: 2,
    answers: 6,
    answer_hands: 3,
    wary: true,
    places: 12,
    expected: 3,
};

impl Player<PitchOut> for Skill {
    fn choose(&mut self, view: &View, seat: Seat, budget: &mut Budget) -> Thought<PitchOut> {
        let game = PitchOut::imagine(view, &mut budget.rng);
        let mut options = Vec::new();
        game.list_options(seat, &mut options);
        let listed = !matches!(
            game.wait,
            Wait::Open | Wait::Deploy { .. } | Wait::Put { .. } | Wait::Flick | Wait::Again | Wait::Sap
        );
        if let (true, [only]) = (listed, &options[..]) {
            return Thought::plain(*only, "hint.only");
        }
        match game.wait {
            Wait::Flick | Wait::Again => self.flick(&game, budget),
            _ => self.decide(&game, seat, &options, budget),
        }
    }
}

/// Who is given more than the level's own shots looks at so many times more, at most.
const WIDEST: u64 = 8;

impl Skill {
    /// The same level for somebody who gives it so many times its own shots, or a time.
    pub(super) fn widened(self, times: u64) -> Skill {
        let times = times.clamp(1, WIDEST) as usize;
        Skill {
            around: self.around * times as u16,
            kept: self.kept * times,
            varied: self.varied * times,
            replies: self.replies * times,
            ..self
        }
    }

    fn flick(self, game: &PitchOut, budget: &mut Budget) -> Thought<PitchOut> {
        let seat = game.mover;
        let shots = if game.wait == Wait::Again { self.shots / 2 } else { self.shots };
        let mut judge = Judge::new(Skill { shots, ..self }, budget);
        let found = judge.best_flick(game);
        let tried = judge.tried;
        let Some(found) = found else { return Thought::plain(Action::Pass, "hint.only") };
        // A second flick is a right, not a duty (R43, R47).
        if game.wait == Wait::Again {
            let mut after = game.clone();
            after.pass(seat, &mut table::Log::off());
            after.settle();
            if after.round_chance(seat) > found.value {
                return Thought::plain(Action::Pass, "pitch-out.hint.enough");
            }
        }
        let mut thought = Thought::plain(Action::from(found.what), why(game, &found));
        thought.why.1 = values(game, &found);
        thought.win = Some(game.match_chance(seat, found.value));
        thought.line.extend(found.reply.map(|reply| Action::from(reply).to_string()));
        thought.nodes = tried;
        thought
    }
}

/// What a flick is for, as the key of a sentence.
fn why(game: &PitchOut, found: &Judged) -> &'static str {
    let struck = struck(game, found);
    match struck {
        Some(Name::Captain) => "pitch-out.hint.captain",
        Some(_) => "pitch-out.hint.strike",
        None => "pitch-out.hint.quiet",
    }
}

fn values(game: &PitchOut, found: &Judged) -> Values {
    let mut values = Values::new();
    values.push(("name", found.what.name.text().into()));
    if let Some(victim) = struck(game, found).filter(|&victim| victim != Name::Captain) {
        values.push(("victim", victim.text().into()));
    }
    values
}

/// The most valuable enemy that a steady hand would eliminate.
fn struck(game: &PitchOut, found: &Judged) -> Option<Name> {
    let mut after = game.clone();
    after.take_aim(found.what.name, found.what.aim);
    after.shoot(&mut table::Log::off());
    let enemy = !game.mover;
    if after.score[game.mover] > game.score[game.mover] {
        return Some(Name::Captain);
    }
    let victims = game.squads[enemy].standing().minus(after.squads[enemy].standing());
    if victims.contains(Name::Captain) { Some(Name::Captain) } else { victims.iter().max_by(by_value) }
}

fn by_value(a: &Name, b: &Name) -> std::cmp::Ordering {
    let value = |name: &Name| super::worth::VALUE[*name as usize];
    value(a).total_cmp(&value(b))
}
