//! A position as one line of text, for tests, links and the diagrams of the rulebooks.
//!
//! Fields are separated by `;`. `one` and `two` list the characters as `L`, `S` or the number, with the space
//! and after a colon the tokens, or with a coin's place: `one L c1, 2 d4:ma, 3 discard`. Further fields: the
//! options, `treasure`, `obstacle`, `round`, `turns`, `to`, `wait` (`turn`, `regroup`, `put`, `mark`),
//! `hand-one`, `aside-one`, `claimed-one` (and `-two`), `placed` (Treasures on the board in `wait mark`).
//! Coins that are not listed are in their owner's Reserve, unplaced in `wait put`.

use table::{BySeat, Log, OptionList, Refusal, Seat};

use crate::{
    Options, ToPieces,
    characters::{COINS, Character, LEADER, SUMMON, Token, Tokens},
    side::{Cards, OBSTACLES_A_SEAT, Place},
    waits::{Phase, Wait},
};

const TREASURES: &str = "a4 h4 a5 h5";
const OBSTACLES: &str = "a3 h3 a6 h6";
const HAND: &str = "1 2 3";

fn wrong(field: &str) -> Refusal {
    Refusal::notation("to-pieces.refuse.no-position", field)
}

pub(crate) fn set_up(text: &str) -> Result<ToPieces, Refusal> {
    let mut fields: Vec<(&str, &str)> = Vec::new();
    for field in text.split([';', '\n']).map(str::trim).filter(|field| !field.is_empty()) {
        let (key, value) = field.split_once(' ').unwrap_or((field, ""));
        if fields.iter().any(|(other, _)| *other == key) {
            return Err(wrong(field));
        }
        fields.push((key, value.trim()));
    }
    let known = |key: &str| KEYS.contains(&key) || Options::list().iter().any(|spec| spec.key == key);
    if let Some((key, _)) = fields.iter().find(|(key, _)| !known(key)) {
        return Err(wrong(key));
    }
    let field = |key: &str| fields.iter().find(|(name, _)| *name == key).map(|(_, value)| *value);
    let mut options = Options::default();
    for (key, value) in &fields {
        if !KEYS.contains(key) {
            options.set(key, value)?;
        }
    }
    let game = Position { field: &field, options }.build()?;
    Ok(game)
}

const KEYS: [&str; 16] = [
    "one",
    "two",
    "treasure",
    "obstacle",
    "round",
    "turns",
    "to",
    "wait",
    "placed",
    "hand-one",
    "hand-two",
    "aside-one",
    "aside-two",
    "claimed-one",
    "claimed-two",
    "first",
];

struct Position<'t> {
    field: &'t dyn Fn(&str) -> Option<&'t str>,
    options: Options,
}

impl Position<'_> {
    fn build(&self) -> Result<ToPieces, Refusal> {
        let mut game = crate::setup::start(&self.options);
        game.waits.clear();
        let to = self.seat("to")?;
        let wait = (self.field)("wait").unwrap_or("turn");
        game.first = Some(self.seat("first")?);
        game.south = Some(Seat::One);
        game.marker = Some(if wait == "mark" { to } else { Seat::One });
        self.markers(&mut game, wait, to)?;
        for seat in Seat::BOTH {
            self.men(
                &mut game,
                seat,
                if matches!(wait, "put" | "mark") { Place::Unplaced } else { Place::Reserve },
            )?;
            self.cards(&mut game, seat)?;
        }
        self.check_board(&game)?;
        let round = self.number("round", 1, 1..=3)?;
        let played = self.number("turns", 0, 0..=7)?;
        match wait {
            "mark" => game.waits.extend([Wait::Edge, Wait::First, Wait::Mark { seat: to }]),
            "put" => {
                self.check_placement(&game)?;
                game.ask_to_put(to);
                game.settle(&mut Log::off());
            }
            "regroup" => {
                game.round = round;
                game.phase = Phase::Regrouping { asked: to };
                game.waits.push(Wait::Regroup { seat: to });
            }
            "turn" => {
                game.round = round;
                game.phase = Phase::Turns { played, asked: to };
                game.waits.push(Wait::Turn { seat: to });
            }
            other => return Err(wrong(other)),
        }
        Ok(game)
    }

    fn seat(&self, key: &str) -> Result<Seat, Refusal> {
        (self.field)(key).map_or(Ok(Seat::One), |text| text.parse().map_err(|_| wrong(text)))
    }

    fn number(&self, key: &str, default: u8, range: std::ops::RangeInclusive<u8>) -> Result<u8, Refusal> {
        let Some(text) = (self.field)(key) else { return Ok(default) };
        text.parse().ok().filter(|n| range.contains(n)).ok_or_else(|| wrong(text))
    }

    fn markers(&self, game: &mut ToPieces, wait: &str, to: Seat) -> Result<(), Refusal> {
        let treasures =
            (self.field)("treasure").unwrap_or(if wait == "mark" { "- - - -" } else { TREASURES });
        let words: Vec<&str> = treasures.split_whitespace().collect();
        if words.len() != 4 || (wait != "mark" && words.contains(&"-")) {
            return Err(wrong(treasures));
        }
        for (treasure, word) in game.treasures.iter_mut().zip(words) {
            *treasure = if word == "-" { None } else { Some(word.parse()?) };
        }
        if let Some(placed) = (self.field)("placed") {
            let placed: Cards = placed.split_whitespace().filter_map(|n| n.parse().ok()).collect();
            let lying = (1u8..=4).filter(|n| game.treasures[usize::from(n - 1)].is_some()).collect();
            if placed != lying {
                return Err(wrong(treasures));
            }
        }
        let obstacles = (self.field)("obstacle").unwrap_or(if wait == "mark" { "" } else { OBSTACLES });
        let spaces: Vec<&str> = obstacles.split_whitespace().collect();
        for space in &spaces {
            game.obstacles.insert(space.parse()?);
        }
        let apart = game.treasure_spaces() | game.obstacles;
        let count = game.treasures.iter().flatten().count() + spaces.len();
        if usize::from(apart.len()) != count || spaces.len() > 4 || (wait != "mark" && spaces.len() != 4) {
            return Err(wrong(obstacles));
        }
        // Each Obstacle was placed by the seat that has placed fewer markers, the first marker player before
        // the other.
        let mut left = BySeat([OBSTACLES_A_SEAT; 2]);
        for _ in spaces {
            let markers = |seat: Seat| game.treasures_of(seat).count() + usize::from(left[seat]);
            let by = if markers(!to) > markers(to) { !to } else { to };
            let by = if left[by] == 0 { !by } else { by };
            left[by] -= 1;
        }
        for seat in Seat::BOTH {
            game.sides[seat].obstacles = left[seat];
        }
        let holds = left[to] > 0 || game.treasures_of(to).next().is_some();
        if wait == "mark" && !holds { Err(wrong(obstacles)) } else { Ok(()) }
    }

    fn men(&self, game: &mut ToPieces, seat: Seat, other: Place) -> Result<(), Refusal> {
        for n in COINS {
            game.set_place(Character::new(seat, n), other);
        }
        let gone = if other == Place::Unplaced { Place::Unplaced } else { Place::Gone };
        game.set_place(Character::new(seat, LEADER), gone);
        let list = (self.field)(seat.name()).unwrap_or_default();
        let mut listed = Cards::NONE;
        for entry in list.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
            let (name, place) = entry.split_once(' ').ok_or_else(|| wrong(entry))?;
            let index = match name {
                "L" => LEADER,
                "S" => SUMMON,
                n => n.parse().ok().filter(|n| COINS.contains(n)).ok_or_else(|| wrong(entry))?,
            };
            let (place, tokens) = place.split_once(':').unwrap_or((place, ""));
            let place: Place = place.parse()?;
            let fits = match place {
                Place::Board(_) => true,
                Place::Gone => !COINS.contains(&index),
                Place::Unplaced => index == SUMMON || other == Place::Unplaced,
                Place::Spoils => false,
                _ => COINS.contains(&index),
            };
            if listed.has(index) || !fits || (!tokens.is_empty() && !matches!(place, Place::Board(_))) {
                return Err(wrong(entry));
            }
            listed.insert(index);
            let who = Character::new(seat, index);
            game.set_place(who, place);
            game.sides[seat].tokens[usize::from(index)] = read_tokens(tokens).ok_or_else(|| wrong(entry))?;
        }
        Ok(())
    }

    fn cards(&self, game: &mut ToPieces, seat: Seat) -> Result<(), Refusal> {
        let deck = Cards::up_to(game.sheet(seat).objectives.len() as u8);
        let mut left = deck;
        let mut read = |key: &str, default: &str| {
            let text = (self.field)(&format!("{key}-{seat}")).unwrap_or(default);
            let mut cards = Cards::NONE;
            for word in text.split_whitespace().filter(|word| *word != "-") {
                let card: u8 = word.parse().map_err(|_| wrong(text))?;
                if !left.has(card) {
                    return Err(wrong(text));
                }
                left.remove(card);
                cards.insert(card);
            }
            Ok(cards)
        };
        let claimed = read("claimed", "")?;
        let aside = read("aside", "")?;
        let hand = read("hand", HAND)?;
        let side = &mut game.sides[seat];
        (side.claimed, side.aside, side.hand, side.pile) = (claimed, aside, hand, left);
        if side.hand.len() > 3 { Err(wrong("hand")) } else { Ok(()) }
    }

    /// No two characters on one space, none on an Obstacle (rule 2).
    fn check_board(&self, game: &ToPieces) -> Result<(), Refusal> {
        let mut taken = game.obstacles;
        for seat in Seat::BOTH {
            for (_, space) in game.characters(seat) {
                if taken.contains(space) {
                    return Err(wrong(&space.to_string()));
                }
                taken.insert(space);
            }
        }
        Ok(())
    }

    /// A placement begun against rules 14-17 could not be finished.
    fn check_placement(&self, game: &ToPieces) -> Result<(), Refusal> {
        let stuck = |seat: Seat| game.sides[seat].leader() == Place::Unplaced && game.room(seat).is_empty();
        if Seat::BOTH.into_iter().any(stuck) { Err(wrong("put")) } else { Ok(()) }
    }
}

fn read_tokens(letters: &str) -> Option<Tokens> {
    let token = |letter| Token::ALL.into_iter().find(|token| token.letter() == letter);
    letters.chars().map(token).collect()
}
