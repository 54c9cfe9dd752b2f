//! The table as JSON: groups, lying pieces and the open question by name, as the page and other programs read
//! it. What is read is checked, so that a damaged sheet never becomes a game.

use std::fmt;

use serde::{Deserialize, Serialize};
use table::{BySeat, Seat};

use crate::{
    Board, Colour, Fight, Group, LOAD, Pieces, Piggyback, STACK, Space, Spaces, Stacking, UNITS, Wait,
    odds::Probability,
};

/// The whole state in plain words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sheet {
    pub(crate) board: Board,
    pub(crate) stacking: Stacking,
    pub(crate) limit: u8,
    pub(crate) groups: Vec<Standing>,
    pub(crate) lying: Vec<Lying>,
    pub(crate) bank: Pieces,
    pub(crate) gone: Pieces,
    pub(crate) lost: BySeat<u8>,
    pub(crate) to: Seat,
    pub(crate) first: Option<Seat>,
    pub(crate) quiet: u8,
    pub(crate) calm: bool,
    pub(crate) wait: Question,
}

/// A group with its space and owner.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Standing {
    pub(crate) at: Space,
    pub(crate) seat: Seat,
    #[serde(flatten)]
    pub(crate) group: Group,
}

/// A piece on a space.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lying {
    /// Where.
    pub at: Space,
    /// Which one.
    pub colour: Colour,
}

/// What the game waits for, by the names of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "kebab-case")]
pub(crate) enum Question {
    Opening,
    Move,
    Take { at: Space },
    Warp { from: Space, at: Space },
    AttackRoll(Fight),
    Attack(Fight),
    DefenceRoll(Fight),
    Defence(Fight),
    Spoils { at: Space, loser: Seat, prize: Pieces },
    Bank { loser: Seat },
    Over { winner: Option<Seat> },
}

impl From<Wait> for Question {
    fn from(wait: Wait) -> Question {
        match wait {
            Wait::Opening => Question::Opening,
            Wait::Move => Question::Move,
            Wait::Take { at } => Question::Take { at },
            Wait::Warp { from, at } => Question::Warp { from, at },
            Wait::Roll(fight) if fight.against.is_none() => Question::AttackRoll(fight),
            Wait::Roll(fight) => Question::DefenceRoll(fight),
            Wait::Decide(fight) if fight.against.is_none() => Question::Attack(fight),
            Wait::Decide(fight) => Question::Defence(fight),
            Wait::Spoils { at, loser, prize } => Question::Spoils { at, loser, prize },
            Wait::Bank { loser } => Question::Bank { loser },
            Wait::Over { winner } => Question::Over { winner },
        }
    }
}

impl From<Question> for Wait {
    fn from(question: Question) -> Wait {
        match question {
            Question::Opening => Wait::Opening,
            Question::Move => Wait::Move,
            Question::Take { at } => Wait::Take { at },
            Question::Warp { from, at } => Wait::Warp { from, at },
            Question::AttackRoll(fight) | Question::DefenceRoll(fight) => Wait::Roll(fight),
            Question::Attack(fight) | Question::Defence(fight) => Wait::Decide(fight),
            Question::Spoils { at, loser, prize } => Wait::Spoils { at, loser, prize },
            Question::Bank { loser } => Wait::Bank { loser },
            Question::Over { winner } => Wait::Over { winner },
        }
    }
}

impl From<Piggyback> for Sheet {
    fn from(game: Piggyback) -> Sheet {
        let groups = Seat::BOTH.into_iter().flat_map(|seat| {
            game.armies[seat].iter().map(move |(at, group)| Standing { at, seat, group }).collect::<Vec<_>>()
        });
        Sheet {
            board: game.board,
            stacking: game.stacking,
            limit: game.limit,
            groups: groups.collect(),
            lying: pieces_on(&game.lying),
            bank: game.bank,
            gone: game.gone,
            lost: game.lost,
            to: game.to,
            first: game.first,
            quiet: game.quiet,
            calm: game.calm,
            wait: game.wait.into(),
        }
    }
}

/// The pieces of these spaces, in the order of the spaces.
fn pieces_on(spaces: &[Spaces; 4]) -> Vec<Lying> {
    let pieces = Colour::ALL.into_iter().zip(spaces);
    let mut list: Vec<Lying> =
        pieces.flat_map(|(colour, spaces)| spaces.iter().map(move |at| Lying { at, colour })).collect();
    list.sort_by_key(|piece| piece.at);
    list
}

/// What is in one list and not in the other.
pub(crate) fn news<T: Copy + PartialEq>(before: &[T], after: &[T]) -> Vec<T> {
    after.iter().copied().filter(|item| !before.contains(item)).collect()
}

/// Why a sheet is no game: the key of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged(pub &'static str);

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Damaged {}

fn ensure(fact: bool, otherwise: &'static str) -> Result<(), Damaged> {
    if fact { Ok(()) } else { Err(Damaged(otherwise)) }
}

impl TryFrom<Sheet> for Piggyback {
    type Error = Damaged;
    fn try_from(sheet: Sheet) -> Result<Piggyback, Damaged> {
        let mut game = Piggyback {
            armies: BySeat::default(),
            lying: [Spaces::NONE; 4],
            bank: sheet.bank,
            gone: sheet.gone,
            lost: sheet.lost,
            wait: sheet.wait.into(),
            to: sheet.to,
            first: sheet.first,
            quiet: sheet.quiet,
            calm: sheet.calm,
            board: sheet.board,
            limit: sheet.limit,
            stacking: sheet.stacking,
        };
        let board = sheet.board.layout().spaces;
        for Standing { at, seat, group } in sheet.groups {
            ensure(board.contains(at) && !game.units().contains(at), "piggyback.refuse.group-space")?;
            ensure((1..=STACK).contains(&group.units), "piggyback.refuse.group-units")?;
            ensure(group.pieces.len() <= LOAD, "piggyback.refuse.group-pieces")?;
            ensure(game.armies[seat].units() + group.units <= UNITS, "piggyback.refuse.army-units")?;
            game.armies[seat].add(at, group);
        }
        for Lying { at, colour } in sheet.lying {
            ensure(board.contains(at) && !game.any_lying().contains(at), "piggyback.refuse.piece-space")?;
            game.lying[colour as usize] = game.lying[colour as usize].with(at);
        }
        game.check_box()?;
        game.check_wait(sheet.wait)?;
        Ok(game)
    }
}

impl Piggyback {
    /// The box is complete, and the counters are in their ranges.
    fn check_box(&self) -> Result<(), Damaged> {
        for seat in Seat::BOTH {
            let lost = self.lost[seat];
            ensure(
                lost <= UNITS && self.armies[seat].units() + lost == UNITS,
                "piggyback.refuse.army-units",
            )?;
        }
        let prize = if let Wait::Spoils { prize, .. } = self.wait { prize } else { Pieces::NONE };
        for colour in Colour::ALL {
            let armies = Seat::BOTH.into_iter().flat_map(|seat| self.armies[seat].iter());
            let carried: u32 = armies.map(|(_, group)| u32::from(group.carries(colour))).sum();
            let heaps: u32 =
                [self.bank, self.gone, prize].iter().map(|heap| u32::from(heap.count(colour))).sum();
            ensure(carried + heaps + self.lying(colour).len() == 4, "piggyback.refuse.box")?;
        }
        ensure((2..=200).contains(&self.limit), "piggyback.refuse.limit")?;
        let drawn = self.wait == Wait::Over { winner: None };
        ensure(self.quiet <= self.limit && drawn == (self.quiet == self.limit), "piggyback.refuse.quiet")
    }

    /// The open question fits the table.
    fn check_wait(&self, question: Question) -> Result<(), Damaged> {
        let empty = Seat::BOTH.map(|seat| self.armies[seat].is_empty());
        let over = match self.wait {
            Wait::Over { winner: Some(Seat::One) } => [false, true],
            Wait::Over { winner: Some(Seat::Two) } => [true, false],
            _ => [false, false],
        };
        ensure(empty == over, "piggyback.refuse.no-army")?;
        let fits = match self.wait {
            Wait::Opening => self.first.is_none() && self.calm,
            Wait::Move => self.first.is_some() && self.calm,
            Wait::Take { at } => {
                self.armies[self.to].at(at).is_some_and(Group::has_room) && self.any_lying().contains(at)
            }
            Wait::Warp { from, at } => self.are_fighting(from, at) && self.answers(at).next().is_some(),
            Wait::Roll(fight) | Wait::Decide(fight) => {
                Question::from(self.wait) == question && self.is_sound(fight)
            }
            Wait::Spoils { at, loser, prize } => self.armies[!loser].at(at).is_some() && !prize.is_empty(),
            Wait::Bank { .. } => self.can_place(),
            Wait::Over { .. } => true,
        };
        ensure(fits, "piggyback.refuse.question")
    }

    fn are_fighting(&self, from: Space, at: Space) -> bool {
        !self.calm && self.armies[self.to].at(from).is_some() && self.armies[!self.to].at(at).is_some()
    }

    /// Whether a combat can have come to this point.
    fn is_sound(&self, fight: Fight) -> bool {
        if !self.are_fighting(fight.from, fight.at) {
            return false;
        }
        let group = self.fighter_at_die(fight);
        let decides = matches!(self.wait, Wait::Decide(_));
        let luck = fight.rolls.saturating_sub(group.units) + group.carries(Colour::Yellow);
        let paid = fight.firepower.saturating_add(group.carries(Colour::Orange));
        fight.die <= 6
            && (fight.die > 0) == (fight.rolls > 0)
            && luck <= LOAD
            && paid <= LOAD
            && fight.against.is_none_or(|against| (1..=6 + LOAD).contains(&against))
            && (decides || fight.firepower == 0)
            && (!decides || fight.rolls > 0 && self.hand(fight).is_asked())
            && !(decides && fight.against.is_some_and(|against| self.hand(fight).number > against))
    }
}

/// What everybody sees: the whole table (rule 42), and what the page needs to draw it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Piggyback")]
pub struct View {
    /// The table.
    #[serde(flatten)]
    pub table: Piggyback,
    /// Files and ranks of the board.
    pub size: u8,
    /// The start spaces of the pieces.
    pub homes: Vec<Lying>,
    /// The combat that is going on.
    pub scene: Option<Scene>,
}

/// A combat as it is shown. Only the side at the die changes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scene {
    /// Who attacks.
    pub attacker: Seat,
    /// The attacker's space.
    pub from: Space,
    /// The attacked space.
    pub at: Space,
    /// The number of each seat, once it has rolled.
    pub numbers: BySeat<Option<u8>>,
    /// How many rolls the stack of each seat has left, one that is due included.
    pub rolls: BySeat<u8>,
    /// The exact chance that the attacker wins when both decide perfectly.
    pub chance: Probability,
}

impl From<Piggyback> for View {
    fn from(table: Piggyback) -> View {
        let layout = table.layout();
        View { table, size: layout.size, homes: pieces_on(&layout.homes), scene: table.scene() }
    }
}

impl Piggyback {
    pub(crate) fn scene(&self) -> Option<Scene> {
        let (from, at) = self.combatants()?;
        let chance = self.chance()?;
        let (attacker, defender) = (self.to, !self.to);
        let units = |seat: Seat, space| self.armies[seat].at(space).map_or(0, |group: Group| group.units);
        let mut scene =
            Scene { attacker, from, at, numbers: BySeat::default(), rolls: BySeat::default(), chance };
        scene.rolls[attacker] = units(attacker, from);
        scene.rolls[defender] = units(defender, at);
        if let Wait::Roll(fight) | Wait::Decide(fight) = self.wait {
            let (side, hand) = (self.side(fight), self.hand(fight));
            if fight.against.is_some() {
                scene.numbers[attacker] = fight.against;
                scene.rolls[attacker] = 0;
            }
            scene.numbers[side] = (fight.die > 0).then_some(hand.number);
            scene.rolls[side] = if hand.fired { 0 } else { hand.rolls };
        }
        Some(scene)
    }
}
