//! Who sees what, and imagining the rest. Hidden are the rosters until their pawns are deployed, opening shots until
//! both are shown, and the replacements and changes between rounds.

use serde::{Deserialize, Serialize};
use table::{
    BySeat, Game, Seat, Step, Viewer,
    rand::{Rng, RngCore},
};

use crate::{
    Action, Chance, Fate, Name, NameSet, Opening, PitchOut, Wait,
    suggest::{random_aim, random_spot},
};

/// The table as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// Everything that is open. Hidden names stand among the spare ones, hidden opening shots are missing.
    pub table: PitchOut,
    /// What is hidden from this viewer.
    pub hidden: BySeat<Hidden>,
}

/// What is hidden of a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hidden {
    /// So many names among the spare ones are in truth to be deployed; which is not known.
    pub hand: u8,
    /// An opening shot is made.
    pub opening: bool,
}

impl View {
    pub(crate) fn of(game: &PitchOut, viewer: Viewer) -> View {
        let mut view = View { table: game.clone(), hidden: BySeat::default() };
        if !game.has_secrets() || game.turn().outcome().is_some() {
            return view;
        }
        for seat in Seat::BOTH.into_iter().filter(|&seat| !viewer.knows(seat)) {
            let hand = game.squads[seat].with(Fate::Hand);
            hand.iter().for_each(|name| view.table.squads[seat][name] = Fate::Spare);
            view.table.openings[seat] = None;
            let opening = game.openings[seat].is_some();
            view.hidden[seat] = Hidden { hand: hand.len() as u8, opening };
        }
        view
    }

    pub(crate) fn imagine(&self, rng: &mut dyn RngCore) -> PitchOut {
        let mut game = self.table.clone();
        for seat in Seat::BOTH {
            let Hidden { hand, opening } = self.hidden[seat];
            if hand > 0 {
                let rosters = self.possible_rosters(seat);
                let roster = rosters[rng.random_range(0..rosters.len())];
                let placed = game.squads[seat].roster();
                roster.minus(placed).iter().for_each(|name| game.squads[seat][name] = Fate::Hand);
            }
            if opening {
                let (low, high) = game.pawn_zone(seat);
                let spot = random_spot(low, high, rng);
                game.openings[seat] = Some(Opening { spot, aim: random_aim(rng) });
            }
        }
        game
    }

    /// Every roster of a seat that fits what is open: in the first round any; later the one of the round before,
    /// without a banned name and with one replacement, or with one change of the loser (R37).
    pub fn possible_rosters(&self, seat: Seat) -> Vec<NameSet> {
        let table = &self.table;
        let placed = table.squads[seat].roster();
        let size = placed.len() + usize::from(self.hidden[seat].hand);
        let names = table.rulings.names(seat).minus(table.squads[seat].with(Fate::Banned));
        let before = table.fielded[seat].and(names);
        let mut rosters = Vec::new();
        if before.is_empty() {
            names.without(Name::Captain).choices(size - 1, &mut rosters);
            rosters.iter_mut().for_each(|roster| roster.insert(Name::Captain));
        } else if before.len() < size {
            rosters.extend(names.minus(before).iter().map(|name| before.with(name)));
        } else {
            rosters.push(before);
            let decided = !matches!(table.wait, Wait::Ban | Wait::Replace | Wait::Change);
            if decided && table.loser == Some(seat) {
                for out in before.without(Name::Captain).iter() {
                    rosters.extend(names.minus(before).iter().map(|into| before.without(out).with(into)));
                }
            }
        }
        rosters.retain(|roster| roster.holds(placed));
        rosters
    }
}

impl PitchOut {
    /// What others see of a step.
    pub(crate) fn seen_by(&self, step: &Step<PitchOut>, viewer: Viewer) -> String {
        if let Step::Act(seat, action) = step {
            let word = match action {
                Action::Roster(_) => "roster",
                Action::Open(..) => "open",
                Action::Replace(_) => "replace",
                Action::Change { .. } => "change",
                Action::Pass if self.wait == Wait::Change => "change",
                _ => "",
            };
            if !word.is_empty() && !viewer.knows(*seat) {
                return word.into();
            }
        }
        step.text()
    }

    /// The opening shots that become known to the viewer with this step (R7).
    pub(crate) fn opened_to(&self, step: &Step<PitchOut>, viewer: Viewer) -> String {
        let mut after = self.clone();
        match (self.wait, step) {
            (Wait::Open, &Step::Act(seat, Action::Open(spot, aim))) => {
                after.openings[seat] = Some(Opening { spot, aim });
            }
            (Wait::Shake { seat }, &Step::Chance(Chance::Tremor(tremor))) => {
                after.shakes[seat] = Some(tremor)
            }
            _ => return String::new(),
        }
        let hidden = Seat::BOTH.into_iter().filter(|&seat| !viewer.knows(seat));
        match after.final_openings() {
            Some(openings) => hidden.map(|seat| format!("{seat} {:?} ", openings[seat])).collect(),
            None => String::new(),
        }
    }
}
