//! How the game is shown.
use table::{Gesture, Refusal, Seat, Show, Words};
use crate::{Action, Piggyback, View};
impl Show for Piggyback {
    fn picture(_: &View, _: &Words) -> String { String::new() }
    fn gesture(&self, _: Seat, _: &Action) -> Gesture { Gesture::button() }
    fn attempt(_: &View, _: Seat, _: &str, _: Option<&str>) -> Vec<Action> { Vec::new() }
    fn set_up(text: &str) -> Result<Self, Refusal> { crate::setup::read(text) }
}
