//! What each viewer may know (rule 6), and tables imagined from it.
//!
//! Hidden are the numbers of the other's minions, coins in Reserve and unplaced coins, and the other's cards in
//! hand, set aside and in the pile. Everything else is open, and at the end of the game that too (rule 57).
//! Characters are listed by their spaces: nothing in a view survives a move and is tied to a number.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use table::{
    BySeat, Game, Log, Seat, Step, Viewer,
    rand::{Rng, RngCore},
};

use crate::{
    Action, Chance, Event, Score, Switches, ToPieces,
    board::{Space, Spaces},
    characters::{COINS, Kind, LEADER, SUMMON, Tokens},
    side::{Cards, Deeds, Place, Side},
    teams::Team,
    waits::{Phase, Wait},
};

/// The table as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// The team of each seat. As JSON the whole sheet for people, so that a page can show any team.
    pub teams: BySeat<Described>,
    /// The rulings in force.
    pub switches: Switches,
    /// All characters on the board, in the order of their spaces.
    pub characters: Vec<Standee>,
    /// Where Treasures 1-4 lie.
    pub treasures: [Option<Space>; 4],
    /// Where the Obstacles lie.
    pub obstacles: Spaces,
    /// Who marked first.
    pub marker: Option<Seat>,
    /// Player 1.
    pub first: Option<Seat>,
    /// Who sits in the south.
    pub south: Option<Seat>,
    /// The round, 0 before the first.
    pub round: u8,
    /// The part of the round.
    pub phase: Phase,
    /// The questions, the most urgent last.
    pub waits: Vec<Wait>,
    /// What belongs to each seat.
    pub sides: BySeat<SideView>,
}

/// A character on the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standee {
    /// Where it stands.
    pub space: Space,
    /// Whose it is.
    pub seat: Seat,
    /// What it is.
    pub kind: Kind,
    /// A minion's number, for those who know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u8>,
    /// Its tokens.
    pub tokens: Tokens,
}

/// What a viewer sees of one seat's things.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SideView {
    /// Where the leader is.
    pub leader: Place,
    /// Where the summon is; `unplaced` while it can be called.
    pub summon: Place,
    /// Coins not yet put on the board.
    pub unplaced: Secret,
    /// Coins in the own Reserve.
    pub reserve: Secret,
    /// Coins that the seat used.
    pub discard: Cards,
    /// Coins whose captor is deciding.
    pub spoils: Cards,
    /// Coins in the captor's Reserve.
    pub taken: Cards,
    /// Coins that the captor used.
    pub spent: Cards,
    /// Coins that the captor claimed.
    pub lost: Cards,
    /// The draw pile.
    pub pile: Secret,
    /// The objectives in hand.
    pub hand: Secret,
    /// The objectives set aside.
    pub aside: Secret,
    /// The objectives claimed.
    pub claimed: Cards,
    /// Of the objectives in hand, those that would be claimed as the table stands; for those who know the hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub met: Option<Cards>,
    /// The score so far.
    pub score: Score,
    /// What the seat did this round.
    pub deeds: Deeds,
    /// The numbers of the Treasures still to be placed by this seat (rule 9).
    #[serde(default)]
    pub treasures: Cards,
    /// Obstacles still to be placed.
    pub obstacles: u8,
    /// Finished with the placement, or with this Regrouping.
    pub finished: bool,
}

/// Cards or coins face down: how many, and which for those who know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Secret {
    /// How many.
    pub count: u8,
    /// Which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<Cards>,
}

impl Secret {
    fn of(cards: Cards, open: bool) -> Secret {
        Secret { count: cards.len(), known: open.then_some(cards) }
    }
}

/// A team that is written as its whole sheet for people and read back by its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Described(pub Team);

impl Serialize for Described {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.described().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Described {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Described, D::Error> {
        #[derive(Deserialize)]
        struct Named {
            id: Team,
        }
        Named::deserialize(deserializer).map(|named| Described(named.id))
    }
}

impl View {
    pub(crate) fn of(game: &ToPieces, viewer: Viewer) -> View {
        let open = |seat| viewer.knows(seat) || game.phase == Phase::Over;
        let mut characters: Vec<Standee> = Vec::with_capacity(16);
        for seat in Seat::BOTH {
            characters.extend(game.characters(seat).map(|(who, space)| {
                let kind = who.kind();
                let number = (kind == Kind::Minion && open(seat)).then_some(who.index);
                Standee { space, seat, kind, number, tokens: game.tokens(who) }
            }));
        }
        characters.sort_by_key(|standee| standee.space);
        View {
            teams: BySeat(game.teams.0.map(Described)),
            switches: game.switches,
            characters,
            treasures: game.treasures,
            obstacles: game.obstacles,
            marker: game.marker,
            first: game.first,
            south: game.south,
            round: game.round,
            phase: game.phase,
            waits: game.waits.to_vec(),
            sides: BySeat::from_fn(|seat| side(game, seat, open(seat))),
        }
    }

    /// The character on a space.
    pub fn on(&self, space: Space) -> Option<&Standee> {
        self.characters.iter().find(|standee| standee.space == space)
    }

    /// The question that is asked, none when the game is over.
    pub fn wait(&self) -> Option<Wait> {
        self.waits.last().copied()
    }

    /// A whole table: what is hidden from the viewer is dealt anew, every deal being equally likely.
    pub(crate) fn imagine(&self, rng: &mut dyn RngCore) -> ToPieces {
        ToPieces {
            switches: self.switches,
            teams: BySeat(self.teams.0.map(|team| team.0)),
            sides: BySeat::from_fn(|seat| self.imagine_side(seat, rng)),
            treasures: self.treasures,
            obstacles: self.obstacles,
            marker: self.marker,
            first: self.first,
            south: self.south,
            round: self.round,
            phase: self.phase,
            waits: self.waits.iter().copied().take(8).collect(),
        }
    }

    fn imagine_side(&self, seat: Seat, rng: &mut dyn RngCore) -> Side {
        let seen = &self.sides[seat];
        let deck = self.teams[seat].0.sheet().objectives.len() as u8;
        let mut side = Side::new(deck);
        side.places[usize::from(LEADER)] = seen.leader;
        side.places[usize::from(SUMMON)] = seen.summon;
        let open = [
            (seen.discard, Place::Discard),
            (seen.spoils, Place::Spoils),
            (seen.taken, Place::Taken),
            (seen.spent, Place::Spent),
            (seen.lost, Place::Claimed),
        ];
        let mut hidden: Cards = COINS.collect();
        for (coins, place) in open {
            coins.iter().filter(|n| COINS.contains(n)).for_each(|n| side.places[usize::from(n)] = place);
            hidden = hidden.without(coins);
        }
        let mut hidden = Deal::new(hidden, rng);
        for standee in self.characters.iter().filter(|standee| standee.seat == seat) {
            let index = match standee.kind {
                Kind::Leader => Some(LEADER),
                Kind::Summon => Some(SUMMON),
                Kind::Minion => hidden.take(standee.number),
            };
            if let Some(index) = index.map(usize::from) {
                side.places[index] = Place::Board(standee.space);
                side.tokens[index] = standee.tokens;
            }
        }
        for (secret, place) in [(&seen.unplaced, Place::Unplaced), (&seen.reserve, Place::Reserve)] {
            hidden.take_all(secret).iter().for_each(|n| side.places[usize::from(n)] = place);
        }
        let mut cards = Deal::new(Cards::up_to(deck).without(seen.claimed), rng);
        side.hand = cards.take_all(&seen.hand);
        side.aside = cards.take_all(&seen.aside);
        side.pile = cards.take_all(&seen.pile);
        side.claimed = seen.claimed;
        side.deeds = seen.deeds;
        side.obstacles = seen.obstacles;
        side.finished = seen.finished;
        side
    }
}

/// Shuffled cards or coins that are dealt to places.
struct Deal(ArrayVec<u8, 32>);

impl Deal {
    fn new(cards: Cards, rng: &mut dyn RngCore) -> Deal {
        let mut shuffled: ArrayVec<u8, 32> = cards.iter().collect();
        for i in (1..shuffled.len()).rev() {
            shuffled.swap(i, rng.random_range(0..=i));
        }
        Deal(shuffled)
    }

    /// That one if it is known, any otherwise.
    fn take(&mut self, known: Option<u8>) -> Option<u8> {
        match known {
            Some(card) => {
                let i = self.0.iter().position(|&other| other == card)?;
                Some(self.0.swap_remove(i))
            }
            None => self.0.pop(),
        }
    }

    fn take_all(&mut self, secret: &Secret) -> Cards {
        match secret.known {
            Some(known) => known.iter().filter_map(|card| self.take(Some(card))).collect(),
            None => (0..secret.count).filter_map(|_| self.take(None)).collect(),
        }
    }
}

fn side(game: &ToPieces, seat: Seat, open: bool) -> SideView {
    let side = &game.sides[seat];
    let coins = |place| side.coins(place).collect::<Cards>();
    let met = || {
        let sheet = game.sheet(seat);
        let met = |card: &u8| sheet.objective(*card).is_some_and(|objective| game.met(seat, objective.goal));
        side.hand.iter().filter(met).collect()
    };
    SideView {
        leader: side.leader(),
        summon: side.summon(),
        unplaced: Secret::of(coins(Place::Unplaced), open),
        reserve: Secret::of(coins(Place::Reserve), open),
        discard: coins(Place::Discard),
        spoils: coins(Place::Spoils),
        taken: coins(Place::Taken),
        spent: coins(Place::Spent),
        lost: coins(Place::Claimed),
        pile: Secret::of(side.pile, open),
        hand: Secret::of(side.hand, open),
        aside: Secret::of(side.aside, open),
        claimed: side.claimed,
        met: open.then(met),
        score: game.score(seat),
        deeds: side.deeds,
        treasures: game.treasures_of(seat).collect(),
        obstacles: side.obstacles,
        finished: side.finished,
    }
}

/// The text of a step, or what a viewer may see of it.
pub(crate) fn seen(game: &ToPieces, step: &Step<ToPieces>, viewer: Viewer) -> String {
    let owner = match *step {
        Step::Act(seat, _) => Some(seat),
        Step::Chance(_) => match game.wait() {
            Some(Wait::Card { seat, .. }) => Some(seat),
            _ => None,
        },
    };
    if owner.is_none_or(|owner| viewer.knows(owner)) {
        return step.text();
    }
    match *step {
        Step::Act(_, Action::Keep(_)) => "keep".into(),
        Step::Act(_, Action::Put(_, space)) => format!("put minion {space}"),
        Step::Act(_, Action::Deploy(_, space)) => format!("deploy {space}"),
        Step::Chance(Chance::Card(_)) => "@card".into(),
        _ => step.text(),
    }
}

/// What the rules turn up for a viewer by this step: the number of an eliminated minion (rule 45) and claimed
/// objectives (rule 24).
pub(crate) fn revealed(game: &ToPieces, step: &Step<ToPieces>, viewer: Viewer) -> String {
    let mut log = Log::on();
    game.clone().play(step, &mut log);
    let turned_up = |event: &Event| match event {
        Event::Eliminated { seat, number: Some(n), .. } if !viewer.knows(*seat) => Some(format!("coin {n}")),
        Event::Objective { seat, card, .. } if !viewer.knows(*seat) => Some(format!("{seat} card {card}")),
        _ => None,
    };
    let texts: Vec<String> = log.into_events().iter().filter_map(turned_up).collect();
    texts.join(", ")
}
