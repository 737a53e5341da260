//! A repeatable source of choices: one seed, one sequence, on every machine.

/// SplitMix64: small, well mixed, and its whole state is the seed.
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A sequence of its own for the n-th thing, so that one thing can be made again without those before it.
    pub fn fork(&self, n: u64) -> Self {
        let mut dice = Self(self.0 ^ n.wrapping_mul(0xD129_0429_47CA_B9C5));
        dice.roll();
        dice
    }

    /// The next 64 bits.
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`; zero where there is none below.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.roll() % bound).unwrap_or(0)
    }

    /// True that often in a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of several; the type's own default where there is none.
    pub fn pick<T: Clone + Default>(&mut self, among: &[T]) -> T {
        among.get(self.below(among.len())).cloned().unwrap_or_default()
    }

    /// One of several words, owned.
    pub fn word(&mut self, among: &[&str]) -> String {
        among.get(self.below(among.len())).copied().unwrap_or_default().to_owned()
    }

    /// Each of several with that chance, in their order.
    pub fn some<'w>(&mut self, percent: usize, among: &[&'w str]) -> Vec<&'w str> {
        among.iter().copied().filter(|_| self.chance(percent)).collect()
    }

    /// As many as a number below `bound` says.
    pub fn several<T>(&mut self, bound: usize, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(bound)).map(|_| make(self)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Dice;

    #[test]
    fn one_seed_is_one_sequence() {
        let throw = |seed| Dice::new(seed).several(100, Dice::roll);
        assert_eq!(throw(7), throw(7));
        assert_ne!(Dice::new(7).roll(), Dice::new(8).roll());
        assert_ne!(Dice::new(7).fork(1).roll(), Dice::new(7).fork(2).roll());
    }
}
