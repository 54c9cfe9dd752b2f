//! The server over real sockets.

mod chance;
mod clocks;
mod common;
mod safety;
mod secrets;
mod tables;
mod undo;
