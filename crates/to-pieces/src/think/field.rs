//! One look at the board: where every character can be after one or two walks, and how many actions the other
//! side needs to eliminate it. Walls, tokens and the bonus of leaders are counted as the rules do; strategies
//! are left aside.

use std::cell::OnceCell;

use arrayvec::ArrayVec;
use table::{BySeat, Seat};

use crate::{
    ToPieces,
    board::{Space, Spaces, Way},
    characters::{Character, Kind, LEADER, SUMMON, Token, Tokens},
    side::Place,
    teams::Fighter,
    waits::{Phase, Wait},
};

/// More actions than a round has.
pub(super) const NEVER: u8 = 9;

/// Which round a thought is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    Now,
    Later,
}

/// A character on the board and what it can still do this round.
#[derive(Clone, Debug)]
pub(super) struct Man {
    pub(super) who: Character,
    pub(super) space: Space,
    pub(super) tokens: Tokens,
    pub(super) fighter: &'static Fighter,
    /// The walks that its tokens leave it this round: a move and a charge, a charge, or none.
    pub(super) walks: u8,
    /// Where it can stand after one more walk, its own space included, if it has one.
    pub(super) once: Spaces,
    /// Where a walk would bring it without tokens.
    pub(super) near: Spaces,
    /// Where two walks would bring it without tokens, once somebody asks.
    far: OnceCell<Spaces>,
    /// Where it can strike from.
    strikes: Spaces,
    /// What it adds to the damage of its blows: itself, the leader's bonus, fierceness.
    force: u8,
    ground: Ground,
}

/// Where walks lead.
#[derive(Clone, Copy, Debug)]
struct Ground {
    passable: Spaces,
    empty: Spaces,
}

impl Man {
    /// The walks that bring it on one of these spaces: in this round, [`NEVER`] if its tokens forbid it; in a
    /// later one about three if two do not suffice.
    pub(super) fn walks_to(&self, spaces: Spaces, when: When) -> u8 {
        let walks = if spaces.contains(self.space) {
            0
        } else if !(self.near & spaces).is_empty() {
            1
        } else if !(self.far() & spaces).is_empty() {
            2
        } else {
            3
        };
        if when == When::Now && walks > self.walks { NEVER } else { walks }
    }

    fn far(&self) -> Spaces {
        *self.far.get_or_init(|| self.ground.walk(self.near, self.fighter.speed))
    }

    pub(super) fn counts(&self) -> bool {
        self.who.kind() != Kind::Summon
    }
}

/// One look at the board.
pub(super) struct Field<'g> {
    pub(super) game: &'g ToPieces,
    pub(super) men: BySeat<Spaces>,
    pub(super) armies: BySeat<ArrayVec<Man, 8>>,
    /// Where somebody of a seat can strike from.
    strikes: BySeat<Spaces>,
    /// Whether somebody of a seat can shoot.
    shooters: BySeat<bool>,
    /// What a summon that can still be called adds to the damage of its blows.
    summons: BySeat<Option<u8>>,
    /// Actions that the other side needs to eliminate each man, in the order of the army.
    pub(super) falls: BySeat<ArrayVec<u8, 8>>,
    /// Turns that each seat has left in this round.
    pub(super) left: BySeat<u8>,
    pub(super) empty: Spaces,
}

impl<'g> Field<'g> {
    pub(super) fn of(game: &'g ToPieces) -> Field<'g> {
        let men = BySeat::from_fn(|seat| game.men(seat));
        let empty = !(men[Seat::One] | men[Seat::Two] | game.obstacles);
        let left = BySeat::from_fn(|seat| turns_left(game, seat));
        let summons = BySeat::from_fn(|seat| summon(game, seat, left[seat]));
        let (armies, falls) = (BySeat::default(), BySeat::default());
        let (strikes, shooters) = (BySeat::default(), BySeat::default());
        let mut field = Field { game, men, armies, strikes, shooters, summons, falls, left, empty };
        for seat in Seat::BOTH {
            let passable = [empty | men[seat], !game.obstacles, Spaces(!0)];
            for (who, space) in game.characters(seat) {
                let fighter = game.fighter(who);
                let ground = Ground { passable: passable[fighter.phase as usize], empty };
                let man = Man::new(who, space, game.tokens(who), fighter, ground);
                field.strikes[seat] = field.strikes[seat] | man.strikes;
                field.shooters[seat] |= fighter.ranged > 0;
                field.armies[seat].push(man);
            }
        }
        for seat in Seat::BOTH {
            field.falls[seat] =
                field.armies[seat].iter().map(|target| field.fall(target, |_| true)).collect();
        }
        field
    }

    /// The actions that the other side needs to eliminate a man, its last blow being struck by one of `by`.
    pub(super) fn fall(&self, target: &Man, by: impl Fn(Character) -> bool) -> u8 {
        let enemy = !target.who.seat;
        let beside = target.space.beside();
        let adjacent = beside & self.men[enemy];
        let beside_it = adjacent.len();
        let walled = self.walled(target.space, enemy);
        let mut best: Option<u8> = None;
        let in_reach = !(beside & self.strikes[enemy]).is_empty() || self.shooters[enemy];
        for man in self.armies[enemy].iter().filter(|man| in_reach && by(man.who)) {
            let from = beside & man.strikes;
            if from.is_empty() && !(man.fighter.ranged > 0 && self.shoots(man, target.space)) {
                continue;
            }
            let others = beside_it - u8::from(adjacent.contains(man.space));
            let wall = u8::from(!(from & walled).is_empty());
            best = best.max(Some(others + man.force + wall));
        }
        if let Some(force) = self.summons[enemy]
            && !(beside & self.empty).is_empty()
            && by(Character::new(enemy, SUMMON))
        {
            let wall = u8::from(!(walled & self.empty).is_empty());
            best = best.max(Some(beside_it + force + wall));
        }
        let guard = u8::from(target.tokens.has(Token::Defend));
        let tokens = i32::from(target.tokens.len()) - i32::from(guard);
        let needed = i32::from(target.fighter.health) + 1 - tokens;
        let missing = match best {
            Some(damage) => (needed - i32::from(damage)).clamp(0, 3) as u8,
            None => (needed - 1).clamp(1, 3) as u8 + 1,
        };
        1 + missing + guard
    }

    /// Spaces beside a target from which a blow drives it against an Obstacle or an enemy of it (rule 33).
    fn walled(&self, target: Space, enemy: Seat) -> Spaces {
        target.across(self.game.obstacles | self.men[enemy])
    }

    /// Whether a man could shoot at a space from where it stands (rule 36).
    pub(super) fn shoots(&self, man: &Man, target: Space) -> bool {
        !man.tokens.any_of(Tokens::BAR_ATTACK)
            && man
                .space
                .line_to(target)
                .is_some_and(|(way, n)| n <= man.fighter.ranged && self.is_clear(man.space, way, n))
    }

    /// Whether the spaces between are empty.
    fn is_clear(&self, from: Space, way: Way, n: u8) -> bool {
        let mut between =
            std::iter::successors(from.next(way), |here| here.next(way)).take(usize::from(n) - 1);
        between.all(|space| self.empty.contains(space))
    }
}

impl Man {
    fn new(who: Character, space: Space, tokens: Tokens, fighter: &'static Fighter, ground: Ground) -> Man {
        let here = Spaces::of(space);
        let near = ground.walk(here, fighter.speed);
        let walks = match tokens {
            _ if tokens.any_of(Tokens::BAR_CHARGE) => 0,
            _ if tokens.has(Token::Move) => 1,
            _ => 2,
        };
        let once = if walks == 0 { here } else { near };
        let strikes = match tokens {
            _ if tokens.any_of(Tokens::BAR_CHARGE) => Spaces::NONE,
            _ if tokens.any_of(Tokens::BAR_ATTACK) => once & !here,
            _ => once,
        };
        let force = 1 + u8::from(who.index == LEADER) + fighter.fierce;
        let far = OnceCell::new();
        Man { who, space, tokens, fighter, walks, once, near, far, strikes, force, ground }
    }
}

impl Ground {
    /// Where one walk leads, with where it begins.
    fn walk(self, from: Spaces, speed: u8) -> Spaces {
        spread(from, self.passable, speed) & self.empty | from
    }
}

/// What the summon of a seat adds to the damage of its blows, if it can still be called.
fn summon(game: &ToPieces, seat: Seat, left: u8) -> Option<u8> {
    let who = Character::new(seat, SUMMON);
    let waits = game.place(who) == Place::Unplaced && game.phase != Phase::SetUp && left > 0;
    waits.then(|| 1 + game.fighter(who).fierce)
}

/// All spaces within so many steps.
fn spread(from: Spaces, passable: Spaces, steps: u8) -> Spaces {
    let mut reach = from;
    for _ in 0..steps {
        let further = reach | (reach.beside() & passable);
        if further == reach {
            break;
        }
        reach = further;
    }
    reach
}

/// Turns of a seat that are left in this round.
pub(super) fn turns_left(game: &ToPieces, seat: Seat) -> u8 {
    match game.phase {
        Phase::Turns { played, asked } => {
            // A turn counts until its action is chosen; what that raises costs no other.
            let open = matches!(game.wait(), Some(Wait::Turn { .. }));
            let left = 8 - played - u8::from(!open);
            if (asked == seat) == open { left.div_ceil(2) } else { left / 2 }
        }
        Phase::Over => 0,
        _ => 4,
    }
}
