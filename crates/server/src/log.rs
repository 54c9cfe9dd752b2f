//! What the operator reads: one line an event, on standard error. What a game hides is in none of them, nor are
//! seeds, cookies and links.

/// Writes a line.
pub(crate) fn line(text: std::fmt::Arguments<'_>) {
    eprintln!("{text}");
    #[cfg(test)]
    LINES.lock().expect("nobody panics while writing").push(text.to_string());
}

#[cfg(test)]
static LINES: std::sync::Mutex<Vec<String>> = std::sync::Mutex::new(Vec::new());

/// Every line that was written so far.
#[cfg(test)]
pub(crate) fn lines() -> Vec<String> {
    LINES.lock().expect("nobody panics while writing").clone()
}
