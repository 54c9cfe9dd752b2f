//! Home-made sheets for tests: Rusted Sun with one thing changed.

use to_pieces::teams::{self, Team};

/// A sheet whose strategy 1 has these effects; the name by which positions call it.
pub(crate) fn with_effects(id: &str, when: &str, effects: &str) -> String {
    changed(id, |text| {
        let head = text.find("[[strategy]]").unwrap();
        let tail = head + text[head + 1..].find("[[strategy]]").unwrap() + 1;
        let strategy = format!(
            "[[strategy]]\nnumber = 1\nname = {{ en = \"Test\", fr = \"Essai\" }}\nwhen = \"{when}\"\neffects = [ {effects} ]\n\n"
        );
        format!("{}{strategy}{}", &text[..head], &text[tail..])
    })
}

/// A sheet whose card 1 has this goal.
pub(crate) fn with_goal(id: &str, goal: &str) -> String {
    changed(id, |text| {
        text.replacen(
            "{ condition = \"treasure\", number = 1, uncontested = true }",
            &format!("{{ {goal} }}"),
            1,
        )
    })
}

/// A sheet whose minions have these traits.
pub(crate) fn with_trait(id: &str, key: &str) -> String {
    changed(id, |text| text.replacen("[minion]\n", &format!("[minion]\n{key}\n"), 1))
}

fn changed(id: &str, change: impl Fn(String) -> String) -> String {
    let file = include_str!("../../src/teams/rusted-sun.toml");
    let text = change(file.replacen("rusted-sun", id, 1));
    assert_ne!(text, file.replacen("rusted-sun", id, 1), "{id} is changed");
    let sheet = teams::read(&text).unwrap_or_else(|mistakes| panic!("{id}: {mistakes:?}"));
    let team: Team = teams::register(sheet).unwrap();
    team.name().to_owned()
}
