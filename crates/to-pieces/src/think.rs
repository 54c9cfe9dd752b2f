//! How good a table looks.
