//! The match around the shots: who starts (R5 to R10), turns (R14, R35), the end of a round and the loser's
//! choices (R32 to R38).

use discs::{Flick, Scene, Table, shoot};
use table::{BySeat, Log, Seat};

use crate::{
    Block, Cause, Event, Fate, Format, Left, Lie, Name, NameSet, Obstacle, Opening, PitchOut, Rulings,
    TO_WIN, Tremor, Wait, Why, board::Squad,
};

impl PitchOut {
    pub(crate) fn new(rulings: &Rulings) -> PitchOut {
        let basic = rulings.format == Format::Basic;
        let squad = |seat| {
            let mut squad = Squad::default();
            for name in rulings.team(seat).names().iter() {
                let fielded = basic && NameSet::ALPHA.contains(name);
                squad[name] = if fielded { Fate::Hand } else { Fate::Spare };
            }
            if seat == rulings.hoods {
                Name::GOLEMS.into_iter().for_each(|golem| squad[golem] = Fate::Supply);
            }
            squad
        };
        PitchOut {
            rulings: *rulings,
            score: BySeat::default(),
            opener: None,
            first: None,
            mover: Seat::One,
            turns: 0,
            squads: BySeat::from_fn(squad),
            obstacles: [Obstacle::Aside; 5],
            stack: None,
            copies: BySeat::default(),
            dwindled: BySeat::default(),
            blood: None,
            openings: BySeat::default(),
            shakes: BySeat::default(),
            fielded: BySeat::default(),
            loser: None,
            shot: None,
            wait: if basic { Wait::Coin } else { Wait::Roster },
        }
    }

    /// A seat has picked its roster (R5).
    pub(crate) fn pick(&mut self, seat: Seat, names: NameSet, log: &mut Log<Event>) {
        names.iter().for_each(|name| self.squads[seat][name] = Fate::Hand);
        log.tell(|| Event::Rostered { seat, names: Some(names) });
        if !self.squads[!seat].with(Fate::Hand).is_empty() {
            self.wait = Wait::Open;
        }
    }

    /// A seat has made its opening shot (R7).
    pub(crate) fn open(&mut self, seat: Seat, opening: Opening, log: &mut Log<Event>) {
        self.openings[seat] = Some(opening);
        log.tell(|| Event::Aimed { seat });
        if self.openings[!seat].is_some() {
            self.show_openings(log);
        }
    }

    /// The hand of a seat trembles (R16).
    pub(crate) fn shake(&mut self, tremor: Tremor, log: &mut Log<Event>) {
        let seat = if let Wait::Shake { seat } = self.wait { seat } else { self.mover };
        log.tell(|| Event::Shaken { seat, angle: tremor.angle, power: tremor.power });
        if let Wait::Shake { .. } = self.wait {
            self.shakes[seat] = Some(tremor);
            return self.show_openings(log);
        }
        let shot = self.shot.as_mut().expect("the hand trembles in a flick");
        shot.aim = shot.aim.shaken(tremor);
        self.shoot(log);
    }

    /// The opening shots as they were made and shaken, once all of that is known.
    pub(crate) fn final_openings(&self) -> Option<BySeat<Opening>> {
        let shaken = |seat: Seat| {
            let opening = self.openings[seat]?;
            match (self.rulings.tremor[seat], self.shakes[seat]) {
                (0, _) => Some(opening),
                (_, tremor) => Some(Opening { aim: opening.aim.shaken(tremor?), ..opening }),
            }
        };
        Some(BySeat([shaken(Seat::One)?, shaken(Seat::Two)?]))
    }

    /// Both opening shots are made: shakes them one by one, then compares (R8).
    fn show_openings(&mut self, log: &mut Log<Event>) {
        let Some(openings) = self.final_openings() else {
            let steady = |seat: Seat| self.rulings.tremor[seat] == 0 || self.shakes[seat].is_some();
            let seat = if steady(Seat::One) { Seat::Two } else { Seat::One };
            self.wait = Wait::Shake { seat };
            return;
        };
        let traces = BySeat::from_fn(|seat| Box::new(slide(&openings[seat], self.felt_table())));
        let left = BySeat::from_fn(|seat| {
            let place = traces[seat].outcome.rest[0]?;
            let y = place.y as i16;
            Some(if seat == Seat::One { self.rulings.depth - y } else { y })
        });
        let chooser = match left.0 {
            [Some(one), Some(two)] if one == two => None,
            [Some(one), Some(two)] => Some(if one < two { Seat::One } else { Seat::Two }),
            [Some(_), None] => Some(Seat::One),
            [None, Some(_)] => Some(Seat::Two),
            [None, None] => None,
        };
        let [one, two] = left.0.map(|left| left.map_or(Left::Fell(Cause::Fall), Left::Units));
        log.tell(|| Event::Opened { one, two, traces });
        self.openings = BySeat::default();
        self.shakes = BySeat::default();
        self.wait = chooser.map_or(Wait::Coin, |seat| Wait::First { seat });
    }

    /// The table for the physics.
    pub(crate) fn felt_table(&self) -> Table {
        let Rulings { width, depth, friction, .. } = self.rulings;
        Table { width: width.into(), depth: depth.into(), friction: friction.into() }
    }

    /// The first player is named; the fifth obstacle is put in the middle and deployment begins (R9, R10).
    pub(crate) fn begin_round(&mut self, first: Seat, log: &mut Log<Event>) {
        self.first = Some(first);
        self.opener = self.opener.or(Some(first));
        log.tell(|| Event::First { seat: first });
        let at = Lie { x: self.rulings.width / 2, y: self.rulings.depth / 2, turn: 0 };
        self.obstacles[Block::O5 as usize] = Obstacle::Lies { at, stored: NameSet::default() };
        log.tell(|| Event::Laid { obstacle: Block::O5, x: at.x, y: at.y, turn: at.turn });
        self.wait = Wait::Deploy { seat: first };
    }

    /// A turn begins: the copy of the turn before ends, and may be chosen anew (R39, R40).
    pub(crate) fn begin_turn(&mut self, seat: Seat) {
        self.mover = seat;
        self.copies[seat] = None;
        self.wait = if self.copyable(seat).is_empty() { Wait::Flick } else { Wait::Copy };
    }

    /// A turn ends; after the last one allowed so does the round (R35).
    pub(crate) fn end_turn(&mut self, log: &mut Log<Event>) {
        self.shot = None;
        self.turns += 1;
        if self.turns < self.rulings.cap {
            return self.begin_turn(!self.mover);
        }
        let [one, two] = Seat::BOTH.map(|seat| self.squads[seat].in_play());
        let winner = match one.cmp(&two) {
            std::cmp::Ordering::Greater => Seat::One,
            std::cmp::Ordering::Less => Seat::Two,
            std::cmp::Ordering::Equal => {
                let second = || !self.first.expect("a round that is played has a first player");
                self.blood.unwrap_or_else(second)
            }
        };
        self.end_round(winner, Why::Cap, log);
    }

    /// A round is won (R1, R36, R37).
    pub(crate) fn end_round(&mut self, winner: Seat, why: Why, log: &mut Log<Event>) {
        self.score[winner] += 1;
        self.shot = None;
        let [one, two] = self.score.0;
        log.tell(|| Event::Round { seat: winner, why, one, two });
        if self.score[winner] == TO_WIN {
            log.tell(|| Event::Match { seat: winner });
            self.wait = Wait::Over { winner, why };
            return;
        }
        self.loser = Some(!winner);
        self.fielded = BySeat::from_fn(|seat| self.squads[seat].roster());
        self.clear_table();
        self.wait = if self.rulings.format == Format::Basic {
            Wait::First { seat: !winner }
        } else if self.bannable().is_empty() {
            self.ask_change()
        } else {
            Wait::Ban
        };
    }

    /// A new round starts from an empty table (R38).
    fn clear_table(&mut self) {
        for seat in Seat::BOTH {
            for name in self.squads[seat].roster().iter() {
                self.squads[seat][name] = Fate::Hand;
            }
        }
        Name::GOLEMS.into_iter().for_each(|golem| self.squads[self.rulings.hoods][golem] = Fate::Supply);
        self.obstacles = [Obstacle::Aside; 5];
        self.stack = None;
        self.copies = BySeat::default();
        self.dwindled = BySeat::default();
        self.blood = None;
        self.first = None;
        self.turns = 0;
    }

    /// The Elite pawns of the winner that were on the table (R37).
    pub(crate) fn bannable(&self) -> NameSet {
        self.fielded[!self.lost()].iter().filter(|name| name.is_elite()).collect()
    }

    /// The names that a seat could field instead of another (R37).
    pub(crate) fn spare(&self, seat: Seat) -> NameSet {
        self.squads[seat].with(Fate::Spare)
    }

    /// The own names that the loser could change (R37).
    pub(crate) fn changeable(&self, seat: Seat) -> NameSet {
        self.squads[seat].with(Fate::Hand).without(Name::Captain)
    }

    fn ask_change(&self) -> Wait {
        let seat = self.lost();
        if self.spare(seat).is_empty() { Wait::First { seat } } else { Wait::Change }
    }

    /// The loser bans a pawn of the winner (R37).
    pub(crate) fn ban(&mut self, name: Name, log: &mut Log<Event>) {
        let seat = !self.lost();
        self.squads[seat][name] = Fate::Banned;
        log.tell(|| Event::Banned { seat, name });
        self.wait = Wait::Replace;
    }

    /// The winner fields another pawn in its place (R37).
    pub(crate) fn replace(&mut self, name: Name, log: &mut Log<Event>) {
        let seat = !self.lost();
        self.squads[seat][name] = Fate::Hand;
        log.tell(|| Event::Replaced { seat, name: Some(name) });
        self.wait = self.ask_change();
    }

    /// The loser has changed a pawn, or decided not to (R37).
    pub(crate) fn change(&mut self, change: Option<(Name, Name)>, log: &mut Log<Event>) {
        let seat = self.lost();
        if let Some((out, into)) = change {
            self.squads[seat][out] = Fate::Spare;
            self.squads[seat][into] = Fate::Hand;
        }
        log.tell(|| Event::Changed { seat, out: change.map(|c| c.0), into: change.map(|c| c.1) });
        self.wait = Wait::First { seat };
    }

    /// Does none of what is asked.
    pub(crate) fn pass(&mut self, seat: Seat, log: &mut Log<Event>) {
        match self.wait {
            Wait::Copy => self.wait = Wait::Flick,
            Wait::Flick => {
                log.tell(|| Event::Stuck { seat });
                self.end_turn(log);
            }
            Wait::Again => self.end_turn(log),
            Wait::Ban => self.wait = self.ask_change(),
            Wait::Change => self.change(None, log),
            _ => self.go_on_after(seat, log),
        }
    }
}

/// A Captain slides alone on an empty table (R7).
fn slide(opening: &Opening, table: Table) -> discs::Trace {
    let scene = Scene { table, bodies: vec![opening.spot.body()], ghost: None };
    let flick = Flick { body: 0, angle: opening.aim.angle.into(), power: opening.aim.power.into() };
    shoot(&scene, &flick).expect("a checked opening shot is a shot")
}
