//! The page is light: everything that it is made of, for all games, with the words of the longer language, as a browser
//! gets it.

use std::{collections::BTreeMap, fs, io::Write, path::Path};

#[path = "../src/lean.rs"]
mod lean;

/// What all scripts, styles, pages and words may weigh together, compressed.
const LIMIT: usize = 140_000;

/// The size of a file on the wire.
fn compressed(body: &[u8]) -> usize {
    let mut out = Vec::new();
    brotli::CompressorWriter::new(&mut out, 1 << 16, 10, 20).write_all(body).unwrap();
    out.len()
}

fn weigh(folder: &Path, weight: &mut usize) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        let name = entry.file_name().into_string().unwrap();
        if path.is_dir() {
            if !["test", "node_modules"].contains(&name.as_str()) {
                weigh(&path, weight);
            }
        } else if ["bluff.js", "dart.js"].contains(&name.as_str()) {
            // The toys of the tests are never sent to a player.
        } else if lean::can_be_lean(&name) {
            *weight += compressed(lean::lean(&name, &fs::read_to_string(&path).unwrap()).as_bytes());
        } else if name.ends_with(".html") {
            *weight += compressed(&fs::read(&path).unwrap());
        }
    }
}

/// The words as they are sent, without those of the command line and of the toys.
fn words(lang: &str) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../words").join(lang);
    let left_out = ["cli.", "server.start.", "to-pieces.mistake."];
    let mut sent = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.ends_with("toys.json") {
            continue;
        }
        let file: BTreeMap<String, String> = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        sent.extend(file.into_iter().filter(|(key, _)| !left_out.iter().any(|part| key.starts_with(part))));
    }
    compressed(serde_json::to_string(&sent).unwrap().as_bytes())
}

#[test]
fn everything_together_is_light() {
    let mut page = 0;
    weigh(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../page"), &mut page);
    let words = words("en").max(words("fr"));
    println!("page {page}, words {words}");
    assert!(page + words <= LIMIT, "the page weighs {page} and its words {words}");
}

#[test]
fn only_comments_and_needless_blanks_are_left_out() {
    let cases = [
        (
            "a.js",
            "// why\nconst a = 1 // z\n\n/** many\n * lines */\n  f(a)\n/* one */\n",
            "const a=1\nf(a)\n",
        ),
        (
            "a.js",
            "const a = `x // ${ b + 'y  }' } /* ${`{ ${ c } `} z`\n",
            "const a=`x // ${b+'y  }'} /* ${`{ ${c} `} z`\n",
        ),
        (
            "a.js",
            "f(/** @type {B} */ (c) + +d, /[/ ] \\/ x/g, e / 2 / g, 'a \\' b')\n",
            "f((c)+ +d,/[/ ] \\/ x/g,e/2/g,'a \\' b')\n",
        ),
        (
            "a.js",
            "for (const { a } of [1]) return a instanceof B\n",
            "for(const{a}of[1])return a instanceof B\n",
        ),
        (
            "a.js",
            "if (a) {\n  f(\n    b,\n    [\n      1,\n    ],\n  )\n}\ng(`{\n,`)\n",
            "if(a){f(b,[1,],)\n}\ng(`{\n,`)\n",
        ),
        (
            "a.css",
            "/* one */\n.a > .b:not(.c, .d) { margin: 0 1px; content: ' : ' }\n",
            ".a>.b:not(.c,.d){margin:0 1px;content:' : '}",
        ),
        (
            "a.css",
            "@media (min-width: 9px) and (x) {\n  .a .b { width: calc(1% - 2px) }\n}\n",
            "@media (min-width:9px) and (x){.a .b{width:calc(1% - 2px)}}",
        ),
    ];
    for (name, source, sent) in cases {
        assert_eq!(lean::lean(name, source), sent);
        assert_eq!(lean::lean(name, sent), sent, "what is lean stays as it is");
    }
}
