//! From a flick to what the rules read of it (R15, R20, P4, P5). The physics is all in `discs`.

use std::cell::RefCell;

use arrayvec::ArrayVec;
use discs::{Flick, Scene, Trace, Trial};
use table::{Log, Refusal};

use crate::{Aim, Event, Name, Piece, PitchOut, Report, Shot, Spot, Wait, board::BODIES};

/// The pieces on the table by the index of their bodies.
type Pieces = ArrayVec<Piece, BODIES>;

thread_local! {
    /// Buffers of the physics, so that trying many shots allocates nothing.
    static TRIAL: RefCell<Option<(Trial, Scene, Report)>> = const { RefCell::new(None) };
}

impl PitchOut {
    /// A seat flicks a pawn; a trembling hand has its say first (R16).
    pub(crate) fn flick(&mut self, pawn: Name, aim: Aim, log: &mut Log<Event>) {
        self.take_aim(pawn, aim);
        if self.rulings.tremor[self.mover] > 0 {
            self.wait = Wait::Tremor;
        } else {
            self.shoot(log);
        }
    }

    pub(crate) fn take_aim(&mut self, pawn: Name, aim: Aim) {
        self.shot = Some(Shot {
            pawn,
            aim,
            second: self.wait == Wait::Again,
            left: None,
            touched: false,
            enemies: Default::default(),
            last: None,
            struck: Default::default(),
            gone: Default::default(),
        });
    }

    /// The shot runs to rest (R20); then the rules have their say. Tells how much work it was.
    pub(crate) fn shoot(&mut self, log: &mut Log<Event>) -> u32 {
        let seat = self.mover;
        let shot = self.shot.as_ref().expect("a flick was aimed");
        let (pawn, aim) = (shot.pawn, shot.aim);
        let ghost = self.leave_stack();
        let taken = TRIAL.with_borrow_mut(Option::take);
        let (mut trial, mut scene, mut report) = taken.unwrap_or_default();
        let (pieces, flick) = self.set_scene(pawn, aim, ghost, &mut scene);
        let piece = |i: usize| pieces[i];
        if log.is_on() {
            let trace = trial.trace(&scene, &flick).expect("a checked flick is a shot");
            report.read(&trace.outcome, piece);
            let bodies = pieces.iter().map(Piece::to_string).collect();
            let Aim { angle, power } = aim;
            log.tell(|| Event::Shot { seat, name: pawn, angle, power, bodies, trace: Box::new(trace) });
        } else {
            let outcome = trial.shoot(&scene, &flick).expect("a checked flick is a shot");
            report.read(outcome, piece);
        }
        report.judge(&trial, &pieces);
        let work = trial.work();
        self.resolve(&report, log);
        TRIAL.with_borrow_mut(|slot| *slot = Some((trial, scene, report)));
        work
    }

    /// What would happen if the seat on turn flicked so: the whole shot (P19), before any rule. Nothing is played.
    /// For analysis, and for a line that helps to aim.
    ///
    /// # Errors
    /// When this flick is not legal now.
    pub fn try_out(&self, pawn: Name, aim: Aim) -> Result<(Vec<Piece>, Trace), Refusal> {
        self.is_asked(self.mover)?;
        self.check_flick(self.mover, pawn, aim.angle)?;
        let mut copy = self.clone();
        copy.take_aim(pawn, aim);
        let ghost = copy.leave_stack();
        let mut scene = Scene::default();
        let (pieces, flick) = copy.set_scene(pawn, aim, ghost, &mut scene);
        let trace = discs::shoot(&scene, &flick).expect("a checked flick is a shot");
        Ok((pieces.to_vec(), trace))
    }

    /// The table as the physics wants it: bodies in index order (P4), and the flick of a pawn of the seat on turn.
    fn set_scene(&self, pawn: Name, aim: Aim, ghost: Option<Name>, scene: &mut Scene) -> (Pieces, Flick) {
        let bodies = self.bodies();
        let index = |piece: Piece| bodies.iter().position(|(other, _)| *other == piece);
        let seat = self.mover;
        let body = index(Piece::Pawn(seat, pawn)).expect("the flicked pawn is on the table");
        scene.table = self.felt_table();
        scene.bodies.clear();
        scene.bodies.extend(bodies.iter().map(|(_, body)| *body));
        scene.ghost = ghost.and_then(|below| Some((body, index(Piece::Pawn(!seat, below))?)));
        let flick = Flick { body, angle: aim.angle.into(), power: aim.power.into() };
        (bodies.iter().map(|(piece, _)| *piece).collect(), flick)
    }

    /// A rider that is flicked leaves its stack (R52). Gives the pawn that it rode on.
    pub(crate) fn leave_stack(&mut self) -> Option<Name> {
        let shot = self.shot.as_mut().expect("a flick was aimed");
        let stack =
            self.stack.filter(|stack| self.mover == self.rulings.hoods && stack.rider == shot.pawn)?;
        shot.left = Some(stack.below);
        self.stack = None;
        shot.left
    }
}

impl Report {
    /// Notes which of the fallen were pushed by obstacles rather than struck by pawns (R24).
    fn judge(&mut self, trial: &Trial, pieces: &Pieces) {
        let Report { falls, pushed, .. } = self;
        let by_obstacles = |body: usize| {
            let driven = trial.driven(body);
            driven.by_obstacles > driven.by_pawns
        };
        pushed.clear();
        let fallen = pieces.iter().enumerate().filter(|(_, piece)| falls.contains(piece));
        pushed.extend(fallen.filter(|(body, _)| by_obstacles(*body)).map(|(_, piece)| *piece));
    }

    /// Reads what physics says, with `piece` for each index.
    fn read(&mut self, outcome: &discs::Outcome, piece: impl Fn(usize) -> Piece) {
        self.felt.clear();
        self.felt.extend(outcome.felt.iter().map(|&(a, b)| (piece(a), piece(b))));
        self.falls.clear();
        self.falls.extend(outcome.falls.iter().map(|&body| piece(body)));
        self.rest.clear();
        let rest = outcome.rest.iter().enumerate();
        self.rest.extend(rest.filter_map(|(body, place)| Some((piece(body), (*place)?))));
        self.last = outcome.last_obstacle.and_then(|body| match piece(body) {
            Piece::Block(block) => Some(block),
            Piece::Pawn(..) => None,
        });
    }
}

impl From<discs::Place> for Spot {
    fn from(place: discs::Place) -> Spot {
        Spot { x: place.x as i16, y: place.y as i16 }
    }
}
