//! Positions as text, for tests, links and the diagrams of the rulebooks: the format of the spec's cases.
//!
//! ```text
//! option push=stacks
//! one 24:am 8:w wall:w hand:parry,thief
//! two 20:(a) 3:ww
//! fire one 9
//! to one move 6-5
//! ```
//! Own numbers, stacks from the bottom to the top, `(x)` trapped. Units not named are off, cards not named are in
//! the draw pile; after `pile empty` those are discards, after `pile gone` they are in Two's hand. Further lines:
//! `start` (the whole set-up), `barrier SEAT POINT`, `fire SEAT POINT`, `last SEAT A-B`, `stolen SEAT DIE`,
//! `discard CARD,CARD`, `turn N`, `still N`, and `to SEAT before` or `to SEAT move|shoot|hex A-B`.

use table::{BySeat, Game, Log, OptionList, Refusal, Seat};

use crate::{
    BackgammonWars, Board, Card, Cards, Kind, Options, Pair, Purpose, Stack,
    board::{OFF, WALL},
    waits::{STANDSTILL, Wait},
};

/// The highest number that a die of a position may show.
const HIGHEST_DIE: u8 = 99;

/// What is wrong with a line.
type Fault = &'static str;

/// Reads a position.
pub(crate) fn set_up(text: &str) -> Result<BackgammonWars, Refusal> {
    let mut draft = Draft::default();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        draft
            .read(line)
            .map_err(|fault| Refusal::notation("backgammon-wars.refuse.set-up", line).with("why", fault))?;
    }
    draft
        .finish()
        .map_err(|fault| Refusal::notation("backgammon-wars.refuse.set-up", text).with("why", fault))
}

#[derive(Default)]
struct Draft {
    options: Options,
    start: bool,
    /// Units by seat: own number, kind, trapped.
    units: BySeat<Vec<(u8, Kind, bool)>>,
    hands: BySeat<Cards>,
    discards: Cards,
    pile: Pile,
    barrier: BySeat<u8>,
    fire: Option<(Seat, u8)>,
    last: BySeat<Pair>,
    stolen: BySeat<u8>,
    turn: Option<u16>,
    still: u8,
    to: Option<(Seat, To)>,
}

#[derive(Default, PartialEq)]
enum Pile {
    #[default]
    Full,
    Empty,
    Gone,
}

enum To {
    Before,
    Dice(Purpose, u8, u8),
}

impl Draft {
    fn read(&mut self, line: &str) -> Result<(), Fault> {
        let mut words = line.split_whitespace();
        let head = words.next().unwrap_or_default();
        let rest: Vec<&str> = words.collect();
        match (head, &rest[..]) {
            ("option", [pair]) => {
                let (key, value) = pair.split_once('=').ok_or("option")?;
                self.options.set(key, value).map_err(|_| "option")
            }
            ("start", []) => {
                self.start = true;
                Ok(())
            }
            ("one" | "two", places) => {
                let seat = seat(head)?;
                places.iter().try_for_each(|place| self.read_place(seat, place))
            }
            ("pile", ["empty"]) => {
                self.pile = Pile::Empty;
                Ok(())
            }
            ("pile", ["gone"]) => {
                self.pile = Pile::Gone;
                Ok(())
            }
            ("barrier", [who, point]) => {
                self.barrier[seat(who)?] = number(point, 1, 24)?;
                Ok(())
            }
            ("fire", [who, point]) => {
                self.fire = Some((seat(who)?, number(point, 1, 24)?));
                Ok(())
            }
            ("last", [who, dice]) => {
                let (a, b) = dice_of(dice, 6)?;
                self.last[seat(who)?] = Pair::new(a, b);
                Ok(())
            }
            ("stolen", [who, die]) => {
                self.stolen[seat(who)?] = number(die, 1, HIGHEST_DIE)?;
                Ok(())
            }
            ("discard", [names]) => {
                self.discards = self.discards.with(cards(names)?);
                Ok(())
            }
            ("turn", [n]) => {
                self.turn = Some(n.parse().map_err(|_| "number")?);
                Ok(())
            }
            ("still", [n]) => {
                self.still = number(n, 0, STANDSTILL - 1)?;
                Ok(())
            }
            ("to", [who, "before"]) => {
                self.to = Some((seat(who)?, To::Before));
                Ok(())
            }
            ("to", [who, purpose, dice]) => {
                let purpose = match *purpose {
                    "move" => Purpose::Move,
                    "shoot" => Purpose::Shoot,
                    "hex" => Purpose::Hex,
                    _ => return Err("line"),
                };
                let (a, b) = dice_of(dice, HIGHEST_DIE)?;
                self.to = Some((seat(who)?, To::Dice(purpose, a, b)));
                Ok(())
            }
            _ => Err("line"),
        }
    }

    /// `13:awww`, `20:(a)`, `wall:w`, `hand:parry,thief`; `-` is nothing.
    fn read_place(&mut self, seat: Seat, text: &str) -> Result<(), Fault> {
        let (place, what) = text.split_once(':').ok_or("line")?;
        if what == "-" {
            return Ok(());
        }
        if place == "hand" {
            self.hands[seat] = self.hands[seat].with(cards(what)?);
            return Ok(());
        }
        let place = match place {
            "wall" => WALL,
            "off" => OFF,
            point => number(point, 1, 24)?,
        };
        let (letters, trapped) = match what.strip_prefix('(').and_then(|w| w.strip_suffix(')')) {
            Some(letters) => (letters, true),
            None => (what, false),
        };
        for letter in letters.chars() {
            let kind = Kind::of_letter(letter).ok_or("letter")?;
            self.units[seat].push((place, kind, trapped));
        }
        Ok(())
    }

    fn finish(self) -> Result<BackgammonWars, Fault> {
        if self.start {
            return Ok(BackgammonWars::start(&self.options));
        }
        let mut game = BackgammonWars::empty(&self.options, self.board()?);
        self.lay_cards(&mut game)?;
        self.lay_tokens(&mut game)?;
        game.last = self.last;
        game.stolen = self.stolen;
        game.still = self.still;
        game.number = self.turn.unwrap_or(1);
        if !(1..=self.options.dusk).contains(&game.number) {
            return Err("turn");
        }
        let (seat, to) = self.to.unwrap_or((Seat::One, To::Before));
        game.first = Some(seat);
        match to {
            To::Before => game.waits.push(Wait::Before(seat)),
            To::Dice(purpose, a, b) => {
                if purpose != Purpose::Move && !self.options.is_fantasy() {
                    return Err("variant");
                }
                game.await_dice(seat);
                game.dice.purpose = purpose;
                game.dice.lay(&[a, b]);
                if a <= 6 && b <= 6 {
                    game.last[seat] = Pair::new(a, b);
                }
            }
        }
        game.settle(&mut Log::off());
        Ok(game)
    }

    fn board(&self) -> Result<Board, Fault> {
        let fantasy = self.options.is_fantasy();
        let mut board = Board::empty();
        let trapped = |seat: Seat| self.units[seat].iter().filter(|unit| unit.2);
        for seat in Seat::BOTH {
            let mut left = if fantasy { Kind::FANTASY } else { Kind::PLAIN };
            for &(place, kind, trapped) in &self.units[seat] {
                let count = &mut left[kind as usize];
                *count = count.checked_sub(1).ok_or("too-many")?;
                if trapped {
                    continue;
                }
                if (1..=24).contains(&place) {
                    let stack = board.stack(seat, place);
                    if stack.is_of(!seat) || fantasy && stack.len() >= 5 {
                        return Err("space");
                    }
                }
                board.put(seat, kind, place);
            }
            for kind in Kind::ALL {
                (0..left[kind as usize]).for_each(|_| board.put(seat, kind, OFF));
            }
            if board.off(seat).total() == 15 {
                return Err("no-units");
            }
        }
        for seat in Seat::BOTH {
            for &(point, kind, _) in trapped(seat) {
                if !(1..=24).contains(&point) || !fantasy {
                    return Err("trap");
                }
                let above = board.stack(seat, point);
                let lone = above.is_of(!seat) && above.len() == 1 && !above.is_trap();
                if !lone || above.kind(0) != Kind::Warrior {
                    return Err("trap");
                }
                board.set(seat, point, Stack::trap(!seat, Kind::Warrior, kind));
            }
        }
        Ok(board)
    }

    fn lay_cards(&self, game: &mut BackgammonWars) -> Result<(), Fault> {
        let [one, two] = self.hands.0;
        let named = one.with(two).with(self.discards);
        if named.len() != one.len() + two.len() + self.discards.len() {
            return Err("card-twice");
        }
        if !self.options.is_fantasy() {
            return if named.is_empty() { Ok(()) } else { Err("variant") };
        }
        game.deck.hands = self.hands;
        game.deck.discards = self.discards;
        let others = Cards::ALL.without(named);
        match self.pile {
            Pile::Full => game.deck.pile = others,
            Pile::Empty => game.deck.discards = self.discards.with(others),
            Pile::Gone => game.deck.hands[Seat::Two] = two.with(others),
        }
        Ok(())
    }

    fn lay_tokens(&self, game: &mut BackgammonWars) -> Result<(), Fault> {
        game.tokens.barrier = self.barrier;
        let [one, two] = self.barrier.0;
        if one != 0 && one == 25 - two {
            return Err("token");
        }
        for (seat, &point) in self.barrier.iter().filter(|(_, point)| **point != 0) {
            let stack = game.board.stack(seat, point);
            if stack.is_of(!seat) || stack.is_trap() || !self.options.is_fantasy() {
                return Err("token");
            }
        }
        if let Some((seat, point)) = self.fire {
            let barriers = [self.barrier[seat], 25 - self.barrier[!seat]];
            let taken = !game.board.stack(seat, point).is_empty() || barriers.contains(&point);
            if taken || !self.options.is_fantasy() {
                return Err("token");
            }
            game.set_fire(seat, point);
        }
        Ok(())
    }
}

fn seat(text: &str) -> Result<Seat, Fault> {
    text.parse().map_err(|_| "seat")
}

fn number(text: &str, from: u8, to: u8) -> Result<u8, Fault> {
    text.parse().ok().filter(|n| (from..=to).contains(n)).ok_or("number")
}

fn dice_of(text: &str, highest: u8) -> Result<(u8, u8), Fault> {
    let (a, b) = text.split_once('-').ok_or("number")?;
    Ok((number(a, 1, highest)?, number(b, 1, highest)?))
}

fn cards(text: &str) -> Result<Cards, Fault> {
    let mut set = Cards::NONE;
    for name in text.split(',') {
        let card: Card = name.parse().map_err(|_| "card")?;
        if set.contains(card) {
            return Err("card-twice");
        }
        set.insert(card);
    }
    Ok(set)
}
