//! Lists the files of the page for embedding. Debug builds read them from disk and embed nothing.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

#[path = "src/lean.rs"]
mod lean;

const ENDINGS: [&str; 6] = ["html", "js", "css", "svg", "woff2", "png"];

fn main() {
    let page = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap()).join("../../page").canonicalize().unwrap();
    let out = PathBuf::from(env::var("OUT_DIR").unwrap()).join("page.rs");
    let mut files = Vec::new();
    if env::var("PROFILE").as_deref() == Ok("release") {
        println!("cargo::rerun-if-changed={}", page.display());
        list(&page, &mut files);
        files.sort();
    }
    let mut code = String::from("&[\n");
    for file in files {
        let name = file.strip_prefix(&page).unwrap().to_str().unwrap().replace('\\', "/");
        if lean::can_be_lean(&name) {
            let text = lean::lean(&name, &fs::read_to_string(&file).unwrap());
            code += &format!("    ({name:?}, {text:?}.as_bytes()),\n");
        } else {
            code += &format!("    ({name:?}, include_bytes!({:?})),\n", file.to_str().unwrap());
        }
    }
    fs::write(out, code + "]\n").unwrap();
    println!("cargo::rerun-if-changed=build.rs");
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            if !["test", "node_modules"].contains(&name) {
                list(&path, files);
            }
        } else if path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known)) {
            files.push(path);
        }
    }
}
