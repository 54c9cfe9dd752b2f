//! The exact mathematics of a combat (section 7 of the spec), for this combat alone: pieces cost nothing.
//!
//! Firepower is worth most after the last roll, because it ends the rolling (R33) and a higher number is never
//! worse. So a side is described by the rolls that it has to go, Luck included, and its Firepower; and two
//! small tables, made when the program is compiled, answer every question:
//!
//! * `HOLDS[number][rolls][firepower]`: the attacker's final number against a defender with so much to go;
//! * `WINS[rolls][firepower][rolls of the defender][his firepower]`: an attacker who is about to roll.
//!
//! All chances are whole numbers over 6^10, five rolls a side, so nothing is ever rounded.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::{Colour, Group};

/// The exact chance that something happens: a whole number over 6^10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Probability(u32);

impl Probability {
    /// It never happens.
    pub const NEVER: Probability = Probability(0);
    /// It is certain.
    pub const CERTAIN: Probability = Probability(WHOLE);

    /// As a fraction in lowest terms, numerator first.
    pub fn fraction(self) -> (u32, u32) {
        let divisor = gcd(self.0, WHOLE);
        (self.0 / divisor, WHOLE / divisor)
    }

    /// As a number from 0 to 1.
    pub fn value(self) -> f64 {
        f64::from(self.0) / f64::from(WHOLE)
    }

    /// That it does not happen.
    #[must_use]
    pub const fn complement(self) -> Probability {
        Probability(WHOLE - self.0)
    }
}

impl fmt::Display for Probability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (numerator, denominator) = self.fraction();
        write!(f, "{numerator}/{denominator}")
    }
}

/// As a number from 0 to 1.
impl Serialize for Probability {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.value())
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// What a side still has to go before a roll: all that counts of it in a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Strength {
    /// Rolls, those for Luck included: 0 to 5.
    pub rolls: u8,
    /// Firepower: 0 to 2.
    pub firepower: u8,
}

/// A group before its first roll.
impl From<Group> for Strength {
    fn from(group: Group) -> Strength {
        Strength {
            rolls: group.units + group.carries(Colour::Yellow),
            firepower: group.carries(Colour::Orange),
        }
    }
}

/// The chance that the attacker wins, before the first roll, when both sides decide perfectly.
///
/// ```
/// use piggyback::{Group, odds};
///
/// let (lone, stack) = (Group::LONE, Group { units: 3, ..Group::LONE });
/// assert_eq!(odds::attack(lone.into(), stack.into()).to_string(), "49/144");
/// assert_eq!(odds::attack(stack.into(), lone.into()).fraction(), (7, 9));
/// ```
///
/// # Panics
/// When a side has more than five rolls or two Firepower.
pub fn attack(attacker: Strength, defender: Strength) -> Probability {
    let [a, af] = [attacker.rolls, attacker.firepower].map(usize::from);
    let [d, df] = [defender.rolls, defender.firepower].map(usize::from);
    Probability(WINS[a][af][d][df])
}

/// The chance that the attacker wins with this final number when the defender is about to roll.
///
/// # Panics
/// When the number is above eight, or the defender has more than five rolls or two Firepower.
pub fn holds(number: u8, defender: Strength) -> Probability {
    Probability(HOLDS[usize::from(number)][usize::from(defender.rolls)][usize::from(defender.firepower)])
}

/// One of the decisions of a side at the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// The number stands.
    Stop,
    /// Roll again for a unit of the stack.
    Roll,
    /// Spend a Luck and roll again.
    Luck,
    /// Spend a Firepower.
    Firepower,
}

impl Choice {
    /// Every choice, the cheapest first.
    pub const ALL: [Choice; 4] = [Choice::Stop, Choice::Roll, Choice::Luck, Choice::Firepower];
}

/// The side at the die after a roll: its number and what it can still do about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hand {
    /// The last die with the Firepower spent on it.
    pub number: u8,
    /// Rolls left of the stack.
    pub rolls: u8,
    /// Luck carried.
    pub luck: u8,
    /// Firepower carried.
    pub firepower: u8,
    /// Whether Firepower was spent in this combat, which ends the rolling (R33).
    pub fired: bool,
}

impl Hand {
    /// Whether the rules allow this choice (R31-R34).
    pub fn allows(self, choice: Choice) -> bool {
        match choice {
            Choice::Stop => true,
            Choice::Roll => !self.fired && self.rolls > 0,
            Choice::Luck => !self.fired && self.rolls == 0 && self.luck > 0,
            Choice::Firepower => self.firepower > 0,
        }
    }

    /// Every choice that the rules allow.
    pub fn choices(self) -> impl Iterator<Item = Choice> {
        Choice::ALL.into_iter().filter(move |&choice| self.allows(choice))
    }

    /// Whether there is something besides `stop` (R34).
    pub fn is_asked(self) -> bool {
        self.firepower > 0 || !self.fired && self.rolls + self.luck > 0
    }

    /// What it has to go.
    pub fn strength(self) -> Strength {
        let rolls = if self.fired { 0 } else { self.rolls + self.luck };
        Strength { rolls, firepower: self.firepower }
    }
}

/// A decision in a combat: the side at the die, and what it is up against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// The attacker decides.
    Attack {
        /// What he has.
        hand: Hand,
        /// Who will roll after him.
        defender: Strength,
    },
    /// The defender decides. His number is not higher than the attacker's, or the combat would be over (R35).
    Defence {
        /// What he has.
        hand: Hand,
        /// The attacker's number.
        against: u8,
    },
}

impl Moment {
    /// The side at the die.
    pub fn hand(self) -> Hand {
        match self {
            Moment::Attack { hand, .. } | Moment::Defence { hand, .. } => hand,
        }
    }

    /// The chance that the attacker wins after this choice, perfectly played from there on. The choice must be
    /// one that the hand allows.
    pub fn after(self, choice: Choice) -> Probability {
        let hand = self.hand();
        let left = hand.strength();
        let most = hand.number + hand.firepower;
        match (self, choice) {
            (Moment::Attack { defender, .. }, Choice::Stop) => holds(hand.number, defender),
            (Moment::Attack { defender, .. }, Choice::Firepower) => holds(most, defender),
            (Moment::Attack { defender, .. }, Choice::Roll | Choice::Luck) => attack(left, defender),
            (Moment::Defence { against, .. }, Choice::Stop) => certain(hand.number <= against),
            (Moment::Defence { against, .. }, Choice::Firepower) => certain(most <= against),
            (Moment::Defence { against, .. }, Choice::Roll | Choice::Luck) => holds(against, left),
        }
    }

    /// The chance that the attacker wins when both sides decide perfectly from here on.
    pub fn chance(self) -> Probability {
        let chances = self.hand().choices().map(|choice| self.after(choice));
        let best = match self {
            Moment::Attack { .. } => chances.max(),
            Moment::Defence { .. } => chances.min(),
        };
        best.expect("stop is always there")
    }

    /// The perfect decision. Among equal ones the cheapest, so that pieces are kept for later; but a side that
    /// is lost burns what it carries, rolls first, rather than leave it to the winner.
    pub fn best(self) -> Choice {
        let chance = self.chance();
        let lost = match self {
            Moment::Attack { .. } => chance == Probability::NEVER,
            Moment::Defence { .. } => chance == Probability::CERTAIN,
        };
        let burns = self.hand().luck + self.hand().firepower > 0;
        let mut equal = self.hand().choices().filter(|&choice| self.after(choice) == chance);
        let best = if lost && burns { equal.find(|&choice| choice != Choice::Stop) } else { equal.next() };
        best.unwrap_or(Choice::Stop)
    }
}

fn certain(attacker_wins: bool) -> Probability {
    if attacker_wins { Probability::CERTAIN } else { Probability::NEVER }
}

/// The most rolls of a side: three units and two Luck.
const ROLLS: usize = 5;
/// The most Firepower of a side.
const FIRE: usize = 2;
/// The most that a side can reach: a six and two Firepower.
const NUMBER: usize = 6 + FIRE;
/// 6^10: five rolls of each side.
const WHOLE: u32 = 6u32.pow(2 * ROLLS as u32);

type Holds = [[[u32; FIRE + 1]; ROLLS + 1]; NUMBER + 1];
type Wins = [[[[u32; FIRE + 1]; ROLLS + 1]; FIRE + 1]; ROLLS + 1];

static HOLDS: Holds = holds_table();
static WINS: Wins = wins_table();

/// A defender with `f` Firepower wins by the first roll above `number - f`, so the attacker holds when all of
/// the defender's rolls miss.
const fn holds_table() -> Holds {
    let mut table = [[[0; FIRE + 1]; ROLLS + 1]; NUMBER + 1];
    let mut number = 0;
    while number <= NUMBER {
        let mut rolls = 0;
        while rolls <= ROLLS {
            let mut fire = 0;
            while fire <= FIRE {
                let misses = number.saturating_sub(fire);
                let misses = if misses > 6 { 6 } else { misses as u32 };
                table[number][rolls][fire] = WHOLE / 6u32.pow(rolls as u32) * misses.pow(rolls as u32);
                fire += 1;
            }
            rolls += 1;
        }
        number += 1;
    }
    table
}

/// With `n` rolls to go the attacker keeps a number, all Firepower on it, exactly when that is better than
/// what `n - 1` rolls promise.
const fn wins_table() -> Wins {
    let holds = holds_table();
    let mut table = [[[[0; FIRE + 1]; ROLLS + 1]; FIRE + 1]; ROLLS + 1];
    let mut rolls = 1;
    while rolls <= ROLLS {
        let mut fire = 0;
        while fire <= FIRE {
            let mut defender = 0;
            while defender <= ROLLS {
                let mut his_fire = 0;
                while his_fire <= FIRE {
                    let again = table[rolls - 1][fire][defender][his_fire];
                    let mut sum = 0;
                    let mut die = 1;
                    while die <= 6 {
                        let stop = holds[die + fire][defender][his_fire];
                        sum += if stop > again { stop } else { again };
                        die += 1;
                    }
                    table[rolls][fire][defender][his_fire] = sum / 6;
                    his_fire += 1;
                }
                defender += 1;
            }
            fire += 1;
        }
        rolls += 1;
    }
    table
}
