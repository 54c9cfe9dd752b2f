//! To Pieces: a skirmish of two teams with secret objectives, and teams that anyone can design.
//!
//! To Pieces is by Chris Sakkas (2018), licensed CC BY-SA 4.0. The texts and team sheets of this crate are an
//! adaptation (gaps closed by numbered rulings, the lost sheets and cards newly designed as data) and are
//! shared under the same licence; the program code has the licence of the workspace.
//!
//! Rule numbers are those of `rulebooks/en/to-pieces.md`. A game is a stack of questions
//! ([`Wait`]); playing a step answers the topmost, pushes what it raises, and then everything that happens by
//! itself is settled.

pub mod action;
pub mod balance;
pub mod board;
pub mod characters;
pub mod combat;
pub mod event;
mod families;
mod objectives;
mod position;
mod rounds;
mod setup;
mod show;
pub mod side;
mod strategies;
mod switches;
pub mod teams;
pub mod think;
pub mod view;
pub mod waits;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use table::{
    BySeat, Game, Log, Odds, Outcome, Prompt, Refusal, Seat, Seats, Step, Turn, Viewer, rand::RngCore,
};

use board::{Edge, Space, Spaces};
use characters::{COINS, Character, Kind, LEADER, SUMMON, Token, Tokens};
use side::{Cards, Place, Side};
use teams::{Fighter, Sheet, Team};
use waits::{Phase, Wait};

pub use action::{Action, Chance};
pub use event::Event;
pub use switches::{Options, Switches};
pub use view::View;

/// A game of To Pieces in progress.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ToPieces {
    switches: Switches,
    teams: BySeat<Team>,
    sides: BySeat<Side>,
    treasures: [Option<Space>; 4],
    obstacles: Spaces,
    /// Who marked first; holds Treasures 1 and 3 (rule 9).
    marker: Option<Seat>,
    /// Player 1 (rule 12).
    first: Option<Seat>,
    /// The seat whose home row is rank 1.
    south: Option<Seat>,
    /// 0 before round 1.
    round: u8,
    phase: Phase,
    waits: ArrayVec<Wait, 8>,
}

impl Game for ToPieces {
    type Options = Options;
    type Action = Action;
    type Chance = Chance;
    type Event = Event;
    type View = View;
    const ID: &'static str = "to-pieces";
    const RULES: u32 = 2;

    fn start(options: &Options) -> ToPieces {
        setup::start(options)
    }

    fn turn(&self) -> Turn {
        match self.waits.last() {
            None => Turn::Over(self.outcome()),
            Some(Wait::Choose { one: true, two: true }) => Turn::Act(Seats::BOTH),
            Some(Wait::Choose { one: true, .. }) => Turn::act(Seat::One),
            Some(Wait::Choose { .. }) => Turn::act(Seat::Two),
            Some(wait) => wait.seat().map_or(Turn::Chance, Turn::act),
        }
    }

    fn options(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.turn().asks(seat) {
            self.list(seat, out);
        }
    }

    fn prompt(&self, seat: Seat) -> Prompt {
        show::prompt(self, seat)
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let turn = self.turn();
        if turn.asks(seat) {
            return self.check_answer(seat, *action);
        }
        Err(match turn {
            Turn::Over(_) => Refusal::turn("refuse.over"),
            _ => Refusal::turn("refuse.not-your-turn").with("seat", seat),
        })
    }

    fn odds(&self, out: &mut Odds<Chance>) {
        setup::odds(self, out);
    }

    fn play(&mut self, step: &Step<ToPieces>, log: &mut Log<Event>) {
        match *step {
            Step::Act(seat, action) => self.answer(seat, action, log),
            Step::Chance(outcome) => self.happen(outcome, log),
        }
        self.settle(log);
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn has_secrets(&self) -> bool {
        true
    }

    fn seen(&self, step: &Step<ToPieces>, viewer: Viewer) -> String {
        view::seen(self, step, viewer)
    }

    fn revealed(&self, step: &Step<ToPieces>, viewer: Viewer) -> String {
        view::revealed(self, step, viewer)
    }

    fn imagine(view: &View, rng: &mut dyn RngCore) -> ToPieces {
        view.imagine(rng)
    }

    fn position(&self) -> impl std::hash::Hash + Eq {
        self.clone()
    }

    fn first_player(&self) -> Option<Seat> {
        self.first
    }

    fn turn_mark(&self) -> Option<u32> {
        match self.phase {
            Phase::Turns { played, .. } => Some(u32::from(self.round) << 8 | u32::from(played)),
            _ => None,
        }
    }

    fn suggest(&self, seat: Seat, rng: &mut dyn RngCore, buffer: &mut Vec<Action>) -> Action {
        self.draw(seat, rng, buffer)
    }

    fn census(&self) -> Vec<(&'static str, usize)> {
        let sum = |count: &dyn Fn(Seat) -> usize| Seat::BOTH.into_iter().map(count).sum();
        let cards = |seat: Seat| {
            let side = &self.sides[seat];
            usize::from(side.pile.len() + side.hand.len() + side.aside.len() + side.claimed.len())
        };
        let treasures =
            self.treasures.iter().flatten().count() + sum(&|seat| self.treasures_of(seat).count());
        let obstacles = usize::from(self.obstacles.len()) + sum(&|seat| self.sides[seat].obstacles.into());
        let has_no_coin =
            |place| usize::from(matches!(place, Place::Unplaced | Place::Board(_) | Place::Gone));
        // Before the first marker is known, nobody holds the Treasures.
        let held = if self.marker.is_none() { 4 } else { treasures };
        vec![
            (
                "coins",
                sum(&|seat| COINS.filter(|&n| self.place(Character::new(seat, n)) != Place::Gone).count()),
            ),
            ("leaders", sum(&|seat| has_no_coin(self.sides[seat].leader()))),
            ("summons", sum(&|seat| has_no_coin(self.sides[seat].summon()))),
            ("cards one", cards(Seat::One)),
            ("cards two", cards(Seat::Two)),
            ("treasures", held),
            ("obstacles", obstacles),
        ]
    }
}

/// What the table shows and the rules ask again and again.
impl ToPieces {
    fn sheet(&self, seat: Seat) -> &'static Sheet {
        self.teams[seat].sheet()
    }

    fn place(&self, who: Character) -> Place {
        self.sides[who.seat].places[usize::from(who.index)]
    }

    fn set_place(&mut self, who: Character, place: Place) {
        self.sides[who.seat].places[usize::from(who.index)] = place;
    }

    fn tokens(&self, who: Character) -> Tokens {
        self.sides[who.seat].tokens[usize::from(who.index)]
    }

    fn fighter(&self, who: Character) -> &'static Fighter {
        self.sheet(who.seat).fighter(who.kind())
    }

    /// The character on a space.
    fn who(&self, space: Space) -> Option<Character> {
        Seat::BOTH.into_iter().find_map(|seat| self.own(seat, space))
    }

    /// The character of `seat` on a space.
    fn own(&self, seat: Seat, space: Space) -> Option<Character> {
        self.sides[seat].on(space).map(|index| Character::new(seat, index))
    }

    /// All characters of a seat on the board.
    fn characters(&self, seat: Seat) -> impl Iterator<Item = (Character, Space)> + '_ {
        (LEADER..=SUMMON).filter_map(move |index| {
            self.sides[seat].space(index).map(|space| (Character::new(seat, index), space))
        })
    }

    /// The spaces of all characters of a seat.
    fn men(&self, seat: Seat) -> Spaces {
        self.sides[seat].spaces()
    }

    /// Rule 3: neither character nor Obstacle.
    fn empty(&self) -> Spaces {
        !(self.men(Seat::One) | self.men(Seat::Two) | self.obstacles)
    }

    /// The spaces with a Treasure.
    fn treasure_spaces(&self) -> Spaces {
        self.treasures.iter().flatten().copied().collect()
    }

    /// The edge of a seat. Before it is known, One is thought to sit in the south.
    fn edge(&self, seat: Seat) -> Edge {
        if self.south.unwrap_or(Seat::One) == seat { Edge::South } else { Edge::North }
    }

    /// Whether a coin, own or captured, is in the Reserve of a seat (rule 22). A public fact.
    fn has_coins(&self, seat: Seat) -> bool {
        let [own, captured] = [(seat, Place::Reserve), (!seat, Place::Taken)];
        [own, captured].into_iter().any(|(owner, place)| self.sides[owner].coins(place).next().is_some())
    }

    /// Points, and those of them that are coins or the leader (rules 25, 26).
    pub fn score(&self, seat: Seat) -> Score {
        let enemy = &self.sides[!seat];
        let coins = enemy.coins(Place::Claimed).count() as u8 + u8::from(enemy.leader() == Place::Gone);
        let sheet = self.sheet(seat);
        let cards: u8 = self.sides[seat]
            .claimed
            .iter()
            .filter_map(|card| sheet.objective(card))
            .map(|card| card.value)
            .sum();
        Score { points: coins + cards, coins }
    }

    /// Rules 25 and 26.
    fn outcome(&self) -> Outcome {
        let [one, two] = Seat::BOTH.map(|seat| self.score(seat));
        let winner = |ahead: bool| if ahead { Seat::One } else { Seat::Two };
        if one.points != two.points {
            Outcome::win(winner(one.points > two.points), "points")
        } else if one.coins != two.coins {
            Outcome::win(winner(one.coins > two.coins), "coins")
        } else {
            Outcome::draw("level")
        }
    }

    /// The team of a seat.
    pub fn team(&self, seat: Seat) -> Team {
        self.teams[seat]
    }

    /// The cards in the hand of a seat: a secret of that seat.
    pub fn hand(&self, seat: Seat) -> Cards {
        self.sides[seat].hand
    }

    /// Whether an objective of a seat's deck would be claimed as the table stands, whoever holds it.
    pub fn is_met(&self, seat: Seat, card: u8) -> bool {
        self.sheet(seat).objective(card).is_some_and(|objective| self.met(seat, objective.goal))
    }

    /// The question that is asked, none when the game is over.
    pub fn wait(&self) -> Option<Wait> {
        self.waits.last().copied()
    }

    fn add_token(&mut self, who: Character, token: Token, log: &mut Log<Event>) {
        if self.tokens(who).has(token) {
            return;
        }
        self.sides[who.seat].tokens[usize::from(who.index)].add(token);
        self.tell_token(who, token, event::Change::Added, log);
    }

    fn remove_tokens(&mut self, who: Character, tokens: Tokens, log: &mut Log<Event>) {
        let before = self.tokens(who);
        self.sides[who.seat].tokens[usize::from(who.index)].remove(tokens);
        for token in tokens.iter().filter(|&token| before.has(token)) {
            self.tell_token(who, token, event::Change::Removed, log);
        }
    }

    fn tell_token(&self, who: Character, kind: Token, change: event::Change, log: &mut Log<Event>) {
        if let Place::Board(space) = self.place(who) {
            log.tell(|| Event::Token { space, kind, change });
        }
    }
}

/// A score (rules 25, 26).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// All points.
    pub points: u8,
    /// Claimed coins and the enemy leader: the tie-break.
    pub coins: u8,
}

/// Whether a character is a minion or a leader: those whose elimination counts (rule 48).
fn counts(kind: Kind) -> bool {
    kind != Kind::Summon
}
