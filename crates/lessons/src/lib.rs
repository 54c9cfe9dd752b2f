//! Lessons: short exercises on the real board, learned by doing.
//!
//! A lesson is data (`lessons/GAME.toml`): a position, one sentence, a goal that the rules check, and answers to the
//! mistakes that beginners make. An [`Attempt`] runs any of them through the table that the game opens, so that
//! neither this crate nor the page knows a rule. What chance brings and what the other side answers is written in the
//! lesson; where it is not, both are drawn from a seed of the lesson's name, so that the same actions always lead to the
//! same table: a server need not remember who is in the middle of a lesson.

mod attempt;
mod data;

pub use self::{
    attempt::{Attempt, Seen, Verdict},
    data::{Course, Goal, Lesson, Mistake, Unreadable, course},
};
