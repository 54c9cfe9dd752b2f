//! The questions: what is asked, what can be listed, and the controls for what cannot.

use serde_json::{Value as Json, json};
use table::{Control, Prompt, Range, Seat};

use crate::{
    Action, Block, Name, PASSAGE, Piece, PitchOut, RADIUS, Spot, Wait, board::OBSTACLE_REACH,
    think::formation::usual,
};

/// How many deployments are offered in one touch.
const FORMATIONS: usize = 3;

impl PitchOut {
    /// Every answer of the seat that is asked, as far as answers can be listed.
    pub(crate) fn list_options(&self, seat: Seat, out: &mut Vec<Action>) {
        let passes = match self.wait {
            Wait::Roster => {
                let mut picks = Vec::new();
                let others = self.rulings.names(seat).without(Name::Captain);
                others.choices(self.rulings.format.pawns() - 1, &mut picks);
                out.extend(picks.into_iter().map(|names| Action::Roster(names.with(Name::Captain))));
                false
            }
            Wait::First { .. } => {
                out.extend(Seat::BOTH.map(Action::First));
                false
            }
            Wait::Copy => {
                out.extend(self.copyable(seat).iter().map(Action::Copy));
                !self.rulings.must_copy
            }
            Wait::Flick => self.flickable(seat).is_empty(),
            Wait::Guard { .. } => {
                out.extend(self.gone(seat).iter().map(Action::Swap));
                true
            }
            Wait::Mount => {
                out.extend(self.climbable().iter().map(Action::Mount));
                false
            }
            Wait::Remove { .. } => {
                let own = Block::of(seat).into_iter().filter(|&block| self.lie(block).is_some());
                out.extend(own.map(Action::Remove));
                false
            }
            Wait::Ban => {
                out.extend(self.bannable().iter().map(Action::Ban));
                true
            }
            Wait::Replace => {
                out.extend(self.spare(seat).iter().map(Action::Replace));
                false
            }
            Wait::Change => {
                let spare = self.spare(seat);
                for out_name in self.changeable(seat).iter() {
                    out.extend(spare.iter().map(|into| Action::Change { out: out_name, into }));
                }
                true
            }
            Wait::Sap | Wait::Again => true,
            _ => false,
        };
        if passes {
            out.push(Action::Pass);
        }
    }

    /// What a seat is asked.
    pub(crate) fn question(&self, seat: Seat) -> Prompt {
        match self.wait {
            Wait::Roster => {
                Prompt::new("pitch-out.prompt.roster").with("count", self.rulings.format.pawns() - 1)
            }
            Wait::Open => Prompt::new("pitch-out.prompt.open").control(self.open_control(seat)),
            Wait::First { .. } => Prompt::new("pitch-out.prompt.first"),
            Wait::Deploy { .. } => {
                let mut prompt = match self.blocks_aside(seat).next() {
                    Some(_) => Prompt::new("pitch-out.prompt.obstacles"),
                    None => Prompt::new("pitch-out.prompt.pawns"),
                };
                prompt.controls.extend(self.blocks_aside(seat).map(|block| self.block_control(seat, block)));
                prompt.controls.extend(self.pawn_controls(seat));
                if let Some(control) = prompt.controls.first_mut() {
                    control.hints["formations"] = self.formation_hint(seat);
                }
                prompt
            }
            Wait::Put { .. } => {
                let mut prompt = Prompt::new("pitch-out.prompt.put");
                prompt.controls.extend(self.pawn_controls(seat));
                prompt
            }
            Wait::Copy => Prompt::new("pitch-out.prompt.copy"),
            Wait::Flick => {
                let pawns = self.flickable(seat);
                let key = if pawns.is_empty() { "pitch-out.prompt.stuck" } else { "pitch-out.prompt.flick" };
                let mut prompt = Prompt::new(key);
                prompt.controls.extend(pawns.iter().map(|name| self.flick_control(seat, name)));
                prompt
            }
            Wait::Again => {
                let name = self.active_name();
                let control = self.flick_control(seat, name);
                Prompt::new("pitch-out.prompt.again").with("name", name.text()).control(control)
            }
            Wait::Guard { .. } => Prompt::new("pitch-out.prompt.guard"),
            Wait::Mount => Prompt::new("pitch-out.prompt.mount").with("name", self.active_name().text()),
            Wait::Sap => {
                let block = self.sapped().expect("a Sapper who touched an obstacle is asked");
                let control = self.sap_control(seat, block);
                Prompt::new("pitch-out.prompt.sap").with("obstacle", block.text()).control(control)
            }
            Wait::Remove { .. } => Prompt::new("pitch-out.prompt.remove"),
            Wait::Ban => Prompt::new("pitch-out.prompt.ban"),
            Wait::Replace => Prompt::new("pitch-out.prompt.replace"),
            Wait::Change => Prompt::new("pitch-out.prompt.change"),
            Wait::Shake { .. } | Wait::Coin | Wait::Tremor | Wait::Over { .. } => {
                Prompt::new("pitch-out.prompt.nothing")
            }
        }
    }

    /// The pawn that was flicked in this turn.
    pub(crate) fn active_name(&self) -> Name {
        self.shot.as_ref().expect("it is asked after a flick").pawn
    }

    fn open_control(&self, seat: Seat) -> Control {
        let (low, high) = self.pawn_zone(seat);
        let mut ranges = field(low, high).to_vec();
        ranges.extend(AIM);
        Control {
            kind: "open",
            form: "open {x},{y} {angle}@{power}".into(),
            ranges,
            rules: Vec::new(),
            hints: json!({ "piece": Piece::Pawn(seat, Name::Captain).to_string(), "zone": self.zone_hint(seat) }),
        }
    }

    fn block_control(&self, seat: Seat, block: Block) -> Control {
        let (low, high) = self.block_zone(seat);
        let mut ranges = field(low, high).to_vec();
        ranges.push(TURN);
        Control {
            kind: "place",
            form: format!("place {block} {{x}},{{y}}/{{turn}}"),
            ranges,
            rules: vec!["R12"],
            hints: json!({ "piece": block.text(), "zone": self.zone_hint(seat), "gap": PASSAGE }),
        }
    }

    /// Whole deployments from here on, each as the texts of its steps.
    fn formation_hint(&self, seat: Seat) -> Json {
        let texts = |steps: Vec<Action>| steps.iter().map(Action::to_string).collect::<Vec<_>>();
        usual(self, seat, FORMATIONS).into_iter().map(texts).collect()
    }

    fn pawn_controls(&self, seat: Seat) -> impl Iterator<Item = Control> + '_ {
        let (low, high) = self.pawn_zone(seat);
        self.placeable(seat).iter().map(move |name| Control {
            kind: "place",
            form: format!("place {name} {{x}},{{y}}"),
            ranges: field(low, high).to_vec(),
            rules: vec!["R13"],
            hints: json!({ "piece": Piece::Pawn(seat, name).to_string(), "zone": self.zone_hint(seat) }),
        })
    }

    fn flick_control(&self, seat: Seat, name: Name) -> Control {
        let spot = self.squads[seat].spot(name).expect("a pawn that can be flicked is on the table");
        let arcs = self.barred(spot);
        let barred: Vec<Json> = arcs
            .iter()
            .map(|arc| json!({ "obstacle": arc.block.text(), "from": arc.from, "to": arc.to }))
            .collect();
        Control {
            kind: "flick",
            form: format!("flick {name} {{angle}}@{{power}}"),
            ranges: AIM.to_vec(),
            rules: if arcs.is_empty() { Vec::new() } else { vec!["R17"] },
            hints: json!({
                "piece": Piece::Pawn(seat, name).to_string(),
                "x": spot.x,
                "y": spot.y,
                "barred": barred,
            }),
        }
    }

    fn sap_control(&self, seat: Seat, block: Block) -> Control {
        let sapper =
            self.squads[seat].spot(self.active_name()).expect("a Sapper who is asked is on the table");
        let reach = OBSTACLE_REACH as i16 + RADIUS + 6;
        let low = Spot { x: (sapper.x - reach).max(0), y: (sapper.y - reach).max(0) };
        let (width, depth) = (self.rulings.width, self.rulings.depth);
        let high = Spot { x: (sapper.x + reach).min(width), y: (sapper.y + reach).min(depth) };
        let mut ranges = field(low, high).to_vec();
        ranges.push(TURN);
        Control {
            kind: "sap",
            form: "sap {x},{y}/{turn}".into(),
            ranges,
            rules: vec!["R48"],
            hints: json!({
                "piece": block.text(),
                "touching": Piece::Pawn(seat, self.active_name()).to_string(),
                "x": sapper.x,
                "y": sapper.y,
            }),
        }
    }

    fn zone_hint(&self, seat: Seat) -> Json {
        let (bottom, top) = self.zone(seat);
        json!({ "left": 0, "right": self.rulings.width, "bottom": bottom, "top": top })
    }
}

const AIM: [Range; 2] =
    [Range { name: "angle", from: 0, to: 35_999 }, Range { name: "power", from: 1, to: 1000 }];
const TURN: Range = Range { name: "turn", from: 0, to: 8_999 };

fn field(low: Spot, high: Spot) -> [Range; 2] {
    let range = |name, from: i16, to: i16| Range { name, from: from.into(), to: to.into() };
    [range("x", low.x, high.x), range("y", low.y, high.y)]
}
