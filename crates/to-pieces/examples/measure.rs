//! Measures players without the rest of the program.
//!
//! `measure teams LEVEL GAMES SEED` plays every pairing of the teams of the box, `measure levels A B PAIRS SEED`
//! two levels against each other, seats swapped and chance the same within a pair, teams from pair to pair others.

use std::{env, error::Error, time::Instant};

use search::{Level, Player, Think};
use table::{BySeat, Game, Seat, chance::Seed};
use to_pieces::{
    Options, ToPieces,
    balance::{self, Finished, TURNS, Tally},
    teams::Team,
};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["teams", level, games, seed] => teams(level.parse()?, games.parse()?, seed.parse()?),
        ["levels", a, b, pairs, seed] => levels(a.parse()?, b.parse()?, pairs.parse()?, seed.parse()?),
        _ => return Err("usage: measure teams LEVEL GAMES SEED | measure levels A B PAIRS SEED".into()),
    }
    Ok(())
}

fn player(level: Level) -> Box<dyn Player<ToPieces>> {
    ToPieces::player(level).expect("the level is offered")
}

/// A game; the points of `own`, a draw being a half.
fn game(teams: BySeat<Team>, levels: BySeat<Level>, seed: Seed, own: Seat) -> (f64, Finished) {
    let options = Options { teams, ..Options::default() };
    let [mut one, mut two] = levels.0.map(player);
    let finished = balance::play(&options, BySeat([&mut *one, &mut *two]), seed);
    let winner = finished.game.turn().outcome().expect("it is finished").winner;
    (winner.map_or(0.5, |winner| f64::from(u8::from(winner == own))), finished)
}

fn teams(level: Level, games: u32, seed: u64) {
    let mut tallies = Team::OF_THE_BOX.map(Tally::new);
    let (mut steps, mut firsts, mut draws, mut all) = (0, 0.0, 0, 0);
    for (one, two) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
        let mut score = 0.0;
        for n in 0..games {
            let own = Seat::BOTH[n as usize % 2];
            let pairing = BySeat::from_fn(|seat| Team::OF_THE_BOX[if seat == own { one } else { two }]);
            let seed = Seed::of_simulation(seed, u64::from(n / 2));
            let (points, finished) = game(pairing, BySeat([level; 2]), seed, own);
            score += points;
            steps += finished.steps;
            draws += u32::from(points == 0.5);
            let first_own = finished.game.first_player() == Some(own);
            firsts += if first_own { points } else { 1.0 - points };
            all += 1;
            tallies[one].add(&finished.played[own]);
            tallies[two].add(&finished.played[!own]);
        }
        let share = score / f64::from(games);
        let error = (share * (1.0 - share) / f64::from(games)).sqrt();
        let [one, two] = [one, two].map(|team| Team::OF_THE_BOX[team].name());
        println!("{one:>16} – {two:<16} {:5.1} % (standard error {:.1})", 100.0 * share, 100.0 * error);
    }
    let all = f64::from(all);
    println!(
        "steps {:.1}, Player 1 {:.1} %, draws {:.1} %",
        f64::from(steps) / all,
        100.0 * firsts / all,
        100.0 * f64::from(draws) / all
    );
    for tally in &tallies {
        println!("{}: {:.2} points", tally.team, f64::from(tally.points) / f64::from(tally.games));
        let a_game = |n: u32| f64::from(n) / f64::from(tally.games);
        let turns: Vec<String> =
            TURNS.iter().zip(tally.turns).map(|(turn, n)| format!("{turn} {:.2}", a_game(n))).collect();
        println!("  {}", turns.join(", "));
        let used: Vec<String> = tally.used.iter().map(|&n| format!("{:.2}", a_game(n))).collect();
        println!("  strategies {}", used.join(" "));
        let met: Vec<String> = tally
            .held
            .iter()
            .zip(&tally.fulfilled)
            .map(|(&held, &met)| {
                format!("{:.0}/{:.0}", 100.0 * a_game(held), 100.0 * f64::from(met) / f64::from(held.max(1)))
            })
            .collect();
        println!("  objectives held/fulfilled % {}", met.join(" "));
    }
}

fn levels(a: Level, b: Level, pairs: u64, seed: u64) {
    let mut shares: Vec<f64> = Vec::new();
    let begun = Instant::now();
    for n in 0..pairs {
        let teams = [n, n / 4].map(|n| Team::OF_THE_BOX[n as usize % 4]);
        let both = [Seat::One, Seat::Two].map(|own| {
            let levels = BySeat::from_fn(|seat| if seat == own { a } else { b });
            game(BySeat(teams), levels, Seed::of_simulation(seed, n), own).0
        });
        shares.push((both[0] + both[1]) / 2.0);
    }
    let count = shares.len() as f64;
    let mean = shares.iter().sum::<f64>() / count;
    let variance = shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / count;
    println!(
        "{a} – {b}: {:.1} % ± {:.1} in {} games, {:.0} ms a game",
        100.0 * mean,
        196.0 * (variance / count).sqrt(),
        2 * pairs,
        begun.elapsed().as_secs_f64() * 500.0 / count
    );
}
