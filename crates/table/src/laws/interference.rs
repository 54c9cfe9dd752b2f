//! Law 10: what a viewer may not know changes nothing that it perceives.
//!
//! Beside a random game goes its *twin*: a table that looks the same to the viewer. Either it is imagined from
//! the viewer's view, or it is a copy; both are moved on by steps with equal `seen` text, but not always by the
//! same step, so that a copy comes to differ as soon as somebody does something in secret. Where a rule opens
//! what was hidden ([`Game::revealed`]) and the two open different things, they part, and the game gets a new
//! twin.

use rand::{Rng, RngCore, seq::IndexedRandom};

use super::{
    Breach, Law, Plan, Report,
    breach::{Fault, Held},
    pool::Pool,
    position, run,
};
use crate::{Game, Log, Redact, Seat, Step, Turn, Viewer};

/// Plays random games for each of the viewers one, two and public, beside tables that look the same to it, and
/// holds the pairs to law 10.
///
/// A game with secrets should see to it that [`Report::different`] and [`Report::finished`] are not 0.
///
/// # Errors
/// The first breach.
pub fn non_interference<G: Game>(options: &G::Options, plan: &Plan) -> Result<Report, Breach> {
    let mut report = Report::default();
    let mut pool: Pool<G> = Pool::default();
    let viewers = [Viewer::Seat(Seat::One), Viewer::Seat(Seat::Two), Viewer::Public];
    for number in 0..plan.games {
        for (salt, viewer) in (1..).zip(viewers) {
            plan.watch(options, number, |steps| {
                let mut rng = plan.rng(number, salt);
                let mut watch =
                    Watch { viewer, tries: plan.tries, pool: &mut pool, report: &mut report, rng: &mut rng };
                watch.game(G::start(options), plan.max_steps, steps)
            })?;
        }
    }
    Ok(report)
}

/// One viewer who watches a game and its twin.
struct Watch<'r, G: Game> {
    viewer: Viewer,
    tries: u32,
    pool: &'r mut Pool<G>,
    report: &'r mut Report,
    rng: &'r mut dyn RngCore,
}

/// The table that looks the same.
struct Twin<G> {
    table: G,
    differed: bool,
}

impl<G: Game> Watch<'_, G> {
    fn game(&mut self, mut game: G, max_steps: usize, steps: &mut Vec<Step<G>>) -> Held {
        let mut twin: Option<Twin<G>> = None;
        loop {
            let over = game.turn().outcome().is_some();
            if let Some(twin) = &mut twin {
                if !twin.differed && twin.table != game {
                    twin.differed = true;
                    self.report.different += 1;
                }
                self.look_alike(&game, &twin.table)?;
                if over && twin.differed {
                    self.report.finished += 1;
                }
            }
            if over {
                break;
            }
            Law::Ends.holds(steps.len() < max_steps, || "it does not end".into())?;
            if twin.is_none() && self.rng.random_ratio(1, 3) {
                twin = Some(self.twin(&game));
                continue;
            }
            let step = run::next(&game, self.rng);
            if let Step::Act(_, action) = &step {
                self.pool.remember(std::slice::from_ref(action), self.rng);
            }
            if let Some(beside) = twin.take() {
                twin = self.move_both(&mut game, beside, &step)?;
            } else {
                game.play(&step, &mut Log::off());
            }
            steps.push(step);
        }
        self.report.ended(steps.len());
        Ok(())
    }

    fn twin(&mut self, game: &G) -> Twin<G> {
        self.report.pairs += 1;
        let table =
            if self.rng.random() { game.clone() } else { G::imagine(&game.view(self.viewer), self.rng) };
        Twin { table, differed: false }
    }

    /// Moves the game on by `step` and its twin by one with equal `seen` text; the twin is lost when it cannot
    /// follow or opens something else.
    fn move_both(
        &mut self,
        game: &mut G,
        mut twin: Twin<G>,
        step: &Step<G>,
    ) -> Result<Option<Twin<G>>, Fault> {
        let viewer = self.viewer;
        let Some(other) = self.follow(game, &twin.table, step)? else {
            self.report.parted += 1;
            game.play(step, &mut Log::off());
            return Ok(None);
        };
        if game.revealed(step, viewer) != twin.table.revealed(&other, viewer) {
            self.report.opened += 1;
            game.play(step, &mut Log::off());
            return Ok(None);
        }
        let before = game.clone();
        let mut logs = [Log::on(), Log::on()];
        game.play(step, &mut logs[0]);
        twin.table.play(&other, &mut logs[1]);
        let [events, others] = logs.map(|log| -> Vec<G::Event> {
            log.into_events().iter().filter_map(|event| event.seen_by(viewer)).collect()
        });
        // At the end everything is open.
        let over = game.turn().outcome().is_some() && twin.table.turn().outcome().is_some();
        Law::NonInterference.holds(over || events == others, || {
            let seen = before.seen(step, viewer);
            let name = viewer.name();
            format!("{name} sees `{seen}` and {events:?} or {others:?} (`{step}` or `{other}`)")
        })?;
        if twin.differed {
            self.report.together += 1;
        }
        Ok(Some(twin))
    }

    /// A step of the twin that the viewer cannot tell from `step`. What a seat does itself it can always do.
    fn follow(&mut self, game: &G, twin: &G, step: &Step<G>) -> Result<Option<Step<G>>, Fault> {
        let viewer = self.viewer;
        let seen = game.seen(step, viewer);
        let looks_same = |step: &Step<G>| twin.seen(step, viewer) == seen;
        let (seat, action) = match step {
            Step::Act(seat, action) => (*seat, action),
            Step::Chance(_) => {
                let odds = position::odds_of(twin).outcomes.into_iter();
                let outcomes: Vec<Step<G>> =
                    odds.map(|(outcome, _)| Step::Chance(outcome)).filter(looks_same).collect();
                return Ok(outcomes.choose(self.rng).cloned());
            }
        };
        let same = twin.check(seat, action);
        if viewer == Viewer::Seat(seat) {
            Law::NonInterference.holds(same.is_ok() && looks_same(step), || {
                let text = twin.seen(step, viewer);
                format!("{seat} does `{step}`; a table that looks the same to it says {same:?} and `{text}`")
            })?;
            return Ok(Some(step.clone()));
        }
        let same = (same.is_ok() && looks_same(step)).then(|| step.clone());
        if same.is_some() && self.rng.random() {
            return Ok(same);
        }
        let mut options = Vec::new();
        if G::CONTINUOUS {
            let mut buffer = Vec::new();
            options.extend((0..4).map(|_| twin.suggest(seat, self.rng, &mut buffer)));
        }
        twin.options(seat, &mut options);
        let others: Vec<Step<G>> =
            options.into_iter().map(|action| Step::Act(seat, action)).filter(looks_same).collect();
        Ok(others.choose(self.rng).cloned().or(same))
    }

    /// Whether the viewer perceives the same at both tables: waits, view, its prompt, its options and the
    /// refusals of what it may try, and odds that are open.
    fn look_alike(&mut self, game: &G, twin: &G) -> Held {
        let name = self.viewer.name();
        let equal = |what: &str, here: &dyn std::fmt::Debug, there: &dyn std::fmt::Debug, held: bool| {
            Law::NonInterference.holds(held, || format!("{what} of {name}: {here:?} or {there:?}"))
        };
        let turns = [game.turn(), twin.turn()];
        match turns {
            // The outcome may depend on what was hidden.
            [Turn::Over(_), Turn::Over(_)] => return Ok(()),
            [here, there] => equal("the wait in the eyes", &here, &there, here == there)?,
        }
        let [here, there] = [game, twin].map(|table| table.view(self.viewer));
        equal("the view", &here, &there, here == there)?;
        let [here, there] = [game, twin].map(Game::first_player);
        equal("the first player in the eyes", &here, &there, here == there)?;
        if turns[0] == Turn::Chance {
            let [here, there] = [game, twin].map(position::odds_of);
            let public = (here.stream, here.open) == (there.stream, there.open);
            let held = public && (!here.open || here == there);
            equal("the odds in the eyes", &here, &there, held)?;
        }
        if let Viewer::Seat(seat) = self.viewer {
            let options = [game, twin].map(|table| {
                let mut options = Vec::new();
                table.options(seat, &mut options);
                options
            });
            equal("the options", &options[0], &options[1], options[0] == options[1])?;
            self.pool.remember(&options[0], self.rng);
            if turns[0].asks(seat) {
                let [here, there] = [game, twin].map(|table| table.prompt(seat));
                equal("the prompt", &here, &there, here == there)?;
            }
            for _ in 0..self.tries.min(4) {
                let Some(action) = self.pool.action(self.rng) else { break };
                let [here, there] = [game, twin].map(|table| table.check(seat, action));
                equal(&format!("the answer to `{action}`"), &here, &there, here == there)?;
            }
        }
        Ok(())
    }
}
