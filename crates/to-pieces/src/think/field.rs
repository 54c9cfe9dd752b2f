//! One look at the board: where every character can be after one or two walks, and how many actions the other
//! side needs to eliminate it. Walls, tokens and the bonus of leaders are counted as the rules do; strategies
//! are left aside.

use arrayvec::ArrayVec;
use table::{BySeat, Seat};

use crate::{
    ToPieces,
    board::{Space, Spaces, Way},
    characters::{Character, Kind, LEADER, SUMMON, Token, Tokens},
    side::Place,
    teams::{Fighter, Through},
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
#[derive(Clone, Copy, Debug)]
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
    /// Where two walks would bring it without tokens.
    pub(super) far: Spaces,
}

impl Man {
    /// The walks that bring it on one of these spaces: in this round, [`NEVER`] if its tokens forbid it; in a
    /// later one about three if two do not suffice.
    pub(super) fn walks_to(&self, spaces: Spaces, when: When) -> u8 {
        let walks = if spaces.contains(self.space) {
            0
        } else if !(self.near & spaces).is_empty() {
            1
        } else if !(self.far & spaces).is_empty() {
            2
        } else {
            3
        };
        if when == When::Now && walks > self.walks { NEVER } else { walks }
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
        let armies = BySeat::from_fn(|seat| {
            game.characters(seat).map(|(who, space)| man(game, who, space, empty)).collect()
        });
        let left = BySeat::from_fn(|seat| turns_left(game, seat));
        let mut field = Field { game, men, armies, falls: BySeat::default(), left, empty };
        field.falls = BySeat::from_fn(|seat| {
            field.armies[seat].iter().map(|target| field.fall(target, |_| true)).collect()
        });
        field
    }

    /// The actions that the other side needs to eliminate a man, its last blow being struck by one of `by`.
    pub(super) fn fall(&self, target: &Man, by: impl Fn(Character) -> bool) -> u8 {
        let enemy = !target.who.seat;
        let beside = target.space.beside();
        let adjacent = beside & self.men[enemy];
        let walled = self.walled(target.space, enemy);
        let mut best: Option<i32> = None;
        for man in self.armies[enemy].iter().filter(|man| by(man.who)) {
            if man.tokens.any_of(Tokens::BAR_CHARGE) {
                continue;
            }
            let here = Spaces::of(man.space);
            let mut from = beside & man.once & !here;
            if !man.tokens.any_of(Tokens::BAR_ATTACK) {
                from = from | (beside & here);
            }
            let shoots = from.is_empty() && man.fighter.ranged > 0 && self.shoots(man, target.space);
            if from.is_empty() && !shoots {
                continue;
            }
            let others = adjacent.len() - u8::from(adjacent.contains(man.space));
            let wall = u8::from(!(from & walled).is_empty());
            let leader = u8::from(man.who.index == LEADER);
            best = best.max(Some(i32::from(others + 1 + leader + man.fighter.fierce + wall)));
        }
        let summon = Character::new(enemy, SUMMON);
        if self.game.place(summon) == Place::Unplaced
            && self.game.phase != Phase::SetUp
            && self.left[enemy] > 0
        {
            let wall = u8::from(!(walled & self.empty).is_empty());
            let fierce = self.game.fighter(summon).fierce;
            if !(beside & self.empty).is_empty() && by(summon) {
                best = best.max(Some(i32::from(adjacent.len() + 1 + fierce + wall)));
            }
        }
        let guard = u8::from(target.tokens.has(Token::Defend));
        let tokens = i32::from(target.tokens.len()) - i32::from(guard);
        let needed = i32::from(target.fighter.health) + 1 - tokens;
        let missing = match best {
            Some(damage) => (needed - damage).clamp(0, 3) as u8,
            None => (needed - 1).clamp(1, 3) as u8 + 1,
        };
        1 + missing + guard
    }

    /// Spaces beside a target from which a blow drives it against an Obstacle or an enemy of it (rule 33).
    fn walled(&self, target: Space, enemy: Seat) -> Spaces {
        let hard = self.game.obstacles | self.men[enemy];
        let mut from = Spaces::NONE;
        for (way, back) in Way::ORTHOGONAL.into_iter().zip([2, 3, 0, 1]) {
            if let (Some(space), Some(behind)) = (target.next(Way::ORTHOGONAL[back]), target.next(way))
                && hard.contains(behind)
            {
                from.insert(space);
            }
        }
        from
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

fn man(game: &ToPieces, who: Character, space: Space, empty: Spaces) -> Man {
    let tokens = game.tokens(who);
    let fighter = game.fighter(who);
    let here = Spaces::of(space);
    let walk = |from: Spaces| spread(from, game.passable(who, Through::None), fighter.speed) & empty | from;
    let near = walk(here);
    let far = walk(near);
    let walks = match tokens {
        _ if tokens.any_of(Tokens::BAR_CHARGE) => 0,
        _ if tokens.has(Token::Move) => 1,
        _ => 2,
    };
    let once = if walks == 0 { here } else { near };
    Man { who, space, tokens, fighter, walks, once, near, far }
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
