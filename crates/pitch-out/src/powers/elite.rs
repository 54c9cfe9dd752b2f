//! Major (R46), Commando (R47, with the Runner), Sapper (R48), Infested (R49), Shadow (R50 to R52), Witch and
//! Golems (R53, R54).

use table::{Log, Seat};

use crate::{Block, Event, Fate, Lie, Name, NameSet, Obstacle, Piece, PitchOut, Spot, Stack, Wait};

/// How finely a pawn that lies on another is moved aside, in 1/10 mm.
const SHIFT: i16 = 5;

impl PitchOut {
    /// **Major**: enemy powers do nothing to this pawn (R46).
    pub(crate) fn is_immune(&self, (seat, name): (Seat, Name)) -> bool {
        self.has(seat, name, Name::Major)
    }

    /// **Sapper**: the obstacle that it may move now (R48).
    pub(crate) fn sapped(&self) -> Option<Block> {
        let last = self.shot.as_ref()?.last?;
        (self.plays(Name::Sapper) && self.lie(last).is_some()).then_some(last)
    }

    /// The Sapper puts the obstacle down.
    pub(crate) fn sap(&mut self, lie: Lie, log: &mut Log<Event>) {
        let obstacle = self.sapped().expect("a Sapper who touched an obstacle is asked");
        if let Obstacle::Lies { at, .. } = &mut self.obstacles[obstacle as usize] {
            *at = lie;
        }
        log.tell(|| Event::ObstacleMoved { obstacle, x: lie.x, y: lie.y, turn: lie.turn });
        self.go_on_after(self.mover, log);
    }

    /// **Infested**: does `a`, in whoever's turn, take the enemy `b` that it touches with it (R49)?
    pub(crate) fn infects(&self, a: (Seat, Name), b: (Seat, Name)) -> bool {
        let able = self.is_alive(a) || self.rulings.infested_many;
        able && self.has(a.0, a.1, Name::Infested) && self.is_alive(b) && !self.is_immune(b)
    }

    /// **Shadow**: on whom it can climb (R50). The pawn that it left counts as touched when it rests on it (R52).
    pub(crate) fn climbable(&self) -> NameSet {
        if !self.plays(Name::Shadow) {
            return NameSet::default();
        }
        let shot = self.shot.as_ref().expect("a Shadow that is played was flicked");
        let enemy = !self.mover;
        let touched = self.lies_on().map_or(shot.enemies, |below| shot.enemies.with(below));
        let fit = |name: &Name| self.is_alive((enemy, *name)) && !self.is_immune((enemy, *name));
        touched.minus(shot.struck[enemy]).iter().filter(fit).collect()
    }

    /// The pawn that the active pawn rode on before, when it still overlaps it (R52).
    fn lies_on(&self) -> Option<Name> {
        let shot = self.shot.as_ref()?;
        let below = shot.left?;
        let [own, its] = [self.squads[self.mover].spot(shot.pawn)?, self.squads[!self.mover].spot(below)?];
        own.overlaps(its).then_some(below)
    }

    /// Point 7 of R28: climbs when there is one candidate, asks when there are more; who has no Shadow's power
    /// (any more) and still lies on the pawn that it left is moved aside.
    pub(crate) fn climb(&mut self, log: &mut Log<Event>) -> Option<Wait> {
        let candidates = self.climbable();
        match candidates.len() {
            0 => {
                if self.lies_on().is_some() {
                    self.move_aside(log);
                }
                None
            }
            1 => {
                candidates.iter().for_each(|below| self.climb_on(below, log));
                None
            }
            _ => Some(Wait::Mount),
        }
    }

    /// The owner has chosen on whom the Shadow climbs.
    pub(crate) fn mount(&mut self, below: Name, log: &mut Log<Event>) {
        self.climb_on(below, log);
        self.go_on_after(self.mover, log);
    }

    fn climb_on(&mut self, below: Name, log: &mut Log<Event>) {
        let seat = self.mover;
        let rider = self.shot.as_ref().expect("a Shadow that is played was flicked").pawn;
        self.squads[seat][rider] = self.squads[!seat][below];
        self.stack = Some(Stack { rider, below });
        log.tell(|| Event::Climbed { seat, name: rider, below });
    }

    /// The nearest free place for the active pawn, which lies on another.
    fn move_aside(&mut self, log: &mut Log<Event>) {
        let seat = self.mover;
        let name = self.shot.as_ref().expect("a pawn was flicked").pawn;
        let from = self.squads[seat].spot(name).expect("it lies on another");
        if let Some(spot) = self.nearest_free(from, Piece::Pawn(seat, name)) {
            self.squads[seat][name] = Fate::InPlay(spot);
            log.tell(|| Event::Shifted { seat, name, x: spot.x, y: spot.y });
        }
    }

    /// Looks at ever larger squares around a place.
    fn nearest_free(&self, from: Spot, who: Piece) -> Option<Spot> {
        let (width, depth) = (self.rulings.width, self.rulings.depth);
        let mut best: Option<Spot> = None;
        for ring in 1..width.max(depth) / SHIFT {
            let edge = i32::from(ring) * i32::from(SHIFT);
            if best.is_some_and(|best| best.apart(from) <= edge * edge) {
                break;
            }
            for (dx, dy) in around(ring) {
                let spot = Spot { x: from.x + dx * SHIFT, y: from.y + dy * SHIFT };
                let nearer = best.is_none_or(|best| spot.apart(from) < best.apart(from));
                let on_table = (0..=width).contains(&spot.x) && (0..=depth).contains(&spot.y);
                if nearer && on_table && self.overlapped(spot, Some(who)).is_none() {
                    best = Some(spot);
                }
            }
        }
        best
    }

    /// A stack is no more when one of the two is eliminated or put back (R51).
    pub(crate) fn split_stack(&mut self, seat: Seat, name: Name) {
        let hoods = seat == self.rulings.hoods;
        let part = |stack: &Stack| if hoods { stack.rider } else { stack.below };
        self.stack = self.stack.filter(|stack| part(stack) != name);
    }

    /// Whether a Shadow stands on this pawn (R18).
    pub(crate) fn is_shadowed(&self, seat: Seat, name: Name) -> bool {
        seat != self.rulings.hoods && self.stack.is_some_and(|stack| stack.below == name)
    }

    /// **Witch**: a Golem for each enemy that was eliminated in her shot, saved or not, at most two in play (R53).
    pub(crate) fn add_golems(&mut self, log: &mut Log<Event>) {
        let seat = self.mover;
        let shot = self.shot.as_ref().expect("a pawn was flicked");
        if !self.has(seat, shot.pawn, Name::Witch) {
            return;
        }
        let free = self.squads[seat].with(Fate::Supply);
        for name in free.iter().take(shot.struck[!seat].len()) {
            self.squads[seat][name] = Fate::Waiting;
            log.tell(|| Event::Golem { seat, name });
        }
    }
}

/// The rim of a square of half side `ring`, row by row.
fn around(ring: i16) -> impl Iterator<Item = (i16, i16)> {
    (-ring..=ring).flat_map(move |dy| {
        let step = if dy.abs() == ring { 1 } else { 2 * ring };
        (-ring..=ring).step_by(step as usize).map(move |dx| (dx, dy))
    })
}
