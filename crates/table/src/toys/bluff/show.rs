//! Bluff on a terminal, under a hand, and from text.

use super::{Action, BOX, Bluff, Card, GOAL, HAND, Held, Pile, TOLL, View, Wait};
use crate::{BySeat, Gesture, Refusal, Seat, Show, Words, toys::fields};

impl Show for Bluff {
    fn picture(view: &View, words: &Words) -> String {
        let faces = |held: Held| match held.faces {
            _ if held.cards == 0 => "-".to_owned(),
            Some(pile) => {
                let names: Vec<String> = pile.cards().map(|card| words.word("bluff", card.name())).collect();
                names.join(" ")
            }
            None => vec!["[?]"; held.cards.into()].join(" "),
        };
        let mut picture = String::new();
        for seat in Seat::BOTH {
            let track: String = (0..=GOAL)
                .map(|square| if square == view.squares[seat] { 'o' } else { mark(square) })
                .collect();
            picture += &format!("{seat:<4}{track}  {}\n", faces(view.hands[seat]));
        }
        let values = [("deck", view.deck.cards.into()), ("discard", view.discard.len().into())];
        picture + &words.say("bluff.picture.piles", &values) + "\n"
    }

    fn gesture(&self, _: Seat, action: &Action) -> Gesture {
        match action {
            Action::Roll => Gesture::on("die").key('r'),
            Action::Draw => Gesture::on("deck").key('d'),
            Action::Play(card) => Gesture::on(format!("card:{}", card.name())),
            Action::Pass => Gesture::button().key('p'),
        }
    }

    fn attempt(_: &View, _: Seat, from: &str, to: Option<&str>) -> Vec<Action> {
        match (from, to) {
            ("die", None) => vec![Action::Roll],
            ("deck", None) => vec![Action::Draw],
            (card, None) => {
                card.strip_prefix("card:").and_then(Card::of).map(Action::Play).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// `one=caltrops,feather two=- at=3,8 turn=one`, and if need be `discard=parry` and, for the window after a
    /// roll of the other seat, `pips=4`. The rest of the box is the deck.
    fn set_up(text: &str) -> Result<Bluff, Refusal> {
        const KEY: &str = "bluff.refuse.position";
        let refuse = |what: &str| Refusal::notation(KEY, what);
        let [one, two, discard, at, turn, pips] =
            fields(text, ["one", "two", "discard", "at", "turn", "pips"], KEY)?;
        let pile = |text: Option<&str>| -> Result<Pile, Refusal> {
            let mut pile = Pile::default();
            for name in text.unwrap_or("-").split(',').filter(|&name| name != "-") {
                pile.add(Card::of(name).ok_or_else(|| refuse(name))?);
                // No pile is larger than the box; this also keeps the counts small.
                BOX.without(pile).ok_or_else(|| refuse(name))?;
            }
            Ok(pile)
        };
        let hands = BySeat([pile(one)?, pile(two)?]);
        let discard = pile(discard)?;
        let deck = hands.0.into_iter().chain([discard]).try_fold(BOX, Pile::without);
        let deck =
            deck.filter(|_| hands.0.iter().all(|hand| hand.len() <= HAND)).ok_or_else(|| refuse(text))?;
        let square = |text: &str| match text.parse() {
            Ok(square) if square <= GOAL => Ok(square),
            _ => Err(refuse(text)),
        };
        let (a, b) = at.unwrap_or("0,0").split_once(',').ok_or_else(|| refuse(text))?;
        let squares = BySeat([square(a)?, square(b)?]);
        if squares.0 == [GOAL; 2] {
            return Err(refuse(text));
        }
        let seat: Seat = turn.unwrap_or("one").parse().map_err(|_| refuse(text))?;
        let wait = match pips.map(str::parse) {
            None => Wait::Before { seat, feather: false },
            Some(Ok(pips @ 1..=6)) => Wait::Caltrops { seat, pips, feather: false },
            Some(_) => return Err(refuse(text)),
        };
        let game = Bluff { hands, deck, discard, squares, waits: [wait].into_iter().collect() };
        if pips.is_some() && !game.could_hold(seat, Card::Caltrops) {
            return Err(refuse(text));
        }
        Ok(game)
    }
}

fn mark(square: u8) -> char {
    match square {
        TOLL => 'T',
        GOAL => 'G',
        _ => '.',
    }
}
