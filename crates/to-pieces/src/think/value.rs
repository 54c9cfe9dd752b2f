//! What a table is worth to a seat, in points: those that are safe, the objectives in hand by their chances,
//! men, coins and the summon as means for the turns to come, and who stands in danger.

use arrayvec::ArrayVec;
use table::Seat;

use super::{
    field::{Field, When, turns_left},
    goals::{Sort, cost, sort},
};
use crate::{
    ToPieces,
    characters::Kind,
    setup::KEPT,
    side::{Cards, Place},
    teams::{By, Effect, Goal, Who},
    waits::{Phase, Wait},
};

/// What a player makes of what it sees.
#[derive(Clone, Copy, Debug)]
pub struct Temper {
    /// The share of a walk, a blow, a push that succeeds.
    pub ease: f32,
    /// How firmly it trusts that what is met stays met: 1 as measured, 0 blindly.
    pub doubt: f32,
    /// The chance that an objective which is missed now is met in the next round.
    pub later: f32,
    /// A man on the board for a whole game.
    pub man: f32,
    /// A leader, beyond being a man.
    pub leader: f32,
    /// A coin of the own Reserve for a whole game.
    pub coin: f32,
    /// A captured coin in the Reserve.
    pub captured: f32,
    /// A summon that can still be called.
    pub summon: f32,
    /// The chance to lose a man that the other can eliminate with its next action.
    pub hanging: f32,
    /// The chance to lose one that the other could eliminate now, if it were its turn.
    pub threatened: f32,
    /// The chance to lose one that needs two actions.
    pub pressed: f32,
    /// How much the objectives count that the other may hold.
    pub guess: f32,
    /// Whether it knows by experience which objectives and which strategies are good.
    pub seasoned: bool,
    /// Whether it has learned from many games what a table is worth when a round begins.
    pub learned: bool,
}

/// A card by what it brings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prospect {
    value: f32,
    cost: u8,
    now: f32,
    later: f32,
}

impl Prospect {
    /// What it is worth alone.
    pub(super) fn alone(&self) -> f32 {
        self.value * (self.now + (1.0 - self.now) * self.later)
    }
}

/// The worth of a table for a seat, in points; 0 is level.
pub(super) fn points(game: &ToPieces, seat: Seat, temper: &Temper) -> f32 {
    let field = Field::of(game);
    let mut sum = standing(&field, seat, temper, temper.seasoned) - standing(&field, !seat, temper, false);
    sum += hand(&field, seat, temper);
    if temper.guess > 0.0 {
        sum -= temper.guess * guessed(&field, !seat, temper);
    }
    sum
}

/// What the cards of a seat look like to it.
pub(super) fn held(game: &ToPieces, seat: Seat, temper: &Temper) -> f32 {
    hand(&Field::of(game), seat, temper)
}

/// What everybody sees of a side: points, men, coins, dangers.
fn standing(field: &Field<'_>, seat: Seat, temper: &Temper, known: bool) -> f32 {
    let game = field.game;
    let side = &game.sides[seat];
    let rounds = 3 - game.round.max(1);
    // Men and coins are means: the nearer the end, the less they are worth.
    let time = f32::from(4 * rounds + field.left[seat]) / 12.0;
    let men = field.armies[seat].iter().filter(|man| man.counts()).count();
    let coins = side.coins(Place::Reserve).chain(side.coins(Place::Unplaced));
    let weight = |n: u8| if known { keen(&game.sheet(seat).strategy(n).effects) } else { 1.0 };
    let coins: f32 = coins.map(weight).sum();
    let mut means = temper.man * ARMY[men] + temper.coin * coins;
    means += temper.captured * game.sides[!seat].coins(Place::Taken).count() as f32;
    if matches!(side.leader(), Place::Board(_)) {
        means += temper.leader;
    }
    if side.summon() == Place::Unplaced {
        means += temper.summon;
    }
    f32::from(game.score(seat).points) + means * time - dangers(field, seat, temper, time)
}

/// The worth of so many men, by that of one: each further one adds less.
const ARMY: [f32; 9] = [0.0, 1.0, 1.9, 2.7, 3.4, 4.0, 4.4, 4.7, 4.9];

/// What the men of a seat are expected to lose.
fn dangers(field: &Field<'_>, seat: Seat, temper: &Temper, time: f32) -> f32 {
    let game = field.game;
    let next = match game.phase {
        Phase::Turns { asked, .. } if matches!(game.wait(), Some(Wait::Turn { .. })) => asked,
        Phase::Turns { asked, .. } => !asked,
        Phase::Regrouping { .. } => game.leading(),
        Phase::SetUp | Phase::Over => return 0.0,
    };
    // Who has the last turn of a round has the first of the next one.
    let twice = next != seat && field.left[!seat] == 1 && field.left[seat] == 0 && game.round < 3;
    let (mut sum, mut worst) = (0.0f32, 0.0f32);
    for (man, &falls) in field.armies[seat].iter().zip(&field.falls[seat]) {
        let stake = match man.who.kind() {
            Kind::Leader => 1.0 + (temper.man + temper.leader) * time,
            Kind::Minion => 1.0 + temper.man * time,
            Kind::Summon => 0.2,
        };
        match falls {
            1 if next == seat => sum += stake * temper.threatened,
            1 => {
                sum += stake * temper.threatened;
                worst = worst.max(stake);
            }
            2 if twice => sum += stake * temper.threatened,
            2 => sum += stake * temper.pressed,
            _ => {}
        }
    }
    sum + worst * (temper.hanging - temper.threatened).max(0.0)
}

/// The chances of the cards in the hand of a seat; of a swap that is not yet drawn, on the average.
pub(super) fn hand(field: &Field<'_>, seat: Seat, temper: &Temper) -> f32 {
    let side = &field.game.sides[seat];
    let list = |cards: Cards| -> ArrayVec<Prospect, 20> {
        cards.iter().filter_map(|card| prospect(field, seat, card, temper)).collect()
    };
    match field.game.wait() {
        Some(Wait::Card { seat: drawer, left }) if drawer == seat => {
            let pile = if side.pile.len() < left { side.pile.and(side.aside) } else { side.pile };
            swapped(&list(side.hand), &list(pile), field.left[seat])
        }
        _ => best_three(&list(side.hand), field.left[seat]),
    }
}

pub(super) fn prospect(field: &Field<'_>, seat: Seat, card: u8, temper: &Temper) -> Option<Prospect> {
    let objective = field.game.sheet(seat).objective(card)?;
    let goal = objective.goal;
    let value = f32::from(objective.value);
    if temper.seasoned && field.game.phase == Phase::SetUp && field.armies[seat].is_empty() {
        return Some(Prospect { value, cost: 0, now: usual(goal), later: 0.0 });
    }
    let away = cost(field, seat, goal, When::Now);
    let now = chance(goal, away, field.left[seat], field.left[!seat], temper);
    let later = match 3 - field.game.round.max(1) {
        0 => 0.0,
        rounds => {
            let nearness = NEARNESS[usize::from(cost(field, seat, goal, When::Later)).min(6)];
            1.0 - power(1.0 - temper.later * nearness, rounds)
        }
    };
    Some(Prospect { value, cost: away, now, later })
}

/// How much likelier than on the average an objective is met later, by the actions that it is away.
const NEARNESS: [f32; 7] = [1.5, 1.3, 1.1, 0.9, 0.75, 0.6, 0.5];

/// The worth of the best three of some cards.
fn best_three(cards: &[Prospect], turns: u8) -> f32 {
    let mut order: ArrayVec<Prospect, 20> = cards.iter().copied().collect();
    if order.len() > usize::from(KEPT) {
        order.sort_by(|a, b| b.alone().total_cmp(&a.alone()));
        order.truncate(usize::from(KEPT));
    }
    // Three objectives share the turns of a round: the best choice of those that fit into it.
    let mut best = 0.0f32;
    for chosen in 0..1u8 << order.len() {
        let (mut sum, mut actions) = (0.0, 0);
        for (n, card) in order.iter().enumerate() {
            let now = if chosen >> n & 1 != 0 {
                actions += card.cost;
                card.now
            } else {
                0.0
            };
            sum += card.value * (now + (1.0 - now) * card.later);
        }
        if actions <= turns {
            best = best.max(sum);
        }
    }
    best
}

/// The worth of the best three after drawing three of the pile, on the average of all draws.
fn swapped(hand: &[Prospect], pile: &[Prospect], turns: u8) -> f32 {
    let (mut sum, mut draws) = (0.0, 0);
    let mut cards: ArrayVec<Prospect, 20> = hand.iter().copied().collect();
    let held = cards.len();
    for i in 0..pile.len() {
        for j in i + 1..pile.len() {
            for k in j + 1..pile.len() {
                cards.truncate(held);
                cards.extend([pile[i], pile[j], pile[k]]);
                sum += best_three(&cards, turns);
                draws += 1;
            }
        }
    }
    if draws == 0 { best_three(hand, turns) } else { sum / draws as f32 }
}

/// What the other's cards are expected to bring: any of its deck, sooner those that suit it.
pub(super) fn guessed(field: &Field<'_>, seat: Seat, temper: &Temper) -> f32 {
    let side = &field.game.sides[seat];
    let hidden = side.hand.and(side.pile).and(side.aside);
    let (mut sum, mut weights) = (0.0, 0.0);
    for card in hidden.iter().filter_map(|card| prospect(field, seat, card, temper)) {
        let now = if card.cost > field.left[seat] { 0.0 } else { card.now };
        let worth = card.value * (now + (1.0 - now) * card.later);
        let weight = 0.3 + worth;
        (sum, weights) = (sum + weight * worth, weights + weight);
    }
    if weights == 0.0 { 0.0 } else { sum / weights * f32::from(side.hand.len().min(KEPT)) }
}

/// How likely a goal that is so many actions away is met when the round is scored.
fn chance(goal: Goal, cost: u8, own: u8, other: u8, temper: &Temper) -> f32 {
    if cost > own {
        return 0.0;
    }
    let nature = nature(goal);
    let stays = |share: f32| 1.0 - (1.0 - share) * temper.doubt;
    // What the other breaks can be mended, but not after its last turn.
    let last = if other > own { stays(nature.last) } else { 1.0 };
    power(nature.ease * temper.ease, cost) * power(stays(nature.hold), own - cost) * last
}

/// How goals of a sort are won and lost. Measured in some thousand games of greedy players.
struct Nature {
    /// How often an action towards it succeeds.
    ease: f32,
    /// How often it survives a turn of the other that an own turn follows.
    hold: f32,
    /// How often it survives the other's last turn.
    last: f32,
}

fn nature(goal: Goal) -> Nature {
    let (ease, hold, last) = match sort(goal) {
        Sort::Treasure => (0.80, 0.87, 0.81),
        Sort::Treasures => (0.80, 0.88, 0.62),
        Sort::Slain => (0.75, 1.00, 1.00),
        Sort::Unhurt => (0.70, 0.84, 0.85),
        Sort::Rows => (0.80, 0.87, 0.72),
        Sort::Line => (0.80, 0.88, 0.81),
        Sort::Unbroken => (0.60, 0.95, 0.98),
        Sort::Pushed => (0.80, 1.00, 1.00),
        Sort::Apart => (0.70, 0.80, 0.79),
        Sort::Surround => (0.80, 0.84, 0.61),
        Sort::Used => (0.80, 1.00, 1.00),
        Sort::Centre => (0.80, 0.87, 0.68),
        Sort::Guarded => (0.95, 0.86, 0.81),
        Sort::Home => (0.40, 0.86, 0.71),
        Sort::Outnumber => (0.75, 0.89, 0.88),
    };
    Nature { ease, hold, last }
}

/// How often a goal is met in a game by who holds it.
fn usual(goal: Goal) -> f32 {
    let share = match goal {
        Goal::Treasure { .. } => 0.28,
        Goal::Treasures { count } => 0.9 - 0.2 * f32::from(count),
        Goal::Slain { by: By::Any, count, .. } => 0.42 - 0.12 * f32::from(count),
        Goal::Slain { .. } => 0.4,
        Goal::Rows { who: Who::Leader, .. } => 0.25,
        Goal::Rows { row, count, .. } => 0.65 - 0.06 * f32::from(count * row.saturating_sub(4)),
        Goal::Line { count } => 1.2 - 0.2 * f32::from(count),
        Goal::Unbroken { .. } => 0.7,
        Goal::Pushed { count } => 0.45 - 0.1 * f32::from(count),
        Goal::Apart { .. } => 0.4,
        Goal::Surround { count, .. } => 0.95 - 0.3 * f32::from(count),
        Goal::Used { count } => 0.9 - 0.2 * f32::from(count),
        Goal::Centre { count } => 0.8 - 0.2 * f32::from(count),
        Goal::Guarded { count } => 0.9 - 0.17 * f32::from(count),
        Goal::Home { .. } => 0.42,
        Goal::Outnumber { by } => 0.5 - 0.1 * f32::from(by),
    };
    share.max(0.05)
}

/// How useful a strategy is, that of the average being 1.
pub(super) fn keen(effects: &[Effect]) -> f32 {
    match effects.first() {
        Some(Effect::Attack { bonus, count, .. }) => {
            1.1 + 0.15 * f32::from(*bonus) + 0.15 * f32::from(*count)
        }
        Some(Effect::Charge { .. } | Effect::Deploy { .. }) => 1.2,
        Some(Effect::March { .. } | Effect::Drag { .. } | Effect::Clear { .. }) => 1.0,
        Some(Effect::Swap | Effect::Token { .. }) => 0.9,
        _ => 0.7,
    }
}

/// What the cards in the hand of a seat are worth one by one.
pub(super) fn prospects(game: &ToPieces, seat: Seat, temper: &Temper) -> Vec<(u8, f32)> {
    let field = Field::of(game);
    let worth = |card: u8| prospect(&field, seat, card, temper).map(|found| (card, found.value * found.now));
    game.sides[seat].hand.iter().filter_map(worth).collect()
}

/// What the men of a seat are expected to lose.
pub(super) fn peril(game: &ToPieces, seat: Seat, temper: &Temper) -> f32 {
    dangers(&Field::of(game), seat, temper, 0.5)
}

fn power(base: f32, times: u8) -> f32 {
    (0..times).fold(1.0, |product, _| product * base)
}

/// The chance to win with so many points more: near the end fewer decide.
pub(super) fn win(game: &ToPieces, points: f32) -> f32 {
    let rounds = 3 - game.round.max(1);
    let turns = 8 * rounds + Seat::BOTH.into_iter().map(|seat| turns_left(game, seat)).sum::<u8>();
    let spread = 0.8 + 0.06 * f32::from(turns);
    1.0 / (1.0 + libm::expf(-points / spread))
}
