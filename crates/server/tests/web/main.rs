//! The server over real sockets.

mod common;
mod practice;
mod safety;
mod secrets;
mod tables;
mod undo;
