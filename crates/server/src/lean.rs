//! The page's files as they are sent: without comments and without blanks that only please the eye. Lines stay lines
//! where a statement may end, because our scripts end theirs so. The build script uses this file too; the browser
//! tests run on what comes out.

/// Makes a script or a style lean.
pub(crate) fn lean(name: &str, source: &str) -> String {
    let bytes = if name.ends_with(".css") { style(source.as_bytes()) } else { script(source.as_bytes()) };
    String::from_utf8(bytes).expect("whole characters are kept or left out")
}

/// Whether a file is made lean: scripts and styles are.
pub(crate) fn can_be_lean(name: &str) -> bool {
    name.ends_with(".js") || name.ends_with(".css")
}

/// A style: blanks matter between the parts of a selector and of a value, not beside brackets, colons and the like.
fn style(source: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(source.len());
    let mut blank = false;
    let mut i = 0;
    while let Some(&byte) = source.get(i) {
        if source[i..].starts_with(b"/*") {
            i = after(source, i + 2, b"*/");
        } else if byte == b'\'' {
            let end = quoted(source, i);
            put_blank(&mut out, &mut blank, |last| !b"{};:,>".contains(&last));
            out.extend(&source[i..end]);
            i = end;
        } else {
            i += 1;
            match byte {
                b' ' | b'\t' => blank = true,
                b'\n' => end_line(&mut out, &mut blank, b"{};,"),
                _ => {
                    let needed = |last| !b"{};:,>".contains(&last) && !b"{}>".contains(&byte);
                    put_blank(&mut out, &mut blank, needed);
                    out.push(byte);
                }
            }
        }
    }
    out
}

/// A script: blanks matter between words, and between signs that would become another one.
fn script(source: &[u8]) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::with_capacity(source.len());
    let mut blank = false;
    // Braces that are open, and at which depth the code inside a template began.
    let (mut depth, mut templates) = (0, Vec::new());
    let mut i = 0;
    while let Some(&byte) = source.get(i) {
        if source[i..].starts_with(b"/*") {
            i = after(source, i + 2, b"*/");
            continue;
        }
        if source[i..].starts_with(b"//") {
            i = source[i..].iter().position(|&next| next == b'\n').map_or(source.len(), |far| i + far);
            continue;
        }
        match byte {
            b' ' | b'\t' => blank = true,
            b'\n' => end_line(&mut out, &mut blank, b"{([,;"),
            _ => {
                let word =
                    |byte: u8| byte.is_ascii_alphanumeric() || b"_$".contains(&byte) || !byte.is_ascii();
                put_blank(&mut out, &mut blank, |last| {
                    (word(last) && word(byte)) || (last == byte && b"+-/".contains(&byte))
                });
                let back = byte == b'}' && templates.last() == Some(&depth);
                let end = match byte {
                    b'\'' | b'"' => quoted(source, i),
                    b'/' if begins_pattern(&out) => pattern(source, i),
                    b'`' => template(source, i + 1),
                    b'}' if back => template(source, i + 1),
                    _ => i + 1,
                };
                out.extend(&source[i..end]);
                if back {
                    templates.pop();
                }
                match byte {
                    b'{' => depth += 1,
                    b'}' if !back => depth -= 1,
                    b'`' | b'}' if source[..end].ends_with(b"${") => templates.push(depth),
                    _ => {}
                }
                i = end;
                continue;
            }
        }
        i += 1;
    }
    out
}

/// A blank that was read, where it is needed after the last byte.
fn put_blank(out: &mut Vec<u8>, blank: &mut bool, needed: impl FnOnce(u8) -> bool) {
    if std::mem::take(blank) && out.last().is_some_and(|&last| last != b'\n' && needed(last)) {
        out.push(b' ');
    }
}

/// The end of a line, unless it was empty or something goes on after its last sign.
fn end_line(out: &mut Vec<u8>, blank: &mut bool, goes_on: &[u8]) {
    *blank = false;
    if out.last().is_some_and(|last| *last != b'\n' && !goes_on.contains(last)) {
        out.push(b'\n');
    }
}

/// The place after the next `end`.
fn after(source: &[u8], from: usize, end: &[u8]) -> usize {
    let found = source[from..].windows(end.len()).position(|window| window == end);
    found.map_or(source.len(), |far| from + far + end.len())
}

/// The place after the string that begins here.
fn quoted(source: &[u8], from: usize) -> usize {
    let mut i = from + 1;
    while let Some(&byte) = source.get(i) {
        i += if byte == b'\\' { 2 } else { 1 };
        if byte == source[from] {
            break;
        }
    }
    i.min(source.len())
}

/// The place after this part of a template: behind its end, or behind the `${` that opens code.
fn template(source: &[u8], from: usize) -> usize {
    let mut i = from;
    while let Some(&byte) = source.get(i) {
        i += if byte == b'\\' || source[i..].starts_with(b"${") { 2 } else { 1 };
        if byte == b'`' || source[..i.min(source.len())].ends_with(b"${") && byte == b'$' {
            break;
        }
    }
    i.min(source.len())
}

/// Whether a slash after this begins a pattern and does not divide.
fn begins_pattern(out: &[u8]) -> bool {
    out.last().is_none_or(|last| b"(,=:[!&|?{};>\n".contains(last)) || out.ends_with(b"return")
}

/// The place after the pattern that begins here, its flags not included.
fn pattern(source: &[u8], from: usize) -> usize {
    let (mut i, mut class) = (from + 1, false);
    while let Some(&byte) = source.get(i) {
        i += if byte == b'\\' { 2 } else { 1 };
        match byte {
            b'[' => class = true,
            b']' => class = false,
            b'/' if !class => break,
            _ => {}
        }
    }
    i.min(source.len())
}
