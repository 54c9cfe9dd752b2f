//! How many actions of its own a seat is away from an objective, and how likely it is then to be met when the
//! round is scored.

use arrayvec::ArrayVec;
use table::Seat;

use super::field::{Field, Man, NEVER, When};
use crate::{
    board::{Space, Spaces},
    characters::{Kind, LEADER, Token, Tokens},
    side::{Deeds, Place},
    teams::{By, Effect, Goal, Who},
};

/// The sum of the `count` smallest, [`NEVER`] if there are not so many.
fn cheapest(costs: impl Iterator<Item = u8>, count: u8) -> u8 {
    let mut by_cost = [0u8; NEVER as usize];
    costs.filter(|cost| *cost < NEVER).for_each(|cost| by_cost[usize::from(cost)] += 1);
    let (mut sum, mut left) = (0, count);
    for (cost, men) in (0..).zip(by_cost) {
        let taken = men.min(left);
        sum += cost * taken;
        left -= taken;
    }
    if left > 0 { NEVER } else { sum.min(NEVER) }
}

/// The actions that a seat needs for a goal; 0 if it is met, [`NEVER`] if it cannot be met this round. For a
/// later round: how far away it is as the men stand, with the tokens and deeds of this round forgotten.
pub(super) fn cost(field: &Field<'_>, seat: Seat, goal: Goal, when: When) -> u8 {
    let game = field.game;
    let (men, enemies) = (field.men[seat], field.men[!seat]);
    let army = &field.armies[seat];
    let deeds = if when == When::Now { game.sides[seat].deeds } else { Deeds::default() };
    let walks =
        |spaces: Spaces, count: u8| cheapest(army.iter().map(|man| man.walks_to(spaces, when)), count);
    match goal {
        Goal::Treasure { number, uncontested } => {
            let Some(space) = game.treasures[usize::from(number) - 1] else { return 2 };
            if enemies.contains(space) {
                return (walks(space.beside(), 1) + 2).min(NEVER);
            }
            let contested = if uncontested { (space.beside() & enemies).len() } else { 0 };
            (walks(Spaces::of(space), 1) + contested).min(NEVER)
        }
        Goal::Treasures { count } => treasures(field, seat, count, when),
        Goal::Slain { count, by, unhurt } => {
            if unhurt && deeds.lost > 0 {
                return NEVER;
            }
            let done = match by {
                By::Any => deeds.slain,
                By::Leader => deeds.by_leader,
                By::Ranged => deeds.by_ranged,
            };
            prey(field, seat, by, count.saturating_sub(done))
        }
        Goal::Rows { row, count, who } => {
            let far = !Spaces::rows(game.edge(seat), row - 1);
            match who {
                Who::Any => walks(far, count),
                Who::Leader => army
                    .iter()
                    .find(|man| man.who.index == LEADER)
                    .map_or(NEVER, |man| man.walks_to(far, when)),
            }
        }
        Goal::Line { count } => line(field, seat, count, when),
        // Nothing to do but to lose nobody: what stands in danger is the distance.
        Goal::Unbroken { count } => {
            let here = army.iter().filter(|man| man.counts()).count();
            let loose = || army.iter().zip(&field.falls[seat]).filter(|(man, n)| man.counts() && **n == 1);
            if deeds.lost > 0 || here < usize::from(count) { NEVER } else { loose().count().min(2) as u8 }
        }
        Goal::Pushed { count } => {
            let missing = count.saturating_sub(deeds.pushed);
            let near = enemies.beside();
            let able = army
                .iter()
                .filter(|man| !man.tokens.any_of(Tokens::BAR_CHARGE) && !(man.once & near).is_empty());
            match able.count() {
                _ if missing == 0 => 0,
                0 => NEVER,
                n => missing + missing.saturating_sub(n as u8),
            }
        }
        Goal::Apart { count } => match (men.beside() & men).len() {
            _ if men.len() < count => NEVER,
            touching => touching.div_ceil(2),
        },
        Goal::Surround { count, who } => surround(field, seat, count, who, when),
        Goal::Used { count } => {
            let missing = count.saturating_sub(deeds.used);
            let coins = game.sides[seat].coins(Place::Reserve).count()
                + game.sides[!seat].coins(Place::Taken).count();
            if coins < usize::from(missing) { NEVER } else { missing }
        }
        Goal::Centre { count } => walks(Spaces::CENTRE & !enemies, count),
        Goal::Guarded { count } => {
            if when == When::Later {
                return count;
            }
            let guarded = army.iter().filter(|man| man.tokens.has(Token::Defend)).count() as u8;
            let able = army.iter().filter(|man| !man.tokens.any_of(Tokens::BAR_CHARGE)).count() as u8;
            let missing = count.saturating_sub(guarded);
            if able < missing { NEVER } else { missing }
        }
        Goal::Home { rows } => match (enemies & Spaces::rows(game.edge(seat), rows)).len() {
            _ if men.is_empty() => NEVER,
            intruders => intruders,
        },
        Goal::Outnumber { by } => {
            let missing = (enemies.len() + by).saturating_sub(men.len());
            let summon = u8::from(game.sides[seat].summon() == Place::Unplaced).min(missing);
            summon + prey(field, seat, By::Any, missing - summon)
        }
    }
}

fn treasures(field: &Field<'_>, seat: Seat, count: u8, when: When) -> u8 {
    let spaces: ArrayVec<Space, 4> = field.game.treasures.iter().flatten().copied().collect();
    let free = spaces.iter().filter(|&&space| !field.men[!seat].contains(space));
    let mut pairs: ArrayVec<(u8, u8, u8), 32> = ArrayVec::new();
    for (t, &space) in free.enumerate() {
        for (m, man) in field.armies[seat].iter().enumerate() {
            pairs.push((man.walks_to(Spaces::of(space), when), t as u8, m as u8));
        }
    }
    if spaces.is_empty() {
        return 2 * count;
    }
    let mut sum = 0;
    for _ in 0..count {
        let Some(&(walks, t, m)) = pairs.iter().min() else { return NEVER };
        sum += walks;
        pairs.retain(|&mut (_, other, sent)| other != t && sent != m);
    }
    sum.min(NEVER)
}

/// The actions to eliminate so many enemies that count.
fn prey(field: &Field<'_>, seat: Seat, by: By, count: u8) -> u8 {
    if count == 0 {
        return 0;
    }
    let enemies = field.armies[!seat].iter().zip(&field.falls[!seat]).filter(|(man, _)| man.counts());
    match by {
        By::Any => cheapest(enemies.map(|(_, &falls)| falls), count),
        By::Leader => cheapest(enemies.map(|(man, _)| field.fall(man, |by| by.index == LEADER)), count),
        By::Ranged => {
            let coin = shooting_coin(field, seat);
            cheapest(enemies.map(|(man, _)| shot(field, man, coin)), count)
        }
    }
}

/// The actions to eliminate a man from afar; `coin` is a strategy that shoots.
fn shot(field: &Field<'_>, target: &Man, coin: Option<(u8, u8)>) -> u8 {
    let enemy = !target.who.seat;
    let adjacent = (target.space.beside() & field.men[enemy]).len();
    let needed = target.fighter.health + 1;
    let tokens = target.tokens.len();
    let mut best = NEVER;
    for man in &field.armies[enemy] {
        let reach = man.fighter.ranged.max(coin.map_or(0, |(range, _)| range));
        if reach == 0 || man.tokens.any_of(Tokens::BAR_ATTACK) || man.space.touches(target.space) {
            continue;
        }
        let line = man.space.line_to(target.space).filter(|(_, n)| *n <= reach);
        let bonus = if man.fighter.ranged > 0 { u8::from(man.who.index == LEADER) } else { 0 };
        let bonus = bonus.max(coin.map_or(0, |(_, bonus)| bonus)) + man.fighter.fierce;
        let missing = needed.saturating_sub(adjacent + 1 + bonus + tokens);
        // A shooter that is not in line has to move first.
        let aim = if line.is_some() { 0 } else { 1 + u8::from(man.tokens.has(Token::Move)) };
        best = best.min(1 + missing + aim + u8::from(target.tokens.has(Token::Defend)));
    }
    best
}

/// Range and bonus of a coin at hand whose strategy shoots.
fn shooting_coin(field: &Field<'_>, seat: Seat) -> Option<(u8, u8)> {
    let game = field.game;
    let coins = game.sides[seat].coins(Place::Reserve).chain(game.sides[!seat].coins(Place::Taken));
    let shoots = |number: u8| match game.sheet(seat).strategy(number).effects[..] {
        [Effect::Attack { range, bonus, .. }, ..] if range > 0 => Some((range, bonus)),
        _ => None,
    };
    coins.filter_map(shoots).max()
}

/// The walks that bring so many men side by side on one rank.
fn line(field: &Field<'_>, seat: Seat, count: u8, when: When) -> u8 {
    let men = field.men[seat];
    let fit = field.empty | men;
    let army = &field.armies[seat];
    let first = (1u64 << count) - 1;
    let mut best = NEVER;
    for rank in 0..8u32 {
        for file in 0..=(8 - u32::from(count)) {
            let window = Spaces(first << (8 * rank + file));
            if (window & fit) != window {
                continue;
            }
            let gaps = window & !men;
            if gaps.len() >= best {
                continue;
            }
            let fills = |gap: Space| {
                army.iter().any(|man| {
                    let reach = if when == When::Now { man.once } else { man.near };
                    !window.contains(man.space) && reach.contains(gap)
                })
            };
            if gaps.into_iter().all(fills) {
                best = gaps.len();
            }
        }
    }
    best
}

/// The walks that bring so many men beside one enemy.
fn surround(field: &Field<'_>, seat: Seat, count: u8, who: Who, when: When) -> u8 {
    let targets = field.armies[!seat].iter().filter(|man| who == Who::Any || man.who.kind() == Kind::Leader);
    let walks = |target: &Man| {
        let beside = target.space.beside();
        let near = beside & (field.empty | field.men[seat]);
        if near.len() < count {
            return NEVER;
        }
        cheapest(field.armies[seat].iter().map(|man| man.walks_to(near, when)), count)
    };
    targets.map(walks).min().unwrap_or(NEVER)
}

/// How many sorts there are.
pub(super) const SORTS: usize = Sort::Outnumber as usize + 1;

/// Goals that are alike in how they are won and lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Treasure,
    Treasures,
    Slain,
    Unhurt,
    Rows,
    Line,
    Unbroken,
    Pushed,
    Apart,
    Surround,
    Used,
    Centre,
    Guarded,
    Home,
    Outnumber,
}

pub(super) fn sort(goal: Goal) -> Sort {
    match goal {
        Goal::Treasure { .. } => Sort::Treasure,
        Goal::Treasures { .. } => Sort::Treasures,
        Goal::Slain { unhurt: false, .. } => Sort::Slain,
        Goal::Slain { .. } => Sort::Unhurt,
        Goal::Rows { .. } => Sort::Rows,
        Goal::Line { .. } => Sort::Line,
        Goal::Unbroken { .. } => Sort::Unbroken,
        Goal::Pushed { .. } => Sort::Pushed,
        Goal::Apart { .. } => Sort::Apart,
        Goal::Surround { .. } => Sort::Surround,
        Goal::Used { .. } => Sort::Used,
        Goal::Centre { .. } => Sort::Centre,
        Goal::Guarded { .. } => Sort::Guarded,
        Goal::Home { .. } => Sort::Home,
        Goal::Outnumber { .. } => Sort::Outnumber,
    }
}
