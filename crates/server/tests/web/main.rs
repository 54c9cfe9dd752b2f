//! The server over real sockets.

mod abuse;
mod chance;
mod clocks;
mod common;
mod cuts;
mod dice;
mod door;
mod faults;
mod hostile;
mod ops;
mod patience;
mod practice;
mod review;
mod safety;
mod secrets;
mod tables;
mod thinking;
mod undo;
