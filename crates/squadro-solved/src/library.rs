//! Looking positions up in the files.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, OnceLock},
};

use squadro::Squadro;
use table::Game;

use crate::{
    Error,
    file::{self, LevelFile},
    layer::{LEVELS, Layer, Spot},
    pack::{Block, Cut},
    values::{Count, Value, Values},
};

/// The most bytes of blocks that are kept in memory.
const KEPT: usize = 64 << 20;

/// The solution's files, open for looking up. Cheap to share: every call takes `&self`.
#[derive(Debug)]
pub struct Library {
    folder: PathBuf,
    /// What opening the file of each level gave, once somebody has asked for it.
    levels: [OnceLock<Result<LevelFile, Error>>; 17],
    kept: Mutex<Kept>,
}

/// Blocks that were read lately.
#[derive(Debug, Default)]
struct Kept {
    blocks: BTreeMap<(Layer, usize), (u64, Arc<Block>)>,
    bytes: usize,
    now: u64,
}

impl Library {
    /// Looks at a folder; the file of a level is opened when it is first asked for. Levels may be missing or damaged:
    /// [`faults`](Library::faults) lists them, and whoever asks for a position of theirs is told.
    pub fn open(folder: &Path) -> Library {
        Library { folder: folder.to_owned(), levels: Default::default(), kept: Mutex::default() }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What is wrong with the files, by level; empty for a whole solution.
    pub fn faults(&self) -> Vec<(u8, &Error)> {
        LEVELS.filter_map(|level| self.opened(level).as_ref().err().map(|error| (level, error))).collect()
    }

    /// The first thing that is wrong with the files; none for a whole solution.
    pub fn fault(&self) -> Option<Error> {
        self.faults().first().map(|(_, fault)| fault.again())
    }

    /// Whether every level has a file, without opening any.
    pub fn has_all_files(&self) -> bool {
        LEVELS.into_iter().all(|level| file::path(&self.folder, level).exists())
    }

    /// Whether every level is there.
    pub fn is_whole(&self) -> bool {
        self.faults().is_empty()
    }

    /// How many positions of a level have each value, as its file says.
    ///
    /// # Errors
    /// When the level is missing or damaged.
    pub fn count(&self, level: u8) -> Result<Count, Error> {
        let mut count = Count::default();
        self.level(level)?.layers().for_each(|(_, layer)| count += layer);
        Ok(count)
    }

    /// The layers of a level that have drawn positions.
    ///
    /// # Errors
    /// When the level is missing or damaged.
    pub fn layers_with_draws(&self, level: u8) -> Result<Vec<Layer>, Error> {
        let layers = self.level(level)?.layers().filter(|(_, count)| count.drawn > 0);
        Ok(layers.map(|(layer, _)| layer).collect())
    }

    /// The value of a position, by the rules with `quiet=0`.
    ///
    /// # Errors
    /// When its level is missing or damaged, or no game leads to it.
    pub fn value(&self, game: &Squadro) -> Result<Value, Error> {
        if let Some(winner) = game.turn().outcome().and_then(|outcome| outcome.winner) {
            return Ok(Value::Win(winner));
        }
        let spot = Spot::of(game).ok_or(Error::Impossible)?;
        let (block, row) = Cut::new(spot.layer).find(spot.side, spot.row);
        Ok(self.block(spot.layer, block)?.get(row, spot.bit))
    }

    /// A whole layer.
    pub(crate) fn layer(&self, layer: Layer) -> Result<Arc<Values>, Error> {
        self.level(layer.level())?.layer(layer).map(Arc::new)
    }

    pub(crate) fn level(&self, level: u8) -> Result<&LevelFile, Error> {
        self.opened(level).as_ref().map_err(Error::again)
    }

    fn opened(&self, level: u8) -> &Result<LevelFile, Error> {
        self.levels[usize::from(level)].get_or_init(|| LevelFile::open(&self.folder, level))
    }

    fn block(&self, layer: Layer, block: usize) -> Result<Arc<Block>, Error> {
        if let Some(block) = self.kept.lock().expect("nobody panics here").find(layer, block) {
            return Ok(block);
        }
        let read = Arc::new(self.level(layer.level())?.block(layer, block)?);
        self.kept.lock().expect("nobody panics here").keep(layer, block, Arc::clone(&read));
        Ok(read)
    }
}

impl Kept {
    fn find(&mut self, layer: Layer, block: usize) -> Option<Arc<Block>> {
        self.now += 1;
        let (used, block) = self.blocks.get_mut(&(layer, block))?;
        *used = self.now;
        Some(Arc::clone(block))
    }

    fn keep(&mut self, layer: Layer, number: usize, block: Arc<Block>) {
        self.bytes += block.bytes();
        if let Some((_, old)) = self.blocks.insert((layer, number), (self.now, block)) {
            self.bytes -= old.bytes();
        }
        while self.bytes > KEPT {
            let oldest = self.blocks.iter().min_by_key(|(_, (used, _))| *used).map(|(key, _)| *key);
            let (_, dropped) = oldest.and_then(|key| self.blocks.remove(&key)).expect("there is a block");
            self.bytes -= dropped.bytes();
        }
    }
}
