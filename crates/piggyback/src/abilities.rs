//! Boost walks (rules 19-22) and Warps, in the own turn and as the defender's answer (rules 23-27).

use table::{Log, Refusal, Seat};

use crate::{Action, Colour, Event, Group, Pieces, Piggyback, Space, Spaces, moves::not_carried};

impl Piggyback {
    /// The spaces that a walk may pass: no unit there; the start counts as empty (R21).
    fn passable(&self, from: Space) -> Spaces {
        self.layout().spaces & !self.units().without(from)
    }

    /// Where exactly two steps can end, whatever stands there (R19).
    pub(crate) fn walk2(&self, from: Space) -> Spaces {
        let way = self.neighbours(from) & self.passable(from);
        way.around() & self.layout().spaces
    }

    /// Where three or four steps can end, whatever stands there (R20).
    pub(crate) fn walk34(&self, from: Space) -> Spaces {
        let passable = self.passable(from);
        let two = self.walk2(from) & passable;
        let three = two.around() & self.layout().spaces;
        let four = (three & passable).around() & self.layout().spaces;
        three | four
    }

    /// Spends Boosts, which are gone before the walk ends (R22), and walks.
    pub(crate) fn boost(&mut self, from: Space, to: Space, spent: u8, log: &mut Log<Event>) {
        let seat = self.to;
        log.tell(|| Event::Boosted { seat, from, to, spent });
        self.spend(seat, from, Colour::Green, spent);
        self.enter(from, to, log);
    }

    /// Pieces of the group on `space` go out of the game (R16); the turn is not quiet.
    pub(crate) fn spend(&mut self, seat: Seat, space: Space, colour: Colour, count: u8) {
        let pieces = Pieces::of(colour, count);
        self.armies[seat].group(space).pieces -= pieces;
        self.gone += pieces;
        self.calm = false;
    }

    /// The Warp of R23: R1, R23 (two own groups), R16 (the payer carries one).
    pub(crate) fn check_warp(&self, seat: Seat, payer: Space, partner: Space) -> Result<(), Refusal> {
        self.check_on_board(payer)?;
        self.check_on_board(partner)?;
        let army = &self.armies[seat];
        let groups = army.at(payer).zip(army.at(partner)).filter(|_| payer != partner);
        let Some((group, _)) = groups else {
            return Err(Refusal::by("R23", "piggyback.refuse.two-own-groups"));
        };
        if !group.pieces.has(Colour::Mauve) {
            return Err(not_carried(payer, Colour::Mauve, 1));
        }
        Ok(())
    }

    /// The Warp of R25: the attacked group is one of the two (R26).
    pub(crate) fn check_answer(
        &self,
        seat: Seat,
        attacked: Space,
        payer: Space,
        partner: Space,
    ) -> Result<(), Refusal> {
        self.check_warp(seat, payer, partner)?;
        if payer != attacked && partner != attacked {
            return Err(
                Refusal::by("R26", "piggyback.refuse.warp-elsewhere").with("at", attacked.to_string())
            );
        }
        Ok(())
    }

    /// Every Warp that answers an attack on this space, payer first (R25, R26).
    pub(crate) fn answers(&self, attacked: Space) -> impl Iterator<Item = (Space, Space)> {
        let army = &self.armies[!self.to];
        let warps = |group: Group| group.pieces.has(Colour::Mauve);
        let away = army.at(attacked).is_some_and(warps);
        army.iter().filter(move |&(space, _)| space != attacked).flat_map(move |(space, group)| {
            let out = away.then_some((attacked, space));
            let back = warps(group).then_some((space, attacked));
            out.into_iter().chain(back)
        })
    }

    /// The defender has answered an attack (R27).
    pub(crate) fn answer(&mut self, from: Space, at: Space, action: Action, log: &mut Log<Event>) {
        let seat = !self.to;
        match action {
            Action::Warp { payer, partner } => self.warp(seat, payer, partner, log),
            _ => log.tell(|| Event::Passed { seat }),
        }
        self.begin_rolling(from, at);
    }

    /// Two groups change places with all they carry (R24).
    pub(crate) fn warp(&mut self, seat: Seat, payer: Space, partner: Space, log: &mut Log<Event>) {
        self.spend(seat, payer, Colour::Mauve, 1);
        let army = &mut self.armies[seat];
        let group = *army.group(payer);
        let other = std::mem::replace(army.group(partner), group);
        *army.group(payer) = other;
        log.tell(|| Event::Warped { seat, payer, partner });
    }
}
