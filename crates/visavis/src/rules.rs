//! `visavis rules`: the numbered rulebook, wrapped and paged.

use std::{
    io::{IsTerminal, Write, stdout},
    process::{Command, Stdio},
};

use anyhow::Result;
use catalogue::Block;

use crate::{print, voice::Voice};

/// Lines longer than this tire the eye.
const WIDEST: usize = 78;

/// Shows the rulebook of a game, in a pager when somebody looks at it.
pub(crate) fn show(game: &str, voice: &Voice) -> Result<()> {
    let entry = voice.game(game)?;
    let width =
        terminal_size::terminal_size().map_or(WIDEST, |(width, _)| usize::from(width.0).clamp(40, WIDEST));
    let mut text = String::new();
    for block in entry.rulebook(voice.lang).blocks {
        match block {
            Block::Heading { level: 1, text: title } => {
                text += &format!("{}\n{}\n\n", title.to_uppercase(), "=".repeat(title.chars().count()));
            }
            Block::Heading { text: title, .. } => {
                text += &format!("{title}\n{}\n\n", "-".repeat(title.chars().count()));
            }
            Block::Rule { number, text: rule } => {
                text += &wrap(&format!("{number:>3}. "), &plain(&rule), width)
            }
            Block::Paragraph { text: prose } => text += &wrap("", &plain(&prose), width),
            Block::List { items } => {
                items
                    .iter()
                    .for_each(|item| text += wrap("  - ", &plain(item), width).trim_end_matches('\n'));
                text += "\n\n";
            }
            Block::Table { rows } => text += &columns(&rows),
            Block::Diagram { text: position } => {
                let picture = (entry.set_up)(&position).map(|t| t.picture(table::Viewer::Judge, voice.words));
                text += &format!("{}\n", picture.unwrap_or(position));
            }
        }
    }
    page(&text)
}

/// A table, each column as wide as its widest cell.
fn columns(rows: &[Vec<String>]) -> String {
    let rows: Vec<Vec<String>> =
        rows.iter().map(|row| row.iter().map(|cell| plain(cell)).collect()).collect();
    let widest = |n: usize| rows.iter().filter_map(|row| row.get(n)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..).map_while(widest).collect();
    let mut text = String::new();
    for row in &rows {
        let cells: String =
            row.iter().zip(&widths).map(|(cell, &width)| format!("  {cell:<width$}")).collect();
        text += &format!("{}\n", cells.trim_end());
    }
    text + "\n"
}

/// Without the marks of emphasis.
fn plain(text: &str) -> String {
    text.replace("**", "").replace(['*', '`'], "")
}

/// Breaks prose at blanks; `head` stands before the first line and its width before the others.
fn wrap(head: &str, text: &str, width: usize) -> String {
    let indent = head.chars().count();
    let mut out = String::from(head);
    let mut column = indent;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > indent && column + 1 + length > width {
            out += &format!("\n{}", " ".repeat(indent));
            column = indent;
        }
        if column > indent {
            out.push(' ');
            column += 1;
        }
        out += word;
        column += length;
    }
    out + "\n\n"
}

fn page(text: &str) -> Result<()> {
    let high = terminal_size::terminal_size().map_or(0, |(_, height)| usize::from(height.0));
    if !stdout().is_terminal() || text.lines().count() < high {
        return Ok(print(text)?);
    }
    let pager =
        std::env::var("PAGER").ok().filter(|pager| !pager.is_empty()).unwrap_or_else(|| "less".into());
    let mut words = pager.split_whitespace();
    let program = words.next().unwrap_or("less");
    match Command::new(program).args(words).stdin(Stdio::piped()).spawn() {
        Ok(mut child) => {
            let mut pipe = child.stdin.take().expect("its input is a pipe");
            // A reader who quits early closes the pipe: that is no mistake.
            let _ = pipe.write_all(text.as_bytes());
            drop(pipe);
            child.wait()?;
            Ok(())
        }
        Err(_) => Ok(print(text)?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_wrapped_under_its_number() {
        assert_eq!(wrap(" 1. ", "one two three", 12), " 1. one two\n    three\n\n");
    }
}
