//! The server over real sockets.

mod common;
mod ops;
mod safety;
mod secrets;
mod tables;
mod undo;
