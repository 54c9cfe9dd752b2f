//! The server over real sockets.

mod chance;
mod common;
mod ops;
mod practice;
mod safety;
mod secrets;
mod tables;
mod undo;
