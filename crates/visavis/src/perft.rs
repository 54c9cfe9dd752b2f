//! `visavis perft`: counts the tree of a game.

use anyhow::Result;
use catalogue::Pairs;

use crate::{print, progress, voice::Voice};

/// Counts leaves, or distinct positions, after each number of steps up to `depth`.
pub(crate) fn count(game: &str, depth: u32, distinct: bool, options: &Pairs, voice: &Voice) -> Result<()> {
    let entry = voice.game(game)?;
    voice.options(entry, options)?;
    if entry.continuous {
        return Err(voice.wrong("cli.perft.continuous", [("game", entry.id.into())]));
    }
    let said = |refusal| anyhow::anyhow!(voice.refusal(&refusal));
    let bar = progress::spinner(voice.text("cli.perft.bar"));
    if distinct {
        let counts = (entry.perft_distinct)(options, depth).map_err(said)?;
        bar.finish_and_clear();
        for (depth, count) in counts.iter().enumerate() {
            print(&format!("{:>3} {count}\n", depth + 1))?;
        }
        return Ok(());
    }
    for depth in 1..=depth {
        let count = (entry.perft)(options, depth).map_err(said)?;
        bar.suspend(|| print(&format!("{depth:>3} {count}\n")))?;
    }
    bar.finish_and_clear();
    Ok(())
}
