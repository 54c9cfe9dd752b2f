//! The truth about moves, in words: for `analyse` in a game and for `replay --review`.

use catalogue::Mark;

use crate::voice::Voice;

/// A sign that needs no colour.
pub(crate) fn sign(mark: Mark) -> char {
    match mark {
        Mark::Won => '+',
        Mark::Drawn => '=',
        Mark::Lost => '-',
    }
}

/// The word for a mark.
pub(crate) fn word(mark: Mark) -> &'static str {
    match mark {
        Mark::Won => "mark.won",
        Mark::Drawn => "mark.drawn",
        Mark::Lost => "mark.lost",
    }
}

/// Why there are no marks.
pub(crate) fn unknown(game: &str, voice: &Voice) -> String {
    voice.text(if game == "squadro" { "cli.review.not-yet" } else { "cli.review.not-solved" })
}

/// What a move gave away, if it did, with what would have kept it.
pub(crate) fn mistake(marks: &[(String, Mark)], played: &str, voice: &Voice) -> Option<String> {
    let (best, taken) = Mark::given_away(marks, played)?;
    let kept: Vec<&str> =
        marks.iter().filter(|(_, mark)| *mark == best).map(|(text, _)| text.as_str()).collect();
    let key = match (best, taken) {
        (Mark::Won, Mark::Lost) => "review.won-lost",
        (Mark::Won, _) => "review.won-drawn",
        _ => "review.drawn-lost",
    };
    let better = voice.say("cli.review.better", [("moves", kept.join(", ").into())]);
    Some(format!("{} {}", voice.text(key), better))
}
