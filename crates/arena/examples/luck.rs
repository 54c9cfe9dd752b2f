//! How much of a game is luck: raw and luck-adjusted results of many games between two levels, one line.
//! `cargo run --release -p arena --example luck -- GAME LEVEL GAMES [KEY=VALUE …]`

use catalogue::Finished;
use search::{Budget, Level};
use table::{
    Seat, Turn,
    chance::{Seed, Streams},
};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, level, games, options @ ..] = &args[..] else {
        return eprintln!("GAME LEVEL GAMES [KEY=VALUE …]");
    };
    let (Ok(entry), Ok(level), Ok(games)) =
        (catalogue::find(game), level.parse::<Level>(), games.parse::<u64>())
    else {
        return eprintln!("GAME is one of visavis games, LEVEL a level, GAMES a number");
    };
    let pairs: Vec<(String, String)> =
        options.iter().filter_map(|pair| pair.split_once('=')).map(|(k, v)| (k.into(), v.into())).collect();
    let (mut raw, mut luck, mut adjusted) = (Vec::new(), Vec::new(), Vec::new());
    for n in 0..games {
        let mut table = (entry.open)(&pairs).expect("the options are legal");
        let mut streams = Streams::new(Seed::of_simulation(1, n), b"", b"");
        let mut player = table.player(level).expect("the game has the level");
        let mut budget = Budget::level(n);
        let mut lines = Vec::new();
        let outcome = loop {
            let line = match table.turn() {
                Turn::Over(outcome) => break outcome,
                Turn::Chance => table.draw(&mut streams).expect("chance has an outcome").text,
                Turn::Act(seats) => {
                    let seat = seats.first();
                    let told = player.choose(&*table, seat, &mut budget).expect("a legal answer");
                    format!("{seat} {}", told.action)
                }
            };
            table.play(&line).expect("a legal step");
            lines.push(line);
        };
        let ledger = (entry.ledger)(Finished { rules: entry.rules, options: &pairs, lines: &lines, outcome })
            .expect("the game was just played");
        assert!(ledger.gap().abs() < 1e-9);
        raw.push(ledger.result);
        luck.push(ledger.total_luck());
        adjusted.push(ledger.adjusted_of(Seat::One));
    }
    let [(raw, of_raw), (luck, of_luck), (adjusted, of_adjusted)] =
        [&raw, &luck, &adjusted].map(|s| moments(s));
    let error = |variance: f64| (variance / games as f64).sqrt();
    println!(
        "{game} {level} {games}: raw {raw:.4} ± {:.4}, luck {luck:+.4} ± {:.4}, without luck {adjusted:.4} ± {:.4}, variance ÷ {:.2}",
        error(of_raw),
        error(of_luck),
        error(of_adjusted),
        of_raw / of_adjusted
    );
}

/// Mean and variance.
fn moments(samples: &[f64]) -> (f64, f64) {
    let n = samples.len() as f64;
    let mean = samples.iter().sum::<f64>() / n;
    (mean, samples.iter().map(|sample| (sample - mean).powi(2)).sum::<f64>() / (n - 1.0))
}
