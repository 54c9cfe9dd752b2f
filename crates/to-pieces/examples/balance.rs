//! Every pairing of the four teams with two greedy players: `cargo run --release --example balance -- 200 1`
//! plays 200 games a pairing with seed 1, half of them with the seats exchanged.

use rand_xoshiro::Xoshiro256PlusPlus;
use search::{Budget, Level, Think};
use table::{BySeat, Game, Log, Odds, Seat, Step, Turn, Viewer, rand::SeedableRng};
use to_pieces::{
    Options, ToPieces,
    balance::{Played, Tally},
    teams::Team,
};

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|arg| arg.parse::<u64>().ok());
    let games = numbers.next().unwrap_or(100);
    let seed = numbers.next().unwrap_or(1);
    let teams = Team::OF_THE_BOX;
    let mut tallies = teams.map(Tally::new);
    let mut lengths = 0;
    let mut firsts = [0.0, 0.0];
    let mut points = 0;
    let mut actions = std::collections::BTreeMap::new();
    for (i, one) in teams.into_iter().enumerate() {
        for two in teams.into_iter().skip(i + 1) {
            let mut score = 0.0;
            for n in 0..games {
                let swapped = n % 2 == 1;
                let seats = if swapped { [two, one] } else { [one, two] };
                let (game, played, steps) = play(seats, seed * 1_000_000 + n, &mut actions);
                lengths += steps;
                let Turn::Over(outcome) = game.turn() else { unreachable!() };
                let mine = if swapped { Seat::Two } else { Seat::One };
                score += outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == mine)));
                if let Some(winner) = outcome.winner {
                    firsts[usize::from(game.first_player() != Some(winner))] += 1.0;
                }
                points += Seat::BOTH.map(|seat| u32::from(game.score(seat).points)).iter().sum::<u32>();
                for (seat, played) in played.iter() {
                    let at = teams.iter().position(|team| *team == game.team(seat)).unwrap();
                    tallies[at].add(played);
                }
            }
            println!("{one:?} - {two:?}: {:.1} %", 100.0 * score / games as f64);
        }
    }
    let all = 6.0 * games as f64;
    println!(
        "steps {:.0}, Player 1 {:.1} %, Player 2 {:.1} %, points a seat {:.1}",
        f64::from(lengths) / all,
        100.0 * firsts[0] / all,
        100.0 * firsts[1] / all,
        f64::from(points) / all / 2.0
    );
    for (verb, n) in actions {
        print!("{verb} {:.1}  ", f64::from(n) / all);
    }
    println!();
    for tally in tallies {
        println!("{:?}, {} games", tally.team, tally.games);
        let sheet = tally.team.sheet();
        for (strategy, n) in sheet.strategies.iter().zip(tally.used) {
            print!("  {} {:.2}", strategy.name.en, f64::from(n) / f64::from(tally.games));
        }
        println!();
        for (objective, (held, met)) in sheet.objectives.iter().zip(tally.held.iter().zip(&tally.fulfilled)) {
            print!("  {} {:.0} %", objective.name.en, 100.0 * f64::from(*met) / f64::from(*held).max(1.0));
        }
        println!();
    }
}

fn play(
    teams: [Team; 2],
    seed: u64,
    actions: &mut std::collections::BTreeMap<String, u32>,
) -> (ToPieces, BySeat<Played>, u32) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut budget = Budget::level(seed);
    let options = Options { teams: BySeat(teams), ..Options::default() };
    let mut game = ToPieces::start(&options);
    let mut player = ToPieces::player(Level::Greedy).unwrap();
    let mut played: BySeat<Played> = BySeat::default();
    let mut steps = 0;
    let mut odds = Odds::default();
    loop {
        let step = match game.turn() {
            Turn::Over(_) => return (game, played, steps),
            Turn::Chance => {
                game.odds(&mut odds);
                Step::Chance(*odds.draw(&mut rng))
            }
            Turn::Act(seats) => {
                let seat = seats.first();
                let action = player.choose(&game.view(Viewer::Seat(seat)), seat, &mut budget).action;
                let verb = action.to_string().split(' ').next().unwrap().to_owned();
                *actions.entry(format!("{}:{verb}", game.wait().unwrap().name())).or_default() += 1;
                Step::Act(seat, action)
            }
        };
        let mut log = Log::on();
        game.play(&step, &mut log);
        steps += 1;
        let events = log.into_events();
        for seat in Seat::BOTH {
            played[seat].note(seat, &game, &events);
        }
    }
}
