//! A position from text, for tests, links and the diagrams of the rulebooks.
//!
//! Words parted by blanks: options (`format=seven`), then `one` and `two`, each followed by its pawns
//! (`captain:4000,950`, `runner:out`, `major:banned`, `shadow:on-runner`) and what its Captain copies
//! (`copies:guard`); obstacles (`o1:2600,1300/4500`, with what they store `o1:2600,1300/0+runner+guard`); and
//! `turn:two` (two flicks now) or `starts:two` (its turn begins), `first:one`, `turns:99`, `score:1,0`.
//! Who is not named is spare, obstacles that are not named are out.

use discs::measure;
use table::{OptionList, Refusal, Seat};

use crate::{
    Block, Fate, Lie, Name, Obstacle, Piece, PitchOut, Rulings, Stack, TO_WIN, Wait,
    action::{self, number},
};

/// Rounding may let bodies overlap by so many mm (P17).
const ROUNDED: f64 = 0.2;

const KEY: &str = "pitch-out.refuse.position";

impl PitchOut {
    pub(crate) fn read(text: &str) -> Result<PitchOut, Refusal> {
        let wrong = |word: &str| Refusal::notation(KEY, word);
        let mut rulings = Rulings::default();
        let words: Vec<&str> = text.split_whitespace().collect();
        for (key, value) in words.iter().filter_map(|word| word.split_once('=')) {
            rulings.set(key, value).map_err(|_| wrong(&format!("{key}={value}")))?;
        }
        let mut reader = Reader { game: PitchOut::empty(&rulings), seat: None, starts: false };
        for word in words.iter().filter(|word| !word.contains('=')) {
            reader.read(word).ok_or_else(|| wrong(word))?;
        }
        let Reader { mut game, starts, .. } = reader;
        game.is_possible().map_err(|piece| wrong(&piece))?;
        for seat in Seat::BOTH {
            game.dwindled[seat] = game.squads[seat].in_play() <= 2;
        }
        if starts {
            game.begin_turn(game.mover);
        }
        Ok(game)
    }

    /// A table that waits for a flick of One, with nothing on it.
    fn empty(rulings: &Rulings) -> PitchOut {
        let mut game = PitchOut::new(rulings);
        for seat in Seat::BOTH {
            for name in game.squads[seat].with(Fate::Hand).iter() {
                game.squads[seat][name] = Fate::Spare;
            }
        }
        game.obstacles = [Obstacle::Out; 5];
        game.wait = Wait::Flick;
        (game.first, game.opener) = (Some(Seat::One), Some(Seat::One));
        game
    }

    /// Whether such a table can be: everything on it and apart, Captains not alone, stacks and copies of what they
    /// can be. Else what is wrong.
    fn is_possible(&self) -> Result<(), String> {
        let bodies = self.bodies();
        for (i, (piece, body)) in bodies.iter().enumerate() {
            let free = bodies[..i].iter().all(|(_, other)| measure::gap(body, other) >= -ROUNDED - 1e-9);
            if !measure::on_table(body, &self.felt_table()) || !free {
                return Err(piece.to_string());
            }
        }
        for seat in Seat::BOTH {
            let squad = &self.squads[seat];
            let names = self.rulings.names(seat);
            let strange = squad.roster().minus(names).iter().next();
            if let Some(name) = strange {
                return Err(Piece::Pawn(seat, name).to_string());
            }
            if squad.spot(Name::Captain).is_none() || squad.in_play() < 2 {
                return Err(Piece::Pawn(seat, Name::Captain).to_string());
            }
            let out = squad.with(Fate::Eliminated);
            if let Some(copy) = self.copies[seat].filter(|&copy| !out.contains(copy)) {
                return Err(format!("copies:{copy}"));
            }
            let blocks = Block::of(seat).map(|block| (block, self.obstacles[block as usize]));
            for (block, obstacle) in blocks {
                if matches!(obstacle, Obstacle::Lies { stored, .. } if !out.holds(stored)) {
                    return Err(block.to_string());
                }
            }
        }
        let stored = |obstacle: Obstacle| match obstacle {
            Obstacle::Lies { stored, .. } => stored.len(),
            _ => 0,
        };
        if stored(self.obstacles[Block::O5 as usize]) > 0 {
            return Err(Block::O5.to_string());
        }
        match self.stack {
            Some(Stack { rider: Name::Shadow, .. }) | None => Ok(()),
            // A Captain rides when he copied a Shadow that is out.
            Some(Stack { rider: Name::Captain, .. })
                if self.squads[self.rulings.hoods][Name::Shadow] == Fate::Eliminated =>
            {
                Ok(())
            }
            Some(Stack { rider, below }) => Err(format!("{rider}:on-{below}")),
        }
    }
}

struct Reader {
    game: PitchOut,
    seat: Option<Seat>,
    starts: bool,
}

impl Reader {
    fn read(&mut self, word: &str) -> Option<()> {
        let Some((what, how)) = word.split_once(':') else {
            self.seat = Some(word.parse().ok()?);
            return Some(());
        };
        let game = &mut self.game;
        match what {
            "turn" | "starts" => {
                game.mover = how.parse().ok()?;
                self.starts = what == "starts";
            }
            "first" => {
                game.first = Some(how.parse().ok()?);
                game.opener = game.first;
            }
            "turns" => game.turns = number(how, 0, i32::from(game.rulings.cap) - 1)?,
            "score" => {
                let (one, two) = how.split_once(',')?;
                let rounds = |text| number::<u8>(text, 0, i32::from(TO_WIN) - 1);
                (game.score[Seat::One], game.score[Seat::Two]) = (rounds(one)?, rounds(two)?);
            }
            "copies" => game.copies[self.seat?] = Some(how.parse().ok()?),
            _ => match what.parse() {
                Ok(block) => self.block(block, how)?,
                Err(()) => self.pawn(what.parse().ok()?, how)?,
            },
        }
        Some(())
    }

    fn block(&mut self, block: Block, how: &str) -> Option<()> {
        let slot = &mut self.game.obstacles[block as usize];
        if how == "out" {
            *slot = Obstacle::Out;
            return Some(());
        }
        let mut parts = how.split('+');
        let at: Lie = action::lie(parts.next()?)?;
        let stored = parts.map(|name| name.parse().ok()).collect::<Option<Vec<Name>>>()?;
        *slot = Obstacle::Lies { at, stored: stored.into_iter().collect() };
        Some(())
    }

    fn pawn(&mut self, name: Name, how: &str) -> Option<()> {
        let (seat, game) = (self.seat?, &mut self.game);
        if game.squads[seat][name] == Fate::Absent {
            return None;
        }
        game.squads[seat][name] = match how {
            "out" | "banned" if name.is_golem() || name == Name::Captain => return None,
            "out" => Fate::Eliminated,
            "banned" => Fate::Banned,
            _ => match how.strip_prefix("on-") {
                Some(below) if seat == game.rulings.hoods && game.stack.is_none() => {
                    let below = below.parse().ok()?;
                    game.stack = Some(Stack { rider: name, below });
                    Fate::InPlay(game.squads[!seat].spot(below)?)
                }
                Some(_) => return None,
                None => Fate::InPlay(action::spot(how)?),
            },
        };
        Some(())
    }
}
