//! Pictures for the terminal.

use table::{Game, Gesture, Refusal, Seat, Show, Words};

use crate::{
    Action, BackgammonWars, Card, Early, Kind, Stack, Tally, View,
    gesture::{attempt, gesture},
    setup,
};

impl Show for BackgammonWars {
    fn picture(view: &View, words: &Words) -> String {
        Picture { view, words }.draw()
    }

    fn gesture(&self, seat: Seat, action: &Action) -> Gesture {
        gesture(self, seat, *action)
    }

    fn attempt(view: &View, seat: Seat, from: &str, to: Option<&str>) -> Vec<Action> {
        attempt(&view.without_secrets(), seat, from, to)
    }

    fn set_up(text: &str) -> Result<BackgammonWars, Refusal> {
        setup::set_up(text)
    }
}

/// The board as text. One sits below and Two above; One's units are small letters, Two's are capitals.
struct Picture<'v> {
    view: &'v View,
    words: &'v Words,
}

/// How many rows of units are drawn; a higher stack ends with its number.
const ROWS: u8 = 5;

impl Picture<'_> {
    fn draw(&self) -> String {
        let mut out = String::new();
        let above: Vec<u8> = (13..=24).collect();
        let below: Vec<u8> = (1..=12).rev().collect();
        out += &self.numbers(&above, Seat::Two);
        out += &self.numbers(&above, Seat::One);
        out += &rule();
        (0..=ROWS).for_each(|row| out += &self.row(&above, row));
        out += &self.row_of(|_| String::new());
        (0..=ROWS).rev().for_each(|row| out += &self.row(&below, row));
        out += &rule();
        out += &self.numbers(&below, Seat::One);
        out += &self.numbers(&below, Seat::Two);
        out.push('\n');
        for seat in [Seat::Two, Seat::One] {
            out += &self.side(seat);
        }
        out += &self.middle();
        out
    }

    fn row_of(&self, cell: impl Fn(usize) -> String) -> String {
        let mut line = String::from("|");
        for column in 0..12 {
            if column == 6 {
                line.push_str(" |");
            }
            line.push_str(&format!("{:>4} ", cell(column)));
        }
        line.push_str(" |\n");
        line
    }

    fn numbers(&self, points: &[u8], seat: Seat) -> String {
        let mut line = String::from(" ");
        for (column, &point) in points.iter().enumerate() {
            if column == 6 {
                line.push_str("  ");
            }
            let own = if seat == Seat::One { point } else { 25 - point };
            line.push_str(&format!("{own:>4} "));
        }
        format!("{line}   {}\n", self.words.word(BackgammonWars::ID, seat.name()))
    }

    /// Row 0 lies at the edge and shows tokens, the units follow from the bottom of the stacks to their tops.
    fn row(&self, points: &[u8], row: u8) -> String {
        self.row_of(|column| {
            let point = points[column];
            match row.checked_sub(1) {
                None => self.tokens_on(point),
                Some(height) => self.unit(self.view.board.stack(Seat::One, point), height),
            }
        })
    }

    fn tokens_on(&self, point: u8) -> String {
        let tokens = &self.view.tokens;
        let mut text = String::new();
        if tokens.fire == point {
            text.push('*');
        }
        if tokens.barrier[Seat::One] == point {
            text.push('#');
        }
        if tokens.barrier[Seat::Two] == 25 - point {
            text.push('=');
        }
        text
    }

    fn unit(&self, stack: Stack, height: u8) -> String {
        if height >= stack.len() {
            return String::new();
        }
        if height == ROWS - 1 && stack.len() > ROWS {
            return stack.len().to_string();
        }
        let trapped = stack.is_trap() && height == 0;
        let owner = if trapped { stack.owner().map(|owner| !owner) } else { stack.owner() };
        let letter = self.letter(stack.kind(height), owner == Some(Seat::Two));
        if trapped { format!("({letter})") } else { letter.to_string() }
    }

    fn letter(&self, kind: Kind, capital: bool) -> char {
        match (self.view.options.is_fantasy(), capital) {
            (true, false) => kind.letter(),
            (true, true) => kind.letter().to_ascii_uppercase(),
            (false, false) => 'o',
            (false, true) => 'X',
        }
    }

    /// One side's Wall, units off, pips and hand.
    fn side(&self, seat: Seat) -> String {
        let view = self.view;
        let tally = |tally: Tally| {
            let letters = tally.to_string();
            let kinds = letters.chars().filter_map(Kind::of_letter);
            let text: String = kinds.map(|kind| self.letter(kind, seat == Seat::Two)).collect();
            if text.is_empty() { "-".to_owned() } else { text }
        };
        let name = self.words.word(BackgammonWars::ID, seat.name());
        let mut line = format!("{name:<5} ");
        let mut say = |key: &str, value: String| {
            line += &format!("{} {value}  ", self.words.text(key));
        };
        say("backgammon-wars.show.pips", view.pips[seat].to_string());
        say("backgammon-wars.show.wall", tally(view.board.wall(seat)));
        say("backgammon-wars.show.off", tally(view.board.off(seat)));
        if view.stolen[seat] != 0 {
            say("backgammon-wars.show.stolen", view.stolen[seat].to_string());
        }
        match view.early[seat] {
            Early::None => {}
            Early::Hidden => say("backgammon-wars.show.early", "?-?".into()),
            Early::Seen(pair) => {
                let [high, low] = pair.numbers().unwrap_or_default();
                say("backgammon-wars.show.early", format!("{high}-{low}"));
            }
        }
        let mut out = line.trim_end().to_owned() + "\n";
        if view.options.is_fantasy() {
            out += &self.hand(seat);
        }
        out
    }

    fn hand(&self, seat: Seat) -> String {
        let hand = &self.view.hands[seat];
        let mut cards: Vec<String> = hand.cards.iter().map(|card| self.card(card)).collect();
        let hidden = usize::from(hand.size).saturating_sub(cards.len());
        cards.extend(std::iter::repeat_n("[?]".to_owned(), hidden));
        self.wrap(&format!("      {}", self.words.text("backgammon-wars.show.hand")), &cards)
    }

    fn card(&self, card: Card) -> String {
        format!("[{}]", card.name())
    }

    /// Words after a label, in lines of 78 columns at most.
    fn wrap(&self, label: &str, items: &[String]) -> String {
        let mut out = label.to_owned();
        let mut width = label.chars().count();
        if items.is_empty() {
            out += " -";
        }
        for item in items {
            if width + 1 + item.chars().count() > 78 {
                out += "\n       ";
                width = 7;
            }
            out.push(' ');
            out += item;
            width += 1 + item.chars().count();
        }
        out.push('\n');
        out
    }

    /// Dice, draw pile, discards, the card on the table, tokens.
    fn middle(&self) -> String {
        let view = self.view;
        let mut out = String::new();
        let dice: Vec<String> = view.dice.all().iter().map(u8::to_string).collect();
        let dice = if dice.is_empty() { "-".into() } else { dice.join(" ") };
        out += &format!(
            "{} {dice}   {} {}\n",
            self.words.text("backgammon-wars.show.dice"),
            self.words.text("backgammon-wars.show.turn"),
            view.turn
        );
        if !view.options.is_fantasy() {
            return out;
        }
        if let Some(play) = view.table {
            out += &format!("{} {play}\n", self.words.text("backgammon-wars.show.table"));
        }
        let discards: Vec<String> = view.discards.iter().map(|card| card.name().to_owned()).collect();
        let label = format!(
            "{} {}   {}",
            self.words.text("backgammon-wars.show.pile"),
            view.pile,
            self.words.text("backgammon-wars.show.discards")
        );
        out += &self.wrap(&label, &discards);
        if view.tokens.fire != 0 || view.tokens.barrier.0 != [0, 0] {
            out += &self.words.text("backgammon-wars.show.tokens");
            out.push('\n');
        }
        out
    }
}

fn rule() -> String {
    let half = "-".repeat(30);
    format!("+{half}-+{half}-+\n")
}
