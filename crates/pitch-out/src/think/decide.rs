//! Everything that is decided without a flick: rosters, the opening shot, deployment, places, Guard, Captain and the
//! loser's choices. Where it matters the answers are played and the next flick is looked at.

use search::{Budget, Thought};
use table::{Log, Seat, rand::Rng};

use super::{formation::Plan, judge::Judge, player::Skill, worth::VALUE};
use crate::{Action, Aim, Block, Fate, Name, PitchOut, Spot, Wait};

/// A decision without a flick may cost this part of a turn's shots.
const SHARE: u64 = 4;
/// How much a roster may differ from the best one: not even the computer should be sure of the other's.
const WHIM: f32 = 0.3;
/// What an opening shot that falls is worth, as if so much of the table were left (R8).
const FALLEN: f32 = 0.5;

impl Skill {
    pub(super) fn decide(
        self,
        game: &PitchOut,
        seat: Seat,
        options: &[Action],
        budget: &mut Budget,
    ) -> Thought<PitchOut> {
        match game.wait {
            Wait::Roster => {
                let mut values = VALUE;
                values.iter_mut().for_each(|value| *value += WHIM * budget.rng.random::<f32>());
                let worth = |action: &Action| match action {
                    Action::Roster(names) => names.iter().map(|name| values[name as usize]).sum(),
                    _ => 0.0,
                };
                Thought::plain(best(options, worth), "pitch-out.hint.roster")
            }
            Wait::Open => Thought::plain(game.opening(seat), "pitch-out.hint.open"),
            Wait::First { .. } => Thought::plain(Action::First(seat), "pitch-out.hint.first"),
            Wait::Deploy { .. } => self.deploy(game, seat, budget),
            Wait::Ban | Wait::Replace | Wait::Change => {
                Thought::plain(best(options, squad_worth), "pitch-out.hint.squad")
            }
            Wait::Put { .. } | Wait::Sap => {
                let mut tries = options.to_vec();
                let mut scratch = Vec::new();
                let places =
                    (0..self.places.max(4)).map(|_| game.random_action(seat, &mut budget.rng, &mut scratch));
                tries.extend(places);
                self.compare(game, seat, &tries, "pitch-out.hint.place", budget)
            }
            Wait::Guard { .. } if self.simple => {
                Thought::plain(game.quick_swap(seat), "pitch-out.hint.guard")
            }
            Wait::Guard { .. } => self.compare(game, seat, options, "pitch-out.hint.guard", budget),
            Wait::Copy => self.compare(game, seat, options, "pitch-out.hint.copy", budget),
            _ => self.compare(game, seat, options, "pitch-out.hint.choice", budget),
        }
    }

    /// Plays every answer and looks at the next flick.
    fn compare(
        self,
        game: &PitchOut,
        seat: Seat,
        options: &[Action],
        why: &'static str,
        budget: &mut Budget,
    ) -> Thought<PitchOut> {
        let share = budget.nodes.unwrap_or(self.shots) / SHARE / options.len().max(1) as u64;
        let mut found: Option<(f32, Action)> = None;
        let mut tried = 0;
        for &option in options {
            let mut after = game.clone();
            after.act(seat, &option, &mut Log::off());
            after.settle();
            let mut judge = Judge::new(self, budget);
            judge.spend(share);
            let value = judge.outlook(&after, seat, game.score[seat]);
            tried += judge.tried;
            if found.is_none_or(|(most, _)| value > most) {
                found = Some((value, option));
            }
        }
        let (value, action) = found.expect("who is asked has an answer");
        let mut thought = Thought::plain(action, why);
        thought.win = Some(game.match_chance(seat, value));
        thought.nodes = tried;
        thought
    }

    /// Goes on with the formation that was begun, or with the one that fares best from here.
    fn deploy(self, game: &PitchOut, seat: Seat, budget: &mut Budget) -> Thought<PitchOut> {
        let mut plans: Vec<Plan> = Plan::first(self.places).collect();
        // Away from every formation each step is judged anew, and they share what a deployment may cost.
        let mut shots = budget.nodes.unwrap_or(self.shots) / 2;
        if plans.iter().any(|plan| plan.fits(game, seat)) {
            plans.retain(|plan| plan.fits(game, seat));
        } else {
            shots /= game.squads[seat].with(Fate::Hand).len() as u64 + 1;
        }
        let (plan, value) = match plans[..] {
            [] => (None, None),
            [only] => (Some(only), None),
            _ if self.simple => (Some(plans[0]), None),
            _ => self.best_plan(game, seat, &plans, shots, budget).unzip(),
        };
        let step = plan.and_then(|plan| plan.next(game, seat, &mut budget.rng));
        let action = step.unwrap_or_else(|| game.random_action(seat, &mut budget.rng, &mut Vec::new()));
        let mut thought = Thought::plain(action, "pitch-out.hint.deploy");
        thought.win = value.map(|value| game.match_chance(seat, value));
        thought
    }

    /// The plan that leaves the best chance when the first player has flicked as well as it can.
    fn best_plan(
        self,
        game: &PitchOut,
        seat: Seat,
        plans: &[Plan],
        shots: u64,
        budget: &mut Budget,
    ) -> Option<(Plan, f32)> {
        let share = shots / (plans.len() * self.expected) as u64;
        let mut found: Option<(f32, Plan)> = None;
        for &plan in plans {
            let mut after = game.clone();
            if !plan.complete(&mut after, seat) {
                continue;
            }
            let value = self.fare(game, plan, &after, seat, share, budget);
            if found.is_none_or(|(most, _)| value > most) {
                found = Some((value, plan));
            }
        }
        found.map(|(value, plan)| (plan, value))
    }

    /// What a complete deployment is worth. Who deploys first does not know what comes, and expects the worst of a few
    /// answers, the same formation first.
    fn fare(
        self,
        game: &PitchOut,
        plan: Plan,
        deployed: &PitchOut,
        seat: Seat,
        share: u64,
        budget: &mut Budget,
    ) -> f32 {
        let mut look = |after: &PitchOut| {
            let mut judge = Judge::new(self, budget);
            judge.spend(share);
            judge.outlook(after, seat, game.score[seat])
        };
        if !matches!(deployed.wait, Wait::Deploy { .. }) {
            return look(deployed);
        }
        let mut worst = 1.0f32;
        for answer in [plan].into_iter().chain(Plan::plain(self.expected - 1)) {
            let mut after = deployed.clone();
            if answer.complete(&mut after, !seat) {
                worst = worst.min(look(&after));
            }
        }
        worst
    }
}

impl PitchOut {
    /// Answers everything between two flicks in a plain way, for a look ahead.
    pub(super) fn settle(&mut self) {
        loop {
            let (seat, action) = match self.wait {
                Wait::Guard { seat } => (seat, self.quick_swap(seat)),
                Wait::Mount => (self.mover, self.quick_mount()),
                Wait::Put { seat } => (seat, self.quick_put(seat)),
                Wait::Sap => (self.mover, Action::Pass),
                Wait::Remove { seat } => (seat, self.quick_remove(seat)),
                Wait::Copy => (self.mover, self.quick_copy()),
                _ => return,
            };
            self.act(seat, &action, &mut Log::off());
        }
    }

    /// The Guard goes for the Captain, and for whoever is worth more than he is.
    pub(super) fn quick_swap(&self, seat: Seat) -> Action {
        let gone = self.gone(seat);
        if gone.contains(Name::Captain) {
            return Action::Swap(Name::Captain);
        }
        let dearer = |name: &Name| VALUE[*name as usize] > VALUE[Name::Guard as usize];
        gone.iter().find(dearer).map_or(Action::Pass, Action::Swap)
    }

    fn quick_mount(&self) -> Action {
        let names: Vec<Action> = self.climbable().iter().map(Action::Mount).collect();
        best(&names, |action| match action {
            Action::Mount(Name::Captain) => 0.0,
            Action::Mount(name) => VALUE[*name as usize],
            _ => -1.0,
        })
    }

    /// The first free place of a coarse grid.
    fn quick_put(&self, seat: Seat) -> Action {
        let name = self.placeable(seat).iter().next().expect("somebody waits to be put back");
        let (low, high) = self.pawn_zone(seat);
        let rows = [low.y + (high.y - low.y) / 3, low.y, high.y];
        let spots = rows.into_iter().flat_map(|y| (low.x..=high.x).step_by(350).map(move |x| Spot { x, y }));
        let mut free = spots.filter(|&spot| self.overlapped(spot, None).is_none());
        let spot = free.next();
        spot.map_or_else(|| self.scanned_place(seat, name), |spot| Action::Place(name, spot))
    }

    /// The obstacle that is farther from the own Captain goes.
    fn quick_remove(&self, seat: Seat) -> Action {
        let captain = self.squads[seat].spot(Name::Captain);
        let far = |block: &Block| match (self.lie(*block), captain) {
            (Some(lie), Some(captain)) => captain.apart(Spot { x: lie.x, y: lie.y }),
            _ => -1,
        };
        Action::Remove(Block::of(seat).into_iter().max_by_key(far).expect("a seat has two obstacles"))
    }

    fn quick_copy(&self) -> Action {
        let names = self.copyable(self.mover);
        if names.contains(Name::Major) {
            return Action::Copy(Name::Major);
        }
        let forced = self.rulings.must_copy.then(|| names.iter().next()).flatten();
        forced.map_or(Action::Pass, Action::Copy)
    }

    /// The opening shot (R7): from the front of the zone, as hard as the own tremor allows.
    fn opening(&self, seat: Seat) -> Action {
        let (low, high) = self.pawn_zone(seat);
        let x = self.rulings.width / 2;
        let (spot, angle) = match seat {
            Seat::One => (Spot { x, y: high.y }, 9000),
            Seat::Two => (Spot { x, y: low.y }, 27_000),
        };
        let room = match seat {
            Seat::One => self.rulings.depth - spot.y,
            Seat::Two => spot.y,
        };
        let mean = |power: u16| {
            let aim = Aim { angle, power };
            let all: f32 = self.steady_or_shaken(seat).map(|(_, weight)| weight).sum();
            let left = self.steady_or_shaken(seat).map(|(shake, weight)| {
                let speed = 3.0 * (f32::from(aim.power) + shake).clamp(1.0, 1000.0);
                let slid = 10.0 * speed * speed / (2.0 * f32::from(self.rulings.friction));
                let left = f32::from(room) - slid;
                weight * if left < 0.0 { FALLEN * f32::from(self.rulings.depth) } else { left }
            });
            left.sum::<f32>() / all
        };
        let power = (1..=1000).min_by(|&a, &b| mean(a).total_cmp(&mean(b))).expect("there are powers");
        Action::Open(spot, Aim { angle, power })
    }

    /// What a seat's hand adds to the power, with weights.
    fn steady_or_shaken(&self, seat: Seat) -> impl Iterator<Item = (f32, f32)> + use<> {
        const WEIGHTS: [f32; 9] = [1.0, 8.0, 28.0, 56.0, 70.0, 56.0, 28.0, 8.0, 1.0];
        let step = 5.0 * f32::from(self.rulings.tremor[seat]);
        (-4i8..=4).zip(WEIGHTS).map(move |(n, weight)| (step * f32::from(n), weight))
    }
}

/// What the loser's choices are worth: the dearest pawn is banned, the cheapest changed (R37).
fn squad_worth(action: &Action) -> f32 {
    match action {
        Action::Ban(name) | Action::Replace(name) => VALUE[*name as usize],
        Action::Change { out, into } => VALUE[*into as usize] - VALUE[*out as usize],
        _ => 0.05,
    }
}

/// The first of the best.
fn best(options: &[Action], worth: impl Fn(&Action) -> f32) -> Action {
    let mut found: Option<(f32, Action)> = None;
    for option in options {
        let value = worth(option);
        if found.is_none_or(|(most, _)| value > most) {
            found = Some((value, *option));
        }
    }
    found.expect("who is asked has an answer").1
}
