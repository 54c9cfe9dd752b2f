//! The levels. All think in whole turns; they differ in what they see in a position and in how much they look at.
//!
//! The novice counts as beginners do: pips, every captured unit as a triumph, and company is better than being
//! alone; it dreams of its own next turn, and does not ask who could hit a lone unit meanwhile. The casual player counts
//! in the same way, but asks what every roll of the other side could do, and what it could do itself after that. So do
//! the others, and they ask a network what the result is worth: the strong player one that has hardly begun to learn, the
//! expert the network after its whole course.

use std::sync::OnceLock;

use search::{Budget, Level, Net, Player, Thought, sigmoid};
use table::{BySeat, Game, Seat};

use super::{
    hand,
    inputs::{FANTASY, MAGIC, PLAIN, inputs},
    turn::{Decision, Effort, Judge, Mind},
    why::why,
};
use crate::{BackgammonWars, Cards, View, board::POINTS};

/// Weights as `visavis train backgammon-wars` wrote them.
static SHIPPED: [(&[u8], usize); 4] = [
    (include_bytes!("../../weights/classic-early.net"), PLAIN),
    (include_bytes!("../../weights/classic.net"), PLAIN),
    (include_bytes!("../../weights/fantasy-early.net"), FANTASY),
    (include_bytes!("../../weights/fantasy.net"), FANTASY),
];

/// How long the network that is asked has learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum School {
    /// The beginning of the course.
    Early,
    /// The whole course.
    Whole,
}

/// The network for a game with these options.
fn shipped(game: &BackgammonWars, school: School) -> &'static Net {
    static NETS: [OnceLock<Net>; 4] = [const { OnceLock::new() }; 4];
    let place = 2 * usize::from(game.options.is_fantasy()) + usize::from(school == School::Whole);
    let (bytes, inputs) = SHIPPED[place];
    NETS[place]
        .get_or_init(|| Net::from_bytes(bytes, MAGIC, inputs).expect("the shipped weights fit the inputs"))
}

impl Judge for Net {
    fn judge(&self, game: &BackgammonWars, mover: Seat, known: &BySeat<Cards>) -> f32 {
        self.win(&inputs(game, mover, known))
    }
}

/// What luck is measured by: the best use of a roll that is on the table, and the whole network at the end of a turn.
const RULER: Effort = Effort { rolls: 21, cards: 4, ..GLANCE };

/// The chance of `seat` to win, everything on the table being known.
pub(super) fn measure(game: &BackgammonWars, seat: Seat) -> f32 {
    let known = BySeat::from_fn(|seat| game.deck.hands[seat]);
    // What is thought here is the same every time.
    let mut rng = Budget::level(0).rng;
    let mut mind =
        Mind::new(shipped(game, School::Whole), RULER, (known, game.number), 0, &mut rng, &|| false);
    mind.measure(game, seat).clamp(UNSURE, 1.0 - UNSURE)
}

/// Nothing is surer before the end.
const UNSURE: f32 = 1e-3;

/// Counts like the baseline that looks one step ahead.
pub(super) struct ByHand;

impl Judge for ByHand {
    fn judge(&self, game: &BackgammonWars, mover: Seat, _: &BySeat<Cards>) -> f32 {
        hand::worth(game, mover)
    }
}

/// Counts pips alone.
struct Pips;

impl Judge for Pips {
    fn judge(&self, game: &BackgammonWars, mover: Seat, _: &BySeat<Cards>) -> f32 {
        sigmoid(lead(game, mover) / 40.0)
    }
}

/// Sees captures and traps, and not what may come back.
struct Beginner;

/// What a beginner feels about an enemy on the Wall, an enemy in a trap, a card in the hand, and an own unit that
/// is alone, in pips.
const TRIUMPH: f32 = 6.0;
const TRAPPED: f32 = 8.0;
const CARD: f32 = 4.0;
const ALONE: f32 = 4.0;

impl Judge for Beginner {
    fn judge(&self, game: &BackgammonWars, mover: Seat, _: &BySeat<Cards>) -> f32 {
        let board = &game.board;
        let walls = f32::from(board.wall(!mover).total()) - f32::from(board.wall(mover).total());
        let traps = board.held(!mover).count_ones() as f32 - board.held(mover).count_ones() as f32;
        let hand = f32::from(game.deck.hands[mover].len());
        let alone = (board.occupied(mover) & POINTS & !board.many(mover)).count_ones() as f32;
        let feelings = TRIUMPH * walls + TRAPPED * traps + CARD * hand - ALONE * alone;
        sigmoid((lead(game, mover) + feelings) / 40.0)
    }
}

fn lead(game: &BackgammonWars, seat: Seat) -> f32 {
    f32::from(game.board.pips(!seat)) - f32::from(game.board.pips(seat))
}

/// Who judges.
#[derive(Clone, Copy, Debug)]
enum Eyes {
    Pips,
    Beginner,
    Net(School),
}

/// What the quickest players look at.
const GLANCE: Effort = Effort { beam: 2, rolls: 2, cards: 1, dreams: 0, replies: 0, answers: 0, later: 0 };

/// What the others look at, as far as their nodes reach.
const THOROUGH: Effort =
    Effort { beam: 16, rolls: 21, cards: 16, dreams: 0, replies: 28, answers: 20, later: 21 };

/// When a die has been used most of the turn is planned: such a part of the nodes is enough to go on.
const TO_GO_ON: u64 = 4;

/// Replies and answers that are looked at where somebody gives a time.
const PATIENT: (usize, usize) = (32, 24);

/// A player that plans whole turns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Planner {
    eyes: Eyes,
    effort: Effort,
    /// Positions after which nothing further is looked at.
    nodes: u64,
    /// The same without cards, where a turn is thought through once only.
    plain: u64,
}

impl Planner {
    /// A baseline to measure against: it plans whole turns, and fewer pips than the enemy are all that counts.
    pub(super) fn by_pips() -> Planner {
        Planner { eyes: Eyes::Pips, effort: Effort { beam: 16, ..GLANCE }, nodes: 0, plain: 0 }
    }

    /// The player of a level that plans.
    pub(super) fn of(level: Level) -> Option<Planner> {
        let (eyes, effort, nodes, plain) = match level {
            Level::Novice => {
                let effort = Effort { beam: 4, rolls: 10, cards: 8, dreams: 16, later: 21, ..GLANCE };
                (Eyes::Beginner, effort, 6_000, 12_000)
            }
            Level::Casual => {
                let effort = Effort { beam: 4, cards: 4, replies: 20, answers: 10, later: 10, ..THOROUGH };
                (Eyes::Beginner, effort, 45_000, 90_000)
            }
            Level::Strong => (Eyes::Net(School::Early), THOROUGH, 80_000, 240_000),
            Level::Expert => (Eyes::Net(School::Whole), Effort { later: 14, ..THOROUGH }, 50_000, 84_000),
            Level::Random | Level::Greedy | Level::Perfect => return None,
        };
        Some(Planner { eyes, effort, nodes, plain })
    }
}

/// The cards that a seat knows.
pub(super) fn known(view: &View) -> BySeat<Cards> {
    BySeat::from_fn(|seat| view.hands[seat].cards)
}

impl Player<BackgammonWars> for Planner {
    fn choose(&mut self, view: &View, seat: Seat, budget: &mut Budget) -> Thought<BackgammonWars> {
        let game = BackgammonWars::imagine(view, &mut budget.rng);
        let mut options = Vec::new();
        game.options(seat, &mut options);
        if let [only] = options[..] {
            return Thought::plain(only, "hint.only");
        }
        let judge: &dyn Judge = match self.eyes {
            Eyes::Pips => &Pips,
            Eyes::Beginner => &Beginner,
            Eyes::Net(school) => shipped(&game, school),
        };
        let (mut effort, mut nodes) = (self.effort, self.nodes);
        if !game.options.is_fantasy() {
            (effort.later, nodes) = (THOROUGH.later, self.plain);
        }
        let limit = budget.nodes_or(if game.dice.used { nodes / TO_GO_ON } else { nodes });
        if budget.is_endless() && effort.replies > 0 {
            (effort.replies, effort.answers) = PATIENT;
        }
        let mut rng = budget.rng.clone();
        let over = || budget.is_over();
        let mut mind = Mind::new(judge, effort, (known(view), view.turn), limit, &mut rng, &over);
        let Decision { worth, steps } = mind.decide(&game, seat);
        let nodes = mind.nodes;
        budget.rng = rng;
        let action = steps.first().copied().unwrap_or(options[0]);
        Thought {
            action,
            win: Some(worth.clamp(0.0, 1.0)),
            line: steps.iter().map(ToString::to_string).collect(),
            nodes,
            why: why(&game, seat, &steps),
        }
    }
}
