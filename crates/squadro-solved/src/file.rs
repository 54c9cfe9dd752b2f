//! The file of a level: blocks, then an index, then a footer.
//!
//! A file is written under another name, flushed to the disk and renamed at the end, so one that has its name is
//! whole. Blocks and index carry checksums; a file cut short has no footer; one of another level says so.

use std::{
    fs::{self, File},
    io::{BufWriter, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::Mutex,
};

use zstd::bulk::Decompressor;

use crate::{
    Error,
    layer::Layer,
    pack::{self, Block, Cut},
    values::{Count, Values},
};

const MAGIC: &[u8; 8] = b"SQUADRO\x01";
/// The end of a file: where the index begins, its length, and the magic again.
const FOOTER: u64 = 24;

/// Where the file of a level lies.
pub(crate) fn path(folder: &Path, level: u8) -> PathBuf {
    folder.join(format!("squadro-level-{level:02}.solved"))
}

pub(crate) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> Error {
    let path = path.to_owned();
    move |source| Error::Io { path, source }
}

/// A level's file in the making.
pub(crate) struct Writer {
    path: PathBuf,
    file: BufWriter<File>,
    at: u64,
    level: u8,
    /// By the order of [`Layer::on_level`].
    layers: Vec<Option<Entry>>,
}

/// What the index knows about a layer.
#[derive(Clone, Debug)]
struct Entry {
    count: Count,
    /// Where its first block begins.
    start: u64,
    /// The lengths of its blocks.
    lengths: Vec<u32>,
}

impl Writer {
    pub(crate) fn new(folder: &Path, level: u8, layers: usize) -> Result<Writer, Error> {
        let path = path(folder, level).with_extension("part");
        let mut file = BufWriter::with_capacity(1 << 20, File::create(&path).map_err(io(&path))?);
        file.write_all(MAGIC).map_err(io(&path))?;
        Ok(Writer { path, file, at: 8, level, layers: vec![None; layers] })
    }

    /// Adds the blocks of the layer number `n` of the level.
    pub(crate) fn add(&mut self, n: usize, count: Count, blocks: &[Vec<u8>]) -> Result<(), Error> {
        let start = self.at;
        for block in blocks {
            self.file.write_all(block).map_err(io(&self.path))?;
            self.at += block.len() as u64;
        }
        let lengths = blocks.iter().map(|block| block.len() as u32).collect();
        self.layers[n] = Some(Entry { count, start, lengths });
        Ok(())
    }

    /// Takes the unfinished file away.
    pub(crate) fn give_up(self) {
        drop(self.file);
        // Whatever stays is overwritten by the next run and read by nobody.
        let _ = fs::remove_file(&self.path);
    }

    /// Writes the index and gives the file its name.
    pub(crate) fn finish(mut self, folder: &Path) -> Result<u64, Error> {
        let mut index = vec![self.level];
        for entry in &self.layers {
            let entry = entry.as_ref().expect("every layer of the level was added");
            let Count { top, left, drawn } = entry.count;
            [top, left, drawn, entry.start].iter().for_each(|n| index.extend(n.to_le_bytes()));
            entry.lengths.iter().for_each(|length| index.extend(length.to_le_bytes()));
        }
        let packed = pack::compressor().compress(&index).expect("the room for the result is made to fit");
        let mut tail = packed.clone();
        tail.extend(self.at.to_le_bytes());
        tail.extend((packed.len() as u64).to_le_bytes());
        tail.extend(MAGIC);
        self.file.write_all(&tail).map_err(io(&self.path))?;
        let file = self.file.into_inner().map_err(|error| io(&self.path)(error.into_error()))?;
        file.sync_all().map_err(io(&self.path))?;
        let whole = path(folder, self.level);
        fs::rename(&self.path, &whole).map_err(io(&whole))?;
        Ok(self.at + tail.len() as u64)
    }
}

/// The file of a level, open for reading.
#[derive(Debug)]
pub(crate) struct LevelFile {
    path: PathBuf,
    file: Mutex<File>,
    layers: Vec<(Layer, Entry)>,
}

impl LevelFile {
    /// Opens the file of a level and reads its index.
    pub(crate) fn open(folder: &Path, level: u8) -> Result<LevelFile, Error> {
        let path = path(folder, level);
        let mut file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(Error::Missing { level });
            }
            Err(source) => return Err(Error::Io { path, source }),
        };
        let damaged = |what: &str| Error::Damaged { path: path.clone(), what: what.into() };
        let length = file.seek(SeekFrom::End(0)).map_err(io(&path))?;
        if length < 8 + FOOTER {
            return Err(damaged("it is cut short"));
        }
        let mut magic = [0; 8];
        read_at(&mut file, 0, &mut magic).map_err(io(&path))?;
        let mut footer = [0; FOOTER as usize];
        read_at(&mut file, length - FOOTER, &mut footer).map_err(io(&path))?;
        if magic != *MAGIC || footer[16..] != *MAGIC {
            return Err(damaged("it is cut short or no file of the solution"));
        }
        let [start, size] = [0, 8].map(|i| u64_at(&footer, i));
        if start.checked_add(size).is_none_or(|end| end != length - FOOTER) {
            return Err(damaged("its index is out of place"));
        }
        let mut packed = vec![0; size as usize];
        read_at(&mut file, start, &mut packed).map_err(io(&path))?;
        let index = zstd::bulk::decompress(&packed, 1 << 26).map_err(|error| damaged(&error.to_string()))?;
        let layers = read_index(&index, level, start).ok_or_else(|| damaged("its index does not fit"))?;
        Ok(LevelFile { path, file: Mutex::new(file), layers })
    }

    /// The layers of the file with their counts.
    pub(crate) fn layers(&self) -> impl Iterator<Item = (Layer, Count)> {
        self.layers.iter().map(|(layer, entry)| (*layer, entry.count))
    }

    /// Reads one block of a layer.
    pub(crate) fn block(&self, layer: Layer, block: usize) -> Result<Block, Error> {
        let at = self.layers.binary_search_by_key(&order(layer), |(layer, _)| order(*layer));
        let (_, entry) = &self.layers[at.expect("a level's file has all its layers")];
        let start = entry.start + entry.lengths[..block].iter().map(|&n| u64::from(n)).sum::<u64>();
        let mut bytes = vec![0; entry.lengths[block] as usize];
        {
            let mut file = self.file.lock().expect("nobody panics while reading");
            read_at(&mut file, start, &mut bytes).map_err(io(&self.path))?;
        }
        let mut zstd = Decompressor::new().map_err(io(&self.path))?;
        pack::unpack(&bytes, &Cut::new(layer), block, &mut zstd)
            .map_err(|what| Error::Damaged { path: self.path.clone(), what })
    }

    /// Reads a whole layer.
    pub(crate) fn layer(&self, layer: Layer) -> Result<Values, Error> {
        let blocks = (0..Cut::new(layer).blocks()).map(|block| self.block(layer, block));
        Ok(pack::join(layer, &blocks.collect::<Result<Vec<_>, _>>()?))
    }
}

/// The order of [`Layer::on_level`].
fn order(layer: Layer) -> (usize, usize) {
    (crate::layout::code(layer.top), crate::layout::code(layer.left))
}

fn read_at(file: &mut File, at: u64, into: &mut [u8]) -> std::io::Result<()> {
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(into)
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

fn read_index(index: &[u8], level: u8, end: u64) -> Option<Vec<(Layer, Entry)>> {
    let (&written, mut rest) = index.split_first()?;
    if written != level {
        return None;
    }
    let mut layers = Vec::new();
    for layer in Layer::on_level(level) {
        let blocks = Cut::new(layer).blocks();
        let (entry, tail) = rest.split_at_checked(32 + 4 * blocks)?;
        rest = tail;
        let [top, left, drawn, start] = [0, 8, 16, 24].map(|at| u64_at(entry, at));
        let lengths: Vec<u32> = entry[32..]
            .chunks_exact(4)
            .map(|four| u32::from_le_bytes(four.try_into().expect("four bytes")))
            .collect();
        let size: u64 = lengths.iter().map(|&n| u64::from(n)).sum();
        if start.checked_add(size)? > end {
            return None;
        }
        layers.push((layer, Entry { count: Count { top, left, drawn }, start, lengths }));
    }
    rest.is_empty().then_some(layers)
}
