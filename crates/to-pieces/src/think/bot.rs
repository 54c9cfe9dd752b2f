//! The players of the levels: they take what looks best, or play their best plans on in many imagined tables.

use search::{Budget, Player, Thought};
use table::{Game, Seat, Values};

use super::{
    PLAIN, SHREWD, marks,
    plans::{Plan, Planner, is_raised},
    playout::Playout,
    value::{Temper, held, peril, prospects, win},
};
use crate::{
    Action, ToPieces, View,
    waits::{Phase, Wait},
};

/// A player that looks at every plan of its own and plays the best on.
#[derive(Clone, Copy, Debug)]
pub struct Thinker {
    /// What it makes of what it sees.
    pub temper: Temper,
    /// Own plans that it plays on; one: it takes what looks best.
    pub width: usize,
    /// Tables that it looks at to decide between so many plans; fewer plans need fewer.
    pub nodes: u64,
    /// It plays on through the next round where so few turns of this one are left.
    pub further: u8,
    /// How many playouts the first look counts for.
    pub trust: f32,
    /// Imagined deals of which it takes the one whose cards suit the other best.
    pub deals: usize,
    /// What follows from a turn, and each man that is put, gets one of so many shares of the thought that a turn gets.
    pub shares: u64,
}

impl Player<ToPieces> for Thinker {
    fn choose(&mut self, view: &View, seat: Seat, budget: &mut Budget) -> Thought<ToPieces> {
        let table = ToPieces::imagine(view, &mut budget.rng);
        let mut options = Vec::new();
        table.options(seat, &mut options);
        if options.len() == 1 {
            return Thought::plain(options.remove(0), "hint.only");
        }
        if let Some(Wait::Mark { .. }) = table.wait() {
            return Thought::plain(
                marks::best(&table, seat, &options, &mut budget.rng),
                "to-pieces.hint.set-up",
            );
        }
        let mut planner = Planner { temper: &self.temper, me: seat, nodes: 0 };
        let plans = planner.plans(&table, seat, &options, self.width);
        let mut nodes = planner.nodes;
        let mut found: Vec<Found> = plans.iter().map(|plan| Found::at_sight(plan, self.trust)).collect();
        let mut best = 0;
        // Before the markers lie there is nothing to play on.
        if plans.len() > 1 && !matches!(table.wait(), Some(Wait::Choose { .. })) {
            let looked;
            (best, looked) = self.play_on(view, seat, &plans, &mut found, budget);
            nodes += looked;
        }
        let line = [plans[best].action].iter().chain(&found[best].line).map(Action::to_string).collect();
        let why = self.reason(&table, seat, &plans[best], nodes);
        Thought { action: plans[best].action, win: Some(found[best].win()), line, nodes, why }
    }
}

/// What was found about a plan.
#[derive(Clone, Debug)]
struct Found {
    /// The chances to win, summed.
    sum: f32,
    /// How many they are.
    weight: f32,
    /// The actions that are expected after it.
    line: Vec<Action>,
}

impl Found {
    fn at_sight(plan: &Plan, trust: f32) -> Found {
        Found { sum: trust * win(&plan.after, plan.points), weight: trust, line: Vec::new() }
    }

    fn win(&self) -> f32 {
        self.sum / self.weight
    }
}

impl Thinker {
    /// The level `casual`: judges as the baseline does, and plays two plans on.
    pub const CASUAL: Thinker =
        Thinker { temper: PLAIN, width: 2, nodes: 6_500, further: 0, trust: 2.0, deals: 1, shares: 1 };
    /// The level `strong`: has experience, but does not guess what the other is after.
    pub const STRONG: Thinker = Thinker {
        temper: Temper { guess: 0.0, ..SHREWD },
        width: 6,
        nodes: 80_000,
        shares: 4,
        ..Thinker::CASUAL
    };
    /// The level `expert`.
    pub const EXPERT: Thinker = Thinker {
        temper: Temper { learned: true, ..SHREWD },
        width: 16,
        nodes: 400_000,
        further: 2,
        trust: 6.0,
        deals: 4,
        shares: 8,
    };

    /// Plays the plans on to the end of a round, each in the same imagined tables. After every share of the
    /// nodes the worse half of the plans is dropped. Tells the best and how many tables were looked at.
    fn play_on(
        &self,
        view: &View,
        seat: Seat,
        plans: &[Plan],
        found: &mut [Found],
        budget: &mut Budget,
    ) -> (usize, u64) {
        let temper = Temper { guess: 0.0, ..self.temper };
        // Men are put one after the other: together they are one turn.
        let follows =
            is_raised(view.wait(), seat) || matches!(view.wait(), Some(Wait::Keep { .. } | Wait::Put { .. }));
        let shares = if follows { self.shares } else { 1 };
        let nodes = budget.nodes_or(self.nodes * plans.len() as u64 / self.width as u64 / shares);
        let time = budget.time_left().filter(|_| budget.is_endless());
        let last = self.horizon(view);
        let mut rng = budget.rng.clone();
        let mut playout = Playout::new(&temper, &mut rng);
        let mut left: Vec<usize> = (0..plans.len()).collect();
        let stages = plans.len().next_power_of_two().trailing_zeros();
        let mut stage = 0;
        while stage < stages && !budget.is_over() {
            let table = self.guess(view, seat, &mut playout);
            for &n in &left {
                if budget.is_over() {
                    break;
                }
                let after = playout.follow(&table, seat, plans[n].action);
                found[n].line.clear();
                found[n].sum += playout.play(after, seat, last, &mut found[n].line);
                found[n].weight += 1.0;
            }
            // Of equals the one that looked better at first sight.
            left.sort_by(|&a, &b| found[b].win().total_cmp(&found[a].win()).then(a.cmp(&b)));
            let is_enough = match (time, budget.time_left()) {
                (Some(all), Some(rest)) => rest <= all * (stages - stage - 1) / stages,
                _ => playout.nodes >= nodes / u64::from(stages) * u64::from(stage + 1),
            };
            if is_enough {
                left.truncate(left.len().div_ceil(2));
                stage += 1;
            }
        }
        let looked = playout.nodes;
        budget.rng = rng;
        (left[0], looked)
    }

    /// An imagined table; of some the one in which the other's cards suit it best, because it has chosen them.
    fn guess(&self, view: &View, seat: Seat, playout: &mut Playout<'_>) -> ToPieces {
        let mut best = ToPieces::imagine(view, playout.rng);
        let mut most = held(&best, !seat, playout.temper);
        for _ in 1..self.deals {
            let table = ToPieces::imagine(view, playout.rng);
            let suits = held(&table, !seat, playout.temper);
            if suits > most {
                (best, most) = (table, suits);
            }
        }
        best
    }

    /// The round to whose end the plans are played on.
    fn horizon(&self, view: &View) -> u8 {
        let this = view.round.max(1);
        match view.phase {
            Phase::Turns { played, .. } if 8 - played <= self.further => this + 1,
            _ => this,
        }
    }

    /// Why a plan is good, in a sentence.
    fn reason(&self, game: &ToPieces, seat: Seat, plan: &Plan, nodes: u64) -> (&'static str, Values) {
        let plain = |key| (key, Values::new());
        match plan.action {
            Action::Keep(_) | Action::PutLeader(_) | Action::Put(..) => {
                return plain("to-pieces.hint.set-up");
            }
            Action::Swap => return plain("to-pieces.hint.swap"),
            Action::Claim => return plain("to-pieces.hint.claim"),
            Action::Reserve => return plain("to-pieces.hint.reserve"),
            _ => {}
        }
        let after = &plan.after;
        let score = |game: &ToPieces| game.score(seat).coins + game.sides[seat].deeds.slain;
        if score(after) > score(game) {
            return plain("to-pieces.hint.capture");
        }
        let before = prospects(game, seat, &self.temper);
        let later = prospects(after, seat, &self.temper);
        let claimed = |card: u8| after.sides[seat].claimed.has(card);
        let now = |card: u8| later.iter().find(|(other, _)| *other == card).map_or(0.0, |(_, worth)| *worth);
        let gain = |&(card, worth): &(u8, f32)| if claimed(card) { 9.0 } else { now(card) - worth };
        let best = before.iter().max_by(|a, b| gain(a).total_cmp(&gain(b))).filter(|card| gain(card) > 0.1);
        if let Some(objective) = best.and_then(|&(card, _)| game.sheet(seat).objective(card)) {
            return ("to-pieces.hint.objective", vec![("objective", (&objective.name).into())]);
        }
        if peril(game, seat, &self.temper) > peril(after, seat, &self.temper) + 0.2 {
            return plain("to-pieces.hint.safety");
        }
        ("to-pieces.hint.plan", vec![("nodes", nodes.into())])
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
    use table::{Log, Show, Step, Viewer};

    use super::*;

    #[test]
    fn of_more_deals_the_other_has_better_cards() {
        let game = ToPieces::set_up("round 2; one L c1, 1 d3; two L e8, 1 d6, 2 e6").unwrap();
        let view = game.view(Viewer::Seat(Seat::One));
        let [one, two, four] = [1, 2, 4].map(|deals| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
            let mut playout = Playout::new(&SHREWD, &mut rng);
            let thinker = Thinker { deals, ..Thinker::CASUAL };
            let mut suits = || held(&thinker.guess(&view, Seat::One, &mut playout), Seat::Two, &SHREWD);
            (0..200).map(|_| suits()).sum::<f32>()
        });
        assert!(one < two && two < four, "{one} {two} {four}");
    }

    #[test]
    fn what_a_turn_raises_gets_its_share_of_thought() {
        let turn = "one L c1, 2 d2; two L e8, 3 d5, 4 e4, 5 c4";
        let nodes = |shares: u64, actions: &[&str]| {
            let mut game = ToPieces::set_up(turn).unwrap();
            for action in actions {
                let step = Step::Act(Seat::One, action.parse().unwrap());
                game.play(&step, &mut Log::off());
            }
            let view = game.view(Viewer::Seat(Seat::One));
            let mut thinker = Thinker { shares, ..Thinker::STRONG };
            thinker.choose(&view, Seat::One, &mut Budget::level(1)).nodes
        };
        assert_eq!(nodes(1, &[]), nodes(4, &[]));
        let [whole, share] = [1, 4].map(|shares| nodes(shares, &["charge d2-d4"]));
        assert!(share < whole / 2, "{share} of {whole}");
    }
}
