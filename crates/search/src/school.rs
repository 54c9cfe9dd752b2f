//! How a network is taught: games against itself, with exams on the way. What a game is and what is learned from
//! it is the [`Pupil`]'s affair. Whoever teaches brings the generator: the same seed gives the same weights and the
//! same log, byte for byte, on every machine.

use rand::{RngCore, SeedableRng};
use sha2::{Digest, Sha256};
use table::tools;

/// A network at school.
pub trait Pupil {
    /// Plays one game against itself and learns from it.
    fn learn(&mut self, rng: &mut dyn RngCore) -> Lesson;

    /// Plays so many games against its rival, on either side in turn, without learning: its points, one for a win.
    fn exam(&self, games: u32, rng: &mut dyn RngCore) -> f32;

    /// The weights as they would be shipped.
    fn weights(&self) -> Vec<u8>;
}

/// What a game was like.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Lesson {
    /// Thoughts that were corrected.
    pub turns: u32,
    /// How far off they were, together.
    pub error: f64,
}

/// What is taught, and when it is examined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// The first line of the log, if there is something to say.
    pub title: Option<String>,
    /// Whom exams are played against.
    pub rival: &'static str,
    /// The seed.
    pub seed: u64,
    /// How many games.
    pub games: u32,
    /// After how many games there is an exam.
    pub every: u32,
    /// The games of an exam.
    pub exam: u32,
}

/// What a course has taught.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taught {
    /// The weights, as they are shipped.
    pub weights: Vec<u8>,
    /// Seed, number of games, SHA-256 of the weights, and the exams on the way.
    pub log: String,
}

impl Course {
    /// Teaches a pupil that `new` makes. `learned` is told after every game.
    pub fn teach<P: Pupil, R: RngCore + SeedableRng>(
        &self,
        new: impl FnOnce(&mut R) -> P,
        mut learned: impl FnMut(),
    ) -> Taught {
        let Course { title, rival, seed, games, every, exam } = self;
        let mut rng = R::seed_from_u64(*seed);
        let mut pupil = new(&mut rng);
        let mut rows = String::new();
        let mut since = (0, Lesson::default());
        for n in 1..=*games {
            let lesson = pupil.learn(&mut rng);
            since.0 += 1;
            since.1.turns += lesson.turns;
            since.1.error += lesson.error;
            learned();
            if n % every == 0 || n == *games {
                // Dice of its own: exams do not change the lessons.
                let points = pupil.exam(*exam, &mut R::seed_from_u64(seed ^ u64::from(n)));
                let (taught, Lesson { turns, error }) = std::mem::take(&mut since);
                let (length, error) = (f64::from(turns) / f64::from(taught), error / f64::from(turns.max(1)));
                rows += &format!("{n:>7}  {length:>12.1}  {error:>10.4}  {points} of {exam}\n");
            }
        }
        let weights = pupil.weights();
        let hash = tools::hex(&Sha256::digest(&weights));
        let title = title.iter().map(|title| format!("{title}\n")).collect::<String>();
        let log = format!(
            "{title}seed {seed}\ngames {games}\nsha256 {hash}\n\n\
             learned  turns a game  mean error  won against {rival}\n{rows}"
        );
        Taught { weights, log }
    }
}
