//! Names and tokens from the operating system's dice.

use sha2::{Digest, Sha256};
use store::Token;
use table::{
    chance::Seed,
    tools::{hex, unhex},
};

/// Letters and digits that nobody confuses.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// How long a table's name is: 60 bits, so that an unlisted table is found by nobody.
const NAME: usize = 12;

/// Bytes that nobody can guess.
///
/// # Panics
/// When the operating system has no randomness: nothing can be played then.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has randomness");
    bytes
}

/// The secret of a game's dice.
pub(crate) fn seed() -> Seed {
    Seed(random())
}

/// A table's name.
pub(crate) fn table_name() -> String {
    let bytes: [u8; NAME] = random();
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// Whether a text can be a table's name: spares a look into the store.
pub(crate) fn is_table_name(text: &str) -> bool {
    text.len() == NAME && text.bytes().all(|byte| LETTERS.contains(&byte))
}

/// A secret for a cookie or a link, in hex digits, with its hash.
pub(crate) fn token() -> (String, Token) {
    let bytes: [u8; 24] = random();
    (hex(&bytes), Sha256::digest(bytes).into())
}

/// The hash of a secret that somebody shows, if it has the form of one.
pub(crate) fn hash(text: &str) -> Option<Token> {
    let bytes: [u8; 24] = unhex(text)?;
    Some(Sha256::digest(bytes).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_known_by_its_hash() {
        let (text, kept) = token();
        assert_eq!(hash(&text), Some(kept));
        assert_ne!(token().0, text);
        assert_eq!(hash("00"), None);
        assert_eq!(hash(&"é".repeat(24)), None);
        assert!(is_table_name(&table_name()));
        assert!(!is_table_name("../../../etc"));
    }
}
