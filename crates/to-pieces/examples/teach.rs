//! Learns what a table is worth when round 2 or 3 begins: the weights of `think::outlook`.
//! `cargo run --release -p to-pieces --example teach -- GAMES SEED` plays games between players that take what looks
//! best, notes the signs of every such table and who won, and fits a weight for each sign (logistic regression).

use search::{Budget, Player};
use table::{
    BySeat, Game, Log, Odds, Seat, Step, Turn, Viewer,
    chance::{Seed, Streams},
    rand::RngCore,
};
use to_pieces::{
    Options, ToPieces,
    teams::Team,
    think::{
        SHREWD,
        bot::Thinker,
        outlook::{SIGNS, outlook, signs},
    },
};

/// Steps of Newton's method; it has long converged then.
const STEPS: usize = 12;
/// How much a weight has to be worth: keeps those small that hardly ever matter.
const RIDGE: f64 = 2.0;

/// A table at the beginning of a round, and how the game ended.
struct Lesson {
    round: u8,
    signs: [f32; SIGNS],
    /// What was thought of it before.
    rough: f32,
    won: f64,
}

fn main() {
    let mut words = std::env::args().skip(1).map(|word| word.parse().expect("GAMES and SEED are numbers"));
    let mut next = || words.next().expect("GAMES SEED");
    let (games, seed) = (next(), next());
    let mut lessons = Vec::new();
    for n in 0..games {
        play(pairing(n), Seed::of_simulation(seed, n), &mut lessons);
    }
    for round in [2, 3] {
        let lessons: Vec<&Lesson> = lessons.iter().filter(|lesson| lesson.round == round).collect();
        // The last tenth is for the examination.
        let (learn, examine) = lessons.split_at(lessons.len() / 10 * 9);
        let weights = fit(learn);
        let mean = |loss: &dyn Fn(&Lesson) -> f64| {
            examine.iter().map(|lesson| loss(lesson)).sum::<f64>() / examine.len() as f64
        };
        let learned = mean(&|lesson| loss(chance(lesson, &weights), lesson.won));
        let rough = mean(&|lesson| loss(lesson.rough.into(), lesson.won));
        println!("round {round}, {} tables, log loss {learned:.4}, roughly {rough:.4}", lessons.len());
        println!("{weights:.2?}");
    }
}

/// Every other game with the teams that are played most, the rest with all pairings.
fn pairing(n: u64) -> BySeat<Team> {
    let teams = if n.is_multiple_of(2) { [0, 1] } else { [n / 2 % 4, n / 8 % 4] };
    BySeat(teams.map(|team| Team::OF_THE_BOX[team as usize]))
}

fn play(teams: BySeat<Team>, seed: Seed, lessons: &mut Vec<Lesson>) {
    let mut player = Thinker { temper: SHREWD, width: 1, ..Thinker::CASUAL };
    let mut streams = Streams::new(seed, b"", b"");
    let mut budgets = BySeat::from_fn(|seat| Budget::level(streams.generator(seat.name()).next_u64()));
    let mut game = ToPieces::start(&Options { teams, ..Options::default() });
    let mut odds = Odds::default();
    let (noted, mut round) = (lessons.len(), 1);
    loop {
        let step = match game.turn() {
            Turn::Over(outcome) => {
                let won = outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == Seat::One)));
                lessons[noted..].iter_mut().for_each(|lesson| lesson.won = won);
                return;
            }
            Turn::Chance => {
                game.odds(&mut odds);
                Step::Chance(*streams.draw(&odds).expect("chance has an outcome"))
            }
            Turn::Act(seats) => {
                let seat = seats.first();
                let view = game.view(Viewer::Seat(seat));
                if view.round > round {
                    round = view.round;
                    let signs = signs(&game, Seat::One, &SHREWD);
                    lessons.push(Lesson {
                        round,
                        signs,
                        rough: outlook(&game, Seat::One, &SHREWD),
                        won: 0.5,
                    });
                }
                Step::Act(seat, player.choose(&view, seat, &mut budgets[seat]).action)
            }
        };
        game.play(&step, &mut Log::off());
    }
}

fn chance(lesson: &Lesson, weights: &[f64; SIGNS]) -> f64 {
    let sum: f64 = lesson.signs.iter().zip(weights).map(|(&sign, weight)| f64::from(sign) * weight).sum();
    1.0 / (1.0 + (-sum).exp())
}

fn loss(chance: f64, won: f64) -> f64 {
    -(won * chance.ln() + (1.0 - won) * (1.0 - chance).ln())
}

fn fit(lessons: &[&Lesson]) -> [f64; SIGNS] {
    let mut weights = [0.0; SIGNS];
    for _ in 0..STEPS {
        // A row for each weight: the curvature, then how steeply the loss falls.
        let mut rows = [[0.0; SIGNS + 1]; SIGNS];
        for (n, row) in rows.iter_mut().enumerate() {
            (row[n], row[SIGNS]) = (RIDGE, -RIDGE * weights[n]);
        }
        for lesson in lessons {
            let chance = chance(lesson, &weights);
            let signs = lesson.signs.map(f64::from);
            for (row, sign) in rows.iter_mut().zip(signs).filter(|(_, sign)| *sign != 0.0) {
                for (sum, other) in row.iter_mut().zip(signs) {
                    *sum += chance * (1.0 - chance) * sign * other;
                }
                row[SIGNS] += (lesson.won - chance) * sign;
            }
        }
        solve(&mut rows);
        weights.iter_mut().zip(rows).for_each(|(weight, row)| *weight += row[SIGNS]);
    }
    weights
}

/// Gauss and Jordan: afterwards the last column holds the solution.
fn solve(rows: &mut [[f64; SIGNS + 1]; SIGNS]) {
    for n in 0..SIGNS {
        let first = rows[n][n];
        let pivot = rows[n].map(|entry| entry / first);
        for row in rows.iter_mut() {
            let times = row[n];
            row.iter_mut().zip(pivot).for_each(|(entry, above)| *entry -= times * above);
        }
        rows[n] = pivot;
    }
}
