//! The server over real sockets.

mod common;
mod safety;
mod secrets;
mod tables;
mod undo;
