//! Counting.
