//! From the box to the first round (rules 4-19): teams, cards, markers, edges, placement.

use arrayvec::ArrayVec;
use table::{BySeat, Log, Odds, Refusal, Seat};

use crate::{
    Action, Chance, Event, Options, ToPieces,
    board::{Edge, Space, Spaces},
    characters,
    characters::{Character, LEADER},
    families::{Kind, Offer},
    side::{Cards, Place, Side},
    teams::Marker,
    waits::{Phase, Wait},
};

/// Cards drawn at the start (rule 7).
const FIRST_HAND: u8 = 6;
/// Cards kept (rules 8, 49).
pub(crate) const KEPT: u8 = 3;
/// Nobody is placed beyond this row (rule 14).
const LAST_ROW: u8 = 4;
/// A home row keeps so many spaces fit for placement (rule 11).
const LEAST_FIT: u8 = 2;

pub(crate) fn start(options: &Options) -> ToPieces {
    let mut waits: ArrayVec<Wait, 8> = ArrayVec::new();
    waits.extend([Wait::Edge, Wait::First, Wait::Marker, Wait::Choose { one: true, two: true }]);
    waits.extend([Seat::Two, Seat::One].map(|seat| Wait::Card { seat, left: FIRST_HAND }));
    if options.by_coin {
        waits.push(Wait::Teams);
    }
    ToPieces {
        switches: options.switches,
        teams: options.teams,
        sides: decks(options.teams),
        treasures: [None; 4],
        obstacles: Spaces::NONE,
        marker: None,
        first: None,
        south: None,
        round: 0,
        phase: Phase::SetUp,
        waits,
    }
}

fn decks(teams: BySeat<crate::teams::Team>) -> BySeat<Side> {
    BySeat::from_fn(|seat| Side::new(teams[seat].sheet().objectives.len() as u8))
}

/// The cards of a deck in the byte order of `@card:N`.
const CARDS_BY_TEXT: [u8; 20] = [1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 2, 20, 3, 4, 5, 6, 7, 8, 9];

pub(crate) fn odds(game: &ToPieces, out: &mut Odds<Chance>) {
    out.set("coin", true);
    match game.waits.last() {
        Some(Wait::Teams) => {
            [false, true].into_iter().for_each(|swapped| out.add(Chance::Teams { swapped }, 1))
        }
        Some(Wait::Marker) => Seat::BOTH.into_iter().for_each(|seat| out.add(Chance::Marker(seat), 1)),
        Some(Wait::First) => Seat::BOTH.into_iter().for_each(|seat| out.add(Chance::First(seat), 1)),
        Some(Wait::Edge) => {
            [Edge::North, Edge::South].into_iter().for_each(|edge| out.add(Chance::Edge(edge), 1));
        }
        Some(&Wait::Card { seat, .. }) => {
            out.set(if seat == Seat::One { "deck one" } else { "deck two" }, false);
            let pile = game.sides[seat].pile;
            for card in CARDS_BY_TEXT.into_iter().filter(|&card| pile.has(card)) {
                out.add(Chance::Card(card), 1);
            }
        }
        _ => {}
    }
}

impl ToPieces {
    /// A chance step.
    pub(crate) fn happen(&mut self, outcome: Chance, log: &mut Log<Event>) {
        let wait = self.waits.pop().expect("chance is asked");
        match (wait, outcome) {
            (Wait::Teams, Chance::Teams { swapped }) => {
                if swapped {
                    self.teams.0.swap(0, 1);
                    self.sides = decks(self.teams);
                }
                let [one, two] = self.teams.0.map(|team| &team.sheet().name);
                log.tell(|| Event::Teams { one, two });
            }
            (Wait::Card { seat, left }, Chance::Card(card)) => {
                let side = &mut self.sides[seat];
                side.pile.remove(card);
                side.hand.insert(card);
                self.waits.push(Wait::Card { seat, left: left - 1 });
                log.tell(|| Event::Dealt { seat, card: Some(card) });
            }
            (Wait::Marker, Chance::Marker(seat)) => {
                self.marker = Some(seat);
                self.waits.push(Wait::Mark { seat });
                log.tell(|| Event::MarksFirst { seat });
            }
            (Wait::First, Chance::First(seat)) => self.first = Some(seat),
            (Wait::Edge, Chance::Edge(edge)) => {
                let seat = self.first.expect("Player 1 is known before the edge");
                self.south = Some(if edge == Edge::South { seat } else { !seat });
                log.tell(|| Event::PlayerOne { seat, edge });
                self.ask_to_put(seat);
            }
            (wait, outcome) => panic!("{outcome} is no outcome of {}", wait.name()),
        }
    }

    /// Rules 8 and 49: three cards of the hand.
    pub(crate) fn check_keep(&self, seat: Seat, cards: [u8; 3]) -> Result<(), Refusal> {
        let missing = cards.into_iter().find(|&card| !self.sides[seat].hand.has(card));
        match missing {
            Some(card) => Err(Refusal::by("R8", "to-pieces.refuse.not-in-hand").with("card", card)),
            None => Ok(()),
        }
    }

    pub(crate) fn offer_keeps(&self, seat: Seat, out: &mut Offer<'_>) {
        let hand: ArrayVec<u8, 32> = self.sides[seat].hand.iter().collect();
        for (i, &a) in hand.iter().enumerate() {
            for (j, &b) in hand.iter().enumerate().skip(i + 1) {
                hand[j + 1..].iter().for_each(|&c| out.one(Action::Keep([a, b, c])));
            }
        }
    }

    /// The cards that are not kept are set aside face down.
    pub(crate) fn keep(&mut self, seat: Seat, cards: [u8; 3], log: &mut Log<Event>) {
        let kept: Cards = cards.into_iter().collect();
        let side = &mut self.sides[seat];
        side.aside = side.aside.and(side.hand.without(kept));
        side.hand = kept;
        log.tell(|| Event::Kept { seat });
    }

    /// The numbers of the Treasures that a seat has still to place (rule 9).
    pub(crate) fn treasures_of(&self, seat: Seat) -> impl Iterator<Item = u8> + '_ {
        let odd = self.marker == Some(seat);
        let known = self.marker.is_some();
        (1..=4).filter(move |n| known && (n % 2 == 1) == odd && self.treasures[usize::from(n - 1)].is_none())
    }

    /// Spaces without marker (rule 10).
    fn unmarked(&self) -> Spaces {
        !(self.treasure_spaces() | self.obstacles)
    }

    /// Where a marker of a kind may be placed without closing a home row (rules 10, 11).
    fn markable(&self, marker: Marker) -> Spaces {
        let unmarked = self.unmarked();
        let fit = unmarked & !self.treasure_spaces().with_surroundings();
        let near = |edge, rows| unmarked & Spaces::rows(edge, rows);
        let mut spaces = unmarked;
        // Only markers near a home row can take fit spaces from it.
        for (edge, home) in [Edge::South, Edge::North].map(|edge| (edge, Spaces::rows(edge, 1) & fit)) {
            let rows = if marker == Marker::Treasure { 2 } else { 1 };
            for space in near(edge, rows) {
                let here = Spaces::of(space);
                let taken = if marker == Marker::Treasure { here.with_surroundings() } else { here };
                if (home & !taken).len() < LEAST_FIT {
                    spaces.remove(space);
                }
            }
        }
        spaces
    }

    pub(crate) fn check_mark(&self, seat: Seat, treasure: Option<u8>, space: Space) -> Result<(), Refusal> {
        let marker = match treasure {
            Some(n) if self.treasures_of(seat).any(|own| own == n) => Marker::Treasure,
            Some(n) => return Err(Refusal::by("R9", "to-pieces.refuse.not-your-treasure").with("number", n)),
            None if self.sides[seat].obstacles > 0 => Marker::Obstacle,
            None => return Err(Refusal::by("R9", "to-pieces.refuse.no-obstacle-left")),
        };
        if !self.unmarked().contains(space) {
            return Err(Refusal::by("R10", "to-pieces.refuse.marked").with("space", space.to_string()));
        }
        if !self.markable(marker).contains(space) {
            return Err(Refusal::by("R11", "to-pieces.refuse.closes-home-row").with("least", LEAST_FIT));
        }
        Ok(())
    }

    pub(crate) fn offer_marks(&self, seat: Seat, out: &mut Offer<'_>) {
        let spaces = self.markable(Marker::Treasure);
        self.treasures_of(seat).for_each(|n| out.add(Kind::MarkTreasure(n), spaces));
        if self.sides[seat].obstacles > 0 {
            out.add(Kind::MarkObstacle, self.markable(Marker::Obstacle));
        }
    }

    pub(crate) fn mark(&mut self, seat: Seat, treasure: Option<u8>, space: Space, log: &mut Log<Event>) {
        match treasure {
            Some(n) => self.treasures[usize::from(n) - 1] = Some(space),
            None => {
                self.obstacles.insert(space);
                self.sides[seat].obstacles -= 1;
            }
        }
        let marker = if treasure.is_some() { Marker::Treasure } else { Marker::Obstacle };
        log.tell(|| Event::Marked { seat, marker, number: treasure, space });
        let holds = |seat: Seat| self.sides[seat].obstacles > 0 || self.treasures_of(seat).next().is_some();
        if let Some(seat) = [!seat, seat].into_iter().find(|&seat| holds(seat)) {
            self.waits.push(Wait::Mark { seat });
        }
    }

    /// Fit for placement (rule 15).
    pub(crate) fn fit(&self) -> Spaces {
        let treasures = self.treasure_spaces();
        self.empty() & !treasures.with_surroundings()
    }

    /// The rows in which a seat whose characters stand on `men` may put one more (rule 14).
    fn open_rows(&self, seat: Seat, men: Spaces) -> Spaces {
        let edge = self.edge(seat);
        let mut nearer = Spaces::rows(edge, 1);
        let mut open = nearer;
        for rows in 2..=LAST_ROW {
            let row = Spaces::rows(edge, rows) & !Spaces::rows(edge, rows - 1);
            if (men & row).len() < (men & nearer).len() {
                open = open | row;
            }
            nearer = row;
        }
        open
    }

    /// Where the next character of a seat may be put (rules 14, 15).
    pub(crate) fn room(&self, seat: Seat) -> Spaces {
        self.open_rows(seat, self.men(seat)) & self.fit()
    }

    /// Where a minion may be put: not on the leader's last space (rule 17).
    pub(crate) fn room_for_minion(&self, seat: Seat) -> Spaces {
        let mut room = self.room(seat);
        if self.sides[seat].leader() == Place::Unplaced {
            let (men, fit) = (self.men(seat), self.fit());
            // While another space of the home row is left, the leader has it: only the last ones need a look.
            if (room & Spaces::rows(self.edge(seat), 1)).len() <= 1 {
                for space in room {
                    let men = men | Spaces::of(space);
                    if (self.open_rows(seat, men) & fit & !men).is_empty() {
                        room.remove(space);
                    }
                }
            }
        }
        room
    }

    pub(crate) fn check_put(&self, seat: Seat, index: u8, space: Space) -> Result<(), Refusal> {
        if self.sides[seat].places[usize::from(index)] != Place::Unplaced {
            return Err(match index {
                LEADER => Refusal::by("R13", "to-pieces.refuse.leader-placed"),
                number => Refusal::by("R13", "to-pieces.refuse.minion-placed").with("number", number),
            });
        }
        let row = space.row(self.edge(seat));
        if row > LAST_ROW {
            return Err(Refusal::by("R14", "to-pieces.refuse.too-far").with("row", LAST_ROW));
        }
        if !self.open_rows(seat, self.men(seat)).contains(space) {
            return Err(Refusal::by("R14", "to-pieces.refuse.row-full").with("row", row));
        }
        if !self.fit().contains(space) {
            return Err(Refusal::by("R15", "to-pieces.refuse.unfit").with("space", space.to_string()));
        }
        if index != LEADER && !self.room_for_minion(seat).contains(space) {
            return Err(Refusal::by("R17", "to-pieces.refuse.leaders-space"));
        }
        Ok(())
    }

    pub(crate) fn offer_puts(&self, seat: Seat, out: &mut Offer<'_>) {
        let side = &self.sides[seat];
        if side.leader() == Place::Unplaced {
            out.add(Kind::PutLeader, self.room(seat));
        } else {
            out.one(Action::Pass);
        }
        let room = self.room_for_minion(seat);
        side.coins(Place::Unplaced).for_each(|number| out.add(Kind::Put(number), room));
    }

    pub(crate) fn put(&mut self, seat: Seat, index: u8, space: Space, log: &mut Log<Event>) {
        let who = Character::new(seat, index);
        self.set_place(who, Place::Board(space));
        let kind = who.kind();
        let number = (kind == characters::Kind::Minion).then_some(index);
        log.tell(|| Event::Put { seat, kind, number, space });
        self.ask_to_put(!seat);
    }

    /// Asks a seat for its next character, or the other if it is finished (rules 16, 18), or ends the
    /// placement (rule 19).
    pub(crate) fn ask_to_put(&mut self, seat: Seat) {
        for seat in [seat, !seat] {
            if !self.sides[seat].finished && !self.can_put(seat) {
                self.sides[seat].finished = true;
            }
            if !self.sides[seat].finished {
                self.waits.push(Wait::Put { seat });
                return;
            }
        }
        for seat in Seat::BOTH {
            for place in &mut self.sides[seat].places[1..=6] {
                if *place == Place::Unplaced {
                    *place = Place::Reserve;
                }
            }
        }
    }

    /// Rule 18.
    fn can_put(&self, seat: Seat) -> bool {
        let side = &self.sides[seat];
        let left = side.leader() == Place::Unplaced || side.coins(Place::Unplaced).next().is_some();
        left && !self.room(seat).is_empty()
    }
}
