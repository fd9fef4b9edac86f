//! Fingerprints of texts.

/// FNV-1a with 64 bits (Fowler, Noll, Vo): the same on every platform and in every release. It tells apart what was changed
/// by chance, not what somebody forged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    /// Takes in some more bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// The number that stands for all that was taken in.
    pub fn number(self) -> u64 {
        self.0
    }
}
