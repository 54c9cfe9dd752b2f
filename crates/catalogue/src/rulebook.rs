//! A rulebook as blocks: headings, prose, numbered rules, diagrams.
//!
//! The books are Markdown of a simple kind: `# title`, `## heading`, paragraphs, lists, tables, a rule is a
//! paragraph that begins with its number (`12. `), a diagram is a fenced block with the game's name whose text
//! [`Show::set_up`](table::Show::set_up) understands.

use serde::Serialize;
use table::Lang;

use crate::Entry;

/// One piece of a rulebook. Text keeps its inline Markdown (`*emphasis*`, `**strong**`, `` `code` ``).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "block", rename_all = "snake_case")]
pub enum Block {
    /// The title or a section's heading.
    Heading {
        /// 1 for the title, 2 for sections, 3 below.
        level: u8,
        /// The words.
        text: String,
    },
    /// A numbered rule.
    Rule {
        /// Its number in the spec.
        number: u32,
        /// What it says.
        text: String,
    },
    /// Plain prose.
    Paragraph {
        /// What it says.
        text: String,
    },
    /// A list.
    List {
        /// Its items.
        items: Vec<String>,
    },
    /// A table, its head first.
    Table {
        /// Rows of cells.
        rows: Vec<Vec<String>>,
    },
    /// A board in the game's text form.
    Diagram {
        /// The position.
        text: String,
    },
}

/// A rulebook in one language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rulebook {
    /// Its pieces in order.
    pub blocks: Vec<Block>,
}

impl Entry {
    /// The rulebook as it stands in the repository.
    pub fn rulebook_source(&self, lang: Lang) -> &'static str {
        self.texts.rulebooks[lang as usize]
    }

    /// The rulebook in blocks.
    pub fn rulebook(&self, lang: Lang) -> Rulebook {
        Rulebook { blocks: read(self.rulebook_source(lang)) }
    }
}

impl Rulebook {
    /// The text of a rule: `R12` or `12`.
    pub fn rule(&self, name: &str) -> Option<&str> {
        let wanted: u32 = name.trim_start_matches('R').parse().ok()?;
        self.blocks.iter().find_map(|block| match block {
            Block::Rule { number, text } if *number == wanted => Some(text.as_str()),
            _ => None,
        })
    }
}

fn read(source: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = source.lines().peekable();
    while let Some(line) = lines.next() {
        if line.trim().is_empty() {
            continue;
        }
        if line.starts_with("```") {
            let body: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
            blocks.push(Block::Diagram { text: body.join("\n") });
            continue;
        }
        if line.starts_with('#') {
            let level = line.bytes().take_while(|&b| b == b'#').count().min(3) as u8;
            blocks.push(Block::Heading { level, text: line.trim_start_matches('#').trim().into() });
            continue;
        }
        let mut part = vec![line.trim()];
        while let Some(next) = lines.next_if(|next| continues(line, next)) {
            part.push(next.trim());
        }
        blocks.push(paragraph(&part));
    }
    blocks
}

/// Whether `next` belongs to the paragraph, list or table that `first` began.
fn continues(first: &str, next: &str) -> bool {
    let next_trimmed = next.trim();
    if next_trimmed.is_empty() || next.starts_with('#') || next.starts_with("```") {
        return false;
    }
    if first.starts_with('|') {
        return next.starts_with('|');
    }
    if is_item(first) {
        return is_item(next) || next.starts_with(' ');
    }
    rule_number(next).is_none() && !is_item(next) && !next.starts_with('|')
}

fn is_item(line: &str) -> bool {
    line.starts_with("- ") || line.starts_with("* ")
}

fn rule_number(line: &str) -> Option<(u32, &str)> {
    let (number, text) = line.split_once(". ")?;
    number.parse().ok().map(|number| (number, text))
}

fn paragraph(part: &[&str]) -> Block {
    if part[0].starts_with('|') {
        let cells = |row: &&str| {
            row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>()
        };
        let ruler = |row: &&&str| !row.chars().all(|c| "|-: ".contains(c));
        return Block::Table { rows: part.iter().filter(ruler).map(cells).collect() };
    }
    if is_item(part[0]) {
        let mut items: Vec<String> = Vec::new();
        for line in part {
            match items.last_mut().filter(|_| !is_item(line)) {
                Some(item) => *item = format!("{item} {line}"),
                None => items.push(line[2..].into()),
            }
        }
        return Block::List { items };
    }
    let text = part.join(" ");
    match rule_number(&text) {
        Some((number, text)) => Block::Rule { number, text: text.into() },
        None => Block::Paragraph { text },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_falls_into_its_blocks() {
        let book = "# Game\n\nProse over\ntwo lines.\n\n## Moving\n\n1. One.\n2. Two,\n   on.\n\n- a\n  b\n- c\n\n```game\n0 0\n```\n| x | y |\n|---|---|\n| 1 | 2 |\n";
        let text = |s: &str| s.to_owned();
        let expected = vec![
            Block::Heading { level: 1, text: text("Game") },
            Block::Paragraph { text: text("Prose over two lines.") },
            Block::Heading { level: 2, text: text("Moving") },
            Block::Rule { number: 1, text: text("One.") },
            Block::Rule { number: 2, text: text("Two, on.") },
            Block::List { items: vec![text("a b"), text("c")] },
            Block::Diagram { text: text("0 0") },
            Block::Table { rows: vec![vec![text("x"), text("y")], vec![text("1"), text("2")]] },
        ];
        assert_eq!(read(book), expected);
    }
}
