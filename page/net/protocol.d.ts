// Written by `cargo test -p protocol` from crates/protocol. Do not edit.

/** One of the two sides of the table. */
export type Seat = "one" | "two";

/** A number or a word that goes into a sentence. */
export type Value = number | string;

/** What only the game's own file understands: a view, a preview. */
export type Json = any;

/** What happened: `event` names it, the other fields are its values (`GAME.event.NAME`). */
export type GameEvent = { event: string; [field: string]: any };

/** The client's own name for one wish; a retry carries the same key and has no second effect. */
export type Key = string;

/**
 * A frame from a client.
 */
export type Ask = { "type": "hello", 
/**
 * [`PROTOCOL`](crate::PROTOCOL) of the client.
 */
protocol: number, 
/**
 * The last version that the client has drawn.
 */
version: number | null, } | { "type": "act", 
/**
 * See [`Key`].
 */
key: string, 
/**
 * Who decides.
 */
seat: Seat, 
/**
 * The version that the player looked at.
 */
version: number, 
/**
 * The notation.
 */
text: string, } | { "type": "attempt", 
/**
 * See [`Key`].
 */
key: string, 
/**
 * Whose gesture.
 */
seat: Seat, 
/**
 * The version that the player looked at.
 */
version: number, 
/**
 * Where the hand began.
 */
from: string, 
/**
 * Where it ended, if elsewhere.
 */
to: string | null, } | { "type": "undo", 
/**
 * See [`Key`].
 */
key: string, 
/**
 * Whose decision.
 */
seat: Seat, } | { "type": "resign", 
/**
 * See [`Key`].
 */
key: string, 
/**
 * Who.
 */
seat: Seat, } | { "type": "offer_draw", 
/**
 * See [`Key`].
 */
key: string, 
/**
 * Who.
 */
seat: Seat, } | { "type": "rematch", 
/**
 * See [`Key`].
 */
key: string, 
/**
 * Who.
 */
seat: Seat, } | { "type": "answer", 
/**
 * See [`Key`].
 */
key: string, 
/**
 * Who answers.
 */
seat: Seat, 
/**
 * What was offered.
 */
what: Answered, 
/**
 * Accepted or declined.
 */
yes: boolean, } | { "type": "hint", 
/**
 * See [`Key`].
 */
key: string, 
/**
 * For whom.
 */
seat: Seat, } | { "type": "preview", 
/**
 * See [`Key`].
 */
key: string, 
/**
 * Who would decide.
 */
seat: Seat, 
/**
 * The version that the player looked at.
 */
version: number, 
/**
 * The notation.
 */
text: string, } | { "type": "look", 
/**
 * The number of the move.
 */
n: number, } | { "type": "uncover", 
/**
 * Whose private view to show.
 */
seat: Seat | null, } | { "type": "commit", 
/**
 * See [`Key`].
 */
key: string, 
/**
 * Whose.
 */
seat: Seat, 
/**
 * 64 hex digits.
 */
hash: string, } | { "type": "nonce", 
/**
 * See [`Key`].
 */
key: string, 
/**
 * Whose.
 */
seat: Seat, 
/**
 * 16 to 64 hex digits.
 */
nonce: string, } | { "type": "auto", 
/**
 * See [`Key`].
 */
key: string, 
/**
 * For whom.
 */
seat: Seat, 
/**
 * The kind of window: the prompt's `word`.
 */
kind: string, 
/**
 * On or off.
 */
on: boolean, };

/**
 * What can be offered to the other side.
 */
export type Answered = "undo" | "draw" | "rematch";

/**
 * A frame from the server.
 */
export type Tell = { "type": "snapshot" } & Snapshot | { "type": "step" } & StepTold | { "type": "done", 
/**
 * The wish.
 */
key: string, } | { "type": "refused" } & Refused | { "type": "hint" } & HintTold | { "type": "preview", 
/**
 * The wish.
 */
key: string, 
/**
 * The action with its anchors, and where things would stand.
 */
choice: Choice, } | { "type": "look" } & Position | { "type": "presence", 
/**
 * One and Two.
 */
seats: [SeatTold, SeatTold], 
/**
 * Who looks on.
 */
watchers: Watchers, } | { "type": "offer", 
/**
 * Which buttons make sense now.
 */
can: Can, 
/**
 * What waits now.
 */
offers: Offers, 
/**
 * What was declined just now, for a word to who offered it.
 */
declined: Answered | null, } | { "type": "auto", 
/**
 * One's kinds and Two's; empty for seats of others.
 */
kinds: [Array<string>, Array<string>], } | { "type": "clocks", 
/**
 * How they stand.
 */
clocks: ClocksTold, } | { "type": "dice", 
/**
 * What everybody may know.
 */
commitment: Commitment, } | { "type": "next", 
/**
 * Its table.
 */
table: string, } | { "type": "gone", 
/**
 * Why.
 */
why: Sentence, 
/**
 * Whether it makes sense to connect again.
 */
again: boolean, } | { "type": "busy", 
/**
 * The wish, if it was understood.
 */
key: string | null, };

/**
 * Everything that is needed to draw the table.
 */
export type Snapshot = { 
/**
 * [`PROTOCOL`](crate::PROTOCOL) of the server.
 */
protocol: number, 
/**
 * What does not change.
 */
table: TableTold, 
/**
 * One and Two.
 */
seats: [SeatTold, SeatTold], 
/**
 * Who looks on.
 */
watchers: Watchers, 
/**
 * The seats of this connection.
 */
you: Seat[], 
/**
 * How many lines the log has; rises with every change, also with a take-back.
 */
version: number, 
/**
 * The position.
 */
position: Position, 
/**
 * The moves that count.
 */
moves: Array<Move>, 
/**
 * What happened in the last of them.
 */
last: GameEvent[], 
/**
 * What waits for an answer.
 */
offers: Offers, 
/**
 * Which buttons make sense.
 */
can: Can, 
/**
 * Which windows are passed: kinds by seat; empty for seats of others.
 */
auto: [Array<string>, Array<string>], 
/**
 * The next game of the series, when there is one.
 */
next: string | null, 
/**
 * How the clocks stand, if there are any.
 */
clocks: ClocksTold | null, };

/**
 * One move.
 */
export type StepTold = { 
/**
 * The version after it. A client that holds another than `version - 1` says hello again.
 */
version: number, 
/**
 * The move and its events; none for a line of the table (a resignation, an agreed draw).
 */
moved: Moved | null, 
/**
 * The position after it.
 */
position: Position, 
/**
 * What waits for an answer.
 */
offers: Offers, 
/**
 * Which buttons make sense.
 */
can: Can, 
/**
 * The seed of the dice, opened by the end of the game.
 */
seed: string | null, 
/**
 * How the clocks stand, if there are any.
 */
clocks: ClocksTold | null, };

/**
 * Why a wish was refused.
 */
export type Refused = { 
/**
 * The wish, if it had a key.
 */
key: string | null, 
/**
 * The rule of the book (`R12`), or `notation`, `turn`, `chance`, `table`.
 */
rule: string, 
/**
 * The key in the word files.
 */
word: string, 
/**
 * The values. A value that is a word itself is translated as `GAME.word.VALUE` or `word.VALUE`.
 */
values: { [name: string]: Value }, };

/**
 * What a strong player would do.
 */
export type HintTold = { 
/**
 * The wish.
 */
key: string, 
/**
 * For whom.
 */
seat: Seat, 
/**
 * The version that was thought about.
 */
version: number, 
/**
 * The action with its anchors.
 */
choice: Choice, 
/**
 * The chance to win, from 0 to 1.
 */
win: number | null, 
/**
 * The expected line, own action first.
 */
line: Array<string>, 
/**
 * Why.
 */
why: Sentence, };

/**
 * A sentence in any language: its key in the word files and the values of its `{names}`.
 */
export type Sentence = { 
/**
 * The key in the word files.
 */
word: string, 
/**
 * The values. A value that is a word itself is translated as `GAME.word.VALUE` or `word.VALUE`.
 */
values: { [name: string]: Value }, };

/**
 * Through whose eyes a view was made.
 */
export type ViewerName = "one" | "two" | "public" | "judge";

/**
 * How the two seats are filled.
 */
export type Mode = "computer" | "link" | "screen";

/**
 * How the clocks of a table count.
 */
export type Clock = "5+5" | "15+10" | "day";

/**
 * How the clocks stand when a frame is written.
 */
export type ClocksTold = { 
/**
 * What One and Two have left, in milliseconds.
 */
left: [number, number], 
/**
 * Whose clock runs.
 */
running: [boolean, boolean], };

/**
 * What does not change while a game is played.
 */
export type TableTold = { 
/**
 * The table's name in addresses: `/table/ID`, `/replay/ID`.
 */
id: string, 
/**
 * The game.
 */
game: string, 
/**
 * The version of its rules.
 */
rules: number, 
/**
 * The options that differ from the default.
 */
options: { [key: string]: string }, 
/**
 * How the seats are filled.
 */
mode: Mode, 
/**
 * The computer's level.
 */
level: string | null, 
/**
 * Whether it is shown among the tables to watch.
 */
listed: boolean, 
/**
 * Whether anything can be hidden in this game.
 */
secrets: boolean, 
/**
 * Whether some actions cannot be listed.
 */
continuous: boolean, 
/**
 * When it began, in seconds since 1970.
 */
began: number, 
/**
 * Which game of a series this is, and how the series stands before it.
 */
series: Match, 
/**
 * The dice of this game.
 */
commitment: Commitment, 
/**
 * How its clocks count, if it has any.
 */
clock: Clock | null, };

/**
 * A series of games, seats swapped between them. Counted by the seats of *this* game.
 */
export type Match = { 
/**
 * 1 for the first game.
 */
number: number, 
/**
 * Games won before this one by who sits at One now.
 */
one: number, 
/**
 * Games won before this one by who sits at Two now.
 */
two: number, 
/**
 * Games drawn before this one.
 */
draws: number, };

/**
 * Dice that can be checked.
 */
export type Commitment = { 
/**
 * SHA-256 of the seed, shown from the start.
 */
hash: string, 
/**
 * The seed, opened when the game is over.
 */
seed: string | null, 
/**
 * Who has neither committed to a nonce nor added one, and still may.
 */
wanted: Seat[], 
/**
 * What One and Two have committed to, in hex digits; of a nonce that was added in the open, the same hash.
 */
nonces: [string | null, string | null], 
/**
 * Who is to open a nonce now: everybody has committed, and no commitment changes any more.
 */
unrevealed: Seat[], 
/**
 * Who was asked and added nothing in time.
 */
abstained: Seat[], };

/**
 * Who sits in a seat.
 */
export type Occupant = "guest" | "computer" | "open";

/**
 * One seat.
 */
export type SeatTold = { 
/**
 * Who sits there.
 */
occupant: Occupant, 
/**
 * The name that the guest chose.
 */
name: string | null, 
/**
 * Whether the guest is at the table now. True for the computer.
 */
connected: boolean, };

/**
 * How many look on.
 */
export type Watchers = { 
/**
 * Connections without a seat.
 */
count: number, };

/**
 * Who must decide.
 */
export type TurnTold = { "type": "act", 
/**
 * Who is asked.
 */
seats: Seat[], } | { "type": "chance" } | { "type": "over", 
/**
 * Nobody in a draw.
 */
winner: Seat | null, 
/**
 * The sentence that says why, with value `seat` (the winner) where there is one.
 */
why: Sentence, };

/**
 * A question and its answers.
 */
export type Asked = { 
/**
 * Who is asked.
 */
seat: Seat, 
/**
 * The question.
 */
prompt: PromptTold, 
/**
 * The answers that can be listed, sorted by text.
 */
choices: Array<Choice>, 
/**
 * Milliseconds until the table answers `pass` by itself, where the player set it so.
 */
auto_in: number | null, };

/**
 * The question put to a seat.
 */
export type PromptTold = { 
/**
 * Families of actions that cannot be listed.
 */
controls: Array<Control>, 
/**
 * The key in the word files.
 */
word: string, 
/**
 * The values. A value that is a word itself is translated as `GAME.word.VALUE` or `word.VALUE`.
 */
values: { [name: string]: Value }, };

/**
 * A family of actions: put a number of its range into each `{name}` of the form.
 */
export type Control = { 
/**
 * What the hand does: `flick`, `place`.
 */
kind: string, 
/**
 * The notation with holes: `flick captain {angle}@{power}`.
 */
form: string, 
/**
 * The holes.
 */
ranges: Array<Hole>, 
/**
 * The rules that may still refuse.
 */
rules: Array<string>, 
/**
 * Further hints of the game.
 */
hints?: Json, };

/**
 * A hole of a control's form.
 */
export type Hole = { 
/**
 * Its name in the form.
 */
name: string, 
/**
 * The least whole number.
 */
from: number, 
/**
 * The greatest whole number.
 */
to: number, };

/**
 * A legal answer.
 */
export type Choice = { 
/**
 * The notation.
 */
text: string, 
/**
 * The anchor where the hand begins.
 */
from?: string, 
/**
 * The anchor where it ends.
 */
to?: string, 
/**
 * A natural key on the keyboard.
 */
key?: string, 
/**
 * Where things would stand, in the terms of the view.
 */
preview?: Json, };

/**
 * A position as one viewer may know it.
 */
export type Position = { 
/**
 * How many moves led to it.
 */
n: number, 
/**
 * Whose eyes.
 */
viewer: ViewerName, 
/**
 * The game's view: what `draw(view)` takes.
 */
view: Json, 
/**
 * Who must decide.
 */
turn: TurnTold, 
/**
 * The questions to this viewer's own seats. Empty when looking back, watching or covered.
 */
asked: Array<Asked>, 
/**
 * Two at one screen, with secrets: whose private view waits behind the cover. The page covers the board
 * (after the animation), sends `uncover` with no seat, and with the seat when its player says so.
 */
cover: Seat | null, };

/**
 * A line of the move list.
 */
export type Move = { 
/**
 * Its number from 1. After a take-back numbers are used again.
 */
n: number, 
/**
 * Who decided; none for chance.
 */
seat: Seat | null, 
/**
 * The notation, or what this viewer may see of it.
 */
text: string, 
/**
 * A number that lines of one turn of the rules share, where both sides decide within a turn.
 */
turn: number | null, };

/**
 * A move with what happened in it.
 */
export type Moved = { 
/**
 * The events in the order in which the eye should see them.
 */
events: GameEvent[], 
/**
 * Its number from 1. After a take-back numbers are used again.
 */
n: number, 
/**
 * Who decided; none for chance.
 */
seat: Seat | null, 
/**
 * The notation, or what this viewer may see of it.
 */
text: string, 
/**
 * A number that lines of one turn of the rules share, where both sides decide within a turn.
 */
turn: number | null, };

/**
 * What waits for an answer, by who offered it.
 */
export type Offers = { 
/**
 * To take back.
 */
undo: Seat | null, 
/**
 * A draw.
 */
draw: Seat | null, 
/**
 * Another game.
 */
rematch: Seat | null, };

/**
 * An offer that was declined or withdrawn, or made.
 */
export type Offer = { 
/**
 * What waits now.
 */
offers: Offers, 
/**
 * What was declined just now, for a word to who offered it.
 */
declined: Answered | null, };

/**
 * Which buttons make sense for this viewer now.
 */
export type Can = { 
/**
 * To take back (or to ask for it), for the seats of `undo_for`.
 */
undo: boolean, 
/**
 * Whose last decision an undo would go back to: what to send as its `seat`.
 */
undo_for: Seat | null, 
/**
 * Whether the other side must agree.
 */
undo_asks: boolean, 
/**
 * To ask for a hint.
 */
hint: boolean, 
/**
 * To give up.
 */
resign: boolean, 
/**
 * To offer a draw.
 */
draw: boolean, 
/**
 * To play again.
 */
rematch: boolean, };

/**
 * What went wrong with a request.
 */
export type Trouble = { 
/**
 * The rule, where one refuses: an option, a step of a record.
 */
rule: string | null, 
/**
 * The line of a record's file, from 1.
 */
line: number | null, 
/**
 * The line of a record's game, from 1.
 */
step: number | null, 
/**
 * The key in the word files.
 */
word: string, 
/**
 * The values. A value that is a word itself is translated as `GAME.word.VALUE` or `word.VALUE`.
 */
values: { [name: string]: Value }, };

/**
 * A game as the home page shows it. Its sentences are `GAME.name`, `GAME.tagline`, `GAME.length`, `GAME.luck`.
 */
export type GameCard = { 
/**
 * Its name in addresses.
 */
id: string, 
/**
 * The version of its rules.
 */
rules: number, 
/**
 * Its variants and switchable rulings.
 */
options: Array<OptionTold>, 
/**
 * The computer's levels, weakest first: `level.NAME`.
 */
levels: Array<string>, 
/**
 * Whether anything can be hidden.
 */
secrets: boolean, 
/**
 * A position to draw on the card.
 */
picture: Json, };

/**
 * An option of a game: `GAME.option.KEY`, its values `GAME.option.KEY.VALUE`.
 */
export type OptionTold = { 
/**
 * Its key.
 */
key: string, 
/**
 * The value of the printed game.
 */
default: string, 
/**
 * The rule that it switches: `R13`.
 */
rule: string, 
/**
 * What it may be set to.
 */
values: OptionValues, };

/**
 * What an option may be set to.
 */
export type OptionValues = { "type": "one_of", 
/**
 * The words.
 */
of: Array<string>, } | { "type": "number", 
/**
 * The least.
 */
from: number, 
/**
 * The greatest.
 */
to: number, 
/**
 * The distance.
 */
step: number, } | { "type": "several", 
/**
 * The words.
 */
of: Array<string>, 
/**
 * How many.
 */
count: number, };

/**
 * A rulebook in one language.
 */
export type RulebookTold = { 
/**
 * Its pieces in order.
 */
blocks: Array<BlockTold>, };

/**
 * A piece of a rulebook. Text keeps its inline Markdown (`*emphasis*`, `**strong**`, `` `code` ``).
 */
export type BlockTold = { "block": "heading", 
/**
 * 1 for the title.
 */
level: number, 
/**
 * The words.
 */
text: string, } | { "block": "rule", 
/**
 * Its number.
 */
number: number, 
/**
 * What it says.
 */
text: string, } | { "block": "paragraph", 
/**
 * What it says.
 */
text: string, } | { "block": "list", 
/**
 * Its items.
 */
items: Array<string>, } | { "block": "table", 
/**
 * Rows of cells.
 */
rows: Array<Array<string>>, } | { "block": "diagram", 
/**
 * The position in the game's text form.
 */
text: string, 
/**
 * The view to draw.
 */
view: Json, };

/**
 * The guest that the cookie names.
 */
export type Me = { 
/**
 * The display name, if one was chosen.
 */
name: string | null, 
/**
 * How many tables this guest sits or sat at.
 */
tables: number, };

/**
 * Chooses a display name; empty for none.
 */
export type Rename = { 
/**
 * 1 to 24 characters.
 */
name: string, };

/**
 * What was erased with the guest.
 */
export type Erased = { 
/**
 * Tables that nobody else sat at, gone with all their moves.
 */
tables: number, 
/**
 * Tables that somebody else has a seat at: the name is gone, the game stays.
 */
left: number, };

/**
 * Opens a table.
 */
export type NewTable = { 
/**
 * The game.
 */
game: string, 
/**
 * Its options, where they differ from the default.
 */
options?: { [key: string]: string }, 
/**
 * How the seats are filled.
 */
mode: Mode, 
/**
 * The maker's seat.
 */
seat?: WantSeat, 
/**
 * The computer's level, for mode `computer`.
 */
level?: string, 
/**
 * How its clocks count; by default it has none.
 */
clock?: Clock, 
/**
 * Whether others find it to watch. By default against the computer yes, otherwise no.
 */
listed?: boolean, };

/**
 * Which seat the maker of a table wants.
 */
export type WantSeat = "one" | "two" | "random";

/**
 * A table that was opened.
 */
export type Opened = { 
/**
 * Its name.
 */
table: string, 
/**
 * The link for the friend, in mode `link`.
 */
invite: SeatLink | null, };

/**
 * Wants a link to a seat: the own one (for another device), or an open one (for the friend). Links given
 * before for that seat stop working.
 */
export type WantLink = { 
/**
 * Which seat.
 */
seat: Seat, };

/**
 * A link to a seat. It works once.
 */
export type SeatLink = { 
/**
 * Which seat.
 */
seat: Seat, 
/**
 * `/seat/TOKEN`.
 */
path: string, };

/**
 * Exchanges a seat link for the seat.
 */
export type TakeSeat = { 
/**
 * The last part of the link's path.
 */
token: string, 
/**
 * A secret of the client's own, of the same form: a link works once, and again for who shows the same claim,
 * because the answer to the first request may have been lost.
 */
claim: string | null, };

/**
 * The seat that was taken.
 */
export type Seated = { 
/**
 * Its table.
 */
table: string, 
/**
 * Which seat.
 */
seat: Seat, };

/**
 * What is being played.
 */
export type Lobby = { 
/**
 * Listed tables where something happened lately, newest first.
 */
watch: Array<TableCard>, 
/**
 * The guest's own unfinished games, newest first.
 */
mine: Array<TableCard>, 
/**
 * The guest's last finished games, newest first.
 */
finished: Array<TableCard>, };

/**
 * A table in a list.
 */
export type TableCard = { 
/**
 * Its name.
 */
id: string, 
/**
 * The game.
 */
game: string, 
/**
 * How the seats are filled.
 */
mode: Mode, 
/**
 * The computer's level.
 */
level: string | null, 
/**
 * The names of One and Two, where they have one.
 */
names: [string | null, string | null], 
/**
 * The guest's own seats.
 */
you: Seat[], 
/**
 * Which seats nobody has taken yet.
 */
open: Seat[], 
/**
 * How many lines its log has.
 */
version: number, 
/**
 * When something happened last, in seconds since 1970.
 */
touched: number, 
/**
 * How it ended: `one`, `two`, `draw`.
 */
outcome: string | null, };

/**
 * A game to step through.
 */
export type Replay = { 
/**
 * The table, when the game is one of ours.
 */
table: string | null, 
/**
 * The game.
 */
game: string, 
/**
 * The version of its rules.
 */
rules: number, 
/**
 * The options that differ from the default.
 */
options: { [key: string]: string }, 
/**
 * The names of One and Two.
 */
names: [string | null, string | null], 
/**
 * The day, `2026-11-15`.
 */
date: string | null, 
/**
 * SHA-256 of the seed of its dice.
 */
commitment: string | null, 
/**
 * The seed, when it is open.
 */
seed: string | null, 
/**
 * What One and Two committed to before any nonce was opened.
 */
commitments: [string | null, string | null], 
/**
 * What One and Two added to the dice, in hex digits.
 */
nonces: [string | null, string | null], 
/**
 * Whose eyes: the judge's when the game is over, else the public's.
 */
viewer: ViewerName, 
/**
 * Whether the game is over: then its record can be downloaded.
 */
over: boolean, 
/**
 * What every chance step was drawn from, when the seed is open.
 */
draws: Array<DrawTold>, 
/**
 * The position before the first move, then after each.
 */
frames: Array<Frame>, };

/**
 * What a chance step was drawn from.
 */
export type DrawTold = { 
/**
 * The number of the move.
 */
n: number, 
/**
 * The outcome.
 */
text: string, 
/**
 * The stream; none when the record does not say.
 */
stream: string | null, 
/**
 * Every outcome with its weight, in byte order.
 */
weights: Array<[string, number]>, };

/**
 * A position of a replay.
 */
export type Frame = { 
/**
 * The move that led to it; none for the start, and for the end by a decision of the table.
 */
moved: Moved | null, 
/**
 * The game's view.
 */
view: Json, 
/**
 * Who must decide.
 */
turn: TurnTold, };

/**
 * The truth about the moves of a game, where it is known.
 */
export type Review = { 
/**
 * The position that the list begins with; 0 is the start.
 */
from: number, 
/**
 * For each position what perfect play makes of each move of the side to move; none where nobody knows.
 */
positions: ({ [move: string]: MarkTold } | null)[], };

/**
 * What perfect play makes of a move, for the side that makes it.
 */
export type MarkTold = "won" | "drawn" | "lost";

/**
 * A text in both languages: lessons are data, no word file knows them.
 */
export type BothLanguages = { 
/**
 * In English.
 */
en: string, 
/**
 * In French.
 */
fr: string, };

/**
 * A lesson of a game.
 */
export type LessonCard = { 
/**
 * Its name in addresses.
 */
id: string, 
/**
 * What it is called.
 */
title: BothLanguages, 
/**
 * What to do.
 */
text: BothLanguages, 
/**
 * The rules that it teaches.
 */
rules: Array<number>, };

/**
 * What a learner asks. The server remembers nothing: what was done before comes along.
 */
export type LessonAsked = { 
/**
 * The learner's decisions so far, in the game's notation.
 */
played: Array<string>, 
/**
 * What is asked, as of a table.
 */
ask: Ask, };

/**
 * What a lesson answers.
 */
export type LessonTold = { 
/**
 * The frames that a table would have told.
 */
tells: Array<Tell>, 
/**
 * The decision that was made, to be sent along from now on.
 */
played: string | null, 
/**
 * How the lesson stands.
 */
verdict: LessonVerdict, };

/**
 * How a lesson stands.
 */
export type LessonVerdict = { "type": "open" } | { "type": "done", 
/**
 * The praise.
 */
say: BothLanguages, } | { "type": "missed", 
/**
 * Why.
 */
say: BothLanguages, };
