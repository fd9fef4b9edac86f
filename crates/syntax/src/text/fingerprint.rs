//! Fingerprints of texts.

/// 64-bit FNV-1a hash (Fowler, Noll, Vo), stable across platforms and releases.
///
/// It detects accidental changes, and is not secure against forgery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    /// Hashes more bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Hash of all bytes so far.
    pub fn number(self) -> u64 {
        self.0
    }
}
