//! What the rules make of a shot, in the order of R28. The shot itself is a [`Report`]: it comes from the
//! physics, or from whoever watched a real table.

use discs::Place;
use table::{BySeat, Log, Refusal, Seat};

use crate::{
    Aim, Block, Cause, Event, Exit, Fate, Lie, Name, NameSet, Obstacle, Piece, PitchOut, Return, Stack, Wait,
    Why,
};

/// What happened in a shot, as far as the rules read it (P18). A stack is named by the pawn below.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Felt contacts in order, each pair once.
    pub felt: Vec<(Piece, Piece)>,
    /// Falls in order.
    pub falls: Vec<Piece>,
    /// Those of the fallen whom obstacles drove farther than pawns did (R24).
    pub pushed: Vec<Piece>,
    /// Where things lie now; who is missing has not moved, or has fallen.
    pub rest: Vec<(Piece, Place)>,
    /// The obstacle of the active pawn's last felt impact with an obstacle.
    pub last: Option<Block>,
}

/// Where R28 can stop for an answer; "A" is the active seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Point {
    GuardA,
    GuardB,
    Count,
    Shadow,
    PutA,
    PutB,
    Sap,
    RemoveA,
    RemoveB,
    Again,
}

impl Point {
    const ALL: [Point; 10] = [
        Point::GuardA,
        Point::GuardB,
        Point::Count,
        Point::Shadow,
        Point::PutA,
        Point::PutB,
        Point::Sap,
        Point::RemoveA,
        Point::RemoveB,
        Point::Again,
    ];
}

impl PitchOut {
    /// Plays a flick whose shot is known, such as one made on a real table: the rules do the rest.
    ///
    /// # Errors
    /// When `seat` may not flick this pawn now.
    pub fn referee(
        &mut self,
        seat: Seat,
        pawn: Name,
        report: &Report,
        log: &mut Log<Event>,
    ) -> Result<(), Refusal> {
        self.is_asked(seat)?;
        self.can_flick(pawn)?;
        self.take_aim(pawn, Aim { angle: 0, power: 1 });
        self.leave_stack();
        self.resolve(report, log);
        Ok(())
    }

    /// Points 1 and 2 of R28; then on until somebody is asked.
    pub(crate) fn resolve(&mut self, report: &Report, log: &mut Log<Event>) {
        report.rest.iter().for_each(|&(piece, place)| self.come_to_rest(piece, place));
        // What touches or throws off a stack does so to both, even when one is eliminated in between.
        let stack = self.stack;
        let touched = self.contacts(report, stack, log);
        for &piece in &report.falls {
            match piece {
                Piece::Pawn(seat, name) => {
                    let pushed = self.rulings.struck_out && report.pushed.contains(&piece);
                    for (seat, name) in self.both(stack, seat, name) {
                        self.fall(seat, name, !pushed && touched[seat].contains(name), log);
                    }
                }
                Piece::Block(block) => self.take_off(block, Exit::Fallen, log),
            }
        }
        self.go_on(Point::GuardA, log);
    }

    fn come_to_rest(&mut self, piece: Piece, place: Place) {
        match piece {
            Piece::Pawn(seat, name) => {
                for (seat, name) in self.both(self.stack, seat, name) {
                    if let Fate::InPlay(spot) = &mut self.squads[seat][name] {
                        *spot = place.into();
                    }
                }
            }
            Piece::Block(block) => {
                if let Obstacle::Lies { at, .. } = &mut self.obstacles[block as usize] {
                    *at = Lie { x: place.x as i16, y: place.y as i16, turn: place.turn as i16 };
                }
            }
        }
    }

    /// The pawns of a body: two when it is a stack.
    fn both(
        &self,
        stack: Option<Stack>,
        seat: Seat,
        name: Name,
    ) -> impl Iterator<Item = (Seat, Name)> + use<> {
        let hoods = self.rulings.hoods;
        let rider =
            stack.filter(|stack| seat != hoods && stack.below == name).map(|stack| (hoods, stack.rider));
        [(seat, name)].into_iter().chain(rider)
    }

    /// Point 1: felt contacts in order (R42, R49). Gives the pawns that touched any pawn.
    fn contacts(&mut self, report: &Report, stack: Option<Stack>, log: &mut Log<Event>) -> BySeat<NameSet> {
        let mut touched = BySeat::<NameSet>::default();
        for &(a, b) in &report.felt {
            match (a, b) {
                (Piece::Pawn(seat, name), Piece::Pawn(other_seat, other)) => {
                    log.tell(|| Event::Touched { seat, name, other_seat, other });
                    for a in self.both(stack, seat, name) {
                        for b in self.both(stack, other_seat, other) {
                            touched[a.0].insert(a.1);
                            touched[b.0].insert(b.1);
                            self.feel(a, b, log);
                        }
                    }
                }
                (Piece::Pawn(seat, name), Piece::Block(obstacle))
                | (Piece::Block(obstacle), Piece::Pawn(seat, name)) => {
                    log.tell(|| Event::Bounced { seat, name, obstacle });
                }
                (Piece::Block(_), Piece::Block(_)) => {}
            }
        }
        let active = self.mover;
        let shot = self.shot.as_mut().expect("a flick was aimed");
        shot.touched = touched[active].contains(shot.pawn);
        shot.last = report.last;
        touched
    }

    /// One contact: who is active remembers it, and powers act.
    fn feel(&mut self, a: (Seat, Name), b: (Seat, Name), log: &mut Log<Event>) {
        let active = self.mover;
        let shot = self.shot.as_mut().expect("a flick was aimed");
        for (one, other) in [(a, b), (b, a)] {
            if one == (active, shot.pawn) && other.0 != active {
                shot.enemies.insert(other.1);
            }
        }
        if a.0 != b.0 {
            self.clash(a, b, log);
        }
    }

    /// Point 2 for one pawn (R23 to R25, R45).
    fn fall(&mut self, seat: Seat, name: Name, struck: bool, log: &mut Log<Event>) {
        if self.squads[seat].spot(name).is_none() {
            return; // eliminated by a contact
        }
        let why = if self.survives_falls(seat, name) {
            Return::Immortal
        } else if !struck && !self.is_active(seat, name) {
            Return::Pushed
        } else {
            return self.eliminate(seat, name, Cause::Fall, log);
        };
        self.split_stack(seat, name);
        self.squads[seat][name] = Fate::Waiting;
        log.tell(|| Event::Returned { seat, name, why });
    }

    /// A pawn is eliminated in this shot (R26).
    pub(crate) fn eliminate(&mut self, seat: Seat, name: Name, by: Cause, log: &mut Log<Event>) {
        self.split_stack(seat, name);
        self.squads[seat][name] = if name.is_golem() { Fate::Supply } else { Fate::Eliminated };
        let shot = self.shot.as_mut().expect("pawns are eliminated by shots");
        shot.gone[seat].push(name);
        if by != Cause::Guard {
            shot.struck[seat].insert(name);
        }
        let (shooter, pawn) = (self.mover, shot.pawn);
        log.tell(|| Event::Eliminated { seat, name, by, shooter, pawn });
    }

    /// Is it the pawn that was flicked (R22)?
    pub(crate) fn is_active(&self, seat: Seat, name: Name) -> bool {
        seat == self.mover && self.shot.as_ref().is_some_and(|shot| shot.pawn == name)
    }

    /// The active pawn, if it is on the table and was not eliminated in this shot, not even saved (R44).
    pub(crate) fn unharmed(&self) -> Option<Name> {
        let shot = self.shot.as_ref()?;
        let seat = self.mover;
        let harmed = shot.struck[seat].contains(shot.pawn) || self.squads[seat].spot(shot.pawn).is_none();
        (!harmed).then_some(shot.pawn)
    }

    /// Goes on when a question of a seat is answered by doing nothing.
    pub(crate) fn go_on_after(&mut self, seat: Seat, log: &mut Log<Event>) {
        let active = seat == self.mover;
        let next = match self.wait {
            Wait::Guard { .. } if active => Point::GuardB,
            Wait::Guard { .. } => Point::Count,
            Wait::Mount => Point::PutA,
            Wait::Put { .. } if active => Point::PutA,
            Wait::Put { .. } => Point::PutB,
            Wait::Sap => Point::RemoveA,
            Wait::Remove { .. } if active => Point::RemoveB,
            _ => Point::Again,
        };
        self.go_on(next, log);
    }

    /// Points 3 to 11 of R28 from one of them, until somebody is asked or the turn is over.
    fn go_on(&mut self, from: Point, log: &mut Log<Event>) {
        for point in Point::ALL.into_iter().filter(|&point| point >= from) {
            if self.stops_at(point, log) {
                return;
            }
        }
        self.end_turn(log);
    }

    fn stops_at(&mut self, point: Point, log: &mut Log<Event>) -> bool {
        let (a, b) = (self.mover, !self.mover);
        let asked = match point {
            Point::GuardA | Point::GuardB => {
                let seat = if point == Point::GuardA { a } else { b };
                self.guard_can_act(seat).then_some(Wait::Guard { seat })
            }
            Point::Count => return self.count(log),
            Point::Shadow => self.climb(log),
            Point::PutA | Point::PutB => {
                let seat = if point == Point::PutA { a } else { b };
                (!self.squads[seat].with(Fate::Waiting).is_empty()).then_some(Wait::Put { seat })
            }
            Point::Sap => self.sapped().map(|_| Wait::Sap),
            Point::RemoveA | Point::RemoveB => {
                self.lose_obstacle(if point == Point::RemoveA { a } else { b }, log)
            }
            Point::Again => self.has_second_flick().then(|| {
                let name = self.shot.as_ref().expect("a flick was aimed").pawn;
                log.tell(|| Event::Again { seat: a, name });
                Wait::Again
            }),
        };
        if let Some(wait) = asked {
            self.wait = wait;
        }
        asked.is_some()
    }

    /// Points 4 to 6: pawns are stored, Golems counted, and the round may be over.
    fn count(&mut self, log: &mut Log<Event>) -> bool {
        let active = self.mover;
        let shot = self.shot.as_ref().expect("a flick was aimed");
        if !shot.gone[!active].is_empty() {
            self.blood = Some(active);
        }
        let gone = shot.gone.clone();
        for (seat, names) in gone.iter() {
            names.iter().filter(|name| !name.is_golem()).for_each(|&name| self.store(seat, name, log));
        }
        self.add_golems(log);
        self.is_round_over(log)
    }

    /// An eliminated pawn makes an own obstacle heavier (R27).
    fn store(&mut self, seat: Seat, name: Name, log: &mut Log<Event>) {
        let room = |block: &Block| match self.obstacles[*block as usize] {
            Obstacle::Lies { stored, .. } => Some(stored.len()),
            _ => None,
        };
        let lying = Block::of(seat).into_iter().filter(|block| room(block).is_some());
        let Some(obstacle) = lying.min_by_key(|block| room(block)) else { return };
        if let Obstacle::Lies { stored, .. } = &mut self.obstacles[obstacle as usize] {
            stored.insert(name);
        }
        log.tell(|| Event::Stored { seat, name, obstacle });
    }

    /// Who has lost the round, if anybody (R32 to R34).
    fn is_round_over(&mut self, log: &mut Log<Event>) -> bool {
        let lost = |seat: Seat| {
            let squad = &self.squads[seat];
            match squad[Name::Captain] {
                Fate::Eliminated => Some(Why::Captain),
                _ if squad.in_play() == 1 => Some(Why::Alone),
                _ => None,
            }
        };
        let active = self.mover;
        let (winner, why) = match (lost(active), lost(!active)) {
            (None, None) => return false,
            (Some(_), Some(_)) => (active, Why::Attack),
            (None, Some(why)) => (active, why),
            (Some(why), None) => (!active, why),
        };
        self.end_round(winner, why, log);
        true
    }

    /// The first time that the other side is down to two pawns, `seat` loses an obstacle (R31). Asks which when
    /// there are two.
    fn lose_obstacle(&mut self, seat: Seat, log: &mut Log<Event>) -> Option<Wait> {
        if self.dwindled[!seat] || self.squads[!seat].in_play() > 2 {
            return None;
        }
        self.dwindled[!seat] = true;
        let mut own = Block::of(seat).into_iter().filter(|&block| self.lie(block).is_some());
        match (own.next(), own.next()) {
            (Some(_), Some(_)) => return Some(Wait::Remove { seat }),
            (Some(block), None) => self.take_off(block, Exit::Removed, log),
            _ => {}
        }
        None
    }

    /// Removes one of two own obstacles (R31).
    pub(crate) fn remove(&mut self, seat: Seat, block: Block, log: &mut Log<Event>) {
        self.take_off(block, Exit::Removed, log);
        self.go_on_after(seat, log);
    }

    fn take_off(&mut self, obstacle: Block, why: Exit, log: &mut Log<Event>) {
        self.obstacles[obstacle as usize] = Obstacle::Out;
        log.tell(|| Event::ObstacleOut { obstacle, why });
    }
}
