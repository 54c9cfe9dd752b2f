//! Serves the page from the repository: `cargo run -p server --example serve -- [ADDRESS] [FOLDER] [--toys] [--pace=MS]`.

fn main() {
    let (flags, plain): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    let listen = plain.first().map_or("127.0.0.1:4000", String::as_str).parse().expect("an address");
    let data = plain.get(1).map_or("target/data", String::as_str);
    let mut config = server::Config::new(listen, data);
    config.toys = flags.iter().any(|flag| flag == "--toys");
    if let Some(pace) = flags.iter().find_map(|flag| flag.strip_prefix("--pace=")) {
        config.pace.window = std::time::Duration::from_millis(pace.parse().expect("milliseconds"));
    }
    let ended = server::run(config, |ready| {
        println!("{}", ready.local);
        if let Some(network) = &ready.network {
            println!("{network}");
        }
    });
    if let Err(error) = ended {
        eprintln!("{error}");
        std::process::exit(1);
    }
}
