fn main() { squadro_solved::try_levels(std::env::args().nth(1).unwrap().parse().unwrap()) }
