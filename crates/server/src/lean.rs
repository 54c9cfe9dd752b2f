//! The page's files as they are sent: without comment lines and indentation. The build script uses this file too.

/// Leaves out lines that are comments, and blanks at the beginning of lines. A source of ours has no string over
/// several lines; the browser tests run on what comes out.
pub(crate) fn lean(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut inside = false;
    for line in source.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let begins = line.starts_with("/*");
        if inside || begins {
            inside = !line.ends_with("*/");
        } else if !line.starts_with("//") {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

/// Whether a file is made lean: scripts and styles are.
pub(crate) fn can_be_lean(name: &str) -> bool {
    name.ends_with(".js") || name.ends_with(".css")
}
