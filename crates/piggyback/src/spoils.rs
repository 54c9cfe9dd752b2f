//! After the combat (rules 36-40): who is left, what the winner keeps, what the loser gets from the bank.

use table::{Log, Refusal, Seat};

use crate::{Action, Colour, Event, Fight, LOAD, Pieces, Piggyback, Space, Spaces, Wait};

impl Piggyback {
    /// The losing group leaves the board; a winning attacker moves in (R36). The last unit ends the game (R37).
    pub(crate) fn end_combat(&mut self, fight: Fight, winner: Seat, log: &mut Log<Event>) {
        let (loser, at) = (!winner, fight.at);
        let by_attacker = winner == self.to;
        let (attack, defence) = (fight.against.unwrap_or_default(), self.hand(fight).number);
        let (number, against) = if by_attacker { (attack, defence) } else { (defence, attack) };
        let fallen = self.armies[loser].remove(if by_attacker { at } else { fight.from });
        self.lost[loser] += fallen.units;
        if by_attacker {
            self.armies[winner].relocate(fight.from, at);
        }
        log.tell(|| Event::Won { seat: winner, at, by_attacker, units_lost: fallen.units, number, against });
        if self.armies[loser].is_empty() {
            self.discard(fallen.pieces, log);
            self.wait = Wait::Over { winner: Some(winner) };
            log.tell(|| Event::Over { outcome: winner.name() });
        } else if fallen.pieces.is_empty() {
            self.ask_bank(loser, log);
        } else {
            self.wait = Wait::Spoils { at, loser, prize: fallen.pieces };
        }
    }

    fn discard(&mut self, pieces: Pieces, log: &mut Log<Event>) {
        if !pieces.is_empty() {
            self.gone += pieces;
            log.tell(|| Event::Discarded { pieces });
        }
    }

    /// All that the winner chooses from: what he carries and the prize (R38).
    fn pool(&self, at: Space, loser: Seat, prize: Pieces) -> Pieces {
        let winner = self.armies[!loser].at(at).expect("the winner stands on the attacked space");
        winner.pieces + prize
    }

    /// Every choice of up to two pieces of the pool.
    pub(crate) fn list_spoils(&self, at: Space, loser: Seat, prize: Pieces, out: &mut Vec<Action>) {
        let pool = self.pool(at, loser, prize);
        out.push(Action::Keep(Pieces::NONE));
        for (i, first) in Colour::ALL.into_iter().enumerate() {
            if !pool.has(first) {
                continue;
            }
            out.push(Action::Keep(Pieces::one(first)));
            for second in Colour::ALL.into_iter().skip(i) {
                let pair = Pieces::one(first) + Pieces::one(second);
                if pair.are_among(pool) {
                    out.push(Action::Keep(pair));
                }
            }
        }
    }

    pub(crate) fn check_spoils(
        &self,
        at: Space,
        loser: Seat,
        prize: Pieces,
        kept: Pieces,
    ) -> Result<(), Refusal> {
        if kept.len() <= LOAD && kept.are_among(self.pool(at, loser, prize)) {
            return Ok(());
        }
        Err(Refusal::by("R38", "piggyback.refuse.not-in-pool").with("limit", LOAD))
    }

    /// R38: all that is not kept is out of the game.
    pub(crate) fn keep(
        &mut self,
        at: Space,
        loser: Seat,
        prize: Pieces,
        pieces: Pieces,
        log: &mut Log<Event>,
    ) {
        let rest = self.pool(at, loser, prize) - pieces;
        self.armies[!loser].group(at).pieces = pieces;
        let seat = !loser;
        log.tell(|| match pieces {
            Pieces::NONE => Event::KeptNothing { seat, at },
            _ => Event::Kept { seat, at, pieces },
        });
        self.discard(rest, log);
        self.ask_bank(loser, log);
    }

    /// The start spaces of a colour where a piece from the bank may come: neither piece nor unit there (R39).
    fn placements(&self, colour: Colour) -> Spaces {
        if self.bank.has(colour) {
            self.layout().home(colour) & !self.any_lying() & !self.units()
        } else {
            Spaces::NONE
        }
    }

    pub(crate) fn can_place(&self) -> bool {
        Colour::ALL.into_iter().any(|colour| !self.placements(colour).is_empty())
    }

    /// The loser is asked only when something can be placed (R39).
    fn ask_bank(&mut self, loser: Seat, log: &mut Log<Event>) {
        if self.can_place() {
            self.wait = Wait::Bank { loser };
        } else {
            self.end_turn(log);
        }
    }

    pub(crate) fn list_placements(&self, out: &mut Vec<Action>) {
        for colour in Colour::ALL {
            out.extend(self.placements(colour).iter().map(|at| Action::Place { colour, at }));
        }
        out.push(Action::Pass);
    }

    pub(crate) fn check_placement(&self, colour: Colour, at: Space) -> Result<(), Refusal> {
        if self.placements(colour).contains(at) {
            return Ok(());
        }
        let key = if !self.bank.has(colour) {
            "piggyback.refuse.not-in-bank"
        } else if !self.layout().home(colour).contains(at) {
            "piggyback.refuse.no-start-space"
        } else {
            "piggyback.refuse.space-taken"
        };
        Err(Refusal::by("R39", key).with("colour", colour.name()).with("space", at.to_string()))
    }

    /// R39, then R40: the turn of the attacker ends.
    pub(crate) fn place(&mut self, loser: Seat, action: Action, log: &mut Log<Event>) {
        if let Action::Place { colour, at } = action {
            self.bank -= Pieces::one(colour);
            let lying = &mut self.lying[colour as usize];
            *lying = lying.with(at);
            log.tell(|| Event::Placed { seat: loser, at, colour });
        } else {
            log.tell(|| Event::Passed { seat: loser });
        }
        self.end_turn(log);
    }
}
