//! In `classic` a roll leads to the same positions as in a plain backgammon program, written here on its own:
//! two arrays of counts, every order of the dice, and the rule "as many dice as possible, of two the higher".

use std::collections::BTreeSet;

use backgammon_wars::{BackgammonWars, Kind, Options, WALL};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use table::{Game, Log, OptionList, Seat, Show, Step, Turn};

/// Own numbers 0 (off) to 25 (the bar); the other side in its own numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Plain {
    mine: [u8; 26],
    theirs: [u8; 26],
}

impl Plain {
    fn of(game: &BackgammonWars, seat: Seat) -> Plain {
        let count = |seat: Seat| {
            let board = game.board();
            let mut counts = [0; 26];
            counts[0] = board.off(seat).count(Kind::Warrior);
            counts[usize::from(WALL)] = board.wall(seat).count(Kind::Warrior);
            for point in 1..=24u8 {
                let stack = board.stack(seat, point);
                if stack.owner() == Some(seat) {
                    counts[usize::from(point)] = stack.len();
                }
            }
            counts
        };
        Plain { mine: count(seat), theirs: count(!seat) }
    }

    /// Where one die can take a checker from `from`.
    fn moved(&self, from: usize, die: usize) -> Option<Plain> {
        if self.mine[from] == 0 || (self.mine[25] > 0 && from != 25) {
            return None;
        }
        let mut next = self.clone();
        next.mine[from] -= 1;
        if from > die {
            let to = from - die;
            match self.theirs[25 - to] {
                0 => {}
                1 => {
                    next.theirs[25 - to] = 0;
                    next.theirs[25] += 1;
                }
                _ => return None,
            }
            next.mine[to] += 1;
            return Some(next);
        }
        let all_home = self.mine[7..].iter().all(|&n| n == 0);
        let behind = self.mine[from + 1..=6].iter().any(|&n| n > 0);
        next.mine[0] += 1;
        (all_home && (from == die || !behind)).then_some(next)
    }

    /// Every position after as many of these dice as can be used in this order, with the dice used.
    fn orders(&self, dice: &[usize], used: Vec<usize>, out: &mut Vec<(Vec<usize>, Plain)>) {
        let mut stuck = true;
        if let [die, rest @ ..] = dice {
            for from in 1..=25 {
                if let Some(next) = self.moved(from, *die) {
                    stuck = false;
                    let mut used = used.clone();
                    used.push(*die);
                    next.orders(rest, used, out);
                }
            }
        }
        if stuck {
            out.push((used, self.clone()));
        }
    }

    fn after(&self, a: usize, b: usize) -> BTreeSet<Plain> {
        let mut found = Vec::new();
        if a == b {
            self.orders(&[a; 4], Vec::new(), &mut found);
        } else {
            self.orders(&[a, b], Vec::new(), &mut found);
            self.orders(&[b, a], Vec::new(), &mut found);
        }
        let most = found.iter().map(|(used, _)| used.len()).max().unwrap();
        found.retain(|(used, _)| used.len() == most);
        if most == 1 && a != b && found.iter().any(|(used, _)| used[0] == a.max(b)) {
            found.retain(|(used, _)| used[0] == a.max(b));
        }
        found.into_iter().map(|(_, plain)| plain).collect()
    }
}

/// Every position after the turn of `seat`, die by die through the options.
fn through_options(game: &BackgammonWars, seat: Seat, out: &mut BTreeSet<Plain>) {
    let mut options = Vec::new();
    game.options(seat, &mut options);
    for action in options {
        let mut next = game.clone();
        next.try_play(&Step::Act(seat, action), &mut Log::off()).unwrap();
        if next.turn() == Turn::act(seat) {
            through_options(&next, seat, out);
        } else {
            out.insert(Plain::of(&next, seat));
        }
    }
}

/// A random position: fifteen checkers each, some on the bar or off, nobody alone with an enemy.
fn random_position(rng: &mut Xoshiro256PlusPlus, a: u8, b: u8) -> (String, Plain) {
    let mut plain = Plain { mine: [0; 26], theirs: [0; 26] };
    let late = rng.random_ratio(1, 3);
    for side in 0..2 {
        let units = rng.random_range(1..=15);
        for _ in 0..units {
            loop {
                let place = if rng.random_ratio(1, 12) {
                    25
                } else {
                    rng.random_range(1..=if late { 7 } else { 24 })
                };
                let (own, other) = if side == 0 {
                    (&mut plain.mine, &plain.theirs)
                } else {
                    (&mut plain.theirs, &plain.mine)
                };
                if place == 25 && (late || rng.random()) || place < 25 && other[25 - place] > 0 {
                    continue;
                }
                own[place] += 1;
                break;
            }
        }
        if side == 0 {
            plain.mine[0] = 15 - units
        } else {
            plain.theirs[0] = 15 - units
        };
    }
    let line = |name: &str, counts: &[u8; 26]| {
        let places = (1..=25).filter(|&p| counts[p] > 0).map(|p| {
            let place = if p == 25 { "wall".to_owned() } else { p.to_string() };
            format!(" {place}:{}", "w".repeat(counts[p].into()))
        });
        format!("{name}{}\n", places.collect::<String>())
    };
    let head = "option variant=classic\n";
    let (one, two) = (line("one", &plain.mine), line("two", &plain.theirs));
    (format!("{head}{one}{two}to one move {a}-{b}"), plain)
}

#[test]
fn every_roll_leads_to_the_positions_of_plain_backgammon() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(24);
    let (mut walls, mut doubles, mut homes, mut stuck) = (0, 0, 0, 0);
    let rounds = if std::env::var("VISAVIS_LONG").is_ok() { 2_000 } else { 130 };
    for _ in 0..rounds {
        for (a, b) in (1..=6).flat_map(|a| (1..=a).map(move |b| (a, b))) {
            let (text, plain) = random_position(&mut rng, a, b);
            let expected = plain.after(a.into(), b.into());
            let game = BackgammonWars::set_up(&text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
            walls += u32::from(plain.mine[25] > 0);
            doubles += u32::from(a == b);
            homes += u32::from(plain.mine[7..].iter().all(|&n| n == 0));
            if !game.turn().asks(Seat::One) {
                stuck += 1;
                assert_eq!(expected.len(), 1, "{text}");
                assert!(expected.contains(&plain), "{text}");
                continue;
            }
            let mut reached = BTreeSet::new();
            through_options(&game, Seat::One, &mut reached);
            assert_eq!(reached, expected, "{text}");

            let whole = game.plays();
            let listed: BTreeSet<Plain> = whole
                .iter()
                .map(|whole| {
                    let mut after = game.clone();
                    for action in &whole.steps {
                        after.try_play(&Step::Act(Seat::One, *action), &mut Log::off()).unwrap();
                    }
                    assert_eq!(*after.board(), whole.board, "{text}");
                    Plain::of(&after, Seat::One)
                })
                .collect();
            assert_eq!(listed, expected, "{text}");
            assert_eq!(whole.len(), expected.len(), "twice the same: {text}");
        }
    }
    assert!(walls > 400 && doubles > 700 && homes > 300 && stuck > 5, "{walls} {doubles} {homes} {stuck}");
}

#[test]
fn both_sides_and_played_positions_agree_too() {
    let mut options = Options::default();
    options.set("variant", "classic").unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut rollout = table::tools::Rollout::default();
    let mut rolls = 0;
    for _ in 0..12 {
        let mut game = BackgammonWars::start(&options);
        while let Ok(step) = rollout.step(&game, &mut rng) {
            let before = matches!(step, Step::Chance(_)).then(|| game.clone());
            game.play(&step, &mut Log::off());
            let Turn::Act(seats) = game.turn() else { continue };
            let Some(before) = before else { continue };
            rolls += 1;
            let seat = seats.first();
            let dice: Vec<usize> = game.dice().rolled().map(usize::from).collect();
            let mut reached = BTreeSet::new();
            through_options(&game, seat, &mut reached);
            assert_eq!(reached, Plain::of(&before, seat).after(dice[0], dice[dice.len() - 1]));
        }
    }
    assert!(rolls > 500);
}
