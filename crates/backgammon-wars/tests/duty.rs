//! The duty of rules 13 and 63, compared with a plain search of every plan that was written on its own: lists of
//! units, no sets of bits, no shortcuts, traps at every depth.

use std::collections::{BTreeMap, BTreeSet};

use backgammon_wars::{Action, BackgammonWars, Kind, Mark, Options, Purpose, View, WALL, Wait};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use table::{Game, Log, OptionList, Seat, Turn, Viewer, tools::Rollout};

/// The board in the numbers of the side that moves; 25 is the Wall, 0 is off.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Naive {
    mine: BTreeMap<u8, Vec<char>>,
    /// How many enemies stand freely on each point.
    theirs: BTreeMap<u8, u8>,
    /// Points where an own unit is trapped by an enemy.
    held: BTreeSet<u8>,
    /// Points where an own Warrior sits on a trapped enemy.
    traps: BTreeSet<u8>,
    barrier: u8,
    fire: u8,
}

type Worth = (usize, u32);

impl Naive {
    fn of(view: &View, seat: Seat) -> Naive {
        let own = |one: u8| if one == 0 || seat == Seat::One { one } else { 25 - one };
        let mut naive = Naive {
            mine: BTreeMap::new(),
            theirs: BTreeMap::new(),
            held: BTreeSet::new(),
            traps: BTreeSet::new(),
            barrier: match view.tokens.barrier[!seat] {
                0 => 0,
                point => 25 - point,
            },
            fire: own(view.tokens.fire),
        };
        for point in 1..=24 {
            let stack = view.board.stack(seat, point);
            let letters: Vec<char> = stack.kinds().map(Kind::letter).collect();
            match (stack.owner() == Some(seat), stack.is_trap()) {
                _ if letters.is_empty() => {}
                (true, false) => drop(naive.mine.insert(point, letters)),
                (true, true) => {
                    naive.mine.insert(point, vec![letters[1]]);
                    naive.traps.insert(point);
                }
                (false, false) => drop(naive.theirs.insert(point, stack.len())),
                (false, true) => {
                    naive.theirs.insert(point, 1);
                    naive.held.insert(point);
                }
            }
        }
        let wall: Vec<char> = view.board.wall(seat).to_string().chars().collect();
        if !wall.is_empty() {
            naive.mine.insert(WALL, wall);
        }
        naive
    }

    /// Every use of one of the dice: kind, from, to, mark, die, and the board after it.
    fn uses(&self, dice: &[u8]) -> Vec<(char, u8, u8, char, u8, Naive)> {
        let mut uses = Vec::new();
        for (&from, units) in &self.mine {
            if self.mine.contains_key(&WALL) && from != WALL {
                continue;
            }
            let kinds: BTreeSet<char> = units.iter().copied().collect();
            for kind in kinds {
                let numbers: BTreeSet<u8> = dice.iter().copied().collect();
                for die in numbers {
                    if from == WALL && die > 6 {
                        continue;
                    }
                    if die >= from {
                        if self.bears_off(from, die, dice) {
                            uses.push((kind, from, 0, ' ', die, self.moved(kind, from, 0, ' ')));
                        }
                        continue;
                    }
                    let to = from - die;
                    let enemies = self.theirs.get(&to).copied().unwrap_or(0);
                    let mine = self.mine.get(&to).map_or(0, Vec::len);
                    let trap = self.traps.contains(&to) || self.held.contains(&to);
                    if trap || self.barrier == to || enemies > 1 || mine >= 5 {
                        continue;
                    }
                    let marks: &[char] = match (enemies, self.fire == to) {
                        (1, _) if kind == 'w' => &['*', '^'],
                        (1, _) => &['*'],
                        (_, true) => &['!'],
                        _ => &[' '],
                    };
                    for &mark in marks {
                        uses.push((kind, from, to, mark, die, self.moved(kind, from, to, mark)));
                    }
                }
            }
        }
        uses
    }

    fn bears_off(&self, from: u8, die: u8, dice: &[u8]) -> bool {
        let standing = self.mine.keys().chain(&self.held);
        let highest = standing.max().copied().unwrap_or(0);
        if highest > 6 || (die != from && highest != from) {
            return false;
        }
        // Rule 15: the exact die, or else the smallest that is enough.
        let enough = dice.iter().filter(|&&other| other == from || (highest == from && other > from));
        enough.min() == Some(&die)
    }

    fn moved(&self, kind: char, from: u8, to: u8, mark: char) -> Naive {
        let mut next = self.clone();
        let units = next.mine.get_mut(&from).unwrap();
        let i = units.iter().rposition(|&unit| unit == kind).unwrap();
        units.remove(i);
        if units.is_empty() {
            next.mine.remove(&from);
        }
        if next.traps.remove(&from) {
            next.theirs.insert(from, 1);
        }
        match mark {
            '*' => drop(next.theirs.remove(&to)),
            '^' => {
                next.theirs.remove(&to);
                next.traps.insert(to);
            }
            _ => {}
        }
        let end = if mark == '!' { WALL } else { to };
        if end != 0 {
            next.mine.entry(end).or_default().push(kind);
        }
        next
    }

    fn best(&self, dice: &[u8], safe: bool) -> Worth {
        let mut best = (0, 0);
        for (_, _, _, mark, die, next) in self.uses(dice) {
            if safe && mark == '!' {
                continue;
            }
            let (count, sum) = next.best(&without(dice, die), safe);
            best = best.max((count + 1, sum + u32::from(die)));
        }
        best
    }

    /// Rules 13 and 63: what must be offered.
    fn offered(&self, dice: &[u8]) -> BTreeSet<String> {
        let duty = self.best(dice, true);
        let mut offered = BTreeSet::new();
        for (kind, from, to, mark, die, next) in self.uses(dice) {
            let (count, sum) = next.best(&without(dice, die), false);
            if (count + 1, sum + u32::from(die)) >= duty {
                offered.insert(format!("{kind} {from} {to} {mark}"));
            }
        }
        offered
    }
}

fn without(dice: &[u8], die: u8) -> Vec<u8> {
    let mut rest = dice.to_vec();
    rest.remove(rest.iter().position(|&other| other == die).unwrap());
    rest
}

fn written(action: &Action) -> Option<String> {
    let Action::Move { kind, from, to, mark } = *action else { return None };
    let mark = match mark {
        Mark::Quiet => ' ',
        Mark::Hit => '*',
        Mark::Trap => '^',
        Mark::Fire => '!',
    };
    Some(format!("{} {from} {to} {mark}", kind.map_or('w', Kind::letter)))
}

#[test]
fn the_duty_is_that_of_a_plain_search() {
    let games = if std::env::var("VISAVIS_LONG").is_ok() { 400 } else { 24 };
    let mut options = Options::default();
    options.set("brews", "any").unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(13);
    let mut rollout = Rollout::<BackgammonWars>::default();
    let (mut positions, mut bound, mut burning, mut many) = (0, 0, 0, 0);
    for _ in 0..games {
        let mut game = BackgammonWars::start(&options);
        while let Ok(step) = rollout.step(&game, &mut rng) {
            game.play(&step, &mut Log::off());
            let Some(Wait::Dice(seat)) = game.wait() else { continue };
            let view = game.view(Viewer::Judge);
            let mut dice: Vec<u8> = view.dice.rolled().chain(view.dice.extra()).collect();
            dice.sort_unstable();
            let mut offered = Vec::new();
            game.options(seat, &mut offered);
            let open = offered.contains(&Action::Double);
            if game.turn() != Turn::act(seat) || view.dice.purpose() != Purpose::Move || open {
                continue;
            }
            let naive = Naive::of(&view, seat);
            // Four dice make long searches: only a few of them.
            let all = naive.uses(&dice);
            if dice.len() > 3 && all.len() > 7 {
                continue;
            }
            let expected = naive.offered(&dice);
            let found: BTreeSet<String> = offered.iter().filter_map(written).collect();
            assert_eq!(found, expected, "dice {dice:?}\n{}", serde_json::to_string(&view).unwrap());
            assert_eq!(offered.contains(&Action::End), expected.is_empty());
            positions += 1;
            bound += u32::from(all.len() > expected.len());
            burning += u32::from(expected.iter().any(|text| text.ends_with('!')));
            many += u32::from(dice.len() > 2);
        }
    }
    assert!(
        positions > 3_000 && bound > 100 && burning > 20 && many > 100,
        "{positions} {bound} {burning} {many}"
    );
}
