//! How good a table looks to a seat that knows its own cards and coins only.
//!
//! The worth is counted in thousandths of a point: points that are safe, hopes in the cards in hand, men on the
//! board and coins in the Reserve, and who stands in danger. While the seat itself still has to answer a
//! question that its own action raised (a strike, a step forward, spoils, a summon, the cards of a swap), the
//! worth is that of its best answer; so a player who looks one step ahead sees its whole action.

use arrayvec::ArrayVec;
use search::{Greedy, Level, Player, Random, Think};
use table::{Game, Log, Seat, Step, Turn};

use crate::{
    Action, ToPieces,
    board::{Space, Spaces},
    characters::{Character, Kind, LEADER, Token, Tokens},
    objectives::longest_line,
    side::Place,
    teams::{By, Goal, Who},
    waits::{Phase, Wait},
};

/// One point.
const POINT: i32 = 1000;
/// Men on the board by their number: each further one adds less.
const ARMY: [i32; 9] = [0, 900, 1700, 2400, 3000, 3500, 3800, 4000, 4150];
/// A coin of the own Reserve.
const COIN: i32 = 400;
/// A captured coin in the Reserve: a strategy, but no point.
const CAPTURED: i32 = 350;
/// A leader on the board, beyond being a man.
const LEADER_WORTH: i32 = 500;
/// A summon that can still be called.
const SUMMON_LEFT: i32 = 600;
/// What an unclaimed card brings in each later round, by a thousandth of its value.
const LATER: i32 = 260;

impl Think for ToPieces {
    fn worth(&self, seat: Seat) -> f32 {
        if let Turn::Over(outcome) = self.turn() {
            return outcome.winner.map_or(0.5, |winner| f32::from(u8::from(winner == seat)));
        }
        let points = worth(self, seat) as f32 / POINT as f32;
        // Four points ahead is as good as won; nearer to the end fewer are.
        let spread = 2.6 - 0.4 * f32::from(self.round);
        1.0 / (1.0 + (-points / spread).exp())
    }

    fn player(level: Level) -> Option<Box<dyn Player<Self>>> {
        match level {
            Level::Random | Level::Novice => Some(Box::new(Random)),
            // What is hidden does not enter the worth, so few imagined tables do.
            Level::Greedy | Level::Casual => Some(Box::new(Greedy { tables: 2, width: 0 })),
            _ => None,
        }
    }
}

/// The worth of a table for a seat, in thousandths of a point; 0 is level.
pub fn worth(game: &ToPieces, seat: Seat) -> i32 {
    best_answer(game, seat, 2)
}

/// The worth after the seat's best answers to what its own action has raised, so many deep.
fn best_answer(game: &ToPieces, seat: Seat, depth: u8) -> i32 {
    let own = game.wait().filter(|wait| wait.seat() == Some(seat));
    let raised = match own {
        Some(Wait::Strike { .. } | Wait::Step { .. } | Wait::Spoils { .. } | Wait::Keep { .. }) => true,
        Some(Wait::Summoned { .. } | Wait::Effect { .. }) => depth > 1,
        _ => false,
    };
    if !raised || depth == 0 {
        return outlook(game, seat);
    }
    let deeper = match own {
        Some(Wait::Effect { .. } | Wait::Summoned { .. }) => depth - 1,
        _ => depth,
    };
    let mut answers = Vec::with_capacity(64);
    game.options(seat, &mut answers);
    let after = |answer: &Action| {
        let mut next = game.clone();
        next.play(&Step::Act(seat, *answer), &mut Log::off());
        best_answer(&next, seat, deeper)
    };
    answers.iter().map(after).max().unwrap_or_else(|| outlook(game, seat))
}

/// The worth as the table stands.
fn outlook(game: &ToPieces, seat: Seat) -> i32 {
    let mut sum = side_worth(game, seat) - side_worth(game, !seat);
    for card in game.sides[seat].hand.iter() {
        if let Some(objective) = game.sheet(seat).objective(card) {
            sum += i32::from(objective.value) * expectation(game, seat, objective.goal);
        }
    }
    sum
}

/// What everybody sees of a side: points, men, coins, dangers.
fn side_worth(game: &ToPieces, seat: Seat) -> i32 {
    let side = &game.sides[seat];
    let mut sum = i32::from(game.score(seat).points) * POINT;
    let left = turns_left(game, seat) + 4 * (3 - i32::from(game.round.max(1)));
    // Men and coins are means: the nearer the end, the less they are worth.
    let means = |worth: i32| worth * left / 12;
    let men = game.characters(seat).filter(|(who, _)| who.kind() != Kind::Summon).count();
    sum += means(ARMY[men.min(8)]);
    if matches!(side.leader(), Place::Board(_)) {
        sum += means(LEADER_WORTH);
    }
    let coins = side.coins(Place::Reserve).count() + side.coins(Place::Unplaced).count();
    sum += means(COIN * coins as i32);
    sum += means(CAPTURED * game.sides[!seat].coins(Place::Taken).count() as i32);
    if side.summon() == Place::Unplaced {
        sum += means(SUMMON_LEFT);
    }
    if turns_left(game, !seat) > 0 {
        sum -= dangers(game, seat);
    }
    sum
}

/// What the men of a seat are expected to lose to the next action of the other.
fn dangers(game: &ToPieces, seat: Seat) -> i32 {
    let moves_next = match game.phase {
        Phase::Turns { asked, .. } if game.wait() == Some(Wait::Turn { seat: asked }) => asked == !seat,
        Phase::Turns { asked, .. } => asked == seat,
        _ => false,
    };
    let losses = game.characters(seat).map(|(who, space)| danger(game, who, space));
    let (sum, worst) = losses.fold((0, 0), |(sum, worst), loss| (sum + loss, worst.max(loss)));
    // One action takes one man; the rest is a threat.
    if moves_next { worst + (sum - worst) / 3 } else { sum / 3 }
}

/// Turns of a seat that are left in this round.
fn turns_left(game: &ToPieces, seat: Seat) -> i32 {
    match game.phase {
        Phase::Turns { played, asked } => {
            let left = 8 - i32::from(played);
            // While the question of a turn is open, that turn is not over.
            if asked == seat { (left + 1) / 2 } else { left / 2 }
        }
        _ => 4,
    }
}

/// What a character is expected to lose to the best attack that the other could make on it.
fn danger(game: &ToPieces, who: Character, space: Space) -> i32 {
    let stake = match who.kind() {
        Kind::Leader => 1500,
        Kind::Minion => 1300,
        Kind::Summon => 150,
    };
    let tokens = game.tokens(who);
    let Some(damage) = threat(game, who, space) else { return 0 };
    let risk = match damage - i32::from(game.fighter(who).health) {
        i32::MIN..=-1 => 10,
        0 => 100,
        1 => 520,
        _ => 600,
    };
    let risk = if tokens.has(Token::Defend) { risk / 4 } else { risk };
    stake * risk / 1000
}

/// The most damage that one action of the other side could do to a character, walls and strategies aside.
fn threat(game: &ToPieces, who: Character, space: Space) -> Option<i32> {
    let enemy = !who.seat;
    let beside = space.beside() & game.men(enemy);
    let mut best = None;
    for (attacker, at) in game.characters(enemy) {
        if game.tokens(attacker).any_of(Tokens::BAR_CHARGE) {
            continue;
        }
        let fighter = game.fighter(attacker);
        let joins = if beside.contains(at) {
            0
        } else {
            let reaches = distance(at, space) <= i32::from(fighter.speed) + 1;
            let shoots = fighter.ranged > 0 && at.line_to(space).is_some_and(|(_, n)| n <= fighter.ranged);
            if !reaches && !shoots {
                continue;
            }
            1
        };
        let more = joins + i32::from(attacker.index == LEADER) + i32::from(fighter.fierce);
        best = best.max(Some(more));
    }
    if game.sides[enemy].summon() == Place::Unplaced && game.phase != Phase::SetUp {
        best = best.max(Some(1 + i32::from(game.sheet(enemy).summon.fierce)));
    }
    best.map(|more| i32::from(beside.len()) + i32::from(game.tokens(who).len()) + more)
}

/// The expected share of a card's value: this round, and otherwise in a later one.
fn expectation(game: &ToPieces, seat: Seat, goal: Goal) -> i32 {
    let later = LATER * (3 - i32::from(game.round.max(1)));
    let now = hope(game, seat, goal).clamp(0, POINT);
    now + (POINT - now) * later / POINT
}

/// How likely a goal is met at the end of this round, in thousandths.
fn hope(game: &ToPieces, seat: Seat, goal: Goal) -> i32 {
    let own_left = turns_left(game, seat);
    let left = own_left + turns_left(game, !seat);
    if game.met(seat, goal) {
        let for_good =
            matches!(goal, Goal::Slain { unhurt: false, .. } | Goal::Pushed { .. } | Goal::Used { .. });
        return if for_good { POINT } else { POINT - 55 * left };
    }
    if own_left == 0 {
        return 0;
    }
    // Some goals are a matter of doing the same so many times.
    let missing = match goal {
        Goal::Pushed { count } => Some(count.saturating_sub(game.sides[seat].deeds.pushed)),
        Goal::Guarded { count } => {
            let guarded =
                game.characters(seat).filter(|&(who, _)| game.tokens(who).has(Token::Defend)).count();
            Some(count.saturating_sub(guarded as u8))
        }
        _ => None,
    };
    if let Some(missing) = missing.map(i32::from) {
        return if missing > own_left { 0 } else { (950 - 280 * missing).max(50) };
    }
    // With few turns left, what is not nearly done will not be done.
    near(game, seat, goal) * (300 + 60 * own_left) / POINT
}

/// How nearly a goal is met, in thousandths.
fn near(game: &ToPieces, seat: Seat, goal: Goal) -> i32 {
    let men = game.men(seat);
    let enemies = game.men(!seat);
    let deeds = game.sides[seat].deeds;
    let part = |done: u8, whole: u8| POINT * i32::from(done) / i32::from(whole.max(1));
    // How near the characters are to a place, the nearest first.
    let nearness = |way: &dyn Fn(Space) -> i32| -> ArrayVec<i32, 8> {
        let mut near: ArrayVec<i32, 8> = game
            .characters(seat)
            .map(|(who, space)| {
                let (steps, speed) = (way(space), i32::from(game.fighter(who).speed));
                (900 - 160 * (steps + speed - 1).div_euclid(speed) - 20 * steps).max(0)
            })
            .collect();
        near.sort_unstable_by(|a, b| b.cmp(a));
        near
    };
    let best =
        |parts: &[i32], count: u8| parts.iter().take(count.into()).sum::<i32>() / i32::from(count.max(1));
    match goal {
        Goal::Treasure { number, .. } => match game.treasures[usize::from(number) - 1] {
            Some(space) if men.contains(space) => 650,
            Some(space) => best(&nearness(&|man| distance(man, space)), 1),
            None => 400,
        },
        Goal::Treasures { count } => {
            let nearest = |&space: &Space| best(&nearness(&|man| distance(man, space)), 1);
            let mut parts: ArrayVec<i32, 4> = game.treasures.iter().flatten().map(nearest).collect();
            parts.sort_unstable_by(|a, b| b.cmp(a));
            best(&parts, count)
        }
        Goal::Slain { count, by, unhurt } => {
            if unhurt && deeds.lost > 0 {
                return 0;
            }
            let slain = match by {
                By::Any => deeds.slain,
                By::Leader => deeds.by_leader,
                By::Ranged => deeds.by_ranged,
            };
            let prey = game.characters(!seat).map(|(who, space)| prey(game, who, space)).max().unwrap_or(0);
            let prey = if by == By::Any { prey } else { prey * 2 / 3 };
            part(slain, count) * 3 / 5 + prey / 2
        }
        Goal::Rows { row, count, who } => {
            let away = |man: Space| i32::from(row.saturating_sub(man.row(game.edge(seat))));
            match who {
                Who::Any => best(&nearness(&away), count),
                Who::Leader => {
                    let speed = i32::from(game.sheet(seat).leader.speed);
                    game.sides[seat].space(LEADER).map_or(0, |man| {
                        900 - 160 * (away(man) + speed - 1).div_euclid(speed) - 20 * away(man)
                    })
                }
            }
        }
        // A matter of counting: see `hope`.
        Goal::Pushed { .. } | Goal::Guarded { .. } => 0,
        Goal::Line { count } => part(longest_line(men), count) * 7 / 10,
        Goal::Unbroken { count } => {
            let here = game.characters(seat).filter(|(who, _)| who.kind() != Kind::Summon).count();
            if deeds.lost == 0 && game.phase == Phase::SetUp { part(here as u8, count) / 2 } else { 0 }
        }
        Goal::Apart { count } => {
            let touching = i32::from((men.beside() & men).len());
            if men.len() < count { 200 } else { (800 - 150 * touching).max(0) }
        }
        Goal::Surround { count, who } => {
            let targets =
                game.characters(!seat).filter(|(enemy, _)| who == Who::Any || enemy.kind() == Kind::Leader);
            let beside = |space: Space| best(&nearness(&|man| distance(man, space) - 1), count);
            targets.map(|(_, space)| beside(space)).max().unwrap_or(300)
        }
        Goal::Used { count } => {
            let coins = game.sides[seat].coins(Place::Reserve).count()
                + game.sides[!seat].coins(Place::Taken).count();
            let coins = coins + usize::from(deeds.used);
            if coins < usize::from(count) { 0 } else { 300 + part(deeds.used, count) / 2 }
        }
        Goal::Centre { count } => {
            let away =
                |man: Space| Spaces::CENTRE.into_iter().map(|space| distance(man, space)).min().unwrap_or(9);
            best(&nearness(&away), count)
        }
        Goal::Home { rows } => {
            let inside = (enemies & Spaces::rows(game.edge(seat), rows)).len();
            (600 - 200 * i32::from(inside)).max(0)
        }
        Goal::Outnumber { by } => {
            let ahead = i32::from(men.len()) - i32::from(enemies.len());
            (700 - 200 * (i32::from(by) - ahead)).clamp(0, 700)
        }
    }
}

/// How ripe an enemy is for elimination, in thousandths.
fn prey(game: &ToPieces, who: Character, space: Space) -> i32 {
    let adjacent = i32::from((space.beside() & game.men(!who.seat)).len());
    let damage = adjacent + i32::from(game.tokens(who).len()) + 1;
    let ripe = POINT * damage / (i32::from(game.fighter(who).health) + 1);
    if who.kind() == Kind::Summon { 0 } else { ripe.min(900) }
}

/// Steps along files and ranks.
fn distance(a: Space, b: Space) -> i32 {
    i32::from(a.file().abs_diff(b.file()) + a.rank().abs_diff(b.rank()))
}
